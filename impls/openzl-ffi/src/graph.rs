//! The standard graphs and their names.

use openzl_sys as sys;

/// A standard graph of C's, by its id.
///
/// The constants are the public graphs, whose ids are stable (2 to 31). C also
/// takes the ids of its private graphs, for which [`Graph::from_id`] is there;
/// those are an implementation detail of version 0.3.0.
///
/// Wherever a graph is asked for, `None` ([`Graph::DEFAULT`]) is the default
/// path: no compressor is set at all, and C chooses.
///
/// ```
/// use openzl_ffi::Graph;
/// assert_eq!(Graph::from_name("field_lz"), Some(Graph::FIELD_LZ));
/// assert_eq!(Graph::FIELD_LZ.name(), Some("field_lz"));
/// assert_eq!(Graph::FIELD_LZ.id(), 12);
/// assert_eq!(Graph::from_id(35).name(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Graph(u32);

macro_rules! graphs {
    ($($name:ident = $c:ident, $text:literal, $doc:literal;)*) => {
        impl Graph {
            $(#[doc = $doc] pub const $name: Self = Self(sys::$c);)*

            /// Every public graph, in the order of ids.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// C's name for the graph, without its prefix `!zl.`; `None` for a
            /// private graph.
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $(Self::$name => Some($text),)*
                    _ => None,
                }
            }

            /// The public graph of that name, with or without C's prefix `!zl.`.
            pub fn from_name(name: &str) -> Option<Self> {
                match name.strip_prefix("!zl.").unwrap_or(name) {
                    $($text => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

graphs! {
    STORE = ZL_StandardGraphID_store, "store",
        "Keeps the input as it is.";
    FSE = ZL_StandardGraphID_fse, "fse",
        "FSE, with a fallback when it does not pay. Serial input.";
    HUFFMAN = ZL_StandardGraphID_huffman, "huffman",
        "Huffman, with a fallback when it does not pay.";
    HUFFMAN_HUF0 = ZL_StandardGraphID_huffman_huf0, "huffman_huf0",
        "Huffman by the classic codec only.";
    HUFFMAN_PIVCO = ZL_StandardGraphID_huffman_pivco, "huffman_pivco",
        "Huffman by the pivot-coded codec, from format 27.";
    ENTROPY = ZL_StandardGraphID_entropy, "entropy",
        "Whichever of the entropy coders is estimated best.";
    CONSTANT = ZL_StandardGraphID_constant, "constant",
        "One value, repeated; fails on any other input.";
    ZSTD = ZL_StandardGraphID_zstd, "zstd",
        "Zstandard. Serial input.";
    BITPACK = ZL_StandardGraphID_bitpack, "bitpack",
        "As many bits per value as the largest needs.";
    FLATPACK = ZL_StandardGraphID_flatpack, "flatpack",
        "An alphabet, and indices of equal width into it. Serial input.";
    FIELD_LZ = ZL_StandardGraphID_field_lz, "field_lz",
        "Lempel-Ziv over fields of fixed width. Struct or numeric input.";
    COMPRESS_GENERIC = ZL_StandardGraphID_compress_generic, "compress_generic",
        "The default choice for each type of input.";
    SELECT_GENERIC_LZ_BACKEND = ZL_StandardGraphID_select_generic_lz_backend,
        "select_generic_lz_backend",
        "The default Lempel-Ziv for serial input.";
    SEGMENT_NUMERIC = ZL_StandardGraphID_segment_numeric, "segment_numeric",
        "Cuts numeric input into chunks, each through `select_numeric`.";
    SELECT_NUMERIC = ZL_StandardGraphID_select_numeric, "select_numeric",
        "The default choice for numeric input.";
    ML_SELECTOR = ZL_StandardGraphID_ml_selector, "ml_selector",
        "Chooses a successor by a trained model, which it needs as a parameter.";
    CLUSTERING = ZL_StandardGraphID_clustering, "clustering",
        "Groups many inputs by a given clustering.";
    TRY_PARSE_INT = ZL_StandardGraphID_try_parse_int, "try_parse_int",
        "Strings that are decimal integers, as integers.";
    SDDL = ZL_StandardGraphID_simple_data_description_language, "sddl",
        "Splits serial input by a compiled description, a parameter.";
    SDDL2 = ZL_StandardGraphID_simple_data_description_language_v2, "sddl2",
        "Cuts and splits serial input by SDDL2 bytecode, a parameter.";
    LZ4 = ZL_StandardGraphID_lz4, "lz4",
        "LZ4. Serial input.";
    PARTITION_BITPACK = ZL_StandardGraphID_partition_bitpack, "partition_bitpack",
        "Numeric values by partition and offset.";
    SEGMENT_NUM8_FROM_SERIAL = ZL_StandardGraphID_segment_num8_from_serial,
        "segment_num8_from_serial",
        "Serial input as chunks of 8-bit numbers.";
    SEGMENT_NUM16_FROM_SERIAL = ZL_StandardGraphID_segment_num16_from_serial,
        "segment_num16_from_serial",
        "Serial input as chunks of 16-bit little-endian numbers.";
    SEGMENT_NUM32_FROM_SERIAL = ZL_StandardGraphID_segment_num32_from_serial,
        "segment_num32_from_serial",
        "Serial input as chunks of 32-bit little-endian numbers.";
    SEGMENT_NUM64_FROM_SERIAL = ZL_StandardGraphID_segment_num64_from_serial,
        "segment_num64_from_serial",
        "Serial input as chunks of 64-bit little-endian numbers.";
    LZ = ZL_StandardGraphID_lz, "lz",
        "OpenZL's own Lempel-Ziv, from format 24. Serial input.";
    SEGMENT_SERIAL = ZL_StandardGraphID_segment_serial, "segment_serial",
        "Cuts serial input into chunks, each through `compress_generic`.";
    TRANSFORMER_NUMERIC = ZL_StandardGraphID_transformer_numeric, "transformer_numeric",
        "Numeric input through transforms chosen by a built-in model.";
    BRUTE_FORCE = ZL_StandardGraphID_brute_force, "brute_force",
        "Tries every custom successor and keeps the best.";
}

impl Graph {
    /// No compressor: what `ZL_CCtx_compress` does by itself.
    pub const DEFAULT: Option<Self> = None;

    /// The graph of that id, public, private or none: which exist shows when a
    /// compressor is made of it.
    pub const fn from_id(id: u32) -> Self {
        Self(id)
    }

    /// The id, as C numbers it.
    pub const fn id(self) -> u32 {
        self.0
    }

    pub(crate) const fn raw(self) -> sys::ZL_GraphID {
        sys::ZL_GraphID { gid: self.0 }
    }
}
