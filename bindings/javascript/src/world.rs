//! Worlds and their bodies.

use std::cell::{Ref, RefCell, RefMut};

use kinstep_common::bodies::{BodyRecord, Column, Part, Push};
use kinstep_common::motion::{AdvancedRecord, Rows, UntilRecord};
use kinstep_common::{AnyWorld, Failure, Outcome, words};
use wasm_bindgen::prelude::*;

use crate::border::{Row, error, event, failed, forget_thrown, or_throw};
use crate::flight::crossing;

/// A world, which refuses calls by a function that it calls itself.
#[wasm_bindgen]
pub struct World(RefCell<AnyWorld>);

fn busy<E>(_: E) -> JsValue {
    error(
        "busy",
        "the world is in a call, and a function that it calls cannot use it",
    )
}

/// Returns the numbers of a body in a row.
pub(crate) fn row(body: &BodyRecord) -> Vec<f64> {
    let mut row = vec![body.mass, body.radius];
    row.extend(body.position);
    row.extend(body.velocity);
    row.extend(body.orientation);
    row.extend(body.angular_velocity);
    row.extend(body.moments);
    row.extend(body.axes);
    row
}

fn record(row: &mut Row<'_>) -> BodyRecord {
    BodyRecord {
        mass: row.number(),
        radius: row.number(),
        position: row.next(),
        velocity: row.next(),
        orientation: row.next(),
        angular_velocity: row.next(),
        moments: row.next(),
        axes: row.next(),
    }
}

/// Returns times, positions and velocities, one behind the other.
fn rows(rows: Rows) -> Vec<f64> {
    [rows.times, rows.positions, rows.velocities].concat()
}

/// Returns the numbers of the work in a row.
#[expect(clippy::cast_precision_loss, reason = "counts for people")]
fn work(done: &AdvancedRecord) -> Vec<f64> {
    let counts = [
        done.exact_bodies,
        done.islands,
        done.nystrom_steps,
        done.dormand_prince_steps,
        done.radau_steps,
        done.rejected,
        done.evaluations,
    ];
    let mut numbers = counts.map(|count| count as f64).to_vec();
    numbers.extend(done.raised);
    numbers
}

fn column(index: u32) -> Column {
    match index {
        0 => Column::Masses,
        1 => Column::Positions,
        _ => Column::Velocities,
    }
}

fn until(body: u64, kind: &str, which: &str, row: &[f64]) -> Result<UntilRecord, JsValue> {
    let mut row = Row(row);
    Ok(UntilRecord {
        kind: or_throw(words::named(kind, "kind of the event"))?,
        crossing: crossing(which)?,
        body,
        vector: row.next(),
        number: row.number(),
    })
}

impl World {
    fn reading(&self) -> Result<Ref<'_, AnyWorld>, JsValue> {
        self.0.try_borrow().map_err(busy)
    }

    fn writing(&self) -> Result<RefMut<'_, AnyWorld>, JsValue> {
        self.0.try_borrow_mut().map_err(busy)
    }

    /// Asks the world.
    pub(crate) fn ask<A>(&self, question: impl FnOnce(&AnyWorld) -> A) -> Result<A, JsValue> {
        let answer = question(&*self.reading()?);
        or_throw(Ok(answer))
    }

    /// Asks the world what it may refuse.
    pub(crate) fn find<A>(
        &self,
        question: impl FnOnce(&AnyWorld) -> Outcome<A>,
    ) -> Result<A, JsValue> {
        or_throw(question(&*self.reading()?))
    }

    /// Changes the world. A change for which no function was needed is good whatever functions have thrown.
    pub(crate) fn change<A>(
        &self,
        work: impl FnOnce(&mut AnyWorld) -> Outcome<A>,
    ) -> Result<A, JsValue> {
        let outcome = work(&mut *self.writing()?);
        if outcome.is_ok() {
            forget_thrown();
        }
        or_throw(outcome)
    }
}

