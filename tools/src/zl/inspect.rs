//! `zl inspect`.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

use openzl::{Chunk, Codec, Field, Frame};

use crate::atomic;
use crate::cli::Inspect;
use crate::failure::Failure;
use crate::input::Source;
use crate::json::{self, Inspected};
use crate::progress::Progress;
use crate::run::{self, Usage};
use crate::size::ratio;
use tools::size::grouped;
use tools::table::{Align, Table};
use tools::text::harmless;

/// Tells what the files of `options` are made of.
pub(crate) fn run(options: &Inspect) -> Result<ExitCode, Usage> {
    let mut first = true;
    run::each(&options.common, "inspecting", |source, progress| {
        let gap = !std::mem::take(&mut first);
        inspect(options, source, progress, gap)
    })
}

fn inspect(
    options: &Inspect,
    source: &Source,
    progress: &Progress,
    gap: bool,
) -> Result<(), Failure> {
    let name = source.name();
    let mut fields = None;
    let frame = source.open().and_then(|opened| {
        let bytes = opened.read(progress)?;
        progress.work(bytes.len());
        fields = options.fields.then(|| openzl::dissect(&bytes).fields);
        Frame::parse(&bytes).map_err(|error| Failure::frame(error, &bytes))
    });
    progress.aside(|| {
        if options.json {
            return json::print(&Inspected::new(&name, frame.as_ref(), fields.as_deref()));
        }
        let mut page = Vec::new();
        if gap {
            page.push(b'\n');
        }
        write_page(&mut page, &name, frame.as_ref().ok(), fields.as_deref())
            .and_then(|()| io::stdout().lock().write_all(&page))
            .map_err(atomic::stdout_failure)
    })?;
    frame.map(drop)
}

/// Writes what is known of the file called `name`.
fn write_page(
    output: &mut impl Write,
    name: &str,
    frame: Option<&Frame>,
    fields: Option<&[Field]>,
) -> io::Result<()> {
    if let Some(frame) = frame {
        write_header(output, name, frame)?;
        writeln!(output)?;
        write_parts(output, frame)?;
    }
    match fields {
        Some(fields) if !fields.is_empty() => {
            if frame.is_some() {
                writeln!(output)?;
            } else {
                writeln!(output, "{name}: broken; its fields as far as they go")?;
            }
            write_fields(output, fields)
        }
        _ => Ok(()),
    }
}

fn write_header(output: &mut impl Write, name: &str, frame: &Frame) -> io::Result<()> {
    let header = frame.header();
    writeln!(
        output,
        "{name}: OpenZL frame, format version {}",
        header.version()
    )?;
    let content = header.output_bytes();
    let ratio = ratio(content, frame.size() as u64)
        .map_or_else(String::new, |ratio| format!(", {ratio:.2}x"));
    writeln!(
        output,
        "  size       {} bytes, holds {}{ratio}",
        grouped(frame.size() as u64),
        grouped(content)
    )?;
    let checksums = match (
        header.has_content_checksum(),
        header.has_compressed_checksum(),
    ) {
        (true, true) => "of content and of compressed bytes",
        (true, false) => "of content",
        (false, true) => "of compressed bytes",
        (false, false) => "none",
    };
    writeln!(output, "  checksums  {checksums}")?;
    let outputs: Vec<_> = header
        .outputs()
        .map(|output| match output.strings {
            Some(strings) => format!(
                "{} of {} in {} bytes",
                grouped(strings),
                output.kind,
                grouped(output.byte_size)
            ),
            None => format!("{}, {} bytes", output.kind, grouped(output.byte_size)),
        })
        .collect();
    writeln!(output, "  outputs    {}", outputs.join("; "))?;
    if !header.comment().is_empty() {
        let comment = String::from_utf8_lossy(header.comment());
        writeln!(output, "  comment    {}", harmless(&comment))?;
    }
    Ok(())
}

/// The parts of the frame, in the order of their bytes.
fn write_parts(output: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let mut table = Table::new([
        ("part", Align::Left),
        ("offset", Align::Right),
        ("bytes", Align::Right),
        ("what", Align::Left),
    ]);
    let mut row = |part: String, offset: usize, bytes: usize, what: String| {
        table.row([part, grouped(offset as u64), grouped(bytes as u64), what]);
    };
    row("header".into(), 0, frame.header().size(), String::new());
    for (index, chunk) in frame.chunks().iter().enumerate() {
        let Chunk { range, .. } = chunk;
        row(
            format!("chunk {index}"),
            range.start,
            range.len(),
            describe_chunk(chunk),
        );
        row(
            "  header".into(),
            range.start,
            chunk.header_size,
            String::new(),
        );
        for (index, codec) in chunk.codecs.iter().enumerate() {
            row(
                format!("  codec {index}"),
                codec.header.start,
                codec.header.len(),
                describe_codec(codec),
            );
        }
        for (index, stream) in chunk.streams.iter().enumerate() {
            let range = &stream.range;
            row(
                format!("  stream {index}"),
                range.start,
                range.len(),
                String::new(),
            );
        }
    }
    row("end".into(), frame.size() - 1, 1, String::new());
    table.write(output)
}

fn describe_chunk(chunk: &Chunk) -> String {
    let mut words = match chunk.codecs.len() {
        0 => "stored".to_owned(),
        1 => "1 codec".to_owned(),
        count => format!("{count} codecs"),
    };
    if let Some(sum) = chunk.content_checksum {
        let _ = write!(words, ", content {sum:08x}");
    }
    if let Some(sum) = chunk.compressed_checksum {
        let _ = write!(words, ", compressed {sum:08x}");
    }
    words
}

fn describe_codec(codec: &Codec) -> String {
    let mut words = codec.name.to_string();
    if codec.distances.len() != 1 {
        let _ = write!(words, ", regenerates {} streams", codec.distances.len());
    }
    if codec.variable_streams > 0 {
        let _ = write!(words, ", reads {} streams more", codec.variable_streams);
    }
    words
}

fn write_fields(output: &mut impl Write, fields: &[Field]) -> io::Result<()> {
    let mut table = Table::new([
        ("start", Align::Right),
        ("end", Align::Right),
        ("field", Align::Left),
        ("value", Align::Left),
    ]);
    for field in fields {
        table.row([
            grouped(field.range.start as u64),
            grouped(field.range.end as u64),
            field.path.clone(),
            harmless(&field.value),
        ]);
    }
    table.write(output)
}
