//! HIPO: native in turn with C++ and with oxihipo, as tables in Markdown.
//!
//! `TOUCHSTONE_ROUNDS` changes how long it takes. Files lie in memory where the
//! system has such a folder, and are opened again for each pass. C++ runs in this
//! process, oxihipo in a Python of its own.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use benches::hipo::{DataSet, Format, Reader, Scenario, Timing, Track};
use benches::{Ticket, gated_all, rounds};
use conformance::hipo::{CppHipo, Hipo, HipoCase, Stored};
use hipo::{Codec, Compression, Layout};
use hipo_ffi::{Filling, Hipo4, Way};
use oxihipo::Oxihipo;

/// Events of the data set.
const EVENTS: u32 = 200_000;

/// Of the one that two threads share: 17 records, where the other has four, and
/// one thread may have two of them to decompress while the other has one.
const MANY_EVENTS: u32 = 1_000_000;

fn main() -> ExitCode {
    let Some(cpp) = CppHipo::folder().and_then(|folder| Hipo4::open(&folder).ok()) else {
        eprintln!("C++ hipo4 is not here: cargo run --bin touchstone -- references install");
        return ExitCode::FAILURE;
    };
    let folder = folder();
    let cases = [((), HipoCase::data_set(Stored::CPP, EVENTS))];
    let status = gated_all(Hipo::default(), cases, |tickets| {
        reading(&tickets[0].1, &cpp, folder.path());
        columns(&tickets[0].1, &cpp, folder.path());
        writing(&tickets[0].1, &cpp, folder.path());
    });
    if status != ExitCode::SUCCESS {
        return status;
    }
    match CppHipo::folder().map(|folder| Oxihipo::open(&folder)) {
        Some(Ok(oxihipo)) => match layouts(&oxihipo, folder.path()) {
            ExitCode::SUCCESS => threads(&oxihipo, folder.path()),
            failure => failure,
        },
        Some(Err(missing)) => {
            // Nobody else reads them, and what nobody has read is not timed.
            eprintln!("layouts that C++ does not read are left out; {missing}");
            ExitCode::SUCCESS
        }
        None => ExitCode::SUCCESS,
    }
}

/// Where files lie.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    };
    folder.expect("a folder for files")
}

/// What is timed beside whole records of LZ4.
const LAYOUTS: [(&str, Codec, Layout); 9] = [
    ("LZ4, whole", Codec::Lz4, Layout::Whole),
    ("gzip, whole", Codec::Gzip, Layout::Whole),
    ("zstd, whole", Codec::Zstd, Layout::Whole),
    ("LZ4, per bank", Codec::Lz4, Layout::PerBank),
    ("gzip, per bank", Codec::Gzip, Layout::PerBank),
    ("zstd, per bank", Codec::Zstd, Layout::PerBank),
    ("LZ4, per column", Codec::Lz4, Layout::PerColumn),
    ("gzip, per column", Codec::Gzip, Layout::PerColumn),
    ("zstd, per column", Codec::Zstd, Layout::PerColumn),
];

/// Goes through the layouts, each gated with so many events.
fn each_layout(
    events: u32,
    oxihipo: &Oxihipo,
    folder: &Path,
    mut timed: impl FnMut(&str, Track<'_>),
) -> ExitCode {
    for (name, codec, layout) in LAYOUTS {
        let stored = Stored::plain(Compression::new(codec, layout));
        let cases = [((), HipoCase::data_set(stored, events))];
        // One by one: a ticket holds all events, a few hundred megabytes.
        let status = gated_all(Hipo::default(), cases, |tickets| {
            let track = Track::new(&tickets[0].1, folder, "layout.hipo").expect("a file");
            timed(name, track.with_oxihipo(oxihipo));
        });
        if status != ExitCode::SUCCESS {
            return status;
        }
    }
    ExitCode::SUCCESS
}

fn layouts(oxihipo: &Oxihipo, folder: &Path) -> ExitCode {
    println!(
        "\n## Reading {EVENTS} events, layout by layout: ms, medians; ratios above 1.00: native is faster\n"
    );
    println!(
        "| layout | scenario | events | columns, one thread | two | part by part, one | two | oxihipo, one | two | columns to oxihipo, one | two |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    each_layout(EVENTS, oxihipo, folder, |name, track| {
        one_layout(name, &track);
    })
}

