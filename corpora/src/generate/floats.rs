//! Sensor-like floats.

use crate::kind::FloatWidth;
use crate::rng::Rng;

/// Readings in thousandths: a slow walk, a spike once in 512 and a dropout (a
/// quiet NaN) once in 4096.
pub(super) fn generate(width: FloatWidth, len: usize, rng: &mut Rng) -> Vec<u8> {
    let mut level: i64 = 21_500;
    super::fill(len, |out| {
        level = (level + rng.around_zero(40)).clamp(-40_000, 125_000);
        let spike = if rng.one_in(512) {
            rng.around_zero(20_000)
        } else {
            0
        };
        let dropout = rng.one_in(4096);
        let reading = level + spike;
        match width {
            FloatWidth::F32 => {
                let bits = if dropout {
                    0x7FC0_0000
                } else {
                    (reading as f32 / 1000.0).to_bits()
                };
                out.extend_from_slice(&bits.to_le_bytes());
            }
            FloatWidth::F64 => {
                let bits = if dropout {
                    0x7FF8 << 48
                } else {
                    (reading as f64 / 1000.0).to_bits()
                };
                out.extend_from_slice(&bits.to_le_bytes());
            }
        }
    })
}
