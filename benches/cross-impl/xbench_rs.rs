//! Reads a file of the data set in one scenario, some times over.
//!
//! `xbench_rs FILE SCENARIO PASSES THREADS`; a scenario is `count`, `bank1`,
//! `col1`, `scan2` or `wide`, by columns with the prefix `c_`, and by columns part
//! by part with `p_`. Threads count for columns; 0 are as many as the machine
//! runs at once. The file is opened again for each pass, outside the time taken. Prints
//! `impl · scenario · cold · warm · events · checksum`: cold is the first pass,
//! warm the best of the others, in milliseconds.

use std::process::ExitCode;

use benches::hipo::{Pass, Scenario};
use hipo::File;

const USAGE: &str = "usage: xbench_rs FILE [c_|p_]SCENARIO PASSES THREADS";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("xbench_rs: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<String, String> {
    let [path, name, passes, threads] = arguments else {
        return Err(USAGE.to_owned());
    };
    let number = |text: &str| {
        text.parse::<usize>()
            .map_err(|_| format!("{text} is no number\n{USAGE}"))
    };
    let (passes, threads) = (number(passes)?.max(1), number(threads)?);
    let (shape, scenario) = name.split_once('_').unwrap_or(("", name));
    let scenario: Scenario = scenario.parse()?;
    let pass = || -> Result<Pass, hipo::Error> {
        let file = File::open(path)?;
        match shape {
            "c" => scenario.columnar(&file, threads),
            "p" => scenario.in_parts(&file, threads),
            _ => scenario.per_event(&file),
        }
    };
    let all: Vec<Pass> = (0..passes)
        .map(|_| pass())
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let first = all[0];
    if all
        .iter()
        .any(|pass| pass.checksum.to_bits() != first.checksum.to_bits())
    {
        return Err("passes differ in their checksums".to_owned());
    }
    let warm = all[1..].iter().map(|pass| pass.took).min();
    Ok(format!(
        "native · {name} · {:.3} · {:.3} · {} · {:.3}",
        first.took.as_secs_f64() * 1e3,
        warm.unwrap_or(first.took).as_secs_f64() * 1e3,
        first.events,
        first.checksum
    ))
}
