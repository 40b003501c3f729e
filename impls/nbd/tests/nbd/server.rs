//! Servers on sockets.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nbd::memory::Memory;
use nbd::{Error, Export, Exports, Server, Shutdown, Summary};
use tempfile::TempDir;

use crate::client::{ABORT, ACK, Answers, FLUSH, READ, Reply, Script, TRIM, simple};
use crate::probe::only;

/// A server that runs, on a Unix socket.
pub(crate) struct Running {
    folder: TempDir,
    pub(crate) shutdown: Shutdown,
    thread: JoinHandle<Summary>,
}

impl Running {
    pub(crate) fn start(server: Server) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut server = server;
        server.listen_unix(folder.path().join("socket")).unwrap();
        let shutdown = server.shutdown();
        Self {
            folder,
            shutdown,
            thread: thread::spawn(|| server.run().unwrap()),
        }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    pub(crate) fn connect(&self) -> UnixStream {
        let stream = UnixStream::connect(self.path()).unwrap();
        // A test that waits for nothing fails.
        stream
            .set_read_timeout(Some(Duration::from_mins(1)))
            .unwrap();
        stream
    }

    /// Connects and sends a script.
    pub(crate) fn send(&self, script: &Script) -> UnixStream {
        let mut stream = self.connect();
        stream.write_all(&script.bytes).unwrap();
        stream
    }

    /// Waits for the end, which somebody has asked for.
    pub(crate) fn wait(self) -> Summary {
        self.thread.join().unwrap()
    }

    pub(crate) fn stop(self) -> Summary {
        self.shutdown.request();
        self.wait()
    }
}

fn memory() -> Exports {
    only(Memory::new(1 << 20).unwrap())
}

#[test]
fn unix_and_tcp_see_the_same() {
    let mut server = Server::new(memory());
    let address = server.listen_tcp("127.0.0.1:0".parse().unwrap()).unwrap();
    let running = Running::start(server);
    let script = Script::simple().write(0, 1, 512, &[7; 512]).disconnect();
    let stream = running.send(&script);
    let mut answers = Answers(&stream);
    answers.after_go();
    assert_eq!(answers.reply(0), simple(1, 0));
    answers.end();

    let mut stream = TcpStream::connect(address).unwrap();
    let script = Script::simple().request(0, READ, 2, 512, 512).disconnect();
    stream.write_all(&script.bytes).unwrap();
    let mut answers = Answers(&stream);
    answers.after_go();
    let (error, cookie, data) = (0, 2, vec![7; 512]);
    assert_eq!(
        answers.reply(512),
        Reply::Simple {
            error,
            cookie,
            data
        }
    );
    answers.end();
    let summary = running.stop();
    assert_eq!(summary.connections, 2);
    assert_eq!(summary.failed, 0);
    assert_eq!(summary.counters.requests(), 2);
}

#[test]
fn exports_are_told_apart_by_name() {
    let mut exports = Exports::new();
    for (name, size) in [("", 512), ("a", 1024), ("b", 2048)] {
        exports.add(name, Memory::new(size).unwrap()).unwrap();
    }
    let running = Running::start(Server::new(exports));
    for (name, offset, error) in [
        ("", 512, 22),
        ("a", 512, 0),
        ("a", 1024, 22),
        ("b", 1536, 0),
    ] {
        let script = Script::new().go(name).request(0, TRIM, 1, offset, 512);
        let stream = running.send(&script.disconnect());
        let mut answers = Answers(&stream);
        answers.after_go();
        assert_eq!(answers.reply(0), simple(1, error));
    }
    assert_eq!(running.stop().counters.errors, 2);
}

