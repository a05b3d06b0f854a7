//! Lines as triangles: two for each of their pieces.
//!
//! The pieces meet where both are equally near, on the line that halves the bend between them. So nothing is painted
//! twice, and what is beyond a joint on its outer side is round.

use kinstep::nalgebra::Vector2;
use lunar_lander::scene::{Color, faded};

use super::sheet::{FromStroke, Kind, SOFT, Sheets};

/// Points nearer than this are one \[pixels\].
const SAME: f32 = 0.01;

/// Where a piece of a line ends.
#[derive(Clone, Copy)]
enum End {
    /// With a round cap, whatever comes next.
    Cap,
    /// Its left and its right side go on this way from the end, so far in reaches of the line.
    Sides([Vector2<f32>; 2]),
}

/// Draws a line with round joints and ends.
pub(super) fn line(sheets: &mut Sheets, points: &[[f32; 2]], width: f32, color: Color) {
    let mut path: Vec<Vector2<f32>> = Vec::with_capacity(points.len());
    for point in points.iter().map(|point| Vector2::from(*point)) {
        if path.last().is_none_or(|last| (point - last).norm() > SAME) {
            path.push(point);
        }
    }
    if let [point] = path[..] {
        path.push(point);
    }
    // a line thinner than a pixel is as wide as one, and fainter
    let color = faded(color, width.clamp(0.0, 1.0));
    let half = 0.5 * width.max(1.0);
    let mut start = End::Cap;
    for index in 1..path.len() {
        let ends = [path[index - 1], path[index]];
        let [end, next] = path.get(index + 1).map_or([End::Cap; 2], |next| {
            joint([ends[0], ends[1], *next], half + SOFT)
        });
        piece(sheets, ends, [start, end], half, color);
        start = next;
    }
}

/// How two pieces of a line between these points end and begin where they meet.
fn joint([from, middle, to]: [Vector2<f32>; 3], reach: f32) -> [End; 2] {
    /// Bends with a smaller cosine than this turn back so far that their pieces would meet too far out.
    const SHARP: f32 = -0.5;
    let ways = [middle - from, to - middle];
    let [before, after] = ways.map(|way| way.normalize());
    let cosine = before.dot(&after);
    if cosine < SHARP {
        return [End::Cap; 2];
    }
    let meeting = (left_of(before) + left_of(after)) / (1.0 + cosine);
    // inside of a bend the sides meet before the ends do; short pieces overlap there instead
    let inset = (meeting.norm_squared() - 1.0).max(0.0).sqrt() * reach;
    let is_short = inset > 0.5 * ways[0].norm().min(ways[1].norm());
    [before, after].map(|along| {
        let inner = if is_short { left_of(along) } else { meeting };
        End::Sides(if before.perp(&after) > 0.0 {
            [inner, -meeting]
        } else {
            [meeting, -inner]
        })
    })
}

/// A straight piece.
fn piece(
    sheets: &mut Sheets,
    [from, to]: [Vector2<f32>; 2],
    [start, end]: [End; 2],
    half: f32,
    color: Color,
) {
    let length = (to - from).norm();
    let along = if length > 0.0 {
        (to - from) / length
    } else {
        Vector2::x()
    };
    let left = left_of(along);
    let reach = half + SOFT;
    let mut sheet = sheets.with_room(Kind::Soft, 6);
    let mut corner = |corner: Vector2<f32>| {
        let way = corner - from;
        let from = FromStroke {
            place: [way.dot(&along), way.dot(&left)],
            length,
            half,
        };
        sheet.corner(corner.into(), color, from)
    };
    let mut edge = |middle: Vector2<f32>, end: End, cap: f32| {
        let sides = match end {
            End::Cap => [left, -left].map(|side| side * reach + along * cap),
            End::Sides(sides) => sides.map(|side| side * reach),
        };
        sides.map(|side| corner(middle + side))
    };
    let edges = [edge(from, start, -reach), edge(to, end, reach)];
    if is_straight(start) && is_straight(end) {
        sheet.between(edges[0], edges[1]);
        return;
    }
    // an end that is bent at the middle takes both sides on their own
    let middles = [from, to].map(corner);
    for side in [0, 1] {
        let [start, end] = [0, 1].map(|end| [edges[end][side], middles[end]]);
        sheet.between(start, end);
    }
}

/// Whether an end goes straight from one side to the other.
fn is_straight(end: End) -> bool {
    match end {
        End::Cap => true,
        End::Sides([left, right]) => left == -right,
    }
}

/// A direction turned by a quarter.
fn left_of(along: Vector2<f32>) -> Vector2<f32> {
    Vector2::new(-along.y, along.x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::PI;

    fn coverage(points: &[[f32; 2]], width: f32) -> f32 {
        let mut sheets = Sheets::default();
        line(&mut sheets, points, width, [1.0, 0.0, 0.0, 1.0]);
        sheets.coverage()
    }

    #[test]
    fn a_bent_line_covers_what_its_pieces_cover_and_its_joints_nothing_twice() {
        for width in [1.5, 2.0, 5.0, 12.0] {
            let half: f32 = 0.5 * width;
            let straight = 200.0 * width + PI * half * half;
            for degrees in [0.0_f32, 10.0, 40.0, 90.0, -25.0, -115.0] {
                let (sine, cosine) = degrees.to_radians().sin_cos();
                let points = [
                    [0.0, 0.0],
                    [100.0, 0.0],
                    [100.0 + 100.0 * cosine, 100.0 * sine],
                ];
                // what both pieces cover inside a bend, less what the joint adds outside of it
                let angle = degrees.to_radians().abs();
                let expected = straight - half * half * ((0.5 * angle).tan() - 0.5 * angle);
                let covered = coverage(&points, width);
                assert!(
                    (covered - expected).abs() < 0.01 * expected,
                    "{width} pixels, {degrees} degrees: {covered} and not {expected}"
                );
            }
        }
    }

    #[test]
    fn a_line_thinner_than_a_pixel_is_fainter() {
        for width in [0.2, 0.6, 1.0] {
            let covered = coverage(&[[0.0, 0.0], [200.0, 60.0]], width);
            let expected = width * 200.0_f32.hypot(60.0);
            assert!(
                (covered - expected).abs() < 0.01 * expected,
                "{width}: {covered} and not {expected}"
            );
        }
    }

    #[test]
    fn a_line_longer_than_a_sheet_goes_on_in_the_next() {
        let count = Sheets::CORNERS / 3;
        let points: Vec<_> = (0..count).map(|at| [at as f32, 0.0]).collect();
        let expected = 2.0 * (count - 1) as f32;
        assert!((coverage(&points, 2.0) - expected).abs() < 0.01 * expected);
    }

    #[test]
    fn points_that_are_one_are_a_dot() {
        assert_eq!(coverage(&[], 4.0), 0.0);
        let dot = PI * 4.0;
        for points in [vec![[3.0, 3.0]], vec![[3.0, 3.0]; 4]] {
            let covered = coverage(&points, 4.0);
            assert!((covered - dot).abs() < 0.05 * dot, "{covered}, not {dot}");
        }
    }

    #[test]
    fn a_line_that_turns_back_covers_both_ways() {
        let covered = coverage(&[[0.0, 0.0], [50.0, 0.0], [0.0, 0.0], [1.0, 0.0]], 3.0);
        assert!((covered - 324.0).abs() < 10.0, "{covered}");
    }
}
