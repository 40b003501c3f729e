//! Names and URLs.

use super::words::invented_word;
use crate::rng::Rng;

const HOSTS: &[&str] = &[
    "example.org",
    "www.example.com",
    "data.example.net",
    "api.example.com",
];
const EXTENSIONS: &[&str] = &["html", "json", "png", "css"];

/// Strings as typed formats take them: their bytes one after another, and the
/// length of each.
///
/// ```
/// let column = corpora::string_column(100, 3);
/// assert_eq!(column.lengths.len(), 100);
/// let total: usize = column.lengths.iter().map(|len| *len as usize).sum();
/// assert_eq!(total, column.data.len());
/// assert_eq!(column.iter().count(), 100);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringColumn {
    /// The bytes of all strings, with nothing between them.
    pub data: Vec<u8>,
    /// The length of each string in bytes.
    pub lengths: Vec<u32>,
}

impl StringColumn {
    /// The strings in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = self.data.as_slice();
        self.lengths.iter().map_while(move |len| {
            let (string, after) = rest.split_at_checked(*len as usize)?;
            rest = after;
            Some(string)
        })
    }
}

/// `count` names and URLs of a seed: the lines of [`Kind::Strings`] of that
/// seed, without the newlines. One in 40 is empty.
///
/// [`Kind::Strings`]: crate::Kind::Strings
pub fn string_column(count: usize, seed: u64) -> StringColumn {
    let mut rng = Rng::new(seed, 4);
    let mut pool = Pool::new(&mut rng);
    let mut column = StringColumn {
        data: Vec::new(),
        lengths: Vec::with_capacity(count),
    };
    for _ in 0..count {
        let string = pool.next(&mut rng);
        column.data.extend_from_slice(string.as_bytes());
        column.lengths.push(string.len() as u32);
    }
    column
}

/// The same strings, each with a newline after it.
pub(super) fn generate(len: usize, rng: &mut Rng) -> Vec<u8> {
    let mut pool = Pool::new(rng);
    super::fill(len, |out| {
        out.extend_from_slice(pool.next(rng).as_bytes());
        out.push(b'\n');
    })
}

/// The words that strings are put together from.
struct Pool {
    words: Vec<String>,
    serial: u64,
}

impl Pool {
    fn new(rng: &mut Rng) -> Self {
        Self {
            words: (0..200).map(|_| invented_word(rng)).collect(),
            serial: rng.below(90_000),
        }
    }

    fn word(&self, rng: &mut Rng) -> &str {
        &self.words[rng.index(200).min(rng.index(200))]
    }

    fn next(&mut self, rng: &mut Rng) -> String {
        self.serial += 1 + rng.below(4);
        match rng.below(40) {
            0 => String::new(),
            1..20 => format!("{} {}", capital(self.word(rng)), capital(self.word(rng))),
            _ => {
                let host = rng.pick(HOSTS);
                let (folder, page) = (self.word(rng), self.word(rng));
                let extension = rng.pick(EXTENSIONS);
                format!("https://{host}/{folder}/{page}-{}.{extension}", self.serial)
            }
        }
    }
}

fn capital(word: &str) -> String {
    let mut word = word.to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}
