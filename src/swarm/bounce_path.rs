//! The path of one body above planes during a step: hops, slides and rest.

mod gliding;
mod sliding;

use nalgebra::{ComplexField, SVector};

use super::held::Held;
use crate::ballistics::{Crossing, CrossingTimes, Plane, Trajectory};
use crate::contact::Contact;
use crate::flow::{Decay, LinearLaw};
use crate::numbers::{Float, extent, from_f64, to_f64};

/// What the bodies of a group meet during a step.
pub(super) struct Surroundings<'a, T, const D: usize> {
    /// The law, its time counted from the start of the step.
    law: LinearLaw<f64, D>,
    pub(super) planes: &'a [Plane<T, D>],
    /// The first of them, with unit normals.
    prepared: [Unit<T, D>; PREPARED],
    contact: Contact<f64>,
    /// \[s\]
    dt: f64,
    /// The decay over the step, if the law is constant acceleration with drag.
    decay: Option<Decay>,
}

/// A plane of unit normal.
#[derive(Clone, Copy)]
struct Unit<T, const D: usize> {
    plane: Plane<f64, D>,
    /// Bound on the rounding of a height over the plane as given: per size of the position, and constant.
    rounding: [T; 2],
    /// Whether a body at rest on it stays, under constant acceleration and drag.
    holds: bool,
}

/// How many planes are prepared for all bodies; others are prepared for each body that comes near.
pub(super) const PREPARED: usize = 8;

/// The path of one body from contact to contact, in `f64` whatever the numbers of the swarm.
struct Path<'a, T, const D: usize> {
    around: &'a Surroundings<'a, T, D>,
    /// The law, its time counted from now.
    law: LinearLaw<f64, D>,
    position: SVector<f64, D>,
    velocity: SVector<f64, D>,
    /// Since the start of the step \[s\].
    time: f64,
    /// For how long the body still bounces, too low to be followed \[s\].
    trembles: f64,
}

/// Why a leg ends.
#[derive(Clone, Copy)]
enum End<const D: usize> {
    /// Nothing happens; the closed form holds no further, or the step ends.
    Continues,
    /// Friction has stopped the body.
    Stops,
    Touches(Plane<f64, D>),
}

/// The most legs of a body in one step.
pub(super) const MOST_LEGS: usize = 10_000;

impl<'a, T: Float, const D: usize> Surroundings<'a, T, D> {
    pub(super) fn new(
        law: LinearLaw<f64, D>,
        planes: &'a [Plane<T, D>],
        contact: &Contact<T>,
        dt: f64,
    ) -> Self {
        let is_steady = law.is_isotropic()
            && law.stiffness_per_mass == 0.0
            && law.damping >= 0.0
            && law.ramp == SVector::<f64, D>::zeros();
        let nowhere = Unit {
            plane: Plane::new(SVector::zeros(), 0.0),
            rounding: [T::zero(); 2],
            holds: false,
        };
        let mut around = Self {
            law,
            planes,
            prepared: [nowhere; PREPARED],
            contact: Contact {
                restitution: to_f64(contact.restitution),
                friction: to_f64(contact.friction),
                tangential_restitution: to_f64(contact.tangential_restitution),
                rolling: to_f64(contact.rolling),
            },
            dt,
            decay: is_steady.then(|| Decay::new(law.damping, dt)),
        };
        for (place, plane) in planes.iter().enumerate().take(PREPARED) {
            around.prepared[place] = around.unit(plane);
        }
        around
    }

    /// A plane with a unit normal.
    fn unit(&self, plane: &Plane<T, D>) -> Unit<T, D> {
        let epsilon = T::default_epsilon() * from_f64(4.0);
        let rounding = [plane.normal.abs().sum(), plane.distance.abs()].map(|size| size * epsilon);
        let normal = plane.normal.map(to_f64);
        let length = normal.norm();
        let plane = Plane::new(normal / length, to_f64(plane.distance) / length);
        // at rest there is no drag
        let pull = -plane.normal.dot(&self.law.constant);
        let along = (self.law.constant + plane.normal * pull).norm();
        let level = 64.0 * f64::EPSILON * self.law.constant.norm();
        let holds = pull > 0.0 && along <= (self.contact.friction * pull).max(level);
        Unit {
            plane,
            rounding,
            holds: self.decay.is_some() && holds,
        }
    }

