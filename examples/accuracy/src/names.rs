//! What methods are called, and how their lines look.

use kinstep::Scheme;
use support::drawing::style::Style;
use support::measuring::{engines, gyroscopes};

/// kinstep, on charts.
pub(crate) const KINSTEP: &str = "kinstep (FlowKick)";
pub(crate) const FOURTH: &str = "kinstep (FlowKick4)";
pub(crate) const ADVANCE: &str = "kinstep (advance)";
pub(crate) const EULER: &str = "symplectic Euler";
pub(crate) const VERLET: &str = "velocity Verlet";
pub(crate) const RK4: &str = "Runge–Kutta 4";
/// The article's schemes: increments that are added, and the same with half the change of velocity for the displacement.
pub(crate) const ADDED: &str = "added (article)";
pub(crate) const AVERAGED: &str = "averaged (article)";
pub(crate) const DOP853: &str = "DOP853";

/// The name of a scheme.
pub(crate) fn name(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::FlowKick => KINSTEP,
        Scheme::FlowKick4 => FOURTH,
        Scheme::FlowKick6 => "kinstep (FlowKick6)",
        Scheme::WeakKick => "kinstep (WeakKick)",
        Scheme::ExplicitEuler => "explicit Euler",
        Scheme::SymplecticEuler => EULER,
        Scheme::VelocityVerlet => VERLET,
        Scheme::Rk4 => RK4,
        Scheme::Kinematic => ADDED,
        Scheme::AverageAcceleration => AVERAGED,
        _ => "another scheme",
    }
}

/// Colours of lines on light and on dark paper; paper, ink and grid first.
pub(crate) const COLORS: [(&str, &str); 12] = [
    (support::drawing::style::PAPER, "#16181c"),
    (support::drawing::style::INK, "#d8dade"),
    (support::drawing::style::GRID, "#30343b"),
    ("#0072b2", "#5db4ee"),
    (ORANGE, "#ff8a3d"),
    (GREEN, "#35c496"),
    (PINK, "#e78fc3"),
    (PURPLE, "#b594f2"),
    (GREY, "#a5a8ad"),
    (BROWN, "#d99566"),
    (RED, "#ec7c7c"),
    (TEAL, "#4cc3cf"),
];
const ORANGE: &str = "#c85000";
const GREEN: &str = "#007f5c";
const PINK: &str = "#b0408a";
const PURPLE: &str = "#6f42c1";
const GREY: &str = "#6b6e73";
const BROWN: &str = "#85461e";
const RED: &str = "#a11d1d";
const TEAL: &str = "#007a87";

/// How the line of a method looks: colour and dashes. All of kinstep is in its one colour; its schemes differ in dashes.
pub(crate) fn style(method: &str) -> Style {
    // a frame rate behind the name changes nothing
    let name = method.split(", ").next().unwrap_or(method);
    let ours = Style::of(Scheme::FlowKick).color;
    let (color, dashes) = match name {
        KINSTEP => (ours, None),
        FOURTH => (ours, Some("7 4")),
        ADVANCE => (ours, Some("12 3")),
        "kinstep (FlowKick6)" => (ours, Some("2 4")),
        "kinstep (WeakKick)" => (ours, Some("1 5")),
        _ if name.starts_with("kinstep") || name.starts_with("Flow") => (ours, Some("3 3")),
        EULER => (ORANGE, None),
        VERLET => (TEAL, Some("9 3")),
        RK4 => (GREEN, Some("14 4")),
        "explicit Euler" => (RED, None),
        ADDED => (PINK, None),
        AVERAGED => (PINK, Some("6 4")),
        DOP853 => (PURPLE, None),
        "XPBD" => (RED, Some("9 3")),
        "implicit Euler" => (GREEN, None),
        "leapfrog in substeps" => (GREY, Some("3 4")),
        "push kept for a step" => (GREY, Some("8 4")),
        "a loop by hand" => (BROWN, None),
        _ => of_engine(name),
    };
    Style {
        color,
        dashes,
        radius: 3.0,
    }
}

/// The line of an engine's rule: a colour by its place in the list.
fn of_engine(name: &str) -> (&'static str, Option<&'static str>) {
    const LINES: [(&str, &str); 7] = [
        (ORANGE, "7 4"),
        (GREEN, "9 3"),
        (GREY, "2 3"),
        (BROWN, "12 3"),
        (PURPLE, "6 3"),
        (PINK, "14 4"),
        (TEAL, "3 6"),
    ];
    let engines = engines::ALL.iter().position(|engine| engine.name == name);
    let place = engines.or_else(|| gyroscopes::ALL.iter().position(|rule| rule.name == name));
    let (color, dashes) = LINES[place.unwrap_or(2) % LINES.len()];
    (color, Some(dashes))
}
