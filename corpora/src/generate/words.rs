//! A vocabulary under Zipf's law.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::rng::Rng;

/// Frequent English words, the most frequent first.
const COMMON: &str = "the of and to a in that it is was for on with as he be at by had not \
    are but from or have an they which one you were all her she there would their we him been \
    has when who will no more if out so up said what its about than into them can only other \
    time new some could these two may first then do any like my now over such our man me even \
    most made after also well did many before must years back through much where your way down \
    should because long each just state people those too mister how little good world make very \
    year still see work own life being day same another know while great last house might \
    between never old both under came against place right night three water without again few \
    take once hand home part small went found however thought head used every number general \
    far since upon eyes always public look later country less put course away until fact system \
    side better given set small given order power others often light number things large form \
    service interest question south member young city river mountain letter music answer field \
    summer winter window silver garden island captain teacher doctor engine factory railway";

const ONSETS: &[&str] = &[
    "b", "br", "c", "ch", "cl", "d", "dr", "f", "fl", "g", "gr", "h", "j", "l", "m", "n", "p",
    "pl", "pr", "qu", "r", "s", "sc", "sh", "sp", "st", "str", "t", "th", "tr", "v", "w",
];
const VOWELS: &[&str] = &[
    "a", "a", "e", "e", "e", "i", "i", "o", "o", "u", "ai", "ea", "ou",
];
const CODAS: &[&str] = &[
    "", "", "", "", "n", "r", "l", "s", "t", "m", "nd", "ck", "st", "ng",
];
const ENDINGS: &[&str] = &[
    "", "", "", "ed", "ing", "er", "ly", "ion", "ness", "al", "s",
];

/// How many words a vocabulary has; those after the common ones are made up.
const WORDS: u64 = 4000;

/// Zipf's law: the word of rank r comes up with weight 1/r.
struct Ranking {
    common: Vec<&'static str>,
    /// The sum of the weights up to each rank.
    cumulated: Vec<u64>,
}

static RANKING: LazyLock<Ranking> = LazyLock::new(|| {
    let mut sum = 0;
    let cumulated = (1..=WORDS).map(|rank| {
        sum += (1 << 24) / rank;
        sum
    });
    Ranking {
        common: COMMON.split_whitespace().collect(),
        cumulated: cumulated.collect(),
    }
});

/// The words of one seed. A rare word is made from its rank when it is drawn,
/// so that a short input costs little.
pub(super) struct Vocabulary {
    seed: u64,
}

impl Vocabulary {
    pub(super) fn new(rng: &mut Rng) -> Self {
        Self { seed: rng.next() }
    }

    /// A word, frequent ones more often.
    pub(super) fn draw(&self, rng: &mut Rng) -> Cow<'static, str> {
        let ranking = &*RANKING;
        let total = ranking.cumulated[ranking.cumulated.len() - 1];
        let ticket = rng.below(total);
        let rank = ranking.cumulated.partition_point(|edge| *edge <= ticket);
        match ranking.common.get(rank) {
            Some(word) => Cow::Borrowed(word),
            None => Cow::Owned(invented_word(&mut Rng::new(self.seed, rank as u64))),
        }
    }
}

/// A pronounceable word of one or two syllables and perhaps an ending.
pub(super) fn invented_word(rng: &mut Rng) -> String {
    let mut word = String::new();
    for _ in 0..=rng.below(2) {
        word.push_str(rng.pick(ONSETS));
        word.push_str(rng.pick(VOWELS));
        word.push_str(rng.pick(CODAS));
    }
    word.push_str(rng.pick(ENDINGS));
    word
}
