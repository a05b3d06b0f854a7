//! Runs cargo.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// What a page runs.
const TARGET: &str = "wasm32-unknown-unknown";
/// Wide registers, which all browsers have since 2023, move the sparks.
const FLAGS: &str = "-Ctarget-feature=+simd128";

/// What cargo tells of the workspace.
#[derive(Debug)]
pub struct Workspace {
    metadata: Value,
    /// Its folder.
    pub root: PathBuf,
    /// Where cargo builds.
    pub target: PathBuf,
}

/// The cargo that runs this, or the one in the path.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

impl Workspace {
    /// The workspace of this package.
    ///
    /// # Errors
    /// If cargo does not run or does not know it.
    pub fn find() -> Result<Self> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let output = cargo()
            .args([
                "metadata",
                "--format-version=1",
                "--filter-platform",
                TARGET,
                "--manifest-path",
            ])
            .arg(&manifest)
            .output()
            .context("cargo does not run")?;
        if !output.status.success() {
            bail!(
                "cargo metadata fails:\n{}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        let metadata: Value =
            serde_json::from_slice(&output.stdout).context("cargo metadata is no JSON")?;
        let folder = |key: &str| -> Result<PathBuf> {
            let folder = metadata[key].as_str();
            Ok(folder
                .with_context(|| format!("cargo metadata has no {key}"))?
                .into())
        };
        let (root, target) = (folder("workspace_root")?, folder("target_directory")?);
        Ok(Self {
            metadata,
            root,
            target,
        })
    }

    /// The folder of the sources of a crate that the workspace depends on.
    ///
    /// # Errors
    /// If it depends on none of this name.
    pub fn sources(&self, crate_name: &str) -> Result<PathBuf> {
        let packages = self.metadata["packages"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let package = packages
            .iter()
            .find(|package| package["name"] == crate_name);
        let manifest = package.and_then(|package| package["manifest_path"].as_str());
        let folder = manifest.and_then(|manifest| Path::new(manifest).parent());
        Ok(folder
            .with_context(|| format!("the workspace does not depend on {crate_name}"))?
            .to_owned())
    }

    /// Builds a package for WebAssembly and reads what comes out.
    ///
    /// # Errors
    /// If it does not build, or the target is not installed.
    pub fn wasm(&self, package: &str) -> Result<Vec<u8>> {
        check_target()?;
        println!("Building {package} for the browser; the first time takes minutes.");
        let status = cargo()
            .current_dir(&self.root)
            .args([
                "build",
                "--profile=web",
                "--target",
                TARGET,
                "--package",
                package,
            ])
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS)
            .status()
            .context("cargo does not run")?;
        if !status.success() {
            bail!("{package} does not build for {TARGET}");
        }
        let file = self
            .target
            .join(TARGET)
            .join("web")
            .join(package)
            .with_extension("wasm");
        std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
    }
}

/// Fails unless the standard library for WebAssembly is installed.
fn check_target() -> Result<()> {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("rustc does not run")?;
    let folder = String::from_utf8_lossy(&output.stdout);
    if !Path::new(folder.trim()).is_dir() {
        bail!(
            "Rust's library for the browser is missing; this installs it:\n    rustup target add {TARGET}"
        );
    }
    Ok(())
}
