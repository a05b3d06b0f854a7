//! Throws that hit after one bounce off a plane.

mod bounce;
mod error;
mod problem;
mod speed;

use nalgebra::{RealField, SVector};

pub use error::BankError;

use super::error::{AimError, Given};
use super::launch::{Hits, Launch};
use crate::ballistics::{Ballistics, Plane};
use crate::contact::Contact;
use crate::numbers::{first_not_finite, from_f64, is_positive, to_f64};
use bounce::{NormalMotion, Surface};
use problem::BankProblem;

/// A throw of a point that hits after exactly one bounce off a plane.
///
/// Made by [`Ballistics::bank`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[doc(alias("bank shot", "bounce pass", "ricochet"))]
pub struct BankAim<T, const D: usize> {
    air: Ballistics<T, D>,
    from: SVector<T, D>,
    target: SVector<T, D>,
    plane: Plane<T, D>,
    contact: Contact<T>,
}

impl<T: RealField + Copy, const D: usize> Ballistics<T, D> {
    /// A throw of a point from a point \[m\] off a plane to a target \[m\] that stays. Both are on the side that the normal
    /// points to.
    ///
    /// ```
    /// use kinstep::ballistics::{Ballistics, Plane, Trajectory};
    /// use kinstep::contact::Contact;
    ///
    /// // a bounce pass: from one hand to another in 0.9 s
    /// let air = Ballistics::<f64, 2>::new([0.0, -9.81]).with_drag_rate(0.1); // m/s², 1/s
    /// let (from, target, floor) = ([0.0, 1.4], [5.0, 1.0], Plane::new([0.0, 1.0], 0.0)); // m
    /// let ball = Contact::new(0.8).with_friction(0.3);
    /// let pass = air.bank(from, target, &floor, ball).in_time(0.9)?[0];
    ///
    /// let legs = air.launch(from, pass.velocity).bouncing(&floor, ball, pass.time_of_flight)?;
    /// let legs = legs.collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(legs.len(), 2);
    /// assert!((legs[1].end_position() - kinstep::nalgebra::Vector2::from(target)).norm() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bank(
        &self,
        from: impl Into<SVector<T, D>>,
        target: impl Into<SVector<T, D>>,
        plane: &Plane<T, D>,
        contact: Contact<T>,
    ) -> BankAim<T, D> {
        BankAim {
            air: *self,
            from: from.into(),
            target: target.into(),
            plane: *plane,
            contact,
        }
    }
}

impl<T: RealField + Copy, const D: usize> BankAim<T, D> {
    /// Hits after a time \[s\]: the throws that bounce once before, in the order of their bounces.
    ///
    /// The motion along the normal gives the times of the bounce, roots of one function. Interval arithmetic finds all of
    /// them, or gives up with [`AimError::Unfinished`]. The launch then follows in closed form, for contacts that slide and
    /// for those that stick. Without drag there are at most seven: a bounce can both slide either way and stick only if it is in
    /// the first half of the time, and that holds for two of the three roots at most.
    ///
    /// # Errors
    /// [`BankError::NotInFront`] unless launch and target are in front of the plane, [`BankError::NoBounce`] without
    /// restitution, [`BankError::NeverMet`] if no throw hits, and for numbers that make no sense.
    pub fn in_time(&self, time: T) -> Result<Hits<T, D>, BankError<T>> {
        if !is_positive(to_f64(time)) {
            return Err(AimError::Time { time }.into());
        }
        let (problem, all) = (self.problem()?, to_f64(time));
        let mut hits = Hits::none();
        let bounces = problem.motion.bounces(all).map_err(unfinished)?;
        for bounce in bounces.iter() {
            let launches = problem.launches([bounce, all - bounce]);
            hits.extend(launches.into_iter().flatten().map(|velocity| Launch {
                velocity: velocity.map(from_f64),
                time_of_flight: time,
            }));
        }
        if hits.is_empty() {
            return Err(BankError::NeverMet);
        }
        Ok(hits.checked()?)
    }

    /// Hits by throws of a speed \[m/s\] that bounce once before, the earliest first.
    ///
    /// The speed is a function of the time of the bounce, one for each way to go on: to a target that is hit on the rise or
    /// on the fall after the bounce, by a contact that slides one way, the other way, or sticks. Interval arithmetic finds
    /// all roots of each, or gives up with [`AimError::Unfinished`]. [`Hits::MOST`] of them are returned at most; 10,000 random
    /// throws had up to six.
    ///
    /// ```
    /// use kinstep::ballistics::{Ballistics, Plane};
    /// use kinstep::contact::Contact;
    ///
    /// // at a basket, by way of the board behind it
    /// let (from, basket, board) = ([0.0, 2.0], [4.0, 3.0], Plane::new([-1.0, 0.0], -4.4)); // m
    /// let air = Ballistics::<f64, 2>::new([0.0, -9.81]).with_drag_rate(0.05); // m/s², 1/s
    /// let shots = air.bank(from, basket, &board, Contact::new(0.8)).at_speed(9.0)?; // m/s
    /// assert_eq!(shots.len(), 2); // flat and high
    /// assert!(shots.iter().all(|shot| (shot.velocity.norm() - 9.0).abs() < 1e-13));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`in_time`](Self::in_time).
    pub fn at_speed(&self, speed: T) -> Result<Hits<T, D>, BankError<T>> {
        if !is_positive(to_f64(speed)) {
            return Err(AimError::Speed { speed }.into());
        }
        let hits = self
            .problem()?
            .at_speed(to_f64(speed))
            .map_err(unfinished)?;
        if hits.is_empty() {
            return Err(BankError::NeverMet);
        }
        Ok(hits.in_order().checked()?)
    }

    /// Launch, plane and target in `f64`, checked.
    fn problem(&self) -> Result<BankProblem<D>, BankError<T>> {
        let air = self.air.for_aims().map_err(AimError::from)?;
        self.contact.check()?;
        for (given, point) in [(Given::Launch, &self.from), (Given::Target, &self.target)] {
            if let Some((axis, value)) = first_not_finite(point) {
                return Err(AimError::NotFinite { given, axis, value }.into());
            }
        }
        let (normal, distance) = (self.plane.normal.map(to_f64), to_f64(self.plane.distance));
        let length = normal.norm();
        if !(is_positive(length) && distance.is_finite()) {
            return Err(AimError::Plane.into());
        }
        let (normal, distance) = (normal / length, distance / length);
        let height = |given, point: &SVector<T, D>| {
            let height = normal.dot(&point.map(to_f64)) - distance;
            if height > 0.0 {
                return Ok(height);
            }
            let height = from_f64(height);
            Err(BankError::NotInFront { given, height })
        };
        let heights = [
            height(Given::Launch, &self.from)?,
            height(Given::Target, &self.target)?,
        ];
        if self.contact.restitution <= T::zero() {
            return Err(BankError::NoBounce);
        }
        let motion = NormalMotion {
            model: air.model,
            pull: normal.dot(&air.constant),
            heights,
            restitution: to_f64(self.contact.restitution),
        };
        let along = |vector: &SVector<f64, D>| vector - normal * normal.dot(vector);
        Ok(BankProblem {
            motion,
            surface: Surface::new(&self.contact),
            normal,
            way: along(&(self.target.map(to_f64) - self.from.map(to_f64))),
            pull: along(&air.constant),
        })
    }
}

/// The error of a search that was given up after a number of steps.
fn unfinished<T>(steps: usize) -> BankError<T> {
    AimError::Unfinished { steps }.into()
}
