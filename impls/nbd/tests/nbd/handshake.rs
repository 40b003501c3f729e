//! The handshake.

use std::io::{self, Write};

use nbd::memory::Memory;
use nbd::{
    BlockSizes, ConnectionError, Ended, Export, Exports, Limits, Session, Shutdown, Violation,
    serve,
};

use crate::client::{
    ABORT, ACK, ERR_INVALID, ERR_POLICY, ERR_SHUTDOWN, ERR_TOO_BIG, ERR_UNKNOWN, ERR_UNSUP,
    EXPORT_NAME, EXTENDED_HEADERS, FIXED, FLUSH, GO, INFO, LIST, REP_INFO, REP_SERVER, STARTTLS,
    STRUCTURED_REPLY, Script, info, simple,
};
use crate::probe::Probe;

const HAS_FLAGS: u16 = 1;
const READ_ONLY: u16 = 1 << 1;
const SEND_FLUSH: u16 = 1 << 2;
const SEND_FUA: u16 = 1 << 3;
const SEND_TRIM: u16 = 1 << 5;
const SEND_WRITE_ZEROES: u16 = 1 << 6;
const SEND_DF: u16 = 1 << 7;
const CAN_MULTI_CONN: u16 = 1 << 8;
const SEND_CACHE: u16 = 1 << 10;
const SEND_FAST_ZERO: u16 = 1 << 11;

const MEMORY_FLAGS: u16 = HAS_FLAGS
    | SEND_FLUSH
    | SEND_FUA
    | SEND_TRIM
    | SEND_WRITE_ZEROES
    | CAN_MULTI_CONN
    | SEND_FAST_ZERO;

/// The default export of 1 MiB, and `small`, which is read-only and described.
fn exports() -> Exports {
    let mut exports = Exports::new();
    exports.add("", Memory::new(1 << 20).unwrap()).unwrap();
    let small = Probe {
        description: Some("a small one".to_owned()),
        memory: Memory::new(8192).unwrap().with_read_only(true),
        sizes: BlockSizes::new(1, 1024, 65_536).unwrap(),
        ..Probe::default()
    };
    let features = small.memory.features();
    exports.add("small", Probe { features, ..small }).unwrap();
    exports
}

fn ended(script: &Script) -> Result<Ended, ConnectionError> {
    script.run(&exports()).0.result
}

fn violation(script: &Script) -> Violation {
    match ended(script) {
        Err(ConnectionError::Violation(violation)) => violation,
        result => panic!("{result:?}"),
    }
}

#[test]
fn export_name_is_answered_with_size_flags_and_zeroes() {
    let script = Script::with_flags(FIXED)
        .option(EXPORT_NAME, b"")
        .disconnect();
    let (outcome, mut answers) = script.run(&exports());
    assert_eq!(outcome.result.unwrap(), Ended::Disconnect);
    answers.greeting();
    assert_eq!(answers.u64(), 1 << 20);
    assert_eq!(answers.u16(), MEMORY_FLAGS);
    assert_eq!(answers.vec(124), [0; 124]);
    answers.end();
}

#[test]
fn export_name_leaves_out_zeroes_when_asked_to() {
    let script = Script::new().option(EXPORT_NAME, b"small").disconnect();
    let (_, mut answers) = script.run(&exports());
    answers.greeting();
    assert_eq!(answers.u64(), 8192);
    assert_eq!(
        answers.u16(),
        HAS_FLAGS | READ_ONLY | SEND_FLUSH | SEND_FUA | CAN_MULTI_CONN
    );
    answers.end();
}

#[test]
fn newstyle_that_is_not_fixed_has_export_name_only() {
    let script = Script::with_flags(0).option(EXPORT_NAME, b"").disconnect();
    assert_eq!(ended(&script).unwrap(), Ended::Disconnect);
    let script = Script::with_flags(0).option(LIST, b"");
    assert_eq!(
        violation(&script),
        Violation::NotFixedNewstyle { option: LIST }
    );
}

