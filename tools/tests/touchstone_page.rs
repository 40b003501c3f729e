//! The page of a run with a planted failure.

#[path = "touchstone_common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use common::{Home, has_no_outside_reference, ran};
use conformance::openzl::{NativeOpenZl, OpenZl, OpenZlCase, OutputLimit};
use conformance::{Implementation, Outcome, Quiet, Report, Role, RunOptions, Suite};

/// The native implementation, with a bit flipped in the middle of each frame.
struct Flipped;

impl Implementation<OpenZl> for Flipped {
    fn name(&self) -> &'static str {
        "openzl"
    }

    fn role(&self) -> Role {
        Role::Native
    }

    fn version(&self) -> String {
        "0.1.0 & <planted>".to_owned()
    }

    fn produce(&self, case: &OpenZlCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        match NativeOpenZl.produce(case, input) {
            Outcome::Done(mut frame) => {
                let middle = frame.len() / 2;
                frame[middle] ^= 4;
                Outcome::Done(frame)
            }
            other => other,
        }
    }

    fn consume(&self, limit: &OutputLimit, frame: &[u8]) -> Outcome<Vec<u8>> {
        NativeOpenZl.consume(limit, frame)
    }
}

fn planted() -> Report {
    let options = RunOptions {
        filter: Some("zstd/level-3/text/".to_owned()),
        host: BTreeMap::from([("cpu".to_owned(), "<script>alert(1)</script>".to_owned())]),
        ..RunOptions::default()
    };
    let suite = Suite::new().with(OpenZl::with_native(Arc::new(Flipped)));
    suite.run(&options, &Quiet).unwrap()
}

/// A table with a faster and a slower row, and a refusal.
const THROUGHPUT: &str = r#"{
  "schema": 1, "fingerprint": null, "measured_unix": 1700000000, "elapsed_ms": 5,
  "rows": [
    {"format": "openzl", "operation": "compress", "input": "text, 64 bytes", "setting": "level 1",
     "bytes": 64, "case": "c", "native": "openzl", "reference": "c-openzl",
     "median_native_ns": 100.0, "median_reference_ns": 300.0, "min_native_ns": 90.0,
     "min_reference_ns": 270.0, "ratio_median": 3.0, "ratio_min": 3.0, "rounds": 13},
    {"format": "openzl", "operation": "compress", "input": "text, 1 MiB", "setting": "level 1",
     "bytes": 1048576, "case": "d", "native": "openzl", "reference": "c-openzl",
     "median_native_ns": 2000000.0, "median_reference_ns": 1000000.0, "min_native_ns": 1000000.0,
     "min_reference_ns": 900000.0, "ratio_median": 0.5, "ratio_min": 0.9, "rounds": 13}
  ],
  "refused": [{"trial": "conformance::openzl::identical::e", "detail": "openzl differs <here>"}]
}"#;

#[test]
fn a_planted_failure_is_told_with_its_window_and_its_command() {
    let report = planted();
    assert!(report.has_failed());
    let home = Home::new();
    let verdicts = home.root().join("verdicts.json");
    report.write(&verdicts).unwrap();
    home.write("throughput.json", THROUGHPUT);
    ran(
        home.touchstone()
            .args(["report", "--verdicts"])
            .arg(&verdicts),
        0,
    );
    let page = fs::read_to_string(home.root().join("report/index.html")).unwrap();

    has_no_outside_reference(&page);
    assert!(page.contains("<h2>Failures</h2>"));
    let name = "conformance::openzl::identical::zstd/level-3/text/300";
    let plain = page.replace('\u{200b}', "");
    assert!(plain.contains(&format!("<code>{name}</code>")));
    // The window of both frames, with the byte marked, and the field.
    let (_, section) = plain.split_once(&format!("<code>{name}</code>")).unwrap();
    let (section, _) = section.split_once("</article>").unwrap();
    assert!(
        section.contains("openzl differs from c-openzl at byte"),
        "{section}"
    );
    assert!(section.contains("field"), "{section}");
    let marked = section
        .lines()
        .filter(|line| line.contains("000000") && line.contains('['));
    assert_eq!(marked.count(), 2, "{section}");
    let command = format!(
        "cargo test -p touchstone-conformance --test conformance -- --exact &#39;{name}&#39;"
    );
    assert!(section.contains(&command), "{section}");

    // Nothing that is told becomes markup.
    assert!(!page.contains("<script>alert"));
    assert!(!page.contains("<planted>"));
    assert!(page.contains("0.1.0 &amp; &lt;planted&gt;"));
    assert!(page.contains("openzl differs &lt;here&gt;"));

    // The throughput of the same sources is there, with words beside colours.
    assert!(page.contains("class=\"faster\"") && page.contains("class=\"slower\""));
    assert!(page.contains("3.00×") && page.contains("~0.50×"));
    assert!(page.contains("bench refused"));
}

#[test]
fn throughput_of_other_sources_is_not_shown() {
    let home = Home::new();
    let verdicts = home.root().join("verdicts.json");
    planted().write(&verdicts).unwrap();
    let other = THROUGHPUT.replacen("null", "\"abc\"", 1);
    home.write("throughput.json", &other);
    ran(
        home.touchstone()
            .args(["report", "--verdicts"])
            .arg(&verdicts),
        0,
    );
    let page = fs::read_to_string(home.root().join("report/index.html")).unwrap();
    assert!(!page.contains("<svg"));
    assert!(page.contains("measured on other sources"));
}
