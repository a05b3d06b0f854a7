//! The game against the formulas of its flights.

use kinstep::Body2;
use kinstep::nalgebra::Vector2;

use super::{DRAG, GRAVITY, Game, HALF_LIFE, JUMP, LEVEL, RUN};

/// Frames of these lengths \[s\], eight seconds of them; what is drawn in each.
fn played(lengths: &[f64]) -> (Game, Vec<[Vector2<f64>; 2]>) {
    let mut game = Game::new().unwrap();
    let frames = (8.0 * lengths.len() as f64 / lengths.iter().sum::<f64>()) as usize;
    let lengths = lengths.iter().cycle().take(frames);
    let drawn = lengths.map(|length| game.frame(*length).unwrap()).collect();
    (game, drawn)
}

/// `x'' = γ (u - x')` and `y'' = -g - γ y'`, after a time \[s\]: position and velocity.
fn flight(start: &Body2, time: f64) -> [Vector2<f64>; 2] {
    let limit = Vector2::new(RUN, -GRAVITY / DRAG);
    let fading = start.velocity - limit;
    let left = (-DRAG * time).exp();
    let position = start.position + limit * time + fading * ((1.0 - left) / DRAG);
    [position, limit + fading * left]
}

const UNEVEN: [f64; 4] = [0.0069, 0.0070, 0.0312, 0.0072];

#[test]
fn jumps_land_where_the_formula_says() {
    let (game, _) = played(&UNEVEN);
    let told: Vec<_> = game.log.iter().map(|(.., what)| *what).collect();
    assert_eq!(told, ["lands", "falls", "jumps", "lands", "jumps", "lands"]);
    for (jump, landing, top) in [(2, 3, LEVEL[1].top), (4, 5, LEVEL[2].top)] {
        let (start, jumping, _) = game.log[jump];
        let (end, landed, _) = game.log[landing];
        assert_eq!((jumping.velocity.y, landed.position.y), (JUMP, top));
        let [position, velocity] = flight(&jumping, end - start);
        // measured: 1e-14 in metres and in m/s
        assert!((position - landed.position).norm() < 1e-13, "{position}");
        assert!((velocity - landed.velocity).norm() < 1e-13, "{velocity}");
    }
}

/// Frames change what is drawn, and nothing else.
#[test]
fn what_happens_does_not_depend_on_the_frames() {
    let (game, _) = played(&UNEVEN);
    for lengths in [[1.0 / 144.0], [1.0 / 60.0], [0.05]] {
        let (other, _) = played(&lengths);
        assert_eq!(other.log, game.log, "{lengths:?}");
    }
}

#[test]
fn nobody_is_drawn_inside_a_platform() {
    let (_, drawn) = played(&[0.001]);
    for pair in drawn.windows(2) {
        let [before, after] = [pair[0][0], pair[1][0]];
        let above = LEVEL.iter().find(|platform| {
            [before, after]
                .iter()
                .all(|at| (platform.from..=platform.to).contains(&at.x))
                && before.y >= platform.top
        });
        assert!(
            above.is_none_or(|platform| after.y >= platform.top),
            "{after}"
        );
    }
}

/// Behind a player at a constant speed u the camera is `2 u/λ` late, and the steps that the spring waits for.
#[test]
fn the_camera_follows() {
    let (_, drawn) = played(&UNEVEN);
    let [player, camera] = drawn[drawn.len() - 1];
    let rate = 1.678_346_990_016_660_7 / HALF_LIFE;
    let late = (player.x - camera.x) / RUN;
    let step = 1.0 / 60.0;
    assert!((2.0 / rate..2.0 / rate + step).contains(&late), "{late}");
    assert!(
        drawn
            .iter()
            .all(|[player, camera]| camera.x <= player.x || player.x < 0.0)
    );
}
