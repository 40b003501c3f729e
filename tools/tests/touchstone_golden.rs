//! `touchstone golden`, on a workspace of its own.

#[path = "touchstone_common/mod.rs"]
mod common;

use std::fs;

use common::{Home, ran};

#[test]
fn frames_are_frozen_checked_and_listed() {
    let home = Home::new();
    let golden = |words: &[&str], code| ran(home.touchstone().arg("golden").args(words), code);
    let folder = home.root().join("golden/openzl");

    assert!(golden(&["list"], 0).out.contains("none is frozen yet"));
    assert!(golden(&["check"], 1).out.contains("no frame is frozen"));

    let dry = golden(&["regenerate", "--dry-run"], 0);
    assert!(dry.out.contains("added"), "{}", dry.out);
    assert!(dry.out.contains("nothing was written"), "{}", dry.out);
    assert!(!folder.exists());

    let made = golden(&["regenerate", "--format", "openzl"], 0);
    assert!(made.out.contains("0 refused"), "{}", made.out);
    assert!(made.out.contains("in golden/openzl"), "{}", made.out);
    let again = golden(&["regenerate"], 0);
    assert!(again.out.contains(" same, 0 refused"), "{}", again.out);

    let list = golden(&["list"], 0);
    assert!(
        list.out.contains("store/level-6/strings/600"),
        "{}",
        list.out
    );
    assert!(list.out.contains("c-openzl 0.3.0"), "{}", list.out);
    let check = golden(&["check"], 0);
    assert!(check.out.contains("files whole"), "{}", check.out);

    // One byte of one frame.
    let frame = folder.join("store/level-6/strings/600.bin");
    let mut bytes = fs::read(&frame).unwrap();
    bytes[20] ^= 1;
    fs::write(&frame, bytes).unwrap();
    let check = golden(&["check"], 1);
    assert!(
        check.out.contains("NOT as the manifest says"),
        "{}",
        check.out
    );
    assert!(
        check.out.contains("store/level-6/strings/600.bin: sha256"),
        "{}",
        check.out
    );
}
