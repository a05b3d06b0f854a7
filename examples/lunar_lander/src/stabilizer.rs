//! Stops the spin while the player does not steer.
//!
//! During a step a jet turns the craft with a constant torque, against the drag of the air:
//!
//! ```text
//! I ω' = τ - c ω      ω(t) = ω₀ e^(-κt) + τ (1 - e^(-κt)) / c,   κ = c / I
//! ω(t) = 0      for   τ = -c ω₀ / (e^(κt) - 1)                   (without air: τ = -I ω₀ / t)
//! ```
//!
//! A craft that turns too fast for its jets gets their full thrust, and stands still a few steps
//! later.

use kinstep::nalgebra::ComplexField;
use lander::Lander;

/// The turn, from -1 to 1, that stops the lander's spin within this many seconds, in which its mass
/// is constant; ±1 if the spin is too fast for that.
#[must_use]
pub fn stop_spin(lander: &Lander, seconds: f64) -> f64 {
    /// Angular speed below which the lander counts as still \[rad/s\]: a rotation by two
    /// thousandths of a degree in an hour.
    const STILL: f64 = 1e-8;
    let spin = lander.body().angular_velocity();
    if seconds <= 0.0 || spin.abs() <= STILL {
        return 0.0;
    }
    let inertia = lander.body().inertia();
    let drag = lander.planet().air.map_or(0.0, |air| air.angular_drag);
    // c / (e^(κt) - 1), which becomes I / t without air
    let stiffness = if drag > 0.0 {
        drag / ComplexField::exp_m1(drag / inertia * seconds)
    } else {
        inertia / seconds
    };
    let craft = lander.craft();
    let turn = -spin * stiffness / (craft.jet * craft.jet_arm[0]);
    if turn.is_nan() {
        0.0
    } else {
        turn.clamp(-1.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::Mission;
    use kinstep::Scheme;
    use lander::{Controls, Ground, Start};

    fn spinning(mission: &Mission, spin: f64) -> Lander {
        let start = Start {
            position: [0.0, 1e5],
            velocity: [3.0, -4.0],
            tilt: 0.3,
            spin,
        };
        Lander::new(mission.craft, mission.planet, start, Scheme::FlowKick).unwrap()
    }

    #[test]
    fn a_spin_ends_as_soon_as_the_jets_can_at_any_step_and_stays_ended() {
        let ground = Ground::level(0.0);
        let spins = [-2.0, -1e-3, 0.02, 0.6].into_iter();
        // each step is a part of a tick of the gauge
        let steps = |spin| [1e-3, 1.0 / 60.0, 0.1, 0.2].map(|dt| (spin, dt));
        for (mission, (spin, dt)) in spins
            .flat_map(steps)
            .flat_map(|it| Mission::ALL.map(|mission| (mission, it)))
        {
            let mut lander = spinning(&mission, spin);
            let (craft, inertia) = (mission.craft, lander.body().inertia());
            // upper bound: without air, which would help, and with one more step, because the last
            // step is not used completely
            let slowest = spin.abs() * inertia / (craft.jet * craft.jet_arm[0]) + dt;
            while lander.time() < slowest + 1e-9 {
                let turn = stop_spin(&lander, dt);
                assert!(turn * spin <= 0.0, "it never pushes the way it turns");
                lander.set_controls(Controls {
                    throttle: 0.4,
                    turn,
                });
                lander.fly(dt, &ground).unwrap();
            }
            let left = lander.body().angular_velocity().abs();
            // sums of steps have rounding errors; measured: 6e-16 of the spin
            assert!(
                left <= 1e-14 * spin.abs(),
                "{} {spin} {dt}: {left:e}",
                mission.name
            );
            assert_eq!(stop_spin(&lander, dt), 0.0);
        }
    }

    #[test]
    fn without_time_or_spin_nothing_is_done() {
        assert_eq!(stop_spin(&spinning(&Mission::MOON, 0.0), 0.1), 0.0);
        for seconds in [0.0, -1.0, f64::NEG_INFINITY] {
            assert_eq!(stop_spin(&spinning(&Mission::MOON, 0.5), seconds), 0.0);
        }
        assert_eq!(stop_spin(&spinning(&Mission::TITAN, 0.5), f64::NAN), 0.0);
        assert_eq!(
            stop_spin(&spinning(&Mission::TITAN, 0.5), f64::MIN_POSITIVE),
            -1.0
        );
    }
}
