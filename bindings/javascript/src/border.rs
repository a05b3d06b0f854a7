//! Errors, rows of numbers, and functions of JavaScript.

use std::cell::RefCell;

use kinstep_common::flight::EventRecord;
use kinstep_common::{Failure, Kind, Outcome};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "../border.js")]
extern "C" {
    #[wasm_bindgen(js_name = KinstepError)]
    type Thrown;

    #[wasm_bindgen(constructor, js_class = "KinstepError")]
    fn new(kind: &str, message: &str) -> Thrown;

    /// Calls a function with a row of numbers and some ids, and returns the row that it answers.
    #[cfg(feature = "world")]
    #[wasm_bindgen(catch)]
    fn call(function: &JsValue, numbers: &[f64], ids: &[u64]) -> Result<Vec<f64>, JsValue>;
}

thread_local! {
    /// What a function of the caller has thrown.
    static THROWN: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

/// What is thrown for a failure.
pub(crate) fn failed(failure: &Failure) -> JsValue {
    error(
        match failure.kind {
            Kind::Invalid => "invalid",
            Kind::NoSuchBody => "no_such_body",
            Kind::NoSuchForce => "no_such_force",
            Kind::NoSuchSurface => "no_such_surface",
            Kind::Step => "step",
            Kind::Restore => "restore",
            Kind::NoAnswer => "no_answer",
            Kind::Stopped => "stopped",
        },
        &failure.message,
    )
}

pub(crate) fn error(kind: &str, message: &str) -> JsValue {
    Thrown::new(kind, message).into()
}

/// Throws a failure, or before that what a function of the caller has thrown.
pub(crate) fn or_throw<A>(outcome: Outcome<A>) -> Result<A, JsValue> {
    match THROWN.take() {
        Some(thrown) => Err(thrown),
        None => outcome.map_err(|failure| failed(&failure)),
    }
}

/// Forgets what functions of the caller have thrown.
#[cfg(feature = "world")]
pub(crate) fn forget_thrown() {
    THROWN.take();
}

/// Asks a function of the caller; `None` if it has thrown, now or earlier in this call.
#[cfg(feature = "world")]
pub(crate) fn ask(function: &JsValue, numbers: &[f64], ids: &[u64]) -> Option<Vec<f64>> {
    if THROWN.with_borrow(Option::is_some) {
        return None;
    }
    call(function, numbers, ids)
        .map_err(|thrown| THROWN.set(Some(thrown)))
        .ok()
}

/// Reads rows of numbers, one part after the other.
pub(crate) struct Row<'a>(pub(crate) &'a [f64]);

impl Row<'_> {
    #[cfg(feature = "world")]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the next numbers; those that are missing are zero.
    pub(crate) fn next<const N: usize>(&mut self) -> [f64; N] {
        let (head, rest) = self.0.split_at(self.0.len().min(N));
        self.0 = rest;
        std::array::from_fn(|index| head.get(index).copied().unwrap_or(0.0))
    }

    pub(crate) fn number(&mut self) -> f64 {
        self.next::<1>()[0]
    }

    /// Returns a count, the nearest to a number.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates"
    )]
    pub(crate) fn count(&mut self) -> u32 {
        self.number() as u32
    }
}

/// Returns time, position and velocity in a row; no numbers for no event.
pub(crate) fn event(event: Option<EventRecord>) -> Vec<f64> {
    let row = |event: EventRecord| {
        let mut numbers = vec![event.time];
        numbers.extend(event.position);
        numbers.extend(event.velocity);
        numbers
    };
    event.map_or_else(Vec::new, row)
}
