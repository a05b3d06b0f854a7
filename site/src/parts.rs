//! The parts of the site: what they are made of, and their files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::cargo::Workspace;

/// A part of the site.
#[derive(Debug)]
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    /// Its files.
    pub files: Vec<File>,
}

/// A file of the site.
#[derive(Debug)]
pub struct File {
    /// Where it is.
    pub path: PathBuf,
    /// Whether a server gives it to visitors; some are only for pages opened from a disk.
    pub is_served: bool,
}

/// A link to the game stands between these in the page; a site without the game has none.
const GAME_LINK: [&str; 2] = ["<!--game-->", "<!--/game-->"];

/// Writes the site into a folder.
///
/// # Errors
/// If something does not build, or cannot be read or written.
pub fn build(workspace: &Workspace, out: &Path, with_game: bool) -> Result<Vec<Part>> {
    let game = workspace.root.join("examples/lunar_lander/web");
    let has_game = with_game && game.join("index.html").is_file();
    let mut parts = vec![playground(workspace, out, has_game)?];
    if has_game {
        parts.push(game_part(workspace, &game, &out.join("game"))?);
    } else {
        println!("The game is left out.");
    }
    Ok(parts)
}

fn playground(workspace: &Workspace, out: &Path, has_game: bool) -> Result<Part> {
    let wasm = workspace.wasm("toys")?;
    let mut part = Part {
        name: "playground",
        files: Vec::new(),
    };
    part.copy(&workspace.root.join("site/pages"), out)?;
    if !has_game {
        let page = out.join("index.html");
        let text = fs::read_to_string(&page).with_context(|| cannot("read", &page))?;
        fs::write(&page, without_link(&text)).with_context(|| cannot("write", &page))?;
    }
    // a script, since a page that is opened from a disk may load scripts and nothing else
    let packed = STANDARD.encode(gzip(&wasm)?);
    let script = format!("var TOYS_WASM_GZ_BASE64 = \"{packed}\";\n");
    part.write(out.join("toys.js"), script.as_bytes(), true)?;
    Ok(part)
}

fn game_part(workspace: &Workspace, pages: &Path, out: &Path) -> Result<Part> {
    let wasm = workspace.wasm("lunar_lander")?;
    let mut part = Part {
        name: "game",
        files: Vec::new(),
    };
    part.copy(pages, out)?;
    let library = workspace.sources("miniquad")?.join("js/gl.js");
    let library = fs::read(&library).with_context(|| cannot("read", &library))?;
    part.write(out.join("gl.js"), &library, true)?;
    part.write(out.join("lunar_lander.wasm"), &wasm, true)?;
    let script = format!("var WASM_BASE64 = \"{}\";\n", STANDARD.encode(&wasm));
    part.write(out.join("wasm.js"), script.as_bytes(), false)?;
    Ok(part)
}

impl Part {
    /// Copies the pages in a folder.
    fn copy(&mut self, from: &Path, to: &Path) -> Result<()> {
        fs::create_dir_all(to).with_context(|| cannot("make", to))?;
        for entry in fs::read_dir(from).with_context(|| cannot("read", from))? {
            let source = entry?.path();
            let extension = source.extension().unwrap_or_default();
            if let (Some(name), true) = (source.file_name(), extension != "md") {
                let bytes = fs::read(&source).with_context(|| cannot("read", &source))?;
                self.write(to.join(name), &bytes, true)?;
            }
        }
        self.files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(())
    }

    fn write(&mut self, path: PathBuf, bytes: &[u8], is_served: bool) -> Result<()> {
        fs::write(&path, bytes).with_context(|| cannot("write", &path))?;
        self.files.push(File { path, is_served });
        Ok(())
    }
}

fn cannot(verb: &str, path: &Path) -> String {
    format!("cannot {verb} {}", path.display())
}

/// The page without its link to the game.
fn without_link(page: &str) -> String {
    let [start, end] = GAME_LINK;
    let parts = page
        .split_once(start)
        .and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    parts.map_or_else(
        || page.to_owned(),
        |(before, after)| format!("{before}{after}"),
    )
}

/// As servers pack files.
///
/// # Errors
/// None in practice: it writes into memory.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    Ok(packer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_loses_only_its_link_to_the_game() {
        assert_eq!(without_link("a <!--game-->b<!--/game--> c"), "a  c");
        assert_eq!(without_link("a <!--game-->b"), "a <!--game-->b");
        assert_eq!(without_link("a"), "a");
        let page = include_str!("../pages/index.html");
        assert!(page.contains("game/index.html") && !without_link(page).contains("game/"));
    }
}
