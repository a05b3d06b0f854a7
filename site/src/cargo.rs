//! Runs cargo.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Metadata, MetadataCommand};

/// What a page runs.
const TARGET: &str = "wasm32-unknown-unknown";

/// What cargo tells of the workspace.
#[derive(Debug)]
pub struct Workspace {
    metadata: Metadata,
    /// Its folder.
    pub root: PathBuf,
    /// Where cargo builds.
    pub target: PathBuf,
}

impl Workspace {
    /// The workspace of this package.
    ///
    /// # Errors
    /// If cargo does not run or does not know it.
    pub fn find() -> Result<Self> {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let metadata = MetadataCommand::new().manifest_path(manifest).exec()?;
        let [root, target] = [&metadata.workspace_root, &metadata.target_directory];
        let (root, target) = (root.into(), target.into());
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
    pub fn sources(&self, name: &str) -> Result<PathBuf> {
        let mut packages = self.metadata.packages.iter();
        let package = packages.find(|package| package.name == name);
        let folder = package.and_then(|package| package.manifest_path.parent());
        Ok(folder
            .with_context(|| format!("the workspace does not depend on {name}"))?
            .into())
    }

    /// Builds a package for WebAssembly and reads what comes out.
    ///
    /// # Errors
    /// If it does not build, or the target is not installed.
    pub fn wasm(&self, package: &str) -> Result<Vec<u8>> {
        let libraries = Command::new("rustc")
            .args(["--print=target-libdir", "--target", TARGET])
            .output()?;
        let libraries = String::from_utf8(libraries.stdout)?;
        ensure!(
            Path::new(libraries.trim()).is_dir(),
            "Rust's library for the browser is missing; this installs it:\n    rustup target add {TARGET}"
        );
        println!("Building {package} for the browser; the first time takes minutes.");
        let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .current_dir(&self.root)
            .args([
                "build",
                "--profile=web",
                "--target",
                TARGET,
                "--package",
                package,
            ])
            .status()?;
        ensure!(status.success(), "{package} does not build for {TARGET}");
        let file = self
            .target
            .join(TARGET)
            .join("web")
            .join(package)
            .with_extension("wasm");
        std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
    }
}
