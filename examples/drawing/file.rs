//! Pictures as files.

use std::path::Path;

/// Writes a picture, and makes the directory for it.
pub(crate) fn write(file: &Path, svg: &str) -> std::io::Result<()> {
    file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    std::fs::write(file, svg)
}