fn threads(oxihipo: &Oxihipo, folder: &Path) -> ExitCode {
    println!(
        "\n## Reading {MANY_EVENTS} events by two threads: ms, medians; ratios above 1.00: two are faster, or native is\n"
    );
    println!(
        "| layout | scenario | columns, one thread | two | ratio | part by part, one | two | ratio | oxihipo, two | columns to oxihipo |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    each_layout(MANY_EVENTS, oxihipo, folder, |name, track| {
        two_threads(name, &track);
    })
}

fn one_layout(name: &str, track: &Track<'_>) {
    let readers = [
        Reader::Events,
        Reader::Columns(1),
        Reader::Columns(2),
        Reader::Parts(1),
        Reader::Parts(2),
        Reader::Oxihipo(1),
        Reader::Oxihipo(2),
    ];
    for scenario in &Scenario::ALL[1..] {
        let times = track
            .race(*scenario, &readers, rounds(15))
            .expect("both conform");
        let [events, one, two, part, parts, other, others] = times[..] else {
            unreachable!("seven readers");
        };
        println!(
            "| {name} | {scenario} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            ms(events.warm),
            ms(one.warm),
            ms(two.warm),
            ms(part.warm),
            ms(parts.warm),
            ms(other.warm),
            ms(others.warm),
            ratio(one.warm, other.warm),
            ratio(two.warm, others.warm),
        );
    }
}

fn two_threads(name: &str, track: &Track<'_>) {
    let readers = [
        Reader::Columns(1),
        Reader::Columns(2),
        Reader::Parts(1),
        Reader::Parts(2),
        Reader::Oxihipo(2),
    ];
    for scenario in &Scenario::ALL[1..] {
        let times = track
            .race(*scenario, &readers, rounds(9))
            .expect("both conform");
        let [one, two, part, parts, others] = times[..] else {
            unreachable!("five readers");
        };
        println!(
            "| {name} | {scenario} | {} | {} | {} | {} |",
            one_and_two(one, two),
            one_and_two(part, parts),
            ms(others.warm),
            ratio(two.warm, others.warm),
        );
    }
}

/// Cells of a table: one thread, two, and what two are to one.
fn one_and_two(one: Timing, two: Timing) -> String {
    let ratio = ratio(two.warm, one.warm);
    format!("{} | {} | {ratio}", ms(one.warm), ms(two.warm))
}

