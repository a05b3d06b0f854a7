//! The window: the user aims with the mouse, and Rapier's ball flies along the predicted dots.

use anyhow::Result;
use kinstep::nalgebra::Vector3;
use kinstep::trajectory::Trajectory;
use kinstep_flight::Ballistics;
use macroquad::color::Color;
use macroquad::input::{KeyCode, MouseButton, is_key_pressed, is_mouse_button_pressed};
use macroquad::shapes::{draw_circle, draw_circle_lines, draw_line};
use macroquad::text::draw_text;
use macroquad::time::get_frame_time;
use macroquad::window::{clear_background, next_frame, screen_width};
use rapier_preview::{Game, RADIUS, Settings};
use support::window::{self, Side};

use crate::throw::{DRONE, FROM, SETTINGS, Throw};

const HELP: &str = "mouse: aim   click: throw   T: throw to hit the drone   1 2 3: damping 0, 0.1, 0.4   Esc: quit";
const VIEW: Side = Side {
    width: 44.0,
    bottom: -2.0,
};
/// Number of steps between two dots, and maximum number of dots.
const EVERY: u64 = 3;
const DOTS: u64 = 80;
/// Maximum length of a frame for the game \[s\], for example after the window was hidden.
const LONGEST: f32 = 0.1;

const SKY: Color = Color::new(0.93, 0.95, 0.97, 1.0);
const INK: Color = Color::new(0.2, 0.2, 0.25, 1.0);
const RULE: Color = Color::new(0.0, 0.45, 0.7, 1.0);
const DRAG: Color = Color::new(0.84, 0.37, 0.0, 1.0);
const DRONE_COLOR: Color = Color::new(0.0, 0.62, 0.45, 1.0);

/// Opens the window until Esc is pressed, or for a number of frames.
pub(crate) fn play(frames: Option<u64>) -> Result<()> {
    let instead = "without --window it prints numbers";
    window::run("Previews in Rapier", instead, all_frames(frames))
}

/// A ball in flight, with its launch.
struct Flying {
    game: Game,
    velocity: Vector3<f64>,
    settings: Settings,
    steps: u64,
    /// Maximum distance from the dots so far \[m\].
    off: f64,
    has_landed: bool,
}

impl Flying {
    fn new(settings: Settings, velocity: Vector3<f64>) -> Self {
        Self {
            game: Game::new(&settings, FROM, velocity, &DRONE),
            velocity,
            settings,
            steps: 0,
            off: 0.0,
            has_landed: false,
        }
    }

    fn step(&mut self) {
        self.game.step();
        self.steps += 1;
        let told = self
            .settings
            .told()
            .launch(FROM, self.velocity)
            .after_steps(self.steps)
            .position;
        // the dots end at the floor
        self.has_landed |= told.y <= 1.5 * f64::from(RADIUS);
        if !self.has_landed {
            self.off = self.off.max((told - self.game.ball().cast()).norm());
        }
    }
}

async fn all_frames(frames: Option<u64>) -> Result<()> {
    let mut settings = SETTINGS;
    let mut flying: Option<Flying> = None;
    let (mut count, mut owed) = (0, 0.0);
    while window::goes_on(count, frames) {
        count += 1;
        for (key, damping) in [
            (KeyCode::Key1, 0.0),
            (KeyCode::Key2, 0.1),
            (KeyCode::Key3, 0.4),
        ] {
            if is_key_pressed(key) {
                settings.damping = damping;
            }
        }
        let aimed = VIEW.aimed(FROM.cast().into()).into();
        if is_mouse_button_pressed(MouseButton::Left) {
            flying = Some(Flying::new(settings, aimed));
        } else if is_key_pressed(KeyCode::T) {
            flying = Some(Flying::new(settings, Throw::plan(&settings)?.velocity));
        }
        owed += get_frame_time().min(LONGEST);
        while owed >= settings.dt {
            owed -= settings.dt;
            if let Some(flying) = &mut flying {
                flying.step();
            }
        }
        paint(&settings, aimed, flying.as_ref());
        next_frame().await;
    }
    Ok(())
}

fn paint(settings: &Settings, aimed: Vector3<f64>, flying: Option<&Flying>) {
    clear_background(SKY);
    let scale = VIEW.scale();
    let [_, floor] = VIEW.pixel((Vector3::zeros()).into());
    draw_line(0.0, floor, screen_width(), floor, 2.0, INK);
    let (settings, velocity) = flying.map_or((*settings, aimed), |it| (it.settings, it.velocity));
    let rule = settings.told().launch(FROM, velocity);
    let drag = Ballistics::new(Settings::gravity()).with_drag_rate(settings.damping.into());
    let drag = drag.launch(FROM, velocity);
    for step in (0..DOTS).map(|dot| dot * EVERY) {
        let at = rule.after_steps(step);
        if at.position.y < 0.0 {
            break;
        }
        let [x, y] = VIEW.pixel((drag.position(at.time).cast()).into());
        draw_circle(x, y, 0.06 * scale, DRAG);
        let [x, y] = VIEW.pixel((at.position.cast()).into());
        draw_circle_lines(x, y, 0.12 * scale, 2.0, RULE);
    }
    let drone = flying.map_or(DRONE.position.cast(), |flying| flying.game.drone());
    let [x, y] = VIEW.pixel((drone).into());
    draw_circle(x, y, 0.3 * scale, DRONE_COLOR);
    let ball = flying.map_or(FROM.cast(), |flying| flying.game.ball());
    let [x, y] = VIEW.pixel((ball).into());
    draw_circle(x, y, 0.2 * scale, INK);
    draw_text(HELP, 16.0, 28.0, 24.0, INK);
    draw_text(
        "circles: Rapier's rule, from kinstep   dots: exact drag",
        16.0,
        56.0,
        24.0,
        INK,
    );
    let told = match flying {
        Some(flying) => format!(
            "Rapier's ball is at most {:.6} m from the circles",
            flying.off
        ),
        None => format!("{:.1} m/s, damping {}/s", velocity.norm(), settings.damping),
    };
    draw_text(&told, 16.0, 84.0, 24.0, INK);
}
