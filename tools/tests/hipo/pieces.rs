//! `hipo filter`, `skim`, `merge` and `split`.

use hipo::File;

use crate::support::{Folder, fixture, hipo};

#[test]
fn events_that_fit_are_copied_whole() {
    let folder = Folder::new();
    let path = fixture("cpp_bench3000.hipo");
    let out = folder.name("out.hipo");
    hipo(&[
        "filter",
        &path,
        "-o",
        &out,
        "--has",
        "REC::Calorimeter",
        "-e",
        "10..20",
    ])
    .succeeds()
    .says(&["3 of 3,000 events"]);
    let dump = hipo(&["dump", &out, "-b", "REC::Event", "-f", "csv"])
        .succeeds()
        .stdout;
    assert_eq!(
        dump,
        "event,row,evno,beamE\n0,0,12,10.6\n1,0,15,10.6\n2,0,18,10.6\n"
    );
    let info = hipo(&["info", "--json", &out]).succeeds().json();
    assert_eq!(info["schemas"].as_array().unwrap().len(), 3);
    assert_eq!(info["records"], 1);
}

#[test]
fn tags_of_events_and_of_records_select_and_stay() {
    let folder = Folder::new();
    let path = fixture("cpp_tags.hipo");
    for (option, name) in [("--tag", "t.hipo"), ("--record-tag", "r.hipo")] {
        let out = folder.name(name);
        hipo(&["filter", &path, "-o", &out, option, "7", option, "0", "-q"])
            .succeeds()
            .quietly();
        let file = File::open(&out).unwrap();
        let words: Vec<_> = file
            .records()
            .iter()
            .map(|record| record.user_word_1)
            .collect();
        assert_eq!(words, [0, 7]);
        assert_eq!(file.event_count(), 400);
    }
    hipo(&["diff", &folder.name("t.hipo"), &folder.name("r.hipo")]).succeeds();
}

#[test]
fn records_that_became_small_are_joined() {
    let folder = Folder::new();
    let path = fixture("java_lz4.hipo");
    let out = folder.name("out.hipo");
    hipo(&["filter", &path, "-o", &out, "--has", "TEST::all"]).succeeds();
    let (before, after) = (File::open(&path).unwrap(), File::open(&out).unwrap());
    assert_eq!((before.records().len(), after.records().len()), (6, 1));
    assert_eq!(after.event_count(), 500);
}

#[test]
fn banks_are_kept_or_left_out() {
    let folder = Folder::new();
    let path = fixture("cpp_bench3000.hipo");
    let (kept, dropped) = (folder.name("kept.hipo"), folder.name("dropped.hipo"));
    hipo(&[
        "skim", &path, "-o", &kept, "--bank", "REC::P*", "--bank", "300/30",
    ])
    .succeeds();
    hipo(&["skim", &path, "-o", &dropped, "--drop", "*Calo*"]).succeeds();
    hipo(&["diff", "--exact", &kept, &dropped]).succeeds();
    let schemas = hipo(&["schemas", &kept]).succeeds().stdout;
    assert_eq!(schemas.lines().count(), 2);
    let empty = folder.name("empty.hipo");
    let calorimeter = ["--bank", "REC::Calorimeter"];
    hipo(&[&["skim", &path, "-o", &empty], &calorimeter[..]].concat()).succeeds();
    assert_eq!(File::open(&empty).unwrap().event_count(), 3000);
    let full = folder.name("full.hipo");
    let arguments = [
        &["skim", &path, "-o", &full, "--drop-empty"],
        &calorimeter[..],
    ]
    .concat();
    hipo(&arguments).succeeds().says(&["1,000 of 3,000"]);
    hipo(&["skim", &path, "-o", &full])
        .fails(2)
        .says(&["--bank"]);
}

#[test]
fn a_skim_keeps_tags_masks_and_what_is_no_bank() {
    let folder = Folder::new();
    let odd = folder.odd();
    let out = folder.name("out.hipo");
    hipo(&["skim", &odd, "-o", &out, "--drop", "20/2"]).succeeds();
    let lines = hipo(&["dump", &out, "-f", "json"]).succeeds().json_lines();
    assert_eq!(lines[0]["mask"], 5);
    assert_eq!(lines[0]["banks"].as_array().unwrap().len(), 2);
    assert_eq!(lines[1]["tag"], 9);
    assert_eq!(lines[1]["structures"].as_array().unwrap().len(), 3);
    assert_eq!(lines[1]["structures"][0]["format"], "sb");
}