    fn units(&self) -> impl Iterator<Item = Unit<T, D>> + Clone {
        let prepared = self.prepared.iter().take(self.planes.len()).copied();
        let others = self.planes.iter().skip(PREPARED);
        prepared.chain(others.map(|plane| self.unit(plane)))
    }

    /// The state of a body after the step; none if it has more than [`MOST_LEGS`] contacts.
    pub(super) fn state_after(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
    ) -> Option<[SVector<T, D>; 2]> {
        let start = [position.map(to_f64), velocity.map(to_f64)];
        let [position, velocity] = match self.glided(start) {
            Some(end) => end,
            None => Path::new(self, start).end()?,
        };
        let still = |speed: f64| if speed.abs() < STILL { 0.0 } else { speed };
        let velocity = velocity.map(|speed| from_f64(still(speed)));
        Some([position.map(from_f64), velocity])
    }

    /// The planes, with unit normals.
    fn planes(&self) -> impl Iterator<Item = Plane<f64, D>> + Clone {
        self.units().map(|unit| unit.plane)
    }

    /// The rounding error of the height of a body over a plane, as the swarm stores positions \[m\].
    fn tolerance(&self, plane: &Plane<f64, D>, [x, v]: [&SVector<f64, D>; 2]) -> f64 {
        let size = extent(x) + v.norm() * self.dt;
        let terms = plane.normal.abs().sum() * size + plane.distance.abs();
        4.0 * to_f64(T::default_epsilon()) * terms
    }

    /// The speed along a normal below which a body does not bounce, for a pull \[m/s²\] towards the plane: its bounces would end
    /// within `8 √ε` seconds, or rise by no more than the tolerance \[m\].
    fn low_speed(&self, velocity: &SVector<f64, D>, pull: f64, tolerance: f64) -> f64 {
        let epsilon = to_f64(T::default_epsilon());
        let pull = pull.max(0.0);
        let loss = 1.0 - self.contact.restitution;
        let short = 4.0 * ComplexField::sqrt(epsilon) * pull * loss;
        let rounding = 16.0 * epsilon * velocity.norm();
        (short.max(ComplexField::sqrt(2.0 * pull * tolerance))).max(rounding)
    }
}

impl<'a, T: Float, const D: usize> Path<'a, T, D> {
    fn new(around: &'a Surroundings<'a, T, D>, [position, velocity]: [SVector<f64, D>; 2]) -> Self {
        Self {
            around,
            law: around.law,
            position,
            velocity,
            time: 0.0,
            trembles: 0.0,
        }
    }

    /// The state at the end of the step; none after [`MOST_LEGS`].
    fn end(mut self) -> Option<[SVector<f64, D>; 2]> {
        self.stay_above();
        for _ in 0..MOST_LEGS {
            let left = self.around.dt - self.time;
            // with NaN it ends, and the caller reports it
            if left.is_nan() || left <= 0.0 {
                return Some([self.position, self.velocity]);
            }
            self.follow_leg(left);
        }
        None
    }

    /// The rounding error of the height over a plane \[m\].
    fn tolerance(&self, plane: &Plane<f64, D>) -> f64 {
        (self.around).tolerance(plane, [&self.position, &self.velocity])
    }

    /// The speed along a normal below which the body does not bounce \[m/s\], for a pull \[m/s²\].
    fn low_speed(&self, plane: &Plane<f64, D>, pull: f64) -> f64 {
        (self.around).low_speed(&self.velocity, pull, self.tolerance(plane))
    }

