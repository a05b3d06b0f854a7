//! Sparks, as they look.

use super::brush::{faded, mixed, paint};
use super::{Color, Scene, View};

/// Large ones as soft clouds that grow and cool down, small and fast ones as streaks.
pub(super) fn draw(scene: &mut Scene, view: &View) {
    /// How long a streak is behind its spark \[s\].
    const BEHIND: f64 = 0.045;
    let unit = view.unit();
    for spark in view.sparks {
        let rest = (1.0 - spark.age / spark.life).clamp(0.0, 1.0) as f32;
        let place = view.pixel(&spark.position);
        let radius = (spark.size * view.camera.scale) as f32;
        if spark.velocity.norm() > 3.0 && radius < 5.0 * unit {
            let tail = view.pixel(&(spark.position - spark.velocity * BEHIND));
            let color = faded(spark.color, 0.9 * rest.sqrt());
            scene.line(
                &[tail, place],
                (1.5 * radius).min(2.6 * unit).max(1.0),
                color,
            );
        } else {
            let grown = (radius * (1.0 + 0.8 * (1.0 - rest))).max(0.8);
            let color = faded(cooled(spark.color, rest), rest);
            scene.halo(place, 1.5 * grown, faded(color, 0.8));
        }
    }
}

/// A colour that was nearly white at first, is itself for a while, and goes dark.
fn cooled(color: Color, rest: f32) -> Color {
    let is_fire = color[3] == 1.0 && color[0] > color[2];
    if !is_fire {
        color
    } else if rest > 0.55 {
        mixed(color, paint(0xffdf80), (rest - 0.55) / 0.45)
    } else {
        mixed(paint(0x2a1c20), color, rest / 0.55)
    }
}
