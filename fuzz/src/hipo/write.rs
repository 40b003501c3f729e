//! What is written, read again and held to C++.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use conformance::hipo::{CppHipo, FileValue, NativeHipo, Reading, Stored};
use conformance::{Implementation, Outcome};

use super::script;
use crate::compare::assert_same;

static CPP: LazyLock<CppHipo> = LazyLock::new(CppHipo::discover);

fn done<T: std::fmt::Debug>(outcome: Outcome<T>, who: &str) -> T {
    match outcome {
        Outcome::Done(done) => done,
        other => panic!("{who}: {other:?}"),
    }
}

/// A byte that says how a file is stored, then calls of a writer.
///
/// # Panics
///
/// When the file does not say what was written, in any way of reading it.
pub fn hipo_roundtrip(data: &[u8]) {
    fn run(source: &mut Unstructured<'_>) -> Result<()> {
        let case = script::case(source)?;
        let script = script::script(&case, source)?;
        let frame = done(NativeHipo.produce(&case, &script), "native");
        let expected = FileValue::of_script(&script);
        let reading = Reading {
            not_for_cpp: None,
            byte_split: false,
        };
        for shape in NativeHipo.consume_shapes() {
            let value = done(shape.consume(&reading, &frame), shape.name());
            assert!(value == expected, "{} reads something else", shape.name());
        }
        Ok(())
    }
    run(&mut Unstructured::new(data)).expect("bytes that run out are zeros");
}

/// A byte that says which schemas a file has, then calls of a writer.
///
/// # Panics
///
/// When native and C++ write other bytes, or C++ is not installed.
pub fn hipo_identical(data: &[u8]) {
    fn run(source: &mut Unstructured<'_>) -> Result<()> {
        let mut case = script::case(source)?;
        case.stored = Stored::CPP;
        if !case.schemas.is_of_cpp() {
            return Ok(());
        }
        let script = script::script(&case, source)?;
        let native = done(NativeHipo.produce(&case, &script), "native");
        let reference = match CPP.produce(&case, &script) {
            Outcome::Done(frame) => frame,
            Outcome::Lacks => panic!(
                "C++ hipo4 is not installed: cargo run --bin touchstone -- references install"
            ),
            other => panic!("C++: {other:?}"),
        };
        assert_same(|| "a file".to_owned(), &reference, &native);
        Ok(())
    }
    run(&mut Unstructured::new(data)).expect("bytes that run out are zeros");
}
