//! Malformed snapshots.

use twox_hash::XxHash3_64;

use super::ZramStore;
use super::layout::StoreLayout;
use super::operation::Content;
use super::player::saved;
use crate::hostile::{Expectation, HostileFrame, HostileSet};
use crate::mutate;

/// A small snapshot: a few pages of every kind, in two leaves.
fn sample() -> Vec<u8> {
    let layout = StoreLayout::PLAIN;
    let store = zram::store::Store::new(layout.options()).expect("a layout");
    let size = layout.page_size.bytes();
    let pages = [
        (0, Content::Word(7)),
        (1, Content::Text(0)),
        (300, Content::Text(1)),
        (301, Content::Word(0)),
    ];
    for (number, content) in pages {
        store.put(number, &content.bytes(size)).expect("room");
    }
    let chosen = zram::store::Selection::all().pages(300..301);
    store.recompress(2, &chosen).expect("room");
    saved(&store).expect("a snapshot")
}

/// Where the parts of a snapshot start and end, hashes not counted; `None` when
/// it is not made of parts.
fn parts(bytes: &[u8]) -> Option<Vec<(usize, usize)>> {
    let mut parts = Vec::new();
    let mut at = 20;
    for _ in 0..*bytes.get(9)? {
        at += 1 + usize::from(*bytes.get(at)?) + 8;
    }
    parts.push((0, at));
    at += 8;
    loop {
        let start = at;
        let length = match bytes.get(start)? {
            1 => {
                let length = bytes.get(start + 5..start + 9)?.try_into().ok()?;
                9 + u32::from_le_bytes(length) as usize
            }
            _ => 13,
        };
        at = start.checked_add(length)?;
        bytes.get(start..at + 8)?;
        parts.push((start, at));
        if bytes[start] != 1 {
            return Some(parts);
        }
        at += 8;
    }
}

/// Gives all parts the hashes that they should have.
pub(super) fn repair(bytes: &mut [u8]) {
    let Some(parts) = parts(bytes) else { return };
    let mut sections = 0_u64;
    let last = parts.len() - 1;
    for (index, (start, end)) in parts.into_iter().enumerate() {
        let seed = if index == last { sections } else { 0 };
        let hash = XxHash3_64::oneshot_with_seed(seed, &bytes[start..end]);
        bytes[end..end + 8].copy_from_slice(&hash.to_le_bytes());
        if index > 0 {
            sections = sections.wrapping_add(hash);
        }
    }
}

fn crafted() -> Vec<HostileFrame> {
    let sample = sample();
    let parts = parts(&sample).expect("a sound sample");
    let section = parts[1];
    let mut frames =
        vec![HostileFrame::new("sound", sample.clone()).expecting(Expectation::Acceptance)];
    let mut refused = |label: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = sample.clone();
        change(&mut bytes);
        repair(&mut bytes);
        frames.push(HostileFrame::new(label, bytes).expecting(Expectation::Rejection));
    };
    refused("another version", &|bytes| bytes[7] = 2);
    refused("no such page size", &|bytes| bytes[8] = 17);
    refused("no codecs", &|bytes| bytes[9] = 0);
    refused("a reserved byte", &|bytes| bytes[10] = 1);
    refused("another size", &|bytes| bytes[13] ^= 1);
    refused("a name that is no codec", &|bytes| bytes[21] = b'k');
    refused("a length of 2^32 - 1", &|bytes| {
        bytes[section.0 + 5..section.0 + 9].fill(0xff);
    });
    refused("a leaf beyond the store", &|bytes| bytes[section.0 + 1] = 3);
    refused("a codec that there is not", &|bytes| {
        // The record after that of the word: line 1.
        bytes[section.0 + 9 + 10 + 1] = 5;
    });
    refused("a page twice", &|bytes| bytes[section.0 + 9 + 10] = 0);
    refused("a section twice", &|bytes| {
        let twice = bytes[section.0..section.1 + 8].to_vec();
        bytes.splice(section.0..section.0, twice);
    });
    refused("a section left out", &|bytes| {
        bytes.drain(section.0..section.1 + 8);
    });
    refused("a count of sections", &|bytes| {
        let at = bytes.len() - 20;
        bytes[at] ^= 1;
    });
    refused("a count of pages", &|bytes| {
        let at = bytes.len() - 16;
        bytes[at] ^= 1;
    });
    refused("bytes after the end", &|bytes| bytes.push(0));
    frames
}

/// All sets.
pub(super) fn sets() -> Vec<HostileSet<ZramStore>> {
    let layout = StoreLayout::PLAIN;
    let mut sets = mutate::damaged("snapshot", &layout, Expectation::Rejection, 4, sample);
    sets.push(HostileSet::new("crafted/snapshot", layout, crafted));
    for seed in 0..8 {
        sets.push(HostileSet::new(
            format!("repaired/snapshot/{seed}"),
            layout,
            move || {
                let mutants = mutate::mutants(&sample(), 100 + seed);
                mutants.into_iter().map(|mut mutant| {
                    repair(&mut mutant.bytes);
                    mutant
                })
            },
        ));
    }
    sets
}
