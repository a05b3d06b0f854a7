//! Motions with bounds on their derivatives.

use nalgebra::SVector;

use super::super::trajectory::Trajectory;
use super::LawFlight;
use super::gyrating_height::{evaluation_cost, fastest_rate};
use crate::flow::LinearLaw;

/// Position \[m\] and its first three derivatives by time.
pub(crate) struct Kinematics<const D: usize> {
    pub(super) position: SVector<f64, D>,
    pub(super) velocity: SVector<f64, D>,
    pub(super) acceleration: SVector<f64, D>,
    pub(super) jerk: SVector<f64, D>,
}

/// A motion with bounds on its derivatives.
pub(crate) trait BoundedMotion<const D: usize> {
    fn kinematics(&self, time: f64) -> Kinematics<D>;

    /// Position \[m\] and velocity \[m/s\].
    fn state(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>);

    /// The sizes of position \[m\] and velocity \[m/s\] at time zero, or the sums of both if they are differences.
    fn sizes(&self) -> [f64; 2];

    /// An estimate of its fastest rate of change \[1/s\].
    fn fastest_rate(&self) -> f64;

    /// The cost of [`kinematics`](Self::kinematics) at a time, in units of one within the first 65,000 radians.
    fn cost(&self, time: f64) -> usize;

    /// A bound on the jerk over the next `h` \[s\], from the motion at a time \[m/s³\].
    fn jerk_bound(&self, time: f64, motion: &Kinematics<D>, h: f64) -> f64;

    /// The one law that it follows, if there is one.
    fn law(&self) -> Option<&LinearLaw<f64, D>>;
}

impl<const D: usize> BoundedMotion<D> for LawFlight<f64, D> {
    fn kinematics(&self, time: f64) -> Kinematics<D> {
        let flow = self.law.flow(time);
        let (mut position, mut velocity) = (self.position, self.velocity);
        flow.advance(&mut position, &mut velocity, 0.0);
        // acceleration and jerk follow the homogeneous equation
        let (mut acceleration, mut jerk) = self.initial_acceleration_and_jerk();
        (flow.of_deviations()).advance(&mut acceleration, &mut jerk, 0.0);
        Kinematics {
            position,
            velocity,
            acceleration,
            jerk,
        }
    }

    fn state(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        let at = self.at(time);
        (at.position, at.velocity)
    }

    fn sizes(&self) -> [f64; 2] {
        [self.position.norm(), self.velocity.norm()]
    }

    fn fastest_rate(&self) -> f64 {
        fastest_rate(&self.law)
    }

    fn cost(&self, time: f64) -> usize {
        evaluation_cost(&self.law, time)
    }

    fn jerk_bound(&self, _: f64, motion: &Kinematics<D>, h: f64) -> f64 {
        let jerk_rate = self.homogeneous_acceleration(&motion.acceleration, &motion.jerk);
        self.response_bound(&motion.jerk, &jerk_rate, h)
    }

    fn law(&self) -> Option<&LinearLaw<f64, D>> {
        Some(&self.law)
    }
}

/// The first flight relative to the second.
impl<const D: usize> BoundedMotion<D> for [LawFlight<f64, D>; 2] {
    fn kinematics(&self, time: f64) -> Kinematics<D> {
        let [a, b] = self.each_ref().map(|flight| flight.kinematics(time));
        Kinematics {
            position: a.position - b.position,
            velocity: a.velocity - b.velocity,
            acceleration: a.acceleration - b.acceleration,
            jerk: a.jerk - b.jerk,
        }
    }

    fn state(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        let [a, b] = self.each_ref().map(|flight| flight.at(time));
        (a.position - b.position, a.velocity - b.velocity)
    }

    fn sizes(&self) -> [f64; 2] {
        let [a, b] = self.each_ref().map(BoundedMotion::sizes);
        [a[0] + b[0], a[1] + b[1]]
    }

    fn fastest_rate(&self) -> f64 {
        let [a, b] = self.each_ref().map(BoundedMotion::fastest_rate);
        a.max(b)
    }

    fn cost(&self, time: f64) -> usize {
        self.iter().map(|flight| flight.cost(time)).sum()
    }

    fn jerk_bound(&self, time: f64, _: &Kinematics<D>, h: f64) -> f64 {
        (self.iter())
            .map(|flight| {
                let (acceleration, jerk) = flight.acceleration_and_jerk(time);
                let jerk_rate = flight.homogeneous_acceleration(&acceleration, &jerk);
                flight.response_bound(&jerk, &jerk_rate, h)
            })
            .sum()
    }

    fn law(&self) -> Option<&LinearLaw<f64, D>> {
        None
    }
}
