//! Builds the site: a folder of files that any server can serve, and that also opens from a disk.

pub mod cargo;

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, write::GzEncoder};

use crate::cargo::Workspace;

/// Maximum size of all files, compressed as servers do it \[bytes\].
const MOST: usize = 1_500_000;

/// Writes the playground into a folder, and the game beside it if `with_game` is true. Prints their
/// sizes, and fails if they are too large.
pub fn build(workspace: &Workspace, out: &Path, with_game: bool) -> Result<()> {
    // as a script, because a page that is opened from a disk may load scripts but no other files
    let packed = STANDARD.encode(gzip(&workspace.wasm("toys")?)?);
    let script = format!("var TOYS_WASM_GZ_BASE64 = \"{packed}\";\n");
    let mut size = copy(&workspace.root.join("site/pages"), out)?;
    size += write(&out.join("toys.js"), script.as_bytes())?;
    println!("playground {:5} kB with gzip", size / 1000);
    if with_game {
        let game = build_game(workspace, &out.join("game"))?;
        println!("game       {:5} kB with gzip", game / 1000);
        size += game;
    }
    ensure!(size < MOST, "{size} bytes with gzip are not below {MOST}");
    Ok(())
}

/// Builds the game into a folder. Returns its size with gzip \[bytes\].
fn build_game(workspace: &Workspace, out: &Path) -> Result<usize> {
    let wasm = workspace.wasm("lunar_lander")?;
    let library = fs::read(workspace.sources("miniquad")?.join("js/gl.js"))?;
    let size = copy(&workspace.root.join("examples/lunar_lander/web"), out)?;
    // needed only by pages that are opened from a disk
    let script = format!("var WASM_BASE64 = \"{}\";\n", STANDARD.encode(&wasm));
    write(&out.join("wasm.js"), script.as_bytes())?;
    Ok(size + write(&out.join("gl.js"), &library)? + write(&out.join("lunar_lander.wasm"), &wasm)?)
}

/// Copies the pages in a folder. Returns their size with gzip \[bytes\].
fn copy(from: &Path, to: &Path) -> Result<usize> {
    fs::create_dir_all(to)?;
    let mut size = 0;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if path.extension().is_some_and(|extension| extension != "md") {
            size += write(&to.join(name), &fs::read(&path)?)?;
        }
    }
    Ok(size)
}

/// Writes a file. Returns its size with gzip \[bytes\].
fn write(path: &Path, bytes: &[u8]) -> Result<usize> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(gzip(bytes)?.len())
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    Ok(packer.finish()?)
}
