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

#[test]
fn outputs_that_are_no_files_of_their_own() {
    use std::os::unix::fs::FileTypeExt;

    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| text(&folder.path().join(name));
    let content = bytes(2, 100_000);
    std::fs::write(file("plain"), &content).expect("a file");
    succeeds(&["lz4", "compress", &file("plain")]);
    // A pipe is written to, and stays a pipe.
    let pipe = file("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).expect("a pipe")
    });
    succeeds(&["lz4", "decompress", "-f", "-o", &pipe, &file("plain.lz4")]);
    assert!(reader.join().expect("a reader") == content);
    let kind = std::fs::symlink_metadata(&pipe)
        .expect("a pipe")
        .file_type();
    assert!(kind.is_fifo());
    // The input is not replaced by what is made of it.
    let itself = fails(
        &[
            "lz4",
            "compress",
            "-f",
            "-o",
            &file("plain"),
            &file("plain"),
        ],
        1,
    );
    assert!(itself.contains("the input itself"), "{itself}");
    assert!(std::fs::read(file("plain")).expect("a file") == content);
    let folder_name = text(folder.path());
    assert!(
        fails(
            &["lz4", "compress", "-f", "-o", &folder_name, &file("plain")],
            1
        )
        .contains("is a folder")
    );
}

#[test]
fn what_is_secret_stays_so() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("plain"), bytes(2, 10_000)).expect("a file");
    let about = |name: &str| {
        let metadata = path(name).metadata().expect("a file");
        let modified = metadata.modified().expect("a time");
        (metadata.permissions().mode() & 0o7777, modified)
    };
    for mode in [0o600, 0o640, 0o644] {
        let permissions = Permissions::from_mode(mode);
        std::fs::set_permissions(path("plain"), permissions).expect("permissions");
        succeeds(&["lz4", "compress", "-f", &text(&path("plain"))]);
        assert_eq!(about("plain.lz4"), about("plain"));
        let (packed, back) = (text(&path("plain.lz4")), text(&path("back")));
        succeeds(&["lz4", "decompress", "-f", "-o", &back, &packed]);
        assert_eq!(about("back"), about("plain"));
        assert_eq!(about("back").0, mode);
    }
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
