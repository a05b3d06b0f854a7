//! A jump and a throw at many frame rates, under schemes of kinstep and rules of engines.

use anyhow::Result;
use kinstep::{Body2, LinearDrag, Scheme, UniformGravity, World2};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use support::drawing::style::Style;
use support::measuring::engines::{self, Along, Engine};

/// Gravity \[m/s²\], downward.
pub(crate) const GRAVITY: f64 = 9.81;

/// Who moves the body.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Mover {
    /// A scheme of kinstep.
    Scheme(Scheme),
    /// The rule of an engine.
    Engine(&'static Engine),
}

/// A body that is thrown from the origin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Throw {
    /// Velocity at the start, along x and y \[m/s\].
    pub(crate) velocity: [f64; 2],
    /// Linear drag \[1/s\].
    pub(crate) drag: f64,
}

/// A state on the way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    /// Time since the moment before \[s\].
    step: f64,
    x: Along,
    y: Along,
}

impl Moment {
    /// Where the body is \[m\].
    pub(crate) fn position(&self) -> (f64, f64) {
        (self.x.x, self.y.x)
    }
}

impl Mover {
    /// Schemes of kinstep and all engines.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let schemes = [
            Scheme::FlowKick,
            Scheme::Kinematic,
            Scheme::VelocityVerlet,
            Scheme::SymplecticEuler,
        ];
        let engines = engines::ALL.iter().map(Self::Engine);
        schemes.map(Self::Scheme).into_iter().chain(engines)
    }

    /// Its name.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Scheme(scheme) => scheme.to_string(),
            Self::Engine(engine) => engine.name.to_owned(),
        }
    }

    /// How its curve looks: schemes are lines, engines dashes.
    pub(crate) fn style(self) -> Style {
        match self {
            Self::Scheme(scheme) => Style::of(scheme),
            Self::Engine(engine) => Style {
                color: engine.color,
                dashes: Some(engine.dashes),
                radius: 4.0,
            },
        }
    }

    /// Where the body is at the start and after each of some steps \[s\].
    pub(crate) fn path(self, throw: Throw, steps: &[f64]) -> Result<Vec<Moment>> {
        let [x, y] = throw.velocity.map(|v| Along { x: 0.0, v });
        let mut moment = Moment { step: 0.0, x, y };
        let mut path = vec![moment];
        match self {
            Self::Engine(engine) => {
                for &step in steps {
                    moment.step = step;
                    moment.x = (engine.step)(moment.x, 0.0, throw.drag, step);
                    moment.y = (engine.step)(moment.y, -GRAVITY, throw.drag, step);
                    path.push(moment);
                }
            }
            Self::Scheme(scheme) => {
                let mut world = throw.world(scheme)?;
                for &step in steps {
                    world.step(step)?;
                    let body = world.body_slice()[0];
                    let [x, y] = [0, 1].map(|axis| Along {
                        x: body.position[axis],
                        v: body.velocity[axis],
                    });
                    path.push(Moment { step, x, y });
                }
            }
        }
        Ok(path)
    }
}

impl Throw {
    fn world(self, scheme: Scheme) -> Result<World2> {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_body(Body2::point(1.0).moving(self.velocity))?;
        world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
        if self.drag > 0.0 {
            world.add_force(LinearDrag::rate(self.drag))?;
        }
        Ok(world)
    }

    /// Where the body is after a time \[s\], exactly: with τ = (1 - e^(-ct))/c, or t without drag, and the
    /// terminal velocity w, `x = w t + (v - w) τ`; without drag `x = v t + a t²/2`.
    pub(crate) fn exactly(self, time: f64) -> [f64; 2] {
        let Self { velocity, drag } = self;
        let [x, y] = velocity;
        if drag == 0.0 {
            return [x * time, y * time - 0.5 * GRAVITY * time * time];
        }
        let slowed = -(-drag * time).exp_m1() / drag;
        let sinking = -GRAVITY / drag;
        [x * slowed, sinking * time + (y - sinking) * slowed]
    }

