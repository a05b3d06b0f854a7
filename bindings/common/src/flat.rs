//! A force as its kind and a row of numbers, which serde reads: there is no code here for any single force.
//!
//! The kind is the index in the crate's list of forces. The row has the numbers of all fields, in the order of the table:
//! one for a number, three for a vector, four for an orientation. NaN stands for what is not given, where something may
//! be left out: a rest length, or all alternatives but one.

use serde::de::value::{Error, F64Deserializer, U32Deserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, SeqAccess,
    VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};

use crate::failure::{Failure, Outcome};
use crate::table::FORCES;

/// What a field of a force is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A number.
    Number,
    /// A number, or NaN for none.
    Optional,
    /// 0 or 1.
    Flag,
    /// A vector.
    Vector,
    /// A vector along z in the plane.
    Axial,
    /// An angle and three zeros in the plane, i, j, k, w of a quaternion in space.
    Orientation,
    /// Alternatives, of which one is given: the name of each and how many numbers it has, and the names of all numbers.
    Alternatives(&'static [(&'static str, usize)], &'static [&'static str]),
}

/// A field of a force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name, in files too.
    pub name: &'static str,
    /// What it is.
    pub sort: Sort,
}

impl Field {
    /// Returns a field of this name and sort.
    #[must_use]
    pub const fn new(name: &'static str, sort: Sort) -> Self {
        Self { name, sort }
    }

    /// Returns how many numbers it takes.
    #[must_use]
    pub fn width(&self) -> usize {
        match self.sort {
            Sort::Number | Sort::Optional | Sort::Flag => 1,
            Sort::Vector | Sort::Axial => 3,
            Sort::Orientation => 4,
            Sort::Alternatives(_, names) => names.len(),
        }
    }
}

/// Returns how many numbers a force of this kind takes.
///
/// # Errors
/// Fails if there is no such kind.
pub fn width(kind: u32) -> Outcome<usize> {
    Ok(fields(kind)?.iter().map(Field::width).sum())
}

/// Reads a force of this kind from its numbers.
///
/// # Errors
/// Fails if there is no such kind, or the numbers are not those of a force of `D` dimensions. The values are checked when
/// the force is added.
pub fn read<'de, F: Deserialize<'de>>(kind: u32, numbers: &[f64]) -> Outcome<F> {
    let wanted = width(kind)?;
    if numbers.len() != wanted {
        let (name, given) = (FORCES[kind as usize].0, numbers.len());
        return Err(Failure::invalid(format_args!(
            "{name} takes {wanted} numbers; {given} were given"
        )));
    }
    F::deserialize(Row { kind, numbers }).map_err(Failure::invalid)
}

fn fields(kind: u32) -> Outcome<&'static [Field]> {
    let found = FORCES.get(kind as usize).map(|(_, fields)| *fields);
    found.ok_or_else(|| {
        Failure::invalid(format_args!(
            "there is no force of kind {kind}; there are {}",
            FORCES.len()
        ))
    })
}

/// A force.
#[derive(Clone, Copy)]
struct Row<'a> {
    kind: u32,
    numbers: &'a [f64],
}

/// The fields of a force that are still to be read, and their numbers.
struct Fields<'a> {
    fields: core::slice::Iter<'static, Field>,
    numbers: &'a [f64],
}

/// One field and its numbers.
struct Slot<'a> {
    field: &'static Field,
    numbers: &'a [f64],
}

/// The components of a vector.
struct Components<'a>(core::slice::Iter<'a, f64>);

/// The alternative that was given.
struct Given<'a> {
    index: u32,
    numbers: &'a [f64],
}

impl<'de> Deserializer<'de> for Row<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let fields = FORCES[self.kind as usize].1.iter();
        visitor.visit_seq(Fields {
            fields,
            numbers: self.numbers,
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &str,
        _variants: &[&str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Row<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        let index: U32Deserializer<Error> = self.kind.into_deserializer();
        Ok((seed.deserialize(index)?, self))
    }
}

impl<'de> VariantAccess<'de> for Row<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Err(Error::custom("a force has parameters"))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &[&str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }
}

