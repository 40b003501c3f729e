use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Served, bytes, fails, succeeds, text};

const MIB: usize = 1 << 20;

#[test]
fn what_is_written_is_read() {
    let served = Served::start(&["--size", "16M", "--checksums"]);
    assert!(
        served
            .announced
            .starts_with("serving 16,777,216 bytes by lz4 at nbd+unix:")
    );
    let mut client = served.client();
    assert_eq!(client.size, 16 << 20);
    assert_eq!(client.write(512, &bytes(1, MIB)), 0);
    assert_eq!(client.read(512, MIB as u32), bytes(1, MIB));
    assert_eq!(client.trim(4096, 8192), 0);
    assert_eq!(client.read(4096, 8192), [0; 8192]);
    // Another connection sees the same.
    let mut expected = bytes(1, MIB);
    expected[4096 - 512..12_288 - 512].fill(0);
    assert_eq!(served.client().read(512, MIB as u32), expected);
    let socket = served.socket();
    served.terminate();
    let error = fails(&["stat", &socket], 1);
    assert!(error.contains("`zram serve --socket"), "{error}");
}

#[test]
fn statistics_in_every_form() {
    let served = Served::start(&[
        "--size",
        "16M",
        "--heavier",
        "zstd:9",
        "--memory-limit",
        "8M",
    ]);
    let socket = served.socket();
    assert_eq!(served.client().write(0, &bytes(1, 4 * MIB)), 0);
    let stat = |format: &str| succeeds(&["stat", &socket, format]);
    let told: Value = serde_json::from_str(&stat("--json")).expect("JSON");
    assert_eq!(told["mm_stat"]["orig_data_size"], 4 << 20);
    assert_eq!(told["mm_stat"]["mem_limit"], 8 << 20);
    let before = told["mm_stat"]["mem_used_total"]
        .as_u64()
        .expect("a number");
    assert!(stat("--prometheus").contains("\nzram_original_data_bytes 4194304\n"));
    let line = stat("--kernel=mm_stat");
    assert_eq!(line.split_whitespace().count(), 9, "{line}");
    assert!(line.trim_start().starts_with("4194304 "), "{line}");
    assert!(succeeds(&["stat", &socket]).contains("memory taken"));

    let done: Value =
        serde_json::from_str(&succeeds(&["recompress", &socket, "--json"])).expect("JSON");
    assert_eq!(done["tried"], 1024);
    assert!(done["smaller"].as_u64() > Some(900), "{done}");
    assert!(succeeds(&["compact", &socket]).contains("bytes given back"));
    let told: Value = serde_json::from_str(&stat("--json")).expect("JSON");
    assert!(told["mm_stat"]["mem_used_total"].as_u64() < Some(before));

    assert!(fails(&["recompress", &socket, "--priority", "2"], 1).contains("no codec 2"));
    assert!(fails(&["write-back", &socket], 1).contains("no backing file"));
    assert!(fails(&["snapshot", &socket], 1).contains("--snapshot FILE"));
    // Full: the client hears ENOSPC, and what was there stays.
    succeeds(&["limit", &socket, "1K"]);
    assert_eq!(served.client().write(8 << 20, &bytes(2, MIB)), 28);
    assert_eq!(served.client().read(0, MIB as u32), bytes(1, MIB));
    succeeds(&["limit", &socket, "none"]);
    assert_eq!(served.client().write(8 << 20, &bytes(2, MIB)), 0);
}

#[test]
fn cold_pages_go_to_the_backing_file() {
    let served = Served::start(&["--size", "4M", "--backing", "cold", "--backing-size", "1M"]);
    let socket = served.socket();
    assert_eq!(served.client().write(0, &bytes(1, 2 * MIB)), 0);
    let done = succeeds(&["write-back", &socket, "--budget", "100"]);
    assert_eq!(done, "100 pages are in the backing file now\n");
    let done = succeeds(&["write-back", &socket, "--budget", "1000", "--at-most", "7"]);
    assert_eq!(done, "7 pages are in the backing file now\n");
    assert_eq!(served.client().read(0, 2 * MIB as u32), bytes(1, 2 * MIB));
    let stat = succeeds(&["stat", &socket, "--kernel", "bd_stat"]);
    assert_eq!(
        stat.split_whitespace().collect::<Vec<_>>(),
        ["107", "107", "107"]
    );
}

