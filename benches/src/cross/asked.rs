//! What the programs are asked for.

use std::process::ExitCode;

use super::line::Line;

/// What a program of a file, a scenario, a number of passes and one of threads is
/// asked for.
#[derive(Debug)]
pub struct Asked {
    /// The file.
    pub path: String,
    /// The scenario, with what says how it is to be read.
    pub scenario: String,
    /// One at least.
    pub passes: usize,
    /// 0 for as many as the machine runs at once.
    pub threads: usize,
}

/// The `main` of such a program: prints what it makes of its arguments, or what is
/// wrong with them.
pub fn program(name: &str, usage: &str, run: fn(&Asked) -> Result<Line, String>) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("usage: {name} {usage}");
        return ExitCode::SUCCESS;
    }
    let asked = || -> Result<Asked, String> {
        let [path, scenario, passes, threads] = &words[..] else {
            return Err(format!("usage: {name} {usage}"));
        };
        let number = |text: &str| {
            text.parse::<usize>()
                .map_err(|_| format!("{text} is no number\nusage: {name} {usage}"))
        };
        Ok(Asked {
            path: path.clone(),
            scenario: scenario.clone(),
            passes: number(passes)?.max(1),
            threads: number(threads)?,
        })
    };
    match asked().and_then(|asked| run(&asked)) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{name}: {fault}");
            ExitCode::FAILURE
        }
    }
}
