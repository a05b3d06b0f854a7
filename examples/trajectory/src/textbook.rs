//! The rules of Euler, as engines have theirs.

use kinstep::Scheme;
use support::drawing::style::Style;
use support::measuring::engines::{Along, Engine};

/// Velocity first, and position first.
pub(crate) fn rules() -> [Engine; 2] {
    [
        Engine {
            name: "symplectic Euler",
            color: Style::of(Scheme::SymplecticEuler).color,
            dashes: "6 4",
            rule: "v += (a − c v) h; x += v h",
            step: |Along { x, v }, a, c, h| {
                let v = v + (a - c * v) * h;
                Along { x: x + v * h, v }
            },
        },
        Engine {
            name: "explicit Euler",
            color: Style::of(Scheme::ExplicitEuler).color,
            dashes: "6 4",
            rule: "x += v h; v += (a − c v) h",
            step: |Along { x, v }, a, c, h| Along {
                x: x + v * h,
                v: v + (a - c * v) * h,
            },
        },
    ]
}
