//! Batches of throws.

mod parallel;

use parallel::answer_all;

use super::error::AimError;
use super::launch::Launch;
use super::launch::Plan;
use super::throw::Aim;
use super::throw::Model;
use super::throw::Order;
use crate::{Ballistics, EngineStep, Rational};

impl<const D: usize> Ballistics<D> {
    /// Aims many throws by one plan. Each answer is equal to that of [`aim`](Self::aim) to the bit:
    ///
    /// | plan | answer |
    /// |---|---|
    /// | [`Plan::Speed`] | [`at_speed`](super::Aim::at_speed), the direct arc: the earliest hit |
    /// | [`Plan::EarliestAtSpeed`] | [`earliest_at_speed`](super::Aim::earliest_at_speed): the earliest hit, in far less time for moving targets |
    /// | [`Plan::ClimbSpeed`], [`Plan::Lob`] | [`with_climb_speed`](super::Aim::with_climb_speed), [`lob`](super::Aim::lob): the hit during the descent |
    /// | any other | the planner of this name: the earliest hit |
    ///
    /// With the feature `rayon`, a batch that takes more than about a millisecond continues on all
    /// threads of the current pool, with the same answers. On one thread no memory is allocated.
    ///
    /// ```
    /// use kinstep_flight::aim::{AimError, Order, Plan};
    /// use kinstep_flight::Ballistics;
    ///
    /// let air = Ballistics::new([0.0, -9.81, 0.0]).with_terminal_speed(35.0);
    /// let orders = [
    ///     Order::new([0.0, 2.0, 0.0], [20.0, 0.0, 10.0]),
    ///     Order::new([5.0, 1.0, 0.0], [30.0, 6.0, 0.0]).moving([-2.0, 0.0, 1.0]),
    ///     Order::new([0.0, 2.0, 0.0], [900.0, 0.0, 0.0]), // too far
    /// ];
    /// let mut answers = [Err(AimError::NeverMet); 3]; // kept from frame to frame
    /// air.aim_all(&orders, &Plan::Speed(25.0), &mut answers)?;
    ///
    /// assert_eq!(answers[0], Ok(air.aim([0.0, 2.0, 0.0], [20.0, 0.0, 10.0]).at_speed(25.0)?.direct));
    /// assert!(answers[1].is_ok());
    /// assert!(matches!(answers[2], Err(AimError::OutOfRange { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AimError::Lengths`] if the numbers of answers and orders differ; nothing is written then.
    /// The error of a single throw is stored in its answer.
    pub fn aim_all(
        &self,
        orders: &[Order<D>],
        plan: &Plan<D>,
        answers: &mut [Result<Launch<D>, AimError>],
    ) -> Result<(), AimError> {
        aim_each(
            self.for_aims().map_err(AimError::from),
            orders,
            answers,
            |aim| aim.direct(plan),
        )
    }

    /// Like [`aim_all`](Self::aim_all), but with the latest hit of each throw: for a given speed,
    /// the lofted arc.
    ///
    /// # Errors
    /// Errors of [`aim_all`](Self::aim_all).
    pub fn loft_all(
        &self,
        orders: &[Order<D>],
        plan: &Plan<D>,
        answers: &mut [Result<Launch<D>, AimError>],
    ) -> Result<(), AimError> {
        aim_each(
            self.for_aims().map_err(AimError::from),
            orders,
            answers,
            |aim| aim.lofted(plan),
        )
    }
}

impl<const D: usize> Rational<D> {
    /// Aims many throws by one plan in this model, like [`Ballistics::aim_all`].
    ///
    /// # Errors
    /// [`AimError::Lengths`] if the numbers of answers and orders differ; then nothing is written.
    pub fn aim_all(
        &self,
        orders: &[Order<D>],
        plan: &Plan<D>,
        answers: &mut [Result<Launch<D>, AimError>],
    ) -> Result<(), AimError> {
        aim_each(
            self.for_aims().map_err(AimError::from),
            orders,
            answers,
            |aim| aim.direct(plan),
        )
    }

    /// Like [`aim_all`](Self::aim_all), but with the latest hit of each throw: for a given speed,
    /// the lofted arc.
    ///
    /// # Errors
    /// Errors of [`aim_all`](Self::aim_all).
    pub fn loft_all(
        &self,
        orders: &[Order<D>],
        plan: &Plan<D>,
        answers: &mut [Result<Launch<D>, AimError>],
    ) -> Result<(), AimError> {
        aim_each(
            self.for_aims().map_err(AimError::from),
            orders,
            answers,
            |aim| aim.lofted(plan),
        )
    }
}

impl<const D: usize> EngineStep<D> {
    /// Aims many throws by one plan with this engine rule, like [`Ballistics::aim_all`].
    ///
    /// # Errors
    /// [`AimError::Lengths`] if the numbers of answers and orders differ; then nothing is written.
    pub fn aim_all(
        &self,
        orders: &[Order<D>],
        plan: &Plan<D>,
        answers: &mut [Result<Launch<D>, AimError>],
    ) -> Result<(), AimError> {
        aim_each(self.for_aims(), orders, answers, |aim| aim.direct(plan))
    }

    /// Like [`aim_all`](Self::aim_all), but with the latest hit of each throw: for a given speed,
    /// the lofted arc.
    ///
    /// # Errors
    /// Errors of [`aim_all`](Self::aim_all).
    pub fn loft_all(
        &self,
        orders: &[Order<D>],
        plan: &Plan<D>,
        answers: &mut [Result<Launch<D>, AimError>],
    ) -> Result<(), AimError> {
        aim_each(self.for_aims(), orders, answers, |aim| aim.lofted(plan))
    }
}

/// Writes the answer to each order.
fn aim_each<const D: usize>(
    model: Result<Model<D>, AimError>,
    orders: &[Order<D>],
    answers: &mut [Result<Launch<D>, AimError>],
    answer: impl Fn(&Aim<D>) -> Result<Launch<D>, AimError> + Sync,
) -> Result<(), AimError> {
    if orders.len() != answers.len() {
        return Err(AimError::Lengths {
            orders: orders.len(),
            answers: answers.len(),
        });
    }
    answer_all(orders, answers, |order| answer(&Aim::new(model, *order)));
    Ok(())
}
