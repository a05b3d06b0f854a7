//! Jumps of forces: announced jumps, and the search for others.

use alloc::vec::Vec;
use core::mem;

use nalgebra::SVector;

use super::equations::largest_difference;
use super::erased::AnyEquations;
use super::{Columns, Part, Solver, Workspace};

/// A jump between two times: the last time before it and the first after it, in the direction of integration.
pub(super) type Jump = [f64; 2];

/// Jumps ahead: one found by a search and one that was announced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ahead {
    pub(super) found: Option<Jump>,
    announced: Option<Jump>,
    /// The end time up to which the announced jump was queried.
    asked: Option<f64>,
    /// The latest time at which forces are evaluated \[s\]: the last time before the announced jump that comes next or, in
    /// backward integration, that was crossed last.
    pub(super) latest: f64,
}

/// How the jump crossed last was known.
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
    /// Queries the next announced jump, and forgets jumps already passed.
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
        // forward steps to an announced jump end after the last time before it
        let is_before_end = |[before, after]: &Jump| is_forward && *before < time && time <= *after;
        // not `filter`, which copies the option even when it is empty
        if self.found.as_ref().is_some_and(|jump| !is_ahead(jump)) {
            self.found = None;
        }
        let is_behind = |jump: &Jump| !(is_ahead(jump) || is_before_end(jump));
        if self.announced.as_ref().is_some_and(is_behind) {
            self.announced = None;
        }
        if self.announced.is_none() && self.asked != Some(end) {
            self.asked = Some(end);
            // do not query again the jump just crossed backwards
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

    /// The time at which the next steps end: the nearest of the last time before a found jump, an announced jump, and the end of the
    /// integration.
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

    /// Crosses a jump that has been reached. Returns the time after the jump, at most the end. An announced jump takes no time.
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

/// The time of an announced jump: the later of both times, in either direction, has the new force.
fn instant([before, after]: Jump) -> f64 {
    before.max(after)
}

/// Maximum number of evaluations in one search.
const MOST_HALVINGS: u32 = 60;

/// The halving whose change later halvings are compared with.
const FIRST_COMPARED: u32 = 3;

/// The halving from which a small change indicates a smooth force: the change of a smooth force is then a quarter of the compared one.
const FIRST_SMOOTH: u32 = 5;

/// The share of the compared change that a jump keeps.
const LEAST_SHARE: f64 = 0.3;

/// Accelerations, without those by laws, and slopes of the tail.
#[derive(Debug, Clone, Default)]
pub(super) struct Forces {
    pub(super) accelerations: Vec<f64>,
    pub(super) slopes: Vec<f64>,
}

impl<const D: usize> Solver<D> {
    /// Searches a step of length h for a jump of the forces, along the path under forces that keep their values at the start. Returns
    /// whether there is a jump; then the next steps lead to it.
    ///
    /// Each halving keeps the half over which the forces change more. A jump keeps most of its change at each halving, and then
    /// the search ends with two neighbouring times.
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

    /// The two neighbouring times between which the forces jump.
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

    /// The largest difference between two sets of forces.
    fn difference(&self, one: &Forces, other: &Forces) -> f64 {
        let slopes = one.slopes.iter().zip(&other.slopes).zip(&self.tail);
        slopes.fold(
            largest_difference(&one.accelerations, &other.accelerations),
            |most, ((one, other), [length, rate])| most.max((one - other).abs() * (length + rate)),
        )
    }

    /// Sets the constant forces of the path to those at the start, which without laws are already known.
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

    /// Sets the forces at a time on the path.
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

/// Sets `at` to the state that constant accelerations and slopes reach from a state after a time \[s\].
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
