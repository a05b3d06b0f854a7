//! What is written in a scene file, before it is checked.
//!
//! The names in `rename` are those that messages show, and that may be written before a parenthesis.

use std::fmt;

use ron::value::RawValue;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, de};

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

/// A body.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Body")]
pub(crate) struct BodyText<'a> {
    /// What the rest of the scene calls it.
    #[serde(borrow)]
    pub(crate) name: &'a RawValue,
    /// Mass \[kg\].
    pub(crate) mass: f64,
    /// Position at the start \[m\]; the origin if left out.
    #[serde(default)]
    pub(crate) position: Option<&'a RawValue>,
    /// Velocity at the start \[m/s\]; at rest if left out.
    #[serde(default)]
    pub(crate) velocity: Option<&'a RawValue>,
}

/// A force on one body, or on all of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "ForceOn")]
pub(crate) struct ForceOnText<'a> {
    /// Name of the body; every body if left out.
    #[serde(borrow, default)]
    pub(crate) on: Option<&'a RawValue>,
    /// A [`ForceText`].
    pub(crate) force: &'a RawValue,
}

/// A force between two bodies.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Link")]
pub(crate) struct LinkText<'a> {
    /// Names of the two bodies.
    #[serde(borrow)]
    pub(crate) between: (&'a RawValue, &'a RawValue),
    /// A [`ForceText`], of a kind that can act between bodies.
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

/// A force, as the library builds it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Force")]
pub(crate) enum ForceText<'a> {
    /// `a = g`.
    UniformGravity {
        /// g \[m/s²\].
        #[serde(borrow)]
        acceleration: &'a RawValue,
    },
    /// `F = F₀ + (dF/dt) t`.
    ConstantForce {
        /// F₀ \[N\].
        #[serde(borrow)]
        force: &'a RawValue,
        /// dF/dt \[N/s\]; none if left out.
        #[serde(default)]
        ramp: Option<&'a RawValue>,
    },
    /// `a = -γ (v - wind)`, by one of the two.
    LinearDrag {
        /// γ \[1/s\].
        #[serde(default)]
        rate: Option<f64>,
        /// m γ \[kg/s\].
        #[serde(default)]
        coefficient: Option<f64>,
        /// Velocity of the air \[m/s\]; still if left out.
        #[serde(borrow, default)]
        wind: Option<&'a RawValue>,
    },
    /// `F = -k |v - wind| (v - wind)`.
    QuadraticDrag {
        /// k \[kg/m\].
        coefficient: f64,
        /// Velocity of the air \[m/s\]; still if left out.
        #[serde(borrow, default)]
        wind: Option<&'a RawValue>,
    },
    /// `F = -k (x - anchor) - b v`.
    Spring {
        /// k \[N/m\].
        stiffness: f64,
        /// b \[kg/s\].
        #[serde(default)]
        damping: f64,
        /// Where it is slack \[m\]; the origin if left out.
        #[serde(borrow, default)]
        anchor: Option<&'a RawValue>,
    },
    /// `F = -u (k (d - length) + b v·u)`, d the distance and u the direction from the anchor.
    Rod {
        /// k \[N/m\].
        stiffness: f64,
        /// Rest length \[m\].
        length: f64,
        /// b \[kg/s\].
        #[serde(default)]
        damping: f64,
        /// Where it is fastened \[m\]; the origin if left out.
        #[serde(borrow, default)]
        anchor: Option<&'a RawValue>,
    },
    /// A rod that is slack where it is shorter than its length.
    Tether {
        /// k \[N/m\].
        stiffness: f64,
        /// Length up to which it is slack \[m\].
        length: f64,
        /// b \[kg/s\].
        #[serde(default)]
        damping: f64,
        /// Where it is fastened \[m\]; the origin if left out.
        #[serde(borrow, default)]
        anchor: Option<&'a RawValue>,
    },
    /// `F = q (E + v × B)`.
    MagneticField {
        /// B \[T\]: a vector in space, a number in the plane.
        #[serde(borrow)]
        field: &'a RawValue,
        /// E \[V/m\]; none if left out.
        #[serde(default)]
        electric: Option<&'a RawValue>,
        /// q \[C\]; 1 if left out.
        #[serde(default)]
        charge: Option<f64>,
    },
    /// `a = 2 v × Ω - Ω × (Ω × (x - about))`.
    RotatingFrame {
        /// Ω \[rad/s\]: a vector in space, a number in the plane.
        #[serde(borrow)]
        omega: &'a RawValue,
        /// A point on the axis \[m\]; the origin if left out.
        #[serde(default)]
        about: Option<&'a RawValue>,
    },
    /// `F = k ω × (v - wind)`.
    Magnus {
        /// k \[kg\].
        coefficient: f64,
        /// ω \[rad/s\]: a vector in space, a number in the plane.
        #[serde(borrow)]
        spin: &'a RawValue,
        /// Velocity of the air \[m/s\]; still if left out.
        #[serde(default)]
        wind: Option<&'a RawValue>,
    },
    /// `F = -W sin(s/L)` toward the anchor, at a distance of s.
    Pendulum {
        /// W \[N\].
        weight: f64,
        /// L \[m\].
        length: f64,
        /// Lowest point \[m\]; the origin if left out.
        #[serde(borrow, default)]
        anchor: Option<&'a RawValue>,
    },
}

/// The components of a vector, written as a tuple or a list of any length.
#[derive(Debug)]
pub(crate) struct Components(pub(crate) Vec<f64>);

impl<'de> Deserialize<'de> for Components {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Numbers;

        impl<'de> Visitor<'de> for Numbers {
            type Value = Components;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a vector such as `(1.0, 2.0)`")
            }

            fn visit_unit<E: de::Error>(self) -> Result<Components, E> {
                Ok(Components(Vec::new()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Components, A::Error> {
                let mut components = Vec::new();
                while let Some(component) = numbers.next_element()? {
                    components.push(component);
                }
                Ok(Components(components))
            }
        }

        deserializer.deserialize_any(Numbers)
    }
}
