//! The schemas of a damaged file.

use super::decode::Outcome;
use super::report::DictionaryState;
use super::walk::{Ground, Piece, Role, Walker};
use crate::codec::Decoder;
use crate::compression::Codec;
use crate::error::Error;
use crate::reader::{Config, DictionaryRecord};
use crate::schema::{Dictionary, Schema, SchemaError};
use crate::source::read_up_to;
use crate::wire::HEADER_BYTES;

/// What a damaged file tells of itself.
#[derive(Debug)]
pub(super) struct FoundDictionary {
    pub(super) dictionary: Dictionary,
    pub(super) config: Config,
    pub(super) faults: Vec<SchemaError>,
    pub(super) state: DictionaryState,
}

impl FoundDictionary {
    /// Looks for the dictionary: it is the first record, or what is left of it
    /// is before that.
    pub(super) fn find(ground: Ground<'_>) -> Result<Self, Error> {
        let mut walker = Walker::new(ground);
        let mut gap = None;
        while let Some(piece) = walker.next()? {
            match piece {
                Piece::Gap { range, .. } => gap = gap.or(Some(range)),
                Piece::FileHeader(_) => {}
                Piece::Record(found) if found.role == Role::Dictionary => {
                    return Ok(Self::of_record(&walker, &found.outcome));
                }
                Piece::Record(_) => break,
            }
        }
        let mut found = DictionaryRecord::default();
        if let Some(gap) = gap {
            let length = (gap.end - gap.start).min(ground.limits.dictionary_bytes());
            let mut bytes = vec![0; length as usize];
            let filled = read_up_to(ground.source, gap.start, &mut bytes)
                .map_err(|error| Error::from(error).at(gap.start))?;
            bytes.truncate(filled);
            schemas_without_header(&bytes, ground.limits.dictionary_bytes(), &mut found);
        }
        let told_none = ground
            .header
            .is_some_and(|header| header.user_header_bytes == 0);
        let state = if !found.dictionary.schemas().is_empty() {
            DictionaryState::Part
        } else if told_none {
            DictionaryState::Absent
        } else {
            DictionaryState::Lost
        };
        Ok(Self::new(found, state))
    }

    fn of_record(walker: &Walker<'_>, outcome: &Outcome) -> Self {
        let record = &walker.record;
        let mut found = DictionaryRecord::default();
        let mut whole = matches!(outcome, Outcome::Whole);
        for &index in &record.kept {
            if let Some(event) = record.events.event(index as usize) {
                whole &= found.event(event).is_ok();
            }
        }
        if !whole {
            schemas_in(record.events.bytes(), &mut found.dictionary);
        }
        let state = if whole && found.faults.is_empty() {
            DictionaryState::Whole
        } else if found.dictionary.schemas().is_empty() {
            DictionaryState::Lost
        } else {
            DictionaryState::Part
        };
        Self::new(found, state)
    }

    fn new(record: DictionaryRecord, state: DictionaryState) -> Self {
        Self {
            dictionary: record.dictionary,
            config: record.config,
            faults: record.faults,
            state,
        }
    }

    /// Adds the schemas of a dictionary that was given. They come first, unless
    /// the file's own are all there.
    pub(super) fn add(&mut self, given: &Dictionary) {
        if self.state == DictionaryState::Whole {
            add_missing(&mut self.dictionary, given);
        } else {
            let own = std::mem::replace(&mut self.dictionary, given.clone());
            add_missing(&mut self.dictionary, &own);
        }
    }
}

fn add_missing(dictionary: &mut Dictionary, more: &Dictionary) {
    for schema in more.schemas() {
        // One that contradicts what is there is not wanted.
        let _ = dictionary.add((**schema).clone());
    }
}

/// Schemas of a record whose header is lost: of stored text, or of an LZ4 block
/// that begins after one header or two.
fn schemas_without_header(bytes: &[u8], limit: u64, found: &mut DictionaryRecord) {
    schemas_in(bytes, &mut found.dictionary);
    for start in [HEADER_BYTES, 2 * HEADER_BYTES] {
        if !found.dictionary.schemas().is_empty() {
            return;
        }
        let Some(block) = bytes.get(start..) else {
            return;
        };
        // Texts of schemas shrink to a fifth or so.
        let most = (block.len() as u64).saturating_mul(32).min(limit);
        let mut output = vec![0; most as usize];
        let length = Decoder::default().decompress_prefix(Codec::Lz4, block, &mut output);
        schemas_in(&output[..length], &mut found.dictionary);
    }
}

/// Adds every schema whose text is somewhere in `bytes`: names in braces, then
/// columns in braces, and no brace within.
fn schemas_in(bytes: &[u8], dictionary: &mut Dictionary) {
    /// The longest text that is looked at, in bytes.
    const LONGEST: usize = 1 << 20;
    let mut pieces = bytes.split(|&byte| byte == b'{').peekable();
    while let Some(head) = pieces.next() {
        let Some(columns) = pieces.peek() else {
            return;
        };
        let Some(head) = head.strip_suffix(b"}") else {
            continue;
        };
        let Some(end) = columns.iter().position(|&byte| byte == b'}') else {
            continue;
        };
        if head.len() + end > LONGEST {
            continue;
        }
        let (Ok(head), Ok(columns)) = (str::from_utf8(head), str::from_utf8(&columns[..end]))
        else {
            continue;
        };
        if let Ok(schema) = format!("{{{head}}}{{{columns}}}").parse::<Schema>() {
            let _ = dictionary.add(schema);
        }
    }
}
