//! HIPO: native in turn with C++ and with oxihipo, as tables in Markdown.
//!
//! `TOUCHSTONE_ROUNDS` changes how long it takes. Files lie in memory where the
//! system has such a folder, and are opened again for each pass. C++ runs in this
//! process, oxihipo in a Python of its own.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use benches::hipo::{DataSet, Format, Reader, Scenario, Track};
use benches::{Ticket, gated_all, rounds};
use conformance::hipo::{CppHipo, Hipo, HipoCase, Stored};
use hipo::{Codec, Compression, Layout};
use hipo_ffi::{Filling, Hipo4, Way};
use oxihipo::Oxihipo;

/// Events of the data set.
const EVENTS: u32 = 200_000;

fn main() -> ExitCode {
    let Some(cpp) = CppHipo::folder().and_then(|folder| Hipo4::open(&folder).ok()) else {
        eprintln!("C++ hipo4 is not here: cargo run --bin touchstone -- references install");
        return ExitCode::FAILURE;
    };
    let folder = folder();
    let cases = [((), HipoCase::data_set(Stored::CPP, EVENTS))];
    let status = gated_all(Hipo::default(), cases, |tickets| {
        reading(&tickets[0].1, &cpp, folder.path());
        threads(&tickets[0].1, &cpp, folder.path());
        writing(&cpp, folder.path());
    });
    if status != ExitCode::SUCCESS {
        return status;
    }
    match CppHipo::folder().map(|folder| Oxihipo::open(&folder)) {
        Some(Ok(oxihipo)) => layouts(&oxihipo, folder.path()),
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

fn layouts(oxihipo: &Oxihipo, folder: &Path) -> ExitCode {
    println!(
        "\n## Reading {EVENTS} events, layout by layout: ms, medians; ratios above 1.00: native is faster\n"
    );
    println!(
        "| layout | scenario | native, events | native, columns | oxihipo, columns | ratio | native, two threads | oxihipo, two threads | ratio |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|");
    for (name, codec, layout) in LAYOUTS {
        let stored = Stored::plain(Compression::new(codec, layout));
        let cases = [((), HipoCase::data_set(stored, EVENTS))];
        // One by one: a ticket holds all events, a few hundred megabytes.
        let status = gated_all(Hipo::default(), cases, |tickets| {
            let track = Track::new(&tickets[0].1, folder, "layout.hipo").expect("a file");
            columns(name, &track.with_oxihipo(oxihipo));
        });
        if status != ExitCode::SUCCESS {
            return status;
        }
    }
    ExitCode::SUCCESS
}

fn columns(name: &str, track: &Track<'_>) {
    let readers = [
        Reader::Events,
        Reader::Columns(1),
        Reader::Oxihipo(1),
        Reader::Columns(2),
        Reader::Oxihipo(2),
    ];
    for scenario in &Scenario::ALL[1..] {
        let times = track
            .race(*scenario, &readers, rounds(15))
            .expect("both conform");
        let [events, one, other, two, others] = times[..] else {
            unreachable!("five readers");
        };
        println!(
            "| {name} | {scenario} | {} | {} | {} | {} | {} | {} | {} |",
            ms(events.warm),
            ms(one.warm),
            ms(other.warm),
            ratio(one.warm, other.warm),
            ms(two.warm),
            ms(others.warm),
            ratio(two.warm, others.warm),
        );
    }
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

fn threads(ticket: &Ticket<Hipo>, cpp: &Hipo4, folder: &Path) {
    println!("\n## Columns by two threads over one: ratios of medians\n");
    println!("| bank1 | col1 | scan2 | wide |");
    println!("|---:|---:|---:|---:|");
    let whole = Track::new(ticket, folder, "whole.hipo")
        .expect("a file")
        .with_cpp(cpp);
    print!("|");
    for scenario in &Scenario::ALL[1..] {
        let readers = [
            Reader::Columns(1),
            Reader::Columns(2),
            Reader::Cpp(Way::FASTEST),
        ];
        let times = whole
            .race(*scenario, &readers, rounds(25))
            .expect("both conform");
        print!(" {} |", ratio(times[1].warm, times[0].warm));
    }
    println!();
}

fn writing(cpp: &Hipo4, folder: &Path) {
    println!("\n## Writing {EVENTS} events, banks by rows and LZ4: ms, medians\n");
    let path = folder.join("written.hipo");
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..rounds(25) {
        for (place, filling) in [(0, Filling::Banks), (1, Filling::RawEvents)] {
            let written = cpp
                .write_dataset(&path, u64::from(EVENTS), filling)
                .expect("a disk");
            times[place].push(Duration::from_nanos(written.nanoseconds));
        }
        for (place, name) in [(2, "cpp"), (3, "lz4")] {
            let format: Format = name.parse().expect("a format");
            let output = std::fs::File::create(&path).expect("a disk");
            let writer = DataSet::options(format).and_then(|options| options.to_output(output));
            let (_, took) = DataSet::write(writer.expect("a disk"), EVENTS).expect("a disk");
            times[place].push(took);
        }
    }
    let [banks, raw, ours, plain] = times.map(|mut times| {
        times.sort();
        times[times.len() / 2]
    });
    println!(
        "| C++, banks | C++, bytes of events | native, C++'s bytes | native | C++'s bytes to C++ | native to C++ |"
    );
    println!("|---:|---:|---:|---:|---:|---:|");
    println!(
        "| {} | {} | {} | {} | {} | {} |",
        ms(banks),
        ms(raw),
        ms(ours),
        ms(plain),
        ratio(ours, banks),
        ratio(plain, banks)
    );
}
