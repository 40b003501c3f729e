//! Reads a file of the data set in one scenario, some times over.
//!
//! `xbench_rs FILE SCENARIO PASSES THREADS`; a scenario is `count`, `bank1`,
//! `col1`, `scan2` or `wide`, by columns with the prefix `c_`, and by columns part
//! by part with `p_`. Threads count for columns; 0 are as many as the machine
//! runs at once. The file is opened again for each pass, outside the time taken. Prints
//! `impl · scenario · cold · warm · events · checksum`: cold is the first pass,
//! warm the best of the others, in milliseconds.

use std::process::ExitCode;

use benches::cross::{Asked, Line, program};
use benches::hipo::{Pass, Scenario};
use hipo::File;

fn main() -> ExitCode {
    program("xbench_rs", "FILE [c_|p_]SCENARIO PASSES THREADS", run)
}

fn run(asked: &Asked) -> Result<Line, String> {
    let (shape, scenario) = asked
        .scenario
        .split_once('_')
        .unwrap_or(("", &asked.scenario));
    if !["", "c", "p"].contains(&shape) {
        return Err(format!("{shape}_ is no way of reading: c_, p_, or none"));
    }
    let scenario: Scenario = scenario.parse()?;
    let pass = || -> Result<Pass, hipo::Error> {
        let file = File::open(&asked.path)?;
        match shape {
            "c" => scenario.columnar(&file, asked.threads),
            "p" => scenario.in_parts(&file, asked.threads),
            _ => scenario.per_event(&file),
        }
    };
    let passes: Vec<Pass> = (0..asked.passes)
        .map(|_| pass())
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    Line::of("native", &asked.scenario, &passes)
}
