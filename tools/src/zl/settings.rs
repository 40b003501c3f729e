//! Settings of compression, from the words of the command line.

use openzl::{FormatVersion, Graph, Parameters};

use crate::cli::Compress;
use crate::run::Usage;

/// The standard graphs of C OpenZL 0.3.0, so that one that is missing here is
/// told from one that does not exist.
const C_GRAPHS: [&str; 30] = [
    "store",
    "fse",
    "huffman",
    "huffman_huf0",
    "huffman_pivco",
    "entropy",
    "constant",
    "zstd",
    "bitpack",
    "flatpack",
    "field_lz",
    "compress_generic",
    "select_generic_lz_backend",
    "segment_numeric",
    "select_numeric",
    "ml_selector",
    "clustering",
    "try_parse_int",
    "sddl",
    "sddl2",
    "lz4",
    "partition_bitpack",
    "segment_num8_from_serial",
    "segment_num16_from_serial",
    "segment_num32_from_serial",
    "segment_num64_from_serial",
    "lz",
    "segment_serial",
    "transformer_numeric",
    "brute_force",
];

/// What the bytes of an input are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum InputType {
    /// Bytes without structure.
    Serial,
}

/// Reads `--graph`.
pub(crate) fn graph(name: &str) -> Result<Graph, String> {
    let plain = name.strip_prefix("!zl.").unwrap_or(name);
    Graph::from_name(plain).ok_or_else(|| {
        let known = Graph::ALL.map(Graph::name).join(", ");
        if C_GRAPHS.contains(&plain) {
            format!("C OpenZL has this graph, zl not yet; it has {known}")
        } else {
            format!("no graph has this name; there is {known}")
        }
    })
}

/// Reads `--type`.
pub(crate) fn input_type(text: &str) -> Result<InputType, String> {
    if text == "serial" {
        return Ok(InputType::Serial);
    }
    let width = |prefix: &str| text.strip_prefix(prefix)?.parse::<u32>().ok();
    let exists = match (width("struct"), width("num")) {
        (Some(width), _) => width > 0,
        (_, Some(width)) => [1, 2, 4, 8].contains(&width),
        _ => false,
    };
    Err(if exists {
        "zl does not take typed input yet; it has serial".into()
    } else {
        "a type is serial, structN with N of 1 or more bytes, or numN with N of 1, 2, 4 or 8 bytes"
            .into()
    })
}

/// Reads `--format-version`.
pub(crate) fn format_version(text: &str) -> Result<FormatVersion, String> {
    let number: u32 = text
        .parse()
        .map_err(|_| "a format version is a number".to_owned())?;
    FormatVersion::try_from(number).map_err(|error| error.to_string())
}

/// The library's parameters.
pub(crate) fn parameters(options: &Compress) -> Result<Parameters, Usage> {
    let InputType::Serial = options.input_type;
    let comment = options.comment.as_deref().unwrap_or_default();
    if !comment.is_empty() && options.format_version == FormatVersion::MIN {
        // The library would leave it out in silence.
        return Err(Usage::conflict(
            "format version 21 has no place for a comment: take 22 or later",
        ));
    }
    Parameters::default()
        .with_graph(options.graph)
        .with_level(options.level)
        .with_format_version(options.format_version)
        .with_content_checksum(!options.no_content_checksum)
        .with_compressed_checksum(!options.no_compressed_checksum)
        .with_comment(comment)
        .map_err(|error| Usage::conflict(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_graphs_is_that_of_c() {
        let reference: Vec<_> = openzl_ffi::Graph::ALL
            .iter()
            .filter_map(|graph| graph.name())
            .collect();
        assert_eq!(C_GRAPHS[..], reference);
    }

    #[test]
    fn every_graph_of_c_is_taken_or_said_to_be_missing() {
        for name in C_GRAPHS {
            match (Graph::from_name(name), graph(name)) {
                (Some(expected), taken) => assert_eq!(taken, Ok(expected)),
                (None, refused) => assert!(refused.unwrap_err().contains("not yet"), "{name}"),
            }
        }
        assert_eq!(graph("!zl.zstd"), Ok(Graph::Zstd));
        assert!(graph("gzip").unwrap_err().starts_with("no graph"));
    }

    #[test]
    fn types_are_told_from_nonsense() {
        assert_eq!(input_type("serial"), Ok(InputType::Serial));
        for text in ["struct1", "struct12", "num1", "num2", "num4", "num8"] {
            assert!(input_type(text).unwrap_err().contains("yet"), "{text}");
        }
        for text in ["", "num", "num3", "struct0", "struct-1", "float8", "Serial"] {
            assert!(!input_type(text).unwrap_err().contains("yet"), "{text}");
        }
    }
}