#[test]
fn files_are_joined_one_after_another() {
    let folder = Folder::new();
    let (tags, bench) = (fixture("cpp_tags.hipo"), fixture("cpp_bench3000.hipo"));
    let out = folder.name("out.hipo");
    hipo(&["merge", &tags, &bench, &tags, "-o", &out]).succeeds();
    let info = hipo(&["info", "--json", &out]).succeeds().json();
    assert_eq!(
        (&info["events"], &info["records"]),
        (&5000.into(), &11.into())
    );
    assert_eq!(info["schemas"].as_array().unwrap().len(), 4);
    let middle = folder.name("middle.hipo");
    hipo(&["filter", &out, "-o", &middle, "--events", "1000..4000"]).succeeds();
    let diff = hipo(&["diff", "--json", &bench, &middle]).fails(1).json();
    assert_eq!(diff["differing_events"], 0);
    assert_eq!(
        diff["schemas"]["only_second"],
        serde_json::json!(["TAG::data"])
    );
}

#[test]
fn schemas_that_contradict_each_other_name_both_files() {
    let folder = Folder::new();
    let out = folder.name("out.hipo");
    // {CFG::data/3200/1}{n/I}, and the same name here.
    let mut writer = hipo::WriterOptions::new()
        .schema("{CFG::data/3200/1}{n/L}".parse().unwrap())
        .unwrap()
        .create(folder.path("other.hipo"))
        .unwrap();
    writer.flush().unwrap();
    writer.finish().unwrap();
    let (one, other) = (fixture("cpp_userconfig.hipo"), folder.name("other.hipo"));
    hipo(&["merge", &one, &other, "-o", &out]).fails(1).says(&[
        "CFG::data",
        "cpp_userconfig.hipo",
        "other.hipo",
    ]);
    // TEST::all and OX::all both are 1000/1.
    let (one, other) = (fixture("java_none.hipo"), fixture("ox_none_bank.hipo"));
    hipo(&["merge", &one, &other, "-o", &out]).fails(1).says(&[
        "1000/1 is TEST::all in",
        "java_none.hipo and OX::all in",
        "ox_none_bank.hipo",
    ]);
    assert!(!folder.path("out.hipo").exists());
}

#[test]
fn of_a_key_with_two_values_the_first_is_kept() {
    let folder = Folder::new();
    let out = folder.name("out.hipo");
    let (one, other) = (fixture("ox_none_bank.hipo"), fixture("ox_lz4_bank.hipo"));
    hipo(&["merge", &one, &other, "-o", &out])
        .succeeds()
        .says(&["the value of name in", "ox_lz4_bank.hipo is left out"]);
    let file = File::open(&out).unwrap();
    assert_eq!(file.config().get("name"), Some("ox_none_bank"));
    assert_eq!(file.config().entries().count(), 2);
    assert_eq!(file.config().tag_names().count(), 2);
}

#[test]
fn banks_are_joined_event_by_event() {
    let folder = Folder::new();
    let path = fixture("cpp_bench3000.hipo");
    let [one, other, out] = ["one.hipo", "other.hipo", "out.hipo"].map(|name| folder.name(name));
    hipo(&["skim", &path, "-o", &one, "--bank", "REC::Event"]).succeeds();
    hipo(&["skim", &path, "-o", &other, "--drop", "REC::Event"]).succeeds();
    hipo(&["merge", "--banks", &one, &other, "-o", &out]).succeeds();
    hipo(&["diff", "--exact", &path, &out]).succeeds();
    // Both have particles.
    hipo(&["merge", "--banks", &out, &other, "-o", &out])
        .fails(1)
        .says(&["the input itself"]);
    let again = folder.name("again.hipo");
    let merge = ["merge", "--banks", &out, &other, "-o", &again];
    hipo(&merge)
        .fails(1)
        .says(&["event 0 of", "each a bank REC::Particle", "--prefer first"]);
    assert!(!folder.path("again.hipo").exists());
    for prefer in ["first", "second"] {
        hipo(&[&merge[..], &["-f", "--prefer", prefer]].concat()).succeeds();
        hipo(&["diff", &path, &again]).succeeds();
    }
    let tags = fixture("cpp_tags.hipo");
    hipo(&["merge", "--banks", &path, &tags, "-o", &again])
        .fails(1)
        .says(&["has 3,000 events", "has 1,000"]);
    hipo(&["merge", "--banks", &path, "-o", &again]).fails(2);
}

