//! The page codecs' target.

mod case;
mod encode;
mod hostile;

use arbitrary::{Result, Unstructured};

use crate::program;
use case::Case;

/// What is done with a case.
enum Call {
    /// Its page, there and back.
    RoundTrip,
    /// Its program's own bytes as a block.
    Foreign,
    /// The block of its page with so many bytes changed, and cut or not.
    Damaged { edits: u8, cut: bool },
}

/// Six bytes of settings, then a program that draws the page; before that, for
/// a damaged block, three bytes for each edit.
///
/// # Panics
///
/// When a page does not come back, a block has no room or is worth nothing, or
/// differs from liblz4's or libzstd's where it is held to those; when a C
/// library does not read it; and when native and reference do not read the same
/// from a block that nobody wrote, listed differences aside.
pub fn page_codecs(data: &[u8]) {
    run(&mut Unstructured::new(data), program::draw(data)).expect("bytes that run out are zeros");
}

fn run(source: &mut Unstructured<'_>, draw: u8) -> Result<()> {
    let call = match source.arbitrary::<u8>()? {
        0..128 => Call::RoundTrip,
        128..160 => Call::Foreign,
        how => Call::Damaged {
            edits: how % 8,
            cut: how & 8 != 0,
        },
    };
    let settings = case::Drawn::read(source, draw)?;
    match call {
        Call::RoundTrip => encode::there_and_back(&Case::read(&settings, source)?),
        Call::Foreign => hostile::same_from(settings.layout, source.bytes(source.len())?),
        Call::Damaged { edits, cut } => {
            let edits: Vec<(u16, u8)> = (0..edits)
                .map(|_| source.arbitrary())
                .collect::<Result<_>>()?;
            let Some(mut block) = encode::block(&Case::read(&settings, source)?) else {
                return Ok(());
            };
            hostile::damage(&mut block, &edits, cut);
            hostile::same_from(settings.layout, &block);
        }
    }
    Ok(())
}
