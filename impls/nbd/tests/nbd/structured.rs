//! Structured replies: chunks of data, holes, and block status.

use nbd::{Error, Extent};

use crate::client::{BLOCK_STATUS, DF, EIO, FLUSH, READ, REQ_ONE, Reply, Script, simple};
use crate::probe::{Call, Probe, probed};

/// Memory of sevens whose status is told otherwise.
fn told(extents: &[Extent]) -> Probe {
    let probe = Probe {
        extents: Some(extents.to_vec()),
        ..Probe::default()
    };
    nbd::Export::write(&probe.memory, 0, &vec![7; 1 << 20]).unwrap();
    probe
}

const fn zeros(length: u64) -> Extent {
    Extent {
        length,
        hole: false,
        zero: true,
    }
}

/// A hole of who knows what.
const fn unknown(length: u64) -> Extent {
    Extent {
        length,
        hole: true,
        zero: false,
    }
}

/// All replies to one request.
fn replies(probe: Probe, flags: u16, command: u16, offset: u64, length: u32) -> Vec<Reply> {
    let (_, exports) = probed(probe);
    let script = Script::structured().request(flags, command, 1, offset, length);
    let (_, mut answers) = script.run(&exports);
    answers.after_structured();
    let mut replies = Vec::new();
    while answers.0.position() < answers.0.get_ref().len() as u64 {
        replies.push(answers.reply(0));
    }
    replies
}

fn data(offset: u64, length: usize, done: bool) -> Reply {
    Reply::Data {
        cookie: 1,
        done,
        offset,
        data: vec![7; length],
    }
}

const fn hole(offset: u64, length: u32, done: bool) -> Reply {
    Reply::Hole {
        cookie: 1,
        done,
        offset,
        length,
    }
}

#[test]
fn zeros_are_read_as_holes() {
    let read = |extents: &[Extent]| replies(told(extents), 0, READ, 4096, 4096);
    assert_eq!(read(&[Extent::data(4096)]), [data(4096, 4096, true)]);
    assert_eq!(read(&[Extent::hole(4096)]), [hole(4096, 4096, true)]);
    assert_eq!(read(&[zeros(4096)]), [hole(4096, 4096, true)]);
    assert_eq!(
        read(&[Extent::hole(1024), Extent::data(3072)]),
        [hole(4096, 1024, false), data(5120, 3072, true)]
    );
    assert_eq!(
        read(&[Extent::data(1024), zeros(512), Extent::data(2560)]),
        [
            data(4096, 1024, false),
            hole(5120, 512, false),
            data(5632, 2560, true)
        ]
    );
    assert_eq!(
        read(&[Extent::data(3584), Extent::hole(512)]),
        [data(4096, 3584, false), hole(7680, 512, true)]
    );
    // What is not known to be zeros is read.
    assert_eq!(
        read(&[unknown(1024), Extent::data(1024), Extent::hole(2048)]),
        [data(4096, 2048, false), hole(6144, 2048, true)]
    );
}

#[test]
fn what_an_export_tells_need_not_fit() {
    let read = |extents: &[Extent]| replies(told(extents), 0, READ, 4096, 4096);
    assert_eq!(read(&[]), [data(4096, 4096, true)]);
    assert_eq!(
        read(&[Extent::hole(512)]),
        [hole(4096, 512, false), data(4608, 3584, true)]
    );
    assert_eq!(read(&[Extent::hole(u64::MAX)]), [hole(4096, 4096, true)]);
    assert_eq!(
        read(&[Extent::data(0), Extent::hole(0), Extent::hole(1 << 32)]),
        [hole(4096, 4096, true)]
    );
    assert_eq!(
        read(&[Extent::data(4096), Extent::hole(4096)]),
        [data(4096, 4096, true)]
    );
}

#[test]
fn what_must_not_be_fragmented_is_one_chunk() {
    let probe = told(&[Extent::hole(4096)]);
    assert_eq!(
        replies(probe, DF, READ, 4096, 4096),
        [data(4096, 4096, true)]
    );
    let (probe, exports) = probed(Probe::default());
    let script = Script::structured().request(DF, READ, 1, 0, 1 << 20);
    let (_, mut answers) = script.run(&exports);
    assert_ne!(answers.after_structured() & 1 << 7, 0, "DF is offered");
    let Reply::Data { done, data, .. } = answers.reply(0) else {
        panic!("data");
    };
    assert!(done);
    assert!(data == vec![0; 1 << 20]);
    assert_eq!(probe.calls(), [Call::Read(0, 1 << 20)]);
}

#[test]
fn a_read_of_nothing_has_no_content() {
    assert_eq!(
        replies(Probe::default(), 0, READ, 4096, 0),
        [Reply::None { cookie: 1 }]
    );
    assert_eq!(
        replies(Probe::default(), DF, READ, 4096, 0),
        [Reply::None { cookie: 1 }]
    );
}

