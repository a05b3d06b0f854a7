//! Motion along planes, with friction.

use nalgebra::{ComplexField, SMatrix, SVector};

use super::{End, Held, Path};
use crate::ballistics::{Crossing, CrossingTimes, Plane, Trajectory};
use crate::flow::LinearLaw;
use crate::numbers::Float;

/// What acts on a body along the planes that hold it.
struct Drive<const D: usize> {
    /// The law along the planes, without friction.
    law: LinearLaw<f64, D>,
    /// Acceleration along the planes without friction \[m/s²\], and its rate \[m/s³\].
    pull: SVector<f64, D>,
    slope: SVector<f64, D>,
    /// Acceleration by friction that opposes sliding \[m/s²\], and its rate \[m/s³\].
    friction: (f64, f64),
    rounding: f64,
}

impl<T: Float, const D: usize> Path<'_, T, D> {
    /// Slides or rests on planes until something changes; the acceleration \[m/s²\] is that without them.
    ///
    /// Friction is `μ N` against the direction of sliding. While that direction stays, this is one more constant or ramping
    /// acceleration. Otherwise friction keeps its direction of the middle of a leg, in which it turns by 1/32 radian, or which is
    /// 1/64 of the step.
    pub(super) fn slide(&mut self, held: &Held<D>, acceleration: &SVector<f64, D>, left: f64) {
        let along = held.along();
        held.snap(&mut self.position);
        self.velocity = along * self.velocity;
        let pulled = along * acceleration;
        let law = &self.law;
        let slope = law.ramp - self.velocity * law.stiffness_per_mass
            + law.tide * self.velocity
            + law.gyration * pulled
            - pulled * law.damping;
        let growth = held.reactions(&slope);
        let contact = &self.around.contact;
        let share = if self.trembles > 0.0 {
            0.5 * (1.0 + contact.restitution)
        } else {
            1.0
        };
        let factor = contact.friction * share;
        let drive = Drive {
            law: law_along(law, &along, &self.position),
            pull: pulled,
            slope: along * slope,
            friction: (factor * held.push(), factor * growth.sum()),
            rounding: 64.0 * f64::EPSILON * acceleration.norm(),
        };
        let mut end = left.min(held.end_of_push(&growth));
        if self.trembles > 0.0 {
            end = end.min(self.trembles);
        }
        let speed = self.velocity.norm();
        if speed == 0.0 && drive.pull.norm() <= drive.friction.0.max(drive.rounding) {
            self.pass_until(drive.rests_until(end), left);
            return;
        }
        self.slide_under(held, &drive, speed, (end, left));
    }

    fn slide_under(
        &mut self,
        held: &Held<D>,
        drive: &Drive<D>,
        speed: f64,
        (mut end, left): (f64, f64),
    ) {
        let (mut direction, limit) = drive.direction(&self.velocity, speed, self.around.dt);
        if drive.friction.0 > 0.0 {
            end = end.min(limit).min(self.longest_with_friction());
            if limit < f64::INFINITY {
                // the mean velocity m = v + (a - F d) h/2 is along d if d is along v + a h/2
                let middle = self.velocity + drive.pull * (0.5 * end);
                if middle.dot(&self.velocity) > 0.0 {
                    direction = middle.try_normalize(0.0).unwrap_or(direction);
                }
            }
        }
        let mut law = drive.law;
        law.constant -= direction * drive.friction.0;
        law.ramp -= direction * drive.friction.1;
        let mut what = End::Continues;
        if drive.friction.0 > 0.0
            && let Some(time) = self.stop(&law, &direction, end)
        {
            (end, what) = (time, End::Stops);
        }
        if let Some((time, plane)) = self.first_touch(&law, end, |plane| held.contains(plane)) {
            (end, what) = (time, End::Touches(plane));
        }
        let along = held.along();
        self.advance(&law, end);
        held.snap(&mut self.position);
        self.stay_above();
        self.velocity = along * self.velocity;
        match what {
            End::Touches(plane) => self.bounce(&plane),
            End::Stops if limit == f64::INFINITY => self.velocity = SVector::zeros(),
            End::Stops => self.velocity -= direction * direction.dot(&self.velocity),
            End::Continues if end == left => self.time = self.around.dt,
            End::Continues => {}
        }
    }

    /// Lets time pass up to `end`, which is at most `left` \[s\].
    fn pass_until(&mut self, end: f64, left: f64) {
        self.pass(end);
        if end == left {
            self.time = self.around.dt;
        }
    }

    /// When the speed along a direction becomes zero \[s\].
    fn stop(&self, law: &LinearLaw<f64, D>, direction: &SVector<f64, D>, end: f64) -> Option<f64> {
        // v follows the law without its constant: v'' = j - γ v' - k v + G v' + C v
        let acceleration = law.acceleration(&self.position, &self.velocity, 0.0);
        let mut of_velocity = *law;
        of_velocity.constant = law.ramp;
        of_velocity.ramp = SVector::zeros();
        let velocity = of_velocity.launch(self.velocity, acceleration);
        let height = velocity.height_over(&Plane::new(*direction, 0.0));
        CrossingTimes::new(height, Crossing::Descending, 0.0, end, 0.0).next()
    }

    /// For how long the friction is linear in time \[s\]: without end, unless the push depends on the velocity.
    fn longest_with_friction(&self) -> f64 {
        let law = &self.law;
        if law.is_isotropic() {
            return f64::INFINITY;
        }
        let stiffness = law.stiffness_per_mass.abs() + law.tide.norm();
        0.125 / (ComplexField::sqrt(stiffness) + law.gyration.norm())
    }
}

