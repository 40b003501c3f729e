//! `hipo merge`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use hipo::{Event, EventBuilder, File, Structure};
use tools::size::grouped;
use tools::text::{self, harmless};

use crate::config::Settings;
use crate::copier::Copier;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::reading::Reading;
use crate::selection::Selection;
use crate::union;
use crate::walk;
use crate::writing::Writing;

const HELP: &str = "\
Examples:
  hipo merge run-1.hipo run-2.hipo -o run.hipo
  hipo merge --banks rec.hipo ml.hipo -o both.hipo
  hipo merge --banks rec.hipo ml.hipo -o both.hipo --prefer first

Files are joined one after another. Their dictionaries are united: where files
contradict each other, nothing is written. Of configuration, the first value of
a key is kept.

With --banks there are two files with as many events each, and event i of the
one gets the banks of event i of the other. A bank that both have in an event,
and another tag, are an error, unless --prefer says whose counts.";

/// `hipo merge`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Merge {
    /// Files, in the order in which they are joined
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Join the banks of two files, event by event
    #[arg(long)]
    banks: bool,
    /// With --banks: whose bank and tag count where both files have them
    #[arg(long, value_enum, requires = "banks")]
    prefer: Option<Prefer>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    reading: Reading,
}

/// Whose bank counts.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Prefer {
    /// The first file's
    First,
    /// The second file's
    Second,
}

/// Joins files.
pub(crate) fn run(options: &Merge) -> Result<ExitCode, Failure> {
    if options.banks && options.files.len() != 2 {
        return Err(Failure::Usage(format!(
            "--banks joins two files, and {} are named",
            options.files.len()
        )));
    }
    let files = options.reading.open_all(&options.files)?;
    if let [first, second] = &files[..]
        && options.banks
        && first.event_count() != second.event_count()
    {
        return Err(Failure::Refused(format!(
            "{} has {} events and {} has {}: --banks joins files with as many events each",
            text::name(&options.files[0]),
            grouped(first.event_count()),
            text::name(&options.files[1]),
            grouped(second.event_count())
        )));
    }
    let dictionary = union::dictionary(&files)?;
    let (settings, left_out) = Settings::of_all(&files);
    if !options.reading.quiet {
        for what in left_out {
            eprintln!("hipo: {what}");
        }
    }
    let inputs: Vec<&Path> = options.files.iter().map(PathBuf::as_path).collect();
    let mut output = options
        .writing
        .create(&inputs, &files[0], &settings, &dictionary)?;
    let count = if options.banks {
        files[0].event_count()
    } else {
        files.iter().map(File::event_count).sum()
    };
    let progress = Progress::start("merging", count, !options.reading.quiet);
    if let ([first, second], true) = (&files[..], options.banks) {
        Banks {
            files: [first, second],
            prefer: options.prefer,
        }
        .merge(&mut output, &progress)?;
    } else {
        for file in &files {
            output.file(file, &progress)?;
        }
    }
    let written = output.finish()?;
    drop(progress);
    written.tell(&options.writing.output, count, options.reading.quiet);
    Ok(ExitCode::SUCCESS)
}

/// Two files whose banks are joined.
struct Banks<'f> {
    files: [&'f File; 2],
    prefer: Option<Prefer>,
}

impl Banks<'_> {
    fn merge(&self, output: &mut Copier, progress: &Progress) -> Result<(), Failure> {
        let [first, second] = self.files;
        let mut others = second.random_access();
        let mut joined = EventBuilder::new();
        let all = Selection::default();
        walk::events(
            first,
            0..first.event_count(),
            all.of(first)?,
            progress,
            |number, one| {
                let other = others.event(number)?;
                self.join(number, &one, &other, &mut joined)?;
                output.of_record(&first.records()[one.record() as usize])?;
                output.event(joined.bytes())
            },
        )
    }

    /// Joins two events. Structures of the first come first.
    fn join(
        &self,
        number: u64,
        one: &Event<'_>,
        other: &Event<'_>,
        joined: &mut EventBuilder,
    ) -> Result<(), Failure> {
        let ones = self.structures(0, one)?;
        let others = self.structures(1, other)?;
        joined.reset();
        let preferred = match self.prefer {
            Some(Prefer::Second) => other,
            Some(Prefer::First) | None => one,
        };
        if self.prefer.is_none() && one.tag() != other.tag() {
            return Err(self.refuse(
                number,
                &format!("the tags {} and {}", one.tag(), other.tag()),
            ));
        }
        joined.set_tag(preferred.tag());
        joined.set_mask(preferred.mask());
        if self.prefer.is_none()
            && let Some(both) = ones.iter().find(|one| has(&others, one))
        {
            return Err(self.refuse(number, &format!("each a bank {}", self.name(both))));
        }
        for structure in &ones {
            if self.prefer != Some(Prefer::Second) || !has(&others, structure) {
                joined.copy(structure);
            }
        }
        for structure in &others {
            if self.prefer != Some(Prefer::First) || !has(&ones, structure) {
                joined.copy(structure);
            }
        }
        Ok(())
    }

    fn structures<'e>(&self, of: usize, event: &Event<'e>) -> Result<Vec<Structure<'e>>, Failure> {
        let structures = event.structures().collect::<Result<_, _>>();
        structures.map_err(Failure::of(self.files[of]))
    }

    fn refuse(&self, number: u64, both: &str) -> Failure {
        let [first, second] = self
            .files
            .map(|file| file.path().map_or_else(String::new, text::name));
        Failure::Refused(format!(
            "event {number} of {first} and {second} has {both}; --prefer first or --prefer second \
             says whose counts"
        ))
    }

    fn name(&self, structure: &Structure<'_>) -> String {
        let (group, item) = (structure.group(), structure.item());
        let mut dictionaries = self.files.iter().map(|file| file.dictionary());
        let schema = dictionaries.find_map(|dictionary| dictionary.find(group, item));
        schema.map_or_else(
            || format!("{group}/{item}"),
            |schema| harmless(schema.name()),
        )
    }
}

/// Whether one of the structures has the group and the item of another.
fn has(structures: &[Structure<'_>], other: &Structure<'_>) -> bool {
    let identity = |one: &Structure<'_>| (one.group(), one.item());
    structures
        .iter()
        .any(|one| identity(one) == identity(other))
}
