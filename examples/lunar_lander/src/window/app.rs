//! Title, flight, end: what is on the screen, and how one leads to another.

use lunar_lander::game::Game;
use lunar_lander::lander::FlightError;
use lunar_lander::mission::Mission;
use lunar_lander::scene::{self, Camera, Scene, View};

use super::flight::Flight;
use super::keys::{Command, Held};
use super::pace::Pace;
use super::{Opening, Pilot, Play};

/// All that goes on in the window.
pub(super) struct App {
    screen: Screen,
    /// Which of the missions, from [`Mission::ALL`].
    chosen: usize,
    seed: u64,
    pilot: Pilot,
    rate: Option<f64>,
    /// How long the window has been open \[s\].
    clock: f64,
}

enum Screen {
    /// The title, over where the chosen mission begins.
    Title(Box<Game>),
    /// A flight, or how it ended.
    Flight(Box<Flight>),
}

/// Whether the game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// With another frame.
    GoOn,
    /// Not at all.
    Quit,
}

impl App {
    pub(super) fn new(play: &Play) -> Result<Self, FlightError> {
        let chosen = Mission::ALL
            .iter()
            .position(|mission| mission.name == play.mission.name);
        let chosen = chosen.unwrap_or(0);
        let mut app = Self {
            screen: Screen::Title(Box::new(Game::new(Mission::ALL[chosen], play.seed)?)),
            chosen,
            seed: play.seed,
            pilot: play.pilot,
            rate: play.rate,
            clock: 0.0,
        };
        if play.opening == Opening::Flight {
            app.fly()?;
        }
        Ok(app)
    }

    /// Does what a key says.
    pub(super) fn command(&mut self, command: Command) -> Result<Next, FlightError> {
        match (&mut self.screen, command) {
            (Screen::Title(_), Command::Leave) => return Ok(Next::Quit),
            (Screen::Title(_), Command::Start) => self.fly()?,
            (Screen::Title(_), Command::Previous) => self.choose(Mission::ALL.len() - 1)?,
            (Screen::Title(_), Command::Next) => self.choose(1)?,
            (Screen::Title(_), Command::NextSeed) => {
                self.seed = self.seed.wrapping_add(1);
                self.choose(0)?;
            }
            (Screen::Title(_), _) => {}
            (Screen::Flight(_), Command::Leave) => self.choose(0)?,
            (Screen::Flight(_), Command::Restart) => self.fly()?,
            (Screen::Flight(flight), Command::NextSeed) if flight.game().ending().is_some() => {
                self.seed = self.seed.wrapping_add(1);
                self.fly()?;
            }
            (Screen::Flight(flight), command) => {
                flight.command(command);
                self.pilot = flight.pilot();
            }
        }
        Ok(Next::GoOn)
    }

    /// A frame of some seconds.
    pub(super) fn advance(
        &mut self,
        seconds: f64,
        held: Held,
        pace: &mut Pace,
    ) -> Result<(), FlightError> {
        self.clock += seconds;
        match &mut self.screen {
            Screen::Title(_) => Ok(()),
            Screen::Flight(flight) => flight.advance(seconds, held, pace),
        }
    }

    /// What there is to see.
    pub(super) fn scene(&self, size: [f32; 2]) -> Scene {
        if true { return demo(size, self.clock as f32); }
        match &self.screen {
            Screen::Flight(flight) => flight.scene(size, self.clock),
            Screen::Title(game) => {
                let view = View {
                    game,
                    size,
                    camera: Camera {
                        center: game.lander().body().position,
                        scale: 1.0,
                    },
                    clock: self.clock,
                    warp: 1.0,
                    is_paused: false,
                    has_autopilot: self.pilot == Pilot::Autopilot,
                    trail: &[],
                    sparks: &[],
                };
                scene::title(&view, self.chosen)
            }
        }
    }

    /// In a line, for who measures.
    pub(super) fn state(&self) -> String {
        match &self.screen {
            Screen::Title(game) => format!("title, {}, seed {}", game.mission().name, self.seed),
            Screen::Flight(flight) => flight.state(),
        }
    }

    /// A name for a picture of what is on the screen.
    pub(super) fn name(&self) -> String {
        let mission = Mission::ALL[self.chosen].name;
        format!("lunar_lander-{mission}-{}-{:.1}s", self.seed, self.clock)
    }