#[test]
fn success_without_payload_is_said_simply() {
    let (_, exports) = probed(Probe::default());
    let script = Script::structured()
        .request(0, FLUSH, 1, 0, 0)
        .write(0, 2, 0, &[1; 512]);
    let (_, mut answers) = script.run(&exports);
    answers.after_structured();
    assert_eq!(answers.reply(0), simple(1, 0));
    assert_eq!(answers.reply(0), simple(2, 0));
    answers.end();
}

#[test]
fn a_read_that_fails_midway_is_an_error_alone() {
    for failing in [Call::Read(6144, 1024), Call::Status(4096, 4096)] {
        let probe = Probe {
            failing: Some((failing, || Error::io("broken"))),
            ..told(&[
                Extent::data(1024),
                Extent::hole(1024),
                Extent::data(1024),
                Extent::hole(1024),
            ])
        };
        let replies = replies(probe, 0, READ, 4096, 4096);
        let [Reply::Error { cookie, error, .. }] = &replies[..] else {
            panic!("{replies:?}");
        };
        assert_eq!((*cookie, *error), (1, EIO));
    }
}

/// Extents of the status of 8 KiB from 4 KiB on.
fn status(flags: u16, extents: &[Extent]) -> Vec<(u32, u32)> {
    let mut replies = replies(told(extents), flags, BLOCK_STATUS, 4096, 8192);
    match (replies.pop(), replies.is_empty()) {
        (
            Some(Reply::Status {
                cookie: 1, extents, ..
            }),
            true,
        ) => extents,
        reply => panic!("{reply:?}"),
    }
}

#[test]
fn block_status_tells_what_the_export_does() {
    let every = [
        Extent::data(1024),
        unknown(1024),
        zeros(2048),
        Extent::hole(4096),
    ];
    assert_eq!(
        status(0, &every),
        [(1024, 0), (1024, 1), (2048, 2), (4096, 3)]
    );
    assert_eq!(status(REQ_ONE, &every), [(1024, 0)]);
    assert_eq!(status(0, &[Extent::hole(8192)]), [(8192, 3)]);
}

#[test]
fn block_status_is_sound_whatever_the_export_tells() {
    assert_eq!(status(0, &[]), [(8192, 0)]);
    assert_eq!(status(0, &[Extent::hole(0)]), [(8192, 0)]);
    assert_eq!(status(REQ_ONE, &[Extent::hole(u64::MAX)]), [(8192, 3)]);
    // Less is allowed: the client asks again.
    assert_eq!(status(0, &[Extent::hole(512)]), [(512, 3)]);
    // Neighbours of a kind are one.
    assert_eq!(
        status(
            0,
            &[
                zeros(512),
                zeros(0),
                zeros(512),
                Extent::hole(1),
                zeros(7167)
            ]
        ),
        [(1024, 2), (1, 3), (7167, 2)]
    );
    assert_eq!(
        status(REQ_ONE, &[zeros(512), zeros(512), Extent::data(1 << 40)]),
        [(1024, 2)]
    );
}

#[test]
fn block_status_has_one_context() {
    let replies = replies(Probe::default(), 0, BLOCK_STATUS, 0, 1 << 20);
    let [
        Reply::Status {
            context, extents, ..
        },
    ] = &replies[..]
    else {
        panic!("{replies:?}");
    };
    let (_, mut answers) = Script::structured().run(&probed(Probe::default()).1);
    answers.greeting();
    answers.option();
    let selected = answers.option().data;
    assert_eq!(context.to_be_bytes(), selected[..4]);
    assert_eq!(extents, &[(1 << 20, 3)]);
}

#[test]
fn block_status_that_fails_is_an_error() {
    let probe = Probe {
        failing: Some((Call::Status(0, 512), || Error::io("broken"))),
        ..Probe::default()
    };
    let replies = replies(probe, 0, BLOCK_STATUS, 0, 512);
    assert!(matches!(&replies[..], [Reply::Error { error: EIO, .. }]));
}

#[test]
fn extents_have_a_limit() {
    let extents: Vec<_> = (0..200_000)
        .map(|number| {
            if number % 2 == 0 {
                zeros(1)
            } else {
                Extent::data(1)
            }
        })
        .collect();
    let (_, exports) = probed(told(&extents));
    let script = Script::structured()
        .request(0, BLOCK_STATUS, 1, 0, 1 << 20)
        .request(0, READ, 2, 0, 1 << 20);
    let (_, mut answers) = script.run(&exports);
    answers.after_structured();
    let Reply::Status { extents, .. } = answers.reply(0) else {
        panic!("a status");
    };
    assert_eq!(extents.len(), 1 << 16);
    // A read is whole nevertheless.
    let (mut end, mut is_done) = (0, false);
    while !is_done {
        let (at, length) = match answers.reply(0) {
            Reply::Data {
                offset, data, done, ..
            } => {
                is_done = done;
                (offset, data.len() as u64)
            }
            Reply::Hole {
                offset,
                length,
                done,
                ..
            } => {
                is_done = done;
                (offset, length.into())
            }
            reply => panic!("{reply:?}"),
        };
        assert_eq!(at, end);
        end += length;
    }
    assert_eq!(end, 1 << 20);
    answers.end();
}
