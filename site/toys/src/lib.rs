//! The physics of the playground: three toys, each started from a few values. They produce numbers
//! to draw and text to print.
//!
//! The page draws the numbers and prints the text without changes. With kinstep's feature `libm`
//! both are equal to the bit in the page and natively; [`bits`] is a hash of them.

mod aim;
mod exports;
mod frame_rate;
mod numbers;
mod springs;

/// The error is shown with the words of kinstep.
pub type Outcome<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A toy that is running.
pub trait Toy {
    /// Steps per second of the page's clock; 0 for a toy without motion.
    fn pace(&self) -> f64 {
        0.0
    }

    /// Advances the toy by this many steps.
    fn advance(&mut self, _steps: u32) {}

    /// Appends the numbers that the page draws; their layout depends on the toy.
    fn draw(&self, numbers: &mut Vec<f64>);

    /// Text that the page prints: lines of cells, separated by tabs. The first cell is the kind of
    /// the line.
    ///
    /// ```text
    /// counter  whose  what is measured  class of its colour
    /// note     sentence
    /// head     column  column ...
    /// row      name    cell ...     (with too few cells, the last one is as wide as those that are missing)
    /// ```
    fn print(&self) -> String;
}

/// A kind of toy.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Name in the page.
    pub name: &'static str,
    /// Initial values when the page is opened.
    pub values: &'static [f64],
    /// A program that computes the same result.
    pub program: &'static str,
    /// Starts the toy from values, in the order of the fields of the page.
    pub start: fn(&[f64]) -> Outcome<Box<dyn Toy>>,
}

/// All toys.
pub const ALL: [Kind; 3] = [
    Kind {
        name: "rate",
        values: &[0.0, 19.0, 39.0, 0.5],
        program: include_str!("../examples/rate.rs"),
        start: |values| Ok(Box::new(frame_rate::FrameRate::new(values.try_into()?)?)),
    },
    Kind {
        name: "springs",
        values: &[4.0, 9.0, 20.0, 10.0],
        program: include_str!("../examples/springs.rs"),
        start: |values| Ok(Box::new(springs::Springs::new(values.try_into()?)?)),
    },
    Kind {
        name: "aim",
        values: &[24.0, -4.0, 0.1, 0.0, 32.0, 3.0, 18.0, 8.0],
        program: include_str!("../examples/aim.rs"),
        start: |values| Ok(Box::new(aim::Aim::new(values.try_into()?)?)),
    },
];

/// Value of [`bits`] on every machine, in every build.
pub const EXPECTED_BITS: u64 = 0x1101_AB80_289D_32C5;

/// Advances each toy from its initial values by 500 steps, and hashes its numbers and text with
/// FNV-1a of 64 bits.
#[must_use]
pub fn bits() -> u64 {
    let mut bytes = Vec::new();
    for kind in &ALL {
        // a toy that fails to start changes the hash, too
        if let Ok(mut toy) = (kind.start)(kind.values) {
            toy.advance(500);
            let mut numbers = Vec::new();
            toy.draw(&mut numbers);
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            bytes.extend(toy.print().into_bytes());
        }
    }
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[test]
fn bits_are_those_of_every_machine() {
    assert_eq!(bits(), EXPECTED_BITS, "{:#018X}", bits());
}
