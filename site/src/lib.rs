//! Builds the site: a folder of files that any server can serve, and that also opens from a disk.

mod bundle;
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

/// The modules of the package and of the page, each after those that it imports.
const PACKAGE: [&str; 7] = [
    "border",
    "force",
    "forces",
    "flight",
    "world",
    "wasm/kinstep",
    "index",
];
const PAGE: [&str; 9] = [
    "numbers",
    "canvas",
    "toys/rate",
    "toys/springs",
    "toys/aim",
    "rate",
    "springs",
    "aim",
    "page",
];
/// The toys, each of which shows a program.
const TOYS: [&str; 3] = ["rate", "springs", "aim"];

/// Writes the playground into a folder, and the game beside it if `with_game` is true. Prints their
/// sizes, and fails if they are too large.
pub fn build(workspace: &Workspace, out: &Path, with_game: bool) -> Result<()> {
    // as scripts, because a page that is opened from a disk may load scripts but no other files
    let package = workspace.javascript()?;
    let wasm = fs::read(package.join("wasm/kinstep_bg.wasm"))?;
    let packed = STANDARD.encode(gzip(&wasm)?);
    let script = format!("var WASM_GZ_BASE64 = \"{packed}\";\n");
    let pages = workspace.root.join("site/pages");
    let mut size = copy(&pages, "js", out)?;
    size += write(&out.join("wasm.js"), script.as_bytes())?;
    size += write(&out.join("page.js"), page(&package, &pages)?.as_bytes())?;
    println!("playground {:5} kB with gzip", size / 1000);
    if with_game {
        let game = build_game(workspace, &out.join("game"))?;
        println!("game       {:5} kB with gzip", game / 1000);
        size += game;
    }
    ensure!(size < MOST, "{size} bytes with gzip are not below {MOST}");
    Ok(())
}

/// The package, the texts of the programs and the page as one script.
fn page(package: &Path, pages: &Path) -> Result<String> {
    let read = |folder: &Path, name: &str| {
        let file = folder.join(format!("{name}.js"));
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))
    };
    let mut modules = Vec::new();
    for name in PACKAGE {
        modules.push((name, read(package, name)?));
    }
    let mut programs = String::new();
    for name in TOYS {
        let text = read(pages, &format!("programs/{name}"))?;
        programs += &format!("export const {name} = {text:?};\n");
    }
    modules.push(("programs", programs));
    for name in PAGE {
        modules.push((name, read(pages, name)?));
    }
    Ok(bundle::script(&modules))
}

/// Builds the game into a folder. Returns its size with gzip \[bytes\].
fn build_game(workspace: &Workspace, out: &Path) -> Result<usize> {
    let wasm = workspace.wasm("lunar_lander")?;
    let library = fs::read(workspace.sources("miniquad")?.join("js/gl.js"))?;
    let size = copy(&workspace.root.join("examples/lunar_lander/web"), "md", out)?;
    // needed only by pages that are opened from a disk
    let script = format!("var WASM_BASE64 = \"{}\";\n", STANDARD.encode(&wasm));
    write(&out.join("wasm.js"), script.as_bytes())?;
    Ok(size + write(&out.join("gl.js"), &library)? + write(&out.join("lunar_lander.wasm"), &wasm)?)
}

/// Copies the files in a folder except those of one kind. Returns their size with gzip \[bytes\].
fn copy(from: &Path, except: &str, to: &Path) -> Result<usize> {
    fs::create_dir_all(to)?;
    let mut size = 0;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if path
            .extension()
            .is_some_and(|extension| extension != except)
        {
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
