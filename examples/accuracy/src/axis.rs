//! Linear, logarithmic and named axes.

use serde::Serialize;
use support::drawing::{numbers, style};

/// What is along an axis.
#[derive(Debug, Clone)]
pub(crate) struct Axis {
    pub(crate) label: String,
    scale: Scale,
    /// The least and the largest value that are drawn.
    limits: (f64, f64),
}

/// How an axis is divided.
#[derive(Debug, Clone)]
enum Scale {
    Linear,
    Logarithmic,
    /// A name for each of the values 0, 1, 2, …
    Named(Vec<String>),
}

/// An axis for a script.
#[derive(Serialize)]
pub(crate) struct Described<'a> {
    label: &'a str,
    scale: &'static str,
    names: Option<&'a [String]>,
}

/// Values below this are drawn as this where the axis is logarithmic.
const LEAST: f64 = 1e-17;

impl Axis {
    /// An axis of numbers.
    pub(crate) fn linear(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            scale: Scale::Linear,
            limits: (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// An axis of powers of ten, for numbers that are not negative.
    pub(crate) fn logarithmic(label: impl Into<String>) -> Self {
        Self {
            scale: Scale::Logarithmic,
            ..Self::linear(label)
        }
    }

    /// An axis with a name for each of the values 0, 1, 2, …
    pub(crate) fn named<S: Into<String>>(
        label: impl Into<String>,
        names: impl IntoIterator<Item = S>,
    ) -> Self {
        Self {
            scale: Scale::Named(names.into_iter().map(S::into).collect()),
            ..Self::linear(label)
        }
    }

    /// The same axis, no longer than from one value to the other; lines are cut there.
    pub(crate) fn within(mut self, low: f64, high: f64) -> Self {
        self.limits = (low, high);
        self
    }

    /// Where a value is along the axis.
    pub(crate) fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Named(_) => value,
            Scale::Logarithmic => value.max(LEAST).log10(),
        }
    }

    /// From where to where the axis goes, if these places are to be on it.
    pub(crate) fn extent(&self, low: f64, high: f64) -> (f64, f64) {
        let (least, largest) = (self.place(self.limits.0), self.place(self.limits.1));
        let (low, high) = (low.clamp(least, largest), high.clamp(least, largest));
        match &self.scale {
            Scale::Linear => (low, high),
            Scale::Logarithmic => (low.floor(), high.ceil().max(low.floor() + 1.0)),
            Scale::Named(names) => (-0.3, names.len() as f64 - 0.7),
        }
    }

    /// The distance between labels, if it is not left to the layout.
    pub(crate) fn tick_step(&self, (low, high): (f64, f64)) -> Option<f64> {
        match self.scale {
            Scale::Linear => None,
            Scale::Named(_) => Some(1.0),
            Scale::Logarithmic if high - low > 8.5 => Some(2.0),
            Scale::Logarithmic => Some(1.0),
        }
    }

    /// The label at a place.
    pub(crate) fn tick(&self, place: f64) -> String {
        match &self.scale {
            Scale::Linear => style::label(place),
            Scale::Logarithmic if place <= LEAST.log10() => {
                format!("≤ {}", numbers::power_of_ten(LEAST, 0))
            }
            Scale::Logarithmic => numbers::power_of_ten(10_f64.powf(place.round()), 0),
            Scale::Named(names) => names
                .get(place.round() as usize)
                .cloned()
                .unwrap_or_default(),
        }
    }

    /// What a script needs to draw the axis.
    pub(crate) fn described(&self) -> Described<'_> {
        let (scale, names) = match &self.scale {
            Scale::Linear => ("linear", None),
            Scale::Logarithmic => ("log", None),
            Scale::Named(names) => ("linear", Some(names.as_slice())),
        };
        Described {
            label: &self.label,
            scale,
            names,
        }
    }

    /// A value in a table.
    pub(crate) fn record(&self, value: f64) -> String {
        match self.scale {
            Scale::Named(_) => self.tick(value),
            Scale::Linear | Scale::Logarithmic => value.to_string(),
        }
    }
}
