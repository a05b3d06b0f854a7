//! A throw under each model of drag.

use anyhow::Result;
use kinstep::ballistics::Rational;

use crate::course::Course;
use crate::throw::Throw;

/// The same throw under all models.
#[derive(Debug)]
pub(crate) struct Models {
    pub(crate) no_drag: Course,
    pub(crate) linear: Course,
    pub(crate) rational: Course,
    pub(crate) matched: Course,
    pub(crate) quadratic: Course,
    /// How far quadratic drag may be from the exact solution at its landing \[m\].
    pub(crate) error_bound: f64,
}

/// As near to quadratic drag as rounding allows \[m\].
const TOLERANCE: f64 = 0.0;

impl Models {
    /// All models from the same launch.
    pub(crate) fn of(throw: &Throw) -> Result<Self> {
        let (air, position, velocity) = (throw.air(), throw.position(), throw.velocity());
        let quadratic = (air.quadratic().within(TOLERANCE)).launch(position, velocity);
        let bounds = quadratic.clone();
        let quadratic = Course::new("quadratic drag", throw, quadratic)?;
        Ok(Self {
            no_drag: Course::new("no drag", throw, throw.vacuum().launch(position, velocity))?,
            linear: Course::new("exact linear drag", throw, air.launch(position, velocity))?,
            rational: rational("rational", throw, air.rational())?,
            matched: rational(
                "rational, matched",
                throw,
                air.rational().matched_to(&air, velocity),
            )?,
            error_bound: bounds.error_bound(quadratic.landing.time),
            quadratic,
        })
    }

    /// From the simplest to that of real air.
    pub(crate) fn all(&self) -> [&Course; 5] {
        let Self {
            no_drag,
            linear,
            rational,
            matched,
            quadratic,
            ..
        } = self;
        [no_drag, linear, rational, matched, quadratic]
    }
}

/// A throw under a rational model.
pub(crate) fn rational(
    name: &'static str,
    throw: &Throw,
    model: Rational<f64, 2>,
) -> Result<Course> {
    Course::new(
        name,
        throw,
        model.launch(throw.position(), throw.velocity()),
    )
}
