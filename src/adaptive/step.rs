//! One step.

use super::ahead::Crossed;
use super::choice::Engine;
use super::norm::Largest;
use super::radau::{Radau, Trial};
use super::solver::{Failure, GoesOn, Solver};
use super::stages::first_not_finite;
use super::{ANY, Attempt, Equations, MOST_EVALUATIONS};

/// Most refusals of one step.
const MOST_REJECTIONS: u32 = 200;

/// Refusals after which collocation gives way to the explicit method.
const RADAU_REJECTIONS: u32 = 8;

/// After so many evaluations there must be some progress.
const WATCHED_EVALUATIONS: u64 = 1 << 18;

/// The least progress, in shares of the way to the end: `2^-30`.
const LEAST_PROGRESS: f64 = 1.0 / (1_u32 << 30) as f64;

/// A first refusal with an error of so many tolerances is worth a search for a jump: without it, steps of a tenth of the length
/// creep up to the jump, some 10 of them. Evaluations for 7 jumps to 1e-10: 884 instead of 2673 (linear drag), 1415 instead of
/// 2155 (quadratic drag).
const JUMPY: f64 = 1e3;

/// The same by the Runge–Kutta–Nyström pair, whose error grows with a higher power of the length: 1 to 2 % fewer evaluations on
/// eccentric orbits.
const JUMPY_NYSTROM: f64 = 2e4;

/// A step is the last one if it reaches the end when it is this much longer.
const STRETCH: f64 = 1.01;

/// A step to be tried.
#[derive(Debug, Clone, Copy)]
struct Plan {
    /// \[s\], of either sign.
    h: f64,
    /// Where it ends if that is the end of the way or a jump \[s\].
    target: Option<f64>,
}

impl<const D: usize> Solver<D> {
    /// Makes one step, unless the caller stops it.
    pub(crate) fn go_on(
        &mut self,
        equations: &mut impl Equations,
        end: f64,
        goes_on: GoesOn<'_>,
    ) -> Result<(), Failure> {
        if goes_on() {
            self.step(equations, end)
        } else {
            Err(Failure::Stopped { time: self.time() })
        }
    }

    /// Makes one step on the way to `end` \[s\], which is reached exactly and may be earlier than the present time. On
    /// failure the state is that before the step.
    pub(crate) fn step(&mut self, equations: &mut impl Equations, end: f64) -> Result<(), Failure> {
        self.last_h = 0.0;
        self.has_crossed = false;
        let result = self.step_from_start(equations, end);
        if result.is_err() {
            if self.has_crossed {
                self.present.copy_from(&self.start);
            } else {
                self.start.copy_from(&self.present);
            }
            self.is_evaluated = false;
        }
        result
    }

