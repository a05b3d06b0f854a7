//! Builds the npm package: `cargo run --package kinstep-js-build` writes `target/javascript`.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use wasm_bindgen_cli_support::Bindgen;

/// Each module, its features, and its largest size with gzip \[bytes\].
const MODULES: [(&str, &[&str], usize); 2] = [
    ("kinstep", &["--features=world"], 850_000),
    ("preview", &[], 60_000),
];

/// Settings that make the modules a sixth smaller than the profile alone: the linker optimizes all crates as one, which it can do
/// with a standard library without bitcode too, and joins equal functions. Sections that `wasm-bindgen` reads stay.
const SMALL: [(&str, &str); 3] = [
    ("CARGO_PROFILE_WEB_OPT_LEVEL", "z"),
    ("CARGO_PROFILE_WEB_STRIP", "debuginfo"),
    (
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        "-Clinker-plugin-lto -Clink-arg=-mllvm -Clink-arg=-enable-merge-functions -Clink-arg=-mllvm -Clink-arg=-inline-threshold=25",
    ),
];

/// What steps spend their time in: with `z` here too they take twice as long.
const FAST: [&str; 3] = ["kinstep", "kinstep-flow", "nalgebra"];

fn main() -> Result<()> {
    let here = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let root = &here.join("../..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let out = target.join("javascript");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    copy(&here.join("package"), &out)?;
    copy(&here.join("example"), &out.join("example"))?;
    for file in ["README.md", "../../LICENSE-APACHE", "../../LICENSE-MIT"] {
        let from = here.join(file);
        let name = from.file_name().unwrap_or(OsStr::new(file));
        fs::copy(&from, out.join(name)).with_context(|| format!("cannot copy {file}"))?;
    }
    for (name, features, most) in MODULES {
        let made = wasm(root, &target, features)?;
        Bindgen::new()
            .input_path(made)
            .out_name(name)
            .web(true)?
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(out.join("wasm"))?;
        let size = packed(&out.join(format!("wasm/{name}_bg.wasm")))?
            + packed(&out.join(format!("wasm/{name}.js")))?;
        println!("{name}: {size} bytes with gzip, at most {most}");
        ensure!(size <= most, "{name} is larger than {most} bytes with gzip");
    }
    println!("{}", out.display());
    Ok(())
}

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::copy(file.path(), to.join(file.file_name()))?;
    }
    Ok(())
}

/// Builds the crate for the web, and returns the file.
fn wasm(root: &Path, target: &Path, features: &[&str]) -> Result<PathBuf> {
    let triple = "wasm32-unknown-unknown";
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(root)
        .args(["build", "--profile=web", "--package=kinstep-js", "--target"])
        .arg(triple)
        .args(features)
        .args(FAST.map(|package| format!("--config=profile.web.package.{package}.opt-level='s'")))
        .envs(SMALL)
        .status()?;
    ensure!(
        status.success(),
        "the crate does not build; `rustup target add {triple}` may be missing"
    );
    Ok(target.join(triple).join("web/kinstep_js.wasm"))
}

/// Returns the size of a file with gzip \[bytes\].
fn packed(file: &Path) -> Result<usize> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&fs::read(file)?)?;
    Ok(packer.finish()?.len())
}