    /// The title, with the mission so many places further on.
    fn choose(&mut self, places: usize) -> Result<(), FlightError> {
        self.chosen = (self.chosen + places) % Mission::ALL.len();
        let game = Game::new(Mission::ALL[self.chosen], self.seed)?;
        self.screen = Screen::Title(Box::new(game));
        Ok(())
    }

    /// The chosen mission, from its start.
    fn fly(&mut self) -> Result<(), FlightError> {
        let mission = Mission::ALL[self.chosen];
        let flight = Flight::new(mission, self.seed, self.pilot, self.rate)?;
        self.screen = Screen::Flight(Box::new(flight));
        Ok(())
    }
}

fn demo(size: [f32; 2], clock: f32) -> Scene {
    use lunar_lander::scene::Shape;
    let mut scene = Scene::new(size);
    let s = &mut scene.shapes;
    let [w, h] = size;
    s.push(Shape::Curtain { top: vec![[0.0, 0.0], [w, 0.0]], bottom: h, colors: [[0.01, 0.01, 0.03, 1.0], [0.08, 0.09, 0.16, 1.0]] });
    for i in 0..300 {
        let x = (i * 7919 % 1280) as f32; let y = (i * 104729 % 700) as f32;
        s.push(Shape::Disc { center: [x, y], radius: 0.4 + (i % 5) as f32 * 0.25, color: [1.0, 1.0, 0.9, 0.8] });
    }
    for layer in 0..3 {
        let top: Vec<_> = (0..=160).map(|i| { let x = i as f32 * w / 160.0; [x, 350.0 + 120.0 * layer as f32 + 60.0 * (x * 0.01 + layer as f32 + clock * 0.1).sin() + 20.0 * (x * 0.043 * (1.0 + layer as f32)).sin()] }).collect();
        let g = 0.12 + 0.1 * layer as f32;
        s.push(Shape::Curtain { top: top.clone(), bottom: h, colors: [[g, g, g * 1.1, 1.0], [g * 0.4, g * 0.4, g * 0.45, 1.0]] });
        s.push(Shape::Line { points: top, width: 1.5, color: [0.8, 0.8, 0.85, 0.6] });
    }
    for i in 0..400 {
        let x = 20.0 + (i % 40) as f32 * 12.0; let y = 20.0 + (i / 40) as f32 * 20.0;
        s.push(Shape::Line { points: vec![[x, y + 12.0], [x + 4.0, y], [x + 8.0, y + 12.0]], width: 1.5, color: [0.6, 1.0, 0.7, 0.9] });
        s.push(Shape::Line { points: vec![[x + 2.0, y + 7.0], [x + 6.0, y + 7.0]], width: 1.5, color: [0.6, 1.0, 0.7, 0.9] });
    }
    let (sn, cs) = (clock * 0.5).sin_cos();
    for (k, r) in [60.0f32, 40.0, 20.0].into_iter().enumerate() {
        let corners = (0..6).map(|i| { let a = i as f32 * 1.0472; let (x, y) = (r * a.cos(), r * a.sin()); [900.0 + cs * x - sn * y, 250.0 + sn * x + cs * y] }).collect();
        s.push(Shape::Fill { corners, color: [0.9 - 0.2 * k as f32, 0.8, 0.3 + 0.2 * k as f32, 1.0] });
    }
    for i in 0..40 {
        let a = i as f32 * 0.157;
        s.push(Shape::Line { points: vec![[1100.0, 250.0], [1100.0 + 100.0 * a.cos(), 250.0 + 100.0 * a.sin()]], width: 0.3 + 0.05 * i as f32, color: [1.0, 1.0, 1.0, 1.0] });
    }
    for i in 0..8 { let wd = 1.0 + i as f32 * 2.0; let y = 420.0 + 30.0 * i as f32;
        s.push(Shape::Line { points: vec![[700.0, y], [760.0, y - 15.0], [800.0, y + 10.0], [790.0, y - 18.0], [850.0, y]], width: wd, color: [1.0, 0.3, 0.3, 0.5] });
        s.push(Shape::Disc { center: [900.0 + 30.0 * i as f32, 500.0], radius: 0.5 + i as f32 * 1.5, color: [0.3, 0.8, 1.0, 1.0] });
    }
    scene
}
