//! What there is to hear.

use lunar_lander::game::Game;
use lunar_lander::touchdown::Outcome;

/// What is heard in a frame.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Sound {
    /// The main engine, from 0 to 1.
    pub(crate) engine: f32,
    /// The jets, from 0 to 1.
    pub(crate) jets: f32,
    /// Little fuel is left.
    pub(crate) alarm: bool,
    /// How hard it met the ground, once it did \[m/s\]; below zero if it stands.
    pub(crate) end: Option<f32>,
}

impl Sound {
    /// Of a flight.
    pub(super) fn of(game: &Game) -> Self {
        /// Of the fuel at the start.
        const LITTLE: f64 = 0.12;
        let lander = game.lander();
        let speed = lander.body().velocity.norm() as f32;
        match game.ending().map(|ending| &ending.outcome) {
            None => {
                let controls = lander.controls();
                let fuel = lander.fuel() / lander.craft().fuel;
                Self {
                    engine: controls.throttle as f32,
                    jets: controls.turn.abs() as f32,
                    alarm: fuel > 0.0 && fuel <= LITTLE,
                    end: None,
                }
            }
            Some(Outcome::Landed { .. }) => Self {
                end: Some(-speed),
                ..Self::default()
            },
            Some(Outcome::Crashed { .. }) => Self {
                end: Some(speed),
                ..Self::default()
            },
            Some(Outcome::Lost) => Self::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lander::Controls;
    use lunar_lander::mission::Mission;

    #[test]
    fn engines_are_heard_while_they_burn_and_the_alarm_while_little_is_left() {
        let full = Controls {
            throttle: 1.0,
            turn: -0.5,
        };
        let mut game = Game::new(Mission::MOON.with_fuel(20.0), 11).unwrap();
        assert_eq!(Sound::of(&game), Sound::default());
        game.advance(1.0, None, |_, _| full).unwrap();
        let sound = Sound::of(&game);
        assert_eq!([sound.engine, sound.jets], [1.0, 0.5]);
        assert!(!sound.alarm);
        // 8450 N burn 2.77 kg/s: 1.6 kg are left
        game.advance(5.65, None, |_, _| full).unwrap();
        assert!(Sound::of(&game).alarm);
        game.advance(2.0, None, |_, _| full).unwrap();
        assert_eq!(Sound::of(&game), Sound::default());
        game.advance(600.0, None, |_, _| full).unwrap();
        assert!(Sound::of(&game).end > Some(10.0));
    }
}
