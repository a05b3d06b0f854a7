//! Pictures have their size, something on them, and errors that name files.

use std::collections::HashSet;

use lander::Controls;

use super::*;
use crate::mission::Mission;
use crate::scene::Shape;

#[test]
fn a_picture_has_its_size_and_is_not_blank() {
    for mission in Mission::ALL {
        let mut game = Game::new(mission, 1).unwrap();
        for seconds in [2.0, 500.0] {
            game.advance(seconds, None, |_, _| Controls::OFF).unwrap();
            let scene = of_game(&game, &[], [640.0, 400.0]);
            let pixels = pixels(&scene).unwrap();
            assert_eq!([pixels.width(), pixels.height()], [640, 400]);
            let colors: HashSet<_> = pixels
                .pixels()
                .iter()
                .map(|it| [it.red(), it.green(), it.blue()])
                .collect();
            // 5191 was measured
            assert!(
                colors.len() > 2500,
                "{}: {} colours",
                mission.name,
                colors.len()
            );
            assert!(pixels.pixels().iter().all(|it| it.alpha() == 255));
        }
    }
}

#[test]
fn shapes_are_where_they_are_put() {
    let mut scene = Scene::new([40.0, 40.0]);
    scene.shapes = vec![
        Shape::Curtain {
            top: vec![[0.0, 20.0], [20.0, 0.0], [40.0, 20.0]],
            bottom: 40.0,
            colors: [[1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]],
        },
        Shape::Disc {
            center: [35.0, 35.0],
            radius: 3.0,
            color: [0.0, 1.0, 0.0, 1.0],
        },
        Shape::Halo {
            center: [4.5, 4.5],
            radius: 5.0,
            color: [1.0, 1.0, 1.0, 1.0],
        },
    ];
    let pixels = pixels(&scene).unwrap();
    let at = |x, y| {
        pixels
            .pixel(x, y)
            .map(|it| [it.red(), it.green(), it.blue()])
    };
    assert_eq!(at(12, 2), Some([0, 0, 0]));
    // 2 of 5 pixels out (3 / 5)² are left
    let [grey, _, _] = at(6, 4).unwrap();
    assert!((85..100).contains(&grey), "{grey}");
    assert!(at(4, 4).unwrap()[0] > 235);
    assert_eq!(at(35, 35), Some([0, 255, 0]));
    let [red, _, blue] = at(20, 3).unwrap();
    assert!(red > 220 && blue < 40, "{red} {blue}");
    let [red, _, blue] = at(20, 38).unwrap();
    assert!(red < 20 && blue > 235, "{red} {blue}");
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let path = Path::new("no/such/folder/picture.png");
    let error = save(&Scene::new([10.0, 10.0]), path).unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("the picture cannot be written to no/such/folder/picture.png: "),
        "{text}"
    );
}

#[test]
fn a_size_that_is_none_is_refused() {
    for size in [[0.0, 10.0], [10.0, -1.0], [f32::NAN, 10.0], [1e9, 10.0]] {
        assert!(matches!(
            png(&Scene::new(size)),
            Err(PictureError::Size { .. })
        ));
    }
}
