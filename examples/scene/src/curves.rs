//! The curves of the picture: what the body that moves the farthest does, and how far off the worst body is.

use kinstep::Real;
use kinstep::diagnostics::Method;
use support::drawing::frame::{Frame, Point};

use crate::model::Scene;
use crate::parts::{Parts, parts};
use crate::record::{self, Moments, Track};
use crate::reference::{Kind, Reference, apart};

/// All that a picture shows.
#[derive(Debug)]
pub(crate) struct Curves {
    /// Name of the body whose motion is shown.
    pub(crate) body: String,
    /// What its coordinates in the picture are.
    pub(crate) view: View,
    /// What parts of its motion are shown \[s\].
    pub(crate) parts: Parts,
    /// How long the whole run takes \[s\].
    pub(crate) duration: f64,
    /// The diagonal of the box that it moves in, in the reference \[m\].
    pub(crate) size: f64,
    /// Its motion in the reference, part by part.
    pub(crate) reference: Vec<Vec<Point>>,
    /// What part of the plane is worth a look.
    pub(crate) frame: Frame,
    /// Distances up to this one may be all rounding \[m\].
    pub(crate) rounding: f64,
    /// How far the reference itself may be off \[m\].
    pub(crate) doubt: f64,
    /// What the reference is.
    pub(crate) answer: &'static str,
    /// One for each method.
    pub(crate) runs: Vec<Run>,
}

/// The curves of one method.
#[derive(Debug)]
pub(crate) struct Run {
    /// The scheme or the tolerance.
    pub(crate) method: Method<f64>,
    /// The motion of the body, part by part.
    pub(crate) motion: Vec<Vec<Point>>,
    /// Time \[s\] and distance of the worst body from the reference \[m\]; not at the start, where it is zero.
    pub(crate) distances: Vec<Point>,
    /// When it stopped \[s\], if that was before the end.
    pub(crate) stopped: Option<f64>,
}

/// Coordinates of a body in the plane of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum View {
    /// x against y.
    Path,
    /// Time against a coordinate, by its number.
    Time(usize),
}

/// About as many points are drawn of each curve, and as many tell how a part of a motion goes.
const POINTS: f64 = 400.0;
const PART: f64 = 40.0;
/// A coordinate that changes by a smaller share of the largest change does not count.
const FLAT: f64 = 1e-3;

/// The largest distance that is drawn, in sizes of the motion.
const LARGEST: f64 = 100.0;

impl Curves {
    /// Runs a scene under all its schemes; none if there is no reference.
    pub(crate) fn of<const D: usize>(scene: &Scene<D>, answer: &Reference<D>) -> Option<Self>
    where
        f64: Real<D>,
    {
        let whole = Moments::of(scene, &[(f64::MIN_POSITIVE, scene.duration)], POINTS);
        let (at_moments, at_times) = (whole.times(), evenly((0.0, scene.duration), POINTS));
        let truth = record::of_reference(scene, &at_moments);
        let path = record::of_reference(scene, &at_times);
        let body = restless(&path)?;
        let view = View::of(&extents(&path, body));
        let smooth = |part, points| record::of_reference(scene, &evenly(part, points));
        let parts = parts(&path, body, view, scene.duration, |part| {
            view.points(&smooth(part, PART), body)
        });
        let shown = Moments::of(scene, &parts, POINTS);
        let points = POINTS / parts.len() as f64;
        let reference: Vec<Vec<Point>> = (parts.iter())
            .map(|&part| view.points(&smooth(part, points), body))
            .collect();
        let runs: Vec<Run> = (scene.methods.iter())
            .map(|&method| {
                let [all, shown] = record::of_method(scene, method, [&whole, &shown]);
                let last = all.last().map_or(0.0, |sample| sample.time);
                Run {
                    method,
                    motion: view.each(&shown, body, &parts),
                    distances: distances(&all, &truth),
                    stopped: (all.len() < truth.len()).then_some(last),
                }
            })
            .collect();
        let near = runs
            .iter()
            .flat_map(|run| run.motion.iter().flatten().copied());
        Some(Self {
            body: scene.bodies[body].name.clone(),
            view,
            parts,
            duration: scene.duration,
            size: size(&path, body),
            frame: Frame::around(reference.iter().flatten().copied())?
                .with_room_for(near)
                .with_margin(),
            reference,
            rounding: rounding(scene, &path),
            doubt: answer.uncertainty(),
            answer: match answer.kind {
                Kind::Exact { .. } => "exact",
                Kind::Converged { .. } | Kind::None(_) => "converged",
            },
            runs,
        })
    }

