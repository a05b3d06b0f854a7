//! Tests of networks of rods: conservation laws, comparison with references of short steps, and
//! reversed steps.

mod conserved;
mod inside;
mod limits;
mod order;
mod tethers;
mod turning;

use alloc::vec::Vec;

use nalgebra::{Quaternion, SVector, UnitQuaternion, Vector2, Vector3};

use super::{Attempt, Bond, NotConverged, OwnLaws, RodLaws, RodNetwork, Turning};
use crate::flow::LinearLaw;
use crate::network::{LinkLaw, NetworkStates};
use crate::rotation::Inertia;

/// Acceleration of gravity \[m/s²\].
const GRAVITY: f64 = 9.81;

/// Duration of a step at sixty steps per second \[s\].
const FRAME: f64 = 1.0 / 60.0;

/// A network, given by its bodies and bonds, and the states of its bodies.
#[derive(Debug, Clone)]
struct Scene<const D: usize> {
    masses: Vec<f64>,
    positions: Vec<[f64; D]>,
    velocities: Vec<[f64; D]>,
    own: Vec<OwnLaws<D>>,
    links: Vec<LinkLaw<D>>,
    bonds: Vec<Bond<D>>,
    fixed: Vec<[[f64; D]; 2]>,
    applied: Vec<(usize, [f64; D])>,
    /// Inertia of each body; empty if no body rotates.
    inertias: Vec<Option<Inertia<f64>>>,
    turnings: Vec<Turning>,
}

/// Returns a bond between the first two bodies that has no effect.
fn no_bond<const D: usize>() -> Bond<D> {
    Bond {
        ends: [0, 1],
        stiffness: 0.0,
        length: 0.0,
        damping: 0.0,
        pulls_only: false,
        arms: [[0.0; D]; 2],
    }
}

impl<const D: usize> Scene<D> {
    fn new() -> Self {
        Self {
            masses: Vec::new(),
            positions: Vec::new(),
            velocities: Vec::new(),
            own: Vec::new(),
            links: Vec::new(),
            bonds: Vec::new(),
            fixed: Vec::new(),
            applied: Vec::new(),
            inertias: Vec::new(),
            turnings: Vec::new(),
        }
    }

    fn body(&mut self, mass: f64, position: [f64; D], law: LinearLaw<f64, D>) -> usize {
        self.masses.push(mass);
        self.positions.push(position);
        self.velocities.push([0.0; D]);
        self.own.push(OwnLaws {
            placed: law,
            moving: LinearLaw::free(),
        });
        self.masses.len() - 1
    }

    fn network(&self) -> RodNetwork<D> {
        RodNetwork::new(&RodLaws {
            masses: &self.masses,
            own: &self.own,
            links: &self.links,
            bonds: &self.bonds,
            inertias: &self.inertias,
        })
    }

    /// Makes one step that starts at `time`.
    fn step(&mut self, network: &mut RodNetwork<D>, time: f64, dt: f64) {
        let before = self.clone();
        if self
            .attempt(network, [time, dt], RodNetwork::advance)
            .is_err()
        {
            *self = before;
            let done = self.attempt(network, [time, dt], RodNetwork::retry);
            assert_eq!(done, Ok(()), "at {time}");
        }
        for [position, velocity] in &mut self.fixed {
            for (x, v) in position.iter_mut().zip(velocity) {
                *x += *v * dt;
            }
        }
    }

    fn attempt(
        &mut self,
        network: &mut RodNetwork<D>,
        [time, dt]: [f64; 2],
        attempt: Attempt<D>,
    ) -> Result<(), NotConverged> {
        let mut states = NetworkStates {
            positions: &mut self.positions,
            velocities: &mut self.velocities,
            fixed: &self.fixed,
            applied: &self.applied,
        };
        attempt(network, time, dt, &mut states, &mut self.turnings)
    }

    fn steps(&mut self, count: usize, dt: f64) {
        let mut network = self.network();
        for step in 0..count {
            self.step(&mut network, step as f64 * dt, dt);
        }
    }

    /// Returns the position of an end, free or fixed.
    fn end(&self, end: usize) -> SVector<f64, D> {
        let fixed = || self.fixed[end - self.masses.len()][0];
        (self.positions.get(end).copied().unwrap_or_else(fixed)).into()
    }

    /// Returns the vector from the centre of a body to a point of the body, in the world frame.
    fn arm(&self, end: usize, arm: [f64; D]) -> SVector<f64, D> {
        match self.turnings.get(end) {
            Some(turning) if self.inertias[end].is_some() => turned(turning, arm, false),
            _ => SVector::zeros(),
        }
    }

