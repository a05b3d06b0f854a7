//! What is written in a scene file, before it is checked.
//!
//! The names in `rename` are those that messages show, and that may be written before a parenthesis.

use std::fmt;
use std::marker::PhantomData;

use kinstep::Real;
use kinstep::nalgebra::SVector;
use ron::value::RawValue;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor,
};
use serde::{Deserialize, Serialize};

/// Numbers whose bodies and forces in `D` dimensions can be read and written.
pub(crate) trait Written<const D: usize>:
    Real<D, Axial: Plain, Orientation: Plain, Inertia: Plain>
{
}

impl<T, const D: usize> Written<D> for T where
    T: Real<D, Axial: Plain, Orientation: Plain, Inertia: Plain>
{
}

/// Data that can be read and written.
pub(crate) trait Plain: Serialize + DeserializeOwned {}

impl<T: Serialize + DeserializeOwned> Plain for T {}

/// A whole scene.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Scene")]
pub(crate) struct SceneText<'a> {
    /// What the scene shows, in a few words.
    pub(crate) title: String,
    /// 2 or 3.
    #[serde(borrow)]
    pub(crate) dimension: &'a RawValue,
    /// Length of a step \[s\].
    pub(crate) dt: &'a RawValue,
    /// Length of the run \[s\].
    pub(crate) duration: &'a RawValue,
    /// A list of [`BodyText`].
    pub(crate) bodies: &'a RawValue,
    /// Each a [`ForceOnText`].
    #[serde(default)]
    pub(crate) forces: Vec<&'a RawValue>,
    /// Each a [`LinkText`].
    #[serde(default)]
    pub(crate) links: Vec<&'a RawValue>,
    /// Each a [`BurnText`].
    #[serde(default)]
    pub(crate) burns: Vec<&'a RawValue>,
    /// Names of schemes; all of them if there are none.
    #[serde(default)]
    pub(crate) schemes: Vec<&'a RawValue>,
    /// Tolerances of runs in steps of adaptive length \[m\].
    #[serde(default)]
    pub(crate) tolerances: Vec<&'a RawValue>,
}

/// A body: its name, its radius, and what the crate writes of it.
#[derive(Debug)]
pub(crate) struct BodyText<'a, B> {
    /// What the rest of the scene calls it.
    pub(crate) name: &'a RawValue,
    /// Radius \[m\]; zero if left out.
    pub(crate) radius: f64,
    /// All other fields.
    pub(crate) body: B,
}

/// A force on bodies; on all of them if neither `on` nor `except` is given.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "ForceOn")]
pub(crate) struct ForceOnText<'a> {
    /// The name of a body, or a list of names.
    #[serde(borrow, default)]
    pub(crate) on: Option<&'a RawValue>,
    /// The bodies on which it does not act: a name, or a list of names.
    #[serde(default)]
    pub(crate) except: Option<&'a RawValue>,
    /// A force of the crate, or a [`Pendulum`](crate::pendulum::Pendulum).
    pub(crate) force: &'a RawValue,
}

/// A force between two bodies.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Link", bound(deserialize = "'de: 'a"))]
pub(crate) struct LinkText<'a, const D: usize> {
    /// Names of the two bodies.
    #[serde(borrow)]
    pub(crate) between: (&'a RawValue, &'a RawValue),
    /// The points at which it acts \[m\], each from the centre of mass in the frame of its body.
    #[serde(default)]
    pub(crate) at: Option<(SVector<f64, D>, SVector<f64, D>)>,
    /// A force of the crate.
    pub(crate) force: &'a RawValue,
}

/// A constant force on one body for some time.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Burn")]
pub(crate) struct BurnText<'a> {
    /// Name of the body.
    #[serde(borrow)]
    pub(crate) on: &'a RawValue,
    /// When it starts \[s\].
    pub(crate) from: f64,
    /// When it ends \[s\].
    pub(crate) until: f64,
    /// The force \[N\].
    pub(crate) force: &'a RawValue,
}

impl<'de, B: Deserialize<'de>> Deserialize<'de> for BodyText<'de, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Body", &["name", "radius"], BodyVisitor(PhantomData))
    }
}

/// Reads the name and the radius, and leaves the other fields to `B`.
struct BodyVisitor<B>(PhantomData<B>);

impl<'de, B: Deserialize<'de>> Visitor<'de> for BodyVisitor<B> {
    type Value = BodyText<'de, B>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a body with a name")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
        let mut others = OtherFields {
            fields,
            name: None,
            radius: None,
        };
        let body = B::deserialize(MapAccessDeserializer::new(&mut others))?;
        Ok(BodyText {
            name: others.name.ok_or_else(|| A::Error::missing_field("name"))?,
            radius: others.radius.unwrap_or(0.0),
            body,
        })
    }
}

/// The fields of a body without its name and its radius, which are kept here.
struct OtherFields<'de, A> {
    fields: A,
    name: Option<&'de RawValue>,
    radius: Option<f64>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for OtherFields<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.fields.next_key::<String>()? {
            match key.as_str() {
                "name" if self.name.is_some() => return Err(A::Error::duplicate_field("name")),
                "radius" if self.radius.is_some() => {
                    return Err(A::Error::duplicate_field("radius"));
                }
                "name" => self.name = Some(self.fields.next_value()?),
                "radius" => self.radius = Some(self.fields.next_value()?),
                _ => return seed.deserialize(key.into_deserializer()).map(Some),
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.fields.next_value_seed(seed)
    }
}
