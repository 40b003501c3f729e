use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use zram::store::{Selection, Store};

use crate::support::{PAGE, file, get, noise, options, text};

/// An output that holds on to a group of 256 pages until it is told to go on.
struct Holding {
    left: u32,
    held: Sender<()>,
    resumed: Receiver<()>,
}

impl Holding {
    /// At the so many'th write, of which the first is the header. Tells when it
    /// is there, and wants to be told.
    fn at(write: u32) -> (Self, Receiver<()>, Sender<()>) {
        let ((held, holds), (resume, resumed)) = (channel(), channel());
        let left = write;
        let holding = Self {
            left,
            held,
            resumed,
        };
        (holding, holds, resume)
    }
}

impl Write for Holding {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.left = self.left.wrapping_sub(1);
        if self.left == 0 {
            self.held.send(()).expect("somebody waits");
            self.resumed.recv().expect("somebody tells");
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One of two pages, by turns: whoever reads sees one of them, whole.
fn either(number: u64, turn: u64) -> Vec<u8> {
    if (number + turn).is_multiple_of(3) {
        noise(number + 2 * turn)
    } else {
        text(number + 2 * turn)
    }
}

/// Readers and writers while pages are moved about underneath.
#[test]
fn reads_during_upkeep_see_whole_pages() {
    for options in [options().with_checksums(true), options().with_sharing(true)] {
        let store = Store::new(options).expect("a store");
        store
            .attach_backing(file(), 64 * PAGE as u64)
            .expect("a file");
        let pages = 300;
        for number in 0..pages {
            store.put(number, &either(number, 0)).expect("room");
        }
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            for worker in 0..2 {
                let (store, done) = (&store, &done);
                scope.spawn(move || {
                    let mut turn = 0;
                    while !done.load(Ordering::Relaxed) {
                        turn ^= 1;
                        for number in (worker..pages).step_by(2) {
                            store.put(number, &either(number, turn)).expect("room");
                            assert!(get(store, number) == either(number, turn), "own write");
                            let other = (number * 7 + 1) % pages;
                            let page = get(store, other);
                            assert!(page == either(other, 0) || page == either(other, 1));
                        }
                    }
                });
            }
            for round in 0..30 {
                store.tick();
                store
                    .recompress(1 + round % 2, &Selection::all())
                    .expect("room");
                store
                    .write_back(&Selection::all().incompressible())
                    .expect("a file");
                store.compact();
                store.save(std::io::sink()).expect("a snapshot");
            }
            done.store(true, Ordering::Relaxed);
        });
        store.discard(0, store.size()).expect("a range");
        store.compact();
        let stats = store.stats();
        assert_eq!((stats.slab_bytes, stats.mm_stat.compr_data_size), (0, 0));
        assert_eq!(stats.bd_stat.bd_count, 0);
    }
}

/// Parts of one page, by several threads: no one's write is lost.
#[test]
fn parts_of_a_page_do_not_lose_each_other() {
    let store = Store::new(options()).expect("a store");
    thread::scope(|scope| {
        for worker in 0..4_u8 {
            let store = &store;
            scope.spawn(move || {
                let at = 512 * u64::from(worker) + 3;
                for round in 0..500_u16 {
                    let bytes = [worker, round as u8, (round >> 8) as u8];
                    store.write_at(at, &bytes).expect("room");
                    let mut back = [0; 3];
                    store.read_at(at, &mut back).expect("a range");
                    assert_eq!(back, bytes);
                }
            });
        }
    });
}

/// A snapshot is of one moment, whatever is written while it is made.
#[test]
fn a_snapshot_is_of_one_moment() {
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Slow(Arc<Mutex<Vec<u8>>>);
    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            thread::yield_now();
            self.0.lock().expect("no panic").write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let store = Store::new(options()).expect("a store");
    let done = AtomicBool::new(false);
    // Every page holds the number of its write; writes go up and down the
    // store, so that a later write to an earlier page tells.
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut count = 0_u64;
            let mut up = true;
            while !done.load(Ordering::Relaxed) {
                for step in 0..1024 {
                    count += 1;
                    let page = count.to_le_bytes().repeat(PAGE / 8);
                    let number = if up { step } else { 1023 - step };
                    store.put(number, &page).expect("a word");
                }
                up = !up;
            }
        });
        for _ in 0..50 {
            let output = Slow::default();
            store.save(output.clone()).expect("a snapshot");
            let bytes = output.0.lock().expect("no panic");
            let back = Store::restore(options(), &mut &bytes[..]).expect("a snapshot");
            let mut counts: Vec<u64> = (0..1024)
                .map(|number| {
                    let page = get(&back, number);
                    u64::from_le_bytes(page[..8].try_into().expect("8 bytes"))
                })
                .collect();
            let last = *counts.iter().max().expect("pages");
            let pass = (last.max(1) - 1) / 1024;
            if pass % 2 == 1 {
                counts.reverse();
            }
            // What the last pass has written, and behind it the one before.
            let written = (last - pass * 1024) as usize;
            for (step, count) in (0..).zip(&counts) {
                let expected = if step < written as u64 {
                    pass * 1024 + step + 1
                } else if pass == 0 {
                    0
                } else {
                    // The pass before went the other way.
                    (pass - 1) * 1024 + (1023 - step) + 1
                };
                assert_eq!(
                    *count, expected,
                    "step {step} of pass {pass}, {written} written"
                );
            }
        }
        done.store(true, Ordering::Relaxed);
    });
}

