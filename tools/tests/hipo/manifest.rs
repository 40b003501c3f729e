//! `hipo stats`, `hipo info` and the manifest of the fixtures.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::support::{Folder, fixture, hipo};

/// What the manifest tells of a file.
#[derive(Debug, Default)]
struct Told {
    bytes: u64,
    records: usize,
    events: u64,
    tags: BTreeMap<u64, u64>,
    /// By schema: rows, and the sum of each column.
    banks: BTreeMap<String, (u64, Vec<(String, f64)>)>,
}

/// Files that a reader gets all of, as far as they go.
fn manifest() -> BTreeMap<String, Told> {
    let text = fs::read_to_string(fixture("MANIFEST.txt")).unwrap();
    let mut files = BTreeMap::<String, Told>::new();
    let mut file = None;
    let mut bank = None;
    for line in text.lines() {
        if !line.starts_with("  ") {
            file = None;
        }
        let words: Vec<_> = line.split_whitespace().collect();
        if words.first() == Some(&"FILE") {
            if !line.contains("damaged on purpose") {
                let told = files.entry(words[1].to_owned()).or_default();
                told.bytes = words[3].parse().unwrap();
                file = Some(words[1].to_owned());
            }
            continue;
        }
        let Some(told) = file.as_ref().and_then(|file| files.get_mut(file)) else {
            continue;
        };
        match words[0] {
            "records" => told.records = words[1].parse().unwrap(),
            "events" => {
                told.events = words[1].parse().unwrap();
                let (_, tags) = line.split_once("tags ").unwrap();
                let tags: BTreeMap<String, u64> = serde_json::from_str(tags).unwrap();
                let tags = tags.into_iter();
                told.tags = tags
                    .map(|(tag, count)| (tag.parse().unwrap(), count))
                    .collect();
            }
            "bank" => {
                let (schema, rest) = line.trim()[5..].split_once(" events_with ").unwrap();
                let rows = rest.split(' ').nth(2).unwrap().parse().unwrap();
                told.banks.insert(schema.to_owned(), (rows, Vec::new()));
                bank = Some(schema.to_owned());
            }
            "sums" => {
                let sums = words[1..].iter().map(|sum| {
                    let (name, sum) = sum.split_once('=').unwrap();
                    (name.to_owned(), sum.parse().unwrap())
                });
                told.banks.get_mut(bank.as_ref().unwrap()).unwrap().1 = sums.collect();
            }
            _ => {}
        }
    }
    assert_eq!(files.len(), 31);
    files
}

/// The text of a schema of `hipo stats --json`.
fn schema(bank: &Value) -> String {
    let columns = bank["columns"].as_array().unwrap().iter().map(|column| {
        let length = match column["array_length"].as_u64().unwrap() {
            1 => String::new(),
            length => format!("#{length}"),
        };
        let (name, kind) = (&column["name"], &column["type"]);
        format!(
            "{}/{}{length}",
            name.as_str().unwrap(),
            kind.as_str().unwrap()
        )
    });
    format!(
        "{{{}/{}/{}}}{{{}}}",
        bank["name"].as_str().unwrap(),
        bank["group"],
        bank["item"],
        columns.collect::<Vec<_>>().join(",")
    )
}

/// The sums in the order of the text: serde_json reads numbers to the last bit
/// only with a feature that nothing else here needs.
fn exact_sums(json: &str) -> Vec<f64> {
    let sums = json.split("\"sum\":").skip(1);
    sums.map(|rest| rest.split(',').next().unwrap().parse().unwrap())
        .collect()
}