impl<const D: usize> Drive<D> {
    /// The direction of sliding, and for how long friction may keep it \[s\]: without end if it does not turn.
    fn direction(&self, velocity: &SVector<f64, D>, speed: f64, dt: f64) -> (SVector<f64, D>, f64) {
        let moving = if speed > 0.0 { velocity } else { &self.pull };
        let Some(direction) = moving.try_normalize(0.0) else {
            return (SVector::zeros(), f64::INFINITY);
        };
        let across = |vector: &SVector<f64, D>| (vector - direction * direction.dot(vector)).norm();
        let turning = across(&self.pull);
        let slope_rounding = 64.0 * f64::EPSILON * self.slope.norm();
        if turning <= self.rounding && across(&self.slope) <= slope_rounding {
            return (direction, f64::INFINITY);
        }
        let limit = if turning > 0.0 {
            speed / (32.0 * turning)
        } else {
            dt
        };
        (direction, limit.max(dt / 64.0))
    }

    /// Until when friction holds a body at rest, at most until `end` \[s\]: `|p + p' t| ≤ F + F' t`.
    fn rests_until(&self, end: f64) -> f64 {
        let (force, growth) = self.friction;
        let moves = |time: f64| {
            let holds = (force + growth * time).max(self.rounding);
            (self.pull + self.slope * time).norm() > holds
        };
        // a convex condition: true at the end and false now, so its change is one
        if !moves(end) {
            return end;
        }
        let (mut from, mut to) = (0.0, end);
        for _ in 0..64 {
            let middle = 0.5 * (from + to);
            *(if moves(middle) { &mut to } else { &mut from }) = middle;
        }
        to.max(SHORTEST_REST).min(end)
    }
}

/// The shortest leg at rest under a pull that grows \[s\].
const SHORTEST_REST: f64 = 1e-6;

/// A law whose motion from a position stays along planes: what acts across them is gone, and a spring pulls towards the point of the
/// planes next to its anchor.
fn law_along<const D: usize>(
    law: &LinearLaw<f64, D>,
    along: &SMatrix<f64, D, D>,
    position: &SVector<f64, D>,
) -> LinearLaw<f64, D> {
    let off = position - along * position;
    let mut held = *law;
    held.constant = along * (law.constant + law.tide * off) + off * law.stiffness_per_mass;
    held.ramp = along * law.ramp;
    if !law.is_isotropic() {
        held.gyration = along * law.gyration * along;
        held.tide = along * law.tide * along;
    }
    held
}
