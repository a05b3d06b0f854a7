//! The screens of the window (title, flight, end), and how one leads to another.

use std::path::PathBuf;

use anyhow::Result;
use lunar_lander::game::Game;
use lunar_lander::levels::{LEVELS, Level as Stage, USUAL, fuelled};
use lunar_lander::mission::Mission;
use lunar_lander::scene::{self, Menu, Scene, View};
use lunar_lander::scores::Scores;

use super::flight::Flight;
use super::keys::{Command, Held};
use super::sound::Heard;
use super::{Opening, Phase, Pilot, Play};
use crate::platform;

/// State of the game in the window.
pub(super) struct App {
    screen: Screen,
    /// Index of the chosen entry of the title: 0 for the levels, from 1 on one of [`Mission::ALL`].
    chosen: usize,
    /// Index of the next level in [`LEVELS`].
    level: usize,
    scores: Scores,
    /// Flight that the command line asks for; it replaces the chosen entry.
    asked: Option<(Mission, Pilot)>,
    /// Whether scores are saved for the next run.
    keeps_scores: bool,
    seed: u64,
    rate: Option<f64>,
    warp: f64,
    is_muted: bool,
    /// File in which flights are stored.
    record: Option<PathBuf>,
    /// Time since the window opened \[s\].
    clock: f64,
}

enum Screen {
    /// The title, in front of the start of the chosen mission.
    Title(Box<Game>),
    /// A flight, or its end.
    Flight(Box<Flight>),
}

/// Whether the game continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// It continues with another frame.
    GoOn,
    /// It ends.
    Quit,
}

impl App {
    pub(super) fn new(play: &Play) -> Result<Self> {
        let named = (Mission::ALL.iter()).position(|mission| mission.name == play.mission.name);
        let saved = if play.keeps_scores {
            platform::load_scores()
        } else {
            String::new()
        };
        let scores = Scores::read(&saved);
        let is_flight = play.opening == Opening::Flight;
        let mut app = Self {
            screen: Screen::Title(Box::new(Game::new(play.mission, play.seed)?)),
            chosen: 1 + named.unwrap_or(0),
            level: scores.level(),
            scores,
            asked: is_flight.then(|| (play.mission, play.pilot.clone())),
            keeps_scores: play.keeps_scores,
            seed: play.seed,
            rate: play.rate,
            warp: play.warp,
            is_muted: false,
            record: play.record.clone(),
            clock: 0.0,
        };
        if play.begins_with_levels {
            app.chosen = 0;
            app.choose(0)?;
        }
        if is_flight {
            app.fly()?;
        }
        Ok(app)
    }

    /// Executes the command of a key. While a dialog is open, only keys of the dialog and the mute
    /// key have an effect.
    pub(super) fn command(&mut self, command: Command) -> Result<Next> {
        if command == Command::Mute {
            self.is_muted = !self.is_muted;
            return Ok(Next::GoOn);
        }
        match self.phase() {
            Phase::Title => return self.at_title(command),
            Phase::Pause => self.in_dialog(command)?,
            Phase::End => self.at_end(command)?,
            Phase::Flight if command == Command::Restart => self.fly()?,
            Phase::Flight => {
                if let Command::Rate(rate) = command {
                    self.rate = rate.map(f64::from);
                }
                if let Screen::Flight(flight) = &mut self.screen {
                    flight.command(command);
                }
            }
        }
        Ok(Next::GoOn)
    }

    fn at_title(&mut self, command: Command) -> Result<Next> {
        match command {
            Command::Leave => return Ok(Next::Quit),
            Command::Start => self.fly()?,
            Command::Previous => self.choose(Mission::ALL.len())?,
            Command::Next => self.choose(1)?,
            Command::NextSeed => {
                self.go_on(true);
                self.choose(0)?;
            }
            Command::Rate(rate) => self.rate = rate.map(f64::from),
            _ => {}
        }
        Ok(Next::GoOn)
    }

    fn in_dialog(&mut self, command: Command) -> Result<()> {
        let Screen::Flight(flight) = &mut self.screen else {
            return Ok(());
        };
        match (command, flight.asks_to_leave()) {
            (Command::Start | Command::Leave, true) => self.leave()?,
            (Command::Start, false) | (Command::Pause, _) => flight.go_on(),
            (Command::Leave, false) => flight.command(command),
            (Command::Restart, false) => self.fly()?,
            _ => {}
        }
        Ok(())
    }

