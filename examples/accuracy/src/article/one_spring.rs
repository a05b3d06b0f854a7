//! A single spring, for three hours, at any step.

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::nalgebra::{RealField, Vector2, convert};
use kinstep::{Body, Real, Scheme, Spring, World};
use support::drawing::numbers::{metres, seconds};
use support::drawing::style::Style;

use super::claim::{Claim, Verdict};
use super::{HOURS, THREE_HOURS};
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::pens::{GREY, VERMILION, dashed};
use crate::section::Section;
use crate::springs::{distance, flow_matrix};

/// Angular frequency \[rad/s\]: a power of two, so that ωt rounds no more than t does.
const FREQUENCY: f64 = 2.0;
/// Numbers of steps in a second, or in five.
const STEPS: [f64; 10] = [
    1e-3,
    1.0 / 240.0,
    1.0 / 60.0,
    1.0 / 20.0,
    0.1,
    0.25,
    0.5,
    1.0,
    2.0,
    5.0,
];

/// How far one way of stepping is off after three hours.
struct Way {
    name: String,
    style: Style,
    /// Step \[s\] and distance \[m\]; without runs that failed.
    errors: Vec<(f64, f64)>,
}

/// Runs a way of stepping: from the step \[s\] and how many there are to position and velocity.
type Stepping = Box<dyn Fn(f64, u32) -> Option<(f64, Vector2<f64>)>>;

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    const EULER: Scheme = Scheme::SymplecticEuler;
    const OURS: Scheme = Scheme::Kinematic;
    let (euler, ours) = (Style::of(EULER), Style::of(OURS));
    let ways: [(&str, Style, Stepping); 5] = [
        ("SymplecticEuler, f64", euler, stepped::<f64>(EULER)),
        (
            "as printed, f32",
            dashed(VERMILION),
            Box::new(literal::<f32>),
        ),
        ("Kinematic, f32", dashed(ours), stepped::<f32>(OURS)),
        ("as printed, f64", GREY, Box::new(literal::<f64>)),
        ("Kinematic, f64", ours, stepped::<f64>(OURS)),
    ];
    let ways = ways.map(|(name, style, stepping)| {
        let way = Way::of(name, style, stepping);
        progress.inc(1);
        way
    });
    draw(section, &ways);
    let [_, printed_single, single, printed_double, double] = &ways;
    Ok(vec![
        exactness(single, double),
        formulas(printed_single, printed_double),
    ])
}

impl Way {
    fn of(name: &str, style: Style, stepping: Stepping) -> Self {
        let error = |step: f64| {
            let steps = (THREE_HOURS / step).round() as u32;
            let (step, state) = stepping(step, steps)?;
            Some((step, distance(state, truth(step, steps), FREQUENCY)))
        };
        Self {
            name: name.to_owned(),
            style,
            errors: STEPS.into_iter().filter_map(error).collect(),
        }
    }

    /// The step that is off most, and how far \[m\].
    fn worst(&self) -> (f64, f64) {
        (self.errors.iter().copied()).fold((0.0, 0.0), |worst, found| {
            // what is not even a number is worse than all
            if found.1 <= worst.1 { worst } else { found }
        })
    }
}

/// Where the body is after so many steps, each of exactly this length, with the rounding of their product.
fn truth(step: f64, steps: u32) -> Vector2<f64> {
    let count = f64::from(steps);
    let time = count * step;
    let rest = count.mul_add(step, -time);
    flow_matrix(FREQUENCY, rest) * flow_matrix(FREQUENCY, time) * Vector2::new(1.0, 0.0)
}

/// Steps of a world; the length of a step is rounded as its numbers are. None if a step failed.
fn stepped<T: Real<2> + Into<f64>>(scheme: Scheme) -> Stepping {
    Box::new(move |step, steps| {
        let mut world = World::<T, 2>::new();
        let at = [T::one(), T::zero()];
        let body = world.add_body(Body::point(T::one()).at(at)).ok()?;
        let stiffness = convert(FREQUENCY * FREQUENCY);
        world.add_force(Spring::stiffness(stiffness)).ok()?;
        world.set_scheme(scheme);
        let step: T = convert(step);
        for _ in 0..steps {
            world.step(step).ok()?;
        }
        let (x, v) = (world[body].position.x, world[body].velocity.x);
        Some((step.into(), Vector2::new(x.into(), v.into())))
    })
}

