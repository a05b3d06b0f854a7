//! Solves a flight under quadratic drag to a tolerance.

use alloc::vec::Vec;

use nalgebra::{ComplexField, SVector};

use super::path::{Path, Segment, TERMS};
use super::series::{QuadraticDragLaw, VelocitySeries};
use super::tail::{FlightTail, TailKind};

/// Maximum number of segments. Flights from 1e200 m/s need fewer: a segment takes at least a tenth of the speed, or of the
/// terminal speed.
const MOST_SEGMENTS: usize = 4096;

/// Share of the terminal speed. Velocities this near to the terminal velocity follow the linearised equation to rounding, as
/// the square of their difference is lost.
const NEAR_TERMINAL: f64 = 1e-8;

/// The flight under a law from a position \[m\] with a velocity \[m/s\], to about `tolerance` \[m\].
///
/// Also returns the largest excess of an acceleration of the path over that of the equation \[m/s²\].
pub(super) fn solve<const D: usize>(
    law: &QuadraticDragLaw<D>,
    wind: &SVector<f64, D>,
    start: &SVector<f64, D>,
    velocity: &SVector<f64, D>,
    tolerance: f64,
) -> (Path<D>, f64) {
    let (mut position, mut relative) = (*start, velocity - wind);
    let is_valid = law.coefficient >= 0.0 && law.coefficient < f64::INFINITY;
    // the squares of these vectors must not overflow either
    let acceleration = law.acceleration(&relative);
    let vectors = [position, relative, *wind, law.gravity, acceleration];
    if !(is_valid && vectors.iter().all(|vector| vector.norm().is_finite())) {
        // an invalid flight is NaN at all times
        (position, relative) = (SVector::repeat(f64::NAN), SVector::repeat(f64::NAN));
    }
    let before = FlightTail::parabola(position, relative + wind, acceleration);
    let mut path = Path {
        before,
        segments: Vec::new(),
        rest_start: 0.0,
        rest: before,
    };
    let pull = law.gravity.norm();
    if law.coefficient == 0.0 || position.iter().any(|x| x.is_nan()) {
        return (path, 0.0);
    }
    if pull == 0.0 {
        path.rest = FlightTail {
            kind: TailKind::Slowing,
            lasting: *wind,
            first: relative,
            rate: law.coefficient * relative.norm(),
            ..before
        };
        return (path, 0.0);
    }

    let terminal_speed = law.terminal_speed();
    let terminal = law.gravity * (terminal_speed / pull);
    let rate = pull / terminal_speed;
    // the cap on the tolerance: a thousandth of the length scale of the flight
    let goal = tolerance.max(0.0).min(1e-3 * terminal_speed / rate);
    // a velocity error acts for π v_T/g in a vertical throw and less in others; the errors of segments add up
    let velocity_goal = goal * rate / (8.0 * core::f64::consts::PI);
    let usual = relative.norm().min(terminal_speed);
    // the error of the linearised equation is at most κ |δ|²: in the end about |δ|²/g in the position
    let near = ComplexField::sqrt(0.1 * goal * pull).max(NEAR_TERMINAL * terminal_speed);
    let mut slack: f64 = 0.0;
    while (relative - terminal).norm() > near && path.segments.len() < MOST_SEGMENTS {
        let rounding = 0.5 * f64::EPSILON * relative.norm().max(usual);
        let series = VelocitySeries::<D, TERMS>::new(law, &relative, velocity_goal.max(rounding));
        let duration = series.duration;
        if !(duration > 0.0 && path.rest_start + duration > path.rest_start) {
            break;
        }
        let terms = series.terms_over(duration);
        let last = terms[TERMS - 1].norm() * TERMS as f64 / duration;
        slack = slack.max(2.0 * last);
        path.segments.push(Segment::new(
            path.rest_start,
            duration,
            &position,
            wind,
            &terms,
        ));
        let (after, way) = series.after(duration);
        relative = after;
        position += way + wind * duration;
        path.rest_start += duration;
    }
    let off = relative - terminal;
    let down = terminal / terminal_speed;
    let along = down * down.dot(&off);
    path.rest = FlightTail {
        kind: TailKind::Falling,
        position,
        lasting: terminal + wind,
        first: along,
        second: off - along,
        rate,
    };
    (path, slack.max(2.0 * law.coefficient * off.norm_squared()))
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector2;

    use super::*;

    /// Each segment ends where the next begins, to within rounding.
    #[test]
    fn pieces_join() {
        let law = QuadraticDragLaw {
            gravity: Vector2::new(0.0, -9.81),
            coefficient: 0.011,
        };
        let wind = Vector2::new(5.0, 1.0);
        let mut most = 0;
        let launches = [[60.0, 40.0], [5.0, 20.0], [5.0, 1.0], [5.0 + 1e-9, 30.0]];
        for launch in launches {
            let (path, _) = solve(&law, &wind, &Vector2::zeros(), &launch.into(), 1e-6);
            most = most.max(path.segments.len());
            for segment in &path.segments {
                let time = segment.start + segment.duration;
                let before = time * (1.0 - f64::EPSILON);
                // measured: 2 ε of the displacement and of the speeds
                let step = path.position(time) - path.position(before);
                assert!(
                    step.norm() < 8.0 * f64::EPSILON * (path.position(time).norm() + 60.0 * time)
                );
                let change = path.velocity(time) - path.velocity(before);
                assert!(change.norm() < 8.0 * f64::EPSILON * (100.0 + 60.0 * time));
            }
        }
        // measured: 26
        assert!(most > 10 && most < 32, "{most}");
    }
}
