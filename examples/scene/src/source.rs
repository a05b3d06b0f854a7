//! The text of a scene file, and where in it things stand.

use std::fmt;

use ron::Options;
use ron::error::{Position, SpannedError};
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;

use crate::error::{Problem, SceneError};

/// A place in a file; lines and columns count from one, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The line.
    pub(crate) line: usize,
    /// The column.
    pub(crate) column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}

/// The text of a scene file.
///
/// Serde forgets where a value stood. So a scene is read in layers: each layer keeps what is inside
/// it as raw text borrowed from the file, and where that text starts is its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl<'a> Source<'a> {
    /// The text of the file of this name.
    pub(crate) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text }
    }

    /// Reads the whole text.
    pub(crate) fn read_all<T: Deserialize<'a>>(&self) -> Result<T, SceneError> {
        self.parse(self.text)
    }

    /// The name of the file.
    pub(crate) fn file(&self) -> &'a str {
        self.file
    }

    /// Reads a part of the text.
    pub(crate) fn read<T: Deserialize<'a>>(&self, part: &'a RawValue) -> Result<T, SceneError> {
        self.parse(part.get_ron())
    }

    /// Reads a name, or a list of names.
    pub(crate) fn list(&self, part: &'a RawValue) -> Result<Vec<&'a RawValue>, SceneError> {
        if part.trim().get_ron().starts_with('[') {
            return self.read(part);
        }
        Ok(vec![part])
    }

    /// A problem with a part of the text.
    pub(crate) fn error(&self, part: &RawValue, problem: Problem) -> SceneError {
        SceneError {
            file: self.file.to_owned(),
            place: self.place(part),
            problem,
        }
    }

    /// Where a part of the text starts, after any comment before it.
    pub(crate) fn place(&self, part: &RawValue) -> Place {
        self.start(part.trim().get_ron())
    }

    fn start(&self, part: &str) -> Place {
        // a part is borrowed from the text: the distance of their addresses is its offset
        self.place_at(part.as_ptr().addr() - self.text.as_ptr().addr())
    }

    fn place_at(&self, offset: usize) -> Place {
        let before = &self.text[..offset];
        let line = before.rsplit('\n').next().unwrap_or(before);
        Place {
            line: 1 + before.matches('\n').count(),
            column: 1 + line.chars().count(),
        }
    }

    /// The name before the last colon before a place, and where its value starts.
    fn field_before(&self, place: Place) -> Option<(String, Place)> {
        let lines = self.text.split_inclusive('\n').take(place.line);
        let mut before: String = lines.clone().take(place.line - 1).collect();
        before.extend(lines.last()?.chars().take(place.column - 1));
        let (head, tail) = before.rsplit_once(':')?;
        let value = before.len() - tail.trim_start().len();
        let is_part = |character: char| character.is_alphanumeric() || character == '_';
        let name = head
            .trim_end()
            .rsplit(|character| !is_part(character))
            .next()?;
        (!name.is_empty()).then(|| (name.to_owned(), self.place_at(value)))
    }

    /// Reads a text in the way of the scenes here, or else in that of the crate.
    fn parse<T: Deserialize<'a>>(&self, part: &'a str) -> Result<T, SceneError> {
        // `on: "ball"` instead of `on: Some("ball")`
        let plain = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        // `Spring(stiffness: 3)` instead of `Spring((stiffness: 3))`
        let short = (plain.clone()).with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES);
        short.from_str(part).or_else(|short| {
            let otherwise = plain.from_str(part);
            otherwise.map_err(|plain| {
                self.mistake(part, short)
                    .or_later(self.mistake(part, plain))
            })
        })
    }

    /// What RON says of a part of the text, at its place in the file.
    fn mistake(&self, part: &str, error: SpannedError) -> SceneError {
        let Position { line, col } = culprit(&error);
        let start = self.start(part);
        let place = Place {
            line: start.line + line - 1,
            column: if line == 1 {
                start.column + col - 1
            } else {
                col
            },
        };
        let (place, problem) = match (self.field_before(place), error.code) {
            (Some((field, value)), ron::Error::ExpectedDifferentLength { .. }) => {
                (value, Problem::Components { field })
            }
            (Some((field, _)), code) if is_of_a_value(&code) => {
                let error = Box::new(code);
                (place, Problem::Value { field, error })
            }
            (_, code) => (place, Problem::Ron(code)),
        };
        SceneError {
            file: self.file.to_owned(),
            place,
            problem,
        }
    }
}

/// Whether a mistake is a value of another type than its field.
fn is_of_a_value(error: &ron::Error) -> bool {
    matches!(
        error,
        ron::Error::ExpectedFloat
            | ron::Error::ExpectedInteger
            | ron::Error::ExpectedBoolean
            | ron::Error::ExpectedString
            | ron::Error::ExpectedArray
            | ron::Error::ExpectedStructLike
            | ron::Error::InvalidValueForType { .. }
    )
}

/// The end of a span at which the mistake stands: a word that is wrong was read past, anything else
/// stopped the reader.
fn culprit(error: &SpannedError) -> Position {
    match error.code {
        ron::Error::NoSuchStructField { .. }
        | ron::Error::DuplicateStructField { .. }
        | ron::Error::NoSuchEnumVariant { .. }
        | ron::Error::ExpectedDifferentStructName { .. } => error.span.start,
        _ => error.span.end,
    }
}
