//! Requests that are refused, and exports that fail.

use nbd::{BlockSizes, ConnectionError, Ended, Error, Features, Limits, Violation};

use crate::client::{
    BLOCK_STATUS, CACHE, DF, EINVAL, EIO, ENOSPC, ENOTSUP, EOVERFLOW, EPERM, FAST_ZERO, FLUSH, FUA,
    NO_HOLE, READ, REQ_ONE, Reply, Script, TRIM, WRITE, WRITE_ZEROES, simple,
};
use crate::probe::{Call, Probe, probed};

/// A request: flags, command, offset, length. A write brings its payload.
type Request = (u16, u16, u64, u32);

/// What requests are answered with, by simple and structured replies alike, and
/// that the connection goes on. None of them gets to the export.
fn assert_refused(make: impl Fn() -> Probe, requests: &[(Request, u32)]) {
    for start in [Script::simple, Script::structured] {
        let is_structured = start().bytes.len() > Script::simple().bytes.len();
        let (probe, exports) = probed(make());
        let mut script = start();
        for (cookie, &((flags, command, offset, length), _)) in requests.iter().enumerate() {
            script = script.request(flags, command, cookie as u64, offset, length);
            if command == WRITE {
                script = script.raw(&vec![1; length as usize]);
            }
        }
        let (outcome, mut answers) = script.disconnect().run(&exports);
        assert_eq!(outcome.result.unwrap(), Ended::Disconnect);
        assert_eq!(outcome.counters.errors, requests.len() as u64);
        if is_structured {
            answers.after_structured();
        } else {
            answers.after_go();
        }
        for (cookie, (request, error)) in requests.iter().enumerate() {
            assert_eq!(answers.error(cookie as u64), *error, "{request:?}");
        }
        answers.end();
        assert_eq!(probe.calls(), []);
    }
}

#[test]
fn ranges_have_to_lie_within() {
    const SIZE: u64 = 1 << 20;
    let mut requests = Vec::new();
    for (command, error) in [
        (READ, EINVAL),
        (WRITE, ENOSPC),
        (TRIM, EINVAL),
        (CACHE, EINVAL),
        (WRITE_ZEROES, ENOSPC),
    ] {
        for (offset, length) in [
            (SIZE, 512),
            (SIZE - 512, 1024),
            (0, SIZE as u32 + 512),
            (u64::MAX - 511, 512),
            (1 << 63, 512),
            (SIZE + 512, 0),
        ] {
            requests.push(((0, command, offset, length), error));
        }
    }
    for offset in [SIZE, u64::MAX - 511] {
        requests.push(((0, BLOCK_STATUS, offset, 512), EINVAL));
    }
    requests.push(((0, WRITE_ZEROES, 0, u32::MAX - 511), ENOSPC));
    assert_refused(Probe::default, &requests);
}

#[test]
fn ranges_have_to_be_whole_blocks() {
    let mut requests = Vec::new();
    for command in [READ, WRITE, TRIM, CACHE, WRITE_ZEROES, BLOCK_STATUS] {
        for (offset, length) in [(1, 512), (512, 100), (256, 256), (u64::MAX, 1)] {
            requests.push(((0, command, offset, length), EINVAL));
        }
    }
    assert_refused(Probe::default, &requests);
}

#[test]
fn flags_have_to_be_the_commands() {
    let mut requests = Vec::new();
    for (command, own) in [
        (READ, FUA),
        (WRITE, FUA),
        (FLUSH, FUA),
        (TRIM, FUA),
        (CACHE, FUA),
        (WRITE_ZEROES, FUA | NO_HOLE | FAST_ZERO),
        (BLOCK_STATUS, FUA | REQ_ONE),
    ] {
        for bit in 0..16 {
            let flag = 1 << bit;
            // Without structured replies, `DF` is another one's flag.
            if own & flag == 0 && (command, flag) != (READ, DF) {
                let length = if command == FLUSH { 0 } else { 512 };
                requests.push(((flag, command, 0, length), EINVAL));
            }
        }
    }
    assert_refused(Probe::default, &requests);
    let (_, exports) = probed(Probe::default());
    let script = Script::simple().request(DF, READ, 1, 0, 512);
    let (_, mut answers) = script.run(&exports);
    answers.after_go();
    assert_eq!(answers.reply(512), simple(1, EINVAL));
}