    /// The largest distance that is drawn \[m\]; a method that gets farther has lost the motion.
    pub(crate) fn most(&self) -> f64 {
        LARGEST * self.size
    }

    /// What is said of a method that is as near to the answer as can be told.
    pub(crate) fn nearest(&self) -> &'static str {
        if self.doubt > self.rounding {
            "as near as is known"
        } else {
            "exact to rounding"
        }
    }

    /// Distances up to this one mean nothing \[m\].
    pub(crate) fn floor(&self) -> f64 {
        self.rounding.max(self.doubt)
    }
}

impl Run {
    /// Whether it is never farther from the reference than this \[m\].
    pub(crate) fn is_within(&self, distance: f64) -> bool {
        self.stopped.is_none() && self.distances.iter().all(|(_, far)| *far <= distance)
    }

    /// How far the worst body ends from the reference \[m\].
    pub(crate) fn end(&self) -> f64 {
        self.distances.last().map_or(0.0, |(_, far)| *far)
    }
}

impl View {
    /// The view of a motion that extends so far along each axis \[m\].
    fn of(extents: &[f64]) -> Self {
        let largest = extents.iter().copied().fold(0.0, f64::max);
        let counts = |extent: &f64| *extent > FLAT * largest;
        if extents[..2].iter().all(counts) {
            return Self::Path;
        }
        Self::Time(extents.iter().position(|&it| it == largest).unwrap_or(0))
    }

    /// A body in this view, part by part.
    fn each<const D: usize>(
        self,
        track: &Track<D>,
        body: usize,
        parts: &[(f64, f64)],
    ) -> Vec<Vec<Point>> {
        // times are sums of steps, which are rounded
        let rounding = parts.last().map_or(0.0, |(_, until)| 1e-9 * until);
        let part = |&(from, until): &(f64, f64)| {
            let first = track.partition_point(|at| at.time < from - rounding);
            let last = track.partition_point(|at| at.time <= until + rounding);
            self.points(&track[first..last], body)
        };
        parts.iter().map(part).collect()
    }

    /// A body in this view.
    fn points<const D: usize>(self, track: &[record::Sample<D>], body: usize) -> Vec<Point> {
        let point = |time, position: &[f64]| match self {
            Self::Path => (position[0], position[1]),
            Self::Time(axis) => (time, position[axis]),
        };
        (track.iter())
            .map(|at| point(at.time, at.positions[body].as_slice()))
            .collect()
    }
}

/// How far a body gets along each axis \[m\].
fn extents<const D: usize>(track: &[record::Sample<D>], body: usize) -> [f64; D] {
    std::array::from_fn(|axis| {
        let along = track.iter().map(|at| at.positions[body][axis]);
        let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
            (low.min(x), high.max(x))
        });
        (high - low).max(0.0)
    })
}

/// The diagonal of the box that a body moves in \[m\].
pub(crate) fn size<const D: usize>(track: &[record::Sample<D>], body: usize) -> f64 {
    let extents = extents(track, body);
    extents.iter().fold(0.0, |size, extent| extent.hypot(size))
}

/// The body that gets the farthest; none if nothing is known about any.
fn restless<const D: usize>(track: &[record::Sample<D>]) -> Option<usize> {
    let bodies = track.first()?.positions.len();
    (0..bodies).max_by(|&one, &other| size(track, one).total_cmp(&size(track, other)))
}

/// Times in a part of the run \[s\], so many and one more.
fn evenly((from, until): (f64, f64), points: f64) -> Vec<f64> {
    let steps = points as u32;
    let share = |step| f64::from(step) / f64::from(steps);
    (0..=steps)
        .map(|step| from + (until - from) * share(step))
        .collect()
}

/// What rounding may add up to \[m\], in the worst case: each step rounds coordinates of this size.
fn rounding<const D: usize>(scene: &Scene<D>, track: &Track<D>) -> f64
where
    f64: Real<D>,
{
    let positions = track.iter().flat_map(|at| &at.positions);
    let largest = positions
        .map(|position| position.norm())
        .fold(0.0, f64::max);
    4.0 * f64::EPSILON * largest * scene.steps()
}

/// How far the worst body is from the reference at each time.
fn distances<const D: usize>(run: &Track<D>, truth: &Track<D>) -> Vec<Point> {
    (run.iter().zip(truth))
        .map(|(run, truth)| (truth.time, apart(&run.positions, &truth.positions)))
        .collect()
}
