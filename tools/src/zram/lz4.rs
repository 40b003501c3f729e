//! `zram lz4`: LZ4 files.

use std::fs::{File, Metadata};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::PathBuf;

use lz4::frame::{Limits, Options, Reader, Writer};
use tools::output::{Creation, Output};

use crate::cli::{Lz4, Lz4Files};
use crate::failure::Failure;
use crate::pages::waiting;

/// Bytes that are copied at once.
const PIECE: usize = 1 << 18;

pub(crate) fn run(command: &Lz4) -> Result<(), Failure> {
    match command {
        Lz4::Compress(options) => {
            let mut target = options.files.file.clone().into_os_string();
            target.push(".lz4");
            let frame = Options::default().with_level(options.level);
            convert(
                &options.files,
                Some(target.into()),
                "compressing",
                |input, output| {
                    let mut writer = Writer::new(output, &frame);
                    copy(input, &mut writer)?;
                    writer.finish()?.flush()
                },
            )
        }
        Lz4::Decompress(options) => {
            let path = &options.files.file;
            let target =
                (path.extension().is_some_and(|it| it == "lz4")).then(|| path.with_extension(""));
            convert(&options.files, target, "decompressing", |input, output| {
                let limits = Limits::DEFAULT.with_output_bytes(u64::MAX);
                copy(&mut Reader::new(input, &limits), output)?;
                output.flush()
            })
        }
    }
}

fn copy(input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    let mut piece = vec![0; PIECE];
    loop {
        match input.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => output.write_all(&piece[..count])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Where output goes.
enum Target {
    Stdout,
    Named(Output),
}

fn convert(
    files: &Lz4Files,
    target: Option<PathBuf>,
    message: &'static str,
    work: impl FnOnce(&mut dyn Read, &mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let is_stdin = files.file.as_os_str() == "-";
    let (mut input, origin): (Box<dyn Read>, _) = if is_stdin {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(&files.file).map_err(Failure::of("open", &files.file))?;
        let origin = file.metadata().ok().filter(Metadata::is_file);
        (Box::new(file), origin)
    };
    let mut target = open(files, target.filter(|_| !is_stdin), origin.is_none())?;
    let bar = waiting(message);
    let action = || format!("{message} {}", tools::text::name(&files.file));
    match &mut target {
        Target::Stdout => work(&mut input, &mut io::stdout().lock()).map_err(|error| {
            if error.kind() == io::ErrorKind::BrokenPipe {
                Failure::ClosedOutput
            } else {
                Failure::io(action())(error)
            }
        })?,
        Target::Named(output) => {
            let mut output = BufWriter::with_capacity(PIECE, output.file());
            work(&mut input, &mut output).map_err(Failure::io(action()))?;
        }
    }
    bar.finish_and_clear();
    match target {
        Target::Stdout => Ok(()),
        Target::Named(output) => {
            if let Some(origin) = &origin {
                output.take_over(origin);
            }
            Ok(output.finish()?)
        }
    }
}

/// `public`: there is no input whose permissions would be taken over.
fn open(files: &Lz4Files, target: Option<PathBuf>, public: bool) -> Result<Target, Failure> {
    let path = match &files.output {
        Some(path) => Some(path.clone()),
        None => target,
    };
    let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
        if files.output.is_none() && files.file.as_os_str() != "-" {
            return Err(Failure::Refused(format!(
                "{} does not end in .lz4; name the output with -o",
                tools::text::name(&files.file)
            )));
        }
        if io::stdout().is_terminal() && files.output.is_none() {
            return Err(Failure::Refused(
                "the standard output is a terminal; name the output with -o".into(),
            ));
        }
        return Ok(Target::Stdout);
    };
    let creation = Creation {
        inputs: &[&files.file],
        force: files.force,
        public,
    };
    Ok(Target::Named(Output::open(&path, creation)?))
}
