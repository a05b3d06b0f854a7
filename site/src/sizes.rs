//! What a visitor loads.

use std::fmt;
use std::fs;

use anyhow::{Context, Result, bail};

use crate::parts::{Part, gzip};

/// All that is served, packed, must be smaller \[bytes\].
const MOST: usize = 1_500_000;

/// Sizes of the parts of the site \[bytes\].
#[derive(Debug)]
pub struct Sizes {
    parts: Vec<(&'static str, Size)>,
}

/// The size of what is served of a part \[bytes\].
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    plain: usize,
    packed: usize,
}

/// Measures all parts.
///
/// # Errors
/// If a file cannot be read.
pub fn of(parts: &[Part]) -> Result<Sizes> {
    let size = |part: &Part| -> Result<Size> {
        let mut size = Size::default();
        for file in part.files.iter().filter(|file| file.is_served) {
            let path = &file.path;
            let bytes =
                fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            size.plain += bytes.len();
            size.packed += gzip(&bytes)?.len();
        }
        Ok(size)
    };
    let parts = parts.iter().map(|part| Ok((part.name, size(part)?)));
    Ok(Sizes {
        parts: parts.collect::<Result<_>>()?,
    })
}

impl Sizes {
    /// All that is served, packed \[bytes\].
    fn packed(&self) -> usize {
        self.parts.iter().map(|(_, size)| size.packed).sum()
    }

    /// Fails if the site is too large.
    ///
    /// # Errors
    /// From 1.5 MB on, packed.
    pub fn check(&self) -> Result<()> {
        let packed = self.packed();
        if packed >= MOST {
            bail!("it is too large: {packed} bytes packed, and must stay below {MOST}");
        }
        Ok(())
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, Size { plain, packed }) in &self.parts {
            writeln!(
                f,
                "{name:12} {:5} kB, {:5} kB with gzip",
                plain / 1000,
                packed / 1000
            )?;
        }
        writeln!(
            f,
            "{:12} {:14} kB with gzip",
            "in all",
            self.packed() / 1000
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_too_large_from_its_limit_on() {
        let sizes = |packed| Sizes {
            parts: vec![
                (
                    "one",
                    Size {
                        plain: 0,
                        packed: 1000,
                    },
                ),
                ("two", Size { plain: 0, packed }),
            ],
        };
        assert!(sizes(MOST - 1001).check().is_ok());
        assert!(sizes(MOST - 1000).check().is_err());
    }
}
