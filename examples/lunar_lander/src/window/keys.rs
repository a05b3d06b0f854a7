//! Keys and their commands.

use lander::Lander;
use lunar_lander::comparison::RATES;
use macroquad::input::{KeyCode, MouseButton};
use macroquad::input::{is_key_down, is_key_pressed, is_mouse_button_pressed, mouse_position};
use macroquad::window::screen_dpi_scale;

/// A command, given once when a key goes down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    /// Starts the chosen flight, or confirms.
    Start,
    /// Returns to the title, or quits.
    Leave,
    /// Chooses the previous or the next entry.
    Previous,
    Next,
    /// Starts the same flight again.
    Restart,
    /// Starts another landscape, or the next level.
    NextSeed,
    /// Shows or hides the comparison at other frame rates.
    Again,
    Pause,
    /// Increases or decreases the time warp.
    Faster,
    Slower,
    /// Switches the autopilot on or off.
    Autopilot,
    Screenshot,
    Mute,
    FullScreen,
    /// Sets the number of steps per second \[Hz\]; `None`: one step per frame.
    Rate(Option<u32>),
}

/// Commands to the engines by the keys that are held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Held {
    /// The main engine at full thrust.
    pub(super) burns: bool,
    /// The main engine at the thrust that balances the weight.
    pub(super) hovers: bool,
    /// Share of a jet's thrust, positive counter-clockwise; `None` stops the spin.
    pub(super) turn: Option<f64>,
}

impl Held {
    /// Commands of the keys that are down now, or were down since the last frame.
    pub(super) fn now() -> Self {
        let is_down = |keys: [KeyCode; 2]| keys.into_iter().any(is_down);
        let [left, right] = [[KeyCode::Left, KeyCode::A], [KeyCode::Right, KeyCode::D]];
        Self {
            burns: is_down([KeyCode::Up, KeyCode::W]),
            hovers: is_down([KeyCode::Down, KeyCode::S]),
            turn: match [left, right].map(is_down) {
                [true, false] => Some(1.0),
                [false, true] => Some(-1.0),
                _ => None,
            },
        }
    }

    /// Throttle as a share of full thrust, for a lander in its present state.
    pub(super) fn throttle(self, lander: &Lander) -> f64 {
        let body = lander.body();
        // limits the thrust of a craft that lies on its side, where no thrust balances the weight
        let upright = body.orientation().cos().max(0.5);
        let weight = body.mass * lander.planet().gravity;
        match self {
            Self { burns: true, .. } => 1.0,
            Self { hovers: true, .. } => weight / (lander.craft().thrust * upright),
            _ => 0.0,
        }
    }
}

/// Commands of the keys that went down since the last frame.
#[rustfmt::skip]
pub(super) fn commands() -> impl Iterator<Item = Command> {
    use KeyCode::{A, C, D, Down, Enter, Escape, F, F11, F12, Key0, Key1, Key2, Key3, Key4, KpEnter, Left, M, N, P, R, Right,
        S, Space, T, Up, W};
    let is_shifted = is_down(KeyCode::LeftShift) || is_down(KeyCode::RightShift);
    let pace = if is_shifted { Command::Slower } else { Command::Faster };
    let [slow, usual, fast, fastest] = RATES.map(|rate| Command::Rate(Some(rate)));
    let keys: [(&[KeyCode], Command); 18] = [
        (&[Enter, KpEnter, Space], Command::Start), (&[Escape], Command::Leave),
        (&[Up, W, Left, A], Command::Previous), (&[Down, S, Right, D], Command::Next),
        (&[R], Command::Restart), (&[N], Command::NextSeed), (&[C], Command::Again), (&[P], Command::Pause), (&[F], pace),
        (&[T], Command::Autopilot), (&[F12], Command::Screenshot), (&[M], Command::Mute), (&[F11], Command::FullScreen),
        (&[Key0], Command::Rate(None)), (&[Key1], slow), (&[Key2], usual), (&[Key3], fast), (&[Key4], fastest),
    ];
    let pressed = keys.into_iter().filter(|(keys, _)| keys.iter().any(|key| is_key_pressed(*key)));
    pressed.map(|(_, command)| command)
}

/// Position where a mouse button or a finger went down since the last frame \[pixels\].
pub(super) fn pointed_at() -> Option<[f32; 2]> {
    let place: [f32; 2] = mouse_position().into();
    is_mouse_button_pressed(MouseButton::Left).then(|| place.map(|it| it * screen_dpi_scale()))
}

/// Whether a key is down, or was down since the last frame.
fn is_down(key: KeyCode) -> bool {
    is_key_down(key) || is_key_pressed(key)
}
