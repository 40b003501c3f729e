//! Requests with simple replies.

use nbd::{Ended, Export};

use crate::client::{
    CACHE, FAST_ZERO, FLUSH, FUA, NO_HOLE, READ, Reply, Script, TRIM, WRITE_ZEROES, simple,
};
use crate::probe::{Call, Probe, probed};

#[test]
fn every_command_does_its_work() {
    let (probe, exports) = probed(Probe::default());
    let script = Script::simple()
        .write(0, 1, 4096, &[7; 8192])
        .request(0, READ, 2, 4096, 512)
        .request(0, FLUSH, 3, 0, 0)
        .request(0, TRIM, 4, 4096, 512)
        .request(0, CACHE, 5, 0, 1 << 20)
        .request(0, WRITE_ZEROES, 6, 4608, 512)
        .request(NO_HOLE, WRITE_ZEROES, 7, 5120, 512)
        .request(FAST_ZERO, WRITE_ZEROES, 8, 5632, 512)
        .request(0, READ, 9, 4096, 8192)
        .disconnect();
    let (outcome, mut answers) = script.run(&exports);
    assert_eq!(outcome.result.unwrap(), Ended::Disconnect);
    answers.after_go();
    let read = |cookie, data: Vec<u8>| Reply::Simple {
        error: 0,
        cookie,
        data,
    };
    assert_eq!(answers.reply(0), simple(1, 0));
    assert_eq!(answers.reply(512), read(2, vec![7; 512]));
    for cookie in 3..=8 {
        assert_eq!(answers.reply(0), simple(cookie, 0));
    }
    let expected = [[0; 2048].as_slice(), &[7; 6144]].concat();
    assert_eq!(answers.reply(8192), read(9, expected));
    answers.end();
    assert_eq!(
        probe.calls(),
        [
            Call::Write(4096, 8192),
            Call::Read(4096, 512),
            Call::Flush,
            Call::Discard(4096, 512),
            Call::Cache(0, 1 << 20),
            Call::WriteZeroes(4608, 512, false),
            Call::WriteZeroes(5120, 512, true),
            Call::WriteZeroes(5632, 512, false),
            Call::Read(4096, 8192),
        ]
    );
}

#[test]
fn counters_count() {
    let (_, exports) = probed(Probe::default());
    let script = Script::structured()
        .write(0, 1, 0, &[7; 1024])
        .request(0, READ, 2, 0, 512)
        .request(0, READ, 3, 1 << 19, 1 << 18)
        .request(0, READ, 4, 1 << 20, 512)
        .write(0, 5, 1 << 20, &[0; 512])
        .request(0, FLUSH, 6, 0, 0)
        .request(0, TRIM, 7, 0, 512)
        .request(0, CACHE, 8, 0, 512)
        .request(0, WRITE_ZEROES, 9, 0, 512)
        .request(0, 7, 10, 0, 512)
        .request(0, 8, 11, 0, 512)
        .disconnect();
    let counters = script.run(&exports).0.counters;
    assert_eq!(counters.reads, 3);
    assert_eq!(counters.writes, 2);
    assert_eq!(counters.bytes_read, 512 + (1 << 18));
    assert_eq!(counters.bytes_written, 1024);
    let others = [
        counters.flushes,
        counters.discards,
        counters.caches,
        counters.zeroes,
        counters.statuses,
        counters.unknown,
    ];
    assert_eq!(others, [1; 6]);
    assert_eq!(counters.errors, 3);
    assert_eq!(counters.requests(), 11);
}

#[test]
fn fua_makes_durable_before_the_reply() {
    let (probe, exports) = probed(Probe::default());
    let script = Script::simple()
        .write(FUA, 1, 0, &[7; 512])
        .request(FUA, TRIM, 2, 0, 512)
        .request(FUA, WRITE_ZEROES, 3, 0, 512)
        // It is valid for all commands.
        .request(FUA, READ, 4, 0, 512)
        .request(FUA, CACHE, 5, 0, 512)
        .request(FUA, FLUSH, 6, 0, 0);
    let (_, mut answers) = script.run(&exports);
    answers.after_go();
    for cookie in 1..=6 {
        let length = if cookie == 4 { 512 } else { 0 };
        let reply = answers.reply(length);
        assert!(matches!(reply, Reply::Simple { error: 0, cookie: of, .. } if of == cookie));
    }
    answers.end();
    assert_eq!(
        probe.calls(),
        [
            Call::Write(0, 512),
            Call::Flush,
            Call::Discard(0, 512),
            Call::Flush,
            Call::WriteZeroes(0, 512, false),
            Call::Flush,
            Call::Read(0, 512),
            Call::Cache(0, 512),
            Call::Flush,
        ]
    );
}

#[test]
fn requests_of_nothing_succeed_and_call_nothing() {
    let (probe, exports) = probed(Probe::default());
    let script = Script::simple()
        .request(0, READ, 1, 0, 0)
        .write(0, 2, 1 << 20, &[])
        .request(0, TRIM, 3, 512, 0)
        .request(0, CACHE, 4, 512, 0)
        .request(0, WRITE_ZEROES, 5, 512, 0);
    let (_, mut answers) = script.run(&exports);
    answers.after_go();
    for cookie in 1..=5 {
        assert_eq!(answers.reply(0), simple(cookie, 0));
    }
    answers.end();
    assert_eq!(probe.calls(), []);
}

#[test]
fn large_payloads_go_both_ways() {
    let (probe, exports) = probed(Probe::default());
    let data: Vec<u8> = (0..1 << 20).map(|at: u32| (at % 251) as u8).collect();
    for length in [65_024, 65_536, 66_048, 131_072, 1 << 20] {
        let script = Script::simple()
            .write(0, 1, 0, &data[..length])
            .request(0, READ, 2, 0, length as u32)
            .request(0, WRITE_ZEROES, 3, 0, 1 << 20);
        let (_, mut answers) = script.run(&exports);
        answers.after_go();
        assert_eq!(answers.reply(0), simple(1, 0));
        let Reply::Simple { data: read, .. } = answers.reply(length) else {
            panic!("a simple reply");
        };
        assert!(read == data[..length]);
        assert_eq!(answers.reply(0), simple(3, 0));
        answers.end();
        assert_eq!(probe.memory.allocated(), 0);
    }
    assert_eq!(probe.memory.size(), 1 << 20);
}
