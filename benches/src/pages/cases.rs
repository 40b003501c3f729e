//! What is timed: the table of codecs, and the inputs.

use conformance::zram::{Layout, PagesCase};
use conformance::{Data, Require};
use corpora::{Image, Kind};
use zram::{Codec, PageSize};

use super::{BYTES, PROGRAMS};

/// What a codec is timed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Breadth {
    /// Every input, in pages of 4, 16 and 64 KiB; latency, and several threads.
    Everything,
    /// Every input, in pages of 4 KiB.
    Inputs,
    /// The inputs that gates are held to, in pages of 4 KiB.
    Programs,
}

/// The codecs: a name, the codec that the reference is timed at if it is another
/// one, and what on. A line here is all that a codec needs.
const CODECS: [(&str, Option<&str>, Breadth); 14] = [
    ("lz4", None, Breadth::Everything),
    ("lz4:4", None, Breadth::Inputs),
    ("lz4:4", Some("lz4"), Breadth::Programs),
    ("lz4turbo", Some("lz4"), Breadth::Everything),
    ("lz4hc:2", None, Breadth::Programs),
    ("lz4hc:3", None, Breadth::Programs),
    ("lz4hc:6", None, Breadth::Programs),
    ("lz4hc:9", None, Breadth::Inputs),
    ("lz4hc:10", None, Breadth::Programs),
    ("lz4hc:12", None, Breadth::Programs),
    ("zstd:-5", None, Breadth::Inputs),
    ("zstd:1", None, Breadth::Everything),
    ("zstd:3", None, Breadth::Inputs),
    ("zstd:9", None, Breadth::Programs),
];

/// A codec on an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageBench {
    /// The input's name.
    pub input: String,
    /// What the native side does.
    pub layout: Layout,
    /// The codec that the reference encodes by.
    pub against: Codec,
    breadth: Breadth,
}

impl PageBench {
    /// Of those that gates are held to, a codec against itself or another.
    #[cfg(test)]
    pub(super) fn of_pages(input: &str, codec: Codec, against: Codec) -> Self {
        Self {
            input: input.to_owned(),
            layout: Layout::plain(codec, PageSize::KiB4),
            against,
            breadth: Breadth::Everything,
        }
    }

    /// The codec's name, and the reference's where that is another.
    #[must_use]
    pub fn codec_name(&self) -> String {
        let codec = self.layout.codec;
        if self.is_like_for_like() {
            codec.to_string()
        } else {
            format!("{codec} against {}", self.against)
        }
    }

    /// Whether both sides encode by the same codec.
    #[must_use]
    pub fn is_like_for_like(&self) -> bool {
        self.layout.codec == self.against
    }

    /// Whether it is of the smallest pages of one of [`PROGRAMS`].
    #[must_use]
    pub fn is_gated(&self) -> bool {
        self.layout.page_size == PageSize::KiB4 && PROGRAMS.contains(&self.input.as_str())
    }

    /// Whether latency and several threads are looked at too.
    pub(super) fn is_central(&self) -> bool {
        self.is_gated() && self.breadth == Breadth::Everything
    }
}

/// Inputs by name. Real files are there where they have been fetched; of an
/// image that is missing, standard error says how to get it, and with
/// `TOUCHSTONE_REQUIRE=all` the gate will refuse it.
fn inputs() -> Vec<(String, Data)> {
    let mut inputs = vec![("text".to_owned(), Data::CSources(BYTES))];
    for image in Image::ALL {
        if image.path().is_some() || Require::from_env() == Require::All {
            inputs.push((image.name().to_owned(), Data::Image(image, BYTES)));
        } else {
            let (name, how) = (image.name(), image.how_to_get());
            eprintln!("{name}: absent, so nothing is timed on it; `{how}` makes it");
        }
    }
    for kind in [Kind::Records, Kind::Mixed, Kind::Random, Kind::Zeros] {
        inputs.push((kind.name().to_owned(), Data::Generated(kind, BYTES)));
    }
    for file in corpora::available(&corpora::default_root()) {
        if file.size >= BYTES as u64 {
            inputs.push((file.id.clone(), Data::Real(file.id, BYTES)));
        }
    }
    inputs
}

/// All cases whose input's name contains the word, if one is given.
///
/// # Panics
/// When the table names a codec that there is not.
#[must_use]
pub fn cases(wanted: Option<&str>) -> Vec<(PageBench, PagesCase)> {
    let codec = |name: &str| -> Codec { name.parse().expect("the table names codecs") };
    let mut cases = Vec::new();
    for (input, data) in inputs() {
        if wanted.is_some_and(|word| !input.contains(word)) {
            continue;
        }
        for (name, against, breadth) in CODECS {
            let sizes: &[PageSize] = match (breadth, &data) {
                (Breadth::Programs, _) if !PROGRAMS.contains(&input.as_str()) => &[],
                // One more file each; the rule is shown by the others.
                (Breadth::Inputs, Data::Real(..)) => &[],
                (Breadth::Everything, Data::Real(..))
                | (Breadth::Inputs | Breadth::Programs, _) => &[PageSize::KiB4],
                (Breadth::Everything, _) => &[PageSize::KiB4, PageSize::KiB16, PageSize::KiB64],
            };
            for &page_size in sizes {
                let layout = Layout::plain(codec(name), page_size);
                let bench = PageBench {
                    input: input.clone(),
                    layout,
                    against: codec(against.unwrap_or(name)),
                    breadth,
                };
                let data = data.clone();
                cases.push((bench, PagesCase { data, layout }));
            }
        }
    }
    cases
}

/// What the images on this machine are, a line each.
#[must_use]
pub fn identities() -> Vec<String> {
    let images = Image::ALL.into_iter();
    images
        .filter_map(|image| {
            let identity = image.identity().ok()?;
            Some(format!(
                "{}: {BYTES} bytes of {}, {} bytes, sha256 {}",
                image.name(),
                identity.file,
                identity.size,
                identity.sha256
            ))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::cases;

    #[test]
    fn what_a_codec_is_timed_against_is_timed_too() {
        let cases = cases(Some("text"));
        for (bench, _) in &cases {
            let has = |other: &super::PageBench| {
                other.is_like_for_like()
                    && other.layout.codec == bench.against
                    && other.layout.page_size == bench.layout.page_size
                    && other.input == bench.input
            };
            assert!(cases.iter().any(|(other, _)| has(other)), "{bench:?}");
        }
        let unlike = cases.iter().find(|(bench, _)| !bench.is_like_for_like());
        let (unlike, _) = unlike.expect("there is one");
        assert_eq!(unlike.codec_name(), "lz4:4 against lz4");
        assert!(unlike.is_gated());
    }
}
