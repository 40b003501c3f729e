//! HIPO: native and C++ in turn, in one process, as tables in Markdown.
//!
//! `TOUCHSTONE_ROUNDS` changes how long it takes. Files lie in memory where the
//! system has such a folder, and are opened again for each pass.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use benches::hipo::{DataSet, Format, Reader, Scenario, Track};
use benches::{Ticket, gated_all, rounds};
use conformance::hipo::{CppHipo, Hipo, HipoCase, Stored};
use hipo_ffi::{Filling, Hipo4, Way};

/// Events of the data set.
const EVENTS: u32 = 200_000;

fn main() -> ExitCode {
    let Some(cpp) = CppHipo::folder().and_then(|folder| Hipo4::open(&folder).ok()) else {
        eprintln!("C++ hipo4 is not here: cargo run --bin touchstone -- references install");
        return ExitCode::FAILURE;
    };
    // Of other layouts, nobody here reads what native writes.
    let cases = [((), HipoCase::data_set(Stored::CPP, EVENTS))];
    gated_all(Hipo::default(), cases, |tickets| {
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() {
            tempfile::tempdir_in(memory)
        } else {
            tempfile::tempdir()
        };
        let folder = folder.expect("a folder for files");
        reading(&tickets[0].1, &cpp, folder.path());
        columns(&tickets[0].1, &cpp, folder.path());
        writing(&cpp, folder.path());
    })
}

fn ms(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

fn ratio(of: Duration, to: Duration) -> String {
    format!("{:.2}", to.as_secs_f64() / of.as_secs_f64())
}

fn reading(ticket: &Ticket<Hipo>, cpp: &Hipo4, folder: &Path) {
    let track = Track::new(ticket, cpp, folder, "whole.hipo").expect("a file");
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
    let whole = Track::new(ticket, cpp, folder, "whole.hipo").expect("a file");
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
            "| {scenario} | {} | {} | {} | {} | {} | {} | {} | {} |",
            ms(one.warm),
            ms(two.warm),
            ratio(two.warm, one.warm),
            ms(part.warm),
            ms(parts.warm),
            ratio(parts.warm, part.warm),
            ms(in_place.warm),
            ratio(part.warm, in_place.warm),
        );
    }
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
