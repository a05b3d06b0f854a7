//! States inside the last step.

use super::choice::Engine;
use super::solver::{Failure, Solver};
use super::{Columns, Equations};

impl<const D: usize> Solver<D> {
    /// Sets `at` to the state at a time within the last step.
    pub(crate) fn sample(&mut self, equations: &mut impl Equations, time: f64, at: &mut Columns) {
        at.clone_from(&self.present.state);
        let share = (time - self.last_time()) / self.last_h;
        // there is no last step, or it ends here
        if !share.is_finite() || share >= 1.0 || time == self.time() {
            return;
        }
        if share <= 0.0 {
            at.copy_from(&self.start.state);
            return;
        }
        let (h, start) = (self.last_h, &self.start.state);
        match self.last_engine {
            Engine::Nystrom => self.nystrom.sample(h, start, share, at),
            Engine::Radau => self.radau.sample(share, at),
            Engine::DormandPrince => {
                let step = [self.last_time(), h];
                let states = [start, &self.present.state];
                let known = [&self.accelerations[..], &self.slopes];
                equations.evaluate_until(self.ahead.latest());
                let known = self.is_evaluated.then_some(known);
                self.counts.evaluations +=
                    (self.dormand_prince).prepare(equations, step, states, known);
                self.dormand_prince.sample(h, start, share, at);
            }
        }
    }

    /// Makes the last step again, to a time within it.
    pub(crate) fn shorten(
        &mut self,
        equations: &mut impl Equations,
        time: f64,
    ) -> Result<(), Failure> {
        equations.evaluate_until(self.ahead.latest());
        let (h, engine) = (time - self.last_time(), self.last_engine);
        let share = h / self.last_h;
        if !share.is_finite() || share >= 1.0 {
            return Ok(());
        }
        self.present.copy_from(&self.start);
        self.is_evaluated = false;
        self.control.forget();
        self.radau.forget();
        if share <= 0.0 {
            self.last_h = 0.0;
            return Ok(());
        }
        if engine != Engine::Radau {
            self.evaluate(equations)?;
        }
        let (largest, _) = self.attempt(equations, engine, h);
        if largest.error.is_finite() && self.change.is_finite() {
            self.advance(engine, h, Some(time));
            return Ok(());
        }
        // a step that does not converge: several that do
        while self.time() != time {
            self.step(equations, time)?;
        }
        Ok(())
    }
}
