//! The flows of the modes for one step length.

use super::coupled::CoupledMap;
use super::modes::Modes;
use super::motion::Room;
use super::wide_matrix::{ONE, WideMatrix, ZERO};
use super::{LinkLaw, NetworkLaws, NotSolved};
use crate::flow::{Flow, product};
use crate::numbers::{DoubleDouble, is_positive};
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::SVector;

/// The flows of all modes for one step length.
#[derive(Debug)]
pub(super) struct Slot<const D: usize> {
    /// Step length of the flows \[s\]; NaN before the first use.
    dt: f64,
    /// One flow for each mode; no flows if damping couples the modes.
    flows: Vec<Flow<f64, D>>,
    coupled: CoupledMap,
}

impl<const D: usize> Clone for Slot<D> {
    fn clone(&self) -> Self {
        // the plain clone of a vector has no spare capacity
        let mut flows = Vec::with_capacity(self.flows.capacity());
        flows.extend_from_slice(&self.flows);
        Self {
            dt: self.dt,
            flows,
            coupled: self.coupled.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.dt = source.dt;
        self.flows.clone_from(&source.flows);
        self.coupled.clone_from(&source.coupled);
    }
}

impl<const D: usize> Slot<D> {
    /// Returns a slot without flows. Its memory is sufficient for all flows, so no step allocates.
    pub(super) fn new(modes: &Modes<D>) -> Self {
        let mut slot = Self {
            dt: f64::NAN,
            flows: Vec::new(),
            coupled: CoupledMap::empty(),
        };
        match &modes.coupling {
            Some(coupling) => slot.coupled.reserve(coupling),
            None => slot.flows.reserve_exact(modes.laws.len()),
        }
        slot
    }

    pub(super) fn prepare(&mut self, modes: &Modes<D>, dt: f64, room: &mut Room<D>) {
        if self.dt == dt {
            return;
        }
        self.dt = dt;
        match &modes.coupling {
            Some(coupling) => self.coupled.prepare(coupling, dt, &mut room.doubling),
            None => {
                self.flows.clear();
                self.flows.extend(modes.laws.iter().map(|law| law.flow(dt)));
            }
        }
    }

