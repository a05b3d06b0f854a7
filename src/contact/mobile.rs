//! A body during a flow: its state, its inertia, and contact data from earlier flows.

use super::fall::V;
use super::parameters::{ContactKind, SegmentKind};
use super::problem::{Inverse, Solved, Touch, solve};
use super::segments::{Flow, MOST_SUBSTEPS};
use nalgebra::{ComplexField, UnitQuaternion};

/// Contact data that a body keeps from step to step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Memory {
    /// Normal of the flat part along which the body moved last; zero if there is none.
    pub(super) along: V,
    /// Change of the velocity of the body by the last kick \[m/s\].
    pub(super) kicked: V,
}

/// A body during a flow.
#[derive(Debug, Clone)]
pub(super) struct Mobile {
    pub(super) position: V,
    pub(super) velocity: V,
    pub(super) spin: V,
    pub(super) mass: f64,
    pub(super) inverse: Inverse,
    /// Rotation since the start of the flow.
    pub(super) turned: UnitQuaternion<f64>,
    /// Angle of rotation since the start of the flow, in the plane \[rad\].
    pub(super) angle: f64,
    pub(super) memory: Memory,
    /// Number of kicks by which the velocity is ahead of the velocity under a steady force.
    pub(super) ahead: f64,
}

impl Mobile {
    /// Returns the kinetic energy in a frame that moves with the velocity `frame` \[J\].
    pub(super) fn kinetic(&self, frame: &V) -> f64 {
        let spin = if self.inverse.inertia > 0.0 {
            self.spin.norm_squared() / self.inverse.inertia
        } else {
            0.0
        };
        0.5 * (self.mass * (self.velocity - frame).norm_squared() + spin)
    }

    /// Reduces the motion to the maximum kinetic energy `most` \[J\], in the frame of the surface,
    /// because contacts never add energy in this frame.
    pub(super) fn cap(&mut self, most: f64, frame: &V) {
        let (now, most) = (self.kinetic(frame), most.max(0.0));
        if now > most {
            let scale = ComplexField::sqrt(most / now);
            self.velocity = frame + (self.velocity - frame) * scale;
            self.spin *= scale;
        }
    }

    pub(super) fn turn(&mut self, by: &V) {
        if self.inverse.inertia > 0.0 && *by != V::zeros() {
            self.angle += by.z;
            self.turned = UnitQuaternion::from_scaled_axis(*by) * self.turned;
        }
    }

    /// Returns the rolling velocity of a body relative to a contact \[m/s\], and the maximum change
    /// of this velocity by rolling resistance under a normal impulse `out` \[N s\].
    fn rolling(&self, touch: &Touch, out: f64) -> (V, f64) {
        let rolls = touch.along(&(self.velocity - touch.velocity - touch.belt));
        let most = touch.rolling * out * self.inverse.mass * self.rolling_share();
        (rolls, most)
    }

    /// Whether the body still rolls after rolling resistance under twice the normal impulse `out`
    /// \[N s\].
    pub(super) fn rolls_on(&self, touch: &Touch, out: f64) -> bool {
        let (rolls, most) = self.rolling(touch, out);
        rolls.norm() > 2.0 * most
    }

    /// Slows the rolling of a body by rolling resistance under a normal impulse `out` \[N s\].
    pub(super) fn resist(&mut self, touch: &Touch, out: f64) {
        if self.inverse.inertia == 0.0 || touch.rolling == 0.0 {
            return;
        }
        let (rolls, most) = self.rolling(touch, out);
        let size = rolls.norm();
        let lost = if size > most {
            rolls * (most / size)
        } else {
            rolls
        };
        self.velocity -= lost;
        self.spin -= touch.normal.cross(&lost) / self.radius();
    }

    /// Returns the fraction `1/(1 + I/(m r²))` of a force along the surface that accelerates a
    /// rolling ball.
    pub(super) fn rolling_share(&self) -> f64 {
        1.0 - self.inverse.mass * self.inverse.tangential_mass()
    }

    pub(super) fn radius(&self) -> f64 {
        self.inverse.radius
    }
}

/// Returns the velocity of the frame in which contacts do no work: the common velocity of the
/// surfaces; `None` if they move differently.
pub(super) fn frame(touches: &[Touch]) -> Option<V> {
    let first = touches.first()?.velocity;
    (touches.iter().all(|touch| touch.velocity == first)).then_some(first)
}

// Contacts at the start of a segment: the impact, and the contacts that stay closed.

