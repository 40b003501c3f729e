//! Malformed files. C++ is not asked: it crashes on nearly all of them.

use hipo::{Codec, Compression, Layout};

use super::case::{HipoCase, Stored};
use super::content::Content;
use super::schemas::SchemaSet;
use super::{Hipo, NativeHipo, Reading};
use crate::hostile::{Expectation, HostileFrame, HostileSet};
use crate::implementation::Implementation as _;
use crate::outcome::Outcome;

const READING: Reading = Reading {
    not_for_cpp: Some("C++ crashes on damaged files"),
    byte_split: false,
};

/// A small file of four events.
fn small(stored: Stored) -> Vec<u8> {
    let case = HipoCase {
        stored,
        schemas: SchemaSet::Physics,
        content: Content::Counting,
        events: 4,
        eventful: false,
        seed: 0,
    };
    match NativeHipo.produce(&case, &case.script()) {
        Outcome::Done(file) => file,
        other => unreachable!("a small file is written: {other:?}"),
    }
}

fn kinds() -> Vec<(String, Stored)> {
    let mut kinds = vec![Stored::CPP];
    kinds.extend(Compression::ALL.iter().copied().map(Stored::plain));
    kinds.push(Stored {
        byte_split: true,
        ..Stored::plain(Compression::new(Codec::Lz4, Layout::PerColumn))
    });
    kinds
        .into_iter()
        .map(|stored| (stored.name(), stored))
        .collect()
}

/// Where a number of a file is that can lie.
const FIELDS: [(&str, usize, bool); 14] = [
    ("file-header-words", 8, false),
    ("dictionary-bytes", 24, false),
    ("trailer-position", 40, false),
    ("trailer-position-high", 44, false),
    ("record-words", 0, true),
    ("record-header-words", 8, true),
    ("events", 12, true),
    ("bit-info", 20, true),
    ("user-header-bytes", 24, true),
    ("record-magic", 28, true),
    ("data-bytes", 32, true),
    ("compression", 36, true),
    ("payload-word-0", 56, true),
    ("payload-word-1", 60, true),
];

const LIES: [u32; 12] = [
    0,
    1,
    13,
    15,
    255,
    65_536,
    0x00ff_ffff,
    0x0fff_ffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
];

/// A file with one number of a header or of a payload's front replaced.
fn lies(stored: Stored) -> impl Iterator<Item = HostileFrame> {
    let file = small(stored);
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let record = 56 + word(24) as usize;
    FIELDS
        .into_iter()
        .flat_map(move |(name, offset, of_record)| {
            let file = file.clone();
            let at = if of_record { record + offset } else { offset };
            LIES.into_iter().map(move |lie| {
                let mut file = file.clone();
                file[at..at + 4].copy_from_slice(&lie.to_le_bytes());
                HostileFrame::new(format!("{name} is {lie:#x}"), file)
            })
        })
}

/// A directory whose tables are replaced, stored as it is. Offsets are within
/// its raw bytes: of three banks and four events.
fn directories() -> Vec<HostileFrame> {
    let stored = Stored::plain(Compression::new(Codec::None, Layout::PerBank));
    let file = small(stored);
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let record = 56 + word(24) as usize;
    let payload = record + 56;
    let (compressed, raw) = (word(payload + 12) as usize, word(payload + 16) as usize);
    let block = &file[payload + 20..payload + 20 + compressed];
    let mut tables = vec![0; raw];
    lz4::block::decompress(block, &mut tables).expect("a directory");
    // 3 x identity, 3 x stored, 3 x raw, 4 x tag, 4 x presence, 12 x size.
    let (stored_at, raw_at, presence_at, sizes_at) = (12, 24, 52, 56);
    let edits: [(&str, usize, &[u8]); 7] = [
        ("presence beyond the banks", presence_at, &[0xff]),
        ("a size without a bank", presence_at + 1, &[0]),
        ("a size beyond 24 bits", sizes_at + 3, &[1]),
        ("a stream longer than the record", stored_at + 2, &[1]),
        ("a stream of 4 GiB", stored_at, &[0xff; 4]),
        ("streams shorter than the sizes", raw_at, &[0; 4]),
        ("streams longer than the sizes", raw_at, &[0xff; 4]),
    ];
    let mut frames = Vec::new();
    for (label, at, bytes) in edits {
        let mut tables = tables.clone();
        tables[at..at + bytes.len()].copy_from_slice(bytes);
        // Literals only: as long as any directory of this size.
        let mut block = vec![0xf0];
        block.extend(std::iter::repeat_n(0xff, (raw - 15) / 255));
        block.push(((raw - 15) % 255) as u8);
        block.extend(&tables);
        let mut payload_bytes = file[payload..payload + 20].to_vec();
        payload_bytes[12..16].copy_from_slice(&(block.len() as u32).to_le_bytes());
        payload_bytes.extend(&block);
        let header = word(record) as usize * 4;
        let old = &file[payload + 20 + compressed..record + header];
        payload_bytes.extend(old);
        frames.push(
            HostileFrame::new(label, with_payload(&file, record, &payload_bytes))
                .expecting(Expectation::Rejection),
        );
    }
    frames
}

/// A file with another payload in its one data record, and all lengths right.
fn with_payload(file: &[u8], record: usize, payload: &[u8]) -> Vec<u8> {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let end = record + word(record) as usize * 4;
    let padded = payload.len().next_multiple_of(4);
    let mut out = file[..record + 56].to_vec();
    out.extend(payload);
    out.resize(record + 56 + padded, 0);
    let put = |out: &mut Vec<u8>, at: usize, number: u32| {
        out[at..at + 4].copy_from_slice(&number.to_le_bytes());
    };
    put(&mut out, record, (14 + padded / 4) as u32);
    let padding = ((padded - payload.len()) as u32) << 24;
    put(
        &mut out,
        record + 20,
        word(record + 20) & !(3 << 24) | padding,
    );
    let trailer = out.len() as u32;
    put(&mut out, 40, trailer);
    // The index is stored as it is: one row, its length after its position.
    let mut index = file[end..].to_vec();
    let row = 56 + 4 + 16 + 8;
    index[row + 8..row + 12].copy_from_slice(&((56 + padded) as u32).to_le_bytes());
    out.extend(index);
    out
}

pub(super) fn sets() -> Vec<HostileSet<Hipo>> {
    let mut sets = Vec::new();
    for (name, stored) in kinds() {
        sets.push(HostileSet::truncations(
            format!("cut/{name}"),
            READING,
            Expectation::Rejection,
            move || small(stored),
        ));
        sets.push(HostileSet::bit_flips(
            format!("flipped/{name}"),
            READING,
            3,
            move || small(stored),
        ));
        sets.push(HostileSet::new(
            format!("lies/{name}"),
            READING,
            move || lies(stored),
        ));
    }
    sets.push(HostileSet::new("directories", READING, directories));
    sets
}
