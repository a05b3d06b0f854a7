//! A swarm, and the bits of its final state.

use kinstep::nalgebra::Vector3;
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{Float, LinearLaw};
use kinstep_swarm::{Block, Landed, Swarm};

use crate::bits::{Bits, Numbers};
use crate::scenes::STEPS;
use crate::snapshots::Snapshots;

fn swarm<T: Float>(count: usize) -> Swarm<T, 3> {
    let mut numbers = Numbers::new(count as u64);
    let ten: T = kinstep::nalgebra::convert(10.0);
    let mut swarm = Swarm::with_capacity(count);
    swarm.add_group(kinstep::nalgebra::convert(3.0)).unwrap();
    for body in 0..count {
        let (position, velocity) = (numbers.vector() * ten, numbers.vector());
        swarm.push_into(body % 2, position, velocity).unwrap();
    }
    swarm
}

fn bits_of_swarm<T: Float>(swarm: &Swarm<T, 3>) -> u64 {
    let mut bits = Bits::new();
    bits.number(swarm.time());
    for vector in swarm.positions().iter().chain(swarm.velocities()) {
        bits.vector(vector);
    }
    bits.0
}

fn pull<T: Float>(block: &Block<'_, T, 3>, accelerations: &mut [Vector3<T>]) {
    for (x, acceleration) in block.positions.iter().zip(accelerations) {
        *acceleration -= x / (T::one() + x.norm());
    }
}

/// Drag of 0.01 kg/m that grows with the square of the speed.
fn drag(block: &Block<'_, f32, 3>, accelerations: &mut [Vector3<f32>]) {
    for (v, acceleration) in block.velocities.iter().zip(accelerations) {
        *acceleration -= v * (0.01 * v.norm()) / block.group.mass;
    }
}

/// A swarm of two groups under laws of their own, with kicks; bodies that fall through a plane are
/// removed.
pub fn a_swarm(snapshots: &mut Snapshots) -> u64 {
    let mut swarm = swarm::<f32>(200);
    let laws = |group: &kinstep_swarm::Group<f32>| {
        LinearLaw::gravity([0.0, -1.0, 0.0]) + LinearLaw::drag(0.1 * group.mass)
    };
    let ground = Plane::new([0.0, 1.0, 0.1], -60.0);
    let mut landed: Vec<Landed<f32, 3>> = Vec::new();
    let mut bits = Bits::new();
    for step in 0..STEPS {
        if step == STEPS / 2 {
            swarm = snapshots.pass(&swarm);
        }
        match step % 4 {
            0 => swarm.step(&laws, 0.02).unwrap(),
            1 => swarm.step_kicked(&laws, &pull, 0.02).unwrap(),
            2 => swarm.step_kicked(&laws, &drag, 0.02).unwrap(),
            _ => {
                swarm
                    .step_across(&laws, 0.02, &ground, Crossing::Descending, &mut landed)
                    .unwrap();
                for body in &landed {
                    bits.word(body.body as u64);
                    bits.number(body.time);
                    bits.vector(&body.position);
                    bits.vector(&body.velocity);
                }
                swarm.remove_landed(&landed).unwrap();
                for body in &landed {
                    swarm.push(-body.position, -body.velocity).unwrap();
                }
            }
        }
    }
    bits.word(bits_of_swarm(&swarm));
    bits.0
}
