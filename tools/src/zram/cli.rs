//! The command line.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};
use zram::{Codec, PageSize};

/// The last number that the driver gives a device (`MINORBITS`).
#[cfg(all(feature = "ublk", target_os = "linux"))]
const MAX_ID: i64 = (1 << 20) - 1;

/// More queues than this, the driver refuses or cuts down to the processors.
#[cfg(all(feature = "ublk", target_os = "linux"))]
const MAX_QUEUES: i64 = 128;

const EXAMPLES: &str = "\
Examples:
  zram analyze /usr/bin/python3              what would become of these pages?
  zram serve --size 4G --socket /run/zram    a compressed disk in memory
  zram stat /run/zram --watch                how full is it?
  zram train memory.raw -o pages.dict        what have its pages in common?
  zram lz4 compress big.tar                  to big.tar.lz4

Exit status: 0 all went well, 1 it did not, 2 the command line is wrong.

`zram help COMMAND` tells the options of a command.";

const SERVE_HELP: &str = "\
Examples:
  zram serve --size 4G --socket /run/zram
  zram serve --size 4G --codec lz4 --heavier zstd:9 --recompress-idle 10
  zram serve --size 1G --snapshot pages.snapshot --socket /run/zram
  zram serve --size 8G --backing /var/tmp/cold --write-back-idle 60

Clients, over the socket:
  nbdinfo 'nbd+unix:///?socket=/run/zram'
  qemu-system-x86_64 -drive file=nbd+unix:///?socket=/run/zram,format=raw
  nbd-client -unix /run/zram /dev/nbd0       (as root, with the module nbd)

Without --socket and --tcp it listens on ./zram.sock. There is no password and
no encryption: a socket's folder says who may connect, and --tcp takes
addresses of this machine only.

Beside the socket lies SOCKET.control, through which `zram stat`, `zram
compact` and others talk to the server.

Once a minute, pages get older, what is cold goes where it is to go, and slabs
of which a fifth is free are compacted.

SIGTERM or Ctrl-C: no more clients, all requests that were received are
answered, then the snapshot is saved, if there is to be one. A server that is
killed, or a machine that fails, leaves the last snapshot as it was: pages that
were written since are lost, flushed or not.";

const UBLK_HELP: &str = "\
Examples:
  zram ublk --size 4G --control /run/zram    as root; tells which device it is
  mkfs.ext4 /dev/ublkb0 && mount -o discard /dev/ublkb0 /mnt
  zram stat /run/zram

  zram ublk --size 4G --swap --control /run/zram
  mkswap /dev/ublkb0 && swapon --discard /dev/ublkb0

It needs Linux 6.0 or later with the module ublk_drv (modprobe ublk_drv), and a
zram that was built with the feature `ublk`:

  cargo install --path tools --bin zram --features ublk

What `zram stat`, `zram compact` and others do, and what happens with time, is
as with `zram serve`.

SIGTERM or Ctrl-C: what the kernel has still to write is written, the device
goes, then the snapshot is saved, if there is to be one. A device that is
mounted or swapped to goes too: umount and swapoff it first. A server that is
killed takes its device along and leaves the last snapshot as it was; what
remains of the device, /dev/ublkcN, is removed by the next server with the same
--id.";

const ANALYZE_HELP: &str = "\
Examples:
  zram analyze /usr/bin/python3
  zram analyze --codec lz4 --codec zstd:3 --page-size 16K core.1234
  zram analyze --svg pages.svg image.raw     and a picture of the pages

Every file is cut into pages; a page that a file ends in is filled up with
zeros. Pages are sampled evenly from all files. Times are the least of several
rounds, in which codecs take turns.";

const TRAIN_HELP: &str = "\
Examples:
  zram train --codec zstd:3 memory.raw -o pages.dict
  zram analyze --codec zstd:3 --dictionary pages.dict other.raw
  zram serve --size 4G --heavier zstd:9 --dictionary zstd:9=pages.dict

Every file is cut into pages, and pages are sampled evenly from all files. One
page of eight is not learned from: what the dictionary does to those is told.

A dictionary for zstd holds statistics too, and serves zstd only; what is made
for lz4 serves zstd as well. What was kept with a dictionary can be read with
the same one only: keep it as long as the snapshots.";

const STAT_HELP: &str = "\
Examples:
  zram stat /run/zram
  zram stat /run/zram --watch 5
  zram stat /run/zram --json | jq .mm_stat.mem_used_total
  zram stat /run/zram --kernel mm_stat       the line that the kernel's has
  zram stat /run/zram --prometheus > /var/lib/node_exporter/zram.prom";

