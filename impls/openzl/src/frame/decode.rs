//! Reading a frame.

use super::encode::END_OF_FRAME;
use super::header::FrameHeader;
use crate::chunk::{Budget, ChunkDecoder, Verify};
use crate::limits::Limits;
use crate::output::{Destination, plausible};
use crate::stream::StreamType;
use crate::wire::Reader;
use crate::{Error, Structure, Unsupported};

/// Decompresses `frame` to the end of `output`.
pub(crate) fn decode(
    frame: &[u8],
    limits: &Limits,
    verify: Verify,
    chunks: &mut ChunkDecoder,
    output: &mut dyn Destination,
) -> Result<(), Error> {
    let mut reader = Reader::new(frame);
    let header = FrameHeader::read(&mut reader, &mut ())?;
    let size = serial_output(&header)?;
    if size > limits.output_bytes() {
        return Err(Error::Limit {
            what: "bytes of output",
            needed: size,
            limit: limits.output_bytes(),
        });
    }
    if size > output.available() {
        return Err(Error::OutputTooSmall {
            needed: size,
            available: output.available(),
        });
    }
    output.reserve(plausible(size, frame.len()));
    let first_chunk = reader.offset();
    while reader.peek(Structure::ChunkMarker)? != END_OF_FRAME {
        let written = output.written().len() as u64;
        let budget = Budget {
            output: size - written,
            intermediate: limits.intermediate_bytes(),
        };
        chunks.decode(frame, &mut reader, &header, verify, budget, output)?;
    }
    reader.byte(Structure::ChunkMarker)?;
    if reader.remaining() > 0 {
        return Err(Error::Trailing {
            offset: reader.offset(),
            trailing: reader.remaining(),
        });
    }
    if reader.offset() == first_chunk + 1 {
        // `ZL_DCtx_decompress` takes the type of the output from a chunk.
        return Err(Error::corrupt(
            first_chunk,
            Structure::FrameEnd,
            "the frame has no chunk",
        ));
    }
    if output.written().len() as u64 != size {
        return Err(Error::corrupt(
            reader.offset() - 1,
            Structure::FrameEnd,
            "the chunks hold less than the frame's header tells",
        ));
    }
    Ok(())
}

/// The size of the frame's output, which must be one and serial.
fn serial_output(header: &FrameHeader) -> Result<u64, Error> {
    let unsupported = |what| Error::Unsupported {
        offset: header.size(),
        what,
    };
    if !header.bundle_id().is_empty() {
        return Err(unsupported(Unsupported::Dictionary));
    }
    match header.outputs().next() {
        Some(output) if header.output_count() == 1 && output.kind == StreamType::Serial => {
            Ok(output.byte_size)
        }
        _ => Err(unsupported(Unsupported::TypedOutput)),
    }
}
