//! The length of the first step.

use nalgebra::ComplexField;

use super::Equations;
use super::choice::Engine;
use super::solver::Solver;

/// The largest of the absolute values.
fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |most, value| most.max(value.abs()))
}

impl<const D: usize> Solver<D> {
    /// The length of the first step of an explicit method \[s\], after Hairer, Nørsett and Wanner II.4: a short step along the
    /// tangent shows at which rate λ accelerations change. A motion of this rate with amplitude A has errors of about `A (λ h)ⁿ`.
    ///
    /// Rates and amplitudes come from ratios of lengths, velocities and accelerations, so that the unit of time does not count.
    pub(super) fn first_length(&mut self, equations: &mut impl Equations, remaining: f64) -> f64 {
        let most = remaining.abs();
        let x = largest(self.present.state.x.iter().copied());
        let v = largest(self.present.state.v.iter().copied());
        let a = largest(self.accelerations.iter().copied());
        // times in which velocity and place change by as much as they are
        let by_velocity = if a > 0.0 { v / a } else { 0.0 };
        let by_place = if a > 0.0 {
            ComplexField::sqrt(x / a)
        } else {
            x / v
        };
        let mut time = by_velocity.max(by_place);
        if !(time > 0.0 && time < most) {
            time = most;
        }
        let probe = 0.01 * time;
        let Some([stiffness, mut damping]) = self.rates(equations, probe.copysign(remaining))
        else {
            return probe;
        };
        if self.choice.explicit() == Engine::Nystrom {
            damping = 0.0;
        }
        let rate = ComplexField::sqrt(stiffness).max(damping);
        let amplitude = (a / (rate * rate)).max(v / rate);
        let tolerances = amplitude / self.norm.tolerance(0.0);
        let length = ComplexField::powf(0.01 / tolerances, self.exponent()) / rate;
        // nothing changes, or numbers are too small to tell
        if !(rate > 0.0 && length > 0.0 && probe > 0.0) {
            return most;
        }
        length.min(100.0 * probe).min(most)
    }

    /// `|Δa|/|Δx|` and `|Δa|/|Δv|` over a short step along the tangent, if the acceleration is finite there.
    fn rates(&mut self, equations: &mut impl Equations, h: f64) -> Option<[f64; 2]> {
        let time = self.time();
        let state = &self.present.state;
        let at = &mut self.change;
        let accelerations = &self.accelerations;
        for (i, a) in accelerations.iter().enumerate() {
            at.x[i] = state.x[i] + h * (state.v[i] + 0.5 * h * a);
            at.v[i] = state.v[i] + h * a;
        }
        for (i, slope) in self.slopes.iter().enumerate() {
            at.z[i] = state.z[i] + h * slope;
        }
        let [there, slopes] = &mut self.spare;
        equations.evaluate(time + h, [&at.x, &at.v, &at.z], there, slopes);
        self.counts.evaluations += 1;
        let differences = |one: &[f64], other: &[f64]| {
            largest(one.iter().zip(other).map(|(one, other)| one - other))
        };
        let places = differences(&self.change.x, &self.present.state.x);
        let velocities = differences(&self.change.v, &self.present.state.v);
        let [there, slopes] = &self.spare;
        if there.iter().chain(slopes).any(|value| !value.is_finite()) {
            return None;
        }
        let change = differences(there, &self.accelerations);
        let slope = largest(self.slopes.iter().copied());
        let turning = if slope > 0.0 {
            differences(slopes, &self.slopes) / (slope * h.abs())
        } else {
            0.0
        };
        let ratio = |by: f64| if by > 0.0 { change / by } else { 0.0 };
        Some([ratio(places), ratio(velocities).max(turning)])
    }
}