impl Flow<'_, '_> {
    /// Applies the impact law. Returns the contact with the highest approach speed if this speed
    /// exceeds what rounding or a kick alone causes.
    pub(super) fn impact(&mut self, body: &mut Mobile, slow: f64) -> Option<Touch> {
        let mut touches = core::mem::take(&mut self.lists.touches);
        let kicked = body.memory.kicked;
        let is_steady = kicked != V::zeros()
            && (touches.iter()).all(|touch| {
                -touch.leaving(&body.velocity) > 4.0 * touch.normal.dot(&kicked).abs()
            });
        let ahead = if is_steady {
            kicked * body.ahead
        } else {
            V::zeros()
        };
        body.velocity -= ahead;
        let is_hit = touches
            .iter()
            .any(|touch| touch.leaving(&body.velocity) < 0.0);
        let mut hardest: Option<(f64, usize)> = None;
        for (index, touch) in touches.iter_mut().enumerate() {
            let approach = -touch.leaving(&body.velocity);
            // the approach is faster than a kick alone causes
            let is_struck = approach > slow && approach > 2.0 * touch.normal.dot(&kicked).abs();
            let rebound = if is_struck && approach * touch.restitution > slow {
                approach * touch.restitution
            } else {
                0.0
            };
            touch.target = touch.normal.dot(&touch.velocity) + rebound;
            touch.drive = touch.velocity + touch.belt;
            touch.slip = V::zeros();
            if is_struck {
                let slip = touch.slip_of(&body.velocity, &body.spin, body.radius());
                touch.drive -= slip * touch.tangential_restitution;
                if hardest.is_none_or(|(most, _)| approach > most) {
                    hardest = Some((approach, index));
                }
            }
        }
        if is_hit {
            if let [touch] = &mut touches[..]
                && touch.is_flat
            {
                // the flight of a low hop would be inaccurate by rounding, so the gap is set to
                // zero
                body.position -= touch.normal * touch.gap;
                touch.gap = 0.0;
            }
            let still =
                frame(&touches).filter(|_| touches.iter().all(|touch| touch.belt == V::zeros()));
            let before = still.map(|still| body.kinetic(&still));
            let solved = solve(&body.inverse, body.velocity, body.spin, &mut touches);
            (body.velocity, body.spin) = (solved.velocity, solved.spin);
            if let (Some(still), Some(before)) = (still, before) {
                body.cap(before, &still);
            }
        }
        body.velocity += ahead;
        let struck = hardest.map(|(_, index)| touches[index]);
        if is_steady
            && touches
                .iter()
                .any(|touch| touch.leaving(&body.velocity) < 0.0)
        {
            for touch in &mut touches {
                touch.target = touch.normal.dot(&touch.velocity);
            }
            let solved = solve(&body.inverse, body.velocity, body.spin, &mut touches);
            (body.velocity, body.spin) = (solved.velocity, solved.spin);
        }
        if let Some(touch) = struck {
            body.velocity += touch.push;
            if touch.leaving(&body.velocity) > slow {
                let impulse = touch.normal * touch.push_out + touch.grip + touch.push * body.mass;
                self.happened(ContactKind::Bounce, &touch, body, impulse);
                self.lists.kind = Some(SegmentKind::Flight);
            }
        }
        self.lists.touches = touches;
        struck
    }

    /// Removes the velocity components that the walls do not allow. Two walls allow one direction
    /// in space and none in the plane; three walls allow none.
    pub(super) fn project(&self, body: &mut Mobile) {
        let touches = &self.lists.touches;
        let mut basis = [V::zeros(); 3];
        let mut count = 0;
        for touch in touches {
            let across = basis[..count]
                .iter()
                .fold(touch.normal, |normal, one| normal - one * one.dot(&normal));
            let size = across.norm();
            if size < 1e-6 || count == 3 {
                continue;
            }
            let across = across / size;
            body.velocity -= across * (touch.leaving(&body.velocity) / touch.normal.dot(&across));
            basis[count] = across;
            count += 1;
        }
        if let (true, Some(still)) = (count >= self.dimension, frame(touches)) {
            body.velocity = still;
        }
    }

    /// Solves the contact problem for accelerations. Contacts that do not push are about to open.
    pub(super) fn stay_closed(&mut self, body: &Mobile, pull: &V, same: f64) -> Solved {
        let mut touches = core::mem::take(&mut self.lists.touches);
        for touch in &mut touches {
            let way = touch.along(&(body.velocity - touch.velocity));
            touch.target = if touch.is_flat {
                0.0
            } else {
                -self.bend(touch, &way, body) * way.norm_squared()
            };
            touch.drive = touch.velocity + touch.belt;
            let slip = touch.slip_of(&body.velocity, &body.spin, body.radius());
            let size = slip.norm();
            touch.slip = if size > same { slip / size } else { V::zeros() };
            touch.drive = V::zeros();
        }
        let solved = solve(&body.inverse, *pull, self.law.turning, &mut touches);
        self.lists.touches = touches;
        solved
    }

    /// Returns the curvature of the path of the centre ahead \[1/m\], by a difference quotient. At
    /// the end of a flat part this is the curvature of the edge. It is negative in a hollow.
    pub(super) fn bend(&self, touch: &Touch, way: &V, body: &Mobile) -> f64 {
        let size = way.norm();
        if size == 0.0 {
            return 0.0;
        }
        let far = 1e-3 * (body.radius() + 1e-3 * body.position.norm()).max(1e-6);
        let aside = way * (far / size);
        let gap = |position: &V| {
            let near = self.near(touch.part, position, body.radius(), f64::INFINITY, 0.0);
            near.map_or(touch.gap, |near| near.gap)
        };
        2.0 * (gap(&(body.position + aside)) - touch.gap) / (far * far)
    }

    /// Returns the duration of a substep at a curved contact \[s\].
    pub(super) fn curved_substep(&self, body: &Mobile, touch: &Touch, pull: &V, same: f64) -> f64 {
        let way = touch.along(&(body.velocity - touch.velocity));
        let way = if way.norm() > same {
            way
        } else {
            touch.along(pull)
        };
        let bend = self.bend(touch, &way, body).abs();
        let speed = (body.velocity - touch.velocity).norm();
        let by_speed = 0.02 / (speed * bend + 1e-9);
        let by_pull = 0.05 / ComplexField::sqrt(pull.norm() * bend + 1e-18);
        (by_speed.min(by_pull)).clamp(self.span / MOST_SUBSTEPS, self.span)
    }
}
