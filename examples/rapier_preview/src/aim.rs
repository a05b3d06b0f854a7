//! How to throw so that the steps of an engine hit.

use kinstep::aim::{AimError, Arcs, Launch};
use kinstep::ballistics::{Ballistics, EngineError, EngineStep, Trajectory};
use kinstep::nalgebra::Vector3;

/// What is thrown at, on a straight line.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// At the time of launch \[m\].
    pub position: Vector3<f64>,
    /// \[m/s\]
    pub velocity: Vector3<f64>,
}

impl Target {
    /// Where it is after a time \[m\].
    #[must_use]
    pub fn at(&self, time: f64) -> Vector3<f64> {
        self.position + self.velocity * time
    }
}

/// Plans throws for an engine.
///
/// Through the steps of an engine runs one curve, and it is a flight under linear drag, though not of the launch
/// velocity v₀, and not under g:
///
/// ```text
/// x(t) = x₀ + w S(t) + c S₁(t)      w = α v₀ + lead
/// ```
///
/// So any planner for linear drag plans the curve. It answers with w, and `v₀ = (w - lead)/α`.
#[derive(Debug, Clone, Copy)]
pub struct EngineAim {
    step: EngineStep<f64, 3>,
    /// The curve's own drag rate γ, and c for gravity.
    air: Ballistics<f64, 3>,
    /// α
    share: f64,
    /// What gravity adds to w \[m/s\].
    lead: Vector3<f64>,
}

impl EngineAim {
    /// For an engine that steps like this, with its damping and gravity.
    ///
    /// # Errors
    /// If steps like this make no sense, or leave no curve between them.
    pub fn new(step: EngineStep<f64, 3>) -> Result<Self, EngineError<f64>> {
        step.check()?;
        let origin = Vector3::zeros();
        // without gravity: x' = α v₀ at launch, x'' = -γ x'
        let coasting = step.gravity(origin).launch(origin, Vector3::x());
        let share = coasting.tangent(0.0).x;
        let rate = -coasting.acceleration(0.0).x / share;
        // from rest: x' = lead at launch, x'' = c - γ x'
        let falling = step.launch(origin, origin);
        let lead = falling.tangent(0.0);
        let pull = falling.acceleration(0.0) + lead * rate;
        Ok(Self {
            step,
            air: Ballistics::new(pull).with_drag_rate(rate),
            share,
            lead,
        })
    }

    /// The flat and the high throw that hit at this speed \[m/s\], at any moment, also between two steps.
    ///
    /// # Errors
    /// As [`Aim::at_speed`](kinstep::aim::Aim::at_speed), with the least speed of this engine's throw.
    pub fn at_speed(
        &self,
        from: Vector3<f64>,
        target: &Target,
        speed: f64,
    ) -> Result<Arcs<f64, 3>, AimError<f64>> {
        let aim = self.air.aim(from, target.position).moving(target.velocity);
        // |w - lead| = α |v₀|: as though someone threw who moves with the lead
        let planned = aim.shooter_moving(self.lead).at_speed(self.share * speed);
        let arcs = planned.map_err(|error| match error {
            AimError::OutOfRange { least_speed, .. } => AimError::OutOfRange {
                speed,
                least_speed: least_speed / self.share,
            },
            other => other,
        })?;
        let as_thrown = |launch: Launch<f64, 3>| Launch {
            velocity: (launch.velocity - self.lead) / self.share,
            ..launch
        };
        Ok(Arcs {
            direct: as_thrown(arcs.direct),
            lofted: as_thrown(arcs.lofted),
        })
    }

    /// The velocity that hits after so many whole steps \[m/s\]; at least one.
    ///
    /// A step is linear in the velocity: where the throw arrives from rest, and how far each metre per second takes it,
    /// say all.
    #[must_use]
    pub fn in_steps(&self, from: Vector3<f64>, target: &Target, steps: u64) -> Vector3<f64> {
        let origin = Vector3::zeros();
        let rest = self.step.launch(from, origin).after_steps(steps);
        let coasting = self.step.gravity(origin).launch(origin, Vector3::x());
        let reach = coasting.after_steps(steps).position.x;
        (target.at(rest.time) - rest.position) / reach
    }
}
