//! Builds the site: a folder of files that any server can serve, and that opens from a disk.
//!
//! ```text
//! cargo    runs cargo for WebAssembly, and finds the sources of crates
//! parts    what the site is made of: the playground, and the game where it is there
//! sizes    what a visitor loads, packed as servers pack it
//! ```

pub mod cargo;
pub mod parts;
pub mod sizes;
