//! Pages in a row.

use zram::Kept;

use crate::dissection::Dissection;

const SAME: u8 = 0;
const RAW: u8 = 1;
const BLOCK: u8 = 2;

/// Bytes before what is kept.
const HEADER: usize = 5;

/// Appends what is kept of a page.
pub fn put(pages: &mut Vec<u8>, kept: Kept<'_>) {
    let word;
    let (kind, bytes): (u8, &[u8]) = match kept {
        Kept::Same(value) => {
            word = value.to_le_bytes();
            (SAME, &word)
        }
        Kept::Raw(bytes) => (RAW, bytes),
        Kept::Block(bytes) => (BLOCK, bytes),
    };
    pages.push(kind);
    pages.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    pages.extend_from_slice(bytes);
}

/// Takes what is kept of a page from the front of `pages`; `None`: there is no
/// such thing.
pub fn take<'a>(pages: &mut &'a [u8]) -> Option<Kept<'a>> {
    let (header, rest) = pages.split_first_chunk::<HEADER>()?;
    let [kind, size @ ..] = *header;
    let size = u32::from_le_bytes(size) as usize;
    let (bytes, rest) = rest.split_at_checked(size)?;
    *pages = rest;
    Some(match kind {
        SAME => Kept::Same(u64::from_le_bytes(bytes.try_into().ok()?)),
        RAW => Kept::Raw(bytes),
        BLOCK => Kept::Block(bytes),
        _ => return None,
    })
}

/// Tells pages one by one.
pub(super) fn dissect(pages: &[u8]) -> Dissection {
    let mut told = Dissection::new();
    let mut rest = pages;
    let mut index = 0;
    while !rest.is_empty() {
        let at = pages.len() - rest.len();
        let Some(kept) = take(&mut rest) else {
            told.stop(format!("page {index} is not told"));
            break;
        };
        let end = pages.len() - rest.len();
        let name = match kept {
            Kept::Same(_) => "same",
            Kept::Raw(_) => "raw",
            Kept::Block(_) => "block",
        };
        told.field(at..at + 1, format!("page[{index}].kept"), name);
        told.field(
            at + 1..at + HEADER,
            format!("page[{index}].size"),
            end - at - HEADER,
        );
        let value = match kept {
            Kept::Same(word) => format!("{word:#x}"),
            Kept::Raw(bytes) | Kept::Block(bytes) => format!("{} bytes", bytes.len()),
        };
        told.field(at + HEADER..end, format!("page[{index}].{name}"), value);
        index += 1;
    }
    told
}
