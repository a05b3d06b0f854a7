//! Builds the playground and the game for the browser into `target/site`, as plain files for any
//! server, which also open from a disk.

use anyhow::{Context, Result};
use site::cargo::Workspace;

fn main() -> Result<()> {
    let workspace = Workspace::find()?;
    let out = workspace.target.join("site");
    site::build(&workspace, &out, true).context("the site is not built")?;
    println!("Open {} in a browser.", out.join("index.html").display());
    Ok(())
}
