//! Does everyone move as it should? Nobody is measured who does nothing.

use anyhow::{Context, Result, ensure};
use kinstep::nalgebra::Vector3;

use crate::contender::{Entry, Force, Rule};
use crate::scene::{DRAG_RATE, DT, GRAVITY, THROW, closed_form};

/// Steps of the throw that is looked at: 10 s.
const STEPS: u64 = 600;
/// Bodies beside it: enough for whole blocks, and some more.
const BODIES: usize = 100;

/// How far a contender has the throw from where it is after 10 s \[m\]; none if it moves nothing.
///
/// # Errors
/// If that is farther from where its own rule has it than rounding explains.
pub(crate) fn off(entry: &Entry) -> Result<Option<f64>> {
    let time = STEPS as f64 * DT;
    let (expected, truth) = match entry.rule {
        Rule::None => return Ok(None),
        Rule::Exact => (closed_form(time), closed_form(time)),
        Rule::Steps(step) => {
            let [position, velocity] = THROW;
            let flight = step().launch(position, velocity);
            (flight.after_steps(STEPS).position.into(), closed_form(time))
        }
        Rule::With(force, _) => (reference(force, time), reference(force, time)),
    };
    let name = entry.who.name();
    let mut contender = (entry.build)(BODIES).context(name)?;
    for _ in 0..STEPS / entry.who.stride() {
        contender.step().context(name)?;
    }
    let first = contender.first();
    let missed = distance(&first, &expected);
    let allowed = allowed(entry, &expected);
    ensure!(
        first.len() == entry.state.axes && missed <= allowed,
        "{name} has a throw {missed:.1e} m from where its own rule has it after 10 s, and rounding explains {allowed:.1e} m: \
         what moves otherwise is not measured"
    );
    Ok(Some(distance(&first, &truth)))
}

/// What rounding in each step may add up to, with what the scheme leaves \[m\]. Measured: at most 0.2 of it, of
/// Box2D.
fn allowed(entry: &Entry, place: &[f64; 3]) -> f64 {
    let epsilon = match entry.state.bits {
        32 => f32::EPSILON.into(),
        _ => f64::EPSILON,
    };
    let reach = Vector3::from(*place).norm();
    let scheme = match entry.rule {
        Rule::With(_, missed) => missed,
        _ => 0.0,
    };
    STEPS as f64 * epsilon * reach + scheme
}

/// Along the axes that there are.
fn distance(place: &[f64], other: &[f64; 3]) -> f64 {
    let squares = place.iter().zip(other).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

/// The throw under a force besides, on a body of 1 kg, by the classical Runge-Kutta method in steps so short that its error
/// is lost in rounding.
fn reference(force: Force, time: f64) -> [f64; 3] {
    const H: f64 = 1e-3;
    let gravity = Vector3::from(GRAVITY);
    let slope = |x: Vector3<f64>, v: Vector3<f64>| (v, gravity - v * DRAG_RATE + force(&x, &v));
    let [mut x, mut v] = THROW.map(Vector3::from);
    for _ in 0..(time / H).round() as u64 {
        let (v1, a1) = slope(x, v);
        let (v2, a2) = slope(x + v1 * (H / 2.0), v + a1 * (H / 2.0));
        let (v3, a3) = slope(x + v2 * (H / 2.0), v + a2 * (H / 2.0));
        let (v4, a4) = slope(x + v3 * H, v + a3 * H);
        x += (v1 + v2 * 2.0 + v3 * 2.0 + v4) * (H / 6.0);
        v += (a1 + a2 * 2.0 + a3 * 2.0 + a4) * (H / 6.0);
    }
    x.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::{Built, Contender, State, Who};
    use crate::contenders;

    /// Stays where it is.
    struct Still;

    impl Contender for Still {
        fn step(&mut self) -> Result<()> {
            Ok(())
        }

        fn first(&mut self) -> Vec<f64> {
            THROW[0].into()
        }
    }

    #[test]
    fn everyone_moves_by_its_own_rule() {
        for entry in &contenders::ALL {
            if let Err(failure) = off(entry) {
                panic!("{}: {failure}", entry.state);
            }
        }
    }

    #[test]
    fn who_does_nothing_is_found_out() {
        let entry = Entry {
            who: Who::Swarm,
            state: State::F32_3D,
            rule: Rule::Exact,
            build: |_| -> Built { Ok(Box::new(Still)) },
        };
        let failure = off(&entry).unwrap_err();
        assert!(
            failure
                .to_string()
                .contains("from where its own rule has it"),
            "{failure}"
        );
    }

    #[test]
    fn the_reference_is_the_closed_form_where_there_is_no_other_force() {
        let place = reference(|_, _| Vector3::zeros(), 10.0);
        // of 400 m, in 10,000 steps
        assert!(distance(&place, &closed_form(10.0)) < 1e-10);
    }

    /// Everyone else's error is of the first order in the step, and shows.
    #[test]
    fn only_exact_contenders_are_not_off() {
        for entry in &contenders::ALL {
            let Some(off) = off(entry).unwrap() else {
                continue;
            };
            match entry.rule {
                Rule::Steps(_) => assert!(off > 0.05, "{}: {off}", entry.who.name()),
                Rule::With(_, missed) => assert!(off < missed, "{}: {off}", entry.who.name()),
                _ => assert!(off < 0.01, "{}: {off}", entry.who.name()),
            }
        }
    }
}
