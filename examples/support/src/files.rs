//! Files that programs write.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Writes a file, and creates its directory if necessary.
pub fn write(file: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    let directory = file.parent().map_or(Ok(()), fs::create_dir_all);
    (directory.and_then(|()| fs::write(file, text))).with_context(|| cannot_be_written(file))
}

/// A file that is opened before there is anything to write. So an error is reported before a long
/// computation, not after it.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    file: File,
}

impl OutputFile {
    /// Opens the file, and creates its directory if necessary. The old content stays until `write`.
    pub fn create(path: &Path) -> Result<Self> {
        let open = || {
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(false).open(path)
        };
        let file = open().with_context(|| cannot_be_written(path))?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Replaces the content of the file.
    pub fn write(mut self, text: impl AsRef<[u8]>) -> Result<()> {
        let mut write = || {
            // a special file, such as /dev/null, has no length to set
            if self.file.metadata()?.is_file() {
                self.file.set_len(0)?;
            }
            self.file.write_all(text.as_ref())
        };
        write().with_context(|| cannot_be_written(&self.path))
    }
}

/// Text of an error of writing.
pub fn cannot_be_written(file: &Path) -> String {
    format!("{} cannot be written", file.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_is_named() {
        let file = Path::new("/dev/null/report.csv");
        let errors = [
            OutputFile::create(file).unwrap_err(),
            write(file, "text").unwrap_err(),
        ];
        for error in errors {
            let sentence = format!("{error:#}");
            assert!(
                sentence.starts_with("/dev/null/report.csv cannot be written: "),
                "{sentence}"
            );
        }
    }
}