    /// How far from its start the body comes down to the height of the start, exactly \[m\].
    pub(crate) fn exact_distance(self) -> f64 {
        // it is above from the start until it lands, before it would without drag
        let latest = 2.0 * self.velocity[1] / GRAVITY;
        let landing = root(|time| self.exactly(time)[1], 0.5 * latest, latest);
        self.exactly(landing)[0]
    }
}

/// The height at the end of the last step \[m\].
pub(crate) fn last_height(path: &[Moment]) -> Option<f64> {
    path.last().map(|moment| moment.y.x)
}

/// The largest height at the end of any step \[m\].
pub(crate) fn largest_height(path: &[Moment]) -> Option<f64> {
    (path.iter().map(|moment| moment.y.x)).max_by(f64::total_cmp)
}

/// How far from the start the path comes down to the height of the start \[m\]: on the step that ends below,
/// along the cubic that has the positions and velocities of both its ends.
pub(crate) fn distance(path: &[Moment]) -> Option<f64> {
    let pair = path.windows(2).skip(1).find(|pair| pair[1].y.x < 0.0)?;
    let step = pair[1].step;
    let landing = root(|share| cubic(pair[0].y, pair[1].y, step, share), 0.0, 1.0);
    Some(cubic(pair[0].x, pair[1].x, step, landing))
}

/// Hermite's cubic over a step h: from x₀, v₀ to x₁, v₁, at the share s of the step.
fn cubic(from: Along, to: Along, h: f64, s: f64) -> f64 {
    let rest = 1.0 - s;
    let (weight_from, weight_to) = ((1.0 + 2.0 * s) * rest * rest, (3.0 - 2.0 * s) * s * s);
    weight_from * from.x + weight_to * to.x + s * rest * h * (rest * from.v - s * to.v)
}

/// Where a function that is positive before and negative after is zero, by bisection.
fn root(function: impl Fn(f64) -> f64, mut before: f64, mut after: f64) -> f64 {
    // an interval of doubles is halved to nothing in less than 64 steps
    for _ in 0..64 {
        let middle = 0.5 * (before + after);
        if function(middle) > 0.0 {
            before = middle;
        } else {
            after = middle;
        }
    }
    0.5 * (before + after)
}

/// Equal steps at a frame rate \[Hz\] over a time \[s\].
pub(crate) fn even(rate: u32, time: f64) -> Vec<f64> {
    let steps = (time * f64::from(rate)).round();
    vec![time / steps; steps as usize]
}

/// Random steps between 1/240 and 1/20 s over a time \[s\]; the last is what is left.
pub(crate) fn uneven(seed: u64, time: f64) -> Vec<f64> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (least, most) = (1.0 / 240.0, 1.0 / 20.0);
    let mut left = time;
    let mut steps = Vec::new();
    while left > 0.0 {
        let share = f64::from(random.next_u32()) / f64::from(u32::MAX);
        let step = (least + (most - least) * share).min(left);
        steps.push(step);
        left -= step;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_make_up_the_time() {
        for steps in [even(144, 0.5), uneven(1, 0.5), uneven(2, 0.5)] {
            assert!((steps.iter().sum::<f64>() - 0.5).abs() < 1e-14);
        }
        assert_ne!(uneven(1, 0.5), uneven(2, 0.5));
    }

    #[test]
    fn a_throw_without_drag_is_a_parabola() {
        let throw = Throw {
            velocity: [3.0, 4.0],
            drag: 0.0,
        };
        let expected = 3.0 * 2.0 * 4.0 / GRAVITY;
        assert!((throw.exact_distance() - expected).abs() < 1e-14);
        // nearly no drag is nearly a parabola, and a cubic goes through a parabola
        let nearly = Throw {
            drag: 1e-6,
            ..throw
        };
        assert!((nearly.exact_distance() - expected).abs() < 1e-5);
        let path = Mover::Scheme(Scheme::FlowKick)
            .path(throw, &even(20, 1.0))
            .unwrap();
        assert!((distance(&path).unwrap() - expected).abs() < 1e-13);
    }
}