/// A compressed page store as a block device, and what to know about it.
#[derive(Debug, Parser)]
#[command(name = "zram", version, after_help = EXAMPLES)]
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
    /// Tell what codecs make of the pages of files
    #[command(after_help = ANALYZE_HELP)]
    Analyze(Analyze),
    /// Serve a compressed disk in memory, by the NBD protocol
    #[command(after_help = SERVE_HELP)]
    Serve(Box<Serve>),
    /// Serve a compressed disk in memory as /dev/ublkbN (Linux, as root, if built
    /// with the feature `ublk`)
    #[command(after_help = UBLK_HELP)]
    Ublk(Box<Ublk>),
    /// Tell what a server's store holds
    #[command(after_help = STAT_HELP)]
    Stat(Stat),
    /// Give memory of a server's store back that is free between pages
    Compact(Target),
    /// Keep pages of a server's store by a heavier codec
    Recompress(Recompress),
    /// Move pages of a server's store to its backing file
    WriteBack(WriteBack),
    /// Save a server's store to its snapshot file now
    Snapshot(Target),
    /// Change the memory limit of a server's store
    Limit(Limit),
    /// Measure a store on the pages of files
    Bench(Bench),
    /// Learn a dictionary from the pages of files
    #[command(after_help = TRAIN_HELP)]
    Train(Train),
    /// LZ4 files, as the command lz4 reads and writes them
    #[command(subcommand)]
    Lz4(Lz4),
}

/// `zram analyze`.
#[derive(Args, Debug)]
pub(crate) struct Analyze {
    /// Files whose pages are looked at
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// A codec to try, several times for several; some usual ones without
    #[arg(short, long = "codec", value_name = "CODEC")]
    pub(crate) codecs: Vec<Codec>,
    /// The size of a page: 4K, 8K, 16K, 32K or 64K
    #[arg(short, long, value_name = "SIZE", default_value = "4K", value_parser = page_size)]
    pub(crate) page_size: PageSize,
    /// Try the codecs with this dictionary too, or only CODEC with it
    #[arg(long = "dictionary", value_name = "[CODEC=]FILE")]
    pub(crate) dictionaries: Vec<DictionaryFile>,
    /// Look at no more than so many pages
    #[arg(long, value_name = "N", default_value_t = 4096)]
    pub(crate) sample: usize,
    /// Draw every sampled page, coloured by what is kept of it
    #[arg(long, value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a store is made.
#[derive(Args, Clone, Debug)]
pub(crate) struct StoreOptions {
    /// The codec for new pages
    #[arg(short, long, value_name = "CODEC", default_value = "lz4")]
    pub(crate) codec: Codec,
    /// A codec that cold pages may be moved to; up to three
    #[arg(long, value_name = "CODEC")]
    pub(crate) heavier: Vec<Codec>,
    /// The size of a page: 4K, 8K, 16K, 32K or 64K
    #[arg(short, long, value_name = "SIZE", default_value = "4K", value_parser = page_size)]
    pub(crate) page_size: PageSize,
    /// What pages may refer to (see `zram train`), by all codecs or by CODEC
    #[arg(long = "dictionary", value_name = "[CODEC=]FILE")]
    pub(crate) dictionaries: Vec<DictionaryFile>,
    /// The most memory to take for pages and for books about them
    #[arg(short, long, value_name = "SIZE", value_parser = tools::size::parse)]
    pub(crate) memory_limit: Option<u64>,
    /// Verify every page that is read
    #[arg(long)]
    pub(crate) checksums: bool,
    /// Keep equal pages once
    #[arg(long)]
    pub(crate) sharing: bool,
}

/// The disk that a server offers, and what it does with time.
#[derive(Args, Debug)]
pub(crate) struct DiskOptions {
    /// The size of the disk; with a snapshot that exists, the snapshot's
    #[arg(short, long, value_name = "SIZE", value_parser = tools::size::parse)]
    #[arg(required_unless_present = "snapshot")]
    pub(crate) size: Option<u64>,
    #[command(flatten)]
    pub(crate) store: StoreOptions,
    /// Start with this snapshot if it exists, and save to it at the end
    #[arg(long, value_name = "FILE")]
    pub(crate) snapshot: Option<PathBuf>,
    /// Save the snapshot every so many minutes, too
    #[arg(long, value_name = "MINUTES", requires = "snapshot")]
    pub(crate) snapshot_every: Option<u32>,
    /// Move pages to the first heavier codec after so many minutes without use
    #[arg(long, value_name = "MINUTES", requires = "heavier")]
    pub(crate) recompress_idle: Option<u32>,
    /// A file for pages that memory need not hold; it is overwritten
    #[arg(long, value_name = "FILE")]
    pub(crate) backing: Option<PathBuf>,
    /// How much of the backing file to use [default: the disk's size]
    #[arg(long, value_name = "SIZE", value_parser = tools::size::parse, requires = "backing")]
    pub(crate) backing_size: Option<u64>,
    /// Move pages to the backing file after so many minutes without use
    #[arg(long, value_name = "MINUTES", requires = "backing")]
    pub(crate) write_back_idle: Option<u32>,
    /// Keep this process itself from being swapped out, for a disk that is used
    /// as swap (Linux, as root)
    #[arg(long)]
    pub(crate) swap: bool,
    /// Say nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// `zram serve`.
#[derive(Args, Debug)]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) disk: DiskOptions,
    /// Listen on a Unix socket
    #[arg(long, value_name = "PATH")]
    pub(crate) socket: Option<PathBuf>,
    /// Listen on a TCP port of this machine, such as 127.0.0.1:10809
    #[arg(long, value_name = "ADDRESS", value_parser = loopback)]
    pub(crate) tcp: Option<SocketAddr>,
    /// Where `zram stat` and others reach this server [default: SOCKET.control]
    #[arg(long, value_name = "PATH")]
    pub(crate) control: Option<PathBuf>,
    /// The most clients at a time
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) connections: usize,
}