/// What is written during a compaction may get the number of a slab that has
/// just been emptied: it is not what was there before.
#[test]
fn compaction_does_not_mistake_new_pages_for_moved_ones() {
    let store = Store::new(options().with_sharing(true)).expect("a store");
    for number in 0..=256 {
        store.put(number, &noise(number)).expect("room");
    }
    for number in (0..256).filter(|number| number % 5 != 0) {
        store
            .discard(number * PAGE as u64, PAGE as u64)
            .expect("a range");
    }
    let (holding, held, resume) = Holding::at(3);
    thread::scope(|scope| {
        scope.spawn(|| store.save(holding).expect("a snapshot"));
        held.recv().expect("the snapshot is under way");
        scope.spawn(|| store.compact());
        // Time for it to be through with the first group.
        thread::sleep(Duration::from_millis(300));
        for number in 512..768 {
            store.put(number, &noise(number)).expect("room");
        }
        resume.send(()).expect("the snapshot waits");
    });
    for number in (0..256).step_by(5).chain(512..768) {
        assert!(get(&store, number) == noise(number), "{number}");
    }
}

/// A snapshot's writer that panics while it saves what another thread is about
/// to change: pages would be missing.
#[test]
fn a_writer_that_panics_fails_the_snapshot_alone() {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Panics in another thread than the one that saves, or in that too.
    struct Panicking(u32, Sender<()>, Option<thread::ThreadId>);
    impl Write for Panicking {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += 1;
            // The header, then the first group.
            if self.0 == 2 {
                self.1.send(()).expect("somebody waits");
                thread::sleep(Duration::from_millis(300));
            }
            let goes_well = self.0 == 1 || self.2 == Some(thread::current().id());
            assert!(goes_well, "a writer that panics");
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let store = Store::new(options()).expect("a store");
    for number in 0..1024 {
        store.put(number, &text(number)).expect("room");
    }
    let at = 300 * PAGE as u64;
    let (under_way, waiting) = channel();
    thread::scope(|scope| {
        let saving = scope.spawn(|| {
            let this = thread::current().id();
            store.save(Panicking(0, under_way, Some(this)))
        });
        waiting.recv().expect("the snapshot is under way");
        let change = || store.write_at(at, b"part");
        assert!(catch_unwind(AssertUnwindSafe(change)).is_err());
        assert!(saving.join().expect("no panic").is_err());
        // What the change had borrowed is whole again.
        let mut part = [0; 4];
        store.read_at(3, &mut part).expect("a range");
        assert_eq!(part, text(0)[3..7]);
        store.write_at(at, b"part").expect("room");
    });
    let (under_way, _waiting) = channel();
    let save = || store.save(Panicking(0, under_way, None));
    assert!(catch_unwind(AssertUnwindSafe(save)).is_err());
    for number in 0..1024 {
        store.put(number, &text(number)).expect("room");
    }
    let saved = store.save(io::sink()).expect("a snapshot");
    assert_eq!(saved.pages, 1024);
    // Nor is the slot lost that the change had taken.
    store.discard(0, store.size()).expect("a range");
    store.compact();
    let stats = store.stats();
    assert_eq!((stats.slab_bytes, stats.mm_stat.compr_data_size), (0, 0));
}

/// Slots of slabs that are to be emptied are there for those who find no other.
#[test]
fn compaction_takes_no_room_from_writes() {
    let store = Store::new(options()).expect("a store");
    for number in 0..200 {
        store.put(number, &text(0)).expect("room");
    }
    for number in (0..200).filter(|number| number % 5 != 0) {
        store
            .discard(number * PAGE as u64, PAGE as u64)
            .expect("a range");
    }
    // Room for the books of 256 pages, none for a slab.
    let limit = store.stats().mm_stat.mem_used_total + 5000;
    store.set_memory_limit(Some(limit));
    let (holding, held, resume) = Holding::at(2);
    thread::scope(|scope| {
        scope.spawn(|| store.save(holding).expect("a snapshot"));
        held.recv().expect("the snapshot is under way");
        let compaction = scope.spawn(|| store.compact());
        thread::sleep(Duration::from_millis(300));
        for number in 512..600 {
            let result = store.put(number, &text(0));
            if result.is_err() {
                resume.send(()).expect("the snapshot waits");
            }
            result.expect("one of the slots that were given up");
        }
        resume.send(()).expect("the snapshot waits");
        compaction.join().expect("no panic");
    });
    for number in (0..200).step_by(5).chain(512..600) {
        assert!(get(&store, number) == text(0), "{number}");
    }
    let before = store.stats().slab_bytes;
    store.compact();
    let stats = store.stats();
    assert!(stats.slab_bytes < before && stats.mm_stat.mem_used_max <= limit);
}
