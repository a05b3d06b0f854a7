//! Flight under any linear law.

mod gyrating;
mod height;
mod mean;
mod swing;

use nalgebra::{ComplexField, RealField, SVector};

use gyrating::GyratingHeight;
use height::SwingHeight;
use swing::Swing;

use super::arc::Arc;
use super::event::{Event, Height, Plane};
use super::sampling::Samples;
use super::trajectory::Trajectory;
use crate::flow::LinearLaw;
use crate::space::{narrow, widen};

/// Exact flight under a [`LinearLaw`]: gravity, wind, drag, springs, dampers, ramps, magnetic fields and turning
/// frames together.
///
/// Where a field or frame turns the velocity *and* a spring, a tide or a ramp acts, [`apex_along`](Trajectory::apex_along)
/// and [`crossing`](Trajectory::crossing) look ahead for 100 radians of the fastest that the law has;
/// [`crossings`](Trajectory::crossings) looks as far as its span goes. Beyond 2⁵² radians of a field or frame, unless
/// damping ends all memory of the start, no digit of the angle is known, and states are not numbers.
///
/// ```
/// use kinstep::LinearLaw;
/// use kinstep::ballistics::{Crossing, Plane, Trajectory};
///
/// // a bungee jump: when does the rope turn the fall?
/// let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::spring(0.4) + LinearLaw::drag(0.05);
/// let jump = law.launch([0.0, 0.0], [1.0, 0.0]);
/// let lowest = jump.apex_along([0.0, -1.0]).unwrap();
/// assert!(lowest.time > 4.97 && lowest.time < 4.98 && lowest.position.y < -46.0);
/// // and when is it back at a height of -30 m?
/// let back = jump.crossing(&Plane::new([0.0, 1.0], -30.0), Crossing::Ascending).unwrap();
/// assert!(back.time > lowest.time);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: nalgebra::Scalar + serde::Serialize",
        deserialize = "T: nalgebra::Scalar + serde::Deserialize<'de>"
    ))
)]
pub struct LawFlight<T, const D: usize> {
    law: LinearLaw<T, D>,
    position: SVector<T, D>,
    velocity: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> LinearLaw<T, D> {
    /// The flight under this law from a position \[m\] with a velocity \[m/s\]; a ramp grows from launch on.
    #[must_use]
    pub fn launch(
        &self,
        position: impl Into<SVector<T, D>>,
        velocity: impl Into<SVector<T, D>>,
    ) -> LawFlight<T, D> {
        LawFlight {
            law: *self,
            position: position.into(),
            velocity: velocity.into(),
        }
    }
}

impl<T: RealField + Copy, const D: usize> LawFlight<T, D> {
    /// The law of this flight.
    #[must_use]
    pub fn law(&self) -> LinearLaw<T, D> {
        self.law
    }

    /// Adds a constant acceleration \[m/s²\].
    pub(super) fn push(&mut self, acceleration: &SVector<T, D>) {
        self.law.constant += acceleration;
    }

    /// Acceleration at launch, and its derivative.
    fn start(&self) -> (SVector<T, D>, SVector<T, D>) {
        let acceleration = self
            .law
            .acceleration(&self.position, &self.velocity, T::zero());
        let jerk = self.law.ramp + self.free_slope(&self.velocity, &acceleration);
        (acceleration, jerk)
    }

    /// `-B y' - K y`: how what swings freely is pulled.
    fn free_slope(&self, y: &SVector<T, D>, rate: &SVector<T, D>) -> SVector<T, D> {
        let isotropic = -rate * self.law.damping - y * self.law.stiffness;
        if self.law.is_isotropic() {
            return isotropic;
        }
        isotropic + self.law.gyration * rate + self.law.tide * y
    }