    /// Returns the vector from the second mounting point of a bond to the first.
    fn separation(&self, bond: &Bond<D>) -> SVector<f64, D> {
        let [first, second] = [0, 1]
            .map(|which| self.end(bond.ends[which]) + self.arm(bond.ends[which], bond.arms[which]));
        first - second
    }

    /// Returns the angular velocity of a body in its own frame \[rad/s\].
    fn rate(&self, body: usize) -> Vector3<f64> {
        let Some(inertia) = self.inertias.get(body).and_then(Option::as_ref) else {
            return Vector3::zeros();
        };
        let momentum = self.turnings[body].angular_momentum;
        if D == 2 {
            return Vector3::z() * (momentum[0] / inertia.moments().z);
        }
        let along = turned::<3>(&self.turnings[body], momentum, true);
        let principal = inertia.axes().inverse_transform_vector(&along);
        inertia.axes() * principal.component_div(&inertia.moments())
    }

    /// Returns the sum of the kinetic energy and of the energies of bonds, links and laws, at time
    /// zero.
    fn energy(&self) -> f64 {
        let mut energy = 0.0;
        for (index, mass) in self.masses.iter().enumerate() {
            let (law, x) = (&self.own[index].placed, self.end(index));
            let v = SVector::<f64, D>::from(self.velocities[index]);
            energy += mass * (0.5 * v.norm_squared() - law.constant.dot(&x));
            energy +=
                mass * 0.5 * (law.stiffness_per_mass * x.norm_squared() - x.dot(&(law.tide * x)));
        }
        for (body, turning) in self.turnings.iter().enumerate() {
            let momentum = turning.angular_momentum;
            energy += 0.5
                * if D == 2 {
                    momentum[0] * self.rate(body).z
                } else {
                    turned::<3>(turning, momentum, true).dot(&self.rate(body))
                };
        }
        for bond in &self.bonds {
            let stretch = self.separation(bond).norm() - bond.length;
            let stretch = if bond.pulls_only {
                stretch.max(0.0)
            } else {
                stretch
            };
            energy += 0.5 * bond.stiffness * stretch * stretch;
        }
        for link in &self.links {
            let [first, second] = link.ends.map(|end| self.end(end));
            let (d, law) = (first - second, &link.law);
            let stiffness = 0.5 * law.stiffness_per_mass * d.norm_squared();
            energy += link.reduced_mass * (stiffness - law.constant.dot(&d));
        }
        energy
    }

    fn momentum(&self) -> SVector<f64, D> {
        let bodies = self.masses.iter().zip(&self.velocities);
        bodies.map(|(mass, v)| SVector::from(*v) * *mass).sum()
    }

    /// Returns the angular momentum about the origin, for each plane of two axes.
    fn angular_momentum(&self) -> Vec<f64> {
        let planes = (0..D).flat_map(|a| (0..a).map(move |b| (a, b)));
        let bodies = || {
            self.masses
                .iter()
                .zip(self.positions.iter().zip(&self.velocities))
        };
        let spin = |(a, b): (usize, usize)| {
            let number = if D == 2 { 0 } else { 3 - a - b };
            // the planes (1, 0), (2, 0) and (2, 1) belong to the axes -z, y and -x
            let sign = if (a, b) == (2, 0) { 1.0 } else { -1.0 };
            let spins = self
                .turnings
                .iter()
                .map(|turning| turning.angular_momentum[number]);
            sign * spins.sum::<f64>()
        };
        planes
            .map(|(a, b)| {
                let way = bodies().map(|(m, (x, v))| m * (x[a] * v[b] - x[b] * v[a]));
                way.sum::<f64>() + spin((a, b))
            })
            .collect()
    }

    /// Returns the maximum difference of positions \[m\].
    fn distance(&self, other: &Self) -> f64 {
        let pairs = self.positions.iter().zip(&other.positions);
        pairs.fold(0.0, |most, (a, b)| {
            f64::max(most, (SVector::from(*a) - SVector::from(*b)).norm())
        })
    }
}

/// Embeds a 2-D vector; in 3-D it lies along two tilted axes.
trait Placed {
    fn placed(x: f64, y: f64) -> Self;
}

impl Placed for [f64; 2] {
    fn placed(x: f64, y: f64) -> Self {
        [x, y]
    }
}

impl Placed for [f64; 3] {
    fn placed(x: f64, y: f64) -> Self {
        (Vector3::new(0.48, 0.6, 0.64) * x + Vector3::new(0.8, 0.0, -0.6) * y).into()
    }
}

fn down<const D: usize>() -> LinearLaw<f64, D>
where
    [f64; D]: Placed,
{
    LinearLaw::gravity(SVector::from(<[f64; D]>::placed(0.0, -GRAVITY)))
}