    /// Computes the changes of modal states at the time `time` \[s\]. `is_pushed` states whether
    /// forces act in addition to the laws of the modes.
    pub(super) fn change(&self, modes: &Modes<D>, time: f64, room: &mut Room<D>, is_pushed: bool) {
        if modes.coupling.is_some() {
            for (sums, law) in room.accelerations.iter_mut().zip(&modes.laws) {
                let [constant, ramp] = sums;
                for axis in 0..D {
                    constant[axis] += law.constant[axis] + product(law.ramp[axis], time);
                    ramp[axis] += law.ramp[axis];
                }
            }
            self.coupled.change(
                &mut room.states,
                &mut room.accelerations,
                &mut room.changes,
                &mut room.starts,
            );
            return;
        }
        let modal = room.states.iter().zip(&room.accelerations);
        for ((flow, change), (state, push)) in self.flows.iter().zip(&mut room.changes).zip(modal) {
            let [position, velocity] = state.map(SVector::from);
            let (mut way, after) = flow.displaced(&position, &velocity, time);
            let mut gain = after - velocity;
            if is_pushed {
                let [constant, ramp] = push.map(SVector::from);
                flow.add_ramping(&constant, &ramp, &mut way, &mut gain);
            }
            *change = [way.into(), gain.into()];
        }
    }
}

// The matrices of a network.

/// Stiffness and damping of a network in the coordinates `y = √m x`, where they are symmetric:
///
/// ```text
/// y'' = ĉ + ĵ t - D̂ y' - K̂ y        K̂ = Σ k g gᵀ + diag ω²        g = e_first/√m_first - e_second/√m_second
/// ```
///
/// The entries are double-double: in `f64`, if one spring is 10¹² times as stiff as another, only
/// four digits of the softer spring would remain.
pub(super) struct Assembly<const D: usize> {
    /// `√m` and `1/√m` of each body.
    pub(super) roots: Vec<DoubleDouble>,
    pub(super) inverse_roots: Vec<DoubleDouble>,
    pub(super) stiffness: Part,
    pub(super) damping: Part,
    /// Stiffness of each body's own law \[N/m\].
    pub(super) own_stiffness: Vec<DoubleDouble>,
    /// Force on each body if it is at rest at the origin at time zero \[N\], and the growth rate of
    /// this force \[N/s\].
    pub(super) forces: Vec<[[DoubleDouble; D]; 2]>,
}

/// The matrix K̂ or D̂, with its properties.
pub(super) struct Part {
    pub(super) matrix: WideMatrix,
    /// Whether only links between bodies contribute to the matrix.
    pub(super) is_free: bool,
    /// Whether the own laws of all bodies have the same rate and no link has a fixed end. Then `√m`
    /// is an eigenvector.
    pub(super) is_uniform: bool,
}

impl<const D: usize> Assembly<D> {
    pub(super) fn new(laws: &NetworkLaws<'_, D>) -> Result<Self, NotSolved> {
        let NetworkLaws { masses, own, links } = *laws;
        let links_are_finite = links
            .iter()
            .all(|link| link.law.is_finite() && link.reduced_mass.is_finite());
        if own.len() != masses.len()
            || !masses.iter().all(|mass| is_positive(*mass))
            || !own.iter().all(|law| law.is_finite())
            || !links_are_finite
        {
            return Err(NotSolved::NotFinite);
        }
        let roots: Vec<_> = (masses.iter())
            .map(|mass| DoubleDouble::from(*mass).root())
            .collect();
        let inverse_roots: Vec<_> = roots.iter().map(|root| ONE.over(*root)).collect();
        let own_stiffness: Vec<_> = (masses.iter().zip(own))
            .map(|(mass, law)| DoubleDouble::product(*mass, law.stiffness_per_mass))
            .collect();
        let part = |rate: fn(&crate::flow::LinearLaw<f64, D>) -> f64| {
            let own: Vec<_> = own.iter().map(rate).collect();
            let links = links.iter().map(|link| (link, rate(&link.law)));
            Part::new(masses, &own, links, &inverse_roots)
        };
        let assembly = Self {
            stiffness: part(|law| law.stiffness_per_mass),
            damping: part(|law| law.damping),
            forces: forces(laws),
            roots,
            inverse_roots,
            own_stiffness,
        };
        // false for NaN; with the limit, the squares of modal numbers are finite
        let is_in_range = |part: &Part| part.matrix.is_finite() && part.matrix.most() < 1e290;
        let mut forces = assembly.forces.iter().flatten().flatten();
        if is_in_range(&assembly.stiffness)
            && is_in_range(&assembly.damping)
            && forces.all(|force| force.value().is_finite())
        {
            Ok(assembly)
        } else {
            Err(NotSolved::NotFinite)
        }
    }
}

impl Part {
    fn new<'a, const D: usize>(
        masses: &[f64],
        own: &[f64],
        links: impl Iterator<Item = (&'a LinkLaw<D>, f64)>,
        inverse_roots: &[DoubleDouble],
    ) -> Self {
        let n = masses.len();
        let mut grounds: Vec<_> = (masses.iter().zip(own))
            .map(|(mass, rate)| DoubleDouble::product(*mass, *rate))
            .collect();
        let mut reaches_fixed_ends = false;
        // for each pair of bodies, the sum of the strengths of its links
        let mut pairs = WideMatrix::zero(n);
        for (link, rate) in links {
            let strength = DoubleDouble::product(link.reduced_mass, rate);
            match *link {
                LinkLaw {
                    ends: [first, second],
                    ..
                } if first < n && second < n => {
                    if first != second {
                        let sum = pairs.at(first, second) + strength;
                        pairs.set(first, second, sum);
                        pairs.set(second, first, sum);
                    }
                }
                LinkLaw { ends, .. } => {
                    if let Some(body) = ends.into_iter().find(|end| *end < n) {
                        grounds[body] = grounds[body] + strength;
                        reaches_fixed_ends |= strength.value() != 0.0;
                    }
                }
            }
        }
        let is_free = !reaches_fixed_ends && own.iter().all(|rate| *rate == 0.0);
        let is_uniform = !reaches_fixed_ends
            && own
                .windows(2)
                .all(|neighbours| neighbours[0] == neighbours[1]);
        let matrix = WideMatrix::from_fn(n, |row, column| {
            if row == column {
                let sum = (0..n).fold(grounds[row], |sum, other| sum + pairs.at(row, other));
                sum.over(DoubleDouble::from(masses[row]))
            } else {
                (pairs.at(row, column) * inverse_roots[row] * inverse_roots[column]).scaled(-1.0)
            }
        });
        Self {
            matrix,
            is_free,
            is_uniform,
        }
    }
}

/// Returns `m c + Σ ± μ c` and `m j + Σ ± μ j` for each body.
fn forces<const D: usize>(laws: &NetworkLaws<'_, D>) -> Vec<[[DoubleDouble; D]; 2]> {
    let mut forces = vec![[[ZERO; D]; 2]; laws.masses.len()];
    let mut add = |body: usize, mass: f64, law: &crate::flow::LinearLaw<f64, D>| {
        if let Some(force) = forces.get_mut(body) {
            for axis in 0..D {
                for (sum, part) in force.iter_mut().zip([&law.constant, &law.ramp]) {
                    sum[axis] = sum[axis] + DoubleDouble::product(mass, part[axis]);
                }
            }
        }
    };
    for (body, (mass, law)) in laws.masses.iter().zip(laws.own).enumerate() {
        add(body, *mass, law);
    }
    for link in laws.links {
        let [first, second] = link.ends;
        add(first, link.reduced_mass, &link.law);
        add(second, -link.reduced_mass, &link.law);
    }
    forces
}
