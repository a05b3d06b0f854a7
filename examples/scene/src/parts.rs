//! Which parts of a run show how a body moves.

use support::drawing::frame::Point;

use crate::curves::{View, size};
use crate::record::Track;

/// Times from which and until which a motion is shown \[s\], in order.
pub(crate) type Parts = Vec<(f64, f64)>;

/// The end of a motion is shown for as long as the body moves by this many sizes of its path.
const SIZES: f64 = 8.0;
/// A swing there and back moves by so many sizes of the path; so many swings show how the plane of a pendulum turns.
const SWING: f64 = 2.0;
const SWINGS: u32 = 7;
/// A swing is at most so broad, as a share of its length, and planes that turn less than this look the same \[rad\].
const BREADTH: f64 = 0.1;
const TURN: f64 = 0.1;

/// The parts in which a motion does not cover itself again and again: all of it if it is short; some swings if their plane turns;
/// the end, where the schemes are the farthest apart; or the start, if by the end it has died down.
pub(crate) fn parts<const D: usize>(
    path: &Track<D>,
    body: usize,
    view: View,
    duration: f64,
    motion: impl Fn((f64, f64)) -> Vec<Point>,
) -> Parts {
    let speeds = path.iter().map(|at| at.velocities[body].norm());
    let mean = speeds.sum::<f64>() / path.len() as f64;
    let moves_by = |sizes: f64| sizes * size(path, body) / mean;
    let enough = moves_by(SIZES);
    // nothing is cut off for less than a third; a body at rest has no speed
    let is_long = duration > 1.5 * enough;
    if !is_long {
        return vec![(0.0, duration)];
    }
    let late = path.partition_point(|at| at.time < duration - enough);
    if size(&path[late..], body) <= 0.5 * size(path, body) {
        return vec![(0.0, enough)];
    }
    let swings = swings(moves_by(SWING), duration);
    if view == View::Path && turns(swings.iter().map(|&part| motion(part))) {
        return swings;
    }
    vec![(duration - enough, duration)]
}

/// Some swings of this length \[s\], evenly over the run.
fn swings(length: f64, duration: f64) -> Parts {
    let every = (duration - length) / f64::from(SWINGS - 1);
    let starts = (0..SWINGS).map(|swing| f64::from(swing) * every);
    starts
        .map(|start| (start, (start + length).min(duration)))
        .collect()
}

/// Whether motions go to and fro along lines whose directions change.
fn turns(motions: impl Iterator<Item = Vec<Point>>) -> bool {
    let directions: Option<Vec<f64>> = motions.map(|motion| direction(&motion)).collect();
    let turn = |angles: &[f64]| {
        // a line has the same direction after half a turn
        let angle = angles[1] - angles[0];
        (angle.sin().abs()).atan2(angle.cos().abs())
    };
    directions.is_some_and(|directions| directions.windows(2).map(turn).sum::<f64>() > TURN)
}

/// The direction of points along a line \[rad\]; none if they are no line.
///
/// The moments of a line of breadth b and length l have eigenvalues in the ratio (b/l)².
fn direction(points: &[Point]) -> Option<f64> {
    let count = points.len() as f64;
    let sum = |of: &dyn Fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (sum(&|point| point.0), sum(&|point| point.1));
    let [xx, xy, yy] = [
        sum(&|point| (point.0 - x).powi(2)),
        sum(&|point| (point.0 - x) * (point.1 - y)),
        sum(&|point| (point.1 - y).powi(2)),
    ];
    let (mean, half) = (0.5 * (xx + yy), (0.5 * (xx - yy)).hypot(xy));
    let is_line = mean - half <= BREADTH.powi(2) * (mean + half);
    is_line.then(|| 0.5 * (2.0 * xy).atan2(xx - yy))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swing(angle: f64, breadth: f64) -> Vec<Point> {
        (0..40)
            .map(|step| f64::from(step) * 0.16)
            .map(|phase| (phase.cos(), breadth * phase.sin()))
            .map(|(along, across)| {
                let (sine, cosine) = angle.sin_cos();
                (
                    along * cosine - across * sine,
                    along * sine + across * cosine,
                )
            })
            .collect()
    }

    #[test]
    fn lines_have_directions_and_ellipses_none() {
        for angle in [0.0, 0.3, -1.0] {
            let found = direction(&swing(angle, 0.01)).unwrap();
            assert!((found - angle).abs() < 0.01, "{found} {angle}");
        }
        assert_eq!(direction(&swing(0.3, 0.5)), None);
    }

    #[test]
    fn a_plane_that_turns_is_seen() {
        let turning = |rate: f64| (0..7).map(move |number| swing(rate * f64::from(number), 0.01));
        assert!(turns(turning(0.2)) && turns(turning(-0.2)));
        assert!(!turns(turning(0.001)));
        assert!(!turns(
            (0..7).map(|number| swing(0.2 * f64::from(number), 0.5))
        ));
    }
}