/// Returns a chain of `count` bodies, at rest below a fixed end at the origin, at an angle to the
/// vertical. The rods have equal length and mass. They are so stiff that the fastest mode of a
/// straight chain has about `Ω h = size` at 60 Hz.
fn pendulum<const D: usize>(count: usize, total: [f64; 2], angle: f64, size: f64) -> Scene<D>
where
    [f64; D]: Placed,
{
    let [mass, length] = total.map(|total| total / count as f64);
    let mut scene = Scene::new();
    scene.fixed.push([[0.0; D]; 2]);
    let stiffness = mass * (0.5 * size / FRAME) * (0.5 * size / FRAME);
    for index in 0..count {
        let r = length * (index + 1) as f64;
        let at = <[f64; D]>::placed(r * angle.sin(), -r * angle.cos());
        scene.body(mass, at, down());
        let above = if index == 0 { count } else { index - 1 };
        scene.bonds.push(Bond {
            ends: [index, above],
            stiffness,
            length,
            ..no_bond()
        });
    }
    scene
}

/// Returns a free chain of six bodies, which rotates and flies.
fn free_chain<const D: usize>(size: f64) -> Scene<D>
where
    [f64; D]: Placed,
{
    let mut scene = pendulum(6, [6.0, 6.0], 1.0, size);
    scene.fixed.clear();
    scene.bonds.remove(0);
    for (index, velocity) in scene.velocities.iter_mut().enumerate() {
        let k = index as f64;
        // velocities across the chain, plus a common velocity
        let across = 2.0 - 1.1 * k + 0.5 * (k * 1.7).sin();
        *velocity = <[f64; D]>::placed(0.5 + across * 1.0_f64.cos(), 0.2 + across * 1.0_f64.sin());
    }
    for own in &mut scene.own {
        own.placed = LinearLaw::free();
    }
    scene
}

/// Returns a Warren truss of `bays` bays. Both lower corners are fixed, and gravity loads it
/// suddenly.
fn bridge<const D: usize>(bays: usize, size: f64, shift: f64) -> Scene<D>
where
    [f64; D]: Placed,
{
    let mut scene = Scene::new();
    let mut nodes = Vec::new(); // lower and upper nodes, from left to right
    let count = 2 * bays - 1;
    for index in 0..2 * bays + 1 {
        let (x, y) = (
            0.5 * index as f64,
            if index % 2 == 0 { 0.0 } else { 0.75_f64.sqrt() },
        );
        let at = <[f64; D]>::placed(shift + x, y);
        if index == 0 || index == 2 * bays {
            nodes.push(count + scene.fixed.len());
            scene.fixed.push([at, [0.0; D]]);
        } else {
            nodes.push(scene.body(1.0, at, down()));
        }
    }
    let stiffness = (0.4 * size / FRAME) * (0.4 * size / FRAME);
    let pairs = (0..2 * bays)
        .map(|k| (k, k + 1))
        .chain((0..2 * bays - 1).map(|k| (k, k + 2)));
    for (a, b) in pairs {
        scene.bonds.push(Bond {
            ends: [nodes[a], nodes[b]],
            stiffness,
            length: 1.0,
            ..no_bond()
        });
    }
    scene
}

/// Changes of the energy during some steps \[J\].
#[derive(Debug, Clone, Copy)]
struct Record {
    /// Maximum deviation of the energy from its initial value.
    deviation: f64,
    /// Maximum increase of the energy in one step.
    rise: f64,
    /// Maximum distance of a body from its initial position \[m\].
    way: f64,
}

fn record<const D: usize>(scene: &mut Scene<D>, count: usize, dt: f64) -> Record {
    let mut network = scene.network();
    let (before, start) = (scene.clone(), scene.energy());
    let mut last = start;
    let mut record = Record {
        deviation: 0.0,
        rise: 0.0,
        way: 0.0,
    };
    for step in 0..count {
        scene.step(&mut network, step as f64 * dt, dt);
        let energy = scene.energy();
        record.deviation = record.deviation.max((energy - start).abs());
        record.rise = record.rise.max(energy - last);
        record.way = record.way.max(scene.distance(&before));
        last = energy;
    }
    record
}

/// Rotates a vector from the frame of a body to the world frame, or back.
fn turned<const D: usize>(turning: &Turning, vector: [f64; D], back: bool) -> SVector<f64, D> {
    let [i, j, k, w] = turning.orientation;
    let rotation = if D == 2 {
        UnitQuaternion::from_axis_angle(&Vector3::z_axis(), i)
    } else {
        UnitQuaternion::new_normalize(Quaternion::new(w, i, j, k))
    };
    let wide = Vector3::from_fn(|axis, _| vector.get(axis).copied().unwrap_or(0.0));
    let turned = if back {
        rotation.inverse_transform_vector(&wide)
    } else {
        rotation * wide
    };
    SVector::from_fn(|axis, _| turned[axis])
}