#[wasm_bindgen]
impl World {
    #[wasm_bindgen(constructor)]
    pub fn new(dimensions: u32) -> Result<Self, JsValue> {
        or_throw(AnyWorld::new(dimensions, false)).map(|world| Self(RefCell::new(world)))
    }

    pub fn copy(&self) -> Result<Self, JsValue> {
        self.ask(|world| Self(RefCell::new(world.clone())))
    }

    pub fn from_scene(bytes: &[u8]) -> Result<Self, JsValue> {
        or_throw(AnyWorld::from_scene(bytes)).map(|world| Self(RefCell::new(world)))
    }

    pub fn scene(&self) -> Result<Vec<u8>, JsValue> {
        self.find(AnyWorld::scene)
    }

    pub fn snapshot(&self) -> Result<Vec<u8>, JsValue> {
        self.find(AnyWorld::snapshot)
    }

    pub fn restore(&self, bytes: &[u8]) -> Result<(), JsValue> {
        self.change(|world| world.restore(bytes))
    }

    /// Fails while the world is in a call.
    pub fn check_idle(&self) -> Result<(), JsValue> {
        self.writing().map(drop)
    }

    pub fn dimensions(&self) -> Result<usize, JsValue> {
        self.ask(AnyWorld::dimensions)
    }

