//! `hipo dump`.

use serde_json::json;

use crate::support::{Folder, fixture, hipo};

#[test]
fn events_are_tables() {
    let path = fixture("ox_zstd_column.hipo");
    let text = hipo(&["dump", &path, "--events", "2"])
        .succeeds()
        .quietly()
        .stdout;
    assert_eq!(
        text,
        "event 2: record 0, tag 6\n  \
         OX::all  1000/1, 2 rows\n     \
         b    s       i     f            d            l\n    \
         14  662  112814   0.5        0.002  -2000000014\n    \
         27  679  112815  -1.0  1000000.002   2000000014\n  \
         OX::single  1000/3, 1 row\n    \
         n\n    \
         2\n"
    );
}

#[test]
fn events_are_json() {
    let path = fixture("ox_zstd_column.hipo");
    let dump = hipo(&["dump", &path, "-e", "3..=4", "-f", "json", "-b", "OX::arr"]).succeeds();
    let lines = dump.json_lines();
    assert_eq!(lines.len(), 2);
    let bank = &lines[0]["banks"][0];
    assert_eq!((&lines[0]["event"], &bank["rows"]), (&3.into(), &1.into()));
    assert_eq!(
        bank["columns"],
        json!({"id": [[3, 0]], "cov": [[3.0, 0.0, 0.5, -1.0, 0.0]], "e": [1.0], "adc": [[1, -2, 3]]})
    );
    assert_eq!(lines[1]["banks"], json!([]));
}

#[test]
fn rows_of_a_bank_are_csv() {
    let path = fixture("ox_zstd_column.hipo");
    let csv = ["dump", &path, "--format", "csv", "--bank", "OX::arr"];
    let all = hipo(&csv).succeeds().quietly().stdout;
    let mut lines = all.lines();
    let head = "event,row,id[0],id[1],cov[0],cov[1],cov[2],cov[3],cov[4],e,adc[0],adc[1],adc[2]";
    assert_eq!(lines.next(), Some(head));
    assert_eq!(lines.clone().count(), 67);
    assert_eq!(
        lines.nth(1),
        Some("3,0,3,0,3.0,0.0,0.5,-1.0,0.0,1.0,1,-2,3")
    );
    let some = [&csv[..], &["--columns", "e,id", "--tag", "3"]].concat();
    let some = hipo(&some).succeeds().stdout;
    assert!(some.starts_with("event,row,id[0],id[1],e\n9,0,"), "{some}");
}

#[test]
fn csv_is_of_one_bank() {
    let path = fixture("ox_zstd_column.hipo");
    hipo(&["dump", &path, "--format", "csv"])
        .fails(2)
        .says(&["for one bank", "OX::all, OX::arr, OX::single"]);
}

#[test]
fn what_is_no_bank_is_shown_too() {
    let folder = Folder::new();
    let odd = folder.odd();
    hipo(&["dump", &odd]).succeeds().prints(&[
        "event 0: record 0, tag 0, mask 0x5",
        "20/1  composite, sb, 2 rows\n    257  7\n     -1  8\n",
        "20/2  string, 12 bytes\n    beam \\u{1b}[2J on\n",
        "20/3  type 99, 2 bytes\n    dead\n",
        "20/4  doubles, 1 values\n    -1.5\n",
    ]);
    let lines = hipo(&["dump", &odd, "--format", "json"])
        .succeeds()
        .json_lines();
    let banks = lines[0]["banks"].as_array().unwrap();
    assert_eq!(banks.len(), 2, "one bank twice");
    assert_eq!(banks[1]["columns"], json!({"n": [2], "x": ["NaN"]}));
    assert_eq!(
        lines[1]["structures"],
        json!([
            {"group": 20, "item": 1, "type": "composite", "format": "sb", "rows": [[257, 7], [-1, 8]]},
            {"group": 20, "item": 2, "type": "string", "text": "beam \u{1b}[2J on"},
            {"group": 20, "item": 3, "type": "type 99", "hex": "dead"},
            {"group": 20, "item": 4, "type": "doubles", "values": [-1.5]},
        ])
    );
    let one = hipo(&["dump", &odd, "-b", "20/3", "-e", "1"])
        .succeeds()
        .stdout;
    assert_eq!(
        one,
        "event 1: record 1, tag 9\n  20/3  type 99, 2 bytes\n    dead\n"
    );
}

#[test]
fn ranges_and_columns_have_to_be_there() {
    let path = fixture("cpp_tags.hipo");
    hipo(&["dump", &path, "--events", "1000"])
        .fails(1)
        .says(&["no event 1000: there are 1000, from 0"]);
    hipo(&["dump", &path, "--events", "7..3"])
        .fails(2)
        .says(&["A..B"]);
    hipo(&["dump", &path, "--bank", "TAG::data", "--columns", "N"])
        .fails(1)
        .says(&["no column N"]);
    let last = hipo(&["dump", &path, "--events", "999..2000"])
        .succeeds()
        .stdout;
    assert!(
        last.starts_with("event 999: record 4, tag 100000\n"),
        "{last}"
    );
}
