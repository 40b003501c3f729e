//! `--where`.

use hipo::File;

use crate::support::{Folder, fixture, hipo};

#[test]
fn events_with_a_row_that_fits_are_kept() {
    let folder = Folder::new();
    let path = fixture("cpp_bench3000.hipo");
    let file = File::open(&path).unwrap();
    let bank = file.bank("REC::Particle").unwrap();
    let pid = bank.column::<i32>("pid").unwrap();
    let pz = bank.column::<f32>("pz").unwrap();
    let mut expected = Vec::new();
    let mut events = file.events();
    while let Some(event) = events.next_event().unwrap() {
        let rows = event.bank(&bank).unwrap();
        let mut pairs = rows.column(&pid).iter().zip(rows.column(&pz));
        if pairs.any(|(pid, pz)| pid == 11 && pz > 2.0) {
            expected.push(event.bytes().to_vec());
        }
    }
    assert!(!expected.is_empty() && expected.len() < 3000);
    let some = folder.name("some.hipo");
    let condition = "REC::Particle[pid == 11 && pz > 2]";
    hipo(&["filter", &path, "-o", &some, "--where", condition]).succeeds();
    let some = File::open(&some).unwrap();
    let mut events = some.events();
    for expected in expected {
        assert_eq!(events.next_event().unwrap().unwrap().bytes(), expected);
    }
    assert!(events.next_event().unwrap().is_none());
}

#[test]
fn all_conditions_hold_together() {
    let path = fixture("cpp_bench3000.hipo");
    let dump = |conditions: &[&str]| {
        let wheres = conditions
            .iter()
            .flat_map(|condition| ["--where", condition]);
        let bank = ["--bank", "REC::Event", "--format", "csv"];
        let all: Vec<&str> = ["dump", &path]
            .into_iter()
            .chain(bank)
            .chain(wheres)
            .collect();
        hipo(&all).succeeds().stdout.lines().count() - 1
    };
    assert_eq!(dump(&["REC::Event[evno < 10]"]), 10);
    assert_eq!(
        dump(&["REC::Event[evno < 10]", "REC::Event[evno % 2 == 0]"]),
        5
    );
    assert_eq!(
        dump(&["REC::Event[evno < 10]", "REC::Calorimeter[true]"]),
        4
    );
}

/// A file, which of its events are wanted, and what is asked of them.
#[derive(Debug)]
pub(crate) struct Case {
    file: &'static str,
    pub(crate) conditions: &'static [&'static str],
    column: &'static str,
    drop: &'static str,
}

pub(crate) const CASES: [Case; 8] = [
    Case {
        file: "cpp_bench3000.hipo",
        conditions: &["--where", "REC::Particle[pid == 11 && pz > 2]"],
        column: "REC::Particle.pz",
        drop: "REC::Particle",
    },
    Case {
        file: "cpp_bench3000.hipo",
        conditions: &[
            "--where",
            "REC::Event[evno % 7 == 3]",
            "--where",
            "REC::Particle[row() == 3]",
            "--has",
            "REC::Calorimeter",
        ],
        column: "REC::Event.evno",
        drop: "REC::Calorimeter",
    },
    Case {
        file: "cpp_bench3000.hipo",
        conditions: &["--where", "REC::Calorimeter[true]"],
        column: "REC::Particle.px",
        drop: "REC::Event",
    },
    Case {
        file: "cpp_multirecord.hipo",
        conditions: &["--where", "MR::data[n < 0]"],
        column: "MR::data.n",
        drop: "MR::data",
    },
    Case {
        file: "ox_zstd_column.hipo",
        conditions: &["--where", "OX::arr[id[1] % 2 == 0 && adc[2] != 4]"],
        column: "OX::arr.cov",
        drop: "OX::all",
    },
    Case {
        file: "ox_lz4_bank.hipo",
        conditions: &["--where", "OX::all[f*f > 30]", "--tag", "6", "--tag", "4"],
        column: "OX::arr.id",
        drop: "OX::all",
    },
    Case {
        file: "ox_none_bank.hipo",
        conditions: &["--where", "OX::arr[cov[0] > 20.5]"],
        column: "OX::single.n",
        drop: "OX::arr",
    },
    Case {
        file: "java_gzip.hipo",
        conditions: &["--where", "TEST::all[row() > 0 || i % 3 == 0]"],
        column: "TEST::all.i",
        drop: "TEST::all",
    },
];

impl Case {
    /// The path of its file, and that of what `hipo filter` makes of it.
    pub(crate) fn filtered(&self, folder: &Folder) -> (String, String) {
        let (path, some) = (fixture(self.file), folder.name("some.hipo"));
        let filter = ["filter", &path, "-o", &some, "-q", "-f"];
        hipo(&[&filter, self.conditions].concat())
            .succeeds()
            .quietly();
        (path, some)
    }
}

