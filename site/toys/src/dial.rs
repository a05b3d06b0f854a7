//! Dials: the numbers that a toy starts from.

/// A number that a toy starts from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dial {
    /// Its name in the address of the page.
    pub key: &'static str,
    /// Its name on the page.
    pub label: &'static str,
    /// Unit of its value; empty for a share or a choice.
    pub unit: &'static str,
    /// Least value.
    pub least: f64,
    /// Largest value.
    pub most: f64,
    /// Value at the start.
    pub start: f64,
    /// How the page shows it.
    pub scale: Scale,
}

/// How the page shows a dial.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scale {
    /// A slider with equal steps of this size.
    Even(f64),
    /// A slider on a logarithmic scale.
    Decades,
    /// A list; the value is the index of an entry.
    Choice(&'static [&'static str]),
    /// No slider: what it places is dragged in the picture.
    Dragged,
}

/// A value that a dial does not have.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{label} is {value:e} {unit}; it must be from {least} to {most}", label = dial.label, unit = dial.unit, least = dial.least, most = dial.most)]
pub struct DialError {
    /// Which dial.
    pub dial: Dial,
    /// The value given.
    pub value: f64,
}

impl Dial {
    /// A dial from a least to a largest value, and the value at the start.
    pub(crate) const fn new(
        [key, label, unit]: [&'static str; 3],
        [least, most, start]: [f64; 3],
        scale: Scale,
    ) -> Self {
        Self {
            key,
            label,
            unit,
            least,
            most,
            start,
            scale,
        }
    }

    /// Whether it can have a value.
    ///
    /// # Errors
    /// If the value is not finite or outside the limits.
    pub fn check(&self, value: f64) -> Result<(), DialError> {
        if (self.least..=self.most).contains(&value) {
            Ok(())
        } else {
            Err(DialError { dial: *self, value })
        }
    }

    /// A line of the [specification](crate::specification).
    pub(crate) fn line(&self) -> String {
        let scale = match self.scale {
            Scale::Even(step) => format!("even\t{step}"),
            Scale::Decades => "decades\t".to_owned(),
            Scale::Choice(names) => format!("choice\t{}", names.join("|")),
            Scale::Dragged => "dragged\t".to_owned(),
        };
        let Self {
            key,
            label,
            unit,
            least,
            most,
            start,
            ..
        } = self;
        format!("dial\t{key}\t{label}\t{unit}\t{least}\t{most}\t{start}\t{scale}")
    }
}