    fn at_end(&mut self, command: Command) -> Result<()> {
        let may_go_on = self.may_go_on();
        let Screen::Flight(flight) = &mut self.screen else {
            return Ok(());
        };
        let is_again = flight.is_again();
        match command {
            Command::Again => drop(flight.show_again(!is_again)),
            Command::Leave | Command::Start if is_again => drop(flight.show_again(false)),
            Command::Leave => self.leave()?,
            Command::Start | Command::NextSeed if may_go_on => {
                self.go_on(true);
                self.asked = None;
                self.fly()?;
            }
            Command::Start | Command::Restart => self.fly()?,
            _ => {}
        }
        Ok(())
    }

    /// Whether the end of a flight leads to the next flight: a level must be completed first.
    fn may_go_on(&self) -> bool {
        match &self.screen {
            Screen::Flight(flight) => !self.is_level() || flight.own_score().is_some(),
            Screen::Title(_) => true,
        }
    }

    /// Whether the current flight is a level.
    fn is_level(&self) -> bool {
        self.chosen == 0 && self.asked.is_none()
    }

    /// Pauses the flight until the player continues it.
    pub(super) fn pause(&mut self) {
        if let Screen::Flight(flight) = &mut self.screen {
            flight.pause();
        }
    }

    /// Advances the game by a frame of this many seconds.
    pub(super) fn advance(&mut self, seconds: f64, held: Held) -> Result<()> {
        self.clock += seconds;
        let Screen::Flight(flight) = &mut self.screen else {
            return Ok(());
        };
        let was_flying = flight.game().ending().is_none();
        flight.advance(seconds, held)?;
        if let (true, Some(score)) = (was_flying, flight.own_score()) {
            let game = flight.game();
            let is_best = self.scores.add(game.mission(), game.seed(), score);
            if is_best && self.keeps_scores {
                platform::save_scores(&self.scores.to_string());
            }
        }
        Ok(())
    }

    /// Flies until a time \[s\] or to the end without drawing, then fills the air with sparks.
    pub(super) fn fly_unseen(&mut self, until: Option<f64>) -> Result<()> {
        /// Maximum time of a flight \[s\].
        const LONGEST: f64 = 3600.0;
        let Screen::Flight(flight) = &mut self.screen else {
            return Ok(());
        };
        let held = Held {
            burns: false,
            hovers: false,
            turn: None,
        };
        flight.fly(until.unwrap_or(LONGEST), held)?;
        for _ in 0..40 {
            flight.glow(0.02);
        }
        self.clock = flight.game().lander().time();
        Ok(())
    }

    /// The scene on a screen of this size, of which buttons cover some pixels at the lower edge.
    pub(super) fn scene(&self, size: [f32; 2], covered: f32) -> Scene {
        match &self.screen {
            Screen::Flight(flight) => {
                let notice = flight.notice();
                flight.scene(&self.view(flight, &notice, size, covered))
            }
            Screen::Title(game) => {
                let view = View {
                    clock: self.clock,
                    ..View::new(game, size, covered)
                };
                let best = |chosen| {
                    let Stage { mission, seed, .. } = self.stage(chosen);
                    self.scores.best(&mission, seed)
                };
                let menu = Menu {
                    chosen: self.chosen,
                    level: self.level,
                    best: [0, 1, 2, 3].map(best),
                };
                scene::title(&view, &menu)
            }
        }
    }

