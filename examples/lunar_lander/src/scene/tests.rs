//! Scenes of all missions and all endings.

use lander::{Controls, Lander};

use super::*;
use crate::mission::Mission;
use crate::touchdown::Outcome;

const SIZE: [f32; 2] = [1280.0, 800.0];
const MENU: Menu = Menu {
    chosen: 1,
    level: 2,
    best: [None, Some(77), None, None],
    is_page: false,
};

/// A game after some seconds with the same controls, or at its end.
fn after(mission: Mission, seed: u64, seconds: f64, controls: Controls) -> Game {
    let mut game = Game::new(mission, seed).unwrap();
    game.advance(seconds, None, |_, _| controls).unwrap();
    game
}

fn view(game: &Game) -> View<'_> {
    View {
        clock: 12.3,
        warp: 10.0,
        rate: Some(20.0),
        is_paused: true,
        best: Some(123),
        has_autopilot: true,
        notice: Some("BRAKING"),
        ..View::new(game, SIZE)
    }
}

/// All points of a scene, widths and radii included.
fn numbers(scene: &Scene) -> Vec<f32> {
    let mut numbers = Vec::new();
    for shape in &scene.shapes {
        match shape {
            Shape::Fill { corners, color } => {
                numbers.extend(corners.iter().flatten().chain(color));
            }
            Shape::Line {
                points,
                width,
                color,
            } => numbers.extend(points.iter().flatten().chain([width]).chain(color)),
            Shape::Disc {
                center,
                radius,
                color,
            }
            | Shape::Halo {
                center,
                radius,
                color,
            } => numbers.extend(center.iter().chain([radius]).chain(color)),
            Shape::Curtain {
                top,
                bottom,
                colors,
            } => numbers.extend(
                top.iter()
                    .flatten()
                    .chain([bottom])
                    .chain(colors.as_flattened()),
            ),
        }
    }
    numbers
}

/// Shapes that a painter can paint: finite, not far away, with opacities from 0 to 1, and not too many.
fn assert_is_sound(scene: &Scene) {
    assert!(
        (100..4000).contains(&scene.shapes.len()),
        "{} shapes",
        scene.shapes.len()
    );
    let far = numbers(scene)
        .into_iter()
        .find(|it| it.is_nan() || it.abs() > 1e5);
    assert_eq!(far, None);
    for shape in &scene.shapes {
        let (Shape::Fill { color, .. }
        | Shape::Line { color, .. }
        | Shape::Disc { color, .. }
        | Shape::Halo { color, .. }) = shape
        else {
            continue;
        };
        assert!(color.iter().all(|it| (0.0..=1.0).contains(it)), "{shape:?}");
    }
}

/// Holds itself over a pad, and comes down slowly.
fn land(game: &Game, pad: usize, lander: &Lander) -> Controls {
    let pad = game.landscape().pads[pad];
    let body = lander.body();
    let away = pad.middle() - body.position.x;
    let aside = (((0.06 * away).clamp(-22.0, 22.0) - body.velocity.x) * 0.35).clamp(-1.6, 1.6);
    let clear = body.position.y - lander.craft().stance() - pad.height;
    let fall = if away.abs() > 60.0 {
        ((300.0 - clear) * 0.08).clamp(-25.0, 8.0)
    } else {
        -(0.11 * clear).clamp(0.9, 18.0)
    };
    let up = ((fall - body.velocity.y) * 0.7 + lander.planet().gravity).clamp(0.3, 3.6);
    let tilt = (-aside).atan2(up).clamp(-0.6, 0.6);
    Controls {
        throttle: body.mass * up.hypot(aside) / lander.craft().thrust,
        turn: 3.0 * (tilt - body.orientation()) - 4.0 * body.angular_velocity(),
    }
}

fn landed() -> Game {
    let mut game = Game::new(Mission::MOON, 4).unwrap();
    let at_start = game.clone();
    game.advance(200.0, None, |lander, _| land(&at_start, 1, lander))
        .unwrap();
    game
}

