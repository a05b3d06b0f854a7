//! Code that the example programs share.
//!
//! ```text
//! console    arguments, reports, tables, progress bars
//! files      what they write
//! drawing    pictures: frames, panels, colours
//! measuring  the rules of engines, times that can be compared
//! quotes     figures of a run in the README
//! window     a window to paint in
//! ```

#[cfg(feature = "programs")]
pub mod console;
#[cfg(feature = "programs")]
pub mod drawing;
#[cfg(feature = "programs")]
pub mod files;
pub mod measuring;
#[cfg(feature = "programs")]
pub mod quotes;
#[cfg(feature = "window")]
pub mod window;
