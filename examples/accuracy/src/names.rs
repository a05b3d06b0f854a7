//! Names of methods, and styles of their lines.

use kinstep::Scheme;
use support::drawing::style::{INK, KINSTEP as OURS, Style};
use support::measuring::{engines, gyroscopes};

/// Names of kinstep's and other methods on charts.
pub(crate) const KINSTEP: &str = "kinstep (FlowKick)";
pub(crate) const FOURTH: &str = "kinstep (FlowKick4)";
pub(crate) const ADVANCE: &str = "kinstep (advance)";
pub(crate) const EULER: &str = "symplectic Euler";
pub(crate) const VERLET: &str = "velocity Verlet";
pub(crate) const RK4: &str = "Runge–Kutta 4";
/// The article's schemes: with increments added, and with half the change of velocity for the
/// displacement.
pub(crate) const ADDED: &str = "added (article)";
pub(crate) const AVERAGED: &str = "averaged (article)";
pub(crate) const DOP853: &str = "DOP853";

/// The name of a scheme.
pub(crate) fn name(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::FlowKick => KINSTEP,
        Scheme::FlowKick4 => FOURTH,
        Scheme::ExplicitEuler => "explicit Euler",
        Scheme::SymplecticEuler => EULER,
        Scheme::VelocityVerlet => VERLET,
        Scheme::Rk4 => RK4,
        Scheme::Kinematic => ADDED,
        Scheme::AverageAcceleration => AVERAGED,
        _ => "another scheme",
    }
}

/// Colours of `support::drawing::palette`, which has versions for light and dark pages.
pub(crate) const ORANGE: &str = "#d55e00";
const GREEN: &str = "#009e73";
const PINK: &str = "#cc79a7";
const PURPLE: &str = "#7f4fc9";
const GREY: &str = "#777777";
const BROWN: &str = "#a0522d";
const RED: &str = "#8b1a1a";
const OLIVE: &str = "#8a6d00";

/// Style of a method's line. All lines of kinstep have the same colour; its schemes differ in
/// dashes.
pub(crate) fn style(method: &str) -> Style {
    // ignores a frame rate after the name
    let name = match method.split_once(", ") {
        Some((name, rate)) if rate.ends_with(" Hz") => name,
        _ => method,
    };
    let (color, dashes) = match name {
        KINSTEP => (OURS, None),
        FOURTH => (OURS, Some("7 4")),
        ADVANCE => (OURS, Some("12 3")),
        _ if name.starts_with("kinstep") || name.starts_with("Flow") => (OURS, Some("3 3")),
        EULER => (ORANGE, None),
        VERLET => (OLIVE, Some("9 3")),
        RK4 => (GREEN, Some("14 4")),
        "explicit Euler" => (RED, None),
        ADDED => (PINK, None),
        AVERAGED => (PINK, Some("6 4")),
        DOP853 => (PURPLE, None),
        "XPBD" => (RED, Some("9 3")),
        "implicit Euler" => (GREEN, None),
        "leapfrog in substeps" => (GREY, Some("3 4")),
        "push kept for a step" => (GREY, Some("8 4")),
        "ground" => (INK, None),
        "pointer" => (ORANGE, Some("1 3")),
        "a loop by hand" => (BROWN, None),
        _ => of_engine(name),
    };
    Style {
        color,
        dashes,
        // the ground and pointers to touchdowns have no dots
        radius: if ["ground", "pointer"].contains(&name) {
            0.0
        } else {
            3.0
        },
    }
}

/// Style of the line of an engine's rule: its index in the list chooses the colour.
fn of_engine(name: &str) -> (&'static str, Option<&'static str>) {
    const LINES: [(&str, &str); 7] = [
        (ORANGE, "7 4"),
        (RED, "9 3"),
        (GREY, "2 3"),
        (BROWN, "12 3"),
        (PURPLE, "6 3"),
        (PINK, "14 4"),
        (OLIVE, "3 6"),
    ];
    let engines = engines::ALL.iter().position(|engine| engine.name == name);
    let place = engines.or_else(|| gyroscopes::ALL.iter().position(|rule| rule.name == name));
    let (color, dashes) = LINES[place.unwrap_or(2) % LINES.len()];
    (color, Some(dashes))
}
