//! Jumps of forces: announced jumps, and the search for jumps that were not announced.

use alloc::vec::Vec;
use core::mem;

use nalgebra::SVector;

use super::equations::largest_difference;
use super::erased::AnyEquations;
use super::{Columns, Part, Solver, Workspace};

/// A jump between two times: the last time before it and the first after it, in the direction of integration.
pub(super) type Jump = [f64; 2];

/// The next jumps: one that a search has found, and one that was announced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ahead {
    pub(super) found: Option<Jump>,
    announced: Option<Jump>,
    /// End of the interval in which announced jumps were queried.
    asked: Option<f64>,
    /// Latest time at which forces may be evaluated \[s\]: the last time before the announced jump
    /// that comes next or, in backward integration, that was crossed last.
    pub(super) latest: f64,
}

/// How the jump that was crossed last was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Crossed {
    Found,
    Announced,
}

impl Default for Ahead {
    fn default() -> Self {
        Self {
            found: None,
            announced: None,
            asked: None,
            latest: f64::INFINITY,
        }
    }
}

impl Ahead {
    /// Queries the next announced jump, and forgets jumps that have been passed.
    pub(super) fn look<const D: usize>(
        &mut self,
        equations: &mut dyn AnyEquations<D>,
        time: f64,
        end: f64,
    ) {
        let is_forward = end > time;
        let is_ahead = |[before, after]: &Jump| {
            let is_between =
                (time <= *before && before < after) || (time >= *before && before > after);
            is_between && (*after > time) == is_forward
        };
        // a forward step to an announced jump ends at `after`; until then the jump is not forgotten
        let is_before_end = |[before, after]: &Jump| is_forward && *before < time && time <= *after;
        // without `filter`, which copies the option even when it is empty
        if self.found.as_ref().is_some_and(|jump| !is_ahead(jump)) {
            self.found = None;
        }
        let is_behind = |jump: &Jump| !(is_ahead(jump) || is_before_end(jump));
        if self.announced.as_ref().is_some_and(is_behind) {
            self.announced = None;
        }
        if self.announced.is_none() && self.asked != Some(end) {
            self.asked = Some(end);
            // does not query again the jump that was just crossed backward
            let from = if is_forward {
                time
            } else {
                time.min(self.latest)
            };
            self.announced = equations.next_jump(from, end).filter(is_ahead);
        }
        if is_forward {
            self.latest = self.announced.map_or(f64::INFINITY, |[before, _]| before);
        }
    }

    /// Returns the time at which the next steps end: the nearest of the last time before a found
    /// jump, the time of an announced jump, and the end of the integration.
    pub(super) fn target(&self, time: f64, end: f64) -> f64 {
        let found = self.found.map(|[before, _]| before);
        let mut target = end;
        for at in [found, self.announced.map(instant)].into_iter().flatten() {
            if (at - time).abs() < (target - time).abs() {
                target = at;
            }
        }
        target
    }

    /// Crosses a jump at the present time. Returns the time after the jump, at most the end of the
    /// integration. Crossing an announced jump takes no time.
    pub(super) fn cross(&mut self, time: f64, end: f64) -> Option<(f64, Crossed)> {
        if let Some([before, after]) = self.announced.take_if(|jump| instant(*jump) == time) {
            self.asked = None;
            self.latest = before.min(after);
            return Some((time, Crossed::Announced));
        }
        let [_, after] = self.found.take_if(|jump| jump[0] == time)?;
        let is_inside = (after - time).abs() < (end - time).abs();
        Some((if is_inside { after } else { end }, Crossed::Found))
    }
}

/// Returns the time of an announced jump. In either direction it is the later one of both times, at
/// which the new force acts.
fn instant([before, after]: Jump) -> f64 {
    before.max(after)
}

/// Maximum number of halvings in one search; each needs one evaluation.
const MOST_HALVINGS: u32 = 60;

/// Number of the halving with whose change those of later halvings are compared.
const FIRST_COMPARED: u32 = 3;

/// Number of the halving from which on a small change indicates a smooth force. The change of a
/// smooth force is then a quarter of the compared change.
const FIRST_SMOOTH: u32 = 5;

/// Minimum share of the compared change that remains if there is a jump.
const LEAST_SHARE: f64 = 0.3;

/// Accelerations without those by laws, and slopes of the tail.
#[derive(Debug, Clone, Default)]
pub(super) struct Forces {
    pub(super) accelerations: Vec<f64>,
    pub(super) slopes: Vec<f64>,
}

