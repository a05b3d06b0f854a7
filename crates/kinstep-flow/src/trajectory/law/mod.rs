//! Flight under any linear law.

mod oscillator;
mod slow;
mod turning;

use nalgebra::{ComplexField, RealField, SVector};

use oscillator::DampedOscillator;
use oscillator::OscillatorHeight;
use slow::SlowHeight;
use turning::{TurningHeight, TurningLaw};

pub use slow::fastest_rate;

use super::IntoVector;
use super::event::{Event, Height, Plane};
use super::flight::{Flight, FlightHeight};
use super::measure::samples;
use super::trajectory::Trajectory;
use crate::flow::LinearLaw;

/// Exact flight under a [`LinearLaw`], which may include gravity, wind, drag, springs, dampers,
/// ramps, magnetic fields and rotating frames.
///
/// If a field or a rotating frame acts *together with* a spring, a tide or a ramp,
/// [`apex_along`](Trajectory::apex_along) and [`crossing`](Trajectory::crossing) search for 100
/// radians of the fastest rate of the law; [`crossings`](Trajectory::crossings) searches its whole
/// time interval. After 2⁵² radians in a field or frame no digit of the phase is known, and states
/// are NaN, unless damping has removed the influence of the initial state.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Crossing, Plane, Trajectory};
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
pub struct LawFlight<const D: usize> {
    law: LinearLaw<f64, D>,
    position: SVector<f64, D>,
    velocity: SVector<f64, D>,
}

impl<T: RealField + Copy, const D: usize> LinearLaw<T, D> {
    /// Starts a flight under this law from a position \[m\] with a velocity \[m/s\]. A ramp grows
    /// from the launch on.
    #[must_use]
    pub fn launch(
        &self,
        position: impl IntoVector<D>,
        velocity: impl IntoVector<D>,
    ) -> LawFlight<D> {
        LawFlight {
            law: self.wide(),
            position: position.into_vector(),
            velocity: velocity.into_vector(),
        }
    }
}

impl<const D: usize> LawFlight<D> {
    /// Returns the law of this flight.
    #[must_use]
    pub fn law(&self) -> LinearLaw<f64, D> {
        self.law
    }

    /// Adds a constant acceleration \[m/s²\].
    #[doc(hidden)]
    pub fn push(&mut self, acceleration: &SVector<f64, D>) {
        self.law.constant += acceleration;
    }

    fn initial_acceleration_and_jerk(&self) -> (SVector<f64, D>, SVector<f64, D>) {
        let acceleration = self.law.acceleration(&self.position, &self.velocity, 0.0);
        let jerk = self.law.ramp + self.homogeneous_acceleration(&self.velocity, &acceleration);
        (acceleration, jerk)
    }

    /// Returns `-B y' - K y`, the right-hand side of the homogeneous equation, which deviations,
    /// acceleration and jerk obey.
    fn homogeneous_acceleration(
        &self,
        y: &SVector<f64, D>,
        rate: &SVector<f64, D>,
    ) -> SVector<f64, D> {
        let isotropic = -rate * self.law.damping - y * self.law.stiffness_per_mass;
        if self.law.is_isotropic() {
            return isotropic;
        }
        isotropic + self.law.gyration * rate + self.law.tide * y
    }

    pub(crate) fn acceleration_and_jerk(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        let (mut acceleration, mut jerk) = self.initial_acceleration_and_jerk();
        if !self.law.is_isotropic() {
            if let Some(law) = self.turning() {
                return law.acceleration_and_jerk(time, &acceleration).into();
            }
            // the flow of deviations moves (a, a')
            let flow = self.law.flow(time).of_deviations();
            flow.advance(&mut acceleration, &mut jerk, 0.0);
            return (acceleration, jerk);
        }
        let oscillator = DampedOscillator::new(self.law.damping, self.law.stiffness_per_mass);
        let [[stay, push], [back, left]] = oscillator.after(time);
        (
            acceleration * stay + jerk * push,
            acceleration * back + jerk * left,
        )
    }

