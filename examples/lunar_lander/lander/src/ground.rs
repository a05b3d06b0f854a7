//! The ground: straight segments between corners.

use std::ops::Range;

/// Profile of the ground, as corners from left to right. Beyond the first and the last corner the
/// ground is level.
#[derive(Debug, Clone, PartialEq)]
pub struct Ground {
    corners: Vec<[f64; 2]>,
}

/// The corners do not form a ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "corner {index} of the ground is missing, not finite, or not to the right of the one before"
)]
pub struct GroundError {
    /// Index of the first invalid corner.
    pub index: usize,
}

impl Ground {
    /// Ground with these corners \[m\].
    ///
    /// # Errors
    /// If there are fewer than two corners, one is not finite, or they are not in order from left
    /// to right.
    pub fn new(corners: Vec<[f64; 2]>) -> Result<Self, GroundError> {
        let is_sound = |index: usize| {
            let is_right = |corner: &[f64; 2]| index == 0 || corner[0] > corners[index - 1][0];
            let corner = corners.get(index);
            corner.is_some_and(|it| it.iter().all(|number| number.is_finite()) && is_right(it))
        };
        match (0..corners.len().max(2)).find(|index| !is_sound(*index)) {
            Some(index) => Err(GroundError { index }),
            None => Ok(Self { corners }),
        }
    }

    /// Level ground at a height \[m\].
    #[must_use]
    pub fn level(height: f64) -> Self {
        let corners = vec![[-1.0, height], [1.0, height]];
        Self { corners }
    }

    /// The corners \[m\], from left to right.
    #[must_use]
    pub fn corners(&self) -> &[[f64; 2]] {
        &self.corners
    }

    /// Indices of the segments that overlap an interval of x \[m\]. Segment 0 is the level ground
    /// left of the first corner, segment 1 is between the first two corners, and so on.
    #[must_use]
    pub fn pieces(&self, span: Range<f64>) -> Range<usize> {
        let first = self.corners.partition_point(|[x, _]| *x < span.start);
        let last = self.corners.partition_point(|[x, _]| *x <= span.end);
        first..last + 1
    }

    /// Both ends of a segment \[m\]. The outer ends of the level ground on both sides are far away.
    #[must_use]
    pub fn piece(&self, index: usize) -> [[f64; 2]; 2] {
        /// Farther than any flight \[m\].
        const FAR: f64 = 1e6;
        let last = self.corners.len() - 1;
        if index == 0 {
            let [x, y] = self.corners[0];
            [[x - FAR, y], [x, y]]
        } else if index > last {
            let [x, y] = self.corners[last];
            [[x, y], [x + FAR, y]]
        } else {
            [self.corners[index - 1], self.corners[index]]
        }
    }

    /// Height \[m\] of the ground at the coordinate x \[m\].
    #[must_use]
    pub fn height(&self, x: f64) -> f64 {
        let [[x0, y0], [x1, y1]] = self.piece(self.pieces(x..x).start);
        y0 + (y1 - y0) * ((x - x0) / (x1 - x0))
    }

    /// The maximum slope, uphill or downhill.
    #[must_use]
    pub fn steepest(&self) -> f64 {
        (self.corners.windows(2))
            .map(|ends| ((ends[1][1] - ends[0][1]) / (ends[1][0] - ends[0][0])).abs())
            .fold(0.0, f64::max)
    }

    /// Maximum height of the ground within an interval of x \[m\].
    #[must_use]
    pub fn highest(&self, span: Range<f64>) -> f64 {
        let ends = self.height(span.start).max(self.height(span.end));
        let corners = self.pieces(span).skip(1);
        corners.fold(ends, |highest, piece| highest.max(self.piece(piece)[0][1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_straight_between_corners_and_level_beyond() {
        let ridge = Ground::new(vec![[0.0, 0.0], [10.0, 5.0], [20.0, 0.0], [40.0, 0.0]]).unwrap();
        let heights = [-7.0, 0.0, 4.0, 10.0, 15.0, 40.0, 99.0].map(|x| ridge.height(x));
        assert_eq!(heights, [0.0, 0.0, 2.0, 5.0, 2.5, 0.0, 0.0]);
        assert_eq!(ridge.steepest(), 0.5);
        // the highest point in an interval is a corner or an end of the interval
        let spans = [4.0..6.0, 4.0..18.0, -9.0..60.0, 14.0..60.0];
        assert_eq!(spans.map(|it| ridge.highest(it)), [3.0, 5.0, 5.0, 3.0]);
    }

    #[test]
    fn what_is_no_ground_is_refused() {
        let [few, twice, gap] = [
            vec![[0.0, 0.0]],
            vec![[0.0, 0.0], [0.0, 1.0]],
            vec![[f64::NAN, 0.0], [1.0, 0.0]],
        ]
        .map(|corners| Ground::new(corners).unwrap_err().index);
        assert_eq!([few, twice, gap], [1, 1, 0]);
    }
}
