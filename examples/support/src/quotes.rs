//! Numbers of a run, quoted in a text.
//!
//! A quote stands between two comments of Markdown, which readers do not see:
//!
//! ```text
//! they land <!--accuracy.spread-->86 to 740 mm<!--/--> apart
//! ```

use std::path::Path;

use anyhow::{Context, Result, bail};

/// A number of a run: its name without that of the program, and its text.
pub type Quote = (&'static str, String);

/// In place of a number's text: the file keeps its old number, because this run has not measured
/// it.
pub const KEPT: &str = "";

const OPENING: &str = "<!--";
const CLOSING: &str = "-->";
const END: &str = "<!--/-->";

/// Writes the numbers of a program's run into a file, at the places that quote them.
///
/// # Errors
/// The file cannot be read or written, or it quotes a number of the program that the run does not
/// have.
pub fn write_into(file: &Path, program: &str, quotes: &[Quote]) -> Result<()> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let text = filled(&text, program, quotes).with_context(|| file.display().to_string())?;
    crate::files::write(file, text)
}

/// The text with the numbers of this run.
fn filled(text: &str, program: &str, quotes: &[Quote]) -> Result<String> {
    let mut filled = String::new();
    let mut rest = text;
    let start = format!("{OPENING}{program}.");
    while let Some((before, after)) = rest.split_once(&start) {
        let (name, after) = after
            .split_once(CLOSING)
            .context("a comment does not end")?;
        let Some((before_run, after)) = after.split_once(END) else {
            bail!("the quote {program}.{name} does not end with {END}");
        };
        let quote = quotes.iter().find(|(known, _)| *known == name);
        let (_, value) =
            quote.with_context(|| format!("this run has no figure {program}.{name}"))?;
        let value = if value == KEPT { before_run } else { value };
        filled += &format!("{before}{start}{name}{CLOSING}{value}{END}");
        rest = after;
    }
    Ok(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_replaced_and_nothing_else() {
        let text = "a <!--run.one-->1<!--/--> b <!--other.one-->2<!--/--> c";
        let quotes = [("one", "3 mm".to_owned())];
        let expected = "a <!--run.one-->3 mm<!--/--> b <!--other.one-->2<!--/--> c";
        assert_eq!(filled(text, "run", &quotes).unwrap(), expected);
        assert_eq!(filled(expected, "run", &quotes).unwrap(), expected);
        let kept = [("one", KEPT.to_owned())];
        assert_eq!(filled(text, "run", &kept).unwrap(), text);
    }

    #[test]
    fn a_figure_that_the_run_does_not_have_is_named() {
        let error = filled("<!--run.two-->1<!--/-->", "run", &[]).unwrap_err();
        assert_eq!(error.to_string(), "this run has no figure run.two");
        assert!(filled("<!--run.two-->1", "run", &[]).is_err());
    }
}
