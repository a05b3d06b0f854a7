//! Lines as triangles.
//!
//! A line is a row of ribs across it, each with four corners:
//!
//! ```text
//! nothing --- colour ===== middle ===== colour --- nothing
//! ```
//!
//! At the outer side of a bend, and around the ends, the ribs turn about the middle like the sticks of a fan.

use kinstep::nalgebra::Vector2;
use lunar_lander::scene::Color;

use super::sheet::{SOFT, Sheets, faded};

/// Across a line: directions from its middle to its sides, as long as the sides are far in half widths.
#[derive(Clone, Copy)]
struct Rib {
    middle: Vector2<f32>,
    sides: [Vector2<f32>; 2],
}

/// How the ribs of a line become corners.
struct Pen {
    color: Color,
    /// From the middle to where the colour ends, and to where there is nothing \[pixels\].
    reach: [f32; 2],
    /// The last rib, and where its corners are.
    last: Option<(Rib, [u16; 4])>,
}

/// Points nearer than this are one \[pixels\].
const SAME: f32 = 0.01;
/// Bends with a greater cosine than this are drawn without a fan.
const SLIGHT: f32 = 0.9;

/// Draws a line with round joints and ends.
pub(super) fn line(sheets: &mut Sheets, points: &[[f32; 2]], width: f32, color: Color) {
    let mut path: Vec<Vector2<f32>> = Vec::with_capacity(points.len());
    for point in points.iter().map(|point| Vector2::from(*point)) {
        if path.last().is_none_or(|last| (point - last).norm() > SAME) {
            path.push(point);
        }
    }
    let mut pen = Pen::new(width, color);
    let ways: Vec<_> = path.windows(2).map(|ends| ends[1] - ends[0]).collect();
    let along: Vec<_> = ways.iter().map(|way| way.normalize()).collect();
    let Some((first, last)) = along.first().zip(along.last()) else {
        // a point, or nothing
        if let Some(point) = path.first() {
            pen.end(sheets, *point, Vector2::x(), [-1.0, 0.0]);
            pen.end(sheets, *point, Vector2::x(), [0.0, 1.0]);
        }
        return;
    };
    pen.end(sheets, path[0], *first, [-1.0, 0.0]);
    for (index, (lengths, sides)) in ways.windows(2).zip(along.windows(2)).enumerate() {
        let shortest = lengths[0].norm().min(lengths[1].norm());
        pen.bend(sheets, path[index + 1], [sides[0], sides[1]], shortest);
    }
    pen.end(sheets, path[path.len() - 1], *last, [0.0, 1.0]);
}

impl Pen {
    fn new(width: f32, color: Color) -> Self {
        // a line thinner than a pixel is as wide as one, and fainter
        let share = width.clamp(0.0, 1.0);
        let half = 0.5 * width.max(1.0);
        Self {
            color: faded(color, share),
            reach: [half - SOFT, half + SOFT],
            last: None,
        }
    }

    /// How many pieces an arc \[rad\] at the outside needs to look round.
    fn pieces(&self, angle: f32) -> usize {
        /// How far a chord may be from its arc \[pixels\].
        const FLAT: f32 = 0.12;
        let piece = 2.0 * (1.0 - FLAT / self.reach[1]).acos();
        (angle / piece).ceil().max(1.0) as usize
    }

    /// One end: its ribs from a share of a quarter turn to another, -1 behind it, 0 across, 1 ahead of it.
    fn end(
        &mut self,
        sheets: &mut Sheets,
        middle: Vector2<f32>,
        along: Vector2<f32>,
        [from, to]: [f32; 2],
    ) {
        use std::f32::consts::FRAC_PI_2;
        let across = left_of(along);
        let pieces = self.pieces(FRAC_PI_2);
        for piece in 0..=pieces {
            let share = from + (to - from) * piece as f32 / pieces as f32;
            let (sine, cosine) = (share * FRAC_PI_2).sin_cos();
            let sides = [cosine, -cosine].map(|share| along * sine + across * share);
            self.rib(sheets, Rib { middle, sides });
        }
    }

    /// Where two pieces of the line meet.
    fn bend(
        &mut self,
        sheets: &mut Sheets,
        middle: Vector2<f32>,
        [before, after]: [Vector2<f32>; 2],
        shortest: f32,
    ) {
        let [from, to] = [before, after].map(left_of);
        let cosine = before.dot(&after);
        // where the sides of the two pieces meet, though no further than the pieces are long
        let meeting = (from + to) / (1.0 + cosine).max(1e-3);
        let most = (shortest / self.reach[1]).max(1.0);
        let inside = meeting * (most / meeting.norm().max(1e-3)).min(1.0);
        if cosine > SLIGHT {
            let sides = [inside, -inside];
            return self.rib(sheets, Rib { middle, sides });
        }
        let turn = before.perp(&after);
        let angle = turn.atan2(cosine);
        let pieces = self.pieces(angle.abs());
        for piece in 0..=pieces {
            let (sine, cosine) = (angle * piece as f32 / pieces as f32).sin_cos();
            let fan = Vector2::new(
                cosine * from.x - sine * from.y,
                sine * from.x + cosine * from.y,
            );
            let sides = if turn > 0.0 {
                [inside, -fan]
            } else {
                [fan, -inside]
            };
            self.rib(sheets, Rib { middle, sides });
        }
    }

    /// The next rib, and what is between it and the last one.
    fn rib(&mut self, sheets: &mut Sheets, rib: Rib) {
        let (mut sheet, is_new) = sheets.with_room(8);
        let mut corners = |rib: &Rib| {
            let [inner, outer] = self.reach;
            let [left, right] = rib.sides;
            let nothing = faded(self.color, 0.0);
            [
                (left * outer, nothing),
                (left * inner, self.color),
                (right * inner, self.color),
                (right * outer, nothing),
            ]
            .map(|(way, color)| sheet.corner((rib.middle + way).into(), color))
        };
        let last = self.last.map(|(last, there)| {
            // a new sheet knows nothing of the corners of the one before
            if is_new { corners(&last) } else { there }
        });
        let here = corners(&rib);
        if let Some(last) = last {
            let strips = if self.reach[0] > 0.0 { 0..3 } else { 0..2 };
            for strip in strips {
                // without an inside only the soft edges are left
                let at = if self.reach[0] > 0.0 { strip } else { 2 * strip };
                sheet.between([last[at], last[at + 1]], [here[at], here[at + 1]]);
            }
        }
        self.last = Some((rib, here));
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
            for degrees in [0.0_f32, 10.0, 20.0, 40.0, 90.0, 150.0, -25.0, -30.0, -120.0] {
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
            let covered = coverage(&[[0.0, 0.0], [1000.0, 300.0]], width);
            let expected = width * 1000.0_f32.hypot(300.0);
            assert!(
                (covered - expected).abs() < 0.01 * expected,
                "{width}: {covered} and not {expected}"
            );
        }
    }

    #[test]
    fn a_line_longer_than_a_sheet_goes_on_in_the_next() {
        let count = 3 * Sheets::CORNERS / 4;
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
            assert!((covered - dot).abs() < 0.1 * dot, "{covered}, not {dot}");
        }
    }

    #[test]
    fn a_line_that_turns_back_is_finite() {
        let covered = coverage(&[[0.0, 0.0], [50.0, 0.0], [0.0, 0.0], [1.0, 0.0]], 3.0);
        assert!(covered.is_finite() && covered < 500.0, "{covered}");
    }
}
