//! The ground: straight pieces from corner to corner.

use std::ops::Range;

/// A profile of the ground: corners from left to right. Beyond the ends it is level.
#[derive(Debug, Clone, PartialEq)]
pub struct Ground {
    corners: Vec<[f64; 2]>,
}

/// Corners that make no ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "corner {index} of the ground is missing, not finite, or not to the right of the one before"
)]
pub struct GroundError {
    /// The first such corner.
    pub index: usize,
}

impl Ground {
    /// Ground with these corners \[m\].
    ///
    /// # Errors
    /// If there are less than two, one is not finite, or they do not go from left to right.
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

    /// Its corners \[m\], from left to right.
    #[must_use]
    pub fn corners(&self) -> &[[f64; 2]] {
        &self.corners
    }

    /// The pieces that reach into a span of x \[m\], by the corners they start at: the last level stretch to the left
    /// counts as piece 0, the one between the first two corners as piece 1, and so on.
    #[must_use]
    pub fn pieces(&self, span: Range<f64>) -> Range<usize> {
        let first = self.corners.partition_point(|[x, _]| *x < span.start);
        let last = self.corners.partition_point(|[x, _]| *x <= span.end);
        first..last + 1
    }

    /// The ends of a piece \[m\]. Those of the level stretches beyond the ends are far away.
    #[must_use]
    pub fn piece(&self, index: usize) -> [[f64; 2]; 2] {
        /// Further than anything flies \[m\].
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

    /// Height \[m\] at a place \[m\].
    #[must_use]
    pub fn height(&self, x: f64) -> f64 {
        let [[x0, y0], [x1, y1]] = self.piece(self.pieces(x..x).start);
        y0 + (y1 - y0) * ((x - x0) / (x1 - x0))
    }

    /// The steepest of all slopes, uphill or downhill.
    #[must_use]
    pub fn steepest(&self) -> f64 {
        (self.corners.windows(2))
            .map(|ends| ((ends[1][1] - ends[0][1]) / (ends[1][0] - ends[0][0])).abs())
            .fold(0.0, f64::max)
    }

    /// The highest point within a span \[m\].
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
        // the highest point of a span is a corner or an end
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