    pub fn time(&self) -> Result<f64, JsValue> {
        self.ask(AnyWorld::time)
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "2⁵³ steps take longer than a life"
    )]
    pub fn steps(&self) -> Result<f64, JsValue> {
        self.ask(|world| world.steps() as f64)
    }

    pub fn scheme(&self) -> Result<String, JsValue> {
        self.ask(|world| world.scheme().to_string())
    }

    pub fn set_scheme(&self, name: &str) -> Result<(), JsValue> {
        let scheme = or_throw(words::named(name, "scheme"))?;
        self.change(|world| {
            world.set_scheme(scheme);
            Ok(())
        })
    }

    pub fn energy(&self) -> Result<Vec<f64>, JsValue> {
        self.ask(|world| world.energy().into())
    }

    pub fn momentum(&self) -> Result<Vec<f64>, JsValue> {
        self.ask(|world| world.momentum().into())
    }

    pub fn angular_momentum(&self) -> Result<Vec<f64>, JsValue> {
        self.ask(|world| world.angular_momentum().into())
    }

    pub fn center_of_mass(&self) -> Result<Vec<f64>, JsValue> {
        self.ask(|world| world.center_of_mass().map_or_else(Vec::new, Vec::from))
    }

    pub fn step(&self, dt: f64) -> Result<(), JsValue> {
        self.change(|world| world.step(dt))
    }

    pub fn step_until(
        &self,
        dt: f64,
        body: u64,
        kind: &str,
        which: &str,
        row: &[f64],
    ) -> Result<Vec<f64>, JsValue> {
        let until = until(body, kind, which, row)?;
        self.change(|world| world.step_until(dt, &until)).map(event)
    }

    pub fn run(&self, dt: f64, steps: u64, every: u64) -> Result<Vec<f64>, JsValue> {
        self.change(|world| world.run(dt, steps, every, &mut || true))
            .map(rows)
    }

    pub fn advance(&self, duration: f64, to: &[f64]) -> Result<Vec<f64>, JsValue> {
        self.change(|world| world.advance(duration, Row(to).next(), &mut || true))
            .map(|done| work(&done))
    }

    pub fn advance_until(
        &self,
        duration: f64,
        to: &[f64],
        body: u64,
        kind: &str,
        which: &str,
        row: &[f64],
    ) -> Result<Vec<f64>, JsValue> {
        let until = until(body, kind, which, row)?;
        let to = Row(to).next();
        self.change(|world| world.advance_until(duration, to, &until, &mut || true))
            .map(event)
    }

    pub fn advance_through(&self, times: &[f64], to: &[f64]) -> Result<Vec<f64>, JsValue> {
        self.change(|world| world.advance_through(times, Row(to).next(), &mut || true))
            .map(rows)
    }

    pub fn trajectory(&self, body: u64, times: &[f64]) -> Result<Vec<f64>, JsValue> {
        self.find(|world| world.trajectory(body, times)).map(rows)
    }

    /// Adds bodies, whose rows are one behind the other.
    pub fn add_bodies(&self, numbers: &[f64]) -> Result<Vec<u64>, JsValue> {
        let mut row = Row(numbers);
        let mut bodies = Vec::new();
        while !row.is_empty() {
            bodies.push(record(&mut row));
        }
        self.change(|world| match bodies[..] {
            [body] => world.add_body(&body).map(|id| vec![id]),
            _ => world.add_bodies(&bodies),
        })
    }

    pub fn remove_body(&self, body: u64) -> Result<(), JsValue> {
        self.change(|world| world.remove_body(body))
    }

    pub fn clear(&self) -> Result<(), JsValue> {
        self.change(|world| {
            world.clear();
            Ok(())
        })
    }

    pub fn contains(&self, body: u64) -> Result<bool, JsValue> {
        self.ask(|world| world.contains(body))
    }

    pub fn ids(&self) -> Result<Vec<u64>, JsValue> {
        self.ask(AnyWorld::ids)
    }

    pub fn body(&self, body: u64) -> Result<Vec<f64>, JsValue> {
        self.find(|world| world.body(body)).map(|body| row(&body))
    }

    /// Sets one part of a body, by its index in the row.
    pub fn set_body(&self, body: u64, index: u32, row: &[f64]) -> Result<(), JsValue> {
        let mut row = Row(row);
        self.change(|world| {
            let part = match index {
                0 => Part::Mass(row.number()),
                1 => Part::Radius(row.number()),
                2 => Part::Position(row.next()),
                5 => Part::Velocity(row.next()),
                8 => Part::Orientation(row.next()),
                12 => Part::AngularVelocity(row.next()),
                15 => Part::Inertia(row.next(), world.body(body)?.axes),
                _ => Part::Inertia(world.body(body)?.moments, row.next()),
            };
            world.set_body(body, part)
        })
    }

    pub fn push(&self, body: u64, kind: &str, row: &[f64]) -> Result<(), JsValue> {
        let mut row = Row(row);
        let push = match kind {
            "impulse" => Push::Impulse(row.next()),
            "impulseAt" => Push::ImpulseAt(row.next(), row.next()),
            "force" => Push::Force(row.next()),
            "forceAt" => Push::ForceAt(row.next(), row.next()),
            "torque" => Push::Torque(row.next()),
            _ => {
                return Err(failed(&Failure::invalid(format_args!(
                    "there is no push {kind}"
                ))));
            }
        };
        self.change(|world| world.push(body, push))
    }

    pub fn spin_angular_momentum(&self, body: u64) -> Result<Vec<f64>, JsValue> {
        self.find(|world| world.spin_angular_momentum(body))
            .map(Vec::from)
    }

    pub fn acceleration_and_torque(&self, body: u64) -> Result<Vec<f64>, JsValue> {
        self.find(|world| world.acceleration_and_torque(body))
            .map(|both| both.concat())
    }

    pub fn read_column(&self, index: u32) -> Result<Vec<f64>, JsValue> {
        self.ask(|world| {
            let mut numbers = Vec::new();
            world.read_column(column(index), &mut numbers);
            numbers
        })
    }

    pub fn set_column(&self, index: u32, numbers: &[f64]) -> Result<(), JsValue> {
        self.change(|world| world.set_column(column(index), numbers))
    }

    pub fn tag(&self, body: u64) -> Result<Option<u64>, JsValue> {
        self.ask(|world| world.tag(body))
    }

    pub fn set_tag(&self, body: u64, tag: u64) -> Result<(), JsValue> {
        self.change(|world| world.set_tag(body, tag))
    }
}