/// The formulas of the article as they are printed, with coefficients computed once:
///
/// ```text
/// dv = v₀ (cos ωΔt - 1) - x₀ ω sin ωΔt
/// dx = v₀ (sin(ωΔt)/ω - Δt) + x₀ (cos ωΔt - 1)
/// ```
fn literal<T: RealField + Copy + Into<f64>>(step: f64, steps: u32) -> Option<(f64, Vector2<f64>)> {
    let (step, frequency): (T, T) = (convert(step), convert(FREQUENCY));
    let (sine, cosine) = (frequency * step).sin_cos();
    let turn = cosine - T::one();
    let (pull, lag) = (frequency * sine, sine / frequency - step);
    let (mut x, mut v) = (T::one(), T::zero());
    for _ in 0..steps {
        let dv = v * turn - x * pull;
        let dx = v * lag + x * turn;
        x += v * step + dx;
        v += dv;
    }
    Some((step.into(), Vector2::new(x.into(), v.into())))
}

/// Farther off than this a motion of 1 m is lost \[m\].
const LOST: f64 = 10.0;

fn draw(section: &mut Section, ways: &[Way; 5]) {
    let chart = Chart::new(
        format!("one spring of 2 rad/s, {HOURS}"),
        Axis::logarithmic("step [s]"),
        Axis::logarithmic("distance from the exact state [m]").within(1e-14, 10.0),
    )
    .with((ways.iter()).map(|way| Series::line(&way.name, way.style, way.errors.clone())));
    let [euler, printed_single, single, printed_double, double] = ways;
    let at_most = |way: &Way| {
        let (step, far) = way.worst();
        format!("{} (at {})", metres(far), seconds(step))
    };
    let [least, .., most] = STEPS;
    let lost = euler.errors.iter().find(|(_, far)| *far > LOST);
    let finding = format!(
        "At steps from {} to {} exact increments leave a body of 1 m amplitude off by at most {} in f64 and {} in \
         f32 after {HOURS}; the printed formulas leave {} and {}; SymplecticEuler is unstable at steps of {}.",
        seconds(least),
        seconds(most),
        at_most(double),
        at_most(single),
        at_most(printed_double),
        at_most(printed_single),
        seconds(lost.map_or(most, |it| it.0)),
    );
    section.draw("one-spring", chart, finding);
}

/// Whether each error is within two roundings a step.
fn is_rounding(way: &Way, epsilon: f64) -> bool {
    way.errors.len() == STEPS.len()
        && (way.errors.iter()).all(|(step, far)| *far <= 2.0 * epsilon * THREE_HOURS / step)
}

fn exactness(single: &Way, double: &Way) -> Claim {
    let worst = (single.worst().1, double.worst().1);
    let verdict = if worst.0.max(worst.1) == 0.0 {
        Verdict::True
    } else if is_rounding(single, f32::EPSILON.into()) && is_rounding(double, f64::EPSILON) {
        Verdict::TrueInExactArithmetic
    } else {
        Verdict::False
    };
    Claim {
        claim: "A spring that acts alone is stepped without any error, at any step, for ever.",
        measured: format!(
            "after {HOURS} {} off in f64 and {} in f32, at the worst of {} steps up to ωh = {}",
            metres(worst.1),
            metres(worst.0),
            STEPS.len(),
            FREQUENCY * STEPS[STEPS.len() - 1]
        ),
        verdict,
    }
}

/// An amplitude that is off by less cannot be seen.
const VISIBLE: f64 = 1e-3;

fn formulas(single: &Way, double: &Way) -> Claim {
    let worst = (single.worst().1, double.worst().1);
    let verdict = match (worst.0 < VISIBLE, worst.1 < VISIBLE) {
        (true, true) => Verdict::True,
        (false, true) => Verdict::OnlyFor("in f64".to_owned()),
        (true, false) => Verdict::OnlyFor("in f32".to_owned()),
        (false, false) => Verdict::False,
    };
    Claim {
        claim: "The formulas for a spring, as they are printed, give that exactness.",
        measured: format!(
            "in f32 {} off after {HOURS} at steps of {}, in f64 {} at worst",
            metres(worst.0),
            seconds(single.worst().0),
            metres(worst.1)
        ),
        verdict,
    }
}
