//! A writer that is dropped. By itself, as it counts the threads of its process.

use std::thread;
use std::time::Duration;

use hipo::{EventBuilder, StructureType, WriterOptions};

/// Threads of this process; none where the system does not tell.
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

/// Whether there are so many threads, soon: the system takes its time to forget
/// one that has ended.
fn are_soon(count: usize) -> bool {
    (0..1000).any(|_| {
        thread::sleep(Duration::from_millis(u64::from(threads() != count)));
        threads() == count
    })
}

#[test]
fn a_writer_that_is_dropped_leaves_no_thread_and_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.hipo");
    let entries = || std::fs::read_dir(folder.path()).expect("a folder").count();
    let mut event = EventBuilder::new();
    event
        .structure(1, 1, StructureType::BYTES, &[7; 5000])
        .expect("a short structure");
    let before = threads();
    for count in [1, 2, 3, 8] {
        for events in [0, 5, 100] {
            let options = WriterOptions::new().record_events(4).threads(count);
            let mut writer = options.create(&path).expect("a writer");
            for _ in 0..events {
                writer.write(&event).expect("a disk");
            }
            let begun = threads() - before;
            assert!(begun < count, "{begun} beside this one");
            assert!(before == 0 || begun > 0 || count == 1 || events < 5);
            assert_eq!(entries(), 1, "what is under way");
            drop(writer);
            assert!(are_soon(before), "{} are left", threads() - before);
            assert_eq!(entries(), 0);
        }
    }
}
