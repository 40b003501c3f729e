//! Many requests at once, and bytes that come as they like.

use std::io::{self, Read, Write};

use nbd::{Session, serve};

use crate::client::{READ, Reply, Script, TRIM, WRITE_ZEROES};
use crate::probe::{Probe, probed};

/// Gives pieces of some size, whatever room there is.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(buffer.len()).min(self.0.len());
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

/// Counts what is written.
#[derive(Default)]
struct Written {
    bytes: Vec<u8>,
    calls: usize,
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes, reads and more, of many sizes.
fn script() -> Script {
    let mut script = Script::structured();
    for number in 0..200_u64 {
        let offset = number * 5_120 % (1 << 19);
        let length = 512 + (number * 7_680) as u32 % (1 << 17);
        let data = vec![number as u8; length as usize];
        script = script
            .write(0, 4 * number, offset, &data)
            .request(0, READ, 4 * number + 1, offset + 512, length)
            .request(0, TRIM, 4 * number + 2, offset, 70_144)
            .request(0, WRITE_ZEROES, 4 * number + 3, offset / 1024 * 512, 512);
    }
    script.disconnect()
}

#[test]
fn replies_do_not_depend_on_how_bytes_come() {
    let script = script();
    let answers = [usize::MAX, 65_536, 4096, 1000, 28, 27, 3].map(|size| {
        let (_, exports) = probed(Probe::default());
        let mut written = Written::default();
        let outcome = serve(
            Pieces(&script.bytes, size),
            &mut written,
            &Session::new(&exports),
        );
        outcome.result.unwrap();
        assert_eq!(outcome.counters.requests(), 800);
        assert_eq!(outcome.counters.errors, 0);
        written.bytes
    });
    for other in &answers[1..] {
        assert!(*other == answers[0]);
    }
}

#[test]
fn replies_are_in_order_and_go_out_together() {
    let (_, exports) = probed(Probe::default());
    let mut script = Script::simple();
    for cookie in 0..1000 {
        script = script.request(0, READ, cookie, 0, 512);
    }
    let mut written = Written::default();
    let outcome = serve(&script.bytes[..], &mut written, &Session::new(&exports));
    outcome.result.unwrap();
    // Greeting and options in two, requests in one for each 64 KiB of them and
    // each 32 KiB of replies.
    assert!(written.calls <= 30, "{} writes", written.calls);
    let mut answers = crate::client::Answers(&written.bytes[..]);
    answers.after_go();
    for expected in 0..1000 {
        let reply = answers.reply(512);
        assert!(matches!(reply, Reply::Simple { error: 0, cookie, .. } if cookie == expected));
    }
    answers.end();
}

/// Interrupts every other read.
struct Interrupted<R>(R, bool);

impl<R: Read> Read for Interrupted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.0.read(buffer)
    }
}

#[test]
fn interrupted_reads_are_tried_again() {
    let (_, exports) = probed(Probe::default());
    let script = script();
    let mut written = Written::default();
    let reader = Interrupted(Pieces(&script.bytes, 10_000), false);
    let outcome = serve(reader, &mut written, &Session::new(&exports));
    outcome.result.unwrap();
    assert_eq!(outcome.counters.requests(), 800);
}
