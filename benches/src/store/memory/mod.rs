//! What a store takes beside what it keeps, and the kernel's zram.

mod stages;

use std::env;
use std::process::Command;

use conformance::zram::PagesCase;

pub(crate) use stages::Keeper;
use stages::{STAGES, Taken, stages, store};

use super::StoreBench;
use crate::pages::Gates;
use crate::pages::gates::Goal;

/// Names the input for the process that measures its memory: freed memory that
/// the allocator keeps of an input before would hide what the next one takes.
const VARIABLE: &str = "TOUCHSTONE_MEMORY_OF";

/// In a process that [`memory_table`] has started: prints what is taken of an
/// input after each stage, and says `true`.
///
/// # Panics
/// When a page comes back wrong.
#[must_use]
pub fn memory_rows() -> bool {
    let Ok(input) = env::var(VARIABLE) else {
        return false;
    };
    let mut cases = super::cases(None).into_iter();
    let found = cases.find(|(bench, _)| bench.input == input);
    if let Some((_, case)) = found {
        let taken = stages(&case, || store(case.layout).expect("the case is admitted"));
        for taken in taken.expect("a store has room") {
            let Taken {
                kept,
                used,
                slabs,
                grown,
            } = taken;
            println!("{kept} {used} {slabs} {grown}");
        }
    }
    true
}

/// The stages of an input, measured in a process of its own.
fn measured(input: &str) -> Vec<Taken> {
    let program = env::current_exe().expect("this program is a file");
    let run = Command::new(program).env(VARIABLE, input).output();
    let output = run.expect("it starts again");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let rows = String::from_utf8_lossy(&output.stdout).into_owned();
    let row = |row: &str| {
        let numbers: Result<Vec<u64>, _> = row.split(' ').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[kept, used, slabs, grown]) => Taken {
                kept,
                used,
                slabs,
                grown,
            },
            _ => panic!("{row}"),
        }
    };
    rows.lines().map(row).collect()
}

/// What is taken beyond what is kept, in per cent of it.
fn overhead(taken: u64, kept: u64) -> f64 {
    (taken as f64 / kept as f64 - 1.0) * 100.0
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// Prints the table, and enters what gates ask for.
///
/// # Panics
/// When a page comes back wrong.
pub fn memory_table(cases: &[StoreBench<'_>], gates: &mut Gates) {
    println!(
        "| input | stage | kept MiB | accounted MiB | overhead | slabs alone | process grown by MiB |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|");
    let goals = [Goal::AtMost(5.0), Goal::Told, Goal::Told, Goal::AtMost(6.0)];
    for case in cases.iter().filter(|case| case.is_first()) {
        let input = &case.bench.input;
        for ((stage, goal), taken) in STAGES.iter().zip(goals).zip(measured(input)) {
            let all = overhead(taken.used, taken.kept);
            let slabs = overhead(taken.slabs, taken.kept);
            gates.enter(format!("overhead, {stage}, %"), goal, input, all);
            let item = format!("overhead of slabs alone, {stage}, %");
            gates.enter(item, goal, input, slabs);
            println!(
                "| {input} | {stage} | {:.2} | {:.2} | {all:.2} % | {slabs:.2} % | {:.2} |",
                mib(taken.kept),
                mib(taken.used),
                mib(taken.grown),
            );
        }
    }
}

/// Prints a row for each stage of another keeper.
///
/// # Errors
/// Those of the keeper.
///
/// # Panics
/// When a page comes back wrong.
pub(crate) fn keeper_rows(
    input: &str,
    case: &PagesCase,
    keeper: impl Keeper,
) -> std::io::Result<()> {
    for (stage, taken) in STAGES.iter().zip(stages(case, || keeper)?) {
        let slabs = overhead(taken.slabs, taken.kept);
        println!(
            "| {input} | {stage} | {:.2} | {:.2} | {slabs:.2} % |",
            mib(taken.kept),
            mib(taken.slabs),
        );
    }
    Ok(())
}