#[test]
fn export_name_of_nothing_ends_the_connection() {
    for name in [&b"other"[..], b"\xff", &[b'x'; 4096]] {
        let (outcome, mut answers) = Script::new().option(EXPORT_NAME, name).run(&exports());
        assert!(matches!(
            outcome.result,
            Err(ConnectionError::UnknownExport)
        ));
        answers.greeting();
        answers.end();
    }
    let script = Script::new().option(EXPORT_NAME, &[b'x'; 4097]);
    let (option, length) = (EXPORT_NAME, 4097);
    assert_eq!(
        violation(&script),
        Violation::OptionLength { option, length }
    );
}

#[test]
fn client_flags_that_were_not_offered_end_the_connection() {
    for flags in [4, 7, 1 << 31] {
        assert_eq!(
            violation(&Script::with_flags(flags)),
            Violation::ClientFlags { flags }
        );
    }
}

#[test]
fn abort_is_acknowledged_whatever_data_it_has() {
    for data in [&b""[..], b"bye"] {
        let (outcome, mut answers) = Script::new().option(ABORT, data).run(&exports());
        assert_eq!(outcome.result.unwrap(), Ended::Abort);
        answers.greeting();
        assert_eq!(answers.option_end(ABORT), ACK);
        answers.end();
    }
}

/// Takes the greeting, and is gone.
struct Gone(bool);

