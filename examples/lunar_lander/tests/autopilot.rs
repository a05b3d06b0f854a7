//! Tests of the autopilot: it lands on its chosen pad, softly, with fuel left, and alike at all
//! frame rates.

use lander::{Controls, Lander};
use lunar_lander::autopilot::{Autopilot, Phase};
use lunar_lander::game::{CLOCK, Game, ticks_at};
use lunar_lander::mission::Mission;
use lunar_lander::touchdown::Outcome;

/// Flies to the end, or for ten minutes. Returns whether the lander stands on the chosen pad.
fn fly(game: &mut Game, rate: f64) -> bool {
    let mut autopilot = Autopilot::new(game);
    while game.ending().is_none() && game.lander().time() < 600.0 {
        game.step(ticks_at(rate), |lander, _| autopilot.controls(lander))
            .unwrap();
    }
    let chosen = Some(autopilot.pad());
    (game.ending())
        .is_some_and(|it| matches!(it.outcome, Outcome::Landed { pad, .. } if pad == chosen))
}

fn flown(mission: Mission, seed: u64, rate: f64) -> (Game, bool) {
    let mut game = Game::new(mission, seed).unwrap();
    let has_landed = fly(&mut game, rate);
    (game, has_landed)
}

#[test]
fn thirty_seeds_land_softly_with_fuel_left() {
    for (mission, seeds) in Mission::ALL.into_iter().zip([0..30, 0..30, 0..30]) {
        for seed in seeds {
            let (game, has_landed) = flown(mission, seed, [5.0, 20.0, 60.0][seed as usize % 3]);
            let (body, fuel) = (game.lander().body(), game.lander().fuel());
            let told = format!("{} {seed}: {:?}, {fuel:.0} kg", mission.name, game.ending());
            assert!(has_landed, "{told}");
            let [down, sideways] = [-body.velocity.y, body.velocity.x.abs()];
            assert!((down - 0.7).abs() < 0.01, "{down} m/s, {told}");
            assert!(
                sideways < 0.1 && body.orientation().abs() < 0.05,
                "{body:?}, {told}"
            );
            // measured: 0.65, 0.70 and 0.39
            assert!(fuel > 0.37 * mission.craft.fuel, "{told}");
        }
    }
}

/// The autopilot acts only at ticks of the gauge, so flights at different frame rates differ by
/// rounding only.
#[test]
fn the_frame_rate_and_time_warp_do_not_matter() {
    for (mission, seed) in Mission::ALL.into_iter().zip([1, 2, 0]) {
        let (truth, has_landed) = flown(mission, seed, 60.0);
        assert!(has_landed, "{:?}", truth.ending());
        for rate in [0.6, 5.0, 20.0, 27.0, 240.0] {
            let (other, _) = flown(mission, seed, rate);
            let [here, there] = [&truth, &other].map(Game::lander);
            let way = (here.body().position - there.body().position).norm();
            let time = here.time() - there.time();
            assert!(
                way < 1e-9 && time.abs() < 1e-9,
                "{rate} Hz: {way} m, {time} s"
            );
        }
    }
}

/// The autopilot lands after it takes over in flight: after eight seconds of free fall, or after
/// seconds of thrust with spin.
#[test]
fn it_takes_over_in_flight() {
    let mut failed = Vec::new();
    for (seconds, throttle, turn) in [(8, 0.0, 0.0), (10, 0.3, 0.02), (4, 1.0, -0.2)] {
        for (mission, seed) in Mission::ALL
            .into_iter()
            .flat_map(|it| (0..10).map(move |seed| (it, seed)))
        {
            let mut game = Game::new(mission, seed).unwrap();
            let pilot = |_: &Lander, _| Controls { throttle, turn };
            game.step(seconds * CLOCK, pilot).unwrap();
            if !fly(&mut game, 5.0) {
                failed.push((seconds, mission.name, seed));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn without_hope_it_still_flies() {
    let mut mission = Mission::MOON.with_fuel(5.0);
    assert!(flown(mission, 0, 5.0).0.ending().is_some());
    (mission.craft.thrust, mission.craft.jet) = (0.0, 0.0);
    assert!(flown(mission, 0, 5.0).0.ending().is_some());
}

#[test]
fn it_goes_through_its_phases_and_repeats_itself_between_ticks() {
    let mut game = Game::new(Mission::TITAN, 5).unwrap();
    let mut autopilot = Autopilot::new(&game);
    let mut phases = Vec::new();
    while game.ending().is_none() {
        let was_at_tick = game.lander().is_at_tick();
        let before = game.lander().controls();
        game.step(CLOCK / 60, |lander, _| autopilot.controls(lander))
            .unwrap();
        assert!(was_at_tick || game.lander().controls() == before);
        if phases.last() != Some(&autopilot.phase()) {
            phases.push(autopilot.phase());
        }
    }
    assert_eq!(phases, [Phase::Coast, Phase::Brake, Phase::Descend]);
}
