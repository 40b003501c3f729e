//! Has the programs of all implementations that are here read the same files, and
//! prints what they took: `cross-bench --help`. `tools/cross-bench` builds what it
//! needs first.

use std::path::Path;
use std::process::{Command, ExitCode};

use benches::cross::{Plan, json, markdown, programs};
use benches::hipo::Format;
use conformance::Workspace;

const USAGE: &str = "\
Times the implementations of HIPO on files of the data set, in processes of their own.

usage: cross-bench [--json] [--events N] [--passes N] [--rounds N] [FORMAT...]

  --json      figures as a JSON array, not as tables in Markdown
  --events N  events of the data set [default: 200000]
  --passes N  passes of a process over a file [default: 9]
  --rounds N  processes of each program, of which the best counts [default: 3]

Formats are those of xfixture; without any: cpp, gzip, zstd, lz4perbank, zstdperbank,
lz4percolumn, zstdpercolumn. Files lie in memory where the system has such a folder.
There are no figures when two programs read different things.";

const FORMATS: [&str; 7] = [
    "cpp",
    "gzip",
    "zstd",
    "lz4perbank",
    "zstdperbank",
    "lz4percolumn",
    "zstdpercolumn",
];

/// What the command line says.
struct Arguments {
    json: bool,
    events: u32,
    passes: u32,
    rounds: u32,
    formats: Vec<Format>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match arguments(&words).and_then(|arguments| run(&arguments)) {
        Ok(told) => {
            println!("{}", told.trim_matches('\n'));
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("cross-bench: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn arguments(words: &[String]) -> Result<Arguments, String> {
    let mut found = Arguments {
        json: false,
        events: 200_000,
        passes: 9,
        rounds: 3,
        formats: Vec::new(),
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let place = match word.as_str() {
            "--json" => {
                found.json = true;
                continue;
            }
            "--events" => &mut found.events,
            "--passes" => &mut found.passes,
            "--rounds" => &mut found.rounds,
            word if word.starts_with('-') => return Err(format!("no option {word}\n{USAGE}")),
            format => {
                found.formats.push(format.parse()?);
                continue;
            }
        };
        let number = words.next().and_then(|number| number.parse().ok());
        *place = number
            .filter(|number| *number > 0)
            .ok_or_else(|| format!("{word} wants a number\n{USAGE}"))?;
    }
    if found.formats.is_empty() {
        let all = FORMATS.iter().map(|format| format.parse());
        found.formats = all.collect::<Result<_, _>>()?;
    }
    Ok(found)
}

fn run(arguments: &Arguments) -> Result<String, String> {
    let workspace = Workspace::discover().map_err(|error| error.to_string())?;
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let binaries = own.parent().unwrap_or(Path::new("."));
    let (programs, absent) = programs(binaries, workspace.root());
    for told in absent {
        eprintln!("{told}");
    }
    let plan = Plan {
        programs: &programs,
        passes: arguments.passes,
        rounds: arguments.rounds,
        threads: &[1, 2],
    };
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    };
    let folder = folder.map_err(|error| error.to_string())?;
    let mut measured = Vec::new();
    for format in &arguments.formats {
        let file = folder.path().join(format!("{}.hipo", format.name));
        let fixture = binaries.join(format!("xfixture{}", std::env::consts::EXE_SUFFIX));
        let made = Command::new(&fixture)
            .arg(&file)
            .args([format.name, &arguments.events.to_string()])
            .output()
            .map_err(|error| format!("{} cannot be run: {error}", fixture.display()))?;
        if !made.status.success() {
            return Err(String::from_utf8_lossy(&made.stderr).trim().to_owned());
        }
        eprintln!("{}", String::from_utf8_lossy(&made.stdout).trim());
        let figures = plan.run(*format, &file);
        measured.extend(figures.map_err(|error| error.to_string())?);
        let _ = std::fs::remove_file(&file);
    }
    if arguments.json {
        json(&measured).map_err(|error| error.to_string())
    } else {
        Ok(markdown(&measured))
    }
}