    fn view<'a>(
        &self,
        flight: &'a Flight,
        notice: &'a str,
        size: [f32; 2],
        covered: f32,
    ) -> View<'a> {
        let game = flight.game();
        let view = View {
            clock: self.clock,
            level: self.is_level().then_some(self.level),
            may_go_on: self.may_go_on(),
            best: self.scores.best(game.mission(), game.seed()),
            ..View::new(game, size, covered)
        };
        flight.view(view, notice)
    }

    /// Phase of the game, by which the page chooses its buttons.
    pub(super) fn phase(&self) -> Phase {
        match &self.screen {
            Screen::Title(_) => Phase::Title,
            Screen::Flight(flight) => flight.phase(),
        }
    }

    /// Reacts to a click or touch at a position on the screen \[pixels\]: an entry of the title
    /// starts a flight, the button of the end repeats the burns at other rates.
    pub(super) fn point(&mut self, place: [f32; 2], size: [f32; 2], covered: f32) -> Result<()> {
        match &self.screen {
            Screen::Title(_) => {
                if let Some(chosen) = scene::entry(size, place) {
                    self.chosen = chosen;
                    self.asked = None;
                    self.fly()?;
                }
            }
            Screen::Flight(flight) => {
                let is_on = scene::is_on_button(&self.view(flight, "", size, covered), place);
                if flight.is_again() || is_on {
                    self.at_end(Command::Again)?;
                }
            }
        }
        Ok(())
    }

    /// Sounds to play now.
    pub(super) fn heard(&self) -> Heard {
        match &self.screen {
            Screen::Flight(flight) if !self.is_muted => flight.heard(),
            _ => Heard::default(),
        }
    }

    /// State of the game in one line, for tests and measurements.
    pub(super) fn state(&self) -> String {
        match &self.screen {
            Screen::Title(game) => {
                let level = match self.chosen {
                    0 => format!("level {}, ", self.level),
                    _ => String::new(),
                };
                let (mission, seed) = (game.mission().name, game.seed());
                format!("title, {level}{mission}, seed {seed}")
            }
            Screen::Flight(flight) => flight.state(),
        }
    }

    /// Name of a file for a screenshot.
    pub(super) fn name(&self) -> PathBuf {
        let game = match &self.screen {
            Screen::Title(game) => game,
            Screen::Flight(flight) => flight.game(),
        };
        let (mission, seed) = (game.mission().name, game.seed());
        format!("lunar_lander-{mission}-{seed}-{:.1}s.png", self.clock).into()
    }

    /// Stores the flight, if there is one and the command line names a file.
    pub(super) fn store(&self) -> Result<()> {
        match (&self.screen, &self.record) {
            (Screen::Flight(flight), Some(file)) => flight.store(file),
            _ => Ok(()),
        }
    }

    /// Mission, seed and fuel of an entry of the title.
    fn stage(&self, chosen: usize) -> Stage {
        match chosen.checked_sub(1).and_then(|it| Mission::ALL.get(it)) {
            Some(mission) => Stage {
                mission: *mission,
                seed: self.seed,
                share: USUAL,
            },
            None => LEVELS[self.level.min(LEVELS.len() - 1)],
        }
    }

    /// Chooses the next seed, or the next level. The next level is open only after a landing; the
    /// first level follows the last open one.
    fn go_on(&mut self, has_landed: bool) {
        if !self.is_level() {
            self.seed = self.seed.wrapping_add(1);
        } else if has_landed {
            self.level = (self.level + 1) % (self.scores.level() + 1);
        }
    }

    /// Returns to the title.
    fn leave(&mut self) -> Result<()> {
        self.asked = None;
        self.choose(0)
    }

    /// Shows the title, with the chosen entry moved on by this many.
    fn choose(&mut self, places: usize) -> Result<()> {
        self.store()?;
        self.chosen = (self.chosen + places) % (1 + Mission::ALL.len());
        let Stage { mission, seed, .. } = self.stage(self.chosen);
        self.screen = Screen::Title(Box::new(Game::new(mission, seed)?));
        Ok(())
    }

    /// Starts the flight that the command line asks for, or else the chosen one. The autopilot
    /// flies only if the command line asks for it.
    fn fly(&mut self) -> Result<()> {
        self.store()?;
        let stage = self.stage(self.chosen);
        let (mission, seed, pilot) = match &self.asked {
            Some((mission, pilot)) => (*mission, self.seed, pilot.clone()),
            None => (stage.mission, stage.seed, Pilot::Keyboard),
        };
        let mission = match pilot {
            Pilot::Keyboard => fuelled(mission, seed, stage.share)?,
            Pilot::Autopilot | Pilot::Recording(_) => mission,
        };
        let game = Game::new(mission, seed)?;
        let flight = Flight::new(game, &pilot, self.rate, self.warp)?;
        self.screen = Screen::Flight(Box::new(flight));
        Ok(())
    }
}