    /// Acceleration and its derivative at a time.
    fn pull(&self, time: T) -> (SVector<T, D>, SVector<T, D>) {
        let (mut acceleration, mut jerk) = self.start();
        if !self.law.is_isotropic() {
            // both go on as a deviation does
            let flow = self.law.flow(time).of_deviations();
            flow.advance(&mut acceleration, &mut jerk, T::zero());
            return (acceleration, jerk);
        }
        let swing = Swing::new(widen(self.law.damping), widen(self.law.stiffness));
        let [[stay, push], [back, left]] = swing.after(widen(time)).map(|row| row.map(narrow::<T>));
        (
            acceleration * stay + jerk * push,
            acceleration * back + jerk * left,
        )
    }

    /// How long what starts like this, and swings freely, can get within a time.
    fn bound(&self, start: &SVector<T, D>, slope: &SVector<T, D>, h: T) -> T {
        let (start, slope) = (widen(start.norm()), widen(slope.norm()));
        if !self.law.is_isotropic() {
            let law = &self.law;
            let [damping, stiffness, tide] =
                [law.damping, law.stiffness, law.tide.norm()].map(widen);
            return narrow(gyrating::bound(
                [damping, stiffness, tide],
                start,
                slope,
                widen(h),
            ));
        }
        let (damping, stiffness) = (widen(self.law.damping), widen(self.law.stiffness));
        // no faster than what is driven and repelled by as much as it is damped and held
        let [[stay, push], _] = Swing::new(-damping.abs(), -stiffness.abs()).after(widen(h));
        let bound = start * stay + slope * push;
        if damping >= 0.0 && stiffness > 0.0 {
            // |y'|² + ω² |y|² only ever decreases; a bound that is NaN is none
            let swing = ComplexField::sqrt(slope * slope / stiffness + start * start);
            return narrow(swing.min(bound));
        }
        narrow(bound)
    }

    /// The same flight in `f64`.
    fn widened(&self) -> LawFlight<f64, D> {
        let law = self.law.wide();
        law.launch(self.position.map(widen), self.velocity.map(widen))
    }

    /// The stiffness \[1/s²\] along a direction that no other motion mixes with: none if others do.
    fn stiffness_along(&self, normal: &SVector<T, D>) -> Option<f64> {
        let LinearLaw {
            stiffness,
            gyration,
            tide,
            ..
        } = &self.law;
        let stiffness = widen(*stiffness);
        if self.law.is_isotropic() {
            return Some(stiffness);
        }
        let is_zero = |vector: &SVector<T, D>| vector.iter().all(T::is_zero);
        if !is_zero(&gyration.tr_mul(normal)) {
            return None;
        }
        let mut pulled = tide.tr_mul(normal);
        if is_zero(&pulled) {
            return Some(stiffness);
        }
        // along an axis
        let axis = normal.iamax();
        let mut rest = *normal;
        (rest[axis], pulled[axis]) = (T::zero(), T::zero());
        (is_zero(&rest) && is_zero(&pulled)).then(|| stiffness - widen(tide[(axis, axis)]))
    }

    /// Whether the acceleration keeps its direction.
    fn is_straight(&self) -> bool {
        self.law.stiffness == T::zero()
            && self.law.ramp.iter().all(T::is_zero)
            && self.law.is_isotropic()
    }
}

/// The height of a [`LawFlight`] over a plane.
///
/// Under an isotropic law the turns are known in closed form, and so they are along directions that no other motion mixes
/// with. Where velocities gyrate, or the pull differs along different directions, they are found by steps that a bound
/// on the jerk proves not to go too far: none is missed. Where gyration, constant forces and drag are all that acts,
/// it is known whether any follows. Else, and if no end is given, turns are looked for up to 100 radians after launch,
/// by the fastest that the law has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LawHeight<const D: usize>(Kind<D>);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind<const D: usize> {
    Swing(SwingHeight),
    Gyrating(GyratingHeight<D>),
}

