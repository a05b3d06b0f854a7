//! The driver: makes the steps of one island, and returns states inside the last step.

use alloc::vec::Vec;
use core::mem;

use nalgebra::ComplexField;

use super::choice::{Choice, Method};
use super::collocation::Collocation;
use super::equations::{Control, Largest, Norm, largest, largest_difference};
use super::erased::{AnyEquations, Erased};
use super::jump::{Ahead, Crossed, set_path};
use super::pair::Pair;
use super::state::{Instant, first_not_finite, reset_all};
use super::{
    ANY, Attempt, Columns, Counts, Equations, Failure, GoesOn, MOST_EVALUATIONS, Part, Setup,
    Workspace,
};
use crate::flow::LinearLaw;

/// Maximum number of rejections of one step.
const MOST_REJECTIONS: u32 = 200;

/// Number of rejections of one collocation step after which the pair is used instead.
const COLLOCATION_REJECTIONS: u32 = 8;

/// Number of evaluations between two checks of the progress.
const WATCHED_EVALUATIONS: u64 = 1 << 18;

/// Minimum progress between two checks, as a share of the remaining time: `2^-30`.
const LEAST_PROGRESS: f64 = 1.0 / (1_u32 << 30) as f64;

/// A search for a jump starts if the error of a first rejected attempt exceeds this number of
/// tolerances. Without the search, about 10 steps of a tenth of the length approach the jump.
/// Evaluations for 7 jumps to 1e-10: 884 instead of 2673 (linear drag), 1415 instead of 2155
/// (quadratic drag).
const JUMPY: f64 = 1e3;

/// Replaces [`JUMPY`] for velocity-independent forces, because the error then grows with a higher
/// power of the length. This saves 1 to 2 % of the evaluations on eccentric orbits.
const JUMPY_NYSTROM: f64 = 2e4;

/// A step is the last one if, lengthened by this factor, it reaches the end of the integration.
const STRETCH: f64 = 1.01;

/// The motion of one island. Call [`begin`](Self::begin) first.
#[derive(Debug, Clone, Default)]
pub struct Solver<const D: usize> {
    /// The law on each body; empty if no body has a law, or if there is a tail.
    pub(super) laws: Vec<LinearLaw<f64, D>>,
    pub(super) tail: Vec<[f64; 2]>,
    norm: Norm,
    present: Instant,
    /// The state at which the last step began. During a step that has crossed a jump, it is the
    /// state before the jump.
    start: Instant,
    has_crossed: bool,
    /// Length of the last step \[s\].
    last_h: f64,
    /// The method of the last step.
    last_method: Method,
    /// Accelerations at the present state.
    /// Slopes of the tail at the present state.
    pub(super) accelerations: Vec<f64>,
    pub(super) slopes: Vec<f64>,
    is_evaluated: bool,
    pair: Pair,
    collocation: Collocation<D>,
    choice: Choice,
    control: Control,
    /// For each method the absolute length of its next step \[s\]; zero if unknown.
    lengths: [f64; 2],
    /// Length of the longest step accepted up to now \[s\].
    longest: f64,
    pub(super) ahead: Ahead,
    worst: Largest,
    pub(super) counts: Counts,
    /// Number of jumps crossed since the last step that was longer than rounding.
    crossings: u32,
    /// The time \[s\] and the number of evaluations at the last check of the progress.
    watched: (f64, u64),
}

/// A step to be tried.
#[derive(Debug, Clone, Copy)]
struct Plan {
    /// Length of the step \[s\]; negative in backward integration.
    h: f64,
    /// Time at which the step ends \[s\], if this is the end of the integration or the time of a
    /// jump.
    target: Option<f64>,
}

impl<const D: usize> Solver<D> {
    /// Starts the solver at a state of an island. Reuses the memory.
    #[inline(never)]
    pub fn begin(&mut self, setup: &Setup<'_, D>, time: f64, state: &Columns) {
        let (count, tail) = (state.x.len(), state.z.len());
        self.laws.clear();
        if tail == 0 {
            self.laws.extend_from_slice(setup.laws);
        }
        self.tail.clear();
        self.tail.extend_from_slice(setup.tail);
        self.norm = setup.norm;
        self.present.begin(time, state);
        self.start.begin(time, state);
        self.last_h = 0.0;
        reset_all([&mut self.accelerations], count, 0.0);
        reset_all([&mut self.slopes], tail, 0.0);
        self.choice = Choice::new(setup);
        self.pair
            .begin(setup.reads_velocity || tail > 0, count, tail);
        self.collocation.begin(setup.is_sampled);
        self.control = Control::new(self.pair.exponent());
        self.lengths = [0.0; 2];
        self.longest = 0.0;
        self.worst = Largest::default();
        self.resume();
    }

