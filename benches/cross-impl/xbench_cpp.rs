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
use std::time::Duration;

use benches::cross::{Asked, Line, program};
use benches::hipo::Pass;
use conformance::hipo::CppHipo;
use hipo_ffi::{Hipo4, Scenario, Way};

fn main() -> ExitCode {
    program("xbench_cpp", "FILE SCENARIO PASSES THREADS", run)
}

fn run(asked: &Asked) -> Result<Line, String> {
    if asked.threads != 1 {
        return Err("C++ reads by one thread".to_owned());
    }
    let name = &asked.scenario;
    let scenario = Scenario::ALL
        .into_iter()
        .find(|scenario| scenario.name() == name)
        .ok_or_else(|| format!("no scenario {name}: count, bank1, col1, scan2 or wide"))?;
    let folder = CppHipo::folder().ok_or("not within the workspace")?;
    let hipo4 = Hipo4::open(&folder).map_err(|error| error.to_string())?;
    let pass = |_| {
        let pass = hipo4.scenario(Path::new(&asked.path), scenario, Way::FASTEST)?;
        Ok(Pass {
            checksum: pass.checksum,
            events: pass.events,
            took: Duration::from_nanos(pass.nanoseconds),
        })
    };
    let passes = (0..asked.passes)
        .map(pass)
        .collect::<Result<Vec<_>, hipo_ffi::Error>>()
        .map_err(|error| error.to_string())?;
    Line::of("cpp", name, &passes)
}
