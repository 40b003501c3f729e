//! The frozen files, against what the manifest says of them.

mod common;

use std::fmt::Write;

use common::manifest::{Told, manifest, told};
use common::{LIMIT, fixtures};
use hipo_ffi::{ChildOutcome, ReadOptions, Reader, Schemas, Sums};
use sha2::{Digest, Sha256};

/// Files that hipo4 reads with its own `readDictionary`.
const READABLE: [&str; 6] = [
    "cpp_bench3000.hipo",
    "cpp_manybanks.hipo",
    "cpp_multirecord.hipo",
    "cpp_tags.hipo",
    "cpp_types.hipo",
    "mut_hrec_magic.hipo",
];

/// Files whose events hipo4 reads, but whose dictionary its `readDictionary` does
/// not live through: without a schema, with user configuration, with arrays.
const READABLE_BUT_THE_DICTIONARY: [&str; 8] = [
    "cpp_nodict.hipo",
    "cpp_userconfig.hipo",
    "java_lz4.hipo",
    "java_lz4best.hipo",
    "java_none.hipo",
    "ox_lz4_chunk.hipo",
    "ox_lz4hc_chunk.hipo",
    "ox_none_chunk.hipo",
];

#[test]
fn the_files_are_the_manifest_s() {
    for told in manifest() {
        let bytes = std::fs::read(fixtures().join(&told.name)).unwrap();
        assert_eq!(bytes.len() as u64, told.bytes, "{}", told.name);
        let found = Sha256::digest(&bytes)
            .iter()
            .fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            });
        assert_eq!(found, told.sha256, "{}", told.name);
    }
}

/// Every number of the manifest that hipo4 can tell, to the last bit.
fn assert_told(sums: &Sums, told: &Told) {
    let name = &told.name;
    assert_eq!(sums.events, told.events, "{name}");
    assert_eq!(sums.tags, told.tags, "{name}");
    // Schemas with arrays are none of hipo4's.
    let banks: Vec<_> = told
        .banks
        .iter()
        .filter(|bank| !bank.schema.contains('#'))
        .collect();
    assert_eq!(sums.banks.len(), banks.len(), "{name}");
    for bank in banks {
        let found = sums
            .banks
            .iter()
            .find(|found| found.schema == bank.schema)
            .unwrap_or_else(|| panic!("{name}: no {}", bank.schema));
        assert_eq!(found.events, bank.events, "{name} {}", bank.schema);
        assert_eq!(found.rows, bank.rows, "{name} {}", bank.schema);
        assert_eq!(found.columns.len(), bank.sums.len());
        for (column, (of, sum)) in found.columns.iter().zip(&bank.sums) {
            assert_eq!(&column.name, of);
            assert_eq!(
                column.sum.to_bits(),
                // The manifest writes both zeros as 0.
                if *sum == 0.0 {
                    column.sum.abs().to_bits()
                } else {
                    sum.to_bits()
                },
                "{name} {} {of}: {} is not {sum}",
                bank.schema,
                column.sum
            );
            assert!(
                *sum != 0.0 || column.sum == 0.0,
                "{name} {} {of}",
                bank.schema
            );
        }
    }
}

#[test]
fn hipo4_reads_what_the_manifest_says() {
    let Some(hipo4) = common::hipo4("hipo4_reads_what_the_manifest_says") else {
        return;
    };
    let own = READABLE.map(|name| (name, ReadOptions::default()));
    let sound = READABLE_BUT_THE_DICTIONARY.map(|name| (name, ReadOptions::with(Schemas::Sound)));
    for (name, options) in own.iter().chain(&sound) {
        let told = told(name);
        let path = fixtures().join(name);
        let sums = hipo4.sums(&path, options).unwrap();
        assert_told(&sums, &told);
        // The same in a process of its own, and without a look before.
        for outcome in [
            hipo4.child().sums(&path, options, LIMIT),
            hipo4.child().sums_unchecked(&path, options, LIMIT),
        ] {
            let ChildOutcome::Done(child) = outcome.unwrap() else {
                panic!("{name}");
            };
            assert_eq!(child, sums, "{name}");
        }
    }
}