    /// Continues from the present state under forces that may have changed. Forgets evaluations,
    /// and resets the counts of work.
    pub fn resume(&mut self) {
        self.forget();
        self.ahead = Ahead::default();
        self.counts = Counts::default();
        self.crossings = 0;
        self.watched = (self.time(), 0);
    }

    /// Forgets the last step and all evaluations, because the next step does not continue the last
    /// one.
    fn forget(&mut self) {
        self.is_evaluated = false;
        self.control.forget();
        self.collocation.forget();
    }

    /// The time of the present state \[s\].
    #[must_use]
    pub fn time(&self) -> f64 {
        self.present.time()
    }

    /// The time at which the last step began \[s\].
    #[must_use]
    pub fn last_time(&self) -> f64 {
        self.start.time()
    }

    /// The present state.
    #[must_use]
    pub fn state(&self) -> &Columns {
        &self.present.state
    }

    /// The counts of work since the beginning.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Makes one step, unless the caller stops it.
    ///
    /// # Errors
    /// Errors of [`step`](Self::step), and [`Failure::Stopped`].
    pub fn go_on(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut impl Equations,
        end: f64,
        goes_on: GoesOn<'_>,
    ) -> Result<(), Failure> {
        if goes_on() {
            self.step(work, equations, end)
        } else {
            Err(Failure::Stopped { time: self.time() })
        }
    }

    /// Makes one step towards the time `end` \[s\], which may be earlier than the present time. The
    /// last step ends exactly at `end`.
    ///
    /// # Errors
    /// Fails if no step is short enough, an acceleration is not finite, or there were too many
    /// evaluations. The state is then the state before the step.
    pub fn step(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut impl Equations,
        end: f64,
    ) -> Result<(), Failure> {
        self.step_any(work, equations, end)
    }

    /// Makes the step of [`step`](Self::step), for equations behind a pointer.
    #[inline(never)]
    fn step_any(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        end: f64,
    ) -> Result<(), Failure> {
        work.fit(self.state().x.len(), self.tail.len());
        self.last_h = 0.0;
        self.has_crossed = false;
        let result = self.try_steps(work, equations, end);
        if result.is_err() {
            if self.has_crossed {
                self.present.copy_from(&self.start);
            } else {
                self.start.copy_from(&self.present);
            }
            self.forget();
        }
        result
    }

    /// Tries steps until one is accepted.
    fn try_steps(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        end: f64,
    ) -> Result<(), Failure> {
        if !(end - self.time()).is_finite() {
            return Err(self.not_finite(0));
        }
        let mut before = self.counts.evaluations;
        let mut rejections = 0;
        let mut may_search = true;
        let mut wanted = 0.0_f64;
        loop {
            self.cross(equations, end)?;
            if self.time() == end {
                self.start.copy_from(&self.present);
                return Ok(());
            }
            let plan = self.plan(work, equations, end)?;
            if self.counts.evaluations >= MOST_EVALUATIONS || !self.makes_progress(end) {
                return Err(self.too_many());
            }
            // steps to the end of the integration or to a jump may be arbitrarily short
            let is_too_short = self.is_short(plan.h) && plan.target.is_none();
            if is_too_short || plan.h == 0.0 || rejections >= MOST_REJECTIONS {
                return Err(self.too_short());
            }
            let method = self.choice.method();
            if rejections % 2 == 0 {
                wanted = plan.h.abs();
            }
            let (largest, factor) = self.attempt(work, equations, method, plan.h);
            self.worst = largest;
            if largest.error < 1.0 && work.change.is_finite() {
                self.accept(work, method, plan, factor, before);
                let rest = (end - self.time()).abs();
                if !self.is_short(plan.h) && plan.h.abs() > 16.0 * f64::EPSILON * rest {
                    self.crossings = 0;
                }
                return Ok(());
            }
            rejections += 1;
            self.refuse(method, plan.h, factor);
            let is_second = rejections % 2 == 0;
            let is_jumpy = if method == Method::Pair && self.pair.is_nystrom() {
                largest.error > JUMPY_NYSTROM
            } else {
                largest.error > JUMPY
            };
            if may_search && (is_second || (rejections == 1 && is_jumpy)) {
                let is_found = self.search(work, equations, plan.h);
                may_search = is_found || !is_second;
                if is_found {
                    // makes one step to the jump if the error allows it; the evaluations for the
                    // jump do not count for the choice of the method
                    before = self.counts.evaluations;
                    self.lengths[method as usize] = wanted;
                }
            }
            if rejections % COLLOCATION_REJECTIONS == 0 && self.choice.give_up() {
                self.change_method();
            }
        }
    }

