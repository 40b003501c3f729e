//! Frames told field by field.

use crate::dissection::Dissection;

const MAGIC: u32 = 0x184D_2204;
const LEGACY: u32 = 0x184C_2102;
const SKIPPABLE: std::ops::RangeInclusive<u32> = 0x184D_2A50..=0x184D_2A5F;

/// Set in the size of a block that is stored as it is.
const STORED: u32 = 1 << 31;

/// Tells all frames; of broken ones, what there is of them.
pub(super) fn frames(bytes: &[u8]) -> Dissection {
    let mut teller = Teller {
        told: Dissection::new(),
        bytes,
        at: 0,
    };
    let mut index = 0;
    while teller.at < bytes.len() {
        if teller.frame(index).is_none() {
            let end = format!("frame {index} is not told beyond byte {}", teller.at);
            teller.told.stop(end);
            break;
        }
        index += 1;
    }
    teller.told
}

/// Bytes, told as far as `at`.
struct Teller<'a> {
    told: Dissection,
    bytes: &'a [u8],
    at: usize,
}

impl Teller<'_> {
    /// The next `size` bytes, if there are so many.
    fn take(&mut self, size: usize) -> Option<&[u8]> {
        let end = self.at.checked_add(size)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    /// Tells a little-endian number.
    fn number(&mut self, size: usize, name: String, hex: bool) -> Option<u64> {
        let start = self.at;
        let bytes = self.take(size)?;
        let number = bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte));
        let value = if hex {
            format!("{number:#x}")
        } else {
            number.to_string()
        };
        self.told.field(start..start + size, name, value);
        Some(number)
    }

    /// Tells bytes of which only the number is of interest.
    fn data(&mut self, size: usize, name: String) -> Option<()> {
        let start = self.at;
        self.take(size)?;
        if size > 0 {
            self.told
                .field(start..start + size, name, format!("{size} bytes"));
        }
        Some(())
    }

    fn frame(&mut self, index: usize) -> Option<()> {
        let name = |field: &str| format!("frame[{index}].{field}");
        let magic = self.number(4, name("magic"), true)? as u32;
        if SKIPPABLE.contains(&magic) {
            let size = self.number(4, name("size"), false)?;
            return self.data(size as usize, name("skippable"));
        }
        if magic == LEGACY {
            return self.legacy(&name);
        }
        if magic != MAGIC {
            return None;
        }
        let flags = self.number(1, name("flags"), true)?;
        self.number(1, name("block_descriptor"), true)?;
        if flags & 8 != 0 {
            self.number(8, name("content_size"), false)?;
        }
        if flags & 1 != 0 {
            self.number(4, name("dictionary_id"), false)?;
        }
        self.number(1, name("header_checksum"), true)?;
        for block in 0.. {
            let size = self.number(4, name(&format!("block[{block}].size")), true)? as u32;
            if size == 0 {
                break;
            }
            let kind = if size & STORED == 0 {
                "block"
            } else {
                "stored"
            };
            self.data(
                (size & !STORED) as usize,
                name(&format!("block[{block}].{kind}")),
            )?;
            if flags & 16 != 0 {
                self.number(4, name(&format!("block[{block}].checksum")), true)?;
            }
        }
        if flags & 4 != 0 {
            self.number(4, name("content_checksum"), true)?;
        }
        Some(())
    }

    /// A legacy frame ends where the next begins, or all does.
    fn legacy(&mut self, name: &dyn Fn(&str) -> String) -> Option<()> {
        for block in 0.. {
            let Some(next) = self.bytes.get(self.at..self.at + 4) else {
                break;
            };
            let next = u32::from_le_bytes(next.try_into().expect("4 bytes"));
            if next == MAGIC || next == LEGACY || SKIPPABLE.contains(&next) {
                break;
            }
            let size = self.number(4, name(&format!("block[{block}].size")), false)?;
            self.data(size as usize, name(&format!("block[{block}].block")))?;
        }
        Some(())
    }
}
