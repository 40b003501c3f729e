//! Memory.

use std::io::{empty, sink};

use allocation_counter::{AllocationInfo, measure};
use nbd::{Exports, Session, serve};

use crate::client::{BLOCK_STATUS, READ, Script, TRIM, WRITE, WRITE_ZEROES, meta};
use crate::probe::only;
use nbd::memory::Memory;

fn exports() -> Exports {
    let memory = Memory::new(1 << 28).unwrap();
    // What is written to later is there already.
    nbd::Export::write(&memory, 0, &vec![1; 1 << 22]).unwrap();
    only(memory)
}

fn measured(script: &Script, exports: &Exports) -> AllocationInfo {
    measure(|| {
        let outcome = serve(&script.bytes[..], sink(), &Session::new(exports));
        assert!(outcome.counters.errors <= 1);
    })
}

#[test]
fn requests_allocate_nothing_once_buffers_have_grown() {
    let exports = exports();
    let rounds = |count: u64| {
        let mut script = Script::structured();
        for number in 0..count {
            let offset = number % 100 * 4096;
            script = script
                .write(0, 1, offset, &[7; 4096])
                .write(0, 2, 0, &vec![7; 200_000 / 512 * 512])
                .request(0, READ, 3, offset, 4096)
                .request(0, READ, 4, 0, 1 << 20)
                .request(0, BLOCK_STATUS, 5, 0, 1 << 27)
                .request(0, WRITE_ZEROES, 6, offset + 512, 1024)
                .request(0, TRIM, 7, offset + 1024, 512)
                // Beyond the end: the payload is taken off the stream.
                .write(0, 8, 1 << 20, &[7; 4096]);
        }
        script
    };
    let few = measured(&rounds(3), &exports);
    let many = measured(&rounds(60), &exports);
    assert_eq!(few.count_total, many.count_total);
    assert_eq!(few.bytes_max, many.bytes_max);
}

#[test]
fn memory_is_taken_for_what_came() {
    let exports = exports();
    let idle = measure(|| {
        serve(empty(), sink(), &Session::new(&exports));
    });
    assert!(idle.bytes_max < 1 << 17, "{idle:?}");
    // 32 MiB are announced, 512 bytes come.
    let write = Script::simple().request(0, WRITE, 1, 0, 1 << 25);
    let write = measured(&write.raw(&[0; 512]), &exports);
    assert!(write.bytes_max < 1 << 19, "{write:?}");
    // More than the maximum is not kept at all.
    let write = Script::simple().request(0, WRITE, 1, 0, (1 << 25) + 512);
    let write = measured(&write.raw(&vec![0; (1 << 25) + 512]), &exports);
    assert!(write.bytes_max < 1 << 17, "{write:?}");
    let option = measured(&Script::new().option(10, &vec![0; 1 << 25]), &exports);
    assert!(option.bytes_max < 1 << 17, "{option:?}");
}

#[test]
fn options_allocate_next_to_nothing() {
    let exports = exports();
    let queries = ["base:allocation"; 32];
    let mut script = Script::new().option(8, &[]);
    for _ in 0..100 {
        script = script.option(9, &meta("", &queries));
    }
    let info = measured(&script, &exports);
    // The buffers, and their growth.
    assert!(info.count_total < 20, "{info:?}");
    assert!(info.bytes_max < 1 << 17, "{info:?}");
}
