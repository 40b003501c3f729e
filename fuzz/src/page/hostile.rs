//! Blocks that nobody wrote.

use conformance::zram::{Layout, NativeZram, ReferenceZram, Zram, put_kept};
use conformance::{Format, Implementation, Outcome};
use zram::Kept;

use crate::compare::assert_same;

/// Changes bytes of a block, and cuts it at the last of them.
pub(super) fn damage(block: &mut Vec<u8>, edits: &[(u16, u8)], cut: bool) {
    let mut last = block.len();
    for &(at, change) in edits {
        if !block.is_empty() {
            last = usize::from(at) % block.len();
            block[last] ^= change;
        }
    }
    if cut {
        block.truncate(last);
    }
}

/// Native and reference read the same page from it, or both refuse it.
pub(super) fn same_from(layout: Layout, block: &[u8]) {
    let mut pages = Vec::new();
    put_kept(&mut pages, Kept::Block(block));
    let say = || format!("a block of {} bytes of {}", block.len(), layout.codec);
    match (
        NativeZram.consume(&layout, &pages),
        ReferenceZram.consume(&layout, &pages),
    ) {
        (Outcome::Done(ours), Outcome::Done(theirs)) => assert_same(say, &theirs, &ours),
        (Outcome::Failed(_), Outcome::Failed(_)) => {}
        (Outcome::Failed(failure), Outcome::Done(_)) => assert!(
            Zram.stricter(&failure).is_some(),
            "{}: C reads it; {failure}",
            say()
        ),
        (ours, theirs) => panic!("{}: {ours:?} and {theirs:?}", say()),
    }
}
