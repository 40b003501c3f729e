//! Output for machines. Keys are only ever added; a change of meaning would
//! be a new `schema`.

use std::io::{self, Write};

use openzl::{Chunk, Codec, CodecName, Field, Frame};
use serde::Serialize;

use crate::atomic;
use crate::failure::Failure;
use crate::size::ratio;
use crate::verify::Sound;

const SCHEMA: u32 = 1;

/// Prints `object` on a line of the standard output.
pub(crate) fn print(object: &impl Serialize) -> Result<(), Failure> {
    let mut line = serde_json::to_vec(object)
        .map_err(|error| Failure::io("cannot write JSON")(error.into()))?;
    line.push(b'\n');
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(&line)
        .and_then(|()| stdout.flush())
        .map_err(atomic::stdout_failure)
}

/// Why a file failed.
#[derive(Debug, Serialize)]
pub(crate) struct Problem {
    kind: &'static str,
    offset: Option<usize>,
    message: String,
}

impl From<&Failure> for Problem {
    fn from(failure: &Failure) -> Self {
        Self {
            kind: failure.kind(),
            offset: failure.offset(),
            message: failure.to_string(),
        }
    }
}

/// What `zl test` tells of a file.
#[derive(Debug, Serialize)]
pub(crate) struct Tested<'a> {
    schema: u32,
    file: &'a str,
    ok: bool,
    error: Option<Problem>,
    frame_bytes: Option<u64>,
    output_bytes: Option<u64>,
    ratio: Option<f64>,
    seconds: Option<f64>,
}

impl<'a> Tested<'a> {
    pub(crate) fn sound(file: &'a str, sound: &Sound) -> Self {
        Self {
            schema: SCHEMA,
            file,
            ok: true,
            error: None,
            frame_bytes: Some(sound.frame_bytes),
            output_bytes: Some(sound.output_bytes),
            ratio: sound.ratio,
            seconds: Some(sound.seconds),
        }
    }

    pub(crate) fn broken(file: &'a str, failure: &Failure) -> Self {
        Self {
            schema: SCHEMA,
            file,
            ok: false,
            error: Some(failure.into()),
            frame_bytes: None,
            output_bytes: None,
            ratio: None,
            seconds: None,
        }
    }
}

/// What `zl inspect` tells of a file.
#[derive(Debug, Serialize)]
pub(crate) struct Inspected<'a> {
    schema: u32,
    file: &'a str,
    ok: bool,
    error: Option<Problem>,
    #[serde(flatten)]
    frame: Option<FrameObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<Vec<FieldObject<'a>>>,
}

impl<'a> Inspected<'a> {
    pub(crate) fn new(
        file: &'a str,
        frame: Result<&Frame, &Failure>,
        fields: Option<&'a [Field]>,
    ) -> Self {
        Self {
            schema: SCHEMA,
            file,
            ok: frame.is_ok(),
            error: frame.err().map(Into::into),
            frame: frame.ok().map(Into::into),
            fields: fields.map(|fields| fields.iter().map(Into::into).collect()),
        }
    }
}

#[derive(Debug, Serialize)]
struct FrameObject {
    frame_bytes: usize,
    output_bytes: u64,
    ratio: Option<f64>,
    format_version: u32,
    content_checksum: bool,
    compressed_checksum: bool,
    comment: Option<String>,
    header_bytes: usize,
    outputs: Vec<OutputObject>,
    chunks: Vec<ChunkObject>,
}

#[derive(Debug, Serialize)]
struct OutputObject {
    r#type: String,
    bytes: u64,
    strings: Option<u64>,
}

#[derive(Debug, Serialize)]
struct ChunkObject {
    offset: usize,
    bytes: usize,
    header_bytes: usize,
    codecs: Vec<CodecObject>,
    streams: Vec<StreamObject>,
    content_checksum: Option<u32>,
    compressed_checksum: Option<u32>,
}

#[derive(Debug, Serialize)]
struct CodecObject {
    name: String,
    id: u32,
    custom: bool,
    header_offset: usize,
    header_bytes: usize,
    variable_streams: u32,
    distances: Vec<u64>,
}

#[derive(Debug, Serialize)]
struct StreamObject {
    offset: usize,
    bytes: usize,
}

#[derive(Debug, Serialize)]
struct FieldObject<'a> {
    start: usize,
    end: usize,
    path: &'a str,
    value: &'a str,
}

impl From<&Frame> for FrameObject {
    fn from(frame: &Frame) -> Self {
        let header = frame.header();
        let comment = header.comment();
        Self {
            frame_bytes: frame.size(),
            output_bytes: header.output_bytes(),
            ratio: ratio(header.output_bytes(), frame.size() as u64),
            format_version: header.version().get(),
            content_checksum: header.has_content_checksum(),
            compressed_checksum: header.has_compressed_checksum(),
            comment: (!comment.is_empty()).then(|| String::from_utf8_lossy(comment).into_owned()),
            header_bytes: header.size(),
            outputs: header
                .outputs()
                .map(|output| OutputObject {
                    r#type: output.kind.to_string(),
                    bytes: output.byte_size,
                    strings: output.strings,
                })
                .collect(),
            chunks: frame.chunks().iter().map(Into::into).collect(),
        }
    }
}

impl From<&Chunk> for ChunkObject {
    fn from(chunk: &Chunk) -> Self {
        Self {
            offset: chunk.range.start,
            bytes: chunk.range.len(),
            header_bytes: chunk.header_size,
            codecs: chunk.codecs.iter().map(Into::into).collect(),
            streams: chunk
                .streams
                .iter()
                .map(|stream| StreamObject {
                    offset: stream.range.start,
                    bytes: stream.range.len(),
                })
                .collect(),
            content_checksum: chunk.content_checksum,
            compressed_checksum: chunk.compressed_checksum,
        }
    }
}

impl From<&Codec> for CodecObject {
    fn from(codec: &Codec) -> Self {
        let (id, custom) = match codec.name {
            CodecName::Standard(id) => (u32::from(id.get()), false),
            CodecName::Custom(id) => (id, true),
        };
        Self {
            name: codec.name.to_string(),
            id,
            custom,
            header_offset: codec.header.start,
            header_bytes: codec.header.len(),
            variable_streams: codec.variable_streams,
            distances: codec.distances.clone(),
        }
    }
}

impl<'a> From<&'a Field> for FieldObject<'a> {
    fn from(field: &'a Field) -> Self {
        Self {
            start: field.range.start,
            end: field.range.end,
            path: &field.path,
            value: &field.value,
        }
    }
}
