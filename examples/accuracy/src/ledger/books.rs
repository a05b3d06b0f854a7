//! Ten seconds of a body under many forces, with a ledger.

use anyhow::Result;
use kinstep::diagnostics::{Ledger, Source};
use kinstep::{Body2, LinearDrag, Scheme, Spring, UniformGravity, World2};
use support::drawing::frame::Point;

use crate::fit::largest;

/// How long the run is \[s\].
pub(super) const DURATION: u32 = 10;
/// When the engine burns \[s\], and how hard \[N\].
const BURN: (f64, f64) = (2.0, 5.0);
const THRUST: [f64; 2] = [12.0, 30.0];

/// What does work, in the order of [`Books::works`].
pub(super) const FORCES: [&str; 4] = ["gravity", "drag in wind", "spring", "engine"];

/// What a ledger says of the run.
#[derive(Debug)]
pub(super) struct Books {
    /// Time \[s\] and work since the start \[J\], for each force.
    pub(super) works: [Vec<Point>; 4],
    /// Time \[s\] and change of kinetic energy \[J\].
    pub(super) kinetic: Vec<Point>,
    /// Time \[s\] and all energy that the scheme made by itself so far \[J\].
    pub(super) error: Vec<Point>,
    /// The largest size of that \[J\].
    pub(super) worst: f64,
    /// Change of kinetic and potential energy \[J\].
    pub(super) change: f64,
    /// What the sums do not close by \[J\], and all energy that changed hands \[J\].
    pub(super) imbalance: f64,
    pub(super) turnover: f64,
}

impl Books {
    pub(super) fn of(scheme: Scheme, rate: u32) -> Result<Self> {
        let mut world = World2::new();
        let body = world.add_body(Body2::point(2.0).at([1.0, 0.0]).moving([0.0, 3.0]))?;
        let gravity = world.add_force(UniformGravity::new([0.0, -9.81]))?;
        let drag = world.add_force(LinearDrag::rate(0.3).in_wind([4.0, 1.0]))?;
        let spring = world.add_force(Spring::stiffness(18.0))?;
        world.set_scheme(scheme);
        let sources = [gravity.into(), drag.into(), spring.into(), Source::Applied];
        let mut ledger = Ledger::new(&world);
        let mut books = Self::opened();
        for _ in 0..DURATION * rate {
            let time = world.time();
            if BURN.0 <= time && time < BURN.1 {
                world.apply_force(body, THRUST)?;
            }
            ledger.step(&mut world, 1.0 / f64::from(rate))?;
            books.enter(world.time(), &ledger, &sources);
        }
        let balance = ledger.balance();
        books.worst = largest(books.error.iter().map(|point| point.1.abs()));
        books.change = balance.change.total();
        books.imbalance = balance.imbalance.kinetic.abs() + balance.imbalance.potential.abs();
        books.turnover = balance.turnover;
        Ok(books)
    }

    /// Books in which nothing has happened.
    fn opened() -> Self {
        let start = || vec![(0.0, 0.0)];
        Self {
            works: [start(), start(), start(), start()],
            kinetic: start(),
            error: start(),
            worst: 0.0,
            change: 0.0,
            imbalance: 0.0,
            turnover: 0.0,
        }
    }

    /// Writes down what the ledger says now.
    fn enter(&mut self, time: f64, ledger: &Ledger<f64, 2>, sources: &[Source; 4]) {
        for (works, source) in self.works.iter_mut().zip(sources) {
            works.push((time, ledger.entry(*source).map_or(0.0, |entry| entry.work)));
        }
        let balance = ledger.balance();
        self.kinetic.push((time, balance.change.kinetic));
        self.error.push((time, balance.scheme_error.total()));
    }
}
