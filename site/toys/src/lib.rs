//! The physics of the playground: five toys, each a few dials, a picture in numbers and a table in text.
//!
//! ```text
//! dials  ->  toy, moved step by step  ->  numbers to draw, rows to print
//! ```
//!
//! The page draws the numbers and prints the rows as they are. With the feature `libm` of kinstep both have the same bits
//! in the page and natively; [`bits`] is a hash of them.

mod aim;
mod bits;
mod dial;
mod exports;
mod frame_rate;
mod kind;
mod rows;
mod sparks;
mod springs;
mod throw;
mod tumbling;

pub use bits::{EXPECTED_BITS, bits};
pub use dial::{Dial, DialError, Scale};
pub use kind::{ALL, Kind, Toy, ToyError, specification};
