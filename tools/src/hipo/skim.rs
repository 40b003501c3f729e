//! `hipo skim`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hipo::{Dictionary, Event, EventBuilder, File, Structure};

use crate::config::Settings;
use crate::failure::Failure;
use crate::pattern::{self, Pattern};
use crate::progress::Progress;
use crate::reading::Reading;
use crate::selection::{self, Selection};
use crate::walk;
use crate::writing::Writing;

const HELP: &str = "\
Examples:
  hipo skim run.hipo -o dst.hipo --bank 'REC::*' --bank RUN::config
  hipo skim run.hipo -o light.hipo --drop '*::adc' --drop '*::tdc'
  hipo skim run.hipo -o e.hipo --bank REC::Particle --has REC::Particle
  hipo skim run.hipo -o e.hipo --bank 'REC::*' --where 'REC::Particle[pid == 11]'

Conditions see events with all their banks, whichever are kept. Events keep
their number and order, their tags and masks, and records their user
words; an event of which nothing is kept stays as an empty one, unless
--drop-empty is given. The dictionary has the schemas of the banks that are
kept. With --drop, structures without a schema are kept; with --bank they are
named by group and item, as 300/1.";

/// `hipo skim`.
#[derive(Args, Debug)]
#[command(after_help = selection::help(HELP))]
pub(crate) struct Skim {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Keep banks whose names fit, with * and ?; several times for several
    #[arg(short, long, value_name = "PATTERN", required_unless_present = "drop")]
    bank: Vec<Pattern>,
    /// Leave banks out whose names fit, even such as --bank would keep
    #[arg(short, long, value_name = "PATTERN")]
    drop: Vec<Pattern>,
    /// Leave events out of which nothing is kept
    #[arg(long)]
    drop_empty: bool,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    reading: Reading,
}

/// Which banks are kept.
struct Kept<'a> {
    options: &'a Skim,
    dictionary: &'a Dictionary,
}

impl Kept<'_> {
    fn keeps(&self, name: Option<&str>, group: u16, item: u8) -> bool {
        let drops = self.options.drop.iter();
        let mut drops = drops.map(|pattern| pattern.fits(name, group, item));
        pattern::any_fits(&self.options.bank, name, group, item) && !drops.any(|drop| drop)
    }

    fn structure(&self, structure: &Structure<'_>) -> bool {
        let (group, item) = (structure.group(), structure.item());
        let schema = self.dictionary.find(group, item);
        self.keeps(schema.map(|schema| schema.name()), group, item)
    }

    /// The schemas of what is kept.
    fn schemas(&self, file: &File) -> Result<Dictionary, Failure> {
        let mut kept = Dictionary::default();
        for schema in self.dictionary.schemas() {
            if self.keeps(Some(schema.name()), schema.group(), schema.item()) {
                kept.add((**schema).clone())
                    .map_err(|error| Failure::of(file)(error.into()))?;
            }
        }
        Ok(kept)
    }

    /// Makes an event of what is kept of another; false where that is nothing.
    fn copy(&self, event: &Event<'_>, to: &mut EventBuilder) -> Result<bool, hipo::Error> {
        to.reset();
        to.set_tag(event.tag());
        to.set_mask(event.mask());
        let mut any = false;
        for structure in event.structures() {
            let structure = structure?;
            if self.structure(&structure) {
                to.copy(&structure);
                any = true;
            }
        }
        Ok(any)
    }
}

/// Copies a file with some of its banks.
pub(crate) fn run(options: &Skim) -> Result<ExitCode, Failure> {
    let file = options.reading.open(&options.file)?;
    pattern::check(&options.bank, &file)?;
    pattern::check(&options.drop, &file)?;
    let kept = Kept {
        options,
        dictionary: file.dictionary(),
    };
    let schemas = kept.schemas(&file)?;
    let chosen = options.selection.of(&file)?;
    let inputs = [options.file.as_path()];
    let settings = Settings::of(&file);
    let mut output = options
        .writing
        .create(&inputs, &file, &settings, &schemas)?;
    let count = file.event_count();
    let progress = Progress::start("skimming", count, !options.reading.quiet);
    let mut copy = EventBuilder::new();
    walk::events(&file, 0..count, chosen, &progress, |_, event| {
        let any = kept.copy(&event, &mut copy).map_err(Failure::of(&file))?;
        if !any && options.drop_empty {
            return Ok(());
        }
        output.of_record(&file.records()[event.record() as usize])?;
        output.event(copy.bytes())
    })?;
    let written = output.finish()?;
    drop(progress);
    written.tell(&options.writing.output, count, options.reading.quiet);
    Ok(ExitCode::SUCCESS)
}