impl<'de> SeqAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let Some(field) = self.fields.next() else {
            return Ok(None);
        };
        let (numbers, rest) = self.numbers.split_at(field.width());
        self.numbers = rest;
        seed.deserialize(Slot { field, numbers }).map(Some)
    }
}

impl Slot<'_> {
    /// Fails unless the numbers that have no meaning in the plane are zero.
    fn unless_zero(&self, meaningless: core::ops::Range<usize>, why: &str) -> Result<(), Error> {
        let axes = ["x", "y", "z", "w"];
        let mut given = meaningless.filter(|&axis| self.numbers[axis] != 0.0);
        let Some(axis) = given.next() else {
            return Ok(());
        };
        let (name, value) = (self.field.name, self.numbers[axis]);
        Err(Error::custom(format_args!(
            "{} of the {name} is {value}; it must be zero in the plane{why}",
            axes[axis]
        )))
    }

    /// The alternative that is given: the one whose numbers are not NaN.
    fn given(&self) -> Result<Given<'_>, Error> {
        let Sort::Alternatives(alternatives, _) = self.field.sort else {
            return Err(Error::custom(format_args!(
                "the {} is no enum",
                self.field.name
            )));
        };
        let (mut first, mut found) = (0, None);
        for (index, (_, width)) in (0..).zip(alternatives) {
            let numbers = &self.numbers[first..first + width];
            let count = numbers.iter().filter(|number| !number.is_nan()).count();
            if count > 0 && (found.is_some() || count < *width) {
                let both = if alternatives.iter().any(|(_, width)| *width > 1) {
                    ", with all its numbers"
                } else {
                    ""
                };
                return Err(Error::custom(format_args!(
                    "give one of {}{both}",
                    self.choices()
                )));
            }
            if count > 0 {
                found = Some(Given { index, numbers });
            }
            first += width;
        }
        found.ok_or_else(|| {
            Error::custom(format_args!(
                "give one of {}; none is given",
                self.choices()
            ))
        })
    }

    /// The alternatives, in words.
    fn choices(&self) -> String {
        let Sort::Alternatives(alternatives, names) = self.field.sort else {
            return String::new();
        };
        let mut names = names.iter();
        let words = |(_, width): &(&str, usize)| {
            let own: Vec<&str> = names.by_ref().take(*width).copied().collect();
            own.join(" and ")
        };
        alternatives
            .iter()
            .map(words)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

impl<'de> Deserializer<'de> for Slot<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.field.sort {
            // a number where space has a vector: this is the plane
            Sort::Axial => {
                self.unless_zero(0..2, ", where it is along z")?;
                visitor.visit_f64(self.numbers[2])
            }
            Sort::Orientation => {
                self.unless_zero(1..4, ", where x is the angle")?;
                visitor.visit_f64(self.numbers[0])
            }
            _ => visitor.visit_f64(self.numbers[0]),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.numbers[0] {
            0.0 => visitor.visit_bool(false),
            1.0 => visitor.visit_bool(true),
            other => Err(Error::custom(format_args!(
                "{} is {other}; it must be 0 or 1",
                self.field.name
            ))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.numbers[0].is_nan() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.field.sort == Sort::Vector {
            self.unless_zero(length..3, "")?;
        }
        let is_upright = self.field.sort == Sort::Orientation && self.numbers == [0.0; 4];
        let numbers = if is_upright {
            &[0.0, 0.0, 0.0, 1.0]
        } else {
            &self.numbers[..length]
        };
        visitor.visit_seq(Components(numbers.iter()))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &str,
        _variants: &[&str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.given()?)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple_struct map struct
        identifier ignored_any
    }
}

impl<'de> SeqAccess<'de> for Components<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        self.0
            .next()
            .map(|number| seed.deserialize(F64Deserializer::new(*number)))
            .transpose()
    }
}

impl<'de> EnumAccess<'de> for Given<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        let index: U32Deserializer<Error> = self.index.into_deserializer();
        Ok((seed.deserialize(index)?, self))
    }
}

impl<'de> VariantAccess<'de> for Given<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(F64Deserializer::new(self.numbers[0]))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Components(self.numbers.iter()))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &[&str],
        _visitor: V,
    ) -> Result<V::Value, Error> {
        Err(Error::custom("an alternative has numbers"))
    }
}
