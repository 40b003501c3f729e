//! An implementation with a fault, to show that the gate sees it.

use conformance::openzl::{NativeOpenZl, OpenZl, OpenZlCase, OutputLimit};
use conformance::{Implementation, Outcome, Role};

/// The native implementation with the last byte but one of every frame
/// wrong.
#[derive(Clone, Copy, Debug, Default)]
pub struct WrongByte(NativeOpenZl);

impl Implementation<OpenZl> for WrongByte {
    fn name(&self) -> &'static str {
        "openzl-with-a-wrong-byte"
    }

    fn role(&self) -> Role {
        Role::Native
    }

    fn version(&self) -> String {
        self.0.version()
    }

    fn produce(&self, case: &OpenZlCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        self.0.produce(case, input).map(|mut frame| {
            if let [.., byte, _] = &mut frame[..] {
                *byte ^= 0x10;
            }
            frame
        })
    }

    fn consume(&self, limit: &OutputLimit, frame: &[u8]) -> Outcome<Vec<u8>> {
        self.0.consume(limit, frame)
    }
}
