//! Has the programs of all implementations that are here read the same files, and
//! prints what they took: `cross-bench --help`. `tools/cross-bench` builds what it
//! needs first.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use benches::cross::{Measured, Plan, json, markdown, programs, saved, svg};
use benches::hipo::Format;
use conformance::Workspace;
use hipo::{Finish as _, Replacing};

const USAGE: &str = "\
Times the implementations of HIPO on files of the data set, in processes of their own.

usage: cross-bench [--json] [--svg FILE] [--events N] [--passes N] [--rounds N] [FORMAT...]
       cross-bench --from FILE [--json] [--svg FILE] [FORMAT...]

  --json      figures as a JSON array, not as tables in Markdown
  --svg FILE  warm times as a picture, too: in FILE, which is replaced
  --from FILE figures of an earlier run, which --json printed: nothing is timed
  --events N  events of the data set [default: 200000]
  --passes N  passes of a process over a file [default: 9]
  --rounds N  processes of each program, of which the best counts [default: 3]

Formats are those of xfixture; without any: cpp, gzip, zstd, lz4perbank, zstdperbank,
lz4percolumn, zstdpercolumn, or all that the earlier run has. Files lie in memory where
the system has such a folder. There are no figures when two programs read different
things.";

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
#[derive(Default)]
struct Arguments {
    json: bool,
    svg: Option<PathBuf>,
    from: Option<PathBuf>,
    events: Option<u32>,
    passes: Option<u32>,
    rounds: Option<u32>,
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
    let mut found = Arguments::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || {
            let value = words.next().filter(|value| !value.starts_with("--"));
            value.ok_or_else(|| format!("{word} wants a value\n{USAGE}"))
        };
        let number = match word.as_str() {
            "--json" => {
                found.json = true;
                continue;
            }
            "--svg" => {
                found.svg = Some(value()?.into());
                continue;
            }
            "--from" => {
                found.from = Some(value()?.into());
                continue;
            }
            "--events" => &mut found.events,
            "--passes" => &mut found.passes,
            "--rounds" => &mut found.rounds,
            word if word.starts_with('-') => return Err(format!("no option {word}\n{USAGE}")),
            format => {
                let format = format.parse()?;
                if !found.formats.contains(&format) {
                    found.formats.push(format);
                }
                continue;
            }
        };
        let given = value()?.parse().ok().filter(|number| *number > 0);
        *number = Some(given.ok_or_else(|| format!("{word} wants a number\n{USAGE}"))?);
    }
    let timing = [found.events, found.passes, found.rounds];
    if found.from.is_some() && timing.iter().any(Option::is_some) {
        return Err(format!(
            "--from times nothing: --events, --passes and --rounds are for runs\n{USAGE}"
        ));
    }
    Ok(found)
}

fn run(arguments: &Arguments) -> Result<String, String> {
    // Where nothing can be written is known before anything is timed.
    if let Some(path) = &arguments.svg {
        let place = |path: &PathBuf| path.canonicalize().ok();
        let from = arguments.from.as_ref().and_then(place);
        if from.is_some() && from == place(path) {
            return Err(format!("{} is the earlier run itself", path.display()));
        }
        new(path)?;
    }
    let measured = match &arguments.from {
        Some(path) => earlier(path, &arguments.formats)?,
        None => timed(arguments)?,
    };
    if let Some(path) = &arguments.svg {
        draw(path, &measured)?;
    }
    if arguments.json {
        json(&measured).map_err(|error| error.to_string())
    } else {
        Ok(markdown(&measured))
    }
}

/// Writes a picture, which appears under its name when it is whole.
fn draw(path: &Path, measured: &[Measured]) -> Result<(), String> {
    let mut file = new(path)?;
    let written = file.write_all(svg(measured).as_bytes());
    let written = written.and_then(|()| file.finish());
    written.map_err(|error| unwritten(path, &error))
}

fn new(path: &Path) -> Result<Replacing, String> {
    Replacing::new(path).map_err(|error| unwritten(path, &error))
}

fn unwritten(path: &Path, error: &std::io::Error) -> String {
    format!("{} cannot be written: {error}", path.display())
}

/// The figures of an earlier run, of these formats if there are any.
fn earlier(path: &Path, formats: &[Format]) -> Result<Vec<Measured>, String> {
    let mut measured = saved(path).map_err(|error| error.to_string())?;
    for format in formats {
        if !measured.iter().any(|it| it.format == format.name) {
            return Err(format!(
                "{} has no figure of {}",
                path.display(),
                format.name
            ));
        }
    }
    if !formats.is_empty() {
        measured.retain(|it| formats.iter().any(|format| format.name == it.format));
    }
    Ok(measured)
}

/// The figures of a run.
fn timed(arguments: &Arguments) -> Result<Vec<Measured>, String> {
    let formats = if arguments.formats.is_empty() {
        let all = FORMATS.iter().map(|format| format.parse());
        all.collect::<Result<_, _>>()?
    } else {
        arguments.formats.clone()
    };
    let workspace = Workspace::discover().map_err(|error| error.to_string())?;
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let binaries = own.parent().unwrap_or(Path::new("."));
    let (programs, absent) = programs(binaries, workspace.root());
    for told in absent {
        eprintln!("{told}");
    }
    let plan = Plan {
        programs: &programs,
        passes: arguments.passes.unwrap_or(9),
        rounds: arguments.rounds.unwrap_or(3),
        threads: &[1, 2],
    };
    let events = arguments.events.unwrap_or(200_000).to_string();
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    };
    let folder = folder.map_err(|error| error.to_string())?;
    let mut measured = Vec::new();
    for format in &formats {
        let file = folder.path().join(format!("{}.hipo", format.name));
        let fixture = binaries.join(format!("xfixture{}", std::env::consts::EXE_SUFFIX));
        let made = Command::new(&fixture)
            .arg(&file)
            .args([format.name, &events])
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
    Ok(measured)
}