#[test]
fn the_bank_of_the_preferred_file_counts() {
    let folder = Folder::new();
    let odd = folder.odd();
    let single = folder.name("single.hipo");
    let mut writer = hipo::WriterOptions::new()
        .schema("{A::bank/10/1}{n/I,x/F}".parse().unwrap())
        .unwrap()
        .create(&single)
        .unwrap();
    let bank = writer.bank("A::bank").unwrap();
    let n = bank.column::<i32>("n").unwrap();
    let mut event = hipo::EventBuilder::new();
    for value in [77, 78] {
        event.reset();
        event.bank(&bank, 1).unwrap().set(&n, 0, value);
        writer.write(&event).unwrap();
    }
    writer.finish().unwrap();
    let values = |prefer: &str| {
        let out = folder.name("out.hipo");
        hipo(&[
            "merge", "--banks", &odd, &single, "-o", &out, "-f", "--prefer", prefer,
        ])
        .succeeds();
        let lines = hipo(&["dump", &out, "-f", "json"]).succeeds().json_lines();
        let of = |event: usize| {
            let banks = lines[event]["banks"].as_array().unwrap().iter();
            let values = banks.map(|bank| bank["columns"]["n"][0].as_i64().unwrap());
            values.collect::<Vec<_>>()
        };
        (of(0), of(1), lines[1]["tag"].as_u64().unwrap())
    };
    assert_eq!(values("first"), (vec![1, 2], vec![78], 9));
    assert_eq!(values("second"), (vec![77], vec![78], 0));
}

#[test]
fn parts_together_are_the_file() {
    let folder = Folder::new();
    let path = fixture("cpp_tags.hipo");
    for (arguments, count) in [
        (["--events", "150"], 7),
        (["--events", "1000"], 1),
        (["--records", "2"], 3),
        (["--bytes", "8K"], 3),
        (["--bytes", "1"], 5),
    ] {
        let out = folder.name("part-{}.hipo");
        hipo(&[&["split", &path, "-o", &out, "-f"], &arguments[..]].concat()).succeeds();
        let parts: Vec<_> = (0..count)
            .map(|part| folder.name(&format!("part-{part:05}.hipo")))
            .collect();
        assert!(!folder.path(&format!("part-{count:05}.hipo")).exists());
        let whole = folder.name("whole.hipo");
        let parts: Vec<_> = parts.iter().map(String::as_str).collect();
        hipo(&[&["merge"], &parts[..], &["-o", &whole, "-f"]].concat()).succeeds();
        hipo(&["diff", "--exact", &path, &whole]).succeeds();
        for part in parts {
            std::fs::remove_file(part).unwrap();
        }
    }
    folder.has_no_leftovers();
}

#[test]
fn parts_are_named_and_not_replaced() {
    let folder = Folder::new();
    let path = fixture("cpp_noevents.hipo");
    folder
        .hipo(&["split", &path, "-o", "a.hipo", "--events", "5"])
        .succeeds();
    assert_eq!(folder.names(), ["a.00000.hipo"], "one part at least");
    folder
        .hipo(&["split", &path, "-o", "a.hipo", "--events", "5"])
        .fails(1)
        .says(&["a.00000.hipo exists already", "--force"]);
    hipo(&["split", &path, "-o", "a.hipo"]).fails(2);
    hipo(&["split", &path, "-o", "a.hipo", "--events", "0"]).fails(2);
    hipo(&[
        "split",
        &path,
        "-o",
        "a.hipo",
        "--events",
        "1",
        "--records",
        "1",
    ])
    .fails(2);
}
