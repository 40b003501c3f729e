//! Instruction counts by valgrind: the figure to watch for regressions, the
//! same to the last digit from run to run.
//!
//! `cargo bench -p touchstone-benches --features instructions --bench
//! instructions`, with `gungraun-runner` and valgrind installed; without them
//! this says so, and is no failure. The gate stands in the set-up of each bench,
//! outside what is counted.

#![allow(
    missing_docs,
    reason = "the macros of gungraun write public items and no docs for them"
)]

use std::env;
use std::process::{Command, Stdio};

/// What is needed, and the command that brings it.
const NEEDED: [(&str, &str); 2] = [
    (
        "gungraun-runner",
        "cargo install gungraun-runner --version 0.20.0",
    ),
    ("valgrind", "apt-get install valgrind"),
];

/// Whether a program can be started.
fn starts(program: &str) -> bool {
    let mut command = Command::new(program);
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    quiet
        .stderr(Stdio::null())
        .arg("--version")
        .status()
        .is_ok()
}

fn main() {
    // The runner starts this program again, under valgrind, where nothing but
    // what is counted is to run.
    if env::args().nth(1).as_deref() != Some("--gungraun-run") {
        let runner = option_env!("GUNGRAUN_RUNNER").unwrap_or(NEEDED[0].0);
        for (program, how_to_get) in NEEDED {
            let path = if program == NEEDED[0].0 {
                runner
            } else {
                program
            };
            if !starts(path) {
                eprintln!("{program}: absent, so no instructions are counted; `{how_to_get}`");
                return;
            }
        }
    }
    counted::run();
}

mod counted {
    use std::hint::black_box;

    use conformance::gate::Gate;
    use conformance::openzl::{Data, OpenZl, OpenZlCase, Settings, native_parameters};
    use corpora::Kind;
    use gungraun::{LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
    use openzl::{Compressor, Decompressor};

    /// An admitted input with a compressor that has been used before.
    struct Subject {
        input: Vec<u8>,
        frame: Vec<u8>,
        compressor: Compressor,
        decompressor: Decompressor,
        room: Vec<u8>,
    }

    fn subject(data: Data, level: i32) -> Subject {
        let case = OpenZlCase {
            data,
            settings: Settings::at_level(level),
        };
        let ticket = Gate::new(OpenZl::default())
            .admit(&case)
            .unwrap_or_else(|refusal| panic!("bench refused: {refusal}"));
        let input = ticket.input().clone();
        let parameters = native_parameters(&case.settings).expect("admitted");
        let mut compressor = Compressor::new(parameters);
        let frame = compressor.compress(&input).expect("admitted");
        let mut decompressor = Decompressor::default();
        decompressor.decompress(&frame).expect("admitted");
        Subject {
            room: vec![0; Compressor::bound(input.len())],
            input,
            frame,
            compressor,
            decompressor,
        }
    }

    #[library_benchmark]
    #[bench::prefix_64(args = (Data::CSources(64), 3), setup = subject)]
    #[bench::text_64k(args = (Data::CSources(64 << 10), 3), setup = subject)]
    #[bench::records_64k(args = (Data::Generated(Kind::Records, 64 << 10), 3), setup = subject)]
    #[bench::random_64k(args = (Data::Generated(Kind::Random, 64 << 10), 3), setup = subject)]
    fn compress(mut subject: Subject) -> Subject {
        let size = subject
            .compressor
            .compress_to_slice(&subject.input, &mut subject.room);
        black_box(size.expect("admitted"));
        subject
    }

    #[library_benchmark]
    #[bench::prefix_64(args = (Data::CSources(64), 3), setup = subject)]
    #[bench::text_64k(args = (Data::CSources(64 << 10), 3), setup = subject)]
    #[bench::records_64k(args = (Data::Generated(Kind::Records, 64 << 10), 3), setup = subject)]
    #[bench::random_64k(args = (Data::Generated(Kind::Random, 64 << 10), 3), setup = subject)]
    fn decompress(mut subject: Subject) -> Subject {
        let size = subject
            .decompressor
            .decompress_to_slice(&subject.frame, &mut subject.room);
        black_box(size.expect("admitted"));
        subject
    }

    library_benchmark_group!(name = default_graph, benchmarks = [compress, decompress]);
    main!(
        // The gate looks for the C sources in cargo's registry.
        config = LibraryBenchmarkConfig::default().pass_through_envs(["HOME", "CARGO_HOME"]),
        library_benchmark_groups = default_graph
    );

    /// What the macro made.
    pub(super) fn run() {
        main();
    }
}
