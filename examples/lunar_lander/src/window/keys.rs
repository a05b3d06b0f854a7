//! What the keys mean.

use lander::Lander;
use lunar_lander::comparison::RATES;
use macroquad::input::{
    KeyCode, MouseButton, is_key_down, is_key_pressed, is_mouse_button_pressed, mouse_position,
};
use macroquad::window::screen_dpi_scale;

use crate::platform;

/// Something that a key does once, when it goes down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    /// Starts what is chosen.
    Start,
    /// Back to the title, or out.
    Leave,
    /// Chooses the mission before.
    Previous,
    /// Chooses the mission after.
    Next,
    /// The same flight from its start.
    Restart,
    /// Another landscape.
    NextSeed,
    /// Stands still, or goes on.
    Pause,
    /// Time goes faster.
    Faster,
    /// Time goes slower.
    Slower,
    /// The autopilot takes over, or hands back.
    Autopilot,
    /// Shows how long frames take, or no longer.
    Measure,
    /// Saves a picture of the window.
    Screenshot,
    /// Silence, or sound again.
    Mute,
    /// The whole screen, or a window again.
    FullScreen,
    /// So many steps a second \[Hz\]; none: one a frame.
    Rate(Option<u32>),
}

/// What the keys that are held do to the engines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Held {
    /// Of the main engine.
    pub(super) throttle: Throttle,
    /// Counter-clockwise; none stops the spin.
    pub(super) turn: Option<f64>,
}

/// What the main engine does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Throttle {
    /// Nothing.
    Off,
    /// What bears the weight.
    Hover,
    /// All it can.
    Full,
}

impl Throttle {
    /// As a share of the thrust, for a lander as it is and stands.
    pub(super) fn share(self, lander: &Lander) -> f64 {
        match self {
            Self::Off => 0.0,
            Self::Hover => {
                let body = lander.body();
                // a craft that lies on its side bears nothing, however hard it pushes
                let upright = body.orientation().cos().max(0.5);
                body.mass * lander.planet().gravity / (lander.craft().thrust * upright)
            }
            Self::Full => 1.0,
        }
    }
}

const LEFT: [KeyCode; 2] = [KeyCode::Left, KeyCode::A];
const RIGHT: [KeyCode; 2] = [KeyCode::Right, KeyCode::D];
const UP: [KeyCode; 2] = [KeyCode::Up, KeyCode::W];
const DOWN: [KeyCode; 2] = [KeyCode::Down, KeyCode::S];
const SHIFT: [KeyCode; 2] = [KeyCode::LeftShift, KeyCode::RightShift];

impl Held {
    /// By the keys that are down now.
    pub(super) fn now() -> Self {
        let throttle = match [UP, DOWN].map(is_any_down) {
            [true, _] => Throttle::Full,
            [false, true] => Throttle::Hover,
            [false, false] => Throttle::Off,
        };
        let turn = match [LEFT, RIGHT].map(is_any_down) {
            [true, false] => Some(1.0),
            [false, true] => Some(-1.0),
            _ => None,
        };
        Self { throttle, turn }
    }
}

/// What the keys say that went down since the last frame.
pub(super) fn commands() -> impl Iterator<Item = Command> {
    let is_shifted = is_any_down(SHIFT);
    let keys = [
        (KeyCode::Enter, Command::Start),
        (KeyCode::KpEnter, Command::Start),
        (KeyCode::Space, Command::Start),
        (KeyCode::Escape, Command::Leave),
        (KeyCode::Up, Command::Previous),
        (KeyCode::W, Command::Previous),
        (KeyCode::Left, Command::Previous),
        (KeyCode::A, Command::Previous),
        (KeyCode::Down, Command::Next),
        (KeyCode::S, Command::Next),
        (KeyCode::Right, Command::Next),
        (KeyCode::D, Command::Next),
        (KeyCode::R, Command::Restart),
        (KeyCode::N, Command::NextSeed),
        (KeyCode::P, Command::Pause),
        (KeyCode::F, faster_or_slower(is_shifted)),
        (KeyCode::T, Command::Autopilot),
        (KeyCode::F3, Command::Measure),
        (KeyCode::F12, Command::Screenshot),
        (KeyCode::M, Command::Mute),
        (KeyCode::F11, Command::FullScreen),
        (KeyCode::Key0, Command::Rate(None)),
        (KeyCode::Key1, Command::Rate(Some(RATES[0]))),
        (KeyCode::Key2, Command::Rate(Some(RATES[1]))),
        (KeyCode::Key3, Command::Rate(Some(RATES[2]))),
        (KeyCode::Key4, Command::Rate(Some(RATES[3]))),
    ];
    keys.into_iter()
        .filter(|(key, _)| is_pressed(*key))
        .map(|(_, command)| command)
}

/// Where a button of the mouse, or a finger, went down since the last frame \[pixels\].
pub(super) fn pointed_at() -> Option<[f32; 2]> {
    let place: [f32; 2] = mouse_position().into();
    is_mouse_button_pressed(MouseButton::Left).then(|| place.map(|it| it * screen_dpi_scale()))
}

fn faster_or_slower(is_shifted: bool) -> Command {
    if is_shifted {
        Command::Slower
    } else {
        Command::Faster
    }
}

/// Whether one of these is down, or was since the last frame.
fn is_any_down(keys: [KeyCode; 2]) -> bool {
    keys.into_iter()
        .any(|key| is_key_down(key) || platform::is_pad_down(key) || is_pressed(key))
}

/// Whether a key, or what stands for it on a gamepad, went down since the last frame.
fn is_pressed(key: KeyCode) -> bool {
    is_key_pressed(key) || platform::is_pad_pressed(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinstep::Scheme;
    use lander::{Controls, Ground, Start};
    use lunar_lander::mission::Mission;

    #[test]
    fn hovering_neither_sinks_nor_rises_until_fuel_has_left_the_mass() {
        let ground = Ground::new(vec![[-1e5, 0.0], [1e5, 0.0]]).unwrap();
        for mission in [Mission::APOLLO_11, Mission::MOON] {
            let start = Start {
                position: [0.0, 500.0],
                velocity: [3.0, -4.0],
                tilt: 0.4,
                spin: 0.0,
            };
            let mut lander =
                Lander::new(mission.craft, mission.planet, start, Scheme::FlowKick).unwrap();
            let throttle = Throttle::Hover.share(&lander);
            lander.set_controls(Controls {
                throttle,
                turn: 0.0,
            });
            lander.step(Lander::TICK, &ground).unwrap();
            let change = lander.body().velocity.y + 4.0;
            // measured: none at all
            assert!(change.abs() <= 16.0 * f64::EPSILON, "{change:e} m/s");
        }
    }
}
