//! Seeds of HIPO's targets.

use ::hipo::Compression;
use conformance::hipo::{Content, HipoCase, NativeHipo, SchemaSet, Stored};
use conformance::{Implementation, Outcome};

use crate::{Result, Seed};

/// A small file of each compression, and of each set of schemas.
pub(crate) fn files() -> Result<Vec<Seed>> {
    let mut seeds = Vec::new();
    let stored = Compression::ALL.iter().copied().map(Stored::plain);
    let planes = Compression::ALL
        .iter()
        .filter(|it| it.tag() == 10)
        .map(|it| Stored {
            byte_split: true,
            ..Stored::plain(*it)
        });
    for stored in stored.chain(planes).chain([Stored::CPP]) {
        for schemas in [SchemaSet::Physics, SchemaSet::Arrays] {
            let case = HipoCase {
                stored,
                schemas,
                content: Content::Small,
                events: 4,
                eventful: stored == Stored::CPP,
                seed: 3,
            };
            let Outcome::Done(file) = NativeHipo.produce(&case, &case.script()) else {
                return Err("a small file is written".into());
            };
            seeds.push((format!("{}-{}", stored.name(), schemas.name()), file));
        }
    }
    Ok(seeds)
}

/// Calls of a writer, as `fuzz/src/hipo/script.rs` reads them: a byte for the
/// file, one for the number of keys, then a byte for each call.
pub(crate) fn scripts() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (name, schemas) in [
        ("one", 0_u8),
        ("physics", 1),
        ("types", 2),
        ("many", 4),
        ("wide", 5),
    ] {
        for (kind, tag) in [
            ("lz4", 1_u8),
            ("zstd-columns", 8),
            ("lz4-planes", 26),
            ("none-banks", 13),
        ] {
            let mut bytes = vec![schemas << 5 | tag, 1, 7, 0];
            for event in 0..6_u8 {
                // Two banks: which, so many rows of one byte, the bytes.
                bytes.extend([
                    0x80 | event << 3 | (event % 8),
                    event,
                    0x10 | event,
                    event,
                    event,
                ]);
                bytes.extend([1, 0x10 | 2, 0x55, 0x66, 0x77]);
            }
            bytes.extend([0, 9, 3, 0]);
            seeds.push((format!("{kind}-{name}"), bytes));
        }
    }
    seeds
}

/// Schemas, their JSON, and expressions.
pub(crate) fn texts() -> Vec<Seed> {
    let texts: [(&str, u8, &str); 14] = [
        ("schema", 0, "{REC::Event/300/30}{evno/L,beamE/F}"),
        ("schema-arrays", 0, "{ A / 1 / 2 }{ a / S#2 , b / F # 5 }"),
        ("schema-empty", 0, "{A/1/2}{}"),
        (
            "json",
            1,
            r#"{"name":"A","group":1,"item":2,"info":"","entries":[{"name":"a","type":"B","info":""}]}"#,
        ),
        ("compare", 2, "pid == 11 && px*px + py*py > 4"),
        ("bits", 2, "(status & 0x10) != 0 || ~q << 2 > 1"),
        ("power", 2, "px ^ 2 ** -py"),
        (
            "functions",
            2,
            "sqrt(abs(px)) + atan2(py, px) - min(pid, 3, n)",
        ),
        ("condition", 2, "pid > 0 ? px : -py"),
        ("array", 2, "cov[0] + cov[2] % 3"),
        ("words", 2, "not (pid == 11 or q < 0) and true"),
        ("quoted", 2, "`px` >= 1e-3 and row() < 2"),
        ("deep", 2, "((((((((1))))))))"),
        ("integers", 2, "9223372036854775807 + n * 2 == 1"),
    ];
    texts
        .into_iter()
        .map(|(name, kind, text)| (name.to_owned(), [&[kind], text.as_bytes()].concat()))
        .collect()
}
