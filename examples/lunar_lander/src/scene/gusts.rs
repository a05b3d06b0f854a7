//! Wind: faint streaks that go as fast as it blows.

use kinstep::nalgebra::Vector2;

use super::brush::faded;
use super::look::Look;
use super::ranges::scattered;
use super::{Scene, View};

pub(super) fn draw(scene: &mut Scene, view: &View) {
    /// How many.
    const COUNT: u64 = 34;
    /// How long a streak is behind its tip \[s\].
    const BEHIND: f64 = 0.55;
    let planet = view.game.lander().planet();
    let Some(air) = planet.air else {
        return;
    };
    let wind = Vector2::from(air.wind);
    let color = Look::of(planet).edge;
    let [width, height] = view.size.map(|it| f64::from(it) / view.camera.scale);
    // not so many that they hide the ground from high up, where they are short
    let least = 14.0 * f64::from(view.unit()) / view.camera.scale;
    let long = (wind.norm() * BEHIND).max(least);
    for streak in 0..COUNT {
        let random = |kind: u64| scattered(streak, kind);
        let speed = 0.85 + 0.3 * random(11);
        let way = wind * (speed * view.clock) - view.camera.center;
        let start = Vector2::new(random(12) * width, random(13) * height) + way;
        let place = Vector2::new(
            start.x.rem_euclid(1.2 * width) - 0.6 * width,
            start.y.rem_euclid(1.2 * height) - 0.6 * height,
        ) + view.camera.center;
        if place.y < view.game.landscape().ground.height(place.x) {
            continue;
        }
        let tail = place - wind / wind.norm().max(f64::MIN_POSITIVE) * (long * (0.5 + random(14)));
        let opacity = 0.10 + 0.14 * random(15) as f32;
        scene.line(
            &[view.pixel(&tail), view.pixel(&place)],
            1.2,
            faded(color, opacity),
        );
    }
}