impl Write for Gone {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if std::mem::replace(&mut self.0, true) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_client_that_aborts_need_not_wait() {
    let exports = exports();
    let script = Script::new().option(ABORT, b"");
    let outcome = serve(&script.bytes[..], Gone(false), &Session::new(&exports));
    assert_eq!(outcome.result.unwrap(), Ended::Abort);
    let script = Script::new().option(LIST, b"").option(LIST, b"");
    let outcome = serve(&script.bytes[..], Gone(true), &Session::new(&exports));
    assert!(matches!(outcome.result, Err(ConnectionError::Io(_))));
}

#[test]
fn list_names_and_describes_every_export() {
    let (_, mut answers) = Script::new()
        .option(LIST, b"")
        .option(LIST, b"?")
        .run(&exports());
    answers.greeting();
    let list = answers.option_list(LIST);
    assert!(list.iter().all(|reply| reply.kind == REP_SERVER));
    let data: Vec<_> = list.into_iter().map(|reply| reply.data).collect();
    assert_eq!(data, [&b"\0\0\0\0"[..], b"\0\0\0\x05smalla small one"]);
    assert_eq!(answers.option_end(LIST), ERR_INVALID);
    answers.end();
}

#[test]
fn info_tells_what_it_is_asked() {
    let (outcome, mut answers) = Script::new()
        .option(INFO, &info("small", &[]))
        .option(INFO, &info("small", &[1, 2, 3, 77, 0]))
        .option(INFO, &info("", &[2]))
        .run(&exports());
    assert_eq!(outcome.result.unwrap(), Ended::Hangup);
    answers.greeting();
    let export = b"\0\0\0\0\0\0\0\0\x20\0\x01\x0f";
    let sizes = b"\0\x03\0\0\0\x01\0\0\x04\0\0\x01\0\0";
    let mut told = |expected: &[&[u8]]| {
        let infos = answers.option_list(INFO);
        assert!(infos.iter().all(|info| info.kind == REP_INFO));
        let data: Vec<_> = infos.into_iter().map(|info| info.data).collect();
        assert_eq!(data, expected);
    };
    // Sizes that are not the protocol's defaults are told unasked.
    told(&[export, sizes]);
    told(&[export, sizes, b"\0\x01small", b"\0\x02a small one"]);
    told(&[
        b"\0\0\0\0\0\0\0\x10\0\0\x09\x6d",
        b"\0\x03\0\0\x02\0\0\0\x10\0\x02\0\0\0",
    ]);
    answers.end();
}

#[test]
fn go_leads_to_transmission_without_zeroes() {
    let script = Script::with_flags(FIXED)
        .go("")
        .request(0, FLUSH, 9, 0, 0)
        .disconnect();
    let (outcome, mut answers) = script.run(&exports());
    assert_eq!(outcome.result.unwrap(), Ended::Disconnect);
    assert_eq!(answers.after_go(), MEMORY_FLAGS);
    assert_eq!(answers.reply(0), simple(9, 0));
    answers.end();
}

#[test]
fn info_and_go_of_nothing_are_errors_and_no_end() {
    let (outcome, mut answers) = Script::new()
        .option(INFO, &info("other", &[]))
        .go("other")
        .go("small")
        .disconnect()
        .run(&exports());
    assert_eq!(outcome.result.unwrap(), Ended::Disconnect);
    answers.greeting();
    assert_eq!(answers.option_end(INFO), ERR_UNKNOWN);
    assert_eq!(answers.option_end(GO), ERR_UNKNOWN);
    answers.go();
    answers.end();
}

#[test]
fn malformed_info_is_invalid() {
    let long = "x".repeat(4097);
    let sound = info("small", &[1, 3]);
    let mut malformed: Vec<Vec<u8>> = (0..sound.len())
        .map(|length| sound[..length].to_vec())
        .collect();
    malformed.push([&sound[..], &[0]].concat());
    malformed.push([&sound[..], &[0, 1]].concat());
    malformed.push(info(&long, &[]));
    malformed.push(b"\xff\xff\xff\xff\0\0".to_vec());
    malformed.push(b"\0\0\0\x01\xff\0\0".to_vec());
    let mut script = Script::new();
    for data in &malformed {
        script = script.option(INFO, data).option(GO, data);
    }
    let (_, mut answers) = script.run(&exports());
    answers.greeting();
    for data in &malformed {
        assert_eq!(answers.option_end(INFO), ERR_INVALID, "{data:?}");
        assert_eq!(answers.option_end(GO), ERR_INVALID, "{data:?}");
    }
    answers.end();
}

#[test]
fn there_is_no_tls() {
    let (_, mut answers) = Script::new()
        .option(STARTTLS, b"")
        .option(STARTTLS, b"?")
        .run(&exports());
    answers.greeting();
    assert_eq!(answers.option_end(STARTTLS), ERR_POLICY);
    assert_eq!(answers.option_end(STARTTLS), ERR_INVALID);
    answers.end();
}

#[test]
fn unknown_options_are_unsupported() {
    let unknown = [0, 4, EXTENDED_HEADERS, 99, u32::MAX];
    let mut script = Script::new();
    for option in unknown {
        script = script.option(option, b"whatever it may mean");
    }
    let (_, mut answers) = script.go("").run(&exports());
    answers.greeting();
    for option in unknown {
        assert_eq!(answers.option_end(option), ERR_UNSUP);
    }
    answers.go();
    answers.end();
}

#[test]
fn structured_replies_take_no_data_and_bring_a_flag() {
    let (_, mut answers) = Script::new()
        .option(STRUCTURED_REPLY, b"?")
        .option(INFO, &info("", &[]))
        .option(STRUCTURED_REPLY, b"")
        .go("")
        .run(&exports());
    answers.greeting();
    assert_eq!(answers.option_end(STRUCTURED_REPLY), ERR_INVALID);
    let export = &answers.option_list(INFO)[0];
    assert_eq!(export.data[10..], MEMORY_FLAGS.to_be_bytes());
    assert_eq!(answers.option_end(STRUCTURED_REPLY), ACK);
    assert_eq!(answers.go(), MEMORY_FLAGS | SEND_DF);
    answers.end();
}

#[test]
fn a_cache_is_told_of() {
    let mut exports = Exports::new();
    exports.add("", Probe::default()).unwrap();
    let (_, mut answers) = Script::simple().run(&exports);
    assert_eq!(answers.after_go(), MEMORY_FLAGS | SEND_CACHE);
}

#[test]
fn too_much_data_is_read_and_forgotten() {
    let limit = Limits::OPTION_LENGTH as usize;
    let (outcome, mut answers) = Script::new()
        .option(99, &vec![0; limit])
        .option(99, &vec![0; limit + 1])
        .option(99, &vec![0; 1_000_000])
        .go("")
        .disconnect()
        .run(&exports());
    assert_eq!(outcome.result.unwrap(), Ended::Disconnect);
    answers.greeting();
    assert_eq!(answers.option_end(99), ERR_UNSUP);
    assert_eq!(answers.option_end(99), ERR_TOO_BIG);
    assert_eq!(answers.option_end(99), ERR_TOO_BIG);
    answers.go();
    answers.end();
}

#[test]
fn far_too_much_data_ends_the_connection() {
    let length = Limits::SKIPPED_LENGTH + 1;
    let script = Script::new()
        .raw(b"IHAVEOPT\0\0\0\x63")
        .raw(&length.to_be_bytes());
    let option = 99;
    assert_eq!(
        violation(&script),
        Violation::OptionLength { option, length }
    );
}

#[test]
fn options_have_an_end() {
    let exports = exports();
    let session = Session::new(&exports).with_limits(Limits::DEFAULT.with_options(3));
    let lists = Script::new().option(LIST, b"").option(LIST, b"");
    let (outcome, _) = lists.clone().go("").disconnect().run_in(&session);
    assert_eq!(outcome.result.unwrap(), Ended::Disconnect);
    let (outcome, mut answers) = lists.option(LIST, b"").go("").run_in(&session);
    let Err(ConnectionError::Violation(violation)) = outcome.result else {
        panic!("{outcome:?}");
    };
    assert_eq!(violation, Violation::TooManyOptions { limit: 3 });
    // What was asked before is answered nevertheless.
    answers.greeting();
    for _ in 0..3 {
        answers.option_list(LIST);
    }
    answers.end();
}

#[test]
fn what_is_no_option_ends_the_connection() {
    let script = Script::new().raw(b"IHAVEOP?\0\0\0\x03\0\0\0\0");
    let magic = u64::from_be_bytes(*b"IHAVEOP?");
    assert_eq!(violation(&script), Violation::OptionMagic { magic });
}

#[test]
fn a_client_may_leave_between_messages_and_not_within() {
    let script = Script::new().option(INFO, &info("small", &[]));
    for length in 0..=script.bytes.len() {
        let cut = Script {
            bytes: script.bytes[..length].to_vec(),
        };
        match ended(&cut) {
            Ok(Ended::Hangup) => assert!(matches!(length, 0 | 4) || length == script.bytes.len()),
            Err(ConnectionError::Truncated) => assert!(!matches!(length, 0 | 4)),
            result => panic!("{length}: {result:?}"),
        }
    }
}

#[test]
fn a_server_that_ends_refuses_options_but_for_abort() {
    let (exports, shutdown) = (exports(), Shutdown::new());
    shutdown.request();
    let session = Session::new(&exports).with_shutdown(&shutdown);
    let (outcome, mut answers) = Script::new()
        .option(LIST, b"")
        .go("")
        .option(ABORT, b"")
        .run_in(&session);
    assert_eq!(outcome.result.unwrap(), Ended::Abort);
    answers.greeting();
    assert_eq!(answers.option_end(LIST), ERR_SHUTDOWN);
    assert_eq!(answers.option_end(GO), ERR_SHUTDOWN);
    assert_eq!(answers.option_end(ABORT), ACK);
    answers.end();
    let (outcome, _) = Script::new().raw(b"IHAVE").run_in(&session);
    assert_eq!(outcome.result.unwrap(), Ended::Shutdown);
}

#[test]
fn a_description_that_is_too_long_is_left_out() {
    let mut exports = Exports::new();
    let probe = Probe {
        description: Some("d".repeat(4097)),
        ..Probe::default()
    };
    exports.add("", probe).unwrap();
    let (_, mut answers) = Script::new()
        .option(LIST, b"")
        .option(INFO, &info("", &[2]))
        .run(&exports);
    answers.greeting();
    assert_eq!(answers.option_list(LIST)[0].data, b"\0\0\0\0");
    assert_eq!(answers.option_list(INFO).len(), 2);
}
