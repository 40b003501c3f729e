//! The export in memory.

use std::ops::ControlFlow;

use nbd::memory::Memory;
use nbd::{Error, Export, Extent};

const CHUNK: u64 = 1 << 16;

fn extents(memory: &Memory, offset: u64, length: u64) -> Vec<Extent> {
    let mut extents = Vec::new();
    memory
        .status(offset, length, &mut |extent| {
            extents.push(extent);
            ControlFlow::Continue(())
        })
        .unwrap();
    extents
}

#[test]
fn what_was_written_is_read_across_chunks() {
    let memory = Memory::new(4 * CHUNK).unwrap();
    let data: Vec<u8> = (0..2 * CHUNK).map(|at| (at % 251) as u8).collect();
    memory.write(CHUNK / 2, &data).unwrap();
    let mut read = vec![1; 4 * CHUNK as usize];
    memory.read(0, &mut read).unwrap();
    let (before, rest) = read.split_at(CHUNK as usize / 2);
    let (middle, after) = rest.split_at(data.len());
    assert!(before.iter().chain(after).all(|&byte| byte == 0));
    assert!(middle == data);
    assert_eq!(memory.allocated(), 3 * CHUNK);
}

#[test]
fn whole_chunks_are_given_back() {
    let memory = Memory::new(4 * CHUNK).unwrap();
    memory.write(0, &vec![7; 4 * CHUNK as usize]).unwrap();
    memory.discard(CHUNK - 512, CHUNK + 512).unwrap();
    assert_eq!(memory.allocated(), 3 * CHUNK);
    memory
        .write_zeroes(2 * CHUNK, 2 * CHUNK - 1, false)
        .unwrap();
    assert_eq!(memory.allocated(), 2 * CHUNK);
    assert_eq!(
        extents(&memory, 512, 4 * CHUNK - 512),
        [
            Extent::data(CHUNK - 512),
            Extent::hole(CHUNK),
            Extent::hole(CHUNK),
            Extent::data(CHUNK)
        ]
    );
    let mut read = vec![0; 4 * CHUNK as usize];
    memory.read(0, &mut read).unwrap();
    let sevens = |range: std::ops::Range<u64>| {
        let part = &read[range.start as usize..range.end as usize];
        let sum: u64 = part.iter().map(|&byte| u64::from(byte)).sum();
        sum / 7
    };
    assert_eq!(sevens(0..CHUNK), CHUNK - 512);
    assert_eq!(sevens(CHUNK..4 * CHUNK - 1), 0);
    assert_eq!(sevens(4 * CHUNK - 1..4 * CHUNK), 1);
}

#[test]
fn zeros_that_are_kept_allocated_take_memory() {
    let memory = Memory::new(2 * CHUNK).unwrap();
    memory.write_zeroes(0, 2 * CHUNK, true).unwrap();
    assert_eq!(memory.allocated(), 2 * CHUNK);
    assert_eq!(extents(&memory, 0, 512), [Extent::data(512)]);
}

#[test]
fn ranges_end_within() {
    let memory = Memory::new(1000).unwrap();
    memory.write(999, &[1]).unwrap();
    for (offset, length) in [(999, 2), (1001, 0), (u64::MAX, 1), (1, u64::MAX)] {
        let beyond = memory.discard(offset, length);
        assert!(matches!(beyond, Err(Error::Invalid)));
    }
    assert!(matches!(memory.write(1000, &[1]), Err(Error::Invalid)));
    assert!(matches!(
        memory.read(990, &mut [0; 11]),
        Err(Error::Invalid)
    ));
}

#[test]
fn a_size_that_cannot_be_is_out_of_memory() {
    assert!(matches!(Memory::new(u64::MAX), Err(Error::OutOfMemory)));
}
