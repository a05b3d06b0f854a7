//! Styles of the lines of schemes.

use kinstep::Scheme;

use crate::drawing::style::{INK, KINSTEP, Style};

impl Style {
    /// Style of a scheme's line: kinstep's own colour for its schemes, the colours of Okabe and Ito
    /// for the others. Dashes distinguish kinstep's schemes, and other schemes whose colours look
    /// alike to some eyes.
    pub fn of(scheme: Scheme) -> Self {
        let (color, dashes, radius) = match scheme {
            Scheme::ExplicitEuler => ("#d55e00", None, 5.0),
            Scheme::SymplecticEuler => ("#e69f00", Some("12 3 3 3"), 5.0),
            Scheme::VelocityVerlet => ("#56b4e9", None, 5.0),
            Scheme::Rk4 => ("#009e73", Some("14 4"), 5.0),
            Scheme::Kinematic => ("#cc79a7", Some("9 3"), 5.0),
            Scheme::AverageAcceleration => ("#777777", Some("2 3"), 3.0),
            Scheme::FlowKick => (KINSTEP, None, 5.0),
            Scheme::FlowKick4 => (KINSTEP, Some("3 7"), 2.5),
            Scheme::WeakKick => (KINSTEP, Some("1 4"), 2.5),
            _ => (INK, Some("1 3"), 3.0),
        };
        Self {
            color,
            dashes,
            radius,
        }
    }
}