    /// Returns an upper bound of `|y|` during a time, for a solution of the homogeneous equation
    /// with the initial y and y'.
    fn response_bound(&self, start: &SVector<f64, D>, slope: &SVector<f64, D>, h: f64) -> f64 {
        let (start, slope) = (start.norm(), slope.norm());
        let (damping, stiffness) = (self.law.damping, self.law.stiffness_per_mass);
        if !self.law.is_isotropic() {
            let tide = self.law.tide.norm();
            return response_bound(damping, [stiffness, tide], [start, slope], h);
        }
        // a bound is the motion for those signs of damping and stiffness for which it grows
        let [[stay, push], _] = DampedOscillator::new(-damping.abs(), -stiffness.abs()).after(h);
        let bound = start * stay + slope * push;
        if damping >= 0.0 && stiffness > 0.0 {
            // |y'|² + ω² |y|² never increases; `min` ignores a NaN bound
            let amplitude = ComplexField::sqrt(slope * slope / stiffness + start * start);
            return amplitude.min(bound);
        }
        bound
    }

    /// Returns the flight as a [`Flight`]; `None` unless only a constant acceleration and drag act.
    fn free(&self) -> Option<Flight<D>> {
        let law = &self.law;
        let is_free = law.is_isotropic()
            && law.stiffness_per_mass == 0.0
            && law.damping >= 0.0
            && law.ramp == SVector::<f64, D>::zeros();
        is_free.then(|| Flight::new(self.position, self.velocity, law.constant, law.damping))
    }

    /// Returns the law in the frame of its field; `None` unless only a field, drag and constant
    /// forces act.
    fn turning(&self) -> Option<TurningLaw<D>> {
        if self.law.is_isotropic() {
            return None;
        }
        TurningLaw::of(&self.law)
    }

    /// Returns the stiffness \[1/s²\] along a direction if the motion along it does not depend on
    /// the other directions; else `None`.
    fn stiffness_along(&self, normal: &SVector<f64, D>) -> Option<f64> {
        let LinearLaw {
            stiffness_per_mass: stiffness,
            gyration,
            tide,
            ..
        } = &self.law;
        let stiffness = *stiffness;
        if self.law.is_isotropic() {
            return Some(stiffness);
        }
        let is_zero = |vector: &SVector<f64, D>| *vector == SVector::<f64, D>::zeros();
        if !is_zero(&gyration.tr_mul(normal)) {
            return None;
        }
        let mut pulled = tide.tr_mul(normal);
        if is_zero(&pulled) {
            return Some(stiffness);
        }
        // C may act along a single coordinate axis
        let axis = normal.iamax();
        let mut rest = *normal;
        (rest[axis], pulled[axis]) = (0.0, 0.0);
        (is_zero(&rest) && is_zero(&pulled)).then(|| stiffness - tide[(axis, axis)])
    }
}

/// Returns an upper bound of `|y|` during a time h for `y'' = -B y' - K y`, from the initial `|y|`
/// and `|y'|`, the damping γ, the stiffness ω² and the norm of the tide C of the law.
///
/// G does no work, so the rate of `|y'|` is at most `(|ω²| + |C|) |y| - γ |y'|`. With γ ≥ 0 and
/// ω² > |C| the energy `|y'|² + y · K y` never increases, which gives a bound of `|y|` for all
/// times.
fn response_bound(
    damping: f64,
    [stiffness, tide]: [f64; 2],
    [start, slope]: [f64; 2],
    h: f64,
) -> f64 {
    let most = ComplexField::abs(stiffness) + tide;
    let [[from_start, from_slope], _] = DampedOscillator::new(damping, -most).after(h);
    let growing = start * from_start + slope * from_slope;
    let least = stiffness - tide;
    if damping >= 0.0 && least > 0.0 {
        let held = ComplexField::sqrt((slope * slope + most * start * start) / least);
        return held.min(growing);
    }
    growing
}

/// Height of a [`LawFlight`] above a plane.
///
/// Under an isotropic law, or along a direction in which the motion does not depend on the others,
/// the extrema have a closed form. Under gyration, or with a stiffness that depends on the
/// direction, the extrema are roots of the rate. The search for them misses no extremum, because it
/// has a bound of the jerk. If only gyration, constant forces and drag act, the interval in which
/// extrema may follow is known. Otherwise, if no end is given, the search for extrema ends 100
/// radians of the fastest rate of the law after launch.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Height, Plane, Trajectory};
///
/// // a bungee jumper: when the rope turns the fall, and when it lets go of the rise
/// let rope =
///     LinearLaw::<f64, 2>::gravity([0.0, -9.81]) + LinearLaw::spring(0.8) + LinearLaw::drag(0.1);
/// let jump = rope.launch([0.0, 10.0], [0.0, 0.0]);
/// let height = jump.height_over(&Plane::new([0.0, 1.0], 0.0));
/// let lowest = height.next_turn(0.0, 60.0).expect("it turns");
/// let highest = height.next_turn(lowest, 60.0).expect("it swings");
/// assert!(height.at(lowest).0 < -20.0 && height.at(highest).0 < 10.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LawHeight<const D: usize>(HeightKind<D>);

