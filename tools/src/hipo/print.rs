//! The standard output.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::{Serialize, Serializer};

use crate::failure::Failure;

/// The version of what is printed for machines. Keys are only ever added; a
/// change of meaning would be another number.
pub(crate) const SCHEMA: u32 = 1;

/// The standard output, in blocks.
pub(crate) type Out = BufWriter<StdoutLock<'static>>;

/// Gives the standard output to `write`.
pub(crate) fn with(write: impl FnOnce(&mut Out) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = stdout();
    write(&mut out)
        .and_then(|()| out.flush())
        .map_err(Failure::stdout)
}

/// The standard output.
pub(crate) fn stdout() -> Out {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints `object` on a line.
pub(crate) fn json(object: &impl Serialize) -> Result<(), Failure> {
    with(|out| line(out, object))
}

/// Writes `object` on a line.
pub(crate) fn line(out: &mut Out, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

/// A number for JSON, which has no names for those that are none: they are
/// strings then, as the JSON of Protocol Buffers has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number(pub(crate) f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f64(self.0)
        } else {
            serializer.serialize_str(not_finite(self.0))
        }
    }
}

/// The name of a number that is none.
const fn not_finite(number: f64) -> &'static str {
    if number.is_nan() {
        "NaN"
    } else if number > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}
