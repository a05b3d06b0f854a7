//! What the page calls. Numbers pass as they are; text, numbers to draw and pixels stay in buffers that the page reads.
//!
//! Buffers move when they grow: the page asks for a pointer after each call that fills one.

use std::cell::RefCell;

use crate::kind::{ALL, Toy, ToyError, specification};

/// Pixels of a picture at most.
const MOST_PIXELS: usize = 1 << 24;

#[derive(Default)]
struct State {
    toy: Option<Box<dyn Toy>>,
    dials: Vec<f64>,
    text: String,
    numbers: Vec<f64>,
    pixels: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

fn with<R>(action: impl FnOnce(&mut State) -> R) -> R {
    STATE.with_borrow_mut(action)
}

/// Writes the [`specification`] into the text.
// SAFETY of this and all below: no other symbol of this program has this name
#[unsafe(no_mangle)]
pub extern "C" fn toys_specification() {
    with(|state| state.text = specification());
}

/// Appends a value for the next start.
#[unsafe(no_mangle)]
pub extern "C" fn toys_dial(value: f64) {
    with(|state| {
        // more than any toy has: a page that never starts one does not fill the memory
        if state.dials.len() < 64 {
            state.dials.push(value);
        }
    });
}

/// Starts a toy from the values given since the last start: 0, or 1 with what is wrong in the text. The toy that ran before then
/// goes on.
#[unsafe(no_mangle)]
pub extern "C" fn toys_start(kind: usize) -> u32 {
    with(|state| {
        let dials = std::mem::take(&mut state.dials);
        let kind = ALL.get(kind).ok_or(ToyError::NoSuchToy(kind));
        match kind.and_then(|kind| kind.start(&dials)) {
            Ok(toy) => {
                state.toy = Some(toy);
                0
            }
            Err(error) => {
                state.text = error.to_string();
                1
            }
        }
    })
}

/// Moves the toy on.
#[unsafe(no_mangle)]
pub extern "C" fn toys_advance(steps: u32) {
    with(|state| {
        if let Some(toy) = &mut state.toy {
            toy.advance(steps);
        }
    });
}

/// Writes what is to be drawn into the numbers, and returns how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn toys_draw() -> usize {
    with(|state| {
        state.numbers.clear();
        if let Some(toy) = &state.toy {
            toy.draw(&mut state.numbers);
        }
        state.numbers.len()
    })
}

/// The first of the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn toys_numbers() -> *const f64 {
    with(|state| state.numbers.as_ptr())
}

/// Writes the table into the text.
#[unsafe(no_mangle)]
pub extern "C" fn toys_rows() {
    with(|state| {
        state.text.clear();
        if let Some(toy) = &state.toy {
            state.text = toy.rows().text();
        }
    });
}

/// The first byte of the text, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn toys_text() -> *const u8 {
    with(|state| state.text.as_ptr())
}

/// The length of the text in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn toys_text_length() -> usize {
    with(|state| state.text.len())
}

/// Paints the toy into pixels of four bytes, and returns the first of them; null if the picture is too large.
#[unsafe(no_mangle)]
pub extern "C" fn toys_paint(width: usize, height: usize) -> *const u8 {
    with(|state| {
        let pixels = width.checked_mul(height).filter(|&all| all <= MOST_PIXELS);
        let Some(pixels) = pixels else {
            return std::ptr::null();
        };
        state.pixels.resize(4 * pixels, 0);
        if let Some(toy) = &mut state.toy {
            toy.paint(&mut state.pixels, width);
        }
        state.pixels.as_ptr()
    })
}

/// The hash of all toys: see [`bits`](crate::bits).
#[unsafe(no_mangle)]
pub extern "C" fn toys_bits() -> u64 {
    crate::bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        with(|state| state.text.clone())
    }

    #[test]
    fn a_toy_is_started_moved_and_read() {
        for value in ALL[1].defaults() {
            toys_dial(value);
        }
        assert_eq!(toys_start(1), 0);
        toys_advance(10);
        assert!(toys_draw() > 10 && !toys_numbers().is_null());
        toys_rows();
        assert!(text().starts_with("scheme\t") && toys_text_length() > 100);
        assert!(!toys_paint(10, 10).is_null());
        assert!(toys_paint(usize::MAX, 2).is_null());
    }

    #[test]
    fn what_is_wrong_is_said_and_the_toy_before_goes_on() {
        for value in ALL[0].defaults() {
            toys_dial(value);
        }
        assert_eq!(toys_start(0), 0);
        let drawn = toys_draw();
        assert_eq!(toys_start(9), 1);
        assert_eq!(text(), "there is no toy number 9");
        toys_dial(f64::NAN);
        assert_eq!(toys_start(0), 1);
        assert_eq!(text(), "this toy has 4 dials, and was given 1");
        for value in [0.0, 1e308, 45.0, 0.0] {
            toys_dial(value);
        }
        assert_eq!(toys_start(0), 1);
        assert_eq!(text(), "Speed is 1e308 m/s; it must be from 2 to 40");
        assert_eq!(toys_draw(), drawn);
    }
}
