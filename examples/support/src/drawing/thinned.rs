//! Lines without the points that make no visible difference.

use crate::drawing::frame::{Frame, Point};

/// Maximum displacement of a line, relative to the frame: a third of a pixel of a wide picture.
const TOLERANCE: f64 = 4e-4;

impl Frame {
    /// Whether each point of a line is needed. Without the other points the line moves by less than
    /// is visible.
    ///
    /// The algorithm of Douglas and Peucker: a chord connects two points that are kept. The point
    /// between them that is farthest from the chord is also kept, if its distance from the chord is
    /// above a tolerance.
    pub fn thinned(&self, line: &[Point]) -> Vec<bool> {
        let mut is_kept = vec![false; line.len()];
        let Some(last) = line.len().checked_sub(1) else {
            return is_kept;
        };
        (is_kept[0], is_kept[last]) = (true, true);
        let mut pieces = vec![(0, last)];
        while let Some((from, to)) = pieces.pop() {
            let chord = |index: usize| from_chord(line[from], line[to], line[index], self.size());
            let farthest = (from + 1..to)
                .map(|index| (chord(index), index))
                .max_by(|one, other| one.0.total_cmp(&other.0));
            if let Some((distance, index)) = farthest
                && distance > TOLERANCE
            {
                is_kept[index] = true;
                pieces.extend([(from, index), (index, to)]);
            }
        }
        is_kept
    }
}

/// Distance of a point from a segment, in units of the sides of the frame.
fn from_chord(from: Point, to: Point, point: Point, (width, height): (f64, f64)) -> f64 {
    let scaled = |(x, y): Point| ((x - from.0) / width, (y - from.1) / height);
    let (chord, arm) = (scaled(to), scaled(point));
    let length = chord.0 * chord.0 + chord.1 * chord.1;
    let along = (arm.0 * chord.0 + arm.1 * chord.1) / length;
    // a closed piece has a chord of length zero
    let along = if length > 0.0 {
        along.clamp(0.0, 1.0)
    } else {
        0.0
    };
    (arm.0 - along * chord.0).hypot(arm.1 - along * chord.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_keeps_its_shape_and_loses_most_points() {
        let frame = Frame {
            low: (-1.0, -1.0),
            high: (1.0, 1.0),
        };
        let at = |index: u32| {
            let (sin, cos) = (f64::from(index) * std::f64::consts::TAU / 10_000.0).sin_cos();
            (cos, sin)
        };
        let circle: Vec<Point> = (0..=10_000).map(at).collect();
        let few = |line: &[Point]| -> Vec<Point> {
            let kept = line.iter().zip(frame.thinned(line));
            kept.filter_map(|(&point, is_kept)| is_kept.then_some(point))
                .collect()
        };
        let kept = few(&circle);
        assert!((50..200).contains(&kept.len()), "{}", kept.len());
        let far = circle.iter().map(|&point| {
            let chords =
                (kept.windows(2)).map(|ends| from_chord(ends[0], ends[1], point, (2.0, 2.0)));
            chords.fold(f64::MAX, f64::min)
        });
        let far = far.fold(0.0, f64::max);
        assert!(far > 0.0 && far <= TOLERANCE, "{far}");
        // straight lines keep only their ends
        assert_eq!(few(&[(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)]).len(), 2);
        assert!(few(&[]).is_empty());
    }
}
