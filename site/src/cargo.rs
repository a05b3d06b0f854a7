//! Runs cargo.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Metadata, MetadataCommand};

/// Target of the programs in a page.
const TARGET: &str = "wasm32-unknown-unknown";

/// The workspace, as cargo describes it.
#[derive(Debug)]
pub struct Workspace {
    metadata: Metadata,
    /// Folder of the workspace.
    pub root: PathBuf,
    /// Folder in which cargo builds.
    pub target: PathBuf,
}

impl Workspace {
    /// Finds the workspace of this package; fails if cargo does not run.
    pub fn find() -> Result<Self> {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let metadata = MetadataCommand::new().manifest_path(manifest).exec()?;
        Ok(Self {
            root: metadata.workspace_root.clone().into(),
            target: metadata.target_directory.clone().into(),
            metadata,
        })
    }

    /// Folder of the sources of a crate; fails if the workspace does not depend on it.
    pub fn sources(&self, name: &str) -> Result<PathBuf> {
        let mut packages = self.metadata.packages.iter();
        let package = packages.find(|package| package.name == name);
        let folder = package.and_then(|package| package.manifest_path.parent());
        let folder = folder.with_context(|| format!("no package depends on {name}"))?;
        Ok(folder.into())
    }

    /// Builds a package for WebAssembly and reads the result; fails if the target is not installed.
    pub fn wasm(&self, package: &str) -> Result<Vec<u8>> {
        self.cargo(
            package,
            &format!("build --profile=web --target {TARGET} --package {package}"),
        )?;
        let file = self.target.join(format!("{TARGET}/web/{package}.wasm"));
        std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
    }

    /// Builds the package for JavaScript, and returns its folder.
    pub fn javascript(&self) -> Result<PathBuf> {
        let package = "kinstep-js-build";
        self.cargo(package, &format!("run --quiet --package {package}"))?;
        Ok(self.target.join("javascript"))
    }

    /// Runs cargo with these words.
    fn cargo(&self, package: &str, line: &str) -> Result<()> {
        println!("Building {package} for the browser; the first time takes minutes.");
        let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            .args(line.split(' '))
            .status()?;
        let help = format!("`rustup target add {TARGET}` may be missing");
        ensure!(
            status.success(),
            "{package} does not build for the browser: {help}"
        );
        Ok(())
    }
}
