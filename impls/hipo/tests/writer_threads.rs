//! Files that several threads encode: the bytes of one, and its errors.

use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hipo::{
    BankHandle, ColumnHandle, Compression, Error, ErrorKind, EventBuilder, File, Finish, Profile,
    StructureType, Writer, WriterOptions,
};
use proptest::prelude::*;

const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Makes events of one bank, and now and then of more than layouts that split
/// can hold.
struct Events {
    bank: BankHandle,
    number: ColumnHandle<i32>,
    noise: ColumnHandle<f32>,
    event: EventBuilder,
    state: u32,
}

fn options() -> WriterOptions {
    let schema = "{Test::threads/7/1}{number/I,noise/F}";
    WriterOptions::new()
        .schema(schema.parse().expect("a schema"))
        .expect("a new name")
}

impl Events {
    fn of<W: Finish>(writer: &Writer<W>) -> Self {
        let bank = writer.bank("Test::threads").expect("a bank");
        Self {
            number: bank.column("number").expect("integers"),
            noise: bank.column("noise").expect("floats"),
            bank,
            event: EventBuilder::new(),
            state: 1,
        }
    }

    fn next(&mut self, number: u16, tag: u32, rows: usize) -> &EventBuilder {
        self.event.reset();
        self.event.set_tag(tag);
        let mut bank = self.event.bank(&self.bank, rows).expect("a short bank");
        for row in 0..rows {
            self.state = self
                .state
                .wrapping_mul(1_664_525)
                .wrapping_add(1_013_904_223);
            bank.set(&self.number, row, i32::from(number));
            bank.set(&self.noise, row, (self.state >> 20) as f32);
        }
        if number % 97 == 96 {
            let again = self.event.structure(7, 1, StructureType::TABLE, &[1; 8]);
            again.expect("a short structure");
        }
        &self.event
    }
}

/// Many short records, some of them tagged, of lengths that go up and down: so
/// that padding shows what was left over.
fn write_many<W: Finish>(mut writer: Writer<W>) -> Result<W, Error> {
    let mut events = Events::of(&writer);
    for number in 0..600 {
        let tag = if number % 3 == 0 {
            u32::from(number % 2) + 4
        } else {
            0
        };
        let rows = usize::from(number * 7 % 40);
        writer.write(events.next(number, tag, rows))?;
        if number % 50 == 49 {
            writer.set_user_words(number.into(), 1);
        }
        if number % 130 == 129 {
            writer.flush()?;
        }
    }
    writer.finish()
}

fn many(options: WriterOptions) -> Vec<u8> {
    let writer = options.to_memory().expect("a writer");
    write_many(writer).expect("memory").into_inner()
}

#[test]
fn files_are_the_same_for_any_number_of_threads() {
    for split in [false, true] {
        for compression in Compression::ALL {
            for profile in [Profile::Cpp, Profile::Plain] {
                for apart in [false, true] {
                    for most in [1, 16, 10_000] {
                        let of = |threads| {
                            let options = options()
                                .compression(*compression)
                                .byte_split(split)
                                .profile(profile)
                                .tags_apart(apart)
                                .record_events(most);
                            many(options.threads(threads))
                        };
                        let one = of(1);
                        let file = File::from_source(one.clone()).expect("a file");
                        assert_eq!(file.event_count(), 600);
                        for threads in &THREADS[1..] {
                            assert!(
                                one == of(*threads),
                                "{compression}, {profile:?}, {most} events, {threads} threads"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn as_many_threads_as_there_are_write_the_same() {
    let one = many(options().record_events(20));
    assert!(one == many(options().record_events(20).threads(0)));
}

#[test]
fn files_of_no_events_are_the_same() {
    for profile in [Profile::Cpp, Profile::Plain] {
        let of = |threads| {
            let options = options().profile(profile).threads(threads);
            let writer = options.to_memory().expect("a writer");
            writer.finish().expect("memory").into_inner()
        };
        assert_eq!(of(1), of(3));
    }
}

/// An output that fails where it is full, each time after as well.
struct Full {
    inner: Cursor<Vec<u8>>,
    left: usize,
    finished: Arc<AtomicUsize>,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.left {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        self.left -= bytes.len();
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Full {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

impl Finish for Full {
    fn finish(&mut self) -> io::Result<()> {
        self.finished.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

#[test]
fn a_full_disk_is_told_and_ends_the_file() {
    let whole = many(options().record_events(8)).len();
    for threads in THREADS {
        for left in [2000, whole / 3, whole / 2, whole - 100] {
            let finished = Arc::default();
            let output = Full {
                inner: Cursor::default(),
                left,
                finished: Arc::clone(&finished),
            };
            let options = options().record_events(8).threads(threads);
            let writer = options.to_output(output).expect("the dictionary fits");
            let error = write_many(writer).err().expect("the rest does not fit");
            match error.kind() {
                ErrorKind::Write(error) => {
                    assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{left} bytes");
                }
                other => panic!("{other}"),
            }
            assert_eq!(finished.load(Ordering::SeqCst), 0);
        }
    }
}

#[test]
fn after_an_error_nothing_more_is_written() {
    for threads in THREADS {
        let output = Full {
            inner: Cursor::default(),
            left: 3000,
            finished: Arc::default(),
        };
        let options = options().record_events(8).threads(threads);
        let mut writer = options.to_output(output).expect("the dictionary fits");
        let mut events = Events::of(&writer);
        let mut failures = 0;
        for number in 0..300 {
            failures += usize::from(writer.write(events.next(number, 0, 30)).is_err());
            failures += usize::from(writer.flush().is_err());
        }
        assert!(failures > 200, "{failures}");
        let error = writer.finish().err().expect("it failed before");
        assert!(matches!(error.kind(), ErrorKind::Write(_)), "{error}");
    }
}

#[test]
fn levels_are_checked_before_any_thread_begins() {
    let error = options().level(0).threads(3).to_memory().expect_err("none");
    assert!(matches!(error.kind(), ErrorKind::Level { .. }), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_calls_make_the_same_file(
        calls in prop::collection::vec((0..4_u32, 0..60_usize, 0..12_u8), 0..200),
        tag in 0..15_u8,
        cpp: bool,
        bytes in 64..4000_u32,
        threads in 2..6_usize,
    ) {
        let of = |threads| {
            let options = options()
                .compression(Compression::from_tag(tag).expect("a tag"))
                .profile(if cpp { Profile::Cpp } else { Profile::Plain })
                .record_bytes(bytes)
                .threads(threads);
            let mut writer = options.to_memory().expect("a writer");
            let mut events = Events::of(&writer);
            for (number, (tag, rows, what)) in (0..).zip(&calls) {
                match what {
                    0 => writer.flush().expect("memory"),
                    1 => writer.set_user_words(u64::from(*tag), 3),
                    _ => writer.write(events.next(number, *tag, *rows)).expect("memory"),
                }
            }
            writer.finish().expect("memory").into_inner()
        };
        prop_assert_eq!(of(1), of(threads));
    }
}
