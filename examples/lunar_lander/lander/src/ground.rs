//! The ground: straight pieces from corner to corner.

use std::ops::Range;

/// A profile of the ground: corners from left to right. Beyond the ends it is level.
#[derive(Debug, Clone, PartialEq)]
pub struct Ground {
    corners: Vec<[f64; 2]>,
}

/// Why corners make no ground.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GroundError {
    /// A piece needs two ends.
    #[error("ground needs at least two corners; there are {count}")]
    TooFew {
        /// How many there are.
        count: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("corner {index} of the ground is at ({x}, {y}) m; it must be finite")]
    NotFinite {
        /// Which corner.
        index: usize,
        /// Its coordinates \[m\].
        x: f64,
        /// Its coordinates \[m\].
        y: f64,
    },
    /// A corner is not to the right of the one before.
    #[error("corner {index} of the ground is at x = {x} m, not to the right of the one before")]
    NotSorted {
        /// Which corner.
        index: usize,
        /// Where it is \[m\].
        x: f64,
    },
}

impl Ground {
    /// Ground with these corners \[m\].
    ///
    /// # Errors
    /// If there are less than two, one is not finite, or they do not go from left to right.
    pub fn new(corners: Vec<[f64; 2]>) -> Result<Self, GroundError> {
        if corners.len() < 2 {
            let count = corners.len();
            return Err(GroundError::TooFew { count });
        }
        for (index, [x, y]) in corners.iter().copied().enumerate() {
            if !(x.is_finite() && y.is_finite()) {
                return Err(GroundError::NotFinite { index, x, y });
            }
            if index > 0 && x <= corners[index - 1][0] {
                return Err(GroundError::NotSorted { index, x });
            }
        }
        Ok(Self { corners })
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

    /// How steep it is at a place \[m\]: metres upward for a metre to the right.
    #[must_use]
    pub fn slope(&self, x: f64) -> f64 {
        let [[x0, y0], [x1, y1]] = self.piece(self.pieces(x..x).start);
        (y1 - y0) / (x1 - x0)
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

    fn ridge() -> Ground {
        Ground::new(vec![[0.0, 0.0], [10.0, 5.0], [20.0, 0.0], [40.0, 0.0]]).unwrap()
    }

    #[test]
    fn heights_are_those_of_the_corners_and_straight_between() {
        let ridge = ridge();
        let heights = [
            (-7.0, 0.0),
            (0.0, 0.0),
            (4.0, 2.0),
            (10.0, 5.0),
            (15.0, 2.5),
            (40.0, 0.0),
            (99.0, 0.0),
        ];
        for (x, height) in heights {
            assert_eq!(ridge.height(x), height, "at {x}");
        }
        assert_eq!(
            [ridge.slope(4.0), ridge.slope(15.0), ridge.slope(50.0)],
            [0.5, -0.5, 0.0]
        );
        assert_eq!(ridge.steepest(), 0.5);
    }

    #[test]
    fn the_highest_point_is_a_corner_or_an_end() {
        let ridge = ridge();
        assert_eq!(ridge.highest(4.0..6.0), 3.0);
        assert_eq!(ridge.highest(4.0..18.0), 5.0);
        assert_eq!(ridge.highest(-9.0..60.0), 5.0);
        assert_eq!(ridge.highest(14.0..60.0), 3.0);
    }

    #[test]
    fn what_is_no_ground_is_refused() {
        assert_eq!(
            Ground::new(vec![[0.0, 0.0]]),
            Err(GroundError::TooFew { count: 1 })
        );
        let twice = Ground::new(vec![[0.0, 0.0], [0.0, 1.0]]);
        assert_eq!(twice, Err(GroundError::NotSorted { index: 1, x: 0.0 }));
        let gap = Ground::new(vec![[0.0, 0.0], [1.0, f64::NAN]]);
        assert!(matches!(gap, Err(GroundError::NotFinite { index: 1, .. })));
    }
}
