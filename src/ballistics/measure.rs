//! Bounding box, closest approach and arc length of a path.

use core::ops::Range;

use nalgebra::SVector;

use super::aligned_box::AlignedBox;
use super::event::{Height, Plane, SpanError};
use super::trajectory::Trajectory;

/// The point of a path that is nearest to a given point.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Trajectory};
///
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let closest = flight.closest_approach([20.0, 5.0], 0.0..5.0)?;
/// assert!((closest.position - flight.position(closest.time)).norm() < 1e-12);
/// assert!(closest.distance < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Closest<const D: usize> {
    /// When \[s\] after launch.
    pub time: f64,
    /// Where \[m\].
    pub position: SVector<f64, D>,
    /// Distance from the given point \[m\].
    pub distance: f64,
}

/// Most turns along one axis that a bounding box follows.
const MAX_TURNS: usize = 20_000;

/// Most halvings of a span: after 64 the times of `f64` coincide.
const MAX_DEPTH: usize = 64;

/// The smallest box that holds the path. Each coordinate has its extremes at the ends, or where it turns.
pub(super) fn bounds<const D: usize>(
    flight: &impl Trajectory<D>,
    span: Range<f64>,
) -> Result<AlignedBox<f64, D>, SpanError> {
    let (start, end) = (flight.position(span.start), flight.position(span.end));
    let mut found = AlignedBox {
        min: start.inf(&end),
        max: start.sup(&end),
    };
    for axis in 0..D {
        let direction = SVector::from_fn(|row, _| if row == axis { 1.0 } else { 0.0 });
        let height = flight.height_over(&Plane::new(direction, 0.0));
        let (mut time, last) = (span.start, span.end);
        let mut turns = 0;
        while let Some(turn) = height.next_turn(time, last) {
            let value = height.at(turn).0;
            found.min[axis] = found.min[axis].min(value);
            found.max[axis] = found.max[axis].max(value);
            time = turn;
            turns += 1;
            if turns == MAX_TURNS {
                return Err(SpanError::Unfinished { steps: turns, time });
            }
        }
    }
    Ok(found)
}

/// Positive nodes and their weights of the ten-point Gauss–Legendre rule on -1..1.
const GAUSS_LEGENDRE: [(f64, f64); 5] = [
    (0.148_874_338_981_631_22, 0.295_524_224_714_752_87),
    (0.433_395_394_129_247_2, 0.269_266_719_309_996_35),
    (0.679_409_568_299_024_4, 0.219_086_362_515_982_04),
    (0.865_063_366_688_984_5, 0.149_451_349_150_580_6),
    (0.973_906_528_517_171_7, 0.066_671_344_308_688_14),
];

/// `∫ |v| dt` by the Gauss–Legendre rule, halving pieces until both halves agree with the whole.
pub(super) fn arc_length<const D: usize>(
    flight: &impl Trajectory<D>,
    span: Range<f64>,
) -> Result<f64, SpanError> {
    let speed = |time: f64| flight.tangent(time).norm();
    let integral = |from: f64, to: f64| {
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        let pairs = GAUSS_LEGENDRE.iter().map(|(node, weight)| {
            weight * (speed(middle - half * node) + speed(middle + half * node))
        });
        half * pairs.sum::<f64>()
    };
    let (from, to) = (span.start, span.end);
    let epsilon = f64::EPSILON;
    let mut pieces = [(from, to, integral(from, to)); MAX_DEPTH + 1];
    let (mut waiting, mut length, mut whole) = (1, 0.0, pieces[0].2);
    let most = flight.most_pieces(span.start, span.end);
    for _ in 0..most {
        if waiting == 0 {
            return Ok(length);
        }
        waiting -= 1;
        let (start, end, estimate) = pieces[waiting];
        let middle = 0.5 * (start + end);
        let halves = [(start, middle), (middle, end)].map(|(a, b)| (a, b, integral(a, b)));
        let better = halves[0].2 + halves[1].2;
        if !better.is_finite() {
            return Err(SpanError::NotFinite);
        }
        whole += better - estimate;
        // two thousand pieces that are each off by this bound stay within the promised 1e-12
        let close = nalgebra::ComplexField::abs(better - estimate) <= epsilon * whole;
        if close || !(middle > start && middle < end) || waiting + 2 > MAX_DEPTH {
            length += better;
        } else {
            pieces[waiting] = halves[1];
            pieces[waiting + 1] = halves[0];
            waiting += 2;
        }
    }
    Err(SpanError::Unfinished {
        steps: most,
        time: pieces[waiting].0,
    })
}
