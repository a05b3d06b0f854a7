//! Functions that the page calls. Text and numbers are in buffers that the page reads. Buffers move
//! when they grow, so the page gets their pointers after each call that fills one.

use std::cell::RefCell;

use crate::{ALL, Toy};

#[derive(Default)]
struct State {
    toy: Option<Box<dyn Toy>>,
    values: Vec<f64>,
    text: String,
    numbers: Vec<f64>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

fn with<R>(action: impl FnOnce(&mut State) -> R) -> R {
    STATE.with_borrow_mut(action)
}

/// Stores a text, and returns its length in bytes.
fn keep(text: String) -> usize {
    with(|state| {
        state.text = text;
        state.text.len()
    })
}

/// Appends a value for the next start.
// SAFETY of this and all below: no other symbol of this program has this name
#[unsafe(no_mangle)]
pub extern "C" fn toys_value(value: f64) {
    with(|state| state.values.push(value));
}

/// Starts a toy from the values appended since the last start. Returns 0, or the length of the
/// error message.
#[unsafe(no_mangle)]
pub extern "C" fn toys_start(kind: usize) -> usize {
    let values = with(|state| std::mem::take(&mut state.values));
    let started = (ALL[kind].start)(&values).map(|toy| with(|state| state.toy = Some(toy)));
    started.map_or_else(|error| keep(error.to_string()), |()| 0)
}

/// Advances the toy, and returns its steps per second.
#[unsafe(no_mangle)]
pub extern "C" fn toys_advance(steps: u32) -> f64 {
    with(|state| {
        (state.toy.iter_mut()).for_each(|toy| toy.advance(steps));
        state.toy.iter().map(|toy| toy.pace()).sum()
    })
}

/// Writes the numbers to draw into their buffer, and returns how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn toys_draw() -> usize {
    with(|state| {
        state.numbers.clear();
        (state.toy.iter()).for_each(|toy| toy.draw(&mut state.numbers));
        state.numbers.len()
    })
}

/// Writes the text to print into its buffer, and returns its length.
#[unsafe(no_mangle)]
pub extern "C" fn toys_print() -> usize {
    keep(with(|state| {
        state.toy.iter().map(|toy| toy.print()).collect()
    }))
}

/// Writes the program of a toy into the text's buffer, and returns its length.
#[unsafe(no_mangle)]
pub extern "C" fn toys_program(kind: usize) -> usize {
    keep(ALL[kind].program.to_owned())
}

/// Pointer to the first number.
#[unsafe(no_mangle)]
pub extern "C" fn toys_numbers() -> *const f64 {
    with(|state| state.numbers.as_ptr())
}

/// Pointer to the first byte of the text, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn toys_text() -> *const u8 {
    with(|state| state.text.as_ptr())
}

/// The hash of all toys: see [`bits`](crate::bits).
#[unsafe(no_mangle)]
pub extern "C" fn toys_bits() -> u64 {
    crate::bits()
}
