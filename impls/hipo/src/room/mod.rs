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

/// How much is still to come, as far as is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growth {
    /// All of it, in sixteenths of what there is.
    sixteenths: usize,
}

impl Growth {
    /// To `all`, from `some` of them. It is a sixteenth more than that, as what
    /// comes is not quite like what there is; at least twice as much, and 64 times
    /// at the most: what is told of what is to come may be wrong.
    pub(crate) fn to(all: u64, some: u64) -> Self {
        let sixteenths = all.saturating_mul(17) / some.max(1);
        Self {
            sixteenths: sixteenths.clamp(2 * 16, 64 * 16) as usize,
        }
    }
}

/// Makes room in a vector for `more` values, and for those that are still to
/// come. A vector that grows moves what is in it, or what the system knows of
/// its pages.
#[inline]
pub(crate) fn reserve<T>(values: &mut Vec<T>, more: usize, growth: Growth) {
    if values.capacity() - values.len() < more {
        grow(values, more, growth);
    }
}

#[cold]
fn grow<T>(values: &mut Vec<T>, more: usize, growth: Growth) {
    let length = values.len() + more;
    let all = length.saturating_mul(growth.sixteenths) / 16;
    let bytes = all.saturating_mul(size_of::<T>());
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