#[test]
fn what_was_not_offered_is_invalid() {
    let make = || Probe {
        features: Features::default(),
        ..Probe::default()
    };
    assert_refused(
        make,
        &[
            ((FUA, READ, 0, 512), EINVAL),
            ((FUA, WRITE, 0, 512), EINVAL),
            ((FUA, WRITE_ZEROES, 0, 512), EINVAL),
            ((0, TRIM, 0, 512), EINVAL),
            ((FAST_ZERO, WRITE_ZEROES, 0, 512), EINVAL),
        ],
    );
}

#[test]
fn a_read_only_export_is_not_changed() {
    let make = || Probe {
        features: Features {
            read_only: true,
            ..Probe::default().features
        },
        ..Probe::default()
    };
    assert_refused(
        make,
        &[
            ((0, WRITE, 0, 512), EPERM),
            ((FUA, WRITE, 0, 100_000), EPERM),
            ((0, TRIM, 0, 512), EPERM),
            ((0, WRITE_ZEROES, 0, 512), EPERM),
        ],
    );
}

#[test]
fn unknown_commands_and_senseless_ones_are_invalid() {
    assert_refused(
        Probe::default,
        &[
            ((0, 8, 0, 512), EINVAL),
            ((0, 99, 0, 0), EINVAL),
            ((0, u16::MAX, u64::MAX, u32::MAX), EINVAL),
            ((0, FLUSH, 512, 0), EINVAL),
            ((0, FLUSH, 0, 512), EINVAL),
            ((0, BLOCK_STATUS, 0, 0), EINVAL),
        ],
    );
}

#[test]
fn zeros_that_are_kept_allocated_are_not_fast() {
    let request = (FAST_ZERO | NO_HOLE, WRITE_ZEROES, 0, 512);
    assert_refused(Probe::default, &[(request, ENOTSUP)]);
}

#[test]
fn payloads_have_a_maximum() {
    let make = || Probe {
        sizes: BlockSizes::new(512, 4096, 65_536).unwrap(),
        ..Probe::default()
    };
    assert_refused(
        make,
        &[
            ((0, WRITE, 0, 66_048), EINVAL),
            ((0, WRITE, 0, 1 << 20), EINVAL),
        ],
    );
    // Only a read in chunks may be said to be too large.
    for (script, error) in [
        (Script::simple(), EINVAL),
        (Script::structured(), EOVERFLOW),
    ] {
        let is_simple = error == EINVAL;
        let (probe, exports) = probed(make());
        let script = script
            .request(0, READ, 1, 0, 66_048)
            .request(0, READ, 2, 0, 65_536)
            // These have no payload.
            .request(0, WRITE_ZEROES, 3, 0, 1 << 20)
            .request(0, TRIM, 4, 0, 1 << 20);
        let (_, mut answers) = script.run(&exports);
        if is_simple {
            answers.after_go();
        } else {
            answers.after_structured();
        }
        assert_eq!(answers.error(1), error);
        answers.reply(65_536);
        assert_eq!(answers.reply(0), simple(3, 0));
        assert_eq!(answers.reply(0), simple(4, 0));
        answers.end();
        let calls = probe.calls();
        assert!(calls.contains(&Call::WriteZeroes(0, 1 << 20, false)));
        assert!(calls.contains(&Call::Discard(0, 1 << 20)));
    }
}

#[test]
fn a_write_that_is_far_too_long_ends_the_connection() {
    let (_, exports) = probed(Probe::default());
    let length = Limits::SKIPPED_LENGTH + 512;
    let script = Script::simple()
        .request(0, FLUSH, 1, 0, 0)
        .request(0, WRITE, 2, 0, length);
    let (outcome, mut answers) = script.run(&exports);
    let Err(ConnectionError::Violation(violation)) = outcome.result else {
        panic!("{outcome:?}");
    };
    assert_eq!(violation, Violation::WriteLength { length });
    answers.after_go();
    assert_eq!(answers.reply(0), simple(1, 0));
    answers.end();
}

#[test]
fn what_is_no_request_ends_the_connection() {
    for magic in [0x2560_9514_u32, 0x1256_0953, 0x21e4_1c71, 0] {
        let (_, exports) = probed(Probe::default());
        let script = Script::simple()
            .request(0, FLUSH, 1, 0, 0)
            .raw(&magic.to_be_bytes())
            .raw(&[0; 24]);
        let (outcome, mut answers) = script.run(&exports);
        let Err(ConnectionError::Violation(violation)) = outcome.result else {
            panic!("{outcome:?}");
        };
        assert_eq!(violation, Violation::RequestMagic { magic });
        answers.after_go();
        assert_eq!(answers.reply(0), simple(1, 0));
        answers.end();
    }
}