    fn step_from_start(&mut self, equations: &mut impl Equations, end: f64) -> Result<(), Failure> {
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
            let plan = self.plan(equations, end)?;
            if self.counts.evaluations >= MOST_EVALUATIONS || !self.makes_progress(end) {
                return Err(self.too_many());
            }
            let is_short = self.is_short(plan.h);
            // the end and jumps may be as near as they like
            if (is_short && plan.target.is_none()) || plan.h == 0.0 || rejections >= MOST_REJECTIONS
            {
                return Err(self.too_short());
            }
            let engine = self.choice.engine();
            if rejections % 2 == 0 {
                wanted = plan.h.abs();
            }
            let (largest, factor) = self.attempt(equations, engine, plan.h);
            self.worst = largest;
            if largest.error < 1.0 && self.change.is_finite() {
                self.accept(engine, plan, factor, before);
                let rest = (end - self.time()).abs();
                if !self.is_short(plan.h) && plan.h.abs() > 16.0 * f64::EPSILON * rest {
                    self.crossings = 0;
                }
                return Ok(());
            }
            rejections += 1;
            self.refuse(engine, plan.h, factor);
            let is_second = rejections % 2 == 0;
            let is_jumpy = match engine {
                Engine::Nystrom => largest.error > JUMPY_NYSTROM,
                _ => largest.error > JUMPY,
            };
            if may_search && (is_second || (rejections == 1 && is_jumpy)) {
                let is_found = self.search(equations, plan.h);
                may_search = is_found || !is_second;
                if is_found {
                    // the way to the jump is one step, if its error allows; what the jump costs is no measure of the method
                    before = self.counts.evaluations;
                    self.lengths[usize::from(engine == Engine::Radau)] = wanted;
                }
            }
            if rejections % RADAU_REJECTIONS == 0 && self.choice.give_up() {
                self.change_method();
            }
        }
    }

    /// Crosses jumps that have been reached.
    fn cross(&mut self, equations: &mut impl Equations, end: f64) -> Result<(), Failure> {
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
                // the state to which a failure returns
                self.start.copy_from(&self.present);
                self.has_crossed = true;
            }
            if crossed == Crossed::Found {
                // a jump at a velocity or a place is passed only if both move on
                self.evaluate(equations)?;
                self.present.drift(after, &self.accelerations);
            }
            self.is_evaluated = false;
            self.control.forget();
            self.radau.forget();
            if crossed == Crossed::Found {
                self.lengths = self.lengths.map(|length| 0.25 * length);
            }
            if self.time() == end {
                return Ok(());
            }
        }
    }

    /// Whether a step is hardly more than the rounding of the time.
    fn is_short(&self, h: f64) -> bool {
        h.abs() < 16.0 * f64::EPSILON * self.time().abs()
    }

    /// Whether the steps get on: at less than this rate the whole way would take `2^48` evaluations.
    fn makes_progress(&mut self, end: f64) -> bool {
        let (time, evaluations) = (self.time(), self.counts.evaluations);
        let (begun, before) = self.watched;
        if evaluations - before < WATCHED_EVALUATIONS {
            return true;
        }
        self.watched = (time, evaluations);
        (time - begun).abs() >= LEAST_PROGRESS * (end - begun).abs()
    }

    /// The step to be tried next.
    fn plan(&mut self, equations: &mut impl Equations, end: f64) -> Result<Plan, Failure> {
        let time = self.time();
        let target = self.ahead.target(time, end);
        let remaining = target - time;
        let is_radau = self.choice.engine() == Engine::Radau;
        if !is_radau && !self.is_evaluated {
            self.evaluate(equations)?;
            self.keep_stable();
        }
        let [explicit, radau] = self.lengths;
        let mut length = if is_radau { radau } else { explicit };
        if length == 0.0 {
            length = match (is_radau, explicit > 0.0) {
                (true, true) => explicit,
                (true, false) => (end - time).abs(),
                (false, _) => self.first_length(equations, end - time),
            };
            self.lengths[usize::from(is_radau)] = length;
        }
        if STRETCH * length >= remaining.abs() {
            return Ok(Plan {
                h: remaining,
                target: Some(target),
            });
        }
        let h = length.copysign(remaining);
        let h = if is_radau { Radau::<D>::rung(h) } else { h };
        Ok(Plan { h, target: None })
    }

    /// Shortens the next step to where the method is stable, if the last one was by DOP853. Without that a third of the steps are
    /// refused in stiff drag, one after each growth.
    fn keep_stable(&mut self) {
        let is_explicit = self.choice.engine() == Engine::DormandPrince;
        if let (true, Some(h)) = (is_explicit, self.control.last_length()) {
            let at = [&self.present.state.v[..], &self.accelerations];
            let length = &mut self.lengths[0];
            *length = self.dormand_prince.stable_length(at, h, *length);
        }
    }

    /// Evaluates the accelerations at the present state if they are not known.
    pub(super) fn evaluate(&mut self, equations: &mut impl Equations) -> Result<(), Failure> {
        if self.is_evaluated {
            return Ok(());
        }
        let time = self.time();
        let state = &self.present.state;
        let at = [&state.x[..], &state.v, &state.z];
        equations.evaluate(time, at, &mut self.accelerations, &mut self.slopes);
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

    /// Tries a step: its error, and the factor of the next length if the method itself says it.
    pub(super) fn attempt(
        &mut self,
        equations: &mut impl Equations,
        engine: Engine,
        h: f64,
    ) -> (Largest, Option<f64>) {
        let (time, state) = (self.present.time(), &self.present.state);
        let is_one = equations.is_one_body();
        if engine == Engine::Radau {
            let trial = Trial { time, h, state };
            let (radau, change) = (&mut self.radau, &mut self.change);
            let outcome = if is_one {
                radau.attempt::<D>(equations, &trial, change)
            } else {
                radau.attempt::<ANY>(equations, &trial, change)
            };
            self.counts.evaluations += outcome.evaluations;
            let mut largest = Largest::ZERO;
            largest.include(outcome.error, outcome.coordinate);
            return (largest, Some(outcome.factor));
        }
        let attempt = Attempt {
            time,
            h,
            state,
            accelerations: &self.accelerations,
            slopes: &self.slopes,
            norm: &self.norm,
            lasting: self.longest.max(h.abs()),
            tail: &self.tail,
        };
        let (change, evaluations) = (&mut self.change, &mut self.counts.evaluations);
        let (nystrom, dormand_prince) = (&mut self.nystrom, &mut self.dormand_prince);
        let largest = match (engine, is_one) {
            (Engine::Nystrom, true) => {
                nystrom.attempt::<D>(equations, &attempt, change, evaluations)
            }
            (Engine::Nystrom, false) => {
                nystrom.attempt::<ANY>(equations, &attempt, change, evaluations)
            }
            (_, true) => dormand_prince.attempt::<D>(equations, &attempt, change, evaluations),
            (_, false) => dormand_prince.attempt::<ANY>(equations, &attempt, change, evaluations),
        };
        (largest, None)
    }

    /// Moves to the end of the step tried last.
    fn accept(&mut self, engine: Engine, plan: Plan, factor: Option<f64>, evaluations: u64) {
        let h = plan.h;
        let is_radau = engine == Engine::Radau;
        let factor = factor.unwrap_or_else(|| self.control.accepted(h.abs(), self.worst.error));
        let next = h.abs() * factor;
        let length = &mut self.lengths[usize::from(is_radau)];
        // a step cut short leaves the length as it was, unless its error asks for less
        *length = if plan.target.is_some() && factor >= 1.0 {
            length.max(next)
        } else {
            next
        };
        self.advance(engine, h, plan.target);
        self.longest = self.longest.max(h.abs());
        let count = match engine {
            Engine::Nystrom => &mut self.counts.nystrom,
            Engine::DormandPrince => &mut self.counts.dormand_prince,
            Engine::Radau => &mut self.counts.radau,
        };
        *count += 1;
        let spent = self.counts.evaluations - evaluations;
        self.choice.accepted(h, spent);
        if self.choice.engine() != engine {
            self.change_method();
        }
    }

    /// Adds the change of the step tried last.
    pub(super) fn advance(&mut self, engine: Engine, h: f64, target: Option<f64>) {
        core::mem::swap(&mut self.start, &mut self.present);
        self.last_h = h;
        self.last_engine = engine;
        self.present.set_sum(&self.start, &self.change);
        match target {
            Some(target) => self.present.set_time(target),
            None => self.present.add_time(h),
        }
        self.is_evaluated = false;
        if engine == Engine::Radau {
            self.radau.accept();
        }
    }

    /// Shortens the step after a refusal.
    fn refuse(&mut self, engine: Engine, h: f64, factor: Option<f64>) {
        self.counts.rejected += 1;
        let factor = factor.unwrap_or_else(|| self.control.rejected(self.worst.error));
        self.lengths[usize::from(engine == Engine::Radau)] = h.abs() * factor.clamp(0.01, 0.95);
    }

    /// Whoever comes back knows nothing of the steps between.
    fn change_method(&mut self) {
        self.control.forget();
        self.radau.forget();
    }

    fn not_finite(&self, coordinate: usize) -> Failure {
        Failure::NotFinite {
            time: self.time(),
            coordinate,
        }
    }

    fn too_short(&self) -> Failure {
        if self.worst.error.is_finite() {
            Failure::TooShort {
                time: self.time(),
                coordinate: self.worst.coordinate,
                error: self.worst.error,
            }
        } else {
            self.not_finite(self.worst.coordinate)
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
