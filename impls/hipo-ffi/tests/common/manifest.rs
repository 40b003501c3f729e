//! `golden/hipo-fixtures/MANIFEST.txt`.

use std::collections::BTreeMap;

use super::fixtures;

/// What the manifest says of a file.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
    pub(crate) events: u64,
    pub(crate) tags: BTreeMap<u32, u64>,
    pub(crate) config: BTreeMap<String, String>,
    pub(crate) banks: Vec<Bank>,
}

#[derive(Debug)]
pub(crate) struct Bank {
    pub(crate) schema: String,
    pub(crate) events: u64,
    pub(crate) rows: u64,
    pub(crate) sums: Vec<(String, f64)>,
}

/// All files of the manifest, in its order.
pub(crate) fn manifest() -> Vec<Told> {
    let text = std::fs::read_to_string(fixtures().join("MANIFEST.txt")).unwrap();
    let mut files: Vec<Told> = Vec::new();
    // What is in front of the first file are explanations.
    let told = text.lines().skip_while(|line| !line.starts_with("FILE"));
    for line in told.take_while(|line| !line.starts_with("READERS")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["FILE", name, "bytes", bytes, "sha256", sha256, ..] => files.push(Told {
                name: name.to_owned(),
                bytes: bytes.parse().unwrap(),
                sha256: sha256.to_owned(),
                ..Told::default()
            }),
            ["events", events, "tags", ..] => {
                let file = files.last_mut().unwrap();
                file.events = events.parse().unwrap();
                for (tag, count) in object(line) {
                    let tag = tag.parse().unwrap();
                    file.tags.insert(tag, count.parse().unwrap());
                }
            }
            ["config", ..] => files.last_mut().unwrap().config = object(line),
            ["bank", schema, "events_with", events, "rows", rows] => {
                files.last_mut().unwrap().banks.push(Bank {
                    schema: schema.to_owned(),
                    events: events.parse().unwrap(),
                    rows: rows.parse().unwrap(),
                    sums: Vec::new(),
                });
            }
            ["sums", ref sums @ ..] => {
                let bank = files.last_mut().unwrap().banks.last_mut().unwrap();
                for sum in sums {
                    let (name, value) = sum.split_once('=').unwrap();
                    bank.sums.push((name.to_owned(), value.parse().unwrap()));
                }
            }
            _ => {}
        }
    }
    assert_eq!(files.len(), 32, "the manifest is not what it was");
    files
}

/// What the manifest says of one file.
pub(crate) fn told(name: &str) -> Told {
    manifest()
        .into_iter()
        .find(|file| file.name == name)
        .unwrap()
}

/// The pairs of the JSON object in a line: of strings, and of numbers.
fn object(line: &str) -> BTreeMap<String, String> {
    let mut words = Vec::new();
    let mut characters = line[line.find('{').unwrap() + 1..].chars();
    let mut word = String::new();
    let mut quoted = false;
    while let Some(character) = characters.next() {
        match character {
            '"' => quoted = !quoted,
            '\\' => word.push(characters.next().unwrap()),
            _ if quoted => word.push(character),
            ':' | ',' | '}' => words.push(std::mem::take(&mut word)),
            ' ' => {}
            _ => word.push(character),
        }
    }
    words
        .chunks_exact(2)
        .map(|pair| (pair[0].clone(), pair[1].clone()))
        .collect()
}
