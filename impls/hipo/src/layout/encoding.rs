//! What a stream went through before it was compressed.

use super::directory::fault;
use crate::error::Error;

/// Undoes the split of elements into planes: plane `k` has byte `k` of each
/// element of `width` bytes; what is left over of an element stands at the end.
pub(super) fn join_bytes(planes: &[u8], width: usize, output: &mut [u8]) -> Result<(), Error> {
    match width {
        1 => output.copy_from_slice(planes),
        2 => join::<2>(planes, output),
        4 => join::<4>(planes, output),
        8 => join::<8>(planes, output),
        _ => return Err(fault("a stream is split into elements of no known width")),
    }
    Ok(())
}

fn join<const WIDTH: usize>(planes: &[u8], output: &mut [u8]) {
    let count = planes.len() / WIDTH;
    let (planes, tail) = planes.split_at(count * WIDTH);
    let (elements, rest) = output.split_at_mut(count * WIDTH);
    let planes: [&[u8]; WIDTH] = std::array::from_fn(|plane| &planes[plane * count..][..count]);
    let elements = elements.as_chunks_mut::<WIDTH>().0;
    for (index, element) in elements.iter_mut().enumerate() {
        *element = planes.map(|plane| plane[index]);
    }
    rest.copy_from_slice(tail);
}

/// Splits elements of `width` bytes into planes, to `planes`, which is emptied
/// before.
pub(super) fn split_bytes(bytes: &[u8], width: usize, planes: &mut Vec<u8>) {
    planes.clear();
    planes.reserve(bytes.len());
    let whole = bytes.len() / width * width;
    let (elements, tail) = bytes.split_at(whole);
    for plane in 0..width {
        planes.extend(elements.chunks_exact(width).map(|element| element[plane]));
    }
    planes.extend_from_slice(tail);
}
