//! The codecs: one folder each, `encode.rs` beside `decode.rs`.
//!
//! A codec turns streams into other streams. Its identifier stands in every
//! chunk that uses it, and is stable across format versions
//! (`common/wire_format.h`, `codecs/decoder_registry.c`).

pub(crate) mod zstd;

use core::fmt;

use crate::stream::StreamType;

/// The identifier of a standard codec.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct CodecId(u8);

impl CodecId {
    /// Zstandard without its magic number.
    pub const ZSTD: Self = Self(22);

    pub(crate) const fn new(id: u8) -> Self {
        Self(id)
    }

    /// The number that stands in a chunk.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The codec's name, or `None` for a number that names no codec.
    ///
    /// ```
    /// assert_eq!(openzl::CodecId::ZSTD.name(), Some("zstd"));
    /// ```
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self.0 {
            1 => "delta_int",
            2 => "transpose",
            3 => "zigzag",
            4 => "transpose_split",
            5 => "serial_to_struct",
            6 => "struct_to_serial",
            7 => "struct_to_num_le",
            8 => "num_to_struct_le",
            9 => "serial_to_num_le",
            10 => "num_to_serial_le",
            11 => "serial_string",
            12 => "separate_string_components",
            13 => "struct_to_num_be",
            14 => "serial_to_num_be",
            15 => "fse_deprecated",
            16 => "huffman_deprecated",
            17 => "huffman_fixed_deprecated",
            18 => "sentinel",
            19 => "lz",
            20 => "rolz",
            21 => "fastlz",
            22 => "zstd",
            23 => "zstd_fixed",
            24 => "field_lz",
            25 => "quantize_offsets",
            26 => "quantize_lengths",
            27 => "bitpack_serial",
            28 => "bitpack_int",
            29 => "flatpack",
            30 => "transpose_split2",
            31 => "transpose_split4",
            32 => "transpose_split8",
            33 => "float_deconstruct",
            34 => "bitunpack",
            35 => "range_pack",
            36 => "tokenize_fixed",
            37 => "tokenize_numeric",
            38 => "tokenize_string",
            40 => "splitn",
            41 => "split_by_struct",
            42 => "dispatchn_by_tag",
            43 => "merge_sorted",
            44 => "constant_serial",
            45 => "constant_fixed",
            46 => "prefix",
            47 => "splitn_struct",
            48 => "splitn_num",
            49 => "fse_v2",
            50 => "huffman_v2",
            51 => "huffman_struct_v2",
            52 => "fse_ncount",
            53 => "divide_by",
            54 => "dispatch_string",
            55 => "concat_serial",
            56 => "dedup_num",
            57 => "concat_num",
            58 => "concat_struct",
            59 => "concat_string",
            60 => "parse_int",
            61 => "interleave_string",
            62 => "lz4",
            63 => "bit_split",
            64 => "partition",
            65 => "mux_lengths",
            66 => "sparse_num",
            67 => "pivco_huffman",
            _ => return None,
        })
    }

    /// The codec's decoder, or `None` where this library has none.
    pub(crate) const fn decoder(self) -> Option<Decoder> {
        match self {
            Self::ZSTD => Some(Decoder::Zstd),
            _ => None,
        }
    }
}

/// A codec that this library can decode.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Decoder {
    Zstd,
}

impl Decoder {
    pub(crate) const fn signature(self) -> Signature {
        match self {
            Self::Zstd => zstd::SIGNATURE,
        }
    }
}

impl fmt::Display for CodecId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "codec {}", self.0),
        }
    }
}

/// What a codec reads and regenerates, as its decoder sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    /// The types of the streams that every use of the codec reads.
    pub(crate) reads: &'static [StreamType],
    /// Whether further streams may follow those.
    pub(crate) reads_variable: bool,
    /// How many streams it regenerates.
    pub(crate) regenerates: usize,
}

/// The state that codecs keep between calls.
#[derive(Debug, Default)]
pub(crate) struct EncoderStates {
    pub(crate) zstd: zstd::EncoderState,
}

/// The state that codecs keep between calls.
#[derive(Debug, Default)]
pub(crate) struct DecoderStates {
    pub(crate) zstd: zstd::DecoderState,
}
