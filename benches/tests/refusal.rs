//! A wrong byte keeps a bench from reporting any number.

use std::process::Command;

use benches::admit;
use conformance::openzl::OpenZl;

#[test]
fn conformance_gates_a_planted_fault_with_status_3() {
    let output = Command::new(env!("CARGO_BIN_EXE_planted-bench"))
        .output()
        .expect("the binary was built");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(output.stdout, b"", "nothing is timed");
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains("bench refused"), "{told}");
    assert!(told.contains("no number is reported"), "{told}");
    assert!(told.contains("differs from c-openzl at byte"), "{told}");
}

#[test]
fn conformance_admits_the_native_implementation() {
    let tickets = admit(OpenZl::default()).expect("it conforms");
    assert_eq!(tickets.len(), benches::bench_cases().len());
}