fn ms(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

fn ratio(of: Duration, to: Duration) -> String {
    format!("{:.2}", to.as_secs_f64() / of.as_secs_f64())
}

fn reading(ticket: &Ticket<Hipo>, cpp: &Hipo4, folder: &Path) {
    let track = Track::new(ticket, folder, "whole.hipo")
        .expect("a file")
        .with_cpp(cpp);
    println!(
        "\n## Reading {EVENTS} events of C++'s own file: ms, medians; ratios above 1.00: native is faster\n"
    );
    println!(
        "| scenario | native, events | native, columns | C++, as in its examples | C++, in place | events to C++ | to C++ in place | columns to C++ in place | cold: events to C++ in place |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for scenario in Scenario::ALL {
        let readers = [
            Reader::Events,
            Reader::Columns(1),
            Reader::Cpp(Way::Event),
            Reader::Cpp(Way::FASTEST),
        ];
        let times = track
            .race(scenario, &readers, rounds(25))
            .expect("both conform");
        let [events, columns, example, in_place] = times[..] else {
            unreachable!("four readers");
        };
        println!(
            "| {scenario} | {} | {} | {} | {} | {} | {} | {} | {} |",
            ms(events.warm),
            ms(columns.warm),
            ms(example.warm),
            ms(in_place.warm),
            ratio(events.warm, example.warm),
            ratio(events.warm, in_place.warm),
            ratio(columns.warm, in_place.warm),
            ratio(events.cold, in_place.cold),
        );
    }
}

fn columns(ticket: &Ticket<Hipo>, cpp: &Hipo4, folder: &Path) {
    println!(
        "\n## Columns, by one thread and by two: ms, medians; ratios above 1.00: two are faster\n"
    );
    println!(
        "| scenario | all at once, one | two | ratio | part by part, one | two | ratio | C++, in place | part by part to C++ |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    let whole = Track::new(ticket, folder, "whole.hipo")
        .expect("a file")
        .with_cpp(cpp);
    for scenario in &Scenario::ALL[1..] {
        let readers = [
            Reader::Columns(1),
            Reader::Columns(2),
            Reader::Parts(1),
            Reader::Parts(2),
            Reader::Cpp(Way::FASTEST),
        ];
        let times = whole
            .race(*scenario, &readers, rounds(25))
            .expect("both conform");
        let [one, two, part, parts, in_place] = times[..] else {
            unreachable!("five readers");
        };
        println!(
            "| {scenario} | {} | {} | {} | {} |",
            one_and_two(one, two),
            one_and_two(part, parts),
            ms(in_place.warm),
            ratio(part.warm, in_place.warm),
        );
    }
}

/// What writes the data set.
#[derive(Clone, Copy)]
enum Writing {
    Cpp(Filling),
    /// Native, in a format, with so many threads.
    Native(&'static str, usize),
}

const WRITING: [(&str, Writing); 6] = [
    ("C++, banks", Writing::Cpp(Filling::Banks)),
    ("C++, bytes of events", Writing::Cpp(Filling::RawEvents)),
    ("native, C++'s bytes", Writing::Native("cpp", 1)),
    ("native", Writing::Native("lz4", 1)),
    (
        "native, C++'s bytes, two threads",
        Writing::Native("cpp", 2),
    ),
    ("native, two threads", Writing::Native("lz4", 2)),
];

impl Writing {
    /// Writes the file, and tells how long that took.
    fn write(self, cpp: &Hipo4, path: &Path) -> Duration {
        match self {
            Self::Cpp(filling) => {
                let written = cpp.write_dataset(path, u64::from(EVENTS), filling);
                Duration::from_nanos(written.expect("a disk").nanoseconds)
            }
            Self::Native(name, threads) => {
                let format: Format = name.parse().expect("a format");
                let output = std::fs::File::create(path).expect("a disk");
                let writer = DataSet::options(format)
                    .and_then(|options| options.threads(threads).to_output(output));
                let written = DataSet::write(writer.expect("a disk"), EVENTS);
                written.expect("a disk").1
            }
        }
    }
}

/// Files by C++'s rules, that native is timed at, are those that have passed.
fn hold_to(ticket: &Ticket<Hipo>, cpp: &Hipo4, path: &Path) {
    let passed = ticket.frame("hipo").expect("native's file");
    for threads in [1, 2] {
        Writing::Native("cpp", threads).write(cpp, path);
        let written = std::fs::read(path).expect("a disk");
        assert!(written == passed, "{threads} threads write another file");
    }
}

fn writing(ticket: &Ticket<Hipo>, cpp: &Hipo4, folder: &Path) {
    println!("\n## Writing {EVENTS} events, banks by rows and LZ4: ms, medians\n");
    let path = folder.join("written.hipo");
    hold_to(ticket, cpp, &path);
    let mut times = WRITING.map(|_| Vec::new());
    for _ in 0..rounds(25) {
        for (times, (_, writing)) in times.iter_mut().zip(WRITING) {
            times.push(writing.write(cpp, &path));
        }
    }
    let medians = times.map(|mut times| {
        times.sort();
        times[times.len() / 2]
    });
    println!("| writer | ms | to C++, banks |\n|---|---:|---:|");
    for ((name, _), median) in WRITING.iter().zip(medians) {
        println!(
            "| {name} | {} | {} |",
            ms(median),
            ratio(median, medians[0])
        );
    }
}
