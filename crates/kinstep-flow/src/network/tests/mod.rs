//! Tests of networks: comparison with solutions of hundreds of digits, and millions of steps.

use alloc::vec;
use alloc::vec::Vec;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{LinkLaw, Network, NetworkLaws, NetworkStates, NotSolved};
use crate::flow::LinearLaw;

mod drift;
mod exact;
mod filter;
mod setup;
mod truth;

/// The laws and the state of a network.
#[derive(Debug, Clone)]
struct Case<const D: usize> {
    masses: Vec<f64>,
    own: Vec<LinearLaw<f64, D>>,
    links: Vec<LinkLaw<D>>,
    positions: Vec<[f64; D]>,
    velocities: Vec<[f64; D]>,
    fixed: Vec<[[f64; D]; 2]>,
    applied: Vec<(usize, [f64; D])>,
}

impl<const D: usize> Case<D> {
    /// Returns bodies of these masses \[kg\] at rest, without links.
    fn of(masses: &[f64]) -> Self {
        let n = masses.len();
        Self {
            masses: masses.to_vec(),
            own: vec![LinearLaw::free(); n],
            links: Vec::new(),
            positions: vec![[0.0; D]; n],
            velocities: vec![[0.0; D]; n],
            fixed: Vec::new(),
            applied: Vec::new(),
        }
    }

    /// Returns a chain of bodies of 1 kg, joined by springs of these stiffnesses \[N/m\].
    fn chain(stiffnesses: &[f64]) -> Self {
        let mut case = Self::of(&vec![1.0; stiffnesses.len() + 1]);
        for (body, stiffness) in stiffnesses.iter().enumerate() {
            case.join([body, body + 1], *stiffness, 0.0);
        }
        case
    }

    /// Adds a link of this stiffness \[N/m\] and damping \[kg/s\].
    fn join(&mut self, ends: [usize; 2], stiffness: f64, damping: f64) {
        let mass = |end: usize| self.masses.get(end).copied();
        let reduced_mass = match ends.map(mass) {
            [Some(first), Some(second)] => first * second / (first + second),
            [first, second] => first.or(second).unwrap(),
        };
        self.links.push(LinkLaw {
            ends,
            reduced_mass,
            law: LinearLaw::spring(stiffness / reduced_mass)
                + LinearLaw::drag(damping / reduced_mass),
        });
    }

    /// Sets random positions and velocities.
    fn stir(&mut self, random: &mut Pcg64Mcg) {
        let mut vector = || core::array::from_fn(|_| random.random_range(-1.0..1.0));
        for (position, velocity) in self.positions.iter_mut().zip(&mut self.velocities) {
            (*position, *velocity) = (vector(), vector());
        }
    }

    fn network(&self) -> Network<D> {
        self.tried().unwrap()
    }

    fn tried(&self) -> Result<Network<D>, NotSolved> {
        Network::new(&NetworkLaws {
            masses: &self.masses,
            own: &self.own,
            links: &self.links,
        })
    }

    fn step(&mut self, network: &mut Network<D>, time: f64, dt: f64) {
        let mut states = NetworkStates {
            positions: &mut self.positions,
            velocities: &mut self.velocities,
            fixed: &self.fixed,
            applied: &self.applied,
        };
        network.advance(0, time, dt, &mut states);
    }

    /// Returns the case after a step.
    fn after(&self, time: f64, dt: f64) -> Self {
        let mut after = self.clone();
        after.step(&mut self.network(), time, dt);
        after
    }

    fn energy(&self) -> f64 {
        let square = |vector: &[f64; D]| vector.iter().map(|c| c * c).sum::<f64>();
        let moving = self.masses.iter().zip(&self.velocities);
        let kinetic: f64 = moving.map(|(m, v)| 0.5 * m * square(v)).sum();
        let own: f64 = (self.masses.iter().zip(&self.own).zip(&self.positions))
            .map(|((m, law), x)| {
                let lifted: f64 = law.constant.iter().zip(x).map(|(c, x)| c * x).sum();
                m * (0.5 * law.stiffness_per_mass * square(x) - lifted)
            })
            .sum();
        let place = |end: usize| {
            (self.positions.get(end).copied())
                .unwrap_or_else(|| self.fixed[end - self.masses.len()][0])
        };
        let links: f64 = (self.links.iter())
            .map(|link| {
                let [a, b] = link.ends.map(place);
                let apart = core::array::from_fn(|axis| a[axis] - b[axis]);
                0.5 * link.reduced_mass * link.law.stiffness_per_mass * square(&apart)
            })
            .sum();
        kinetic + own + links
    }

    /// Returns the maximum difference of a component of two states.
    fn apart(&self, other: &Self) -> f64 {
        let here = self.positions.iter().chain(&self.velocities).flatten();
        let there = other.positions.iter().chain(&other.velocities).flatten();
        here.zip(there)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, |most, next| {
                if next <= most { most } else { next } // NaN counts as the maximum
            })
    }
}
