//! Pictures: what part of the plane they show, and how they look.

pub mod frame;
pub mod labels;
pub mod numbers;
pub mod page;
pub mod style;
pub mod svg;
pub mod well_formed;

mod dark;
mod schemes;
#[cfg(test)]
mod sight;
mod thinned;
