//! Forces of a world: by rows, as JSON, and as functions of JavaScript.

use std::sync::Arc;

use kinstep_common::bodies::BodyRecord;
use kinstep_common::forces::{Given, OfBody, Target};
use kinstep_common::space::Three;
use kinstep_common::{AnyWorld, Failure, Outcome};
use send_wrapper::SendWrapper;
use wasm_bindgen::prelude::*;

use crate::border::{Row, ask};
use crate::world::{World, row};

/// A function of JavaScript, on its thread.
pub(crate) struct Function(SendWrapper<JsValue>);

impl Function {
    pub(crate) fn new(function: JsValue) -> Self {
        Self(SendWrapper::new(function))
    }

    /// Returns its answer to some numbers; `None` if it has thrown.
    pub(crate) fn ask(&self, numbers: &[f64], ids: &[u64]) -> Option<Vec<f64>> {
        ask(&self.0, numbers, ids)
    }

    fn three(&self, numbers: &[f64]) -> Three {
        self.ask(numbers, &[])
            .map_or([f64::NAN; 3], |answer| Row(&answer).next())
    }
}

/// Returns a force \[N\] or a torque \[N m\] as a function of body and time.
fn of_body(function: JsValue) -> OfBody {
    let function = Function::new(function);
    Arc::new(move |body: &BodyRecord, time: f64| {
        let mut numbers = row(body);
        numbers.push(time);
        function.three(&numbers)
    })
}

fn with_time([x, y, z]: Three, time: f64) -> [f64; 4] {
    [x, y, z, time]
}

/// Returns what a force acts on: all bodies, all but some, one, some, two, or two at points.
fn target<'a>(kind: u32, ids: &'a [u64], points: &[f64]) -> Outcome<Target<'a>> {
    Ok(match (kind, ids) {
        (0, _) => Target::Every,
        (1, _) => Target::Except(ids),
        (2, [body]) => Target::Body(*body),
        (3, _) => Target::Each(ids),
        (4, [one, other]) if points.is_empty() => Target::Link([*one, *other]),
        (4, [one, other]) => {
            let mut row = Row(points);
            Target::LinkAt([*one, *other], [row.next(), row.next()])
        }
        _ => return Err(Failure::invalid("a link has two bodies")),
    })
}

/// The kind of target of a force that replaces the one with the given id, and acts on its bodies.
const REPLACED: u32 = 5;

/// Adds a force, or replaces one, and returns its id.
fn put(
    world: &mut AnyWorld,
    force: &Given<'_>,
    at: &[f64],
    (to, ids, points): (u32, &[u64], &[f64]),
) -> Outcome<u64> {
    match (to, ids) {
        (REPLACED, [old]) => world.replace_force(*old, force, arm(at)).map(|()| *old),
        _ => world.add_force(force, arm(at), target(to, ids, points)?),
    }
}

fn arm(numbers: &[f64]) -> Option<Three> {
    (!numbers.is_empty()).then(|| Row(numbers).next())
}

#[wasm_bindgen]
impl World {
    pub fn add_force(
        &self,
        kind: u32,
        numbers: &[f64],
        at: &[f64],
        to: u32,
        ids: &[u64],
        points: &[f64],
    ) -> Result<u64, JsValue> {
        let force = Given::Row { kind, numbers };
        self.change(|world| put(world, &force, at, (to, ids, points)))
    }

    pub fn add_json_force(
        &self,
        text: &str,
        at: &[f64],
        to: u32,
        ids: &[u64],
        points: &[f64],
    ) -> Result<u64, JsValue> {
        self.change(|world| match (to, ids) {
            (REPLACED, [old]) => world.replace_json_force(*old, text, arm(at)).map(|()| *old),
            _ => world.add_json_force(text, arm(at), target(to, ids, points)?),
        })
    }

    /// A force, a torque or a field, with its potential if that is a function.
    #[expect(clippy::too_many_arguments, reason = "a record, flattened")]
    pub fn add_function(
        &self,
        kind: &str,
        function: JsValue,
        potential: JsValue,
        at: &[f64],
        to: u32,
        ids: &[u64],
        points: &[f64],
    ) -> Result<u64, JsValue> {
        let force = match kind {
            "force" => Given::Function(of_body(function)),
            "torque" => Given::Torque(of_body(function)),
            _ => {
                let function = Function::new(function);
                let potential = potential.is_function().then(|| Function::new(potential));
                Given::Field(
                    Arc::new(move |position, time| function.three(&with_time(position, time))),
                    potential.map(
                        |potential| -> Arc<dyn Fn(Three, f64) -> f64 + Send + Sync> {
                            Arc::new(move |position, time| {
                                potential.three(&with_time(position, time))[0]
                            })
                        },
                    ),
                )
            }
        };
        self.change(|world| put(world, &force, at, (to, ids, points)))
    }

    pub fn remove_force(&self, force: u64) -> Result<(), JsValue> {
        self.change(|world| world.remove_force(force))
    }

    pub fn forces(&self) -> Result<Vec<u64>, JsValue> {
        self.ask(AnyWorld::forces)
    }

    pub fn json_force(&self, force: u64) -> Result<Option<String>, JsValue> {
        self.find(|world| world.json_force(force))
    }
}
