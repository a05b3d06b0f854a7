//! The rules by which game engines move a body without contacts.
//!
//! They are taken from the sources of Rapier 0.36, Avian 0.8, Box2D 3, Jolt, PhysX, Godot 4, Bullet
//! and MuJoCo. The rules of Rapier, Avian and Box2D agree with runs of these engines.

/// Position \[m\] and velocity \[m/s\] along an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Along {
    pub x: f64,
    pub v: f64,
}

/// The rule of an engine.
#[derive(Debug)]
pub struct Engine {
    /// Name of the engine, or names of several engines with the same rule.
    pub name: &'static str,
    /// Colour of its curve, and lengths of dashes and gaps \[px\].
    pub color: &'static str,
    pub dashes: &'static str,
    /// The rule, with acceleration a \[m/s²\], damping c \[1/s\] and step h \[s\].
    pub rule: &'static str,
    /// The motion after a step, from the motion before it, a, c and h.
    pub step: fn(Along, f64, f64, f64) -> Along,
}

/// All engines, with their default number of substeps.
pub const ALL: [Engine; 7] = [
    Engine {
        name: "Rapier",
        color: "#d55e00",
        dashes: "7 4",
        rule: "4 × (v += a h/4; x += v h/4), then v /= 1 + c h",
        step: |start, a, c, h| {
            let s = h / 4.0;
            let end = (0..4).fold(start, |Along { x, v }, _| coast(x, v + a * s, s));
            Along {
                v: end.v / (1.0 + c * h),
                ..end
            }
        },
    },
    Engine {
        name: "Avian",
        color: "#009e73",
        dashes: "9 3",
        rule: "6 × (v /= 1 + c h/6; v += a h/6; x += v h/6)",
        step: |start, a, c, h| implicit_damping(start, a, c, h, 6),
    },
    Engine {
        name: "Box2D",
        color: "#777777",
        dashes: "2 3",
        rule: "4 × (v /= 1 + c h/4; v += a h/4; x += v h/4)",
        step: |start, a, c, h| implicit_damping(start, a, c, h, 4),
    },
    Engine {
        name: "Jolt/PhysX/Unity",
        color: "#a0522d",
        dashes: "12 3 3 3",
        rule: "v += a h; v *= max(0, 1 − c h); x += v h",
        step: |Along { x, v }, a, c, h| coast(x, (v + a * h) * (1.0 - c * h).max(0.0), h),
    },
    Engine {
        name: "Godot",
        color: "#7f4fc9",
        dashes: "6 3",
        rule: "v *= max(0, 1 − c h); v += a h; x += v h",
        step: |Along { x, v }, a, c, h| coast(x, v * (1.0 - c * h).max(0.0) + a * h, h),
    },
    Engine {
        name: "Bullet",
        color: "#cc79a7",
        dashes: "14 4",
        rule: "v *= (1 − d)^h; v += a h; x += v h, with 1 − d = e^−c",
        step: |Along { x, v }, a, c, h| coast(x, v * (-c * h).exp() + a * h, h),
    },
    Engine {
        name: "MuJoCo",
        color: "#000000",
        dashes: "3 6",
        rule: "v = (v + a h) / (1 + c h); x += v h",
        step: |Along { x, v }, a, c, h| coast(x, (v + a * h) / (1.0 + c * h), h),
    },
];

/// `x' = x + v h`.
fn coast(x: f64, v: f64, h: f64) -> Along {
    Along { x: x + v * h, v }
}

/// In each of n substeps s: `v = v/(1 + c s) + a s`, `x = x + v s`.
fn implicit_damping(start: Along, a: f64, c: f64, h: f64, n: u32) -> Along {
    let s = h / f64::from(n);
    (0..n).fold(start, |Along { x, v }, _| {
        coast(x, v / (1.0 + c * s) + a * s, s)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Errors of a throw of 20 m/s upward after 2 s at 60 Hz with c = 1/s are those published with
    /// the rules.
    #[test]
    fn rules_are_as_far_off_as_is_known() {
        let exact = {
            let (a, c, t) = (-9.81_f64, 1.0_f64, 2.0_f64);
            a / c * t + (20.0 - a / c) * -(-c * t).exp_m1() / c
        };
        let error = |name: &str| {
            let engine = ALL.iter().find(|engine| engine.name == name).unwrap();
            let start = Along { x: 0.0, v: 20.0 };
            let step = |at, _| (engine.step)(at, -9.81, 1.0, 1.0 / 60.0);
            (0..120).fold(start, step).x - exact
        };
        let known = [
            ("Box2D", -0.063),
            ("Avian", -0.042),
            ("Rapier", 0.157),
            ("Jolt/PhysX/Unity", -0.176),
            ("Godot", -0.363),
        ];
        for (name, known) in known {
            assert!(
                (error(name) - known).abs() < 6e-4,
                "{name}: {}",
                error(name)
            );
        }
    }
}
