//! The visible part of a plot's plane.

/// A point of a plot.
pub type Point = (f64, f64);

/// A rectangle, parallel to the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The lower left corner.
    pub low: Point,
    /// The upper right corner.
    pub high: Point,
}

/// Margin around the contents, relative to their size.
const MARGIN: f64 = 0.04;
/// Maximum growth of a reference's frame for the sake of a run, relative to its size.
const MOST_GROWTH: f64 = 0.3;

impl Frame {
    /// The smallest frame around some points; `None` without points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().fold(None, |frame, point| {
            let frame = frame.unwrap_or(Self {
                low: point,
                high: point,
            });
            Some(Self {
                low: (frame.low.0.min(point.0), frame.low.1.min(point.1)),
                high: (frame.high.0.max(point.0), frame.high.1.max(point.1)),
            })
        })
    }

    /// Width and height.
    pub fn size(&self) -> (f64, f64) {
        (self.high.0 - self.low.0, self.high.1 - self.low.1)
    }

    /// The frame with a margin on all sides; its width and height are then positive.
    pub fn with_margin(self) -> Self {
        let (width, height) = self.size();
        let margin = |size: f64, at: f64| {
            if size > 0.0 {
                MARGIN * size
            } else {
                0.5 * at.abs().max(1.0)
            }
        };
        self.grown(margin(width, self.low.0), margin(height, self.low.1))
    }

    /// The frame, extended by these lengths on either side.
    pub fn grown(self, x: f64, y: f64) -> Self {
        Self {
            low: (self.low.0 - x, self.low.1 - y),
            high: (self.high.0 + x, self.high.1 + y),
        }
    }

    /// The frame, extended to other points that are near: it grows by `MOST_GROWTH` at most.
    pub fn with_room_for(self, points: impl IntoIterator<Item = Point>) -> Self {
        let (width, height) = self.size();
        let most = self.grown(MOST_GROWTH * width, MOST_GROWTH * height);
        let near = points.into_iter().filter(|&point| most.contains(point));
        Self::around(near.chain([self.low, self.high])).unwrap_or(self)
    }

    /// Whether a point lies in the frame or on its border.
    pub fn contains(&self, (x, y): Point) -> bool {
        (self.low.0..=self.high.0).contains(&x) && (self.low.1..=self.high.1).contains(&y)
    }

    /// The pieces of a polyline that lie in the frame, cut at its border.
    pub fn clip(&self, line: &[Point]) -> Vec<Vec<Point>> {
        let mut pieces: Vec<Vec<Point>> = Vec::new();
        let mut goes_on = false;
        for pair in line.windows(2) {
            let Some((from, to)) = self.cut(pair[0], pair[1]) else {
                goes_on = false;
                continue;
            };
            match pieces.last_mut() {
                Some(piece) if goes_on => piece.push(to),
                _ => pieces.push(vec![from, to]),
            }
            goes_on = to == pair[1];
        }
        pieces
    }

    /// The part of a segment that lies in the frame.
    ///
    /// Liang and Barsky: `p(s) = a + s (b - a)` is inside for all s between 0 and 1 that satisfy four
    /// inequalities `s d ≤ q`, one for each side.
    fn cut(&self, a: Point, b: Point) -> Option<(Point, Point)> {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let sides = [
            (-dx, a.0 - self.low.0),
            (dx, self.high.0 - a.0),
            (-dy, a.1 - self.low.1),
            (dy, self.high.1 - a.1),
        ];
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for (d, q) in sides {
            if d < 0.0 {
                first = first.max(q / d);
            } else if d > 0.0 {
                last = last.min(q / d);
            } else if q < 0.0 {
                return None;
            }
        }
        let at = |s: f64| (a.0 + s * dx, a.1 + s * dy);
        // an end that is not cut stays equal to the bit
        let from = if first > 0.0 { at(first) } else { a };
        let to = if last < 1.0 { at(last) } else { b };
        // the cut of a very long segment can be far off, because of rounding
        let nearly = self.grown(1e-6 * self.size().0, 1e-6 * self.size().1);
        let is_cut = first <= last && nearly.contains(from) && nearly.contains(to);
        is_cut.then_some((from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Frame = Frame {
        low: (0.0, 0.0),
        high: (1.0, 1.0),
    };

    #[test]
    fn lines_are_cut_at_the_border() {
        let inside = [(0.1, 0.1), (0.5, 0.9), (1.0, 0.0)];
        assert_eq!(UNIT.clip(&inside), [inside]);
        // leaves to the right, returns from above
        let line = [(0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (0.5, 0.25)];
        let pieces = UNIT.clip(&line);
        assert_eq!(pieces[0], [(0.5, 0.5), (1.0, 0.5)]);
        // the segment between the two touches the corner
        assert_eq!(pieces[1], [(1.0, 1.0), (1.0, 1.0)]);
        assert_eq!(pieces[2], [(0.5, 1.0), (0.5, 0.25)]);
        assert_eq!(pieces.len(), 3);
        // crosses the whole frame
        assert_eq!(
            UNIT.clip(&[(-1.0, 0.5), (2.0, 0.5)]),
            [[(0.0, 0.5), (1.0, 0.5)]]
        );
        assert!(UNIT.clip(&[(-1.0, 2.0), (2.0, 2.0)]).is_empty());
    }

    #[test]
    fn a_run_that_blows_up_leaves_the_frame_for_good() {
        let line = [
            (0.5, 0.5),
            (0.5, 1e300),
            (f64::MAX, -f64::MAX),
            (-f64::MAX, 0.5),
        ];
        assert_eq!(UNIT.clip(&line), [[(0.5, 0.5), (0.5, 1.0)]]);
    }

    #[test]
    fn a_frame_has_room_for_near_misses_only() {
        let frame = UNIT.with_room_for([(1.2, 0.5), (0.5, -40.0)]);
        assert_eq!((frame.low, frame.high), ((0.0, 0.0), (1.2, 1.0)));
        assert!(frame.contains((1.2, 0.5)) && !frame.contains((0.5, -40.0)));
    }

    #[test]
    fn a_frame_is_never_flat() {
        let flat = Frame::around([(3.0, 2.0), (4.0, 2.0)]).map(Frame::with_margin);
        assert_eq!(flat.map(|frame| frame.size().1), Some(2.0));
        assert_eq!(Frame::around([]), None);
    }
}
