//! Pictures of a run that was saved.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use benches::cross::{Measured, json, markdown, saved, svg};
use roxmltree::{Document, Node};
use serde_json::{Value, json};
use tempfile::TempDir;

fn run() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run.json")
}

fn figures() -> Vec<Measured> {
    saved(&run()).unwrap()
}

fn cross_bench(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cross-bench"))
        .current_dir(folder)
        .args(words)
        .output()
        .unwrap()
}

#[test]
fn a_picture_of_a_run() {
    insta::assert_snapshot!(svg(&figures()));
}

/// All text that a node has beside that of its elements.
fn text<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default()
}

#[test]
fn every_figure_is_in_it() {
    let all = figures();
    let picture = svg(&all);
    let document = Document::parse(&picture).unwrap();
    let of = |name: &'static str| {
        document
            .descendants()
            .filter(move |it| it.has_tag_name(name))
    };
    // A swatch for each of four programs and two numbers of threads, and the paper.
    assert_eq!(of("rect").count(), all.len() + 4 + 2 + 1);
    for figure in &all {
        let shape = match figure.scenario.split_once('_') {
            None => "events",
            Some(("c", _)) => "columns",
            Some(_) => "part by part",
        };
        let threads = if figure.threads == 1 {
            "1 thread"
        } else {
            "2 threads"
        };
        let begin = format!("{}, {shape}, {threads}: ", figure.program);
        let end = format!("warm {:.3} ms, cold {:.3} ms", figure.warm, figure.cold);
        let title =
            of("title").find(|it| text(*it).starts_with(&begin) && text(*it).ends_with(&end));
        let bar = title.expect(&end).parent_element().unwrap();
        let beside = bar.next_sibling_element().unwrap();
        assert_eq!(text(beside), format!("{:.1}", figure.warm));
    }
    // The longest bar is as much longer than another as it took longer.
    let width = |warm: &str| {
        let title = of("title").find(|it| text(*it).contains(warm)).unwrap();
        let bar = title.parent_element().unwrap();
        bar.attribute("width").unwrap().parse::<f64>().unwrap() + 1.0
    };
    let ratio = width("warm 20.519 ms") / width("warm 10.040 ms");
    assert!((ratio - 20.519 / 10.04).abs() < 0.01, "{ratio}");
}

/// With wide numbers, too: nothing is cut, and no two texts are in one place.
#[test]
fn texts_have_room() {
    let mut slow = figures();
    for figure in &mut slow {
        figure.warm *= 12_345.678;
    }
    let one: Vec<_> = figures().into_iter().take(1).collect();
    let mut same = figures();
    for figure in &mut same {
        figure.warm = 0.0;
    }
    for measured in [figures(), slow, one, same] {
        let picture = svg(&measured);
        let document = Document::parse(&picture).unwrap();
        let bounds = document.root_element().attribute("viewBox").unwrap();
        let bounds: Vec<f64> = bounds.split(' ').map(|it| it.parse().unwrap()).collect();
        let mut places = Vec::<[f64; 4]>::new();
        for node in document.descendants().filter(|it| it.has_tag_name("text")) {
            let number = |name| node.attribute(name).unwrap().parse::<f64>().unwrap();
            let class = node.attribute("class").unwrap_or_default();
            let (of_character, height) = match class.split(' ').next() {
                Some("title") => (10.5, 19.0),
                Some("panel") => (7.5, 14.0),
                Some("small") => (5.0, 7.0),
                _ => (5.5, 9.0),
            };
            let inner = node.descendants().filter(Node::is_text);
            let characters: usize = inner.map(|it| text(it).chars().count()).sum();
            let width = characters as f64 * of_character;
            let x = if class.ends_with("middle") {
                number("x") - width / 2.0
            } else {
                number("x")
            };
            let place = [x, x + width, number("y") - height, number("y")];
            let [left, right, top, bottom] = place;
            assert!(left >= 0.0 && right <= bounds[2], "{} is cut", text(node));
            assert!(top >= 0.0 && bottom <= bounds[3], "{} is cut", text(node));
            let hidden = places
                .iter()
                .find(|[other_left, other_right, above, below]| {
                    left < *other_right && right > *other_left && top < *below && bottom > *above
                });
            assert_eq!(hidden, None, "under {}, at {place:?}", text(node));
            places.push(place);
        }
        for bar in document.descendants().filter(|it| it.has_tag_name("rect")) {
            let number = |name| {
                bar.attribute(name)
                    .map_or(0.0, |it| it.parse::<f64>().unwrap())
            };
            assert!(number("x") + number("width") <= bounds[2]);
        }
    }
}

