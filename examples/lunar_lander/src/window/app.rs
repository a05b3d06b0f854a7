//! Title, flight, end: what is on the screen, and how one leads to another.

use std::path::PathBuf;

use anyhow::Result;
use lunar_lander::game::Game;
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
    warp: f64,
    /// Where flights are stored.
    record: Option<PathBuf>,
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
    pub(super) fn new(play: &Play) -> Result<Self> {
        let chosen = Mission::ALL
            .iter()
            .position(|mission| mission.name == play.mission.name);
        let chosen = chosen.unwrap_or(0);
        let mut app = Self {
            screen: Screen::Title(Box::new(Game::new(Mission::ALL[chosen], play.seed)?)),
            chosen,
            seed: play.seed,
            pilot: play.pilot.clone(),
            rate: play.rate,
            warp: play.warp,
            record: play.record.clone(),
            clock: 0.0,
        };
        if play.opening == Opening::Flight {
            app.fly()?;
        }
        Ok(app)
    }

    /// Does what a key says.
    pub(super) fn command(&mut self, command: Command) -> Result<Next> {
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
                if let Pilot::Recording(_) = self.pilot {
                    // it knows no other flight
                    self.pilot = Pilot::Keyboard;
                }
                self.fly()?;
            }
            (Screen::Flight(flight), Command::Autopilot) => {
                flight.command(command);
                if let Pilot::Keyboard | Pilot::Autopilot(_) = self.pilot {
                    self.pilot = if flight.has_autopilot() {
                        Pilot::Autopilot(None)
                    } else {
                        Pilot::Keyboard
                    };
                }
            }
            (Screen::Flight(flight), command) => flight.command(command),
        }
        Ok(Next::GoOn)
    }

    /// A flight stands still until somebody says otherwise.
    pub(super) fn pause(&mut self) {
        if let Screen::Flight(flight) = &mut self.screen {
            flight.pause();
        }
    }

    /// A frame of some seconds.
    pub(super) fn advance(&mut self, seconds: f64, held: Held, pace: &mut Pace) -> Result<()> {
        self.clock += seconds;
        match &mut self.screen {
            Screen::Title(_) => Ok(()),
            Screen::Flight(flight) => flight.advance(seconds, held, pace),
        }
    }

    /// What there is to see.
    pub(super) fn scene(&self, size: [f32; 2]) -> Scene {
        match &self.screen {
            Screen::Flight(flight) => flight.scene(size, self.clock),
            Screen::Title(game) => {
                let view = View {
                    game,
                    size,
                    camera: Camera::following(game, size),
                    clock: self.clock,
                    warp: 1.0,
                    is_paused: false,
                    has_autopilot: matches!(self.pilot, Pilot::Autopilot(_)),
                    notice: None,
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

    /// Stores the flight, if there is one and somebody wants it.
    pub(super) fn store(&self) -> Result<()> {
        match (&self.screen, &self.record) {
            (Screen::Flight(flight), Some(file)) => flight.store(file),
            _ => Ok(()),
        }
    }

    /// The title, with the mission so many places further on.
    fn choose(&mut self, places: usize) -> Result<()> {
        self.store()?;
        self.chosen = (self.chosen + places) % Mission::ALL.len();
        if let (Pilot::Recording(_), Screen::Flight(_)) = (&self.pilot, &self.screen) {
            self.pilot = Pilot::Keyboard;
        }
        let game = Game::new(Mission::ALL[self.chosen], self.seed)?;
        self.screen = Screen::Title(Box::new(game));
        Ok(())
    }

    /// The chosen mission, from its start.
    fn fly(&mut self) -> Result<()> {
        self.store()?;
        let game = Game::new(Mission::ALL[self.chosen], self.seed)?;
        let flight = Flight::new(game, &self.pilot, self.rate, self.warp)?;
        self.screen = Screen::Flight(Box::new(flight));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::Throttle;
    use super::*;
    use lunar_lander::recording::Recording;

    const NOTHING: Held = Held {
        throttle: Throttle::Off,
        turn: None,
    };

    fn play(opening: Opening, pilot: Pilot) -> Play {
        Play {
            mission: Mission::MOON,
            seed: 11,
            pilot,
            opening,
            rate: None,
            warp: 50.0,
            size: [1280.0, 800.0],
            record: None,
            frames: None,
            screenshot: None,
        }
    }

    fn app(opening: Opening, pilot: Pilot) -> App {
        App::new(&play(opening, pilot)).unwrap()
    }

    fn fly_to_the_end(app: &mut App) {
        for _ in 0..300 {
            app.advance(0.05, NOTHING, &mut Pace::new()).unwrap();
        }
    }

    #[test]
    fn keys_lead_from_the_title_to_a_flight_and_back_and_out() {
        let mut app = app(Opening::Title, Pilot::Keyboard);
        assert_eq!(app.command(Command::Next).unwrap(), Next::GoOn);
        assert!(app.state().starts_with("title, titan, seed 11"));
        app.command(Command::Previous).unwrap();
        app.command(Command::Previous).unwrap();
        app.command(Command::NextSeed).unwrap();
        assert!(app.state().starts_with("title, apollo11, seed 12"));
        app.command(Command::Start).unwrap();
        assert!(app.state().starts_with("flight of apollo11, seed 12"));
        assert_eq!(app.command(Command::Leave).unwrap(), Next::GoOn);
        assert!(app.state().starts_with("title, apollo11"));
        assert_eq!(app.command(Command::Leave).unwrap(), Next::Quit);
    }

    #[test]
    fn a_fall_ends_in_a_crash_and_the_next_seed_only_comes_after_it() {
        let mut app = app(Opening::Flight, Pilot::Keyboard);
        app.command(Command::NextSeed).unwrap();
        assert!(app.state().contains("seed 11"));
        fly_to_the_end(&mut app);
        assert!(app.state().contains("Crashed"), "{}", app.state());
        assert!(!app.scene([1280.0, 800.0]).shapes.is_empty());
        app.command(Command::NextSeed).unwrap();
        assert!(app.state().contains("seed 12, time 0.00 s"));
    }

    #[test]
    fn time_stands_still_in_a_pause_and_goes_as_fast_as_it_should() {
        let mut app = app(Opening::Flight, Pilot::Keyboard);
        app.command(Command::Pause).unwrap();
        app.advance(0.05, NOTHING, &mut Pace::new()).unwrap();
        assert!(app.state().contains("time 0.00 s"));
        app.command(Command::Pause).unwrap();
        app.advance(0.05, NOTHING, &mut Pace::new()).unwrap();
        assert!(app.state().contains("time 2.50 s"));
        for _ in 0..2 {
            // a page that is hidden twice stands still
            app.pause();
            app.advance(0.05, NOTHING, &mut Pace::new()).unwrap();
            assert!(app.state().contains("time 2.50 s"));
        }
        app.command(Command::Pause).unwrap();
        for warp in [100, 1, 2, 5] {
            app.command(Command::Faster).unwrap();
            assert!(app.state().contains(&format!("warp {warp}")));
        }
        for warp in [2, 1, 100] {
            app.command(Command::Slower).unwrap();
            assert!(app.state().contains(&format!("warp {warp}")));
        }
    }

    #[test]
    fn the_autopilot_lands_and_what_it_flew_can_be_flown_again() {
        let file = std::env::temp_dir().join(format!("lander-{}.ron", std::process::id()));
        let mut app = app(Opening::Flight, Pilot::Autopilot(None));
        app.record = Some(file.clone());
        fly_to_the_end(&mut app);
        assert!(app.state().contains("Landed"), "{}", app.state());
        app.store().unwrap();
        let recording = Recording::load(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        let mut again = self::app(Opening::Flight, Pilot::Recording(Box::new(recording)));
        fly_to_the_end(&mut again);
        let state = app.state().replace(", autopilot", "");
        assert_eq!(again.state(), state);
    }

    #[test]
    fn a_pad_that_is_none_is_refused() {
        let play = play(Opening::Flight, Pilot::Autopilot(Some(9)));
        let refused = App::new(&play).err().map(|error| error.to_string());
        let words = "there is no pad 9; there are 4, counted from the left, from 1";
        assert_eq!(refused.as_deref(), Some(words));
    }
}
