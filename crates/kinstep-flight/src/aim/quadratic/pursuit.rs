//! Target and shooter in the frame of the air, and bounds of the times of hits.

use nalgebra::{ComplexField, SVector, Vector2};

use super::condition::{DragLaw, LEMNISCATE, expm1_over};
use crate::aim::shape::Shape;
use crate::aim::slopes::Straight;
use crate::flow::log_1p_over;
use crate::numbers::split;

/// Target and shooter in the frame of the air, in which there is no wind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pursuit<const D: usize> {
    pub(super) law: DragLaw,
    /// Unit vector along gravity; zero without gravity.
    pub(super) down: SVector<f64, D>,
    /// Position of the target at launch, relative to the shooter \[m\].
    pub(super) start: SVector<f64, D>,
    /// Velocity of the target at launch \[m/s\].
    pub(super) velocity: SVector<f64, D>,
    /// Acceleration of the target \[m/s²\].
    pub(super) acceleration: SVector<f64, D>,
    /// Velocity of the shooter \[m/s\].
    pub(super) shooter: SVector<f64, D>,
    /// Velocity of the air relative to the ground \[m/s\].
    pub(super) wind: SVector<f64, D>,
    /// Whether both target and shooter are at rest relative to the ground.
    pub(super) still: bool,
}

impl<const D: usize> Pursuit<D> {
    /// Returns the maximum speed through the air of a launch with this speed relative to the
    /// shooter \[m/s\].
    pub(super) fn reach(&self, speed: f64) -> f64 {
        speed + self.shooter.norm()
    }

    /// Returns the position of the target relative to the point of launch \[m\].
    pub(super) fn position(&self, time: f64) -> SVector<f64, D> {
        self.start + (self.velocity + self.acceleration * (0.5 * time)) * time
    }

    /// Returns the horizontal direction of a vector, and its components across and along gravity.
    ///
    /// The direction is zero if the vector is vertical to rounding.
    pub(super) fn flat(&self, vector: &SVector<f64, D>) -> (SVector<f64, D>, Vector2<f64>) {
        let (below, beside) = split(vector, &self.down);
        let across = beside.norm();
        if across <= 8.0 * f64::EPSILON * vector.norm() {
            return (SVector::zeros(), Vector2::new(0.0, below));
        }
        (beside / across, Vector2::new(across, below))
    }

    /// Returns the velocity of the target at a time \[m/s\].
    pub(super) fn motion(&self, time: f64) -> SVector<f64, D> {
        self.velocity + self.acceleration * time
    }

    /// Returns the distance of the target from a body that has fallen from rest since the launch
    /// \[m\].
    pub(super) fn away(&self, time: f64) -> f64 {
        (self.position(time) - self.down * self.law.fall(time)).norm()
    }

    /// Returns the maximum distance from this falling body that a launch with this speed through
    /// the air reaches \[m\].
    fn radius(&self, speed: f64, time: f64) -> f64 {
        let DragLaw { drag, .. } = self.law;
        let x = 0.5 * drag * speed * time;
        let way = speed * time * log_1p_over(x);
        let rate = self.law.rate();
        if rate > 0.0 {
            way.min(speed * LEMNISCATE / rate)
        } else {
            way
        }
    }

    /// Returns the straight path of the target relative to the shooter if all flights to the target
    /// are straight. The hits then have a closed form.
    ///
    /// Without gravity, the launch at a target that rests in the air obeys
    /// `|u₀| t = (e^(κr) - 1)/κ`. Without drag, the launch at a target in free fall is
    /// `u₀ = r₀/t + v`.
    pub(super) fn straight(&self) -> Option<Straight> {
        let DragLaw { pull, drag } = self.law;
        let zero = SVector::<f64, D>::zeros();
        let way = if drag == 0.0 {
            (self.acceleration == self.down * pull).then_some(self.start)
        } else {
            let rests = self.velocity == zero && self.acceleration == zero;
            let stretch = expm1_over(drag * self.start.norm());
            (pull == 0.0 && rests).then(|| self.start * stretch)
        };
        let model = Shape::linear(0.0);
        way.map(|way| Straight::new(model, &way, &(self.velocity - self.shooter)))
    }

    /// Returns a lower bound of the time of a hit at this launch speed U through the air \[s\]. The
    /// distance between flight and target decreases by at most `(U + |V|) t + (g + A) t²/2`, where
    /// V is the velocity and A the acceleration of the target.
    pub(super) fn earliest(&self, speed: f64) -> f64 {
        let linear = speed + self.velocity.norm();
        let square = self.law.pull + self.acceleration.norm();
        let far = self.start.norm();
        2.0 * far / (linear + ComplexField::sqrt(linear * linear + 2.0 * square * far))
    }

    /// Returns a time after which no launch with this speed through the air hits \[s\]: the target
    /// remains out of reach, or the motion of the target no longer differs from a fall.
    pub(super) fn latest(&self, speed: f64) -> f64 {
        let mut time = self.earliest(speed);
        let settled = self.settled();
        for _ in 0..MOST_DOUBLINGS {
            time *= 2.0;
            if time > settled || self.least_away(time) > self.radius(speed, time) {
                break;
            }
        }
        time
    }

