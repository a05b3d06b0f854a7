//! Room in the frame of a reference for runs that are nearly right.

use crate::frame::{Frame, Point};

/// To hold a run, the frame of a reference grows by no more than this share of its size.
const MOST_GROWTH: f64 = 0.3;

impl Frame {
    /// The frame with room for other points, as far as they do not squash what it was made for.
    pub(crate) fn with_room_for(self, points: impl IntoIterator<Item = Point>) -> Self {
        let (width, height) = self.size();
        let most = self.grown(MOST_GROWTH * width, MOST_GROWTH * height);
        let near = points.into_iter().filter(|&point| most.contains(point));
        Self::around(near.chain([self.low, self.high])).unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_room_for_near_misses_only() {
        let unit = Frame {
            low: (0.0, 0.0),
            high: (1.0, 1.0),
        };
        let frame = unit.with_room_for([(1.2, 0.5), (0.5, -40.0)]);
        assert_eq!((frame.low, frame.high), ((0.0, 0.0), (1.2, 1.0)));
        assert!(frame.contains((1.2, 0.5)) && !frame.contains((0.5, -40.0)));
    }
}