#[test]
fn many_clients_at_once_see_one_disk() {
    const SLICE: u64 = 1 << 16;
    let running = Running::start(Server::new(memory()));
    thread::scope(|scope| {
        for number in 0..8_u64 {
            let running = &running;
            scope.spawn(move || {
                let stream = running.send(&Script::structured());
                let mut answers = Answers(&stream);
                let flags = answers.after_structured();
                assert_ne!(flags & 1 << 8, 0, "several connections are allowed");
                for round in 0..200_u64 {
                    let offset = number * SLICE + round % 16 * 4096;
                    let data = vec![(number + round + 1) as u8; 4096];
                    let script = Script::default()
                        .write(0, round, offset, &data)
                        .request(0, READ, round, offset, 4096);
                    (&stream).write_all(&script.bytes).unwrap();
                    assert_eq!(answers.reply(0), simple(round, 0));
                    let (cookie, done) = (round, true);
                    assert_eq!(
                        answers.reply(0),
                        Reply::Data {
                            cookie,
                            done,
                            offset,
                            data
                        }
                    );
                }
            });
        }
    });
    // What one has written and flushed, another one reads.
    let writer = running.send(&Script::simple());
    let reader = running.send(&Script::simple());
    let (mut written, mut read) = (Answers(&writer), Answers(&reader));
    written.after_go();
    read.after_go();
    for round in 0..50_u8 {
        let script = Script::default().write(0, 1, 0, &[round; 512]);
        let script = script.request(0, FLUSH, 2, 0, 0);
        (&writer).write_all(&script.bytes).unwrap();
        assert_eq!(written.reply(0), simple(1, 0));
        assert_eq!(written.reply(0), simple(2, 0));
        let script = Script::default().request(0, READ, 3, 0, 512);
        (&reader).write_all(&script.bytes).unwrap();
        let Reply::Simple { data, .. } = read.reply(512) else {
            panic!("a simple reply");
        };
        assert_eq!(data, [round; 512]);
    }
    drop((writer, reader));
    let summary = running.stop();
    assert_eq!(summary.connections, 10);
    assert_eq!(summary.counters.writes, 8 * 200 + 50);
    assert_eq!(summary.counters.errors, 0);
}

#[test]
fn more_clients_than_allowed_wait() {
    let running = Running::start(Server::new(memory()).with_connections(1));
    let first = running.send(&Script::simple());
    Answers(&first).after_go();
    let second = running.send(&Script::simple());
    second
        .set_read_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    let error = (&second).read(&mut [0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WouldBlock);
    drop(first);
    second
        .set_read_timeout(Some(Duration::from_mins(1)))
        .unwrap();
    Answers(&second).after_go();
    assert_eq!(running.stop().connections, 2);
}

#[test]
fn a_client_that_does_not_choose_is_cut_off() {
    let timeout = Duration::from_millis(300);
    let server = Server::new(memory()).with_handshake_timeout(timeout);
    let running = Running::start(server.with_connections(2));
    let started = Instant::now();
    let silent = running.connect();
    // A byte now and then makes no difference.
    let slow = running.connect();
    thread::scope(|scope| {
        scope.spawn(|| {
            let script = Script::new().option(3, &[]).option(3, &[]);
            for byte in script.bytes {
                if (&slow).write_all(&[byte]).is_err() {
                    break;
                }
                thread::sleep(Duration::from_millis(50));
            }
        });
        // Both places are free again.
        for _ in 0..2 {
            let next = running.send(&Script::simple());
            Answers(&next).after_go();
            // One that has chosen may be silent for long.
            thread::sleep(2 * timeout);
            (&next)
                .write_all(&Script::default().request(0, FLUSH, 1, 0, 0).bytes)
                .unwrap();
            assert_eq!(Answers(&next).reply(0), simple(1, 0));
        }
    });
    assert!(started.elapsed() >= timeout);
    let mut answers = Answers(&silent);
    answers.greeting();
    answers.end();
    let summary = running.stop();
    assert_eq!((summary.connections, summary.timed_out), (4, 2));
}

#[test]
fn a_socket_that_nobody_listens_on_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    drop(UnixListener::bind(&path).unwrap());
    assert!(path.exists());
    let mut server = Server::new(memory());
    server.listen_unix(&path).unwrap();
    UnixStream::connect(&path).unwrap();
    server.shutdown().request();
    server.run().unwrap();
    assert!(!path.exists());
}

#[test]
fn a_socket_that_is_in_use_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let listener = UnixListener::bind(&path).unwrap();
    let mut server = Server::new(memory());
    let error = server.listen_unix(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AddrInUse);
    // Nor one whose queue is full, which would be waited for: there was room for
    // one in it, and that has come.
    rustix::net::listen(&listener, 0).unwrap();
    let error = server.listen_unix(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AddrInUse);
    drop(listener);

    let file = folder.path().join("file");
    fs::write(&file, "precious").unwrap();
    let error = server.listen_unix(&file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AddrInUse);
    assert_eq!(fs::read(&file).unwrap(), b"precious");
}