/// `zram ublk`.
#[cfg(all(feature = "ublk", target_os = "linux"))]
#[derive(Args, Debug)]
pub(crate) struct Ublk {
    #[command(flatten)]
    pub(crate) disk: DiskOptions,
    /// Where `zram stat` and others reach this server
    #[arg(long, value_name = "PATH", default_value = "zram.sock")]
    pub(crate) control: PathBuf,
    /// The number of the device, /dev/ublkbN [default: one that is free]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MAX_ID))]
    pub(crate) id: Option<u32>,
    /// Threads that answer the kernel [default: a processor each, at most 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_QUEUES))]
    pub(crate) queues: Option<u16>,
}

/// `zram ublk`, which this build has not.
#[cfg(not(all(feature = "ublk", target_os = "linux")))]
#[derive(Args, Debug)]
pub(crate) struct Ublk {
    /// Options of a build that has it
    #[arg(
        value_name = "OPTION",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub(crate) _options: Vec<std::ffi::OsString>,
}

/// A server.
#[derive(Args, Debug)]
pub(crate) struct Target {
    /// The server's socket, or its control socket
    #[arg(value_name = "SOCKET")]
    pub(crate) socket: PathBuf,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// `zram stat`.
#[derive(Args, Debug)]
pub(crate) struct Stat {
    #[command(flatten)]
    pub(crate) target: Target,
    /// Prometheus' text format
    #[arg(long, conflicts_with = "json")]
    pub(crate) prometheus: bool,
    /// A line as the kernel's zram has it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "prometheus"])]
    pub(crate) kernel: Option<KernelFile>,
    /// Again and again, every so many seconds
    #[arg(short, long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "2")]
    pub(crate) watch: Option<u32>,
}

/// A file of the kernel's zram.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum KernelFile {
    /// Memory
    #[value(name = "mm_stat")]
    Memory,
    /// Requests
    #[value(name = "io_stat")]
    Requests,
    /// The backing file
    #[value(name = "bd_stat")]
    Backing,
}

/// Which pages.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Pages {
    /// Only pages that were not used for so many minutes
    #[arg(long, value_name = "MINUTES", default_value_t = 0)]
    pub(crate) idle: u32,
    /// Only pages of which more than so many bytes are kept
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    pub(crate) larger: usize,
    /// Only pages that did not compress
    #[arg(long)]
    pub(crate) incompressible: bool,
    /// No more than so many pages
    #[arg(long, value_name = "N")]
    pub(crate) at_most: Option<u64>,
}

/// `zram recompress`.
#[derive(Args, Debug)]
pub(crate) struct Recompress {
    #[command(flatten)]
    pub(crate) target: Target,
    /// Which of the server's heavier codecs, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) priority: usize,
    #[command(flatten)]
    pub(crate) pages: Pages,
}

/// `zram write-back`.
#[derive(Args, Debug)]
pub(crate) struct WriteBack {
    #[command(flatten)]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// First, let so many pages be written from now on, all in all
    #[arg(long, value_name = "N")]
    pub(crate) budget: Option<u64>,
}

/// `zram limit`.
#[derive(Args, Debug)]
pub(crate) struct Limit {
    #[command(flatten)]
    pub(crate) target: Target,
    /// The new limit, or `none`
    #[arg(value_name = "SIZE", value_parser = limit)]
    pub(crate) limit: Bytes,
}

/// A size, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes(pub(crate) Option<u64>);

/// `zram bench`.
#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// Files whose pages are kept
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) store: StoreOptions,
    /// Threads that read and write
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Seconds for writing, and again for reading
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    pub(crate) seconds: u32,
    /// Take no more than so many pages
    #[arg(long, value_name = "N", default_value_t = 65_536)]
    pub(crate) sample: usize,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A file that holds a dictionary, for one codec or for all.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct DictionaryFile {
    pub(crate) codec: Option<Codec>,
    pub(crate) path: PathBuf,
}

