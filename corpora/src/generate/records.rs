//! Records of 16 bytes.
//!
//! Little-endian: a counter (u32), milliseconds since some start (u32), a state
//! (u16, six values), flags (u16, mostly none), a reading (f32, hundredths).

use crate::rng::Rng;

pub(super) fn generate(len: usize, rng: &mut Rng) -> Vec<u8> {
    let mut counter = rng.next() as u32;
    let mut time = rng.next() as u32;
    let mut state = rng.below(6) as u16;
    let mut reading: i32 = 2150;
    super::fill(len, |out| {
        counter = counter.wrapping_add(1);
        time = time.wrapping_add(95 + rng.below(11) as u32);
        if rng.one_in(16) {
            state = rng.below(6) as u16;
        }
        let flags: u16 = if rng.one_in(20) {
            1 << rng.below(16)
        } else {
            0
        };
        reading = (reading + rng.around_zero(25) as i32).clamp(-4000, 9000);
        out.extend_from_slice(&counter.to_le_bytes());
        out.extend_from_slice(&time.to_le_bytes());
        out.extend_from_slice(&state.to_le_bytes());
        out.extend_from_slice(&flags.to_le_bytes());
        out.extend_from_slice(&(reading as f32 / 100.0).to_le_bytes());
    })
}
