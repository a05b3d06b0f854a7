//! Every call of a swarm, beside two plain lists of what should be in it.

use kinstep::ballistics::{Crossing, Plane};
use kinstep::nalgebra::SVector;
use kinstep::swarm::{Block, Each, Group, Swarm};

use super::draw::{Draw, is_finite};
use super::parts::{Space, force, law};

pub(crate) fn of_swarms<T: Space<D>, const D: usize>(draw: &mut Draw) {
    let mut swarm = Swarm::<T, D>::with_capacity(draw.below(6));
    let mut landed = Vec::new();
    for _ in 0..16 {
        if draw.is_used_up() {
            break;
        }
        let before = states(&swarm);
        let (time, groups) = (swarm.time(), swarm.groups().len());
        let succeeded = call(&mut swarm, draw, &mut landed);
        if !succeeded {
            assert_eq!(states(&swarm), before, "a failed call moved a body");
            assert!(swarm.time() == time && swarm.groups().len() == groups);
        }
        assert_eq!(swarm.len(), swarm.positions().len());
        assert_eq!(swarm.len(), swarm.velocities().len());
        assert!(swarm.len() <= swarm.capacity());
        let members: usize = swarm.groups().map(|group| group.bodies.len()).sum();
        assert_eq!(swarm.len(), members, "every body is in one group");
    }
}

/// All numbers to the bit.
fn states<T: Space<D>, const D: usize>(swarm: &Swarm<T, D>) -> Vec<u8> {
    let states: Vec<T> = (swarm.positions().iter().chain(swarm.velocities()))
        .flat_map(|vector| vector.iter().copied())
        .collect();
    postcard::to_allocvec(&states).unwrap()
}

fn call<T: Space<D>, const D: usize>(
    swarm: &mut Swarm<T, D>,
    draw: &mut Draw,
    landed: &mut Vec<kinstep::swarm::Landed<T, D>>,
) -> bool {
    let [a, b] = draw.vectors::<T, D, 2>();
    match draw.below(14) {
        0..=2 => {
            let (length, full) = (swarm.len(), swarm.len() == swarm.capacity());
            let place = swarm.push(a, b);
            assert_eq!(place.is_ok(), is_finite(&a) && is_finite(&b) && !full);
            assert_eq!(swarm.len(), length + usize::from(place.is_ok()));
            place.is_ok_and(|place| {
                assert!(swarm.positions()[place] == a && swarm.velocities()[place] == b);
                true
            })
        }
        3 => {
            let group = draw.below(4);
            swarm.push_into(group, a, b).is_ok_and(|place| {
                assert!(swarm.positions()[place] == a && swarm.velocities()[place] == b);
                true
            })
        }
        4 => swarm.add_group(draw.number()).is_ok(),
        5 => {
            let place = draw.below(swarm.len() + 2);
            let there = swarm.positions().get(place).copied();
            let taken = swarm.remove(place);
            assert_eq!(taken.is_some(), there.is_some());
            taken.is_some()
        }
        6 => {
            let bound = draw.number::<T>();
            let keeps = |x: &SVector<T, D>| x[0] > bound;
            let left = swarm.positions().iter().filter(|x| keeps(x)).count();
            swarm.retain(|x, _| keeps(x));
            if bound > T::zero() {
                let masses = masses(swarm);
                swarm.remove_empty_groups();
                assert_eq!(self::masses(swarm), masses);
                assert!(swarm.groups().skip(1).all(|group| !group.bodies.is_empty()));
            }
            assert_eq!(swarm.len(), left);
            true
        }
        7 => swarm.reserve(draw.below(9)).is_ok(),
        8 | 9 => {
            let law = law::<T, D>(draw);
            let laws = |group: &Group<T>| law + kinstep::LinearLaw::drag(group.mass);
            let stepped = if draw.is_so() {
                swarm.step(&laws, draw.number())
            } else {
                swarm.step(&law, draw.number())
            };
            sound(swarm, stepped.is_ok())
        }
        10 => {
            let law = law::<T, D>(draw);
            let (dt, steps) = (draw.number(), draw.below(3));
            let stepped = if draw.is_so() {
                let force = Each(force::<T, D>(draw));
                swarm.steps_kicked(&law, &force, dt, steps)
            } else {
                let pull = |block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]| {
                    for (x, acceleration) in block.positions.iter().zip(accelerations) {
                        *acceleration -= *x + a;
                    }
                };
                swarm.step_kicked(&law, &pull, dt)
            };
            sound(swarm, stepped.is_ok())
        }
        11 => {
            let plane = Plane::new(a, draw.number());
            let which = draw.one_of(&[Crossing::Any, Crossing::Ascending, Crossing::Descending]);
            let dt: T = draw.number();
            let law = law(draw);
            let stepped = swarm.step_across(&law, dt, &plane, which, landed).is_ok();
            if stepped {
                for one in landed.iter() {
                    assert!(
                        one.body < swarm.len() && is_finite(&one.position),
                        "{one:?}"
                    );
                    assert!(one.time.abs() <= dt.abs(), "{one:?} in {dt}");
                }
            }
            if draw.is_so() {
                let bodies = swarm.len();
                if swarm.remove_landed(landed).is_ok() {
                    assert_eq!(swarm.len() + landed.len(), bodies);
                }
                return true;
            }
            sound(swarm, stepped)
        }
        12 => {
            let times: Vec<T> = (0..draw.below(4)).map(|_| draw.number()).collect();
            let mut out = vec![SVector::zeros(); times.len() * swarm.len()];
            if draw.is_so() {
                out.push(SVector::zeros());
            }
            if swarm.sample_at(&law(draw), &times, &mut out).is_ok() {
                assert!(out.iter().all(is_finite));
            }
            false
        }
        _ if draw.is_so() => {
            // whatever is written, the next step looks at it
            if let Some(position) = swarm.states_mut().0.first_mut() {
                *position = a;
            }
            true
        }
        _ => {
            let bytes = postcard::to_allocvec(&*swarm);
            if let Ok(read) = bytes.and_then(|bytes| postcard::from_bytes::<Swarm<T, D>>(&bytes)) {
                assert_eq!(states(&read), states(swarm));
            }
            false
        }
    }
}

fn sound<T: Space<D>, const D: usize>(swarm: &Swarm<T, D>, stepped: bool) -> bool {
    if stepped {
        assert!(
            swarm
                .positions()
                .iter()
                .chain(swarm.velocities())
                .all(is_finite)
        );
    }
    stepped
}

/// The mass of each body \[kg\].
fn masses<T: Space<D>, const D: usize>(swarm: &Swarm<T, D>) -> Vec<T> {
    (swarm.groups())
        .flat_map(|group| group.bodies.map(move |_| group.mass))
        .collect()
}
