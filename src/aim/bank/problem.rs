//! A throw over a plane, along the normal of it and along the plane.

use nalgebra::{RealField, SVector};

use super::super::launch::{Hits, Launch};
use super::super::moving::RootSearch;
use super::bounce::{NormalMotion, Surface};
use super::speed::{SpeedCurve, Touch, spans};
use crate::numbers::{direction, from_f64};

/// A throw that bounces once.
#[derive(Debug, Clone, Copy)]
pub(super) struct BankProblem<const D: usize> {
    pub(super) motion: NormalMotion,
    pub(super) surface: Surface,
    /// Of the plane, of length 1.
    pub(super) normal: SVector<f64, D>,
    /// From launch to target along the plane \[m\].
    pub(super) way: SVector<f64, D>,
    /// The acceleration along the plane \[m/s²\].
    pub(super) pull: SVector<f64, D>,
}

impl<const D: usize> BankProblem<D> {
    /// The velocities of launch for times before and after the bounce \[s\], as in [`Surface::launches`].
    pub(super) fn launches(&self, legs: [f64; 2]) -> [Option<SVector<f64, D>>; 3] {
        let speed = self.normal * self.motion.launch_speed(legs[0]);
        let along = (self.surface).launches(&self.motion, legs, &self.way, &self.pull);
        along.map(|velocity| velocity.map(|velocity| velocity + speed))
    }

    /// All throws of a speed \[m/s\], in no order. If the search is given up, the number of its steps.
    pub(super) fn at_speed<T: RealField + Copy>(&self, speed: f64) -> Result<Hits<T, D>, usize> {
        let mut hits = Hits::none();
        for (span, after) in spans(&self.motion, speed).into_iter().flatten() {
            for touch in self.touches().into_iter().flatten() {
                let curve = SpeedCurve {
                    problem: self,
                    after,
                    touch,
                    speed,
                };
                let bounces = RootSearch::new(&curve, span).run()?;
                hits.extend(bounces.iter().filter_map(|bounce| {
                    let legs = [bounce, curve.after(bounce)];
                    let velocity = self.launches(legs)[self.place(&touch, legs)]?;
                    Some(Launch {
                        velocity: velocity.map(from_f64),
                        time_of_flight: from_f64(legs[0] + legs[1]),
                    })
                }));
            }
        }
        Ok(hits)
    }

    /// How contacts may act.
    fn touches(&self) -> [Option<Touch<D>>; 3] {
        let zero = SVector::zeros();
        if self.surface.grip == 0.0 {
            return [Some(Touch::Slides(zero)), None, None];
        }
        if self.way == zero && self.pull == zero {
            return [None, None, Some(Touch::Sticks)];
        }
        let [way, pull] = [direction(&self.way), direction(&self.pull)];
        let line = if way == zero { pull } else { way };
        let is_one_line = (pull - line * line.dot(&pull)).amax() <= ON_A_LINE;
        let [one, other] = if is_one_line {
            [line, -line].map(Touch::Slides)
        } else {
            [1.0, -1.0].map(Touch::SlidesAlong)
        };
        [Some(one), Some(other), Some(Touch::Sticks)]
    }

    /// The place of the launch in [`launches`](Self::launches).
    fn place(&self, touch: &Touch<D>, legs: [f64; 2]) -> usize {
        let is_ahead = match *touch {
            Touch::Sticks => return 2,
            Touch::SlidesAlong(sign) => sign > 0.0,
            Touch::Slides(toward) => {
                let rest = self.surface.rest(&self.motion, legs, &self.way, &self.pull);
                toward.dot(&rest) >= 0.0
            }
        };
        usize::from(!is_ahead)
    }
}

/// Directions that differ by less count as the same.
const ON_A_LINE: f64 = 16.0 * f64::EPSILON;
