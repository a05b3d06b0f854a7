//! How the lines of schemes look.

use kinstep::Scheme;

use crate::drawing::style::{INK, Style};

impl Style {
    /// The line of a scheme. Colours of Okabe and Ito, with grey for the yellow that nobody can read on paper, and dashes where
    /// some eyes see two colours alike. What often lies on another line has dashes and smaller dots.
    pub fn of(scheme: Scheme) -> Self {
        let (color, dashes, radius) = match scheme {
            Scheme::ExplicitEuler => ("#d55e00", None, 5.0),
            Scheme::SymplecticEuler => ("#e69f00", Some("12 3 3 3"), 5.0),
            Scheme::VelocityVerlet => ("#56b4e9", None, 5.0),
            Scheme::Rk4 => ("#009e73", Some("14 4"), 5.0),
            Scheme::Kinematic => ("#cc79a7", Some("9 3"), 5.0),
            Scheme::AverageAcceleration => ("#777777", Some("2 3"), 3.0),
            Scheme::FlowKick => ("#0072b2", None, 5.0),
            Scheme::FlowKick4 => ("#000000", Some("3 7"), 2.5),
            Scheme::FlowKick6 => ("#8a6d00", Some("6 3"), 2.5),
            Scheme::WeakKick => ("#8b1a1a", Some("1 4"), 2.5),
            _ => (INK, Some("1 3"), 3.0),
        };
        Self {
            color,
            dashes,
            radius,
        }
    }
}