#[test]
fn scenes_of_every_mission_and_ending_can_be_painted() {
    let burn = Controls {
        throttle: 0.7,
        turn: -0.4,
    };
    let mut games = vec![landed()];
    assert!(matches!(
        games[0].ending().unwrap().outcome,
        Outcome::Landed { pad: Some(1), .. }
    ));
    for mission in Mission::ALL {
        games.push(after(mission, 3, 0.0, burn));
        games.push(after(mission, 3, 4.0, burn));
        let crashed = after(mission, 3, 500.0, Controls::OFF);
        assert!(crashed.ending().is_some());
        games.push(crashed);
    }
    let up = Controls {
        throttle: 1.0,
        turn: 0.0,
    };
    let lost = after(Mission::MOON, 3, 100.0, up);
    assert_eq!(lost.ending().unwrap().outcome, Outcome::Lost);
    games.push(lost);
    for game in &games {
        assert_is_sound(&flight(&view(game)));
        assert_is_sound(&title(&view(game), &MENU));
    }
}

#[test]
fn screens_of_any_size_can_be_painted() {
    let game = Game::new(Mission::TITAN, 9).unwrap();
    let lander = game.lander();
    let (body, reach) = (lander.body(), lander.craft().reach());
    let mut sparks = Sparks::default();
    sparks.explosion(&body.position, &body.velocity, reach);
    for size in [
        [0.0, 0.0],
        [1.0, 1.0],
        [320.0, 900.0],
        [3840.0, 400.0],
        [f32::NAN, 600.0],
    ] {
        let view = View {
            size,
            camera: Camera::following(&game, size),
            sparks: sparks.as_slice(),
            ..view(&game)
        };
        for scene in [flight(&view), title(&view, &MENU)] {
            assert!(
                numbers(&scene).into_iter().all(|it| it.is_finite()),
                "{size:?}"
            );
        }
    }
}

/// Plates, and so what is written on them, are on the screen and over the buttons, which cover some of its lower edge.
fn assert_plates_are_on(scene: &Scene, covered: f32) {
    let [width, height] = scene.size;
    let height = height - covered;
    for shape in &scene.shapes {
        let Shape::Fill { corners, color } = shape else {
            continue;
        };
        // plates have cut corners
        if corners.len() == 6 && color[3] == look::PLATE[0][3] {
            let inside =
                |[x, y]: &[f32; 2]| (0.0..=width).contains(x) && (0.0..=height).contains(y);
            assert!(corners.iter().all(inside), "{:?}: {corners:?}", scene.size);
        }
    }
}

#[test]
fn plates_are_on_the_screen_of_a_phone_and_of_a_desk() {
    for size in [
        [360.0, 740.0],
        [740.0, 360.0],
        [800.0, 600.0],
        [1920.0, 1080.0],
        [3840.0, 2160.0],
    ] {
        for mission in Mission::ALL {
            for seconds in [3.0, 500.0] {
                let game = after(mission, 3, seconds, Controls::OFF);
                for covered in [0.0, 0.22 * size[1]] {
                    let view = View {
                        is_paused: true,
                        ..View::new(&game, size).over(covered)
                    };
                    assert_plates_are_on(&flight(&view), covered);
                    assert_plates_are_on(&title(&view, &MENU), covered);
                }
            }
        }
    }
}

/// The panel at the end: the plate with less opacity than others.
fn end_panel(scene: &Scene) -> Option<[[f32; 2]; 2]> {
    scene.shapes.iter().rev().find_map(|shape| match shape {
        Shape::Fill { corners, color } if corners.len() == 6 && *color == look::END => {
            Some([corners[4], corners[1]])
        }
        _ => None,
    })
}

#[test]
fn the_panel_at_the_end_is_beside_the_lander_and_on_the_screen() {
    let game = landed();
    for size in [
        [360.0, 740.0],
        [740.0, 360.0],
        [800.0, 600.0],
        [1280.0, 657.0],
        [1920.0, 1080.0],
    ] {
        for covered in [0.0, 64.0] {
            let view = View::new(&game, size).over(covered);
            let [[left, bottom], [right, top]] = end_panel(&flight(&view)).unwrap();
            assert!(0.0 <= left && right <= size[0], "{size:?} {left} {right}");
            assert!(
                0.0 <= top && bottom <= size[1] - covered,
                "{size:?} {top} {bottom}"
            );
            let lander = game.lander();
            let [x, y] = view.pixel(&lander.body().position);
            // the legs reach as far as the feet, and the antenna less far up
            let half = (lander.craft().feet[1][0] * view.camera.scale) as f32;
            let is_clear =
                x + half <= left || right <= x - half || bottom <= y - half || y + half <= top;
            assert!(
                is_clear,
                "{size:?} {covered}: {x} {y} {half}, {left} {right} {top} {bottom}"
            );
        }
    }
}

