//! `hipo info`, `hipo schemas` and `hipo stats` for people.

use crate::support::{Folder, fixture, hipo};

#[test]
fn info_tells_what_is_in_a_file() {
    let path = fixture("ox_zstd_column_enc3.hipo");
    hipo(&["info", &path]).succeeds().quietly().prints(&[
        "HIPO version 6, 9,368 bytes, little-endian, id HIPO",
        "closed, index at byte 9,188",
        "zstd-per-column    8        3     200",
        "run = 5042",
        "sidis = 3",
    ]);
    let open = fixture("cpp_noclose.hipo");
    hipo(&["info", &open]).succeeds().prints(&[
        "never closed",
        "fault",
        "5 records with 500 events",
    ]);
}

#[test]
fn one_file_that_is_none_does_not_keep_others_from_being_told_of() {
    let path = fixture("cpp_tags.hipo");
    let both = hipo(&["info", "--json", "nowhere.hipo", &path]).fails(1);
    let lines = both.json_lines();
    assert_eq!(lines[0]["ok"], false);
    assert!(lines[0]["error"].as_str().unwrap().contains("nowhere.hipo"));
    assert_eq!(lines[1]["events"], 1000);
    hipo(&["info", "nowhere.hipo", &path])
        .fails(1)
        .says(&["hipo: nowhere.hipo: the file cannot be read"])
        .prints(&["100000        1     200"]);
}

#[test]
fn schemas_are_listed_in_three_forms() {
    let path = fixture("ox_none_bank.hipo");
    let text = hipo(&["schemas", &path]).succeeds().quietly().stdout;
    assert_eq!(
        text,
        "{OX::all/1000/1}{b/B,s/S,i/I,f/F,d/D,l/L}\n\
         {OX::arr/1000/2}{id/S#2,cov/F#5,e/D,adc/B#3}\n\
         {OX::single/1000/3}{n/L}\n"
    );
    let some = hipo(&["schemas", &path, "--bank", "OX::*l*", "--json"])
        .succeeds()
        .json();
    let names = some["schemas"].as_array().unwrap().iter();
    let names: Vec<_> = names
        .map(|schema| schema["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["OX::all", "OX::single"]);
    let table = hipo(&["schemas", &path, "--table", "-b", "OX::arr"])
        .succeeds()
        .stdout;
    assert_eq!(
        table,
        "OX::arr  group 1000, item 2, 4 columns, 35 bytes a row\n  \
         column  type           values  offset\n  \
         id      shorts (i16)        2       0\n  \
         cov     floats (f32)        5       4\n  \
         e       doubles (f64)       1      24\n  \
         adc     bytes (i8)          3      32\n"
    );
}

#[test]
fn names_that_are_misspelt_are_told_what_they_might_be() {
    let path = fixture("ox_none_bank.hipo");
    hipo(&["schemas", &path, "--bank", "OX::al"])
        .fails(1)
        .says(&["no bank OX::al (is it OX::all?)", "hipo schemas FILE"]);
    hipo(&["stats", &path, "--bank", "REC::*"])
        .fails(1)
        .says(&["no bank has a name like REC::*"]);
    hipo(&["stats", &path, "--has", "nothing"])
        .fails(1)
        .says(&["no bank nothing"]);
}

#[test]
fn stats_are_of_the_events_that_are_wanted() {
    let path = fixture("cpp_bench3000.hipo");
    let stats = |more: &[&str]| {
        let arguments = [&["stats", "--json", &path], more].concat();
        hipo(&arguments).succeeds().quietly().json()
    };
    let all = stats(&[]);
    let some = stats(&["--has", "REC::Calorimeter", "--bank", "REC::Event"]);
    assert_eq!(
        (&all["events"], &some["events"]),
        (&3000.into(), &1000.into())
    );
    assert_eq!(some["banks"].as_array().unwrap().len(), 1);
    // Events 0, 3, 6 and so on.
    let evno = &some["banks"][0]["columns"][0];
    assert_eq!(evno["sum"], 1_498_500.0);
    assert_eq!((&evno["min"], &evno["max"]), (&0.0.into(), &2997.0.into()));
    let tags = fixture("cpp_tags.hipo");
    for option in ["--tag", "--record-tag"] {
        let tagged = hipo(&["stats", "--json", &tags, option, "42", option, "7"]);
        assert_eq!(tagged.succeeds().json()["events"], 400);
    }
    hipo(&["stats", &path, "-b", "REC::Particle"])
        .succeeds()
        .prints(&["REC::Particle  300/1: 9,000 rows in 3,000 events"]);
}

#[test]
fn what_is_no_number_is_counted_and_not_added() {
    let folder = Folder::new();
    let stats = hipo(&["stats", "--json", &folder.odd()]).succeeds().json();
    let columns = &stats["banks"][0]["columns"];
    // Of a bank that is there twice, the first counts.
    assert_eq!(columns[0]["sum"], 1.0);
    assert_eq!(
        (&columns[1]["nan"], &columns[1]["sum"]),
        (&1.into(), &0.0.into())
    );
    assert!(columns[1]["min"].is_null() && columns[1]["mean"].is_null());
}
