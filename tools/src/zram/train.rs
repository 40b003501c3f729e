//! `zram train`.

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::json;
use tools::output::{Creation, Output};
use tools::size::grouped;
use zram::Settings;
use zram::training::{Training, train};

use crate::cli::Train;
use crate::failure::Failure;
use crate::pages::{sample, waiting};

pub(crate) fn run(options: &Train) -> Result<(), Failure> {
    let settings = Settings::new(options.codec, options.page_size);
    if options.output.as_os_str() == "-" {
        return Err(Failure::Refused(
            "the standard output is for what the dictionary does; name a file with -o".into(),
        ));
    }
    let inputs: Vec<_> = options.files.iter().map(PathBuf::as_path).collect();
    let mut output = Output::open(
        &options.output,
        Creation {
            inputs: &inputs,
            force: options.force,
            // Bytes of somebody's memory are in it, as they are in a snapshot.
            public: false,
        },
    )?;
    let bar = waiting("reading");
    let pages = sample(&options.files, options.page_size, options.sample)?;
    bar.set_message("learning");
    let training = train(&pages, &settings, options.size)?;
    output.write_all(training.bytes())?;
    output.finish()?;
    bar.finish_and_clear();
    tell(options, &training, &mut io::stdout().lock()).map_err(Failure::stdout)
}

fn tell(options: &Train, training: &Training, output: &mut impl Write) -> io::Result<()> {
    let (without, with) = (training.stored_without(), training.stored_with());
    if options.json {
        let told = json!({
            "schema": 1,
            "codec": options.codec.to_string(),
            "page_bytes": options.page_size.bytes(),
            "dictionary_bytes": training.bytes().len(),
            "tried_pages": training.pages(),
            "stored_without_bytes": without,
            "stored_with_bytes": with,
        });
        return writeln!(output, "{told}");
    }
    writeln!(
        output,
        "{}: {} bytes for {}",
        tools::text::name(&options.output),
        grouped(training.bytes().len() as u64),
        options.codec,
    )?;
    let change = 100.0 * (with as f64 / without.max(1) as f64 - 1.0);
    writeln!(
        output,
        "of {} pages that it was not learned from, {} bytes are kept with it, {} without: \
         {:.1} % {}",
        grouped(training.pages() as u64),
        grouped(with),
        grouped(without),
        change.abs(),
        if change > 0.0 { "more" } else { "less" },
    )?;
    if with >= without {
        writeln!(output, "It does not pay: pages like these do without.")?;
    }
    Ok(())
}
