//! Telling a frame field by field, with the very code that reads it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Arguments};
use core::ops::Range;

use super::inspect;
use crate::Error;
use crate::limits::Limits;

/// Who is told of each field that is read: nobody, when decoding.
pub(crate) trait Observer {
    /// The bytes in `range` of the frame are the field `path`, and hold
    /// `value`.
    fn field(&mut self, range: Range<usize>, path: Arguments<'_>, value: Arguments<'_>);

    /// How many fields are kept.
    fn kept(&self) -> usize;

    /// Later fields are part of the chunk numbered `index`, or of none.
    fn chunk(&mut self, index: Option<usize>);
}

impl Observer for () {
    #[inline]
    fn field(&mut self, _range: Range<usize>, _path: Arguments<'_>, _value: Arguments<'_>) {}

    #[inline]
    fn kept(&self) -> usize {
        0
    }

    #[inline]
    fn chunk(&mut self, _index: Option<usize>) {}
}

/// One field of a frame.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Field {
    /// Where its bytes stand in the frame. Fields packed into the same bytes
    /// share them.
    pub range: Range<usize>,
    /// Its path, such as `chunk[0].codec[1].id`.
    pub path: String,
    /// What it holds, in words.
    pub value: String,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.range;
        write!(f, "{start}..{end} {}: {}", self.path, self.value)
    }
}

/// A frame told field by field, as far as it can be read.
#[derive(Debug)]
pub struct Dissection {
    /// The fields in the order in which they are read.
    pub fields: Vec<Field>,
    /// Why reading stopped before the end, if it did.
    pub error: Option<Error>,
}

#[derive(Debug, Default)]
struct Recorder {
    fields: Vec<Field>,
    prefix: String,
}

impl Observer for Recorder {
    fn field(&mut self, range: Range<usize>, path: Arguments<'_>, value: Arguments<'_>) {
        self.fields.push(Field {
            range,
            path: format!("{}{path}", self.prefix),
            value: format!("{value}"),
        });
    }

    fn kept(&self) -> usize {
        self.fields.len()
    }

    fn chunk(&mut self, index: Option<usize>) {
        self.prefix = match index {
            Some(index) => format!("chunk[{index}]."),
            None => String::new(),
        };
    }
}

/// Tells `frame` field by field, up to its end or to the first thing that
/// cannot be read. Nothing is decompressed, and no checksum but the header's
/// is verified.
///
/// ```
/// let frame = openzl::compress(b"a few bytes, a few bytes, a few bytes")?;
/// let dissection = openzl::dissect(&frame);
/// assert!(dissection.error.is_none());
/// assert!(dissection.fields.iter().any(|field| field.path == "chunk[0].codec[0].id"));
/// # Ok::<(), openzl::Error>(())
/// ```
#[must_use]
pub fn dissect(frame: &[u8]) -> Dissection {
    dissect_within(frame, &Limits::DEFAULT)
}

/// [`dissect`] with a bound on fields of the caller's, [`Limits::parts`]: a
/// frame that has more ends with [`Error::Limit`] at the end of a chunk.
#[must_use]
pub fn dissect_within(frame: &[u8], limits: &Limits) -> Dissection {
    let mut recorder = Recorder::default();
    let error = inspect::walk(frame, limits, &mut recorder).err();
    Dissection {
        fields: recorder.fields,
        error,
    }
}
