//! Throws to be aimed, from arrays of the caller.

use std::ops::Range;

use kinstep_flight::aim::Order;
use pyo3::prelude::*;

use crate::aim_answer::{Ask, PLANNERS};
use crate::arrays::vector;
use crate::columns::Column;
use crate::errors::invalid;
use crate::model::AnyModel;

/// How a planner was called: name, number, point or normal, points.
pub(crate) type Call<'py> = (
    String,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    Option<Vec<Bound<'py, PyAny>>>,
);

/// Start, target, its velocity and acceleration, velocity of the shooter.
pub(crate) type Given<'py> = [Option<Bound<'py, PyAny>>; 5];

/// Orders that are answered at once: as many as stay in the first cache, with their answers.
const BLOCK: usize = 64;
/// The same where one answer may take milliseconds.
pub(crate) const SLOW_BLOCK: usize = 4;

/// What moves some of the throws, from where to where, and by which planner.
pub(crate) struct Throws<const D: usize> {
    pub(crate) part: Range<usize>,
    pub(crate) model: AnyModel<D>,
    pub(crate) ask: Ask<D>,
    columns: [Column<D>; 5],
}

impl<const D: usize> Throws<D> {
    /// Those of a part of `count` throws.
    pub(crate) fn of(
        model: &AnyModel<D>,
        count: usize,
        part: Range<usize>,
        (name, value, vector_given, points): &Call<'_>,
        given: &Given<'_>,
    ) -> PyResult<Self> {
        let known = PLANNERS.into_iter().find(|(known, _)| known == name);
        let (_, planner) = known.ok_or_else(|| {
            let names = PLANNERS.map(|(name, _)| name);
            invalid(format_args!(
                "the planner is {name:?}; it must be one of {names:?}"
            ))
        })?;
        let points = points.as_deref().unwrap_or_default().iter();
        let ask = Ask {
            planner,
            value: Column::part_or_zero(value.as_ref(), count, &part, "value")?,
            vector: Column::part_or_zero(vector_given.as_ref(), count, &part, "vector")?,
            points: points
                .map(|point| vector(point, "point"))
                .collect::<PyResult<_>>()?,
        };
        if !ask.fits(model) {
            let kind = match model {
                AnyModel::Linear(_) => "Ballistics",
                AnyModel::Rational(_) => "a RationalAir",
                AnyModel::Quadratic(_) => "a QuadraticAir",
                AnyModel::Engine(_) => "an EngineStep",
            };
            return Err(invalid(format_args!("{kind} has no planner {name:?}")));
        }
        let [a, b, c, d, e] = given;
        let column = |given: &Option<Bound<'_, PyAny>>, name| {
            Column::part_or_zero(given.as_ref(), count, &part, name)
        };
        Ok(Self {
            model: *model,
            ask,
            columns: [
                column(a, "start")?,
                column(b, "target")?,
                column(c, "target velocity")?,
                column(d, "target acceleration")?,
                column(e, "shooter velocity")?,
            ],
            part,
        })
    }

    /// The order of a throw, counted from the start of the part.
    pub(crate) fn order(&self, throw: usize) -> Order<D> {
        let [from, target, velocity, acceleration, shooter] = &self.columns;
        Order::new(from.at(throw), target.at(throw))
            .moving(velocity.at(throw))
            .accelerating(acceleration.at(throw))
            .shooter_moving(shooter.at(throw))
    }

    /// Writes what differs from throw to throw to their orders: in most calls one of five vectors, and copying the others
    /// takes a fifth of the time of an easy aim.
    pub(crate) fn write_orders(&self, throws: Range<usize>, orders: &mut [Order<D>]) {
        let [from, target, velocity, acceleration, shooter] = &self.columns;
        from.write(&throws, orders, |order| &mut order.from);
        target.write(&throws, orders, |order| &mut order.target);
        velocity.write(&throws, orders, |order| &mut order.target_velocity);
        acceleration.write(&throws, orders, |order| &mut order.target_acceleration);
        shooter.write(&throws, orders, |order| &mut order.shooter_velocity);
    }

    /// Throws that are answered at once.
    pub(crate) fn block(&self) -> usize {
        match self.model {
            AnyModel::Linear(_) | AnyModel::Rational(_) | AnyModel::Engine(_) => BLOCK,
            AnyModel::Quadratic(_) => SLOW_BLOCK,
        }
    }
}