/// With schemas handed to it, hipo4 does not read the dictionary at all.
#[test]
fn hipo4_reads_java_with_a_schema_of_ours() {
    let Some(hipo4) = common::hipo4("hipo4_reads_java_with_a_schema_of_ours") else {
        return;
    };
    for name in ["java_lz4.hipo", "java_lz4best.hipo", "java_none.hipo"] {
        let told = told(name);
        let given = told.banks.iter().map(|bank| bank.schema.clone()).collect();
        let options = ReadOptions::with(Schemas::Given(given));
        let sums = hipo4.sums(&fixtures().join(name), &options).unwrap();
        assert_told(&sums, &told);
    }
}

/// What is read bank by bank and cell by cell adds up to the same.
#[test]
fn events_and_cells_add_up() {
    let Some(hipo4) = common::hipo4("events_and_cells_add_up") else {
        return;
    };
    let path = fixtures().join("cpp_types.hipo");
    let sums = hipo4.sums(&path, &ReadOptions::default()).unwrap();
    let mut reader = Reader::open(hipo4, &path, &ReadOptions::default()).unwrap();
    let schemas = reader.schemas().to_vec();
    assert_eq!(reader.events(), sums.events);
    let mut totals: Vec<Vec<f64>> = schemas
        .iter()
        .map(|it| vec![0.0; it.columns.len()])
        .collect();
    let mut rows = vec![0; schemas.len()];
    while let Some(mut event) = reader.next_event().unwrap() {
        assert_eq!(common::word(event.bytes(), 4) as usize, event.bytes().len());
        for (index, schema) in schemas.iter().enumerate() {
            let bank = event.bank(&schema.name).unwrap();
            rows[index] += bank.rows() as u64;
            for (total, column) in totals[index].iter_mut().zip(&bank.columns) {
                add(total, column);
            }
        }
    }
    for (index, bank) in sums.banks.iter().enumerate() {
        assert_eq!(rows[index], bank.rows);
        for (total, column) in totals[index].iter().zip(&bank.columns) {
            assert_eq!(total.to_bits(), column.sum.to_bits(), "{}", column.name);
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "sums are of f64")]
fn add(total: &mut f64, column: &hipo_ffi::Column) {
    use hipo_ffi::Column;
    match column {
        Column::Byte(cells) => cells.iter().for_each(|&cell| *total += f64::from(cell)),
        Column::Short(cells) => cells.iter().for_each(|&cell| *total += f64::from(cell)),
        Column::Int(cells) => cells.iter().for_each(|&cell| *total += f64::from(cell)),
        Column::Float(cells) => cells.iter().for_each(|&cell| *total += f64::from(cell)),
        Column::Double(cells) => cells.iter().for_each(|&cell| *total += cell),
        Column::Long(cells) => cells.iter().for_each(|&cell| *total += cell as f64),
    }
}

#[test]
fn user_configuration_is_the_manifest_s() {
    let Some(hipo4) = common::hipo4("user_configuration_is_the_manifest_s") else {
        return;
    };
    let options = ReadOptions::with(Schemas::Sound);
    for name in ["cpp_userconfig.hipo", "java_lz4.hipo", "ox_lz4_chunk.hipo"] {
        let reader = Reader::open(hipo4, &fixtures().join(name), &options).unwrap();
        let expected = told(name).config;
        assert!(!expected.is_empty());
        assert_eq!(reader.config().unwrap(), expected, "{name}");
    }
}

/// `setTags` is of the index; a file's untagged records are of tag 0.
#[test]
fn tags_select_records() {
    let Some(hipo4) = common::hipo4("tags_select_records") else {
        return;
    };
    let path = fixtures().join("cpp_tags.hipo");
    for (tags, expected) in [
        (vec![], 1000),
        (vec![0], 200),
        (vec![7, 100_000], 400),
        (vec![8], 0),
        (vec![-1], 0),
    ] {
        let options = ReadOptions {
            tags: tags.clone(),
            ..ReadOptions::default()
        };
        let sums = hipo4.sums(&path, &options).unwrap();
        assert_eq!(sums.events, expected, "{tags:?}");
        let found: Vec<i64> = sums.tags.keys().map(|&tag| i64::from(tag)).collect();
        if expected > 0 && !tags.is_empty() {
            assert_eq!(found, tags);
        }
        let outcome = hipo4.child().sums(&path, &options, LIMIT).unwrap();
        assert_eq!(outcome, ChildOutcome::Done(sums));
    }
}