#[test]
fn a_file_that_took_the_sockets_place_stays() {
    let running = Running::start(Server::new(memory()));
    let path = running.path();
    fs::remove_file(&path).unwrap();
    fs::write(&path, "precious").unwrap();
    let Running {
        folder,
        shutdown,
        thread,
    } = running;
    shutdown.request();
    thread.join().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"precious");
    drop(folder);
}

#[test]
fn a_server_that_was_never_run_removes_its_socket() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let mut server = Server::new(memory());
    server.listen_unix(&path).unwrap();
    drop(server);
    assert!(!path.exists());
}

#[test]
fn events_tell_what_happens() {
    let events = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&events);
    let server = Server::new(memory())
        .with_observer(move |event| told.lock().unwrap().push(format!("{event:?}")));
    let running = Running::start(server);
    let script = Script::simple().write(0, 1, 0, &[7; 512]).disconnect();
    Answers(&running.send(&script)).after_go();
    let stream = running.send(&Script::new().option(ABORT, &[]));
    let mut answers = Answers(&stream);
    answers.greeting();
    assert_eq!(answers.option_end(ABORT), ACK);
    answers.end();
    let stream = running.send(&Script::with_flags(77));
    let mut answers = Answers(&stream);
    answers.greeting();
    answers.end();
    let summary = running.stop();
    assert_eq!(summary.failed, 1);
    let events = events.lock().unwrap();
    let of = |connection: u32| -> Vec<&str> {
        let number = format!("connection: {connection},");
        let mine = events.iter().filter(|event| event.contains(&number));
        mine.map(String::as_str).collect()
    };
    let [accepted, negotiated, closed] = of(1)[..] else {
        panic!("{events:?}");
    };
    assert!(accepted.starts_with("Accepted") && accepted.contains("socket"));
    assert!(negotiated.starts_with("Negotiated"));
    assert!(closed.starts_with("Closed") && closed.contains("Ok(Disconnect)"));
    assert!(closed.contains("bytes_written: 512"));
    assert_eq!(of(2).len(), 2);
    assert!(of(2)[1].contains("Ok(Abort)"));
    assert_eq!(of(3).len(), 2);
    assert!(of(3)[1].contains("ClientFlags { flags: 77 }"));
}

/// Panics when it is read.
struct Broken;

impl Export for Broken {
    fn size(&self) -> u64 {
        1 << 20
    }

    fn read(&self, _: u64, _: &mut [u8]) -> Result<(), Error> {
        panic!("as this test expects");
    }

    fn write(&self, _: u64, _: &[u8]) -> Result<(), Error> {
        Ok(())
    }

    fn flush(&self) -> Result<(), Error> {
        Ok(())
    }
}

#[test]
fn an_export_that_panics_ends_its_connection_and_no_other() {
    let running = Running::start(Server::new(only(Broken)));
    let other = running.send(&Script::simple());
    let mut others = Answers(&other);
    others.after_go();
    let stream = running.send(&Script::simple());
    let mut answers = Answers(&stream);
    answers.after_go();
    (&stream)
        .write_all(&Script::default().request(0, READ, 1, 0, 512).bytes)
        .unwrap();
    answers.end();
    (&other)
        .write_all(&Script::default().request(0, FLUSH, 2, 0, 0).bytes)
        .unwrap();
    assert_eq!(others.reply(0), simple(2, 0));
    drop(other);
    let summary = running.stop();
    assert_eq!((summary.panicked, summary.failed), (1, 0));
}

#[test]
fn zeros_are_written_by_an_export_that_only_writes() {
    struct Writes(Mutex<Vec<(u64, usize)>>);

    impl Export for Writes {
        fn size(&self) -> u64 {
            1 << 30
        }

        fn read(&self, _: u64, _: &mut [u8]) -> Result<(), Error> {
            Ok(())
        }

        fn write(&self, offset: u64, data: &[u8]) -> Result<(), Error> {
            assert!(data.iter().all(|&byte| byte == 0));
            self.0.lock().unwrap().push((offset, data.len()));
            Ok(())
        }

        fn flush(&self) -> Result<(), Error> {
            Ok(())
        }
    }

    let writes = Arc::new(Writes(Mutex::default()));
    let exports = only(Arc::clone(&writes));
    let script = Script::simple().request(0, 6, 1, 512, 150_016);
    let (_, mut answers) = script.run(&exports);
    answers.after_go();
    assert_eq!(answers.reply(0), simple(1, 0));
    assert_eq!(
        *writes.0.lock().unwrap(),
        [(512, 65_536), (66_048, 65_536), (131_584, 18_944)]
    );
}
