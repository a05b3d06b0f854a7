//! Pictures: their visible parts and their styles.

pub mod frame;
pub mod labels;
pub mod numbers;
pub mod page;
pub mod palette;
pub mod style;
pub mod svg;
pub mod well_formed;

mod schemes;
mod thinned;
