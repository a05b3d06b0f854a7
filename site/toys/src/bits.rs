//! A hash of what all toys draw and print.

use crate::kind::ALL;

/// The [`bits`] on every machine, in every build.
pub const EXPECTED_BITS: u64 = 0xFC82_F0B7_C715_759F;

/// Steps of each toy.
const STEPS: u32 = 120;

/// Runs all toys from their first dials and hashes what they draw and print: FNV-1a of 64 bits.
#[must_use]
pub fn bits() -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    let mut take = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    };
    for kind in &ALL {
        let defaults = kind.defaults();
        match kind.start(&defaults) {
            Ok(mut toy) => {
                toy.advance(STEPS);
                let mut numbers = Vec::new();
                toy.draw(&mut numbers);
                numbers
                    .iter()
                    .for_each(|number| take(&number.to_bits().to_le_bytes()));
                take(toy.rows().text().as_bytes());
            }
            Err(error) => take(error.to_string().as_bytes()),
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_every_machine() {
        assert_eq!(bits(), EXPECTED_BITS, "{:#018X}", bits());
    }
}
