//! Fields of a known size out of input that comes in pieces of any size.

use alloc::vec::Vec;

/// What has been taken of the input, and a field of which a part is there.
#[derive(Debug, Default)]
pub(super) struct Intake {
    /// Bytes taken in all.
    position: u64,
    /// A field, or its front. It grows with what has come, whatever its size is
    /// said to be.
    held: Vec<u8>,
    /// Whether `held` has been handed out and is done with.
    handed_out: bool,
}

impl Intake {
    /// Bytes taken in all.
    pub(super) const fn position(&self) -> u64 {
        self.position
    }

    /// The front of a field that has been collected.
    pub(super) fn held(&self) -> &[u8] {
        if self.handed_out { &[] } else { &self.held }
    }

    /// Forgets what has been collected.
    pub(super) const fn release(&mut self) {
        self.handed_out = true;
    }

    /// Takes a field of `size` bytes, and tells where it begins; `None`: it is
    /// not all there yet.
    pub(super) fn field<'a, 'i: 'a>(
        &'a mut self,
        input: &mut &'i [u8],
        size: usize,
    ) -> Option<(u64, &'a [u8])> {
        if self.held().is_empty()
            && let Some((field, rest)) = input.split_at_checked(size)
        {
            let begin = self.position;
            self.position += size as u64;
            *input = rest;
            return Some((begin, field));
        }
        if !self.collect(input, size) {
            return None;
        }
        self.handed_out = true;
        Some((self.position - size as u64, &self.held))
    }

    /// Takes input until `size` bytes are held; `false`: there are not enough.
    pub(super) fn collect(&mut self, input: &mut &[u8], size: usize) -> bool {
        if self.handed_out {
            self.held.clear();
            self.handed_out = false;
        }
        let missing = size.saturating_sub(self.held.len());
        let (taken, rest) = input.split_at(missing.min(input.len()));
        // Twice as much each time, but never more than the field takes.
        self.held
            .reserve_exact(self.held.len().clamp(taken.len(), missing));
        self.held.extend_from_slice(taken);
        self.position += taken.len() as u64;
        *input = rest;
        taken.len() == missing
    }

    /// Passes over up to `size` bytes and returns how many.
    pub(super) fn skip(&mut self, input: &mut &[u8], size: u32) -> u32 {
        let skipped = input.len().min(size as usize);
        *input = &input[skipped..];
        self.position += skipped as u64;
        skipped as u32
    }
}
