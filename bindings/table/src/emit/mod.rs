//! What each language gets.

pub mod c;
pub mod csharp;
pub mod csharp_world;
pub mod javascript;
pub mod python;
pub mod rust;

use std::path::Path;

use anyhow::{Context, Result};

/// The first line of every file that this program writes, after the mark of a comment.
pub const MADE: &str = "Made from the source of the crates by `cargo run -p table`: change that.";

/// The version of the workspace.
pub fn version(root: &Path) -> Result<String> {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml"))?;
    let after = manifest
        .split_once("[workspace.package]\nversion = \"")
        .context("the workspace has no version")?
        .1;
    Ok(after.split('"').next().unwrap_or_default().into())
}

/// The documentation of an enum for a language that has its names instead of its numbers.
fn without_numbers(doc: &str) -> String {
    doc.replace(" Their numbers never change.", "")
        .replace(" The numbers never change.", "")
}
