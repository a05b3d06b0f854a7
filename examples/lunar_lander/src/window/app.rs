//! Title, flight, end: what is on the screen, and how one leads to another.

use std::path::PathBuf;

use anyhow::Result;
use lunar_lander::game::Game;
use lunar_lander::levels::{LEVELS, Level as Stage, USUAL, fuelled};
use lunar_lander::mission::Mission;
use lunar_lander::scene::{self, Menu, Scene, View};
use lunar_lander::scores::Scores;

use super::flight::Flight;
use super::keys::{Command, Held};
use super::pace::Pace;
use super::{Opening, Phase, Pilot, Play, Sound};
use crate::platform;

/// All that goes on in the window.
pub(super) struct App {
    screen: Screen,
    /// What starts next: 0 for the levels, from 1 one of [`Mission::ALL`].
    chosen: usize,
    /// Which of the [`LEVELS`] is next.
    level: usize,
    scores: Scores,
    /// Whether scores are kept for the next time.
    keeps_scores: bool,
    seed: u64,
    pilot: Pilot,
    rate: Option<f64>,
    warp: f64,
    is_muted: bool,
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
        let named = (Mission::ALL.iter()).position(|mission| mission.name == play.mission.name);
        let mission = named.unwrap_or(0);
        let scores = if play.keeps_scores {
            Scores::read(&platform::load_scores())
        } else {
            Scores::default()
        };
        let mut app = Self {
            screen: Screen::Title(Box::new(Game::new(Mission::ALL[mission], play.seed)?)),
            chosen: 1 + mission,
            level: scores.level(),
            scores,
            keeps_scores: play.keeps_scores,
            seed: play.seed,
            pilot: play.pilot.clone(),
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
            (Screen::Title(_), Command::Previous) => self.choose(Mission::ALL.len())?,
            (Screen::Title(_), Command::Next) => self.choose(1)?,
            (Screen::Title(_), Command::NextSeed) => {
                self.go_on(true);
                self.choose(0)?;
            }
            (_, Command::Mute) => self.is_muted = !self.is_muted,
            (_, Command::Rate(rate)) => {
                self.rate = rate.map(f64::from);
                if let Screen::Flight(flight) = &mut self.screen {
                    flight.command(command);
                }
            }
            (Screen::Title(_), _) => {}
            (Screen::Flight(flight), Command::Leave) => {
                if flight.leaves() {
                    self.choose(0)?;
                }
            }
            (Screen::Flight(_), Command::Restart) => self.fly()?,
            (Screen::Flight(flight), Command::NextSeed) if flight.game().ending().is_some() => {
                let has_landed = flight.own_score().is_some();
                self.go_on(has_landed);
                if let Pilot::Recording(_) = self.pilot {
                    // it knows no other flight
                    self.pilot = Pilot::Keyboard;
                }
                self.fly()?;
            }
            (Screen::Flight(flight), Command::Autopilot) => {
                flight.command(command);
                if let Pilot::Keyboard | Pilot::Autopilot = self.pilot {
                    self.pilot = if flight.has_autopilot() {
                        Pilot::Autopilot
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
            Screen::Flight(flight) => {
                let was_flying = flight.game().ending().is_none();
                flight.advance(seconds, held, pace)?;
                if let (true, Some(score)) = (was_flying, flight.own_score()) {
                    let game = flight.game();
                    let is_best = self.scores.add(game.mission(), game.seed(), score);
                    if is_best && self.keeps_scores {
                        platform::save_scores(&self.scores.to_string());
                    }
                }
                Ok(())
            }
        }
    }

    /// What there is to see on a screen, of which buttons cover some pixels at the lower edge.
    pub(super) fn scene(&self, size: [f32; 2], covered: f32) -> Scene {
        match &self.screen {
            Screen::Flight(flight) => {
                let game = flight.game();
                flight.scene(&View {
                    clock: self.clock,
                    level: (self.chosen == 0 && !flight.is_replay()).then_some(self.level),
                    best: self.scores.best(game.mission(), game.seed()),
                    ..View::new(game, size).over(covered)
                })
            }
            Screen::Title(game) => {
                let view = View {
                    clock: self.clock,
                    has_autopilot: matches!(self.pilot, Pilot::Autopilot),
                    ..View::new(game, size).over(covered)
                };
                let best = |chosen| {
                    let Stage { mission, seed, .. } = self.stage(chosen);
                    self.scores.best(&mission, seed)
                };
                let menu = Menu {
                    chosen: self.chosen,
                    level: self.level,
                    best: [0, 1, 2, 3].map(best),
                    is_page: !platform::HAS_DESKTOP,
                };
                scene::title(&view, &menu)
            }
        }
    }

    /// What it is, for buttons that fit.
    pub(super) fn phase(&self) -> Phase {
        match &self.screen {
            Screen::Title(_) => Phase::Title,
            Screen::Flight(flight) => flight.phase(),
        }
    }

    /// Somebody points at a place on a screen of some size \[pixels\]: what is chosen there starts.
    pub(super) fn point(&mut self, place: [f32; 2], size: [f32; 2]) -> Result<()> {
        if let (Screen::Title(_), Some(chosen)) = (&self.screen, scene::entry(size, place)) {
            self.chosen = chosen;
            self.fly()?;
        }
        Ok(())
    }

    /// What there is to hear.
    pub(super) fn sound(&self) -> Sound {
        match &self.screen {
            Screen::Flight(flight) if !self.is_muted => flight.sound(),
            _ => Sound::default(),
        }
    }

    /// In a line, for who measures.
    pub(super) fn state(&self) -> String {
        match &self.screen {
            Screen::Title(game) => {
                let levels = match self.chosen {
                    0 => format!("level {}, ", self.level + 1),
                    _ => String::new(),
                };
                format!(
                    "title, {levels}{}, seed {}",
                    game.mission().name,
                    game.seed()
                )
            }
            Screen::Flight(flight) => flight.state(),
        }
    }

    /// A name for a picture of what is on the screen.
    pub(super) fn name(&self) -> String {
        let Stage { mission, seed, .. } = self.stage(self.chosen);
        format!("lunar_lander-{}-{seed}-{:.1}s", mission.name, self.clock)
    }

    /// Stores the flight, if there is one and somebody wants it.
    pub(super) fn store(&self) -> Result<()> {
        match (&self.screen, &self.record) {
            (Screen::Flight(flight), Some(file)) => flight.store(file),
            _ => Ok(()),
        }
    }

    /// What is flown when something is chosen.
    fn stage(&self, chosen: usize) -> Stage {
        let missions = Mission::ALL;
        match chosen.checked_sub(1).and_then(|it| missions.get(it)) {
            Some(mission) => Stage {
                mission: *mission,
                seed: self.seed,
                share: USUAL,
            },
            None => LEVELS[self.level.min(LEVELS.len() - 1)],
        }
    }

    /// To the next seed, or to the next level: that only if the one before is done, and after the last open one to the first.
    fn go_on(&mut self, has_landed: bool) {
        if self.chosen > 0 {
            self.seed = self.seed.wrapping_add(1);
        } else if has_landed {
            self.level = (self.level + 1) % (self.scores.level() + 1);
        }
    }

    /// The title, with the mission so many places further on.
    fn choose(&mut self, places: usize) -> Result<()> {
        self.store()?;
        self.chosen = (self.chosen + places) % (1 + Mission::ALL.len());
        if let (Pilot::Recording(_), Screen::Flight(_)) = (&self.pilot, &self.screen) {
            self.pilot = Pilot::Keyboard;
        }
        let Stage { mission, seed, .. } = self.stage(self.chosen);
        let game = Game::new(mission, seed)?;
        self.screen = Screen::Title(Box::new(game));
        Ok(())
    }

    /// The chosen mission, from its start.
    fn fly(&mut self) -> Result<()> {
        self.store()?;
        let Stage {
            mission,
            seed,
            share,
        } = self.stage(self.chosen);
        let mission = match &self.pilot {
            Pilot::Keyboard => fuelled(mission, seed, share)?,
            Pilot::Autopilot | Pilot::Recording(_) => mission,
        };
        let game = Game::new(mission, seed)?;
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
            picture: None,
            until: None,
            keeps_scores: false,
            begins_with_levels: false,
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
        for _ in 0..3 {
            app.command(Command::Previous).unwrap();
        }
        app.command(Command::NextSeed).unwrap();
        assert!(app.state().starts_with("title, apollo11, seed 12"));
        app.command(Command::Start).unwrap();
        assert!(app.state().starts_with("flight of apollo11, seed 12"));
        // once asks, and P goes on
        assert_eq!(app.command(Command::Leave).unwrap(), Next::GoOn);
        app.advance(0.05, NOTHING, &mut Pace::new()).unwrap();
        assert!(app.state().contains("time 0.00 s") && app.state().contains("leave?"));
        app.command(Command::Pause).unwrap();
        app.advance(0.01, NOTHING, &mut Pace::new()).unwrap();
        assert!(app.state().contains("time 0.50 s"), "{}", app.state());
        app.command(Command::Leave).unwrap();
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
        assert!(!app.scene([1280.0, 800.0], 0.0).shapes.is_empty());
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
        let mut app = app(Opening::Flight, Pilot::Autopilot);
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

    /// A landing by the autopilot's rules, though nobody tells the app that it was one.
    fn land(app: &mut App) {
        let Screen::Flight(flight) = &mut app.screen else {
            panic!("no flight");
        };
        flight.fly_as_if_by_hand();
        fly_to_the_end(app);
        assert!(app.state().contains("Landed"), "{}", app.state());
    }

    #[test]
    fn levels_go_on_after_a_landing_and_only_then() {
        let mut app = App::new(&Play {
            begins_with_levels: true,
            ..play(Opening::Title, Pilot::Keyboard)
        })
        .unwrap();
        assert!(app.state().starts_with("title, level 1, moon, seed 11"));
        app.command(Command::Start).unwrap();
        fly_to_the_end(&mut app);
        app.command(Command::NextSeed).unwrap();
        assert!(
            app.state()
                .starts_with("flight of moon, seed 11, time 0.00 s")
        );
        land(&mut app);
        assert_eq!(app.scores.level(), 1);
        app.command(Command::NextSeed).unwrap();
        assert!(
            app.state()
                .starts_with("flight of moon, seed 4, time 0.00 s")
        );
        app.command(Command::Leave).unwrap();
        app.command(Command::Leave).unwrap();
        assert!(app.state().starts_with("title, level 2, moon, seed 4"));
        // those that are open, around
        app.command(Command::NextSeed).unwrap();
        assert!(app.state().starts_with("title, level 1"));
        app.command(Command::NextSeed).unwrap();
        assert!(app.state().starts_with("title, level 2"));
    }

    #[test]
    fn only_a_player_has_scores_and_only_a_player_has_little_fuel() {
        let fuel = |app: &App| match &app.screen {
            Screen::Flight(flight) => flight.game().lander().craft().fuel,
            Screen::Title(_) => 0.0,
        };
        let mut by_hand = app(Opening::Flight, Pilot::Keyboard);
        assert!(fuel(&by_hand) < 0.5 * Mission::MOON.craft.fuel);
        land(&mut by_hand);
        assert!(by_hand.scores.best(&Mission::MOON, 11) > Some(0));
        let mut by_autopilot = app(Opening::Flight, Pilot::Autopilot);
        assert_eq!(fuel(&by_autopilot), Mission::MOON.craft.fuel);
        fly_to_the_end(&mut by_autopilot);
        let mut helped = app(Opening::Flight, Pilot::Keyboard);
        helped.command(Command::Autopilot).unwrap();
        fly_to_the_end(&mut helped);
        for app in [by_autopilot, helped] {
            assert!(app.state().contains("Landed"), "{}", app.state());
            assert_eq!(app.scores, Scores::default());
        }
    }

    #[test]
    fn the_rate_is_switched_in_flight_and_the_lander_does_not_mind() {
        let end = |rates: &[u32]| {
            let mut app = app(Opening::Flight, Pilot::Keyboard);
            app.command(Command::Slower).unwrap();
            for frame in 0..100 {
                let rate = rates[frame / 4 % rates.len()];
                if frame % 4 == 0 {
                    app.command(Command::Rate(Some(rate))).unwrap();
                    assert!(app.state().contains(&format!("{rate} Hz")));
                }
                app.advance(0.05, NOTHING, &mut Pace::new()).unwrap();
            }
            let Screen::Flight(flight) = &app.screen else {
                panic!("no flight");
            };
            let game = flight.game();
            let [contact, ghost] = [game.lander(), game.ghost()].map(|it| it.body().position);
            (contact, (ghost - contact).norm())
        };
        let (place, off) = end(&[240]);
        let (same, farther) = end(&[5]);
        let (mixed, _) = end(&[5, 20, 60, 240]);
        // only the jets differ, which stop the spin within the first steps; 1.3e-5 m was measured
        for other in [same, mixed] {
            assert!((other - place).norm() < 1e-4, "{place} {other}");
        }
        // in proportion to the step: 48 times
        assert!((47.0..49.0).contains(&(farther / off)), "{off} {farther}");
    }

    #[test]
    fn who_points_at_an_entry_flies_it_and_nothing_else() {
        let size = [360.0, 740.0];
        let mut app = app(Opening::Title, Pilot::Keyboard);
        app.point([180.0, 30.0], size).unwrap();
        assert!(app.state().starts_with("title, moon"));
        assert_eq!(app.phase(), Phase::Title);
        // the last of four, each 68 below the one before in units of 360 / 440
        app.point([180.0, 0.385 * 740.0 + 3.5 * 68.0 * 360.0 / 440.0], size)
            .unwrap();
        assert!(app.state().starts_with("flight of apollo11"));
        assert_eq!(app.phase(), Phase::Flight);
        app.point([180.0, 0.385 * 740.0 + 10.0], size).unwrap();
        assert!(app.state().starts_with("flight of apollo11"));
        app.pause();
        assert_eq!(app.phase(), Phase::Pause);
    }
}
