//! A file told field by field.

use crate::dissection::Dissection;

const MAGIC: u32 = 0xc0da_0100;
const HEADER: usize = 56;

const FILE_FIELDS: [(usize, usize, &str); 12] = [
    (0, 4, "id"),
    (4, 4, "file-number"),
    (8, 4, "header-words"),
    (12, 4, "record-count"),
    (16, 4, "index-bytes"),
    (20, 4, "bit-info"),
    (24, 4, "user-header-bytes"),
    (28, 4, "magic"),
    (32, 8, "user-register"),
    (40, 8, "trailer-position"),
    (48, 4, "user-integer-1"),
    (52, 4, "user-integer-2"),
];

const RECORD_FIELDS: [(usize, usize, &str); 12] = [
    (0, 4, "record-words"),
    (4, 4, "number"),
    (8, 4, "header-words"),
    (12, 4, "events"),
    (16, 4, "index-bytes"),
    (20, 4, "bit-info"),
    (24, 4, "user-header-bytes"),
    (28, 4, "magic"),
    (32, 4, "data-bytes"),
    (36, 4, "compression"),
    (40, 8, "user-word-1"),
    (48, 8, "user-word-2"),
];

/// Numbers of a file that is at hand.
#[derive(Clone, Copy)]
struct Numbers<'a> {
    bytes: &'a [u8],
    little: bool,
}

impl Numbers<'_> {
    fn get(self, at: usize, size: usize) -> Option<u64> {
        let bytes = self.bytes.get(at..at + size)?.iter();
        let push = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        Some(if self.little {
            bytes.rev().fold(0, push)
        } else {
            bytes.fold(0, push)
        })
    }
}

/// Headers and payloads: what is compressed is not told.
pub(super) fn file(bytes: &[u8]) -> Dissection {
    let mut told = Dissection::new();
    let mut numbers = Numbers {
        bytes,
        little: true,
    };
    if numbers.get(28, 4) != Some(u64::from(MAGIC)) {
        numbers.little = false;
    }
    if numbers.get(28, 4) != Some(u64::from(MAGIC)) {
        told.stop("no magic number at byte 28");
        return told;
    }
    header(&mut told, numbers, 0, "file", &FILE_FIELDS);
    let dictionary = numbers.get(8, 4).map_or(0, |words| words as usize * 4);
    let trailer = numbers.get(40, 8).map_or(0, |position| position as usize);
    let mut at = dictionary.max(HEADER);
    let mut records = 0;
    while at < bytes.len() {
        let name = if at == dictionary {
            "dictionary".to_owned()
        } else if at == trailer {
            "index".to_owned()
        } else {
            records += 1;
            format!("record[{}]", records - 1)
        };
        let words = numbers.get(at, 4).unwrap_or_default() as usize;
        let magic = numbers.get(at + 28, 4) == Some(u64::from(MAGIC));
        let Some(end) = at.checked_add(words * 4).filter(|end| *end <= bytes.len()) else {
            told.stop(format!("{name} is cut off at byte {at}"));
            return told;
        };
        if !magic || end < at + HEADER {
            told.stop(format!("no record begins at byte {at}"));
            return told;
        }
        header(&mut told, numbers, at, &name, &RECORD_FIELDS);
        let padding = (numbers.get(at + 20, 4).unwrap_or_default() >> 24 & 3) as usize;
        let start = at + HEADER;
        let data = (end - padding).max(start);
        if start < data {
            let length = data - start;
            told.field(
                start..data,
                format!("{name}.payload"),
                format!("{length} bytes"),
            );
        }
        if data < end {
            told.field(data..end, format!("{name}.padding"), end - data);
        }
        at = end;
    }
    told
}

fn header(
    told: &mut Dissection,
    numbers: Numbers<'_>,
    at: usize,
    name: &str,
    fields: &[(usize, usize, &str)],
) {
    for (offset, size, field) in fields {
        let start = at + offset;
        let Some(number) = numbers.get(start, *size) else {
            continue;
        };
        let value = match *field {
            "id" => format!(
                "{:?}",
                String::from_utf8_lossy(&numbers.bytes[start..start + 4])
            ),
            "magic" | "bit-info" => format!("{number:#010x}"),
            "compression" => format!("tag {}, {} words", number >> 28, number & 0x0fff_ffff),
            _ => number.to_string(),
        };
        told.field(start..start + size, format!("{name}.{field}"), value);
    }
}