impl FromStr for DictionaryFile {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let named = text
            .split_once('=')
            .and_then(|(codec, path)| Some((codec.parse().ok()?, path)));
        let (codec, path) = match named {
            Some((codec, path)) => (Some(codec), path),
            None => (None, text),
        };
        Ok(Self {
            codec,
            path: path.into(),
        })
    }
}

/// `zram train`.
#[derive(Args, Debug)]
pub(crate) struct Train {
    /// Files whose pages are learned from
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The codec that it is for
    #[arg(short, long, value_name = "CODEC", default_value = "zstd:3")]
    pub(crate) codec: Codec,
    /// The size of a page: 4K, 8K, 16K, 32K or 64K
    #[arg(short, long, value_name = "SIZE", default_value = "4K", value_parser = page_size)]
    pub(crate) page_size: PageSize,
    /// The most bytes that the dictionary may have
    #[arg(long, value_name = "SIZE", default_value = "16K", value_parser = dictionary_size)]
    pub(crate) size: usize,
    /// Look at no more than so many pages
    #[arg(long, value_name = "N", default_value_t = 8192)]
    pub(crate) sample: usize,
    /// Write the dictionary to OUT
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Replace OUT if it exists
    #[arg(short, long)]
    pub(crate) force: bool,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// `zram lz4`.
#[derive(Debug, Subcommand)]
pub(crate) enum Lz4 {
    /// Compress FILE to FILE.lz4
    Compress(Lz4Compress),
    /// Decompress FILE.lz4 to FILE
    Decompress(Lz4Decompress),
}

/// Where LZ4 comes from and goes to.
#[derive(Args, Debug)]
pub(crate) struct Lz4Files {
    /// The file; `-` is the standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write to OUT; `-` is the standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replace OUT if it exists
    #[arg(short, long)]
    pub(crate) force: bool,
}

/// `zram lz4 compress`.
#[derive(Args, Debug)]
pub(crate) struct Lz4Compress {
    #[command(flatten)]
    pub(crate) files: Lz4Files,
    /// 1 is fast, 2 to 12 are smaller and slower, negative ones faster still
    #[arg(
        short,
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    pub(crate) level: i32,
}

/// `zram lz4 decompress`.
#[derive(Args, Debug)]
pub(crate) struct Lz4Decompress {
    #[command(flatten)]
    pub(crate) files: Lz4Files,
}

fn page_size(text: &str) -> Result<PageSize, String> {
    let bytes = tools::size::parse(text)?;
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    PageSize::try_from(bytes).map_err(|unknown| unknown.to_string())
}

/// Larger dictionaries gain nothing for pages, and are a mistake.
pub(crate) const LARGEST_DICTIONARY: u64 = 1 << 20;

fn dictionary_size(text: &str) -> Result<usize, String> {
    let bytes = tools::size::parse(text)?;
    if (1..=LARGEST_DICTIONARY).contains(&bytes) {
        Ok(bytes as usize)
    } else {
        Err("a dictionary has 1 byte to 1M; 4K to 64K are usual".into())
    }
}

fn loopback(text: &str) -> Result<SocketAddr, String> {
    let address: SocketAddr = text
        .parse()
        .map_err(|_| "an address is IP:PORT, such as 127.0.0.1:10809".to_owned())?;
    if address.ip().is_loopback() {
        Ok(address)
    } else {
        Err("only addresses of this machine: there is no password; tunnel it (ssh -L)".into())
    }
}

fn limit(text: &str) -> Result<Bytes, String> {
    if text.eq_ignore_ascii_case("none") {
        Ok(Bytes(None))
    } else {
        tools::size::parse(text).map(|bytes| Bytes(Some(bytes)))
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn dictionaries_of_a_codec_or_of_all() {
        let file = |codec, path: &str| {
            let path = path.into();
            Ok(DictionaryFile { codec, path })
        };
        let zstd = Some(Codec::Zstd { level: 9 });
        assert_eq!("zstd:9=cold=1.dict".parse(), file(zstd, "cold=1.dict"));
        assert_eq!("run=2.dict".parse(), file(None, "run=2.dict"));
        assert_eq!(dictionary_size("64K"), Ok(65_536));
        assert!(dictionary_size("0").is_err());
        assert!(dictionary_size("2M").is_err());
    }

    #[test]
    fn only_this_machine_is_served() {
        assert!(loopback("127.0.0.1:0").is_ok());
        assert!(loopback("[::1]:10809").is_ok());
        for other in ["0.0.0.0:1", "192.168.0.1:1", "localhost:1", "127.0.0.1"] {
            assert!(loopback(other).is_err(), "{other}");
        }
    }
}