#[test]
fn stats_are_those_of_a_filtered_file() {
    let folder = Folder::new();
    for case in CASES {
        let (path, some) = case.filtered(&folder);
        let stats = |path: &str, more: &[&str]| {
            let stats = hipo(&[&["stats", "--json", path], more].concat()).succeeds();
            let mut json = stats.quietly().json();
            json["files"].take();
            json
        };
        let (bank, _) = case.column.split_once('.').unwrap();
        for bank in [&[][..], &["--bank", bank]] {
            let expected = stats(&some, bank);
            for threads in ["1", "2"] {
                let more = [case.conditions, bank, &["--threads", threads]].concat();
                assert_eq!(stats(&path, &more), expected, "{case:?}");
            }
        }
    }
}

#[test]
fn plots_are_those_of_a_filtered_file() {
    let folder = Folder::new();
    for case in CASES {
        let (path, some) = case.filtered(&folder);
        for more in [
            &["--json"][..],
            &["--json", "--range", "0..2.5"],
            &["--log"],
        ] {
            let plot = |path: &str, conditions: &[&str]| {
                let plot = [&["plot", path, case.column], more, conditions].concat();
                hipo(&plot).succeeds().quietly().stdout
            };
            let expected = plot(&some, &[]);
            assert_eq!(plot(&path, case.conditions), expected, "{case:?} {more:?}");
        }
    }
}

/// Also where the banks that conditions are about are dropped.
#[test]
fn skims_are_those_of_a_filtered_file() {
    let folder = Folder::new();
    let (here, there) = (folder.name("here.hipo"), folder.name("there.hipo"));
    for case in CASES {
        let (path, some) = case.filtered(&folder);
        let skim = |from: &str, to: &str, conditions: &[&str]| {
            let skim = ["skim", from, "-o", to, "--drop", case.drop, "-q", "-f"];
            hipo(&[&skim, conditions].concat()).succeeds().quietly();
        };
        skim(&path, &here, case.conditions);
        skim(&some, &there, &[]);
        hipo(&["diff", "--exact", &here, &there]).succeeds();
    }
}

/// In each of the files some events fit and some do not, but where none do.
#[test]
fn cases_tell_events_apart() {
    let folder = Folder::new();
    for case in CASES {
        let (path, some) = case.filtered(&folder);
        let [all, some] = [path, some].map(|path| File::open(path).unwrap().event_count());
        let none = case.conditions.contains(&"MR::data[n < 0]");
        assert!(
            some < all && (some == 0) == none,
            "{some} of {all}: {case:?}"
        );
    }
}

#[test]
fn of_a_bank_that_is_there_twice_the_first_counts() {
    let folder = Folder::new();
    let odd = folder.odd();
    let events = |condition: &str| {
        let stats = hipo(&["stats", "--json", &odd, "--where", condition]).succeeds();
        let dump = hipo(&["dump", &odd, "-f", "json", "--where", condition]).succeeds();
        let events = stats.json()["events"].as_u64().unwrap();
        assert_eq!(dump.json_lines().len() as u64, events);
        events
    };
    assert_eq!(events("A::bank[n == 1]"), 1);
    assert_eq!(events("A::bank[n == 2]"), 0);
    assert_eq!(events("A::bank[isnan(x)]"), 1);
}

#[test]
fn what_is_wrong_with_a_condition_is_told() {
    let folder = Folder::new();
    let path = fixture("cpp_bench3000.hipo");
    let commands: [&[&str]; 6] = [
        &["dump"],
        &["stats"],
        &["plot", "--svg", "out"],
        &["filter", "-o", "out"],
        &["skim", "-o", "out", "--bank", "REC::Event"],
        #[cfg(feature = "export")]
        &["export", "-o", "out", "--format", "arrow"],
        #[cfg(not(feature = "export"))]
        &["dump", "-f", "json"],
    ];
    for command in commands {
        let column = ["REC::Event.evno"];
        let column = if command[0] == "plot" {
            &column[..]
        } else {
            &[]
        };
        let wrong = |condition: &str, words: &[&str]| {
            let conditions = ["--where", "REC::Event[true]", "--where", condition];
            let wrong = [command, &[&path], column, &conditions].concat();
            let told = folder.hipo(&wrong).fails(2).says(words);
            assert_eq!(told.stdout, "");
        };
        wrong(
            "REC::Event",
            &["--where: a condition takes a bank", "in brackets"],
        );
        wrong(
            "REC::Evnt[evno > 1]",
            &[
                "--where: ",
                "there is no bank REC::Evnt (is it REC::Event?)",
            ],
        );
        wrong(
            "REC::Event[evnt > 1]",
            &["bank REC::Event has no column evnt (is it evno?)"],
        );
        wrong(
            "REC::Event[evno > ]",
            &["character 7: expected a value, found the end\n  evno > \n         ^\n"],
        );
        assert_eq!(folder.names(), [""; 0], "{command:?}");
    }
    // In one of several files: nothing is said of the others.
    let other = fixture("ox_none_bank.hipo");
    let stats = ["stats", &path, &other, "--where", "REC::Event[true]"];
    let told = hipo(&stats).fails(2);
    assert_eq!(told.stdout, "");
    told.says(&["ox_none_bank.hipo: there is no bank REC::Event"]);
}
