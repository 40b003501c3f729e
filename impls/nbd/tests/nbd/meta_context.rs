//! Metadata contexts, in the handshake.

use nbd::memory::Memory;
use nbd::{Exports, Limits, Session};

use crate::client::{
    ACK, BLOCK_STATUS, EINVAL, ERR_INVALID, ERR_TOO_BIG, ERR_UNKNOWN, GO, LIST_META_CONTEXT,
    REP_META_CONTEXT, Reply, SET_META_CONTEXT, STRUCTURED_REPLY, Script, meta,
};

fn exports() -> Exports {
    let mut exports = Exports::new();
    for name in ["", "other"] {
        exports.add(name, Memory::new(1 << 20).unwrap()).unwrap();
    }
    exports
}

fn structured() -> Script {
    Script::new().option(STRUCTURED_REPLY, &[])
}

/// The names of contexts that an option is answered with, and their identifiers.
fn contexts(option: u32, data: &[u8]) -> Vec<(u32, String)> {
    let (_, mut answers) = structured().option(option, data).run(&exports());
    answers.greeting();
    assert_eq!(answers.option_end(STRUCTURED_REPLY), ACK);
    let replies = answers.option_list(option).into_iter();
    let contexts = replies.map(|reply| {
        assert_eq!(reply.kind, REP_META_CONTEXT);
        let (id, name) = reply.data.split_first_chunk().unwrap();
        let name = String::from_utf8(name.to_vec()).unwrap();
        (u32::from_be_bytes(*id), name)
    });
    contexts.collect()
}

#[test]
fn a_list_has_what_matches() {
    let allocation = [(0, "base:allocation".to_owned())];
    for queries in [
        &[][..],
        &["base:"],
        &["base:allocation"],
        &["qemu:dirty-bitmap:x", "base:allocation", "base:"],
    ] {
        let data = meta("", queries);
        assert_eq!(contexts(LIST_META_CONTEXT, &data), allocation);
    }
    for queries in [&["base:other"][..], &["qemu:"], &["base"], &[""]] {
        assert_eq!(contexts(LIST_META_CONTEXT, &meta("other", queries)), []);
    }
}

#[test]
fn a_selection_has_what_is_named() {
    for queries in [
        &["base:allocation"][..],
        &["base:allocation", "x-own:", "base:allocation"],
    ] {
        let selected = contexts(SET_META_CONTEXT, &meta("", queries));
        assert_eq!(selected.len(), 1);
        assert_eq!(selected[0].1, "base:allocation");
    }
    // The wildcard is for lists.
    for queries in [&[][..], &["base:"], &["base:other"]] {
        assert_eq!(contexts(SET_META_CONTEXT, &meta("", queries)), []);
    }
}

/// The final reply to each of some options.
fn ends(script: Script, options: &[(u32, Vec<u8>)]) -> Vec<u32> {
    let exports = exports();
    let session = Session::new(&exports).with_limits(Limits::DEFAULT.with_meta_queries(3));
    let mut script = script;
    for (option, data) in options {
        script = script.option(*option, data);
    }
    let (_, mut answers) = script.run_in(&session);
    answers.greeting();
    let mut ends = Vec::new();
    loop {
        let position = answers.0.position();
        if position == answers.0.get_ref().len() as u64 {
            return ends;
        }
        let reply = answers.option();
        if reply.option != STRUCTURED_REPLY && reply.kind != REP_META_CONTEXT {
            ends.push(reply.kind);
        }
    }
}

#[test]
fn structured_replies_come_first() {
    let options = [LIST_META_CONTEXT, SET_META_CONTEXT].map(|option| (option, meta("", &[])));
    assert_eq!(ends(Script::new(), &options), [ERR_INVALID; 2]);
    assert_eq!(ends(structured(), &options), [ACK; 2]);
}

#[test]
fn an_export_has_to_be_there() {
    let data = meta("none", &["base:allocation"]);
    let options = [LIST_META_CONTEXT, SET_META_CONTEXT].map(|option| (option, data.clone()));
    assert_eq!(ends(structured(), &options), [ERR_UNKNOWN; 2]);
}

#[test]
fn malformed_requests_are_invalid() {
    let sound = meta("other", &["base:allocation", "base:"]);
    let mut malformed: Vec<_> = (0..sound.len()).map(|end| sound[..end].to_vec()).collect();
    malformed.push([&sound[..], b"\0"].concat());
    malformed.push(meta("", &[&"q".repeat(4097)]));
    malformed.push(meta(&"n".repeat(4097), &[]));
    malformed.push(b"\0\0\0\x02\xc3\x28\0\0\0\0".to_vec());
    for data in malformed {
        for option in [LIST_META_CONTEXT, SET_META_CONTEXT] {
            let options = [(option, data.clone())];
            assert_eq!(ends(structured(), &options), [ERR_INVALID], "{data:?}");
        }
    }
}

#[test]
fn queries_have_a_limit() {
    for option in [LIST_META_CONTEXT, SET_META_CONTEXT] {
        let options = [
            (option, meta("", &["base:"; 3])),
            (option, meta("", &["base:"; 4])),
            (option, b"\0\0\0\0\xff\xff\xff\xff".to_vec()),
        ];
        let expected = [ACK, ERR_TOO_BIG, ERR_TOO_BIG];
        assert_eq!(ends(structured(), &options), expected);
    }
}

/// Whether block status is there after some options and `GO` to the default
/// export.
fn has_block_status(options: &[(u32, Vec<u8>)]) -> bool {
    let mut script = structured();
    for (option, data) in options {
        script = script.option(*option, data);
    }
    let script = script.go("").request(0, BLOCK_STATUS, 1, 0, 4096);
    let (_, mut answers) = script.disconnect().run(&exports());
    answers.greeting();
    loop {
        let reply = answers.option();
        if (reply.option, reply.kind) == (GO, ACK) {
            break;
        }
    }
    match answers.reply(0) {
        Reply::Status { cookie: 1, .. } => true,
        Reply::Error {
            cookie: 1,
            error: EINVAL,
            ..
        } => false,
        reply => panic!("{reply:?}"),
    }
}

#[test]
fn the_last_selection_counts_and_its_export() {
    let select = |name, queries: &[&str]| (SET_META_CONTEXT, meta(name, queries));
    let list = (LIST_META_CONTEXT, meta("", &["base:allocation"]));
    let good = select("", &["base:allocation"]);
    assert!(has_block_status(std::slice::from_ref(&good)));
    assert!(has_block_status(&[good.clone(), list.clone()]));
    assert!(has_block_status(&[select("", &[]), good.clone()]));
    assert!(!has_block_status(&[]));
    assert!(!has_block_status(&[list]));
    assert!(!has_block_status(&[select("other", &["base:allocation"])]));
    for last in [
        select("", &[]),
        select("", &["base:"]),
        select("none", &["base:allocation"]),
        select("other", &["base:allocation"]),
        (SET_META_CONTEXT, b"?".to_vec()),
    ] {
        assert!(!has_block_status(&[good.clone(), last]));
    }
}