#[test]
fn a_client_may_leave_between_requests_and_not_within() {
    let start = Script::simple();
    let script = start.clone().write(0, 1, 0, &[7; 1024]);
    for length in start.bytes.len()..=script.bytes.len() {
        let (probe, exports) = probed(Probe::default());
        let cut = Script {
            bytes: script.bytes[..length].to_vec(),
        };
        let is_whole = length == script.bytes.len();
        let is_between = is_whole || length == start.bytes.len();
        match cut.run(&exports).0.result {
            Ok(Ended::Hangup) => assert!(is_between),
            Err(ConnectionError::Truncated) => assert!(!is_between),
            result => panic!("{result:?}"),
        }
        assert_eq!(probe.calls().len(), usize::from(is_whole));
    }
}

#[test]
fn errors_of_the_export_are_the_protocols() {
    let errors: [(fn() -> Error, u32); 8] = [
        (|| Error::NotPermitted, 1),
        (|| Error::io("a disk that is on fire"), 5),
        (|| Error::OutOfMemory, 12),
        (|| Error::Invalid, 22),
        (|| Error::NoSpace, 28),
        (|| Error::Overflow, 75),
        (|| Error::NotSupported, 95),
        (|| Error::Shutdown, 108),
    ];
    for (error, number) in errors {
        assert_eq!(error().number(), number);
        let (_, exports) = probed(Probe {
            failing: Some((Call::Write(0, 512), error)),
            ..Probe::default()
        });
        let script = Script::structured()
            .write(0, 1, 0, &[1; 512])
            .write(0, 2, 512, &[1; 512]);
        let (_, mut answers) = script.run(&exports);
        answers.after_structured();
        let Reply::Error { text, .. } = answers.reply(0) else {
            panic!("an error");
        };
        // What went wrong inside is not the client's.
        assert_eq!(text, error().to_string());
        assert!(!text.contains("fire"));
        assert_eq!(answers.reply(0), simple(2, 0));
    }
}

#[test]
fn errors_of_the_system_are_the_protocols() {
    use std::io::ErrorKind;

    for (kind, number) in [
        (ErrorKind::StorageFull, ENOSPC),
        (ErrorKind::QuotaExceeded, ENOSPC),
        (ErrorKind::FileTooLarge, ENOSPC),
        (ErrorKind::PermissionDenied, EPERM),
        (ErrorKind::ReadOnlyFilesystem, EPERM),
        (ErrorKind::OutOfMemory, 12),
        (ErrorKind::UnexpectedEof, EIO),
    ] {
        let error = Error::from(std::io::Error::from(kind));
        assert_eq!(error.number(), number, "{kind}");
    }
}

#[test]
fn any_call_may_fail() {
    for (failing, script) in [
        (
            Call::Read(512, 512),
            Script::simple().request(0, READ, 1, 512, 512),
        ),
        (Call::Flush, Script::simple().request(0, FLUSH, 1, 0, 0)),
        (Call::Flush, Script::simple().write(FUA, 1, 0, &[1; 512])),
        (
            Call::Flush,
            Script::simple().request(FUA, WRITE_ZEROES, 1, 0, 512),
        ),
        (Call::Flush, Script::simple().request(FUA, TRIM, 1, 0, 512)),
        (
            Call::Discard(0, 512),
            Script::simple().request(0, TRIM, 1, 0, 512),
        ),
        (
            Call::WriteZeroes(0, 512, true),
            Script::simple().request(NO_HOLE, WRITE_ZEROES, 1, 0, 512),
        ),
        (
            Call::Cache(0, 512),
            Script::simple().request(0, CACHE, 1, 0, 512),
        ),
    ] {
        let (_, exports) = probed(Probe {
            failing: Some((failing.clone(), || Error::io("broken"))),
            ..Probe::default()
        });
        let (outcome, mut answers) = script.run(&exports);
        assert_eq!(outcome.counters.errors, 1);
        assert_eq!(outcome.counters.bytes_read, 0);
        answers.after_go();
        assert_eq!(answers.reply(512), simple(1, EIO), "{failing:?}");
        answers.end();
    }
}