impl<const D: usize> Solver<D> {
    /// Searches a step of length h for a jump of the forces, along the path on which the forces
    /// keep their initial values. Returns whether there is a jump; if so, the next steps lead to
    /// it.
    ///
    /// Each halving keeps the half in which the forces change more. At a jump most of the change
    /// remains after each halving, and the search ends with two consecutive floats.
    pub(super) fn search(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        h: f64,
    ) -> bool {
        self.set_start_forces(work, equations);
        let mut forces = mem::take(&mut work.forces);
        let found = self.bisect(work, equations, h, &mut forces);
        work.forces = forces;
        if found.is_some() {
            self.ahead.found = found;
        }
        found.is_some()
    }

    /// Returns the two consecutive times between which the forces jump.
    fn bisect(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        h: f64,
        [at_low, at_middle, at_high]: &mut [Forces; 3],
    ) -> Option<Jump> {
        let (mut low, mut high) = (self.time(), self.time() + h);
        at_low.accelerations.copy_from_slice(&work.accelerations);
        at_low.slopes.copy_from_slice(&work.slopes);
        self.set_forces(work, equations, high, at_high);
        let (mut compared, mut last) = (f64::INFINITY, f64::INFINITY);
        for halving in 1..=MOST_HALVINGS {
            let middle = low + 0.5 * (high - low);
            if middle == low || middle == high {
                break;
            }
            self.set_forces(work, equations, middle, at_middle);
            let before = self.difference(at_low, at_middle);
            let after = self.difference(at_middle, at_high);
            if before > after {
                high = middle;
                mem::swap(at_high, at_middle);
            } else {
                low = middle;
                mem::swap(at_low, at_middle);
            }
            last = before.max(after);
            if halving == FIRST_COMPARED {
                compared = last;
            }
            if halving >= FIRST_SMOOTH && last <= LEAST_SHARE * compared {
                return None;
            }
        }
        let is_jump = last > LEAST_SHARE * compared && last.is_finite();
        is_jump.then_some([low, high])
    }

    /// Returns the maximum difference of two sets of forces.
    fn difference(&self, one: &Forces, other: &Forces) -> f64 {
        let slopes = one.slopes.iter().zip(&other.slopes).zip(&self.tail);
        slopes.fold(
            largest_difference(&one.accelerations, &other.accelerations),
            |most, ((one, other), [length, rate])| most.max((one - other).abs() * (length + rate)),
        )
    }

    /// Sets the constant forces of the path to those at its start; without laws these are already
    /// known.
    fn set_start_forces(&mut self, work: &mut Workspace<D>, equations: &mut dyn AnyEquations<D>) {
        if self.laws.is_empty() {
            work.accelerations.copy_from_slice(&self.accelerations);
            work.slopes.copy_from_slice(&self.slopes);
            return;
        }
        self.counts.evaluations += 1;
        let time = self.time().min(self.ahead.latest);
        let forces = [&mut work.accelerations, &mut work.slopes];
        equations.evaluate_at(Part::BesideLaws, time, self.state(), forces);
    }

    /// Computes the forces at a time on the path.
    fn set_forces(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        time: f64,
        forces: &mut Forces,
    ) {
        self.counts.evaluations += 1;
        let s = time - self.time();
        let known = [&work.accelerations[..], &work.slopes];
        set_path(&mut work.at, self.state(), known, s);
        let part = if self.laws.is_empty() {
            Part::Whole
        } else {
            Part::BesideLaws
        };
        // laws act on the first coordinates only
        for (body, law) in self.laws.iter().enumerate() {
            let axes = body * D..(body + 1) * D;
            let Columns { x, v, .. } = self.state();
            let vector =
                |values: &[f64]| SVector::<f64, D>::from_column_slice(&values[axes.clone()]);
            let (x, v) = (vector(x), vector(v));
            let mut law = *law;
            law.constant += vector(&work.accelerations);
            let increment = law.increment(&x, &v, self.time(), s);
            work.at.x[axes.clone()].copy_from_slice((x + increment.position).as_slice());
            work.at.v[axes].copy_from_slice((v + increment.velocity).as_slice());
        }
        let time = time.min(self.ahead.latest);
        let forces = [&mut forces.accelerations, &mut forces.slopes];
        equations.evaluate_at(part, time, &work.at, forces);
    }
}

/// Sets `at` to the state after a time \[s\] under constant accelerations and slopes.
pub(super) fn set_path(at: &mut Columns, start: &Columns, known: [&[f64]; 2], time: f64) {
    let [accelerations, slopes] = known;
    for (i, a) in accelerations.iter().enumerate() {
        at.x[i] = start.x[i] + time * (start.v[i] + 0.5 * time * a);
        at.v[i] = start.v[i] + time * a;
    }
    for (i, slope) in slopes.iter().enumerate() {
        at.z[i] = start.z[i] + time * slope;
    }
}
