//! `hipo info`.

mod facts;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use tools::text;

use self::facts::Facts;
use crate::failure::Failure;
use crate::print;
use crate::reading::Reading;

const HELP: &str = "\
Examples:
  hipo info run.hipo
  hipo info --records run.hipo              each record, too
  hipo info --tags run.hipo                 how many events have which tag
  hipo info --json *.hipo | jq .events      one JSON object a line and file

Sizes before compression are what the headers of records tell; but for --tags,
no record is decompressed.

JSON keys: schema (1), file, ok, error (null); in a file that can be opened:
bytes, header {id, version, byte_order, bit_info, user_integers,
trailer_position}, closed, index (\"trailer\" or \"scan\"), faults, records,
events, stored_bytes, raw_bytes, compression [name, tag, records, events,
stored_bytes, raw_bytes], record_tags [tag, records, events], schemas [name,
group, item, text], config [key, value], tag_names [name, bit]; with --tags
event_tags [tag, events]; with --records record_list [record, position, bytes,
events, first_event, compression, raw_bytes, user_word_1, user_word_2].";

/// `hipo info`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Info {
    /// Files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Tell of each record, too
    #[arg(long)]
    records: bool,
    /// Count the tags of events, too: all events are read for it
    #[arg(long)]
    tags: bool,
    /// One JSON object a file, each on its line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// Tells what is in each file. One that cannot be opened does not keep the
/// others from being told of.
pub(crate) fn run(options: &Info) -> Result<ExitCode, Failure> {
    let mut failed = false;
    for (index, path) in options.files.iter().enumerate() {
        let name = text::name(path);
        let facts = options
            .reading
            .open_quietly(path)
            .and_then(|file| Facts::of(&file, options));
        match &facts {
            _ if options.json => print::json(&report::object(&name, facts.as_ref()))?,
            Ok(facts) => print::with(|out| {
                if index > 0 {
                    std::io::Write::write_all(out, b"\n")?;
                }
                report::text(out, &name, facts)
            })?,
            Err(_) => {}
        }
        if let Err(failure) = facts {
            failed = true;
            if !options.json {
                eprintln!("hipo: {failure}");
            }
        }
    }
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}
