//! Buffers that are used again.

/// Gives a buffer room for `size` bytes; what was in it is gone when it has to
/// grow.
///
/// A new one is asked for, of zeros, rather than the old one made longer: the
/// system has such memory ready, and it need not be written to twice. It is an
/// eighth longer than asked for, since records are much alike in length, and
/// what is never touched takes no memory.
pub(crate) fn make_room(buffer: &mut Vec<u8>, size: usize) {
    if buffer.len() < size {
        *buffer = Vec::new();
        *buffer = vec![0; size + size / 8];
    }
}
