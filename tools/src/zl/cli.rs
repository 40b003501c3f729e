//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use openzl::{FormatVersion, Graph};

use crate::settings::{self, InputType};
use crate::size::{self, Limit};

const EXAMPLES: &str = "\
Examples:
  zl compress data.bin              writes data.bin.zl, keeps data.bin
  zl compress --level 19 *.csv      each to its own .csv.zl
  tar c src | zl compress -o src.tar.zl
  zl decompress data.bin.zl         writes data.bin
  zl decompress -c data.zl | less   to the standard output
  zl test *.zl                      are these files sound?
  zl inspect data.bin.zl            what is in this file?

Exit status:
  0  all went well
  1  a file failed; the others were still done
  2  the command line is wrong; nothing was done

`zl help COMMAND` tells the options of a command.";

const COMPRESS_HELP: &str = "\
Examples:
  zl compress data.bin                       to data.bin.zl
  zl compress --level=-5 -o fast.zl data.bin
  zl compress --graph segment_serial big.tar chunks of 16 MiB
  zl compress --comment 'run 7' --rm log     and removes log afterwards
  zl compress < in > out.zl

OUT appears under its name only when it is whole and on disk: until then it is
a temporary file, .touchstone-*.tmp, in the same folder. It takes over the permissions
and the time of FILE.

Next: `zl test data.bin.zl` proves that the frame is sound, `zl inspect` tells
what it is made of, `zl decompress` brings the data back.";

const DECOMPRESS_HELP: &str = "\
Examples:
  zl decompress data.bin.zl                  to data.bin
  zl decompress -o copy.bin data.bin.zl
  zl decompress -c a.zl b.zl > both          one after the other
  zl decompress --limit 20G big.zl           a frame that holds up to 20 GiB

A frame tells its own size and may lie, or may hold far more than you expect:
`--limit` is what you allow. Without it a frame may hold 1024 times its own
size, and 1 GiB in any case. All checksums are verified.

OUT appears under its name only when it is whole and on disk, and takes over
the permissions and the time of FILE.";

const INSPECT_HELP: &str = "\
Examples:
  zl inspect data.zl                 header, chunks, codecs, streams
  zl inspect --fields data.zl        byte by byte, as far as it can be read
  zl inspect --json a.zl b.zl        one JSON object a line and file

Nothing is decompressed and no checksum but the header's is verified: that is
what `zl test` does. `--fields` also tells a broken file up to where it breaks.

JSON keys, always present in a sound file: schema (1), file, ok, error (null),
frame_bytes, output_bytes, ratio (null for no bytes), format_version,
content_checksum, compressed_checksum, comment (null for none), header_bytes,
outputs [type, bytes, strings], chunks [offset, bytes, header_bytes, codecs
[name, id, custom, header_offset, header_bytes, variable_streams, distances],
streams [offset, bytes], content_checksum, compressed_checksum], and with
--fields: fields [start, end, path, value]. In a broken one: schema, file, ok
(false), error {kind, offset, message}, and fields as far as they go.";

const TEST_HELP: &str = "\
Examples:
  zl test *.zl                       decompresses each, writes nothing
  zl test --json *.zl | jq .ok       one JSON object a line and file
  zl test -q backup.zl && rm backup  silent when all is well

JSON keys: schema (1), file, ok, error (null, or {kind, offset, message}),
frame_bytes, output_bytes, ratio, seconds; the last four are null where the
file failed. Kinds: foreign, truncated, corrupt, checksum, unsupported, limit,
memory, io, refused, parameter.";

/// Compresses files into OpenZL frames, and brings them back.
#[derive(Debug, Parser)]
#[command(name = "zl", version, after_help = EXAMPLES)]
#[command(
    arg_required_else_help = true,
    infer_subcommands = true,
    max_term_width = 80
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compress each FILE to FILE.zl
    #[command(after_help = COMPRESS_HELP)]
    Compress(Compress),
    /// Decompress each FILE.zl to FILE
    #[command(after_help = DECOMPRESS_HELP)]
    Decompress(Decompress),
    /// Tell what each FILE is made of, without decompressing it
    #[command(after_help = INSPECT_HELP)]
    Inspect(Inspect),
    /// Decompress each FILE, verify it, and write nothing
    #[command(after_help = TEST_HELP)]
    Test(Test),
}

/// Options of every command.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// Files; `-` or none is the standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more: settings, and the time of each step
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// Where output goes.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Destination {
    /// Write to OUT, for one FILE; `-` is the standard output
    #[arg(short, long, value_name = "OUT", conflicts_with = "stdout")]
    pub(crate) output: Option<PathBuf>,
    /// Write to the standard output
    #[arg(short = 'c', long)]
    pub(crate) stdout: bool,
    /// Replace files that exist, write binary data to a terminal, add a
    /// second `.zl`
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Keep FILE (the default)
    #[arg(short, long, overrides_with = "rm")]
    pub(crate) keep: bool,
    /// Remove FILE once its output is whole and on disk
    #[arg(long, overrides_with = "keep", conflicts_with = "stdout")]
    pub(crate) rm: bool,
}

/// `zl compress`.
#[derive(Args, Debug)]
pub(crate) struct Compress {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// Higher is smaller and slower, negative is faster still; up to 22
    #[arg(short, long, value_name = "N", default_value_t = openzl::Parameters::DEFAULT_LEVEL)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) level: i32,
    /// What the data goes through: default, store, zstd, compress_generic or
    /// segment_serial
    #[arg(short, long, value_name = "NAME", default_value = "default")]
    #[arg(value_parser = settings::graph, hide_default_value = true)]
    pub(crate) graph: Graph,
    /// What the data is: serial (bytes), structN (records of N bytes), numN
    /// (integers of N bytes); only serial as yet
    #[arg(
        short = 't',
        long = "type",
        value_name = "TYPE",
        default_value = "serial"
    )]
    #[arg(value_parser = settings::input_type, hide_default_value = true)]
    pub(crate) input_type: InputType,
    /// Format version to write, 21 to 27
    #[arg(long, value_name = "N", default_value = "27", value_parser = settings::format_version)]
    pub(crate) format_version: FormatVersion,
    /// A comment for the frame header, up to 10,000 bytes
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) comment: Option<String>,
    /// Leave out the checksum of the content
    #[arg(long)]
    pub(crate) no_content_checksum: bool,
    /// Leave out the checksum of the compressed bytes
    #[arg(long)]
    pub(crate) no_compressed_checksum: bool,
}

/// `zl decompress`.
#[derive(Args, Debug)]
pub(crate) struct Decompress {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// The most that a frame may hold: bytes, or with K, M, G, T; or `none`
    #[arg(long, value_name = "SIZE", value_parser = size::limit)]
    pub(crate) limit: Option<Limit>,
}

/// `zl inspect`.
#[derive(Args, Debug)]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Tell every field with its bytes
    #[arg(long)]
    pub(crate) fields: bool,
    /// One JSON object a file, each on its line
    #[arg(long)]
    pub(crate) json: bool,
}

/// `zl test`.
#[derive(Args, Debug)]
pub(crate) struct Test {
    #[command(flatten)]
    pub(crate) common: Common,
    /// The most that a frame may hold: bytes, or with K, M, G, T; or `none`
    #[arg(long, value_name = "SIZE", value_parser = size::limit)]
    pub(crate) limit: Option<Limit>,
    /// One JSON object a file, each on its line
    #[arg(long)]
    pub(crate) json: bool,
}
