//! What engines do to bodies that turn about a fixed axis, against their loops.

use kinstep::ballistics::{EngineSpin, EngineStep};
use std::f64::consts::{FRAC_PI_4, TAU};

use truths::engine_loop::{Map, damped_substeps, damping_first, damping_last, power};
use truths::truth::{big, small};

/// The engine's loop, in the plane: the angle, in whole turns and the rest, by the complex number that the engine turns.
fn looped(
    mut rate: f64,
    steps: u64,
    (substeps, limit): (u32, f64),
    mut damp: impl FnMut(f64, u32) -> f64,
    turn: impl Fn(f64) -> (f64, f64),
) -> (f64, f64) {
    let (mut cos, mut sin, mut turns) = (1.0_f64, 0.0_f64, 0.0_f64);
    for _ in 0..steps {
        for substep in 0..substeps {
            rate = damp(rate, substep).clamp(-limit, limit);
            let (c, s) = turn(rate);
            let (x, y) = (cos * c - sin * s, sin * c + cos * s);
            // the angle jumps by a whole turn where the negative x-axis is crossed
            if cos < 0.0 && x < 0.0 && (sin >= 0.0) != (y >= 0.0) {
                turns += if sin >= 0.0 { 1.0 } else { -1.0 };
            }
            let length = x.hypot(y);
            (cos, sin) = (x / length, y / length);
        }
        rate = damp(rate, substeps);
    }
    (turns * TAU + sin.atan2(cos), rate)
}

/// Rapier and Box2D turn by linearised steps, and have a limit.
#[test]
fn linearised_steps_are_the_loop() {
    for dt in [1.0 / 240.0, 1.0 / 60.0, 1.0 / 20.0] {
        for substeps in [1, 4, 7] {
            for damping in [0.0, 1e-9, 0.05, 2.0, 40.0, 1e4] {
                for rate in [1e-3, -3.0, 12.0, 0.999 * FRAC_PI_4 / dt, -500.0] {
                    for steps in [0, 1, 2, 60, 5000] {
                        let (h, limit) = (dt / f64::from(substeps), FRAC_PI_4 / dt);
                        let rapier = looped(
                            rate,
                            steps,
                            (substeps, limit),
                            |rate, substep| {
                                if substep == substeps {
                                    rate / (1.0 + dt * damping)
                                } else {
                                    rate
                                }
                            },
                            // the square of the quaternion (1, ω h/2), of length 1
                            |rate| {
                                let half = 0.5 * h * rate;
                                let square = 1.0 + half * half;
                                ((1.0 - half * half) / square, 2.0 * half / square)
                            },
                        );
                        let box2d = looped(
                            rate,
                            steps,
                            (substeps, limit),
                            |rate, substep| {
                                if substep == substeps {
                                    rate
                                } else {
                                    rate / (1.0 + h * damping)
                                }
                            },
                            |rate| (1.0, h * rate),
                        );
                        let step = [EngineStep::<f64, 2>::rapier(dt), EngineStep::box2d(dt)];
                        for (step, (angle, left)) in step.into_iter().zip([rapier, box2d]) {
                            let spin = (step.substeps(substeps).damping(damping))
                                .spin_after_steps(rate, steps);
                            let EngineSpin {
                                angle: turned,
                                angular_velocity,
                            } = spin;
                            // the loop rounds in each of its substeps
                            let many = (steps.max(1) * u64::from(substeps)) as f64;
                            let off = (turned - angle).abs()
                                / (many * f64::EPSILON * (turned.abs() + 1.0));
                            let name = format!("{step:?} {rate} {steps}: {spin:?} {angle} {left}");
                            assert!(off < 4.0, "{name}: {off}"); // measured: 1.6
                            let off = (angular_velocity - left).abs();
                            // the closed form has one rounding of the logarithm of what is left
                            let log = (rate / left).abs().max(1.0).ln().min(700.0);
                            let grain = (many + log) * f64::EPSILON * left.abs() + 1e-290;
                            assert!(off <= 2.0 * grain, "{name}: {off}");
                        }
                    }
                }
            }
        }
    }
}

