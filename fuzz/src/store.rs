//! The page store: operations held to a model, and hostile snapshots.

use std::ops::Range;

use arbitrary::{Result, Unstructured};
use conformance::zram_store::{
    Chosen, Content, NativeStore, Operation, Player, ReferenceStore, StoreLayout, ZramStore,
    repair_snapshot,
};
use conformance::{Format, Implementation, Outcome};
use zram::Codec;

/// Steps of a plan, at most.
const STEPS: usize = 200;

/// Pages of a store: two leaves of the page table.
const PAGES: u64 = 280;
const PAGE: u64 = 4096;

fn layout(checks: u8) -> StoreLayout {
    StoreLayout {
        // Encoders that are soon made: one of zstd alone would take most of an
        // execution.
        codecs: [
            Codec::LZ4,
            Codec::Lz4High { level: 2 },
            Codec::Lz4High { level: 9 },
        ],
        pages: PAGES,
        checksums: checks & 1 != 0,
        sharing: checks & 2 != 0,
        // A file takes longer to make than all the rest of an execution.
        backing: if checks & 8 == 0 { 12 } else { 0 },
        ..StoreLayout::PLAIN
    }
}

/// A byte that says what the rest is: operations, a snapshot, or a snapshot
/// whose parts are given hashes that fit.
///
/// # Panics
///
/// When a store and its model differ after any operation; when native and the
/// reference do not read the same from a snapshot, or do not both refuse it,
/// listed differences aside.
pub fn store_model(data: &[u8]) {
    match data.split_first() {
        None => {}
        Some((mode, rest)) if mode % 8 == 6 => hostile(rest),
        Some((mode, rest)) if mode % 8 == 7 => {
            let mut snapshot = rest.to_vec();
            repair_snapshot(&mut snapshot);
            hostile(&snapshot);
        }
        Some((mode, rest)) => play(*mode, rest),
    }
}

fn hostile(snapshot: &[u8]) {
    let layout = layout(0);
    let native = NativeStore.consume(&layout, snapshot);
    let reference = ReferenceStore.consume(&layout, snapshot);
    match (native, reference) {
        (Outcome::Done(native), Outcome::Done(reference)) => {
            assert!(native == reference, "other pages");
        }
        (Outcome::Failed(_), Outcome::Failed(_)) => {}
        (Outcome::Failed(failure), Outcome::Done(_)) => {
            assert!(ZramStore.stricter(&failure).is_some(), "{failure}");
        }
        (native, reference) => {
            let told = |outcome: Outcome<Vec<u8>>| format!("{:?}", outcome.map(|it| it.len()));
            panic!("native: {}, reference: {}", told(native), told(reference));
        }
    }
}

fn play(mode: u8, plan: &[u8]) {
    let mut source = Unstructured::new(plan);
    let mut player = Player::new(layout(mode)).expect("a layout");
    for _ in 0..STEPS {
        if source.is_empty() {
            break;
        }
        let operation = operation(&mut source).expect("bytes that run out are zeros");
        if let Err(fault) = player.step(&operation) {
            panic!("{fault}");
        }
    }
    if let Err(fault) = player.check_all() {
        panic!("{fault}");
    }
}

/// A page, mostly one of few.
fn page(source: &mut Unstructured<'_>) -> Result<u64> {
    let byte: u8 = source.arbitrary()?;
    Ok(match byte {
        0..200 => u64::from(byte % 20),
        200..230 => 250 + u64::from(byte - 200),
        230..255 => PAGES - 24 + u64::from(byte - 230),
        255 => u64::MAX - 1,
    })
}

/// A range that mostly begins or ends at a sector, and may not fit.
fn range(source: &mut Unstructured<'_>) -> Result<Range<u64>> {
    let page = page(source)?;
    let shape: u8 = source.arbitrary()?;
    let within = match shape & 3 {
        0 => 0,
        1 => 512 * u64::from(shape >> 5),
        _ => u64::from(source.arbitrary::<u16>()?) % PAGE,
    };
    let length = match shape >> 2 & 3 {
        0 => 512 * u64::from(shape >> 4),
        1 => PAGE * u64::from(shape >> 4 & 3),
        2 => u64::from(source.arbitrary::<u8>()?),
        _ => u64::from(source.arbitrary::<u16>()?) % (3 * PAGE),
    };
    // Far beyond the end there is no such number any more.
    let start = page.min(PAGES + 1) * PAGE + within;
    Ok(start..start + length)
}

fn content(source: &mut Unstructured<'_>) -> Result<Content> {
    let byte: u8 = source.arbitrary()?;
    let seed = u32::from(byte >> 3);
    Ok(match byte & 7 {
        0 => Content::Word(0),
        1 => Content::Word(source.arbitrary()?),
        2 => Content::Noise(seed),
        3 => Content::Edited(seed, source.arbitrary()?),
        _ => Content::Text(seed),
    })
}

fn chosen(source: &mut Unstructured<'_>) -> Result<Chosen> {
    let byte: u8 = source.arbitrary()?;
    Ok(Chosen {
        idle: byte & 1,
        larger: if byte & 2 != 0 { 1500 } else { 0 },
        incompressible: byte & 4 != 0,
        at_most: (byte & 8 != 0).then_some(u16::from(byte >> 4)),
    })
}

fn operation(source: &mut Unstructured<'_>) -> Result<Operation> {
    let opcode: u8 = source.arbitrary()?;
    Ok(match opcode % 32 {
        0..8 => Operation::Put(page(source)?, content(source)?),
        8..11 => Operation::Get(page(source)?),
        11..15 => Operation::WriteAt(range(source)?, content(source)?),
        15..17 => Operation::ReadAt(range(source)?),
        17..21 => Operation::Discard(range(source)?),
        21 => Operation::Extents(range(source)?),
        22 => Operation::Tick,
        23 | 24 => Operation::Recompress(1 + usize::from(opcode >> 5 & 1), chosen(source)?),
        25 | 26 => Operation::WriteBack(chosen(source)?),
        27 => Operation::Budget((opcode & 32 != 0).then_some(u16::from(opcode >> 6))),
        28 | 29 => Operation::Compact,
        30 => Operation::Limit(if opcode & 32 == 0 {
            Some(u32::from(source.arbitrary::<u8>()?) << 9)
        } else {
            None
        }),
        _ => Operation::Restart,
    })
}
