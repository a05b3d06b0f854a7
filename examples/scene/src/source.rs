//! The text of a scene file, and where in it things stand.

use std::fmt;

use kinstep::Real;
use kinstep::nalgebra::SVector;
use ron::Options;
use ron::error::{Position, SpannedError};
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;

use crate::error::{Problem, SceneError};
use crate::text::Components;

/// A place in a file; lines and columns count from one, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

    /// Reads a part of the text.
    pub(crate) fn read<T: Deserialize<'a>>(&self, part: &'a RawValue) -> Result<T, SceneError> {
        self.parse(part.get_ron())
    }

    /// Reads a vector of as many components as the scene has dimensions.
    pub(crate) fn vector<const D: usize>(
        &self,
        part: &'a RawValue,
    ) -> Result<SVector<f64, D>, SceneError> {
        let Components(components) = self.read(part)?;
        let found = components.len();
        if found != D {
            let expected = D;
            return Err(self.error(part, Problem::Components { found, expected }));
        }
        Ok(SVector::from_column_slice(&components))
    }

    /// Reads a vector that is zero if it is left out.
    pub(crate) fn vector_or_zero<const D: usize>(
        &self,
        part: Option<&'a RawValue>,
    ) -> Result<SVector<f64, D>, SceneError> {
        part.map_or(Ok(SVector::zeros()), |part| self.vector(part))
    }

    /// Reads an axial quantity: a vector in space, a number in the plane.
    pub(crate) fn axial<const D: usize>(
        &self,
        part: &'a RawValue,
    ) -> Result<<f64 as Real<D>>::Axial, SceneError>
    where
        f64: Real<D>,
    {
        let components = if D == 2 {
            [self.read(part)?, 0.0, 0.0]
        } else {
            self.vector::<3>(part)?.into()
        };
        Ok(<f64 as Real<D>>::axial_from(components))
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
        let offset = part.as_ptr().addr() - self.text.as_ptr().addr();
        let before = &self.text[..offset];
        let line = before.rsplit('\n').next().unwrap_or(before);
        Place {
            line: 1 + before.matches('\n').count(),
            column: 1 + line.chars().count(),
        }
    }

    /// The name before the last colon before a place.
    fn field_before(&self, place: Place) -> Option<String> {
        let lines = self.text.split_inclusive('\n').take(place.line);
        let mut before: String = lines.clone().take(place.line - 1).collect();
        before.extend(lines.last()?.chars().take(place.column - 1));
        let (before, _) = before.rsplit_once(':')?;
        let is_part = |character: char| character.is_alphanumeric() || character == '_';
        let name = before
            .trim_end()
            .rsplit(|character| !is_part(character))
            .next()?;
        (!name.is_empty()).then(|| name.to_owned())
    }

    fn parse<T: Deserialize<'a>>(&self, part: &'a str) -> Result<T, SceneError> {
        // `on: "ball"` instead of `on: Some("ball")`
        let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        options.from_str(part).map_err(|error| {
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
            let problem = match self.field_before(place) {
                Some(field) if is_of_a_value(&error.code) => Problem::Value {
                    field,
                    error: Box::new(error.code),
                },
                _ => Problem::Ron(error.code),
            };
            SceneError {
                file: self.file.to_owned(),
                place,
                problem,
            }
        })
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
