//! What engines do to bodies that turn about a fixed axis, against their loops.

use kinstep_flight::EngineStep;
use std::f64::consts::FRAC_PI_4;

use truths::engine_loop::{Map, damped_substeps, damping_first, damping_last, power};
use truths::truth::{big, small};

/// Rapier and Box2D turn by linearised steps, and have a limit: against their loop, with the angular velocity in many digits.
#[test]
fn linearised_steps_are_the_loop() {
    let one = big(1.0);
    for (dt, substeps) in [
        (1.0 / 240.0, 7),
        (1.0 / 60.0, 1),
        (1.0 / 60.0, 4),
        (1.0 / 20.0, 4),
    ] {
        let (h, limit) = (dt / f64::from(substeps), FRAC_PI_4 / dt);
        let limited = |rate: f64| big(rate.clamp(-limit, limit));
        for damping in [0.0, 1e-9, 0.05, 2.0, 40.0, 1e4] {
            let per_step = &one + big(dt) * big(damping);
            let per_substep = &one + big(h) * big(damping);
            for rate in [1e-3, -3.0, 12.0, 0.999 * limit, -500.0] {
                let (mut rapier, mut box2d) = (limited(rate), big(rate));
                // angles, and what their sums lose
                let mut angles = [(0.0, 0.0); 2];
                let mut done = 0;
                for steps in [0, 1, 2, 60, 600] {
                    for substep in done * substeps..steps * substeps {
                        if substep > 0 && substep % substeps == 0 {
                            rapier /= &per_step;
                        }
                        box2d /= &per_substep;
                        if small(&box2d).abs() > limit {
                            box2d = limited(small(&box2d));
                        }
                        // the square of the quaternion (1, ω h/2), and the complex number (1, ω h)
                        let turns = [
                            2.0 * (small(&rapier) * 0.5 * h).atan(),
                            (small(&box2d) * h).atan(),
                        ];
                        for ((sum, lost), turn) in angles.iter_mut().zip(turns) {
                            let next = *sum + (turn - *lost);
                            *lost = (next - *sum) - (turn - *lost);
                            *sum = next;
                        }
                    }
                    done = steps;
                    let left = if steps > 0 {
                        &rapier / &per_step
                    } else {
                        big(rate)
                    };
                    let step = [EngineStep::<2>::rapier(dt), EngineStep::box2d(dt)];
                    let truths = angles.iter().zip([&left, &box2d]);
                    for (step, ((angle, _), left)) in step.into_iter().zip(truths) {
                        let step = step.substeps(substeps).damping(damping);
                        let spin = step.spin_after_steps(rate, steps.into());
                        let told = format!("{step:?} {rate} {steps}: {spin:?} {angle}");
                        // measured: 3; just below the limit, 4.9
                        let bound = if rate > 0.9 * limit { 6.0 } else { 4.0 };
                        let off = (spin.angle - angle).abs();
                        assert!(off <= bound * f64::EPSILON * angle.abs(), "{told}");
                        is_left(spin.angular_velocity, left, rate, &told);
                    }
                }
            }
        }
    }
}

/// n steps take n roundings of the logarithm of what is left.
fn is_left(found: f64, left: &truths::truth::Big, rate: f64, told: &str) {
    let left = small(left);
    let log = (left / rate).abs().max(1e-300).ln().abs().max(1.0);
    let off = (found - left).abs();
    assert!(
        off <= 4.0 * f64::EPSILON * log * left.abs() + 1e-290,
        "{told}: {off}"
    );
}

/// The others turn by ω h, so the angle is what the position is without gravity.
#[test]
fn exact_turns_are_the_loop_in_many_digits() {
    let (dt, d) = (1.0 / 60.0, 0.7);
    let engines = [
        (EngineStep::<2>::avian(dt), damped_substeps(dt, 6, d)),
        (EngineStep::unity(dt), damping_last(dt, 1, d)),
        (EngineStep::jolt(dt), damping_last(dt, 1, d)),
        (EngineStep::godot(dt), damping_first(dt, 1, d)),
        (EngineStep::bullet(dt), power(dt, 1, d)),
    ];
    for (step, rule) in engines {
        let map = Map::of(&rule);
        for steps in [1, 60, 100_000] {
            let spin = step.damping(d).spin_after_steps(-9.0, steps);
            let all = map.times(steps);
            let [angle, left] = [&all.xv, &all.vv].map(|part| part * big(-9.0));
            let off = (spin.angle / small(&angle) - 1.0).abs() / f64::EPSILON;
            let told = format!("{step:?} {steps}: {spin:?}");
            assert!(off < 4.0, "{told}: {off}"); // measured: 1.5
            is_left(spin.angular_velocity, &left, -9.0, &told);
        }
    }
}

/// Far ahead and without damping; and what makes no sense is no number.
#[test]
fn a_million_steps_of_spin() {
    // each step turns by 4 × 2 atan(ω h/2), exactly
    let (dt, rate) = (1.0 / 60.0_f64, 6.0);
    let free = EngineStep::<3>::rapier(dt).spin_after_steps(rate, 1_000_000);
    let truth = 8e6 * (0.5 * rate * dt / 4.0).atan();
    let off = (free.angle / truth - 1.0).abs();
    assert!(off < 4.0 * f64::EPSILON, "{free:?} {truth}");
    assert_eq!(free.angular_velocity, rate);

    for bad in [
        EngineStep::<2>::rapier(0.0),
        EngineStep::rapier(dt).substeps(0),
        EngineStep::avian(dt).damping(-1.0),
        EngineStep::bullet(dt).damping(1.5),
    ] {
        let spin = bad.spin_after_steps(1.0, 5);
        assert!(
            spin.angle.is_nan() && spin.angular_velocity.is_nan(),
            "{bad:?}"
        );
    }
}
