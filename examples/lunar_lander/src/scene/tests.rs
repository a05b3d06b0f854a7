//! Tests of the draw lists of all missions, endings and screen sizes.

use lander::{Controls, Lander};

use super::instruments::{Mark, marks};
use super::*;
use crate::autopilot::Autopilot;
use crate::comparison::Comparison;
use crate::mission::Mission;
use crate::touchdown::{Outcome, tilt};

/// Sizes of phones (upright and horizontal) and of desktop screens, and two invalid sizes.
const SIZES: [[f32; 2]; 7] = [
    [360.0, 740.0],
    [740.0, 360.0],
    [800.0, 600.0],
    [1280.0, 800.0],
    [1920.0, 1080.0],
    [0.0, 0.0],
    [f32::NAN, 600.0],
];

/// A game after this many seconds without engines, or at its end.
fn fallen(mission: Mission, seconds: f64) -> Game {
    let mut game = Game::new(mission, 3).unwrap();
    game.advance(seconds, None, |_, _| Controls::OFF).unwrap();
    game
}

fn landed(mission: Mission) -> Game {
    let mut game = Game::new(mission, 3).unwrap();
    let mut pilot = Autopilot::new(&game);
    let rate = Some(5.0);
    game.advance(600.0, rate, |lander, _| pilot.controls(lander))
        .unwrap();
    assert!(game.has_landed(), "{}", mission.name);
    game
}

/// Checks that coordinates are finite and opacities are from 0 to 1. Checks that plates, which are
/// recognized by their cut corners, are on the screen and above the buttons.
fn assert_is_sound(scene: &Scene, covered: f32) {
    let [width, height] = scene.size;
    for shape in &scene.shapes {
        let (points, numbers): (&[_], Vec<f32>) = match shape {
            Shape::Fill(corners, color) => (corners, color.to_vec()),
            Shape::Line(points, _, color) => (points, color.to_vec()),
            Shape::Halo(center, _, color) => (std::slice::from_ref(center), color.to_vec()),
            Shape::Curtain(top, _, colors) => (top, colors.concat()),
        };
        assert!(
            points.iter().flatten().all(|it| it.abs() < 1e6),
            "{shape:?}"
        );
        assert!(
            numbers.iter().all(|it| (0.0..=1.0).contains(it)),
            "{shape:?}"
        );
        if let Shape::Fill(corners, color) = shape
            && (corners.len(), color[3]) == (6, look::PLATE[0][3])
            && width > 100.0
        {
            let is_on = |[x, y]: &[f32; 2]| {
                (0.0..=width).contains(x) && (0.0..=height - covered).contains(y)
            };
            assert!(corners.iter().all(is_on), "{:?}: {corners:?}", scene.size);
        }
    }
}

#[test]
fn every_screen_of_any_size_can_be_painted() {
    let menu = Menu {
        chosen: 1,
        level: 2,
        best: [None, Some(77), None, None],
    };
    for mission in Mission::ALL {
        for game in [
            fallen(mission, 3.0),
            fallen(mission, 500.0),
            landed(mission),
        ] {
            let comparison = (game.ending().is_some()).then(|| Comparison::new(&game).unwrap());
            let claim = comparison.as_ref().map(Comparison::sentence);
            for (size, covered) in SIZES
                .map(|size| [(size, 0.0), (size, 0.2 * size[1])])
                .concat()
            {
                let view = View {
                    rate: Some(5.0),
                    claim: claim.as_deref(),
                    is_paused: true,
                    ..View::new(&game, size, covered)
                };
                assert_is_sound(&flight(&view), covered);
                assert_is_sound(&title(&view, &menu), covered);
                for time in [0.0, 20.0, 1e3] {
                    let Some(comparison) = &comparison else {
                        continue;
                    };
                    let warp = 9.0;
                    let again = super::again(
                        &view,
                        &Again {
                            comparison,
                            time,
                            warp,
                        },
                    );
                    assert_is_sound(&again, covered);
                    assert!(again.shapes.len() > 300 || size[0].is_nan() || size[0] < 1.0);
                }
            }
        }
    }
}

#[test]
fn the_button_at_the_end_is_on_its_panel_and_there_only_with_something_to_show() {
    let game = landed(Mission::MOON);
    let places = || (0..160).flat_map(|x| (0..100).map(move |y| [8.0 * x as f32, 8.0 * y as f32]));
    let view = View::new(&game, [1280.0, 800.0], 0.0);
    assert!(places().all(|place| !is_on_button(&view, place)));
    let told = View {
        claim: Some("Your landing at 5 Hz: same pad. Euler's: 19 m away at 5.3 m/s"),
        ..view
    };
    let count = places().filter(|place| is_on_button(&told, *place)).count();
    // 424 by 36 units, in squares of 8 pixels
    assert!((150..500).contains(&count), "{count}");
}

/// Controls that brake and then sink slowly to the ground below; in the last metres they hold this
/// angle from upright.
fn sink(game: &Game, lander: &Lander, angle: f64) -> Controls {
    let body = lander.body();
    let below = game.landscape().ground.height(body.position.x);
    let clear = body.position.y - lander.craft().stance() - below;
    let aside = (-0.35 * body.velocity.x).clamp(-1.6, 1.6);
    let fall = -(0.11 * clear).clamp(1.0, 12.0) - body.velocity.y;
    let up = (0.7 * fall + lander.planet().gravity).clamp(0.3, 3.6);
    let angle = if clear < 6.0 {
        angle
    } else {
        (-aside).atan2(up)
    };
    Controls {
        throttle: body.mass * up / lander.craft().thrust,
        turn: 3.0 * (angle - tilt(body.orientation())) - 4.0 * body.angular_velocity(),
    }
}

#[test]
fn all_is_green_if_and_only_if_the_touchdown_is_a_landing() {
    let [mut landed, mut crashed] = [0, 0];
    for seed in 0..40 {
        for (mission, angle) in [
            (Mission::MOON, 0.0),
            (Mission::MOON, 0.2),
            (Mission::TITAN, -0.1),
        ] {
            let mut game = Game::new(mission, seed).unwrap();
            let start = game.clone();
            game.advance(600.0, Some(20.0), |lander, _| sink(&start, lander, angle))
                .unwrap();
            let marks = marks(&View::new(&game, [1280.0, 800.0], 0.0));
            let is_green = marks == [Mark::Good; 5];
            match &game.ending().unwrap().outcome {
                Outcome::Landed { .. } => {
                    landed += 1;
                    assert!(is_green, "seed {seed}: {marks:?}");
                }
                Outcome::Crashed { faults } => {
                    crashed += 1;
                    assert!(!is_green, "seed {seed}: {faults:?}");
                }
                Outcome::Lost => {}
            }
        }
    }
    // both outcomes occur
    assert!(landed > 0 && crashed > 20, "{landed}, {crashed}");
}
