//! Stops a spin while nobody steers.
//!
//! A jet turns the craft with a constant torque over a piece of the flight, against the drag of the air:
//!
//! ```text
//! I ω' = τ - c ω      ω(t) = ω₀ e^(-κt) + τ (1 - e^(-κt)) / c,   κ = c / I
//! ω(t) = 0      for   τ = -c ω₀ / (e^(κt) - 1)                   (without air: τ = -I ω₀ / t)
//! ```
//!
//! A craft that turns too fast for its jets gets all of them, and stands still a few pieces later.

use lander::Lander;

/// The turn, from -1 to 1, that ends the lander's spin within the next seconds, or before the fuel gauge ticks if that is
/// sooner: its next step is no longer than that. As much as the jets can do if the spin is faster.
#[must_use]
pub fn stop_spin(lander: &Lander, seconds: f64) -> f64 {
    /// Slower than this it stands still \[rad/s\]: a turn by two thousandths of a degree in an hour.
    const STILL: f64 = 1e-8;
    let until_tick = (lander.ticks() + 1) as f64 * Lander::TICK - lander.time();
    let time = seconds.min(until_tick);
    let spin = lander.body().angular_velocity();
    if time <= 0.0 || spin.abs() <= STILL {
        return 0.0;
    }
    let inertia = lander.body().inertia();
    let drag = lander.planet().air.map_or(0.0, |air| air.angular_drag);
    // c / (e^(κt) - 1), which is I / t where there is no air
    let stiffness = if drag > 0.0 {
        drag / (drag / inertia * time).exp_m1()
    } else {
        inertia / time
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

    /// Steps \[s\] of all sizes; none ends where the gauge ticks, but the last two.
    const STEPS: [f64; 6] = [1e-3, 1.0 / 144.0, 1.0 / 60.0, 0.07, 0.2, 1.0];

    fn spinning(mission: &Mission, spin: f64) -> Lander {
        let start = Start {
            position: [0.0, 1e5],
            velocity: [3.0, -4.0],
            tilt: 0.3,
            spin,
        };
        Lander::new(mission.craft, mission.planet, start, Scheme::FlowKick).unwrap()
    }

    fn ground() -> Ground {
        Ground::level(0.0)
    }

    /// One step of a player who steers nothing, and what the jets did in its pieces.
    fn step(lander: &mut Lander, dt: f64, ground: &Ground) -> Vec<f64> {
        let end = lander.time() + dt;
        let mut left = dt;
        let mut turns = Vec::new();
        while left > 0.0 {
            let turn = stop_spin(lander, end - lander.time());
            let throttle = 0.4;
            lander.set_controls(Controls { throttle, turn });
            left -= lander.step(left, ground).unwrap().time;
            turns.push(turn);
        }
        turns
    }

    /// What the jets can do without air is the slowest: with air it only gets faster.
    fn slowest_stop(lander: &Lander) -> f64 {
        let craft = lander.craft();
        let body = lander.body();
        body.angular_velocity().abs() * body.inertia() / (craft.jet * craft.jet_arm[0])
    }

    #[test]
    fn a_spin_ends_as_soon_as_the_jets_can_at_any_step_and_stays_ended() {
        let ground = ground();
        for (mission, spin, dt) in Mission::ALL
            .iter()
            .flat_map(|it| [-2.0, -1e-3, 0.02, 0.6].map(|spin| (it, spin)))
            .flat_map(|(it, spin)| STEPS.map(|dt| (it, spin, dt)))
        {
            let mut lander = spinning(mission, spin);
            // one piece more: the last one is not used up
            let until = slowest_stop(&lander) + dt.min(Lander::TICK) + 1e-9;
            while lander.time() < until {
                step(&mut lander, dt, &ground);
            }
            let left = lander.body().angular_velocity().abs();
            // steps are sums that are off by rounding; measured: 6e-16 of the spin
            assert!(
                left <= 1e-14 * spin.abs(),
                "{} at {spin} rad/s in steps of {dt} s: {left:e}",
                mission.name
            );
            for _ in 0..20 {
                let turns = step(&mut lander, dt, &ground);
                assert!(turns.iter().all(|turn| *turn == 0.0), "{turns:?}");
            }
        }
    }

    #[test]
    fn the_jets_never_push_the_way_it_turns_already() {
        let ground = ground();
        for (mission, dt) in Mission::ALL.iter().flat_map(|it| STEPS.map(|dt| (it, dt))) {
            let mut lander = spinning(mission, 1.1);
            for _ in 0..50 {
                let turns = step(&mut lander, dt, &ground);
                assert!(turns.iter().all(|turn| (-1.0..=0.0).contains(turn)));
            }
        }
    }

    #[test]
    fn without_time_or_spin_nothing_is_done() {
        assert_eq!(stop_spin(&spinning(&Mission::MOON, 0.0), 0.1), 0.0);
        for seconds in [0.0, -1.0, f64::NEG_INFINITY] {
            assert_eq!(stop_spin(&spinning(&Mission::MOON, 0.5), seconds), 0.0);
        }
        for seconds in [f64::NAN, f64::INFINITY, f64::MIN_POSITIVE] {
            let turn = stop_spin(&spinning(&Mission::TITAN, 0.5), seconds);
            assert!((-1.0..0.0).contains(&turn), "{seconds}: {turn}");
        }
    }
}