impl<const D: usize> Height for LawHeight<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        match &self.0 {
            Kind::Swing(height) => height.at(time),
            Kind::Gyrating(height) => height.at(time),
        }
    }

    fn next_turn(&self, after: f64) -> Option<f64> {
        match &self.0 {
            Kind::Swing(height) => height.next_turn(after),
            Kind::Gyrating(height) => height.next_turn(after),
        }
    }

    fn next_turn_before(&self, after: f64, end: f64, budget: &mut usize) -> Option<f64> {
        match &self.0 {
            Kind::Swing(height) => height.next_turn(after),
            Kind::Gyrating(height) => height.next_turn_before(after, end, budget),
        }
    }

    fn limit(&self) -> f64 {
        match &self.0 {
            Kind::Swing(height) => height.limit(),
            Kind::Gyrating(height) => height.limit(),
        }
    }

    fn no_crossing_before(&self, after: f64) -> f64 {
        match &self.0 {
            Kind::Swing(height) => height.no_crossing_before(after),
            Kind::Gyrating(height) => height.no_crossing_before(after),
        }
    }
}

impl<T: RealField + Copy, const D: usize> Trajectory<T, D> for LawFlight<T, D> {
    type Height = LawHeight<D>;

    fn position(&self, time: T) -> SVector<T, D> {
        self.at(time).position
    }

    fn velocity(&self, time: T) -> SVector<T, D> {
        self.at(time).velocity
    }

    fn acceleration(&self, time: T) -> SVector<T, D> {
        self.pull(time).0
    }

    fn at(&self, time: T) -> Event<T, D> {
        let (mut position, mut velocity) = (self.position, self.velocity);
        let flow = self.law.flow(time);
        flow.advance(&mut position, &mut velocity, T::zero());
        Event {
            time,
            position,
            velocity,
        }
    }

    fn height_over(&self, plane: &Plane<T, D>) -> LawHeight<D> {
        let Some(stiffness) = self.stiffness_along(&plane.normal) else {
            return LawHeight(Kind::Gyrating(GyratingHeight::new(self.widened(), plane)));
        };
        LawHeight(Kind::Swing(SwingHeight::new(
            plane.wide_dot(&self.position) - widen(plane.distance),
            plane.wide_dot(&self.velocity),
            plane.clear_dot(&self.law.constant) - widen(plane.distance) * stiffness,
            plane.clear_dot(&self.law.ramp),
            Swing::new(widen(self.law.damping), stiffness),
        )))
    }

    fn acceleration_bound(&self, from: T, to: T) -> T {
        let (acceleration, jerk) = self.pull(from);
        if self.law.stiffness == T::zero() && self.law.is_isotropic() {
            // it goes straight from one to the other
            let last = self.acceleration(to).norm();
            return acceleration.norm().max(last);
        }
        self.bound(&acceleration, &jerk, to - from)
    }

    fn jerk_bound(&self, from: T, to: T) -> Option<T> {
        let (acceleration, jerk) = self.pull(from);
        let next = self.free_slope(&acceleration, &jerk);
        Some(self.bound(&jerk, &next, to - from))
    }

    fn most_pieces(&self, from: T, to: T) -> usize {
        if self.law.is_isotropic() {
            20_000
        } else {
            5_000 / gyrating::cost(&self.law.wide(), widen(from.abs().max(to.abs())))
        }
    }

    fn arc(&self, from: T, to: T) -> Arc<T, D> {
        if self.is_straight() {
            let (start, end) = (self.at(from), self.at(to));
            let rate = widen(self.law.damping);
            return Arc::between_tangents(&start, &end, rate, widen(to - from));
        }
        Arc::about_parabola(self, from, to)
    }

    /// Every sixteenth point is computed anew, those between by recurrence from it.
    fn sample(
        &self,
        from: T,
        step: T,
        count: usize,
    ) -> impl ExactSizeIterator<Item = SVector<T, D>> {
        let flow = self.law.flow(step);
        let time = move |index: usize| from + step * narrow(index as f64);
        Samples::new(
            count,
            move |index| {
                let at = self.at(time(index));
                (at.position, at.velocity)
            },
            move |index, position: &SVector<T, D>, velocity: &SVector<T, D>| {
                flow.displaced(position, velocity, time(index))
            },
        )
    }
}