#[test]
#[expect(clippy::float_cmp, reason = "to the last bit")]
fn sums_are_those_of_the_manifest_to_the_last_bit() {
    for (name, told) in manifest() {
        for threads in ["1", "3"] {
            let path = fixture(&name);
            let stats = hipo(&["stats", "--json", "--threads", threads, "-q", &path]).succeeds();
            let mut exact = exact_sums(&stats.stdout).into_iter();
            let stats = stats.quietly().json();
            assert_eq!(stats["events"], told.events, "{name}");
            let banks = stats["banks"].as_array().unwrap();
            assert_eq!(banks.len(), told.banks.len(), "{name}");
            for bank in banks {
                let schema = schema(bank);
                let (rows, sums) = &told.banks[&schema];
                assert_eq!(bank["rows"], *rows, "{name} {schema}");
                let columns = bank["columns"].as_array().unwrap();
                assert_eq!(columns.len(), sums.len(), "{name} {schema}");
                for (column, (name_of, sum)) in columns.iter().zip(sums) {
                    assert_eq!(column["name"], **name_of);
                    let got = exact.next().unwrap();
                    assert!(got == *sum, "{name} {schema} {name_of}: {got} {sum}");
                }
            }
        }
    }
}

#[test]
fn several_files_are_added_up() {
    let file = fixture("cpp_bench3000.hipo");
    let once = hipo(&["stats", "--json", &file]).succeeds().json();
    let twice = hipo(&["stats", "--json", &file, &file]).succeeds().json();
    assert_eq!(twice["events"], 6000);
    let banks = |stats: &Value| stats["banks"].as_array().unwrap().clone();
    assert_eq!(banks(&once).len(), 3);
    for (once, twice) in banks(&once).iter().zip(&banks(&twice)) {
        let rows = |bank: &Value| bank["rows"].as_u64().unwrap();
        assert_eq!(rows(once) * 2, rows(twice));
        assert_eq!(once["columns"][0]["min"], twice["columns"][0]["min"]);
    }
    let (java, oxihipo) = (fixture("java_none.hipo"), fixture("cpp_types.hipo"));
    let both = hipo(&["stats", "--json", &java, &oxihipo])
        .succeeds()
        .json();
    assert_eq!(both["events"], 1201);
}

#[test]
fn banks_that_contradict_each_other_name_both_files() {
    let folder = Folder::new();
    let writer = hipo::WriterOptions::new()
        .schema("{CFG::data/3200/1}{n/L}".parse().unwrap())
        .unwrap()
        .create(folder.path("other.hipo"))
        .unwrap();
    writer.finish().unwrap();
    let one = fixture("cpp_userconfig.hipo");
    hipo(&["stats", &one, &folder.name("other.hipo")])
        .fails(1)
        .says(&["CFG::data", "cpp_userconfig.hipo", "other.hipo"]);
}

#[test]
fn info_tells_records_events_and_tags() {
    for (name, told) in manifest() {
        let info = hipo(&["info", "--json", "--records", "--tags", &fixture(&name)]);
        let info = info.succeeds().quietly().json();
        assert_eq!(info["ok"], true);
        assert_eq!(info["bytes"], told.bytes, "{name}");
        assert_eq!(info["records"], told.records, "{name}");
        assert_eq!(info["record_list"].as_array().unwrap().len(), told.records);
        assert_eq!(info["events"], told.events, "{name}");
        let tags = info["event_tags"].as_array().unwrap().iter();
        let tags = tags.map(|tag| {
            (
                tag["tag"].as_u64().unwrap(),
                tag["events"].as_u64().unwrap(),
            )
        });
        assert_eq!(tags.collect::<BTreeMap<_, _>>(), told.tags, "{name}");
        let schemas = info["schemas"].as_array().unwrap().iter();
        let mut schemas: Vec<_> = schemas
            .map(|schema| schema["text"].as_str().unwrap())
            .collect();
        schemas.sort_unstable();
        let mut expected: Vec<_> = told.banks.keys().map(String::as_str).collect();
        expected.sort_unstable();
        assert_eq!(schemas, expected, "{name}");
        let closed = !["cpp_noclose", "mut_trailerpos", "mut_truncated"]
            .iter()
            .any(|open| name.starts_with(open));
        assert_eq!(info["index"], if closed { "trailer" } else { "scan" });
    }
}
