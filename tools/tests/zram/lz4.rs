use std::process::Command;

use crate::support::{bytes, fails, succeeds, text, zram};

#[test]
fn files_go_there_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("plain");
    let content = bytes(1, 3 << 20);
    std::fs::write(&plain, &content).expect("a file");
    let (plain, packed) = (text(&plain), text(&folder.path().join("plain.lz4")));
    let back = text(&folder.path().join("back"));
    for level in ["-5", "1", "9", "12"] {
        succeeds(&["lz4", "compress", "-f", "-l", level, &plain]);
        succeeds(&["lz4", "decompress", "-f", "-o", &back, &packed]);
        assert!(std::fs::read(&back).expect("a file") == content, "{level}");
    }
    assert!(fails(&["lz4", "compress", &plain], 1).contains("--force"));
    assert!(fails(&["lz4", "decompress", &plain], 1).contains("-o"));
    assert!(fails(&["lz4", "decompress", "-o", &back, "-f", &plain], 1).contains("decompressing"));
    // What was there is still there.
    assert!(std::fs::read(&back).expect("a file") == content);
    let output = zram()
        .args(["lz4", "decompress", "-o", "-", &packed])
        .output()
        .expect("the command runs");
    assert!(output.stdout == content);
}

/// The command that others use, where it is.
#[test]
fn lz4_reads_ours_and_we_read_its() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| text(&folder.path().join(name));
    let lz4 = |arguments: &[&str]| Command::new("lz4").args(arguments).output();
    if lz4(&["--version"]).is_err() {
        let required = std::env::var("TOUCHSTONE_REQUIRE").is_ok_and(|it| it == "all");
        assert!(!required, "no command lz4; apt-get install lz4");
        eprintln!("not tested: no command lz4; apt-get install lz4");
        return;
    }
    let content = bytes(3, 5 << 20);
    std::fs::write(file("plain"), &content).expect("a file");
    succeeds(&["lz4", "compress", &file("plain")]);
    let done = lz4(&["-d", "-q", &file("plain.lz4"), &file("theirs")]).expect("lz4 runs");
    assert!(done.status.success(), "{done:?}");
    assert!(std::fs::read(file("theirs")).expect("a file") == content);
    let done = lz4(&["-9", "-q", "-BD", &file("plain"), &file("packed.lz4")]).expect("lz4 runs");
    assert!(done.status.success(), "{done:?}");
    succeeds(&["lz4", "decompress", &file("packed.lz4")]);
    assert!(std::fs::read(file("packed")).expect("a file") == content);
}
