//! Builds the site into a folder.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use site::cargo::Workspace;

/// Builds the playground and the game for the browser: a folder of plain files, for any server or to be opened from the disk.
#[derive(Debug, Parser)]
struct Arguments {
    /// Folder to write into, instead of target/site; what the site had there before is overwritten.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Leave the game out.
    #[arg(long)]
    without_game: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let workspace = Workspace::find()?;
    let out = arguments
        .out
        .unwrap_or_else(|| workspace.target.join("site"));
    site::build(&workspace, &out, !arguments.without_game).context("the site is not built")?;
    println!("Open {} in a browser.", out.join("index.html").display());
    Ok(())
}