#[test]
fn what_is_out_of_sight_is_not_drawn() {
    let mut scene = Scene::new(SIZE);
    scene.disc([-30.0, 400.0], 20.0, [1.0; 4]);
    scene.line(&[[100.0, 900.0], [1200.0, 850.0]], 4.0, [1.0; 4]);
    scene.fill(&[[0.0, 0.0], [f32::NAN, 0.0], [0.0, 10.0]], [1.0; 4]);
    assert_eq!(scene.shapes, []);
    scene.disc([-10.0, 400.0], 20.0, [1.0; 4]);
    // across the screen, with both ends outside of it
    scene.line(&[[-50.0, 900.0], [1400.0, -20.0]], 4.0, [1.0; 4]);
    assert_eq!(scene.shapes.len(), 2);
}

#[test]
fn a_scene_is_always_the_same() {
    let game = after(Mission::MOON, 5, 3.0, Controls::OFF);
    assert_eq!(flight(&view(&game)), flight(&view(&game)));
}

#[test]
fn the_lander_and_the_ground_below_it_are_in_sight() {
    for (mission, seed) in Mission::ALL
        .iter()
        .flat_map(|it| (0..6).map(move |seed| (it, seed)))
    {
        let mut game = Game::new(*mission, seed).unwrap();
        while game.ending().is_none() {
            let view = view(&game);
            let place = game.lander().body().position;
            let [x, y] = view.pixel(&place);
            assert!(
                (120.0..SIZE[0] - 120.0).contains(&x),
                "{} {seed}: {x}",
                mission.name
            );
            assert!(
                (170.0..SIZE[1] - 100.0).contains(&y),
                "{} {seed}: {y}",
                mission.name
            );
            let below = game.landscape().ground.height(place.x);
            let [_, floor] = view.pixel(&Vector2::new(place.x, below));
            assert!(floor < SIZE[1], "{} {seed}: {floor}", mission.name);
            game.advance(1.0, None, |_, _| Controls::OFF).unwrap();
        }
    }
}

#[test]
fn the_camera_moves_smoothly() {
    for (mission, seed) in Mission::ALL
        .iter()
        .flat_map(|it| (0..6).map(move |seed| (it, seed)))
    {
        let mut game = Game::new(*mission, seed).unwrap();
        let mut last = Camera::following(&game, SIZE);
        while game.ending().is_none() {
            game.advance(1.0 / 60.0, None, |_, _| Controls::OFF)
                .unwrap();
            let camera = Camera::following(&game, SIZE);
            // 0.038 was measured, in the last moments of a fall
            let zoom = camera.scale / last.scale;
            assert!(
                (0.95..1.05).contains(&zoom),
                "{} {seed}: {zoom}",
                mission.name
            );
            last = camera;
        }
    }
}

/// How far down a line is at a place, if it reaches there.
fn height_of(line: &[[f32; 2]], x: f32) -> Option<f32> {
    let ends = line
        .windows(2)
        .find(|ends| ends[0][0] <= x && x <= ends[1][0])?;
    let share = (x - ends[0][0]) / (ends[1][0] - ends[0][0]);
    Some(ends[0][1] + (ends[1][1] - ends[0][1]) * share)
}

#[test]
fn sky_ranges_and_ground_leave_no_gap() {
    for (mission, seconds) in Mission::ALL
        .iter()
        .flat_map(|it| [0.0, 9.0, 500.0].map(|time| (it, time)))
    {
        let game = after(*mission, 6, seconds, Controls::OFF);
        let scene = flight(&view(&game));
        for x in (0..64).map(|step| 20.0 * step as f32 + 0.3) {
            // what is painted in this column, from the top down
            let mut painted: Vec<_> = (scene.shapes.iter())
                .filter_map(|shape| match shape {
                    Shape::Curtain {
                        top,
                        bottom,
                        colors: [[.., one], [.., other]],
                    } if *one == 1.0 && *other == 1.0 => Some((height_of(top, x)?, *bottom)),
                    _ => None,
                })
                .collect();
            painted.sort_by(|one, other| one.0.total_cmp(&other.0));
            let mut down = 0.0_f32;
            for (from, to) in painted {
                assert!(
                    from <= down || down >= SIZE[1],
                    "{} after {seconds} s: a gap at {x}, {down}",
                    mission.name
                );
                down = down.max(to);
            }
            assert!(
                down >= SIZE[1],
                "{} after {seconds} s: a gap at {x}, {down}",
                mission.name
            );
        }
    }
}
