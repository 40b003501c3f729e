//! The gate in front of a fault: it must refuse, with status 3 and no number.

use std::process::ExitCode;
use std::sync::Arc;

use benches::WrongByte;
use conformance::openzl::OpenZl;

fn main() -> ExitCode {
    let format = OpenZl::with_native(Arc::new(WrongByte::default()));
    benches::gated(format, |tickets| {
        println!("{} cases are timed", tickets.len());
    })
}