    /// Crosses all jumps at the present time.
    fn cross(&mut self, equations: &mut dyn AnyEquations<D>, end: f64) -> Result<(), Failure> {
        loop {
            let time = self.time();
            self.ahead.look(equations, time, end);
            let Some((after, crossed)) = self.ahead.cross(time, end) else {
                return Ok(());
            };
            self.crossings += 1;
            if self.crossings > MOST_REJECTIONS {
                return Err(self.too_short());
            }
            if !self.has_crossed {
                // after a failure the solver returns to this state
                self.start.copy_from(&self.present);
                self.has_crossed = true;
            }
            if crossed == Crossed::Found {
                // a jump at a certain velocity or position is passed only if velocity and position
                // move on
                self.evaluate(equations)?;
                self.present.drift(after, &self.accelerations);
                self.lengths = self.lengths.map(|length| 0.25 * length);
            }
            self.forget();
            if self.time() == end {
                return Ok(());
            }
        }
    }

    /// Whether a step is about as short as the rounding error of the time.
    fn is_short(&self, h: f64) -> bool {
        h.abs() < 16.0 * f64::EPSILON * self.time().abs()
    }

    /// Whether the steps make enough progress. Below the minimum, the whole motion would need more
    /// than `2^48` evaluations.
    fn makes_progress(&mut self, end: f64) -> bool {
        let (time, evaluations) = (self.time(), self.counts.evaluations);
        let (begun, before) = self.watched;
        if evaluations - before < WATCHED_EVALUATIONS {
            return true;
        }
        self.watched = (time, evaluations);
        (time - begun).abs() >= LEAST_PROGRESS * (end - begun).abs()
    }

    /// Plans the next step to be tried.
    fn plan(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        end: f64,
    ) -> Result<Plan, Failure> {
        let time = self.time();
        let target = self.ahead.target(time, end);
        let remaining = target - time;
        let method = self.choice.method();
        if method == Method::Pair && !self.is_evaluated {
            self.evaluate(equations)?;
            if let Some(h) = self.control.last_length() {
                let length = self.lengths[0];
                let room = [&mut work.at.x[..], &mut work.at.v];
                self.lengths[0] = self
                    .pair
                    .stable_length(&self.accelerations, h, length, room);
            }
        }
        let mut length = self.lengths[method as usize];
        if length == 0.0 {
            length = match method {
                Method::Pair => self.first_length(work, equations, end - time),
                Method::Collocation if self.lengths[0] > 0.0 => self.lengths[0],
                Method::Collocation => (end - time).abs(),
            };
            self.lengths[method as usize] = length;
        }
        if STRETCH * length >= remaining.abs() {
            return Ok(Plan {
                h: remaining,
                target: Some(target),
            });
        }
        let h = length.copysign(remaining);
        let h = match method {
            Method::Pair => h,
            Method::Collocation => Collocation::<D>::rung(h),
        };
        Ok(Plan { h, target: None })
    }

    /// Evaluates the accelerations at the present state, unless they are known.
    pub(super) fn evaluate(&mut self, equations: &mut dyn AnyEquations<D>) -> Result<(), Failure> {
        if self.is_evaluated {
            return Ok(());
        }
        let (time, state) = (
            self.present.time().min(self.ahead.latest),
            &self.present.state,
        );
        let forces = [&mut self.accelerations, &mut self.slopes];
        equations.evaluate_at(Part::Whole, time, state, forces);
        self.counts.evaluations += 1;
        if let Some(coordinate) = first_not_finite(&self.accelerations) {
            return Err(self.not_finite(coordinate));
        }
        if first_not_finite(&self.slopes).is_some() {
            return Err(self.not_finite(0));
        }
        self.is_evaluated = true;
        Ok(())
    }

