//! `hipo plot`.

use std::fs;

use serde_json::json;

use crate::support::{Folder, fixture, hipo};

#[test]
fn values_are_in_their_bins() {
    let path = fixture("cpp_bench3000.hipo");
    let plot = ["plot", &path, "REC::Particle.charge"];
    let json = hipo(&[&plot[..], &["--bins", "3", "--json"]].concat())
        .succeeds()
        .json();
    // Rows k = 0 to n - 1 with n = 1 + e mod 5: of five events 6, 5 and 4 rows
    // with k mod 3 of 0, 1 and 2.
    assert_eq!(json["bins"], json!([4200, 3000, 1800]));
    assert_eq!(json["range"], json!([-1.0, 1.0]));
    let cut = hipo(&[&plot[..], &["--range=-0.5..0.5", "--bins", "1", "--json"]].concat());
    let cut = cut.succeeds().json();
    assert_eq!(
        (&cut["bins"], &cut["below"], &cut["above"]),
        (&json!([3000]), &4200.into(), &1800.into())
    );
}

#[test]
fn bars_are_drawn() {
    let path = fixture("cpp_bench3000.hipo");
    let text = hipo(&["plot", &path, "REC::Particle.charge", "--bins", "3"]).succeeds();
    let lines: Vec<_> = text.stdout.lines().collect();
    assert!(lines[0].starts_with("REC::Particle.charge: 9,000 values, mean -0.266667"));
    let bars = lines[1..4].iter().map(|line| line.matches('█').count());
    assert_eq!(bars.collect::<Vec<_>>(), [50, 35, 21]);
    assert!(lines[1].contains("4,200"));
    assert_eq!(lines.len(), 5);
    hipo(&["plot", &path, "REC::Particle.charge", "--log"])
        .succeeds()
        .prints(&["bars are logarithms"]);
}

#[test]
fn pictures_are_written() {
    let folder = Folder::new();
    let path = fixture("ox_lz4_column.hipo");
    let svg = folder.name("plot.svg");
    let plot = ["plot", &path, "OX::arr.cov", "--svg", &svg];
    let drawn = hipo(&plot).succeeds().quietly();
    assert_eq!(drawn.stdout, "");
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert!(picture.contains("335 values"));
    hipo(&plot).fails(1).says(&["exists already"]);
    hipo(&[&plot[..], &["--force"]].concat()).succeeds();
    folder.has_no_leftovers();
}

#[test]
fn columns_have_to_be_there() {
    let path = fixture("cpp_bench3000.hipo");
    hipo(&["plot", &path, "REC::Particle"])
        .fails(2)
        .says(&["BANK.COLUMN"]);
    hipo(&["plot", &path, "REC::Particle.pt"])
        .fails(1)
        .says(&["has no column pt"]);
    hipo(&["plot", &path, "REC::Particel.px"])
        .fails(1)
        .says(&["is it REC::Particle?"]);
    hipo(&["plot", &path, "REC::Particle.px", "--range", "1..0"]).fails(2);
    let empty = fixture("cpp_noevents.hipo");
    hipo(&["plot", &empty, "CFG::data.n"])
        .succeeds()
        .prints(&["0 values"]);
}
