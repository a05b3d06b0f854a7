//! Tests of comparisons at 5, 20, 60 and 240 Hz, of the autopilot's burns and of a player's.

use kinstep::Scheme;
use lander::{Controls, Lander};
use lunar_lander::autopilot::Autopilot;
use lunar_lander::comparison::{Comparison, RATES};
use lunar_lander::game::{CLOCK, Game};
use lunar_lander::mission::Mission;

/// Bounds on differences of touchdown times \[s\], positions \[m\] and velocities \[m/s\], for
/// moon, titan and apollo11. Measured: 6e-10, 7e-11 and 6e-9. These are rounding errors of the
/// velocity, for Apollo of 150 m/s over 31,000 steps. At the final speed of 0.7 m/s an error of a
/// metre becomes one of more than a second.
const BOUNDS: [f64; 3] = [1e-9, 1e-9, 1e-8];

fn landed(mission: Mission, seed: u64) -> Game {
    let mut game = Game::new(mission, seed).unwrap();
    let mut autopilot = Autopilot::new(&game);
    while game.ending().is_none() {
        game.step(CLOCK / 60, |lander, _| autopilot.controls(lander))
            .unwrap();
    }
    game
}

#[test]
fn exact_touchdowns_agree_to_a_billionth_and_those_of_symplectic_euler_do_not() {
    for (mission, bound) in Mission::ALL.into_iter().zip(BOUNDS) {
        let mut worst = [0.0_f64; 3];
        for seed in 0..8 {
            let comparison = Comparison::new(&landed(mission, seed)).unwrap();
            let ours = comparison.spread(Scheme::FlowKick).unwrap();
            let spreads = [ours.time, ours.place, ours.velocity];
            worst = [0, 1, 2].map(|index| worst[index].max(spreads[index]));
            let theirs = comparison.spread(Scheme::SymplecticEuler);
            assert!(
                theirs.is_none_or(|it| it.time > 0.01 && it.velocity > 0.01),
                "{theirs:?}"
            );
        }
        println!("{}: {worst:?}", mission.name);
        assert!(
            worst.iter().all(|apart| *apart < bound),
            "{}: {worst:?}",
            mission.name
        );
    }
}

/// Burns of a player, in frames of different lengths until a crash, end at the same place in the
/// comparison.
#[test]
fn a_players_own_burns_come_down_where_they_did() {
    for mission in Mission::ALL {
        let mut game = Game::new(mission, 12).unwrap();
        for frame in 0..20_000_u32 {
            let keys = |lander: &Lander, _| Controls {
                throttle: f64::from(u8::from(frame % 90 < 20)),
                turn: (-2.0 * lander.body().orientation()).signum() * f64::from(frame / 40 % 2),
            };
            let seconds = 0.0166 + 1e-4 * f64::from(frame * 7919 % 13);
            game.advance(seconds, None, keys).unwrap();
        }
        let own = *game.lander().body();
        let comparison = Comparison::new(&game).unwrap();
        for flight in comparison.of(Scheme::FlowKick) {
            assert!(flight.away.unwrap() < 1e-8, "{:?}", flight.away);
            let outcome = game.ending().map(|ending| &ending.outcome);
            assert_eq!(flight.outcome.is_some(), outcome.is_some());
            // the path begins at the start, and stays at its end
            let [start, end] = [0.0, 1e4].map(|time| flight.at(time).position);
            assert_eq!(start, comparison.flights[0].at(-1.0).position);
            assert!((end - own.position).norm() < 1e-8 && flight.is_down(1e4));
        }
        assert!(
            comparison
                .sentence()
                .starts_with("Your crash at 5 Hz: same crater. Euler's: ")
        );
    }
}

/// Between steps the drawn position is that of the lander: the path of 5 Hz agrees with that of 240
/// Hz.
#[test]
fn paths_of_all_rates_are_one() {
    let comparison = Comparison::new(&landed(Mission::TITAN, 3)).unwrap();
    let [slow, .., fast] = &comparison.flights[..RATES.len()] else {
        panic!("{} flights", comparison.flights.len());
    };
    let off = (0..7000).map(|index| {
        let time = 0.01 * f64::from(index);
        let [one, other] = [slow, fast].map(|flight| flight.at(time));
        (one.position - other.position).norm() + (one.angle - other.angle).abs()
    });
    let worst = off.fold(0.0, f64::max);
    assert!(worst < 1e-3, "{worst}");
}

#[test]
fn the_table_tells_every_flight_and_the_sentence_what_they_mean() {
    let comparison = Comparison::new(&landed(Mission::MOON, 3)).unwrap();
    let table = comparison.to_string();
    for flight in &comparison.flights {
        let touchdown = flight.touchdown.unwrap();
        let rate = format!(" {} ", flight.rate);
        let scheme = match flight.scheme {
            Scheme::FlowKick => "kinstep (FlowKick)",
            _ => "symplectic Euler",
        };
        let mut lines = table
            .lines()
            .filter(|line| line.contains(scheme) && line.contains(&rate));
        let line = lines
            .next()
            .unwrap_or_else(|| panic!("{scheme} at{rate}Hz in\n{table}"));
        assert!(line.contains(&format!("{:.9}", touchdown.time)), "{line}");
    }
    println!("{table}");
    let euler = &comparison.flights[RATES.len()];
    let [away, speed] = [euler.away, euler.touchdown.map(|it| it.velocity.norm())];
    let said = format!(
        "Your landing at 5 Hz: same pad. Euler's: {:.0} m away at {:.1} m/s",
        away.unwrap(),
        speed.unwrap()
    );
    assert_eq!(comparison.sentence(), said);
}
