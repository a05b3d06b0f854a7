//! Gamepads, as the keys that they stand for: those of `web/page.js`.

use std::cell::RefCell;

use gilrs::{Axis, Button, Gilrs};
use macroquad::input::KeyCode;

thread_local! {
    static PADS: RefCell<Pads> = RefCell::new(Pads {
        gilrs: Gilrs::new().ok(),
        before: Vec::new(),
        now: Vec::new(),
    });
}

/// All gamepads.
struct Pads {
    /// None if the system has no gamepads.
    gilrs: Option<Gilrs>,
    /// The keys that were down in the frame before.
    before: Vec<KeyCode>,
    /// The keys that are down.
    now: Vec<KeyCode>,
}

/// Looks at all gamepads; once a frame.
pub(crate) fn look_at_pads() {
    PADS.with_borrow_mut(|Pads { gilrs, before, now }| {
        let Some(gilrs) = gilrs else { return };
        while gilrs.next_event().is_some() {}
        std::mem::swap(before, now);
        now.clear();
        for (_, pad) in gilrs.gamepads() {
            now.extend(keys(
                |button| pad.is_pressed(button),
                pad.value(Axis::LeftStickX),
            ));
        }
    });
}

/// Whether a gamepad holds a key down.
pub(crate) fn is_pad_down(key: KeyCode) -> bool {
    PADS.with_borrow(|pads| pads.now.contains(&key))
}

/// Whether a gamepad has pressed a key since the frame before.
pub(crate) fn is_pad_pressed(key: KeyCode) -> bool {
    PADS.with_borrow(|pads| pads.now.contains(&key) && !pads.before.contains(&key))
}

/// Stick and cross turn, A and the right trigger burn, B and the left trigger hover.
fn keys(is_pressed: impl Fn(Button) -> bool, stick: f32) -> impl Iterator<Item = KeyCode> {
    let any = |buttons: &[Button]| buttons.iter().any(|button| is_pressed(*button));
    let pairs = [
        (stick < -0.4 || any(&[Button::DPadLeft]), KeyCode::Left),
        (stick > 0.4 || any(&[Button::DPadRight]), KeyCode::Right),
        (
            any(&[Button::South, Button::RightTrigger2, Button::DPadUp]),
            KeyCode::Up,
        ),
        (
            any(&[Button::East, Button::LeftTrigger2, Button::DPadDown]),
            KeyCode::Down,
        ),
        (any(&[Button::Start]), KeyCode::Enter),
        (any(&[Button::West]), KeyCode::R),
        (any(&[Button::North]), KeyCode::N),
        (any(&[Button::Select]), KeyCode::Escape),
    ];
    pairs
        .into_iter()
        .filter(|(is_down, _)| *is_down)
        .map(|(_, key)| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_and_the_stick_are_keys() {
        let of = |button: Option<Button>, stick| -> Vec<KeyCode> {
            keys(|it| Some(it) == button, stick).collect()
        };
        assert_eq!(of(None, 0.3), []);
        assert_eq!(of(None, -0.5), [KeyCode::Left]);
        assert_eq!(of(Some(Button::South), 0.5), [KeyCode::Right, KeyCode::Up]);
        assert_eq!(of(Some(Button::East), f32::NAN), [KeyCode::Down]);
        assert_eq!(of(Some(Button::Select), 0.0), [KeyCode::Escape]);
    }

    #[test]
    fn a_machine_without_gamepads_presses_nothing() {
        look_at_pads();
        assert!(!is_pad_down(KeyCode::Up) && !is_pad_pressed(KeyCode::Enter));
    }
}