    /// One hop, one slide, or one impulse without time.
    fn follow_leg(&mut self, left: f64) {
        let (around, law) = (self.around, self.law);
        let pull = law.acceleration(&self.position, &self.velocity, 0.0);
        let touching =
            (around.planes()).filter(|plane| plane.height(self.position) <= self.tolerance(plane));
        let approach = |plane: &Plane<f64, D>| plane.normal.dot(&self.velocity);
        let low = |plane: &Plane<f64, D>| self.low_speed(plane, -plane.normal.dot(&pull));
        if let Some(plane) = touching.clone().find(|plane| approach(plane) < -low(plane)) {
            self.bounce(&plane);
            return;
        }
        let staying = touching.filter(|plane| approach(plane) <= low(plane));
        let held = Held::of(&pull, staying);
        if held.is_empty() {
            self.trembles = 0.0;
            self.fly(left);
        } else {
            self.slide(&held, &pull, left);
        }
    }

    /// The impulse of a plane.
    ///
    /// A body that leaves with a low speed u stays on the plane. Its other bounces take `2 u/(g (1 - e))`, and their impulses along
    /// the normal sum to `(1 + e) u/(1 - e)`: for so long the friction is that of a push of `g (1 + e)/2`.
    fn bounce(&mut self, plane: &Plane<f64, D>) {
        let contact = &self.around.contact;
        self.position -= plane.normal * plane.height(self.position);
        self.velocity = contact.velocity_after(self.velocity, plane.normal);
        let acceleration = self.law.acceleration(&self.position, &self.velocity, 0.0);
        let pull = -plane.normal.dot(&acceleration);
        let speed = plane.normal.dot(&self.velocity);
        if pull > 0.0 && speed <= self.low_speed(plane, pull) {
            self.velocity -= plane.normal * speed;
            let loss = 1.0 - contact.restitution;
            if loss > 0.0 {
                self.trembles = self.trembles.max(2.0 * speed / (pull * loss));
            }
        }
    }

    /// A hop, up to the next touch.
    fn fly(&mut self, left: f64) {
        let law = self.law;
        let touch = self.first_touch(&law, left, |_| false);
        match touch {
            Some((time, plane)) => {
                self.advance(&law, time);
                self.stay_above();
                self.bounce(&plane);
            }
            None => {
                self.advance(&law, left);
                self.stay_above();
                self.time = self.around.dt;
            }
        }
    }

    /// The first plane that a motion under a law touches before a time \[s\], and when.
    fn first_touch(
        &self,
        law: &LinearLaw<f64, D>,
        mut end: f64,
        is_held: impl Fn(&Plane<f64, D>) -> bool,
    ) -> Option<(f64, Plane<f64, D>)> {
        let flight = law.launch(self.position, self.velocity);
        let acceleration = law.acceleration(&self.position, &self.velocity, 0.0);
        let mut first = None;
        for plane in self.around.planes().filter(|plane| !is_held(plane)) {
            let tolerance = self.tolerance(&plane);
            let pull = -plane.normal.dot(&acceleration);
            let approach = -plane.normal.dot(&self.velocity);
            if plane.height(self.position) <= tolerance && approach > self.low_speed(&plane, pull) {
                return Some((0.0, plane));
            }
            let height = flight.height_over(&plane);
            let mut times = CrossingTimes::new(height, Crossing::Descending, 0.0, end, tolerance);
            if let Some(time) = times.next() {
                (end, first) = (time, Some((time, plane)));
            }
        }
        first
    }

    /// Moves the body under a law for a time \[s\].
    fn advance(&mut self, law: &LinearLaw<f64, D>, time: f64) {
        (law.flow(time)).advance(&mut self.position, &mut self.velocity, 0.0);
        self.pass(time);
    }

    /// Puts the body onto planes that it is below.
    fn stay_above(&mut self) {
        for plane in self.around.planes() {
            let height = plane.height(self.position);
            if height < 0.0 {
                self.position -= plane.normal * height;
            }
        }
    }

    /// Lets time \[s\] pass.
    fn pass(&mut self, time: f64) {
        self.law.constant += self.law.ramp * time;
        self.time += time;
        self.trembles = (self.trembles - time).max(0.0);
    }
}

/// Speeds that are set to zero \[m/s\]: long before numbers become slow.
const STILL: f64 = 1e-30;