#[test]
fn a_server_that_is_killed_leaves_its_last_snapshot() {
    let arguments = ["--size", "16M", "--snapshot", "pages", "--codec", "zstd:1"];
    let served = Served::start(&arguments);
    let mut client = served.client();
    assert_eq!(client.write(0, &bytes(1, 8 * MIB)), 0);
    assert_eq!(client.write((12 * MIB) as u64, &[7; 4096]), 0);
    assert!(succeeds(&["snapshot", &served.socket()]).starts_with("2,049 pages saved"));
    let snapshot = std::fs::read(served.path("pages")).expect("a snapshot");
    // What comes after it is lost, and nothing else.
    assert_eq!(client.write(0, &bytes(2, MIB)), 0);
    assert_eq!(client.trim((4 * MIB) as u64, MIB as u32), 0);
    let folder = served.kill();
    assert_eq!(
        std::fs::read(folder.path().join("pages")).expect("a snapshot"),
        snapshot
    );

    // Without a size: the snapshot has one. The sockets of the dead are there.
    let served = Served::start_in(folder, &arguments[2..]);
    assert!(
        served.announced.contains("2,049 pages restored"),
        "{}",
        served.announced
    );
    let mut client = served.client();
    assert_eq!(client.size, 16 << 20);
    assert_eq!(client.read(0, (8 * MIB) as u32), bytes(1, 8 * MIB));
    assert_eq!(client.read((12 * MIB) as u64, 4096), [7; 4096]);
    assert_eq!(client.read((12 * MIB + 4096) as u64, 4096), [0; 4096]);

    // An orderly end saves what there is then.
    assert_eq!(client.write(0, &bytes(3, MIB)), 0);
    let folder = served.terminate();
    let served = Served::start_in(folder, &arguments[2..]);
    assert_eq!(served.client().read(0, MIB as u32), bytes(3, MIB));
    drop(served);
}

#[test]
fn a_damaged_snapshot_is_refused() {
    let served = Served::start(&["--size", "1M", "--snapshot", "pages"]);
    assert_eq!(served.client().write(0, &bytes(1, MIB)), 0);
    let folder = served.terminate();
    let path = folder.path().join("pages");
    let mut snapshot = std::fs::read(&path).expect("a snapshot");
    let at = snapshot.len() / 2;
    snapshot[at] ^= 1;
    std::fs::write(&path, snapshot).expect("a file");
    let socket = text(&folder.path().join("socket"));
    let error = fails(
        &["serve", "--socket", &socket, "--snapshot", &text(&path)],
        1,
    );
    assert!(
        error.contains("section 0 of the snapshot is damaged"),
        "{error}"
    );
    let error = fails(
        &[
            "serve",
            "--socket",
            &socket,
            "--snapshot",
            &text(&path),
            "--page-size",
            "16K",
        ],
        1,
    );
    assert!(error.contains("--page-size 4K"), "{error}");
}

#[test]
fn an_orderly_end_answers_what_was_received() {
    let served = Served::start(&["--size", "64M", "--snapshot", "pages"]);
    let mut client = served.client();
    let data = bytes(5, 64 << 10);
    let first = client.send_writes(200, &data);
    // The first is answered: all are on their way.
    assert_eq!(client.reply(first), 0);
    let folder = std::thread::scope(|scope| {
        let ending = scope.spawn(|| served.terminate());
        let mut answered = 1;
        let end = Instant::now() + Duration::from_secs(20);
        for cookie in first + 1..first + 200 {
            assert!(Instant::now() < end);
            // Those that were received are done; others are refused (108), or
            // the connection is closed before them.
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| client.reply(cookie))) {
                Ok(0) => answered += 1,
                Ok(error) => assert_eq!(error, 108),
                Err(_) => break,
            }
        }
        assert!(answered >= 1);
        let folder = ending.join().expect("an orderly end");
        // What was answered with success is in the snapshot.
        let served = Served::start_in(folder, &["--snapshot", "pages"]);
        let mut again = served.client();
        for index in 0..answered {
            assert!(
                again.read(index * data.len() as u64, data.len() as u32) == data,
                "{index}"
            );
        }
        served.terminate()
    });
    drop(folder);
}

#[test]
fn command_lines_that_are_wrong() {
    assert!(fails(&["serve"], 2).contains("--size"));
    assert!(fails(&["serve", "--size", "1Z"], 2).contains("K, M, G or T"));
    assert!(fails(&["serve", "--size", "1M", "--tcp", "0.0.0.0:1"], 2).contains("this machine"));
    assert!(fails(&["serve", "--size", "1M", "--codec", "lzo"], 2).contains("lz4hc:N"));
    assert!(fails(&["serve", "--size", "0"], 1).contains("multiple of a page"));
    assert!(
        fails(
            &[
                "serve",
                "--size",
                "1M",
                "--snapshot",
                "/no/where",
                "--socket",
                "/no/s"
            ],
            1
        )
        .contains("/no/s")
    );
}

#[test]
fn a_kernel_device_says_what_it_lacks() {
    let has_feature = cfg!(all(feature = "ublk", target_os = "linux"));
    if has_feature && std::path::Path::new("/dev/ublk-control").exists() {
        // Nothing is lacking; `tools/ublk-check` goes on from here.
        return;
    }
    let remedy = if has_feature {
        "modprobe ublk_drv"
    } else {
        "--features ublk"
    };
    let why = fails(&["ublk", "--size", "1M", "--control", "c"], 1);
    assert!(why.contains(remedy), "{why}");
    assert!(succeeds(&["ublk", "--help"]).contains(remedy));
}

#[test]
fn a_control_socket_takes_the_place_of_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("notes"), "kept").expect("a file");
    let served = Served::start_in(folder, &["--size", "4M", "--control", "notes"]);
    assert_eq!(served.announced, "");
    let notes = std::fs::read(served.path("notes")).expect("the file");
    assert_eq!(notes, b"kept");
}
