//! The end of a server.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nbd::memory::Memory;
use nbd::{Error, Export, Server};

use crate::client::{Answers, FLUSH, READ, Reply, Script, simple};
use crate::probe::only;
use crate::server::Running;

/// Memory whose flush waits until it is let go.
struct Held {
    memory: Memory,
    /// A flush has begun, and it may go on.
    state: Mutex<(bool, bool)>,
    changed: Condvar,
}

impl Held {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            memory: Memory::new(1 << 26).unwrap(),
            state: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    fn wait_until_held(&self) {
        let state = self.state.lock().unwrap();
        let _state = self.changed.wait_while(state, |state| !state.0).unwrap();
    }

    fn let_go(&self) {
        self.state.lock().unwrap().1 = true;
        self.changed.notify_all();
    }
}

impl Export for Held {
    fn size(&self) -> u64 {
        self.memory.size()
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        self.memory.read(offset, buffer)
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), Error> {
        self.memory.write(offset, data)
    }

    fn flush(&self) -> Result<(), Error> {
        let mut state = self.state.lock().unwrap();
        state.0 = true;
        self.changed.notify_all();
        let _state = self.changed.wait_while(state, |state| !state.1).unwrap();
        Ok(())
    }
}

/// A flush that is held, `count` writes behind it, and half a write.
fn held_requests(count: u64) -> Script {
    let mut script = Script::simple().request(0, FLUSH, 0, 0, 0);
    for cookie in 1..=count {
        script = script.write(0, cookie, 512 * cookie, &[cookie as u8; 512]);
    }
    script.request(0, 1, 999, 0, 512).raw(&[99; 500])
}

fn assert_all_answered(mut answers: Answers<impl Read>, count: u64) {
    answers.after_go();
    for cookie in 0..=count {
        assert_eq!(answers.reply(0), simple(cookie, 0));
    }
    answers.end();
}

fn assert_written(held: &Held, count: u64) {
    for number in 0..=count {
        let mut block = [0; 512];
        held.memory.read(512 * number, &mut block).unwrap();
        assert_eq!(block, [number as u8; 512]);
    }
}

#[test]
fn every_request_that_was_sent_whole_is_answered() {
    const COUNT: u64 = 100;
    let held = Held::new();
    let running = Running::start(Server::new(only(Arc::clone(&held))));
    let stream = running.send(&held_requests(COUNT));
    held.wait_until_held();
    running.shutdown.request();
    // It may be asked for twice.
    running.shutdown.request();
    while UnixStream::connect(running.path()).is_ok() {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(!running.path().exists());
    // Nothing more is received.
    let more = Script::default().request(0, FLUSH, 1000, 0, 0);
    while (&stream).write_all(&more.bytes).is_ok() {
        thread::sleep(Duration::from_millis(5));
    }
    held.let_go();
    assert_all_answered(Answers(&stream), COUNT);
    let summary = running.wait();
    assert_eq!(summary.counters.writes, COUNT);
    // The half request is no failure, since the server ended it.
    assert_eq!((summary.failed, summary.abandoned), (0, 0));
    assert_written(&held, COUNT);
}

#[test]
fn the_same_over_tcp() {
    const COUNT: u64 = 100;
    let held = Held::new();
    let mut server = Server::new(only(Arc::clone(&held)));
    let address = server.listen_tcp("127.0.0.1:0".parse().unwrap()).unwrap();
    let running = Running::start(server);
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(&held_requests(COUNT).bytes).unwrap();
    held.wait_until_held();
    running.shutdown.request();
    while running.path().exists() {
        thread::sleep(Duration::from_millis(5));
    }
    held.let_go();
    assert_all_answered(Answers(&stream), COUNT);
    let summary = running.wait();
    assert_eq!(summary.counters.writes, COUNT);
    assert_eq!((summary.failed, summary.abandoned), (0, 0));
    assert_written(&held, COUNT);
}

#[test]
fn idle_clients_do_not_keep_a_server() {
    let running = Running::start(Server::new(only(Memory::new(1 << 20).unwrap())));
    let chosen = running.send(&Script::simple());
    Answers(&chosen).after_go();
    let choosing = running.connect();
    Answers(&choosing).greeting();
    let started = Instant::now();
    let summary = running.stop();
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!((summary.connections, summary.failed), (2, 0));
    Answers(&chosen).end();
    Answers(&choosing).end();
}

#[test]
fn a_client_that_does_not_take_its_replies_is_cut_off() {
    let grace = Duration::from_millis(300);
    let server = Server::new(only(Memory::new(1 << 26).unwrap())).with_grace(grace);
    let running = Running::start(server);
    let script = Script::simple().request(0, READ, 1, 0, 1 << 25);
    let stream = running.send(&script);
    Answers(&stream).after_go();
    let started = Instant::now();
    let summary = running.stop();
    assert!(started.elapsed() >= grace);
    assert!(started.elapsed() < Duration::from_secs(10));
    assert_eq!((summary.failed, summary.abandoned), (1, 0));
    // Part of the reply had gone out.
    let mut rest = Vec::new();
    let end = (&stream).read_to_end(&mut rest);
    assert!(end.is_ok() || end.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
    assert!(!rest.is_empty() && rest.len() < 1 << 25);
}

#[test]
fn a_client_that_takes_its_replies_slowly_gets_them_within_the_grace() {
    let server = Server::new(only(Memory::new(1 << 26).unwrap()));
    let running = Running::start(server.with_grace(Duration::from_mins(1)));
    let script = Script::simple().request(0, READ, 1, 0, 1 << 25);
    let stream = running.send(&script);
    let mut answers = Answers(&stream);
    answers.after_go();
    running.shutdown.request();
    thread::sleep(Duration::from_millis(200));
    let reply = answers.reply(1 << 25);
    assert!(matches!(reply, Reply::Simple { error: 0, .. }));
    answers.end();
    let summary = running.wait();
    assert_eq!((summary.failed, summary.abandoned), (0, 0));
}

#[test]
fn a_thread_that_is_stuck_is_left_alone() {
    let held = Held::new();
    let server = Server::new(only(Arc::clone(&held))).with_grace(Duration::from_millis(100));
    let running = Running::start(server);
    let stream = running.send(&Script::simple());
    let mut answers = Answers(&stream);
    answers.after_go();
    (&stream)
        .write_all(&Script::default().request(0, FLUSH, 1, 0, 0).bytes)
        .unwrap();
    held.wait_until_held();
    let summary = running.stop();
    assert_eq!((summary.connections, summary.abandoned), (1, 1));
    held.let_go();
    answers.end();
}

#[test]
fn an_end_may_be_asked_for_before_the_start() {
    let mut server = Server::new(only(Memory::new(512).unwrap()));
    let folder = tempfile::tempdir().unwrap();
    server.listen_unix(folder.path().join("socket")).unwrap();
    server.shutdown().request();
    assert_eq!(server.run().unwrap().connections, 0);
}

#[test]
fn one_request_ends_several_servers() {
    let shutdown = nbd::Shutdown::new();
    let servers = [(); 3].map(|()| {
        let server = Server::new(only(Memory::new(512).unwrap()));
        Running::start(server.with_shutdown(shutdown.clone()))
    });
    shutdown.request();
    for server in servers {
        assert_eq!(server.wait().connections, 0);
    }
}
