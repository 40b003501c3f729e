//! The global parameters of compression and of decompression.

use openzl_sys as sys;

/// A switch that may be left to C (`ZL_TernaryParam`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Toggle {
    /// As C has it by default.
    #[default]
    Auto,
    /// On.
    On,
    /// Off.
    Off,
}

impl Toggle {
    pub(crate) const fn raw(self) -> i32 {
        match self {
            Self::Auto => sys::ZL_TernaryParam_auto.cast_signed(),
            Self::On => sys::ZL_TernaryParam_enable.cast_signed(),
            Self::Off => sys::ZL_TernaryParam_disable.cast_signed(),
        }
    }
}

impl From<bool> for Toggle {
    fn from(on: bool) -> Self {
        if on { Self::On } else { Self::Off }
    }
}

/// The global parameters of a compression. Each holds for the calls that it is
/// passed to and no other.
///
/// Of the numbers, zero means C's default to C, and so does `None` here.
///
/// ```
/// use openzl_ffi::{Parameters, Toggle};
/// let parameters = Parameters {
///     level: Some(3),
///     content_checksum: Toggle::Off,
///     comment: b"nightly".to_vec(),
///     ..Parameters::default()
/// };
/// assert_eq!(parameters.format_version, Some(27));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The compression level; C's default is 6.
    pub level: Option<i32>,
    /// How much decompression speed counts; C's default is 3, and 1 is fastest.
    pub decompression_level: Option<i32>,
    /// The format version to write. The default is the newest; with `None` it
    /// is left unset, which C refuses (code 61).
    pub format_version: Option<u32>,
    /// The checksum of the content; on by default.
    pub content_checksum: Toggle,
    /// The checksum of the compressed bytes; on by default.
    pub compressed_checksum: Toggle,
    /// Streams smaller than this are stored; C's default is 10, and a negative
    /// number switches it off.
    pub min_stream_size: Option<i32>,
    /// Store a chunk that would grow; on by default.
    pub store_on_expansion: Toggle,
    /// Fall back to a generic graph when a node refuses its input; off by
    /// default.
    pub permissive: Toggle,
    /// A comment for the frame header, at most 10,000 bytes; none when empty.
    /// Format 22 and later.
    pub comment: Vec<u8>,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            level: None,
            decompression_level: None,
            format_version: Some(crate::version::MAX_FORMAT),
            content_checksum: Toggle::Auto,
            compressed_checksum: Toggle::Auto,
            min_stream_size: None,
            store_on_expansion: Toggle::Auto,
            permissive: Toggle::Auto,
            comment: Vec::new(),
        }
    }
}

impl Parameters {
    /// The default parameters at `level`.
    pub fn at_level(level: i32) -> Self {
        Self {
            level: Some(level),
            ..Self::default()
        }
    }

    /// What C is to be told, apart from the comment.
    pub(crate) fn settings(&self) -> impl Iterator<Item = (sys::ZL_CParam, i32)> {
        let toggle = |toggle: Toggle| (toggle != Toggle::Auto).then(|| toggle.raw());
        [
            (sys::ZL_CParam_compressionLevel, self.level),
            (sys::ZL_CParam_decompressionLevel, self.decompression_level),
            (
                sys::ZL_CParam_formatVersion,
                self.format_version
                    .map(|version| i32::try_from(version).unwrap_or(i32::MAX)),
            ),
            (
                sys::ZL_CParam_permissiveCompression,
                toggle(self.permissive),
            ),
            (
                sys::ZL_CParam_compressedChecksum,
                toggle(self.compressed_checksum),
            ),
            (
                sys::ZL_CParam_contentChecksum,
                toggle(self.content_checksum),
            ),
            (sys::ZL_CParam_minStreamSize, self.min_stream_size),
            (
                sys::ZL_CParam_storeOnExpansion,
                toggle(self.store_on_expansion),
            ),
        ]
        .into_iter()
        .filter_map(|(parameter, value)| Some((parameter, value?)))
    }
}

/// The global parameters of a decompression, and the limit that this wrapper
/// adds to them.
///
/// ```
/// use openzl_ffi::{DecodeParameters, Graph, Input, Parameters};
/// let frame = openzl_ffi::compress(Graph::STORE, &Parameters::default(), Input::Serial(&[7; 100]))?;
/// let limited = DecodeParameters { max_output: 99, ..Default::default() };
/// assert!(openzl_ffi::decompress(&frame, &limited).unwrap_err().is_limit());
/// # Ok::<(), openzl_ffi::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeParameters {
    /// The most bytes of output to accept, over all outputs and with four bytes
    /// for every string; 1 GiB by default. A frame that declares more is
    /// refused before anything is allocated for it.
    pub max_output: usize,
    /// Check the checksum of the compressed bytes; on by default.
    pub check_compressed: Toggle,
    /// Check the checksum of the content; on by default.
    pub check_content: Toggle,
    /// Run adjacent codecs as one where C can; on by default.
    pub codec_fusion: Toggle,
}

impl Default for DecodeParameters {
    fn default() -> Self {
        Self {
            max_output: 1 << 30,
            check_compressed: Toggle::Auto,
            check_content: Toggle::Auto,
            codec_fusion: Toggle::Auto,
        }
    }
}

impl DecodeParameters {
    /// The default parameters with that limit.
    pub fn limited(max_output: usize) -> Self {
        Self {
            max_output,
            ..Self::default()
        }
    }

    /// The default parameters with both checksums ignored.
    pub fn unchecked() -> Self {
        Self {
            check_compressed: Toggle::Off,
            check_content: Toggle::Off,
            ..Self::default()
        }
    }

    /// What C is to be told.
    pub(crate) fn settings(self) -> impl Iterator<Item = (sys::ZL_DParam, i32)> {
        [
            (
                sys::ZL_DParam_checkCompressedChecksum,
                self.check_compressed,
            ),
            (sys::ZL_DParam_checkContentChecksum, self.check_content),
            (sys::ZL_DParam_enableCodecFusion, self.codec_fusion),
        ]
        .into_iter()
        .filter(|(_, toggle)| *toggle != Toggle::Auto)
        .map(|(parameter, toggle)| (parameter, toggle.raw()))
    }
}