#[derive(Debug, Clone, Copy, PartialEq)]
enum HeightKind<const D: usize> {
    Free(FlightHeight),
    Oscillator(OscillatorHeight),
    Turning(TurningHeight),
    Slow(SlowHeight<D>),
}

impl<const D: usize> LawHeight<D> {
    fn kind(&self) -> &dyn Height {
        match &self.0 {
            HeightKind::Free(height) => height,
            HeightKind::Oscillator(height) => height,
            HeightKind::Turning(height) => height,
            HeightKind::Slow(height) => height,
        }
    }
}

impl<const D: usize> Height for LawHeight<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        self.kind().at(time)
    }

    fn next_turn(&self, after: f64, end: f64) -> Option<f64> {
        self.kind().next_turn(after, end)
    }

    fn at_turn(&self, time: f64) -> f64 {
        self.kind().at_turn(time)
    }

    fn limit(&self) -> f64 {
        self.kind().limit()
    }

    fn guess(&self, from: f64, start: (f64, f64)) -> Option<f64> {
        self.kind().guess(from, start)
    }

    fn no_crossing_before(&self, after: f64) -> f64 {
        self.kind().no_crossing_before(after)
    }
}

impl<const D: usize> Trajectory<D> for LawFlight<D> {
    type Height = LawHeight<D>;

    fn position(&self, time: f64) -> SVector<f64, D> {
        self.at(time).position
    }

    fn velocity(&self, time: f64) -> SVector<f64, D> {
        self.at(time).velocity
    }

    fn acceleration(&self, time: f64) -> SVector<f64, D> {
        self.acceleration_and_jerk(time).0
    }

    fn at(&self, time: f64) -> Event<D> {
        if let Some(flight) = self.free() {
            return flight.at(time);
        }
        if let Some(law) = self.turning() {
            let (position, velocity) = law.after(time, &self.position, &self.velocity);
            return Event {
                time,
                position,
                velocity,
            };
        }
        let (mut position, mut velocity) = (self.position, self.velocity);
        let flow = self.law.flow(time);
        flow.advance(&mut position, &mut velocity, 0.0);
        Event {
            time,
            position,
            velocity,
        }
    }

    fn height_over(&self, plane: &Plane<f64, D>) -> LawHeight<D> {
        if let Some(flight) = self.free() {
            return LawHeight(HeightKind::Free(flight.height_over(plane)));
        }
        let Some(stiffness) = self.stiffness_along(&plane.normal) else {
            let (flight, plane) = (*self, *plane);
            return LawHeight(match TurningLaw::of(&flight.law) {
                Some(law) => {
                    HeightKind::Turning(law.height(&plane, &flight.position, &flight.velocity))
                }
                None => HeightKind::Slow(SlowHeight { flight, plane }),
            });
        };
        LawHeight(HeightKind::Oscillator(OscillatorHeight {
            height: plane.wide_dot(&self.position) - plane.distance,
            rate: plane.wide_dot(&self.velocity),
            constant: plane.clear_dot(&self.law.constant) - plane.distance * stiffness,
            ramp: plane.clear_dot(&self.law.ramp),
            oscillator: DampedOscillator::new(self.law.damping, stiffness),
        }))
    }

    fn acceleration_bound(&self, from: f64, to: f64) -> f64 {
        let (acceleration, jerk) = self.acceleration_and_jerk(from);
        if let Some(flight) = self.free() {
            return flight.acceleration_bound(from, to);
        }
        if self.law.stiffness_per_mass == 0.0 && self.law.is_isotropic() {
            // the acceleration is a + (b - a) s with s monotone in time, so its norm has its
            // maximum at an end
            let last = self.acceleration(to).norm();
            return acceleration.norm().max(last);
        }
        self.response_bound(&acceleration, &jerk, to - from)
    }

    /// Computes every sixteenth point directly, and the fifteen points after it by recurrence.
    fn sample(
        &self,
        from: f64,
        step: f64,
        count: usize,
    ) -> impl ExactSizeIterator<Item = SVector<f64, D>> {
        let flow = self.law.flow(step);
        let time = move |index: usize| from + step * index as f64;
        samples(
            count,
            move |index| {
                let at = self.at(time(index));
                (at.position, at.velocity)
            },
            move |index, position: &SVector<f64, D>, velocity: &SVector<f64, D>| {
                flow.displaced(position, velocity, time(index))
            },
        )
    }
}
