//! What the keys mean.

use lander::Lander;
use lunar_lander::comparison::RATES;
use macroquad::input::{KeyCode, MouseButton};
use macroquad::input::{is_key_down, is_key_pressed, is_mouse_button_pressed, mouse_position};
use macroquad::window::screen_dpi_scale;

/// Something that a key does once, when it goes down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    /// Starts what is chosen, or says yes.
    Start,
    /// Back to the title, or out.
    Leave,
    /// Chooses what is above or below.
    Previous,
    Next,
    /// The same flight from its start.
    Restart,
    /// Another landscape, or the next level.
    NextSeed,
    /// The same burns at other frame rates, or no longer.
    Again,
    Pause,
    /// Time goes faster, or slower.
    Faster,
    Slower,
    /// The autopilot takes over, or hands back.
    Autopilot,
    Screenshot,
    Mute,
    FullScreen,
    /// So many steps a second \[Hz\]; none: one a frame.
    Rate(Option<u32>),
}

/// What the keys that are held do to the engines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Held {
    /// The main engine at all it can.
    pub(super) burns: bool,
    /// The main engine at what bears the weight.
    pub(super) hovers: bool,
    /// Counter-clockwise; none stops the spin.
    pub(super) turn: Option<f64>,
}

impl Held {
    /// By the keys that are down now, or were since the last frame.
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

    /// As a share of the thrust, for a lander as it is and stands.
    pub(super) fn throttle(self, lander: &Lander) -> f64 {
        let body = lander.body();
        // a craft that lies on its side bears nothing, however hard it pushes
        let upright = body.orientation().cos().max(0.5);
        let weight = body.mass * lander.planet().gravity;
        match self {
            Self { burns: true, .. } => 1.0,
            Self { hovers: true, .. } => weight / (lander.craft().thrust * upright),
            _ => 0.0,
        }
    }
}

/// What the keys say that went down since the last frame.
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

/// Where a button of the mouse, or a finger, went down since the last frame \[pixels\].
pub(super) fn pointed_at() -> Option<[f32; 2]> {
    let place: [f32; 2] = mouse_position().into();
    is_mouse_button_pressed(MouseButton::Left).then(|| place.map(|it| it * screen_dpi_scale()))
}

/// Whether a key is down, or was since the last frame.
fn is_down(key: KeyCode) -> bool {
    is_key_down(key) || is_key_pressed(key)
}