#[test]
fn the_program_draws_and_tells_what_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = run();
    let from = path.to_str().unwrap();
    let drawn = cross_bench(folder.path(), &["--from", from, "--svg", "run.svg"]);
    assert!(
        drawn.status.success() && drawn.stderr.is_empty(),
        "{drawn:?}"
    );
    let told = String::from_utf8(drawn.stdout).unwrap();
    assert_eq!(told.trim(), markdown(&figures()).trim());
    let picture = fs::read_to_string(folder.path().join("run.svg")).unwrap();
    assert_eq!(picture, svg(&figures()));
    // What it prints, it reads.
    let printed = folder.path().join("run.json");
    fs::write(&printed, json(&figures()).unwrap()).unwrap();
    assert_eq!(saved(&printed).unwrap(), figures());
    fs::remove_file(&printed).unwrap();
    // One of the formats; a picture that is there is replaced.
    let words = ["--from", from, "--svg", "run.svg", "--json", "cpp"];
    let some = cross_bench(folder.path(), &words);
    let mut cpp = figures();
    cpp.retain(|it| it.format == "cpp");
    let told = String::from_utf8(some.stdout).unwrap();
    assert_eq!(told.trim(), json(&cpp).unwrap());
    let picture = fs::read_to_string(folder.path().join("run.svg")).unwrap();
    assert_eq!(picture, svg(&cpp));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_wrong_command_line_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = run();
    let from = path.to_str().unwrap();
    for (words, told) in [
        (
            &["--from", "nowhere.json"][..],
            "nowhere.json cannot be read",
        ),
        (&["--from"], "--from wants a value"),
        (&["--svg", "--json"], "--svg wants a value"),
        (&["--from", from, "--passes", "3"], "--from times nothing"),
        (&["--from", from, "gzip"], "has no figure of gzip"),
        (
            &["--from", from, "--svg", "no/folder.svg"],
            "no/folder.svg cannot be written",
        ),
        (
            &["--from", from, "--svg", from],
            "is the earlier run itself",
        ),
        // Before anything is timed.
        (
            &["--svg", "no/folder.svg"],
            "no/folder.svg cannot be written",
        ),
    ] {
        let output = cross_bench(folder.path(), words);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(stderr.contains(told), "{words:?}: {stderr}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The fault of a file with this text.
fn fault(folder: &TempDir, text: &str) -> String {
    let path = folder.path().join("wrong.json");
    fs::write(&path, text).unwrap();
    let fault = saved(&path).unwrap_err().to_string();
    assert!(fault.len() < 700 && fault.contains("wrong.json"), "{fault}");
    fault
}

#[test]
fn what_no_run_prints_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let kind = "is not what cross-bench --json prints";
    let long = format!("[{{\"program\": 1, \"warm\": {:?}}}]", "x".repeat(100_000));
    for (text, told) in [
        ("", kind),
        ("{}", kind),
        ("[1]", kind),
        ("[{\"program\": \"native\"}]", "missing field `format`"),
        (long.as_str(), kind),
        (&"[".repeat(100_000), kind),
        ("[]", "there is no figure"),
        (&" ".repeat((4 << 20) + 1), "more than 4194304 bytes"),
    ] {
        let fault = fault(&folder, text);
        assert!(fault.contains(told), "{told}: {fault}");
    }
}

#[test]
fn figures_that_mean_nothing_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(run()).unwrap();
    let all: Vec<Value> = serde_json::from_str(&text).unwrap();
    let count = all.len();
    for (key, value, told) in [
        (
            "program",
            json!("java"),
            "no program java: there are native, C++, oxihipo, Python",
        ),
        (
            "program",
            json!("\u{1b}[2J<script>"),
            "program is a text that is no program",
        ),
        ("format", json!("lz5"), "no format lz5"),
        (
            "format",
            json!("x".repeat(1000)),
            "format is a text that is no format",
        ),
        ("scenario", json!("col2"), "no scenario col2"),
        ("scenario", json!("x_col1"), "no scenario x_col1"),
        ("threads", json!(4_000_000), "threads is 4000000"),
        (
            "threads",
            json!(-1),
            "is not what cross-bench --json prints",
        ),
        ("warm", json!(-0.5), "warm is -0.5, which is no time"),
        (
            "cold",
            json!(1e12),
            "cold is 1000000000000, which is no time",
        ),
        ("warm", json!(null), "is not what cross-bench --json prints"),
        (
            "checksum",
            json!("NaN"),
            "checksum is NaN, which is no number",
        ),
    ] {
        let mut figures = all.clone();
        figures[2][key] = value;
        let fault = fault(&folder, &Value::from(figures).to_string());
        assert!(fault.contains(told), "{told}: {fault}");
        if !fault.contains("prints") {
            let place = format!("figure 3 of {count}: ");
            assert!(fault.contains(&place), "{fault}");
        }
    }
    let mut twice = all.clone();
    twice.push(all[0].clone());
    let fault_twice = fault(&folder, &Value::from(twice).to_string());
    assert!(fault_twice.contains("it is there twice"), "{fault_twice}");
    let mut many = all.clone();
    for (figure, threads) in many.iter_mut().zip(1..=5) {
        figure["threads"] = threads.into();
    }
    let fault_many = fault(&folder, &Value::from(many).to_string());
    assert!(fault_many.contains("5 numbers of threads"), "{fault_many}");
}

/// No picture of what does not agree.
#[test]
fn sums_of_a_saved_run_are_held_to_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(run()).unwrap();
    for (key, value) in [("checksum", json!("1.000")), ("events", json!(3))] {
        let mut figures: Vec<Value> = serde_json::from_str(&text).unwrap();
        figures[3][key] = value;
        let fault = fault(&folder, &Value::from(figures).to_string());
        assert!(fault.contains("what differs is not timed"), "{fault}");
    }
}

/// In whichever order figures are.
#[test]
fn formats_are_put_together() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(run()).unwrap();
    let figures: Vec<Value> = serde_json::from_str(&text).unwrap();
    let (cpp, other): (Vec<_>, Vec<_>) = figures.into_iter().partition(|it| it["format"] == "cpp");
    let mut mixed = vec![cpp[0].clone()];
    mixed.extend(other);
    mixed.extend(cpp.into_iter().skip(1));
    let path = folder.path().join("mixed.json");
    fs::write(&path, Value::from(mixed).to_string()).unwrap();
    assert_eq!(saved(&path).unwrap(), self::figures());
}