    /// Returns a lower bound of the distance of the target from a body that falls from rest \[m\].
    /// The bound is convex in time.
    fn least_away(&self, time: f64) -> f64 {
        let DragLaw { pull, drag } = self.law;
        let (far, fast) = (self.start.norm(), self.velocity.norm());
        let square = 0.5 * time * time;
        if drag == 0.0 {
            let bend = (self.acceleration - self.down * pull).norm();
            return bend * square - fast * time - far;
        }
        let terminal = self.law.terminal_speed();
        let bend = self.acceleration.norm();
        if bend > 0.0 {
            return bend * square - (fast + terminal) * time - far;
        }
        // a fall from rest is behind a fall at the terminal speed by at most ln 2/κ
        (self.velocity - self.down * terminal).norm() * time - far - core::f64::consts::LN_2 / drag
    }

    /// Returns the time after which the motions of the target and of a fall from rest are equal to
    /// rounding \[s\]; infinite if this never happens.
    pub(super) fn settled(&self) -> f64 {
        let rate = self.law.rate();
        let terminal = self.down * self.law.terminal_speed();
        let same = self.velocity == terminal;
        if rate > 0.0 && same && self.acceleration == SVector::<f64, D>::zeros() {
            SETTLED / rate
        } else {
            f64::INFINITY
        }
    }

    /// Returns the next time to evaluate after `time` \[s\]: a multiple of the time, or the time at
    /// which the reachable region has moved by half its size.
    pub(super) fn next(&self, time: f64, speed: f64) -> f64 {
        let radius = self.radius(speed, time);
        let later = 1.25 * time;
        let falling = (self.law.pull * later).min(self.law.terminal_speed());
        let motion = (self.motion(later) - self.down * falling).norm();
        let gap = (self.away(time) - radius).max(0.5 * radius);
        let ratio = if self.still { STILL_RATIO } else { RATIO };
        time + (ratio * time).min((gap / motion).max(1e-3 * time))
    }
}

/// Maximum number of doublings. It is sufficient for times from 1e-38 s on.
const MOST_DOUBLINGS: usize = 256;
/// Exponent of a decay to less than a rounding error: e^-40.
const SETTLED: f64 = 40.0;
/// Maximum step from a time to the next time to evaluate, divided by the time.
const RATIO: f64 = 0.5;
/// The same maximum if neither target nor shooter moves.
const STILL_RATIO: f64 = 1.0;

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::evaluation::{PlaneFlight, Precision};
    use super::*;

    fn pursuit(law: DragLaw, start: Vector3<f64>, velocity: Vector3<f64>) -> Pursuit<3> {
        Pursuit {
            law,
            down: if law.pull > 0.0 {
                -Vector3::y()
            } else {
                Vector3::zeros()
            },
            start,
            velocity,
            acceleration: Vector3::zeros(),
            shooter: Vector3::zeros(),
            wind: Vector3::zeros(),
            still: false,
        }
    }

    #[test]
    fn no_flight_gets_farther_than_its_radius() {
        let mut random = Pcg64Mcg::seed_from_u64(6);
        for _ in 0..300 {
            let mut size = |low: f64, high: f64| 10_f64.powf(random.random_range(low..high));
            let law = DragLaw {
                pull: size(0.0, 1.5),
                drag: size(-3.0, 0.0),
            };
            let (speed, time) = (size(0.0, 2.0), size(-1.0, 1.0));
            let pursuit = pursuit(law, Vector3::zeros(), Vector3::zeros());
            let radius = pursuit.radius(speed, time);
            let angle = random.random_range(0.0..core::f64::consts::TAU);
            let launch = Vector2::new(angle.cos(), angle.sin()) * speed;
            let throw = PlaneFlight::new(law, &launch, time, Precision::Full).expect("a flight");
            let away = (throw.position - Vector2::new(0.0, law.fall(time))).norm();
            assert!(
                away <= radius * (1.0 + 1e-12),
                "{law:?} {speed} {time}: {away} {radius}"
            );
        }
        let free = pursuit(
            DragLaw {
                pull: 9.81,
                drag: 0.0,
            },
            Vector3::zeros(),
            Vector3::zeros(),
        );
        assert_eq!(free.radius(7.0, 3.0), 21.0);
        let slowed = pursuit(
            DragLaw {
                pull: 0.0,
                drag: 0.01,
            },
            Vector3::zeros(),
            Vector3::zeros(),
        );
        // the length of the path is ln(1 + κUt/2) 2/κ
        let way = 2.0 * (core::f64::consts::E - 1.0) / 0.01;
        assert!((slowed.radius(0.5 * way, 2.0) - 200.0).abs() < 1e-12);
    }

    /// The bound is never above the distance, and below it by at most twice `ln 2/κ`, the distance
    /// of a fall behind its terminal speed.
    #[test]
    fn the_distance_of_a_target_is_not_below_its_bound() {
        let law = DragLaw {
            pull: 9.81,
            drag: 0.02,
        };
        let unknown = core::f64::consts::LN_2 / law.drag;
        for acceleration in [0.0, -13.0] {
            for fast in [0.0, 5.0] {
                let mut pursuit = pursuit(law, Vector3::y() * 4.0, Vector3::y() * fast);
                // at the start the target is behind the fall, and in the end ahead of it
                if acceleration == 0.0 {
                    pursuit.velocity -= Vector3::y() * 60.0;
                }
                pursuit.acceleration = Vector3::y() * acceleration;
                for time in [40.0, 90.0] {
                    let (least, away) = (pursuit.least_away(time), pursuit.away(time));
                    assert!(
                        least <= away,
                        "{acceleration} {fast} {time}: {least} {away}"
                    );
                    let slack = if acceleration == 0.0 { 2.0 } else { 1.0 } * unknown + 1e-9 * away;
                    assert!(
                        least >= away - slack,
                        "{acceleration} {fast} {time}: {least} {away}"
                    );
                }
            }
        }
    }
}