    /// Tries a step. Returns the error of the step, and the factor of the next length if the method itself computes this factor.
    fn attempt(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        method: Method,
        h: f64,
    ) -> (Largest, Option<f64>) {
        let step = Attempt {
            time: self.present.time(),
            h,
            latest: self.ahead.latest,
            start: &self.present.state,
            norm: &self.norm,
            lasting: self.longest.max(h.abs()),
        };
        let evaluations = &mut self.counts.evaluations;
        let is_one = equations.is_one_body();
        if method == Method::Pair {
            let known = [&self.accelerations[..], &self.slopes];
            let pair = &mut self.pair;
            let largest = if is_one {
                equations.try_pair(pair, &step, known, work, evaluations)
            } else {
                let equations = &mut Erased(equations);
                pair.attempt::<ANY, D>(equations, &step, known, &self.tail, work, evaluations)
            };
            return (largest, None);
        }
        let collocation = &mut self.collocation;
        let (largest, factor) = if is_one {
            equations.try_collocation(collocation, &step, &self.laws, work, evaluations)
        } else {
            let equations = &mut Erased(equations);
            collocation.attempt::<ANY>(equations, &step, &self.laws, work, evaluations)
        };
        (largest, Some(factor))
    }

    /// Moves to the end of the step tried last. `evaluations` is the count before the first attempt
    /// at this step.
    fn accept(
        &mut self,
        work: &Workspace<D>,
        method: Method,
        plan: Plan,
        factor: Option<f64>,
        evaluations: u64,
    ) {
        let h = plan.h;
        let factor = factor.unwrap_or_else(|| self.control.accepted(h.abs(), self.worst.error));
        let next = h.abs() * factor;
        let length = &mut self.lengths[method as usize];
        // after a step that ended early, the next step keeps the longer of both lengths, unless the
        // error requires a shorter one
        *length = if plan.target.is_some() && factor >= 1.0 {
            length.max(next)
        } else {
            next
        };
        self.advance(work, method, h, plan.target);
        self.longest = self.longest.max(h.abs());
        let count = match method {
            Method::Pair if self.pair.is_nystrom() => &mut self.counts.nystrom,
            Method::Pair => &mut self.counts.dormand_prince,
            Method::Collocation => &mut self.counts.collocation,
        };
        *count += 1;
        self.choice
            .accepted(h, self.counts.evaluations - evaluations);
        if self.choice.method() != method {
            self.change_method();
        }
    }

    /// Adds the change of the state by the step tried last.
    fn advance(&mut self, work: &Workspace<D>, method: Method, h: f64, target: Option<f64>) {
        mem::swap(&mut self.start, &mut self.present);
        self.last_h = h;
        self.last_method = method;
        self.present.set_sum(&self.start, &work.change);
        match target {
            Some(target) => self.present.set_time(target),
            None => self.present.add_time(h),
        }
        self.is_evaluated = false;
        if method == Method::Collocation {
            self.collocation.accept(h);
        }
    }

    /// Shortens the step after a rejection.
    fn refuse(&mut self, method: Method, h: f64, factor: Option<f64>) {
        self.counts.rejected += 1;
        let factor = factor.unwrap_or_else(|| self.control.rejected(self.worst.error));
        self.lengths[method as usize] = h.abs() * factor.clamp(0.01, 0.95);
    }

    /// Forgets the history of steps, because a method that is used again has no data about the
    /// steps made by the other one.
    fn change_method(&mut self) {
        self.control.forget();
        self.collocation.forget();
    }

    /// Returns the length of the first step of the pair \[s\]. A short step along the tangent shows
    /// how fast the accelerations change.
    ///
    /// Rates and amplitudes are computed from ratios of lengths, velocities and accelerations, so
    /// the unit of time does not matter.
    fn first_length(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        remaining: f64,
    ) -> f64 {
        let most = remaining.abs();
        let Columns { x, v, .. } = self.state();
        let [x, v, a] = [x, v, &self.accelerations].map(largest);
        // times in which velocity and position change by their own magnitude
        let by_velocity = if a > 0.0 { v / a } else { 0.0 };
        let by_position = if a > 0.0 {
            ComplexField::sqrt(x / a)
        } else {
            x / v
        };
        let mut time = by_velocity.max(by_position);
        if !(time > 0.0 && time < most) {
            time = most;
        }
        let probe = 0.01 * time;
        let Some([stiffness, mut damping]) = self.rates(work, equations, probe.copysign(remaining))
        else {
            return probe;
        };
        if self.pair.is_nystrom() {
            damping = 0.0;
        }
        let rate = ComplexField::sqrt(stiffness).max(damping);
        let amplitude = (a / (rate * rate)).max(v / rate) / self.norm.tolerance(0.0);
        let length = self.control.first_length(rate, amplitude);
        // nothing changes, or the numbers are too small to compute a rate
        if !(rate > 0.0 && length > 0.0 && probe > 0.0) {
            return most;
        }
        length.min(100.0 * probe).min(most)
    }

