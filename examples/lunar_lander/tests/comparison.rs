//! The autopilot's burns at 5, 20, 60 and 240 Hz.

use kinstep::Scheme;
use lander::Part;
use lunar_lander::autopilot::Autopilot;
use lunar_lander::comparison::{Comparison, RATES, burns};
use lunar_lander::game::Game;
use lunar_lander::mission::Mission;

/// Seconds, metres and metres a second, for moon, titan and apollo11. Measured 3e-10, 4e-11 and 4e-9: rounding of the
/// velocity, of Apollo's 150 m/s over 31,000 steps, as 0.7 m/s in the end turn every metre into more than a second.
const BOUNDS: [f64; 3] = [1e-9, 1e-9, 1e-8];

fn compared(mission: Mission, seed: u64) -> (Game, Comparison) {
    let game = Game::new(mission, seed).unwrap();
    let mut pilot = Autopilot::new(&game);
    let burns = burns(game.clone(), |lander| pilot.controls(lander)).unwrap();
    let comparison = Comparison::new(&game, &burns).unwrap();
    (game, comparison)
}

#[test]
fn exact_touchdowns_agree_to_a_billionth_and_those_of_symplectic_euler_do_not() {
    for (mission, bound) in Mission::ALL.into_iter().zip(BOUNDS) {
        let mut worst = [0.0_f64; 3];
        for seed in 0..8 {
            let (_, comparison) = compared(mission, seed);
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

#[test]
fn the_table_tells_every_flight() {
    let (_, comparison) = compared(Mission::MOON, 3);
    let table = comparison.to_string();
    assert_eq!(comparison.rows.len(), 2 * RATES.len());
    for row in &comparison.rows {
        let name = format!("{}", row.scheme);
        let line = table
            .lines()
            .find(|line| line.contains(&name) && line.contains(&format!(" {} ", row.rate)));
        let line = line.unwrap_or_else(|| panic!("{name} at {} Hz in\n{table}", row.rate));
        let touchdown = row.touchdown.unwrap();
        assert!(line.contains(&format!("{:.9}", touchdown.time)), "{line}");
        if row.scheme == Scheme::FlowKick {
            assert_ne!(touchdown.part, Part::Hull, "an autopilot's landing");
        }
    }
    println!("{table}");
}