/// The same with the angular velocity in many digits: right to the last.
#[test]
fn linearised_steps_are_right_to_rounding() {
    let dt = 1.0 / 60.0;
    for substeps in [1, 4] {
        for damping in [0.0, 1e-9, 0.7, 40.0] {
            for rate in [-1e-3, 12.0, 47.0] {
                for steps in [1, 60, 600] {
                    let h = dt / f64::from(substeps);
                    let left = |length: f64| big(1.0) + big(length) * big(damping);
                    let (per_step, per_substep) = (left(dt), left(h));
                    let (mut rapier, mut box2d) = (big(rate), big(rate));
                    // angles, and what their sums lose
                    let mut angles = [(0.0, 0.0); 2];
                    for substep in 0..steps * u64::from(substeps) {
                        if substep > 0 && substep % u64::from(substeps) == 0 {
                            rapier /= &per_step;
                        }
                        box2d /= &per_substep;
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
                    let step = [EngineStep::<f64, 2>::rapier(dt), EngineStep::box2d(dt)];
                    for (step, (truth, _)) in step.into_iter().zip(angles) {
                        let step = step.substeps(substeps).damping(damping);
                        let spin = step.spin_after_steps(rate, steps);
                        let off = (spin.angle / truth - 1.0).abs() / f64::EPSILON;
                        assert!(off < 4.0, "{step:?} {rate} {steps}: {off}"); // measured: 3
                    }
                }
            }
        }
    }
}

/// The others turn by ω h, so the angle is what the position is without gravity.
#[test]
fn exact_turns_are_the_loop_in_many_digits() {
    let engines: [(EngineStep<f64, 2>, _); 5] = [
        (
            EngineStep::avian(1.0 / 60.0),
            damped_substeps(1.0 / 60.0, 6, 0.7),
        ),
        (
            EngineStep::unity(1.0 / 60.0),
            damping_last(1.0 / 60.0, 1, 0.7),
        ),
        (
            EngineStep::jolt(1.0 / 60.0),
            damping_last(1.0 / 60.0, 1, 0.7),
        ),
        (
            EngineStep::godot(1.0 / 60.0),
            damping_first(1.0 / 60.0, 1, 0.7),
        ),
        (EngineStep::bullet(1.0 / 60.0), power(1.0 / 60.0, 1, 0.7)),
    ];
    for (step, rule) in engines {
        let map = Map::of(&rule);
        for steps in [1, 60, 100_000] {
            let spin = step.damping(0.7).spin_after_steps(-9.0, steps);
            let all = map.times(steps);
            let truth = [&all.xv, &all.vv].map(|part| small(&(part * big(-9.0))));
            let off = (spin.angle / truth[0] - 1.0).abs() / f64::EPSILON;
            assert!(off < 4.0, "{step:?} {steps}: {off}"); // measured: 1.5
            // n steps take n roundings of the logarithm of what is left
            let stiff = (truth[1] / 9.0).abs().max(1e-300).ln().abs().max(1.0);
            let off = (spin.angular_velocity - truth[1]).abs();
            assert!(
                off <= 4.0 * f64::EPSILON * stiff * truth[1].abs() + 1e-290,
                "{off}"
            );
        }
    }
}

/// Far ahead and without damping, in both number types; and what makes no sense is no number.
#[test]
fn a_million_steps_of_spin() {
    // each step turns by 4 × 2 atan(ω h/2), exactly
    let (dt, rate) = (1.0 / 60.0_f64, 6.0);
    let free = EngineStep::<f64, 3>::rapier(dt).spin_after_steps(rate, 1_000_000);
    let truth = 8e6 * (0.5 * rate * dt / 4.0).atan();
    assert!(
        (free.angle / truth - 1.0).abs() < 4.0 * f64::EPSILON,
        "{free:?} {truth}"
    );
    assert_eq!(free.angular_velocity, rate);
    let single = EngineStep::<f32, 3>::rapier(1.0 / 60.0).spin_after_steps(6.0, 1_000_000);
    assert!(
        (f64::from(single.angle) / truth - 1.0).abs() < 2e-7,
        "{single:?} {truth}"
    );

    // no faster than the engine lets it, for good
    let fast = EngineStep::<f64, 2>::box2d(dt).spin_after_steps(1000.0, 10);
    assert_eq!(fast.angular_velocity, FRAC_PI_4 / dt);
    assert!((fast.angle - 40.0 * (FRAC_PI_4 / 4.0).atan()).abs() < 1e-14);

    for bad in [
        EngineStep::<f64, 2>::rapier(0.0),
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