    /// Returns `|Δa|/|Δx|` and `|Δa|/|Δv|` for a short step along the tangent; `None` if the
    /// acceleration at its end is not finite.
    fn rates(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        h: f64,
    ) -> Option<[f64; 2]> {
        let state = &self.present.state;
        set_path(&mut work.at, state, [&self.accelerations, &self.slopes], h);
        let time = (self.present.time() + h).min(self.ahead.latest);
        let Workspace {
            at,
            accelerations,
            slopes,
            ..
        } = work;
        equations.evaluate_at(Part::Whole, time, at, [accelerations, slopes]);
        self.counts.evaluations += 1;
        if first_not_finite(accelerations)
            .or(first_not_finite(slopes))
            .is_some()
        {
            return None;
        }
        let change = largest_difference(accelerations, &self.accelerations);
        let slope = largest(&self.slopes);
        let turning = if slope > 0.0 {
            largest_difference(slopes, &self.slopes) / (slope * h.abs())
        } else {
            0.0
        };
        let ratio = |by: f64| if by > 0.0 { change / by } else { 0.0 };
        let [by_position, by_velocity] = [(&at.x, &state.x), (&at.v, &state.v)]
            .map(|(at, start)| ratio(largest_difference(at, start)));
        Some([by_position, by_velocity.max(turning)])
    }

    /// Sets `at` to the state at a time within the last step \[s\].
    pub fn sample(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut impl Equations,
        time: f64,
        at: &mut Columns,
    ) {
        self.sample_any(work, equations, time, at);
    }

    /// Computes the state of [`sample`](Self::sample), for equations behind a pointer.
    #[inline(never)]
    fn sample_any(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        time: f64,
        at: &mut Columns,
    ) {
        at.clone_from(&self.present.state);
        let share = (time - self.last_time()) / self.last_h;
        // there is no last step, or the time is the end of the last step
        if !share.is_finite() || share >= 1.0 || time == self.time() {
            return;
        }
        at.clone_from(&self.start.state);
        if share <= 0.0 {
            return;
        }
        let h = self.last_h;
        if self.last_method == Method::Collocation {
            self.collocation.sample(&work.tables, h, share, at);
            return;
        }
        work.fit(at.x.len(), at.z.len());
        let step = Attempt {
            time: self.last_time(),
            h,
            latest: self.ahead.latest,
            start: &self.start.state,
            norm: &self.norm,
            lasting: h,
        };
        let known = [&self.accelerations[..], &self.slopes];
        let known = self.is_evaluated.then_some(known);
        self.counts.evaluations += self
            .pair
            .prepare(&mut Erased(equations), &step, known, work);
        self.pair.sample(h, share, at, work);
    }

    /// Repeats the last step, and ends it at a time \[s\] within the step.
    ///
    /// # Errors
    /// Errors of [`step`](Self::step).
    pub fn shorten(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut impl Equations,
        time: f64,
    ) -> Result<(), Failure> {
        self.shorten_any(work, equations, time)
    }

    /// Makes the step of [`shorten`](Self::shorten), for equations behind a pointer.
    #[inline(never)]
    fn shorten_any(
        &mut self,
        work: &mut Workspace<D>,
        equations: &mut dyn AnyEquations<D>,
        time: f64,
    ) -> Result<(), Failure> {
        let (h, method) = (time - self.last_time(), self.last_method);
        let share = h / self.last_h;
        if !share.is_finite() || share >= 1.0 {
            return Ok(());
        }
        self.present.copy_from(&self.start);
        self.forget();
        if share <= 0.0 {
            self.last_h = 0.0;
            return Ok(());
        }
        work.fit(self.state().x.len(), self.tail.len());
        if method == Method::Pair {
            self.evaluate(equations)?;
        }
        let (largest, _) = self.attempt(work, equations, method, h);
        if largest.error.is_finite() && work.change.is_finite() {
            self.advance(work, method, h, Some(time));
            return Ok(());
        }
        // if this step does not converge, shorter steps follow
        while self.time() != time {
            self.step_any(work, equations, time)?;
        }
        Ok(())
    }

    fn not_finite(&self, coordinate: usize) -> Failure {
        Failure::NotFinite {
            time: self.time(),
            coordinate,
        }
    }

    fn too_short(&self) -> Failure {
        let Largest { error, coordinate } = self.worst;
        if !error.is_finite() {
            return self.not_finite(coordinate);
        }
        Failure::TooShort {
            time: self.time(),
            coordinate,
            error,
        }
    }

    fn too_many(&self) -> Failure {
        Failure::TooMany {
            time: self.time(),
            coordinate: self.worst.coordinate,
            error: self.worst.error,
        }
    }
}
