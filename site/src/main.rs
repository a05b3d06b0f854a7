//! Builds the site into a folder.
//!
//! ```text
//! cargo run --release -p site                     # into target/site
//! cargo run --release -p site -- --out elsewhere
//! ```

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use site::{cargo, parts, sizes};

/// Builds the playground and the game for the browser: a folder of plain files, for any server or to be opened from the disk.
#[derive(Debug, Parser)]
struct Arguments {
    /// Folder to write into; what the site had there before is overwritten.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Leave the game out.
    #[arg(long)]
    without_game: bool,
}

fn main() -> ExitCode {
    match build(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("The site is not built: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn build(arguments: &Arguments) -> Result<()> {
    let workspace = cargo::Workspace::find()?;
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => workspace.target.join("site"),
    };
    let parts = parts::build(&workspace, &out, !arguments.without_game)?;
    let sizes = sizes::of(&parts)?;
    print!("{sizes}");
    println!("Open {} in a browser.", out.join("index.html").display());
    sizes.check()
}
