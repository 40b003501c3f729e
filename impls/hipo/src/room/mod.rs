//! Memory that is used again, and memory that is large.

mod buffer;
mod spare;

pub(crate) use buffer::Buffer;

use bytemuck::Zeroable;
use mem::{prefer_huge_pages, whole_huge_pages};

use crate::error::{Error, ErrorKind};

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
        *buffer = vec![0; whole_huge_pages(size + size / 8)];
        prefer_huge_pages(buffer);
    }
}

/// A vector of so many zeros, in memory that the system has ready.
pub(crate) fn zeros<T: Zeroable>(length: usize) -> Result<Vec<T>, Error> {
    let bytes = length.saturating_mul(size_of::<T>());
    let room = whole_huge_pages(bytes) / size_of::<T>();
    let mut values = bytemuck::try_zeroed_vec(room.max(length)).map_err(|()| {
        let bytes = bytes as u64;
        Error::from(ErrorKind::Memory { bytes })
    })?;
    prefer_huge_pages(&mut values);
    values.truncate(length);
    Ok(values)
}

/// Makes room in a vector for `more` values, and for as many as are still to
/// come, where they are `times` as many as there are by then.
///
/// A vector that grows moves what is in it, or what the system knows of its
/// pages. It grows by no more than 64 times at once: what is told of values to
/// come may be wrong.
#[inline]
pub(crate) fn reserve<T>(values: &mut Vec<T>, more: usize, times: f64) {
    if values.capacity() - values.len() < more {
        grow(values, more, times);
    }
}

#[cold]
fn grow<T>(values: &mut Vec<T>, more: usize, times: f64) {
    let length = values.len() + more;
    // A sixteenth beyond what it takes if the rest is as what there is.
    let times = (times * 17.0 / 16.0).clamp(2.0, 64.0);
    let bytes = (length as f64 * times) as usize * size_of::<T>();
    let capacity = whole_huge_pages(bytes) / size_of::<T>();
    let room = capacity.max(length) - values.len();
    if values.try_reserve_exact(room).is_err() {
        values.reserve(more);
    }
    prefer_huge_pages(values.spare_capacity_mut());
}

/// Makes room in a vector for `more` bytes, and hardly any others.
pub(crate) fn reserve_exact(bytes: &mut Vec<u8>, more: usize) {
    let room = whole_huge_pages(bytes.len() + more);
    bytes.reserve_exact(room - bytes.len());
    prefer_huge_pages(bytes.spare_capacity_mut());
}
