//! Reads a file of the data set in one scenario, some times over, with C++ hipo4.
//!
//! `xbench_cpp FILE SCENARIO PASSES THREADS`; a scenario is `count`, `bank1`,
//! `col1`, `scan2` or `wide`. C++ reads event by event, by one thread, and here by
//! the fastest of its ways: banks in place. The file is opened again for each
//! pass, outside the time taken. Prints
//! `impl · scenario · cold · warm · events · checksum`: cold is the first pass,
//! warm the best of the others, in milliseconds.

use std::path::Path;
use std::process::ExitCode;

use conformance::hipo::CppHipo;
use hipo_ffi::{Hipo4, Pass, Scenario, Way};

const USAGE: &str = "usage: xbench_cpp FILE SCENARIO PASSES THREADS";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("xbench_cpp: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<String, String> {
    let [path, name, passes, threads] = arguments else {
        return Err(USAGE.to_owned());
    };
    let passes = passes
        .parse::<usize>()
        .map_err(|_| format!("{passes} is no number\n{USAGE}"))?;
    if threads != "1" {
        return Err("C++ reads by one thread".to_owned());
    }
    let scenario = Scenario::ALL
        .into_iter()
        .find(|scenario| scenario.name() == name)
        .ok_or_else(|| format!("no scenario {name}: count, bank1, col1, scan2 or wide"))?;
    let folder = CppHipo::folder().ok_or("not within the workspace")?;
    let hipo4 = Hipo4::open(&folder).map_err(|error| error.to_string())?;
    let all = (0..passes.max(1))
        .map(|_| hipo4.scenario(Path::new(path), scenario, Way::FASTEST))
        .collect::<Result<Vec<Pass>, _>>()
        .map_err(|error| error.to_string())?;
    let first = all[0];
    if all
        .iter()
        .any(|pass| pass.checksum.to_bits() != first.checksum.to_bits())
    {
        return Err("passes differ in their checksums".to_owned());
    }
    let warm = all[1..].iter().map(|pass| pass.nanoseconds).min();
    let ms = |nanoseconds: u64| nanoseconds as f64 / 1e6;
    Ok(format!(
        "cpp · {name} · {:.3} · {:.3} · {} · {:.3}",
        ms(first.nanoseconds),
        ms(warm.unwrap_or(first.nanoseconds)),
        first.events,
        first.checksum
    ))
}
