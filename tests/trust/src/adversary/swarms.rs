//! Makes every call of a swarm, compared with plain lists of what should be in it.

use kinstep::LinearLaw;
use kinstep::nalgebra::SVector;
use kinstep::trajectory::{Crossing, Plane};
use kinstep_swarm::{Block, Group, Landed, Swarm};

use super::draw::{Draw, is_finite};
use super::parts::{Space, law};

pub(super) fn of_swarms<T: Space<D>, const D: usize>(draw: &mut Draw) {
    let mut swarm = Swarm::<T, D>::with_capacity(draw.below(6));
    let mut landed = Vec::new();
    for _ in 0..16 {
        let before = bits(&swarm);
        if !call(&mut swarm, draw, &mut landed) {
            assert_eq!(bits(&swarm), before, "a failed call changed something");
        }
        assert_eq!(swarm.len(), swarm.velocities().len());
        assert!(swarm.len() <= swarm.capacity());
        let members: usize = swarm.groups().map(|group| group.bodies.len()).sum();
        assert_eq!(swarm.len(), members, "every body is in one group");
    }
}

fn bits<T: Space<D>, const D: usize>(swarm: &Swarm<T, D>) -> Vec<u8> {
    postcard::to_allocvec(swarm).unwrap()
}

fn call<T: Space<D>, const D: usize>(
    swarm: &mut Swarm<T, D>,
    draw: &mut Draw,
    landed: &mut Vec<Landed<T, D>>,
) -> bool {
    let ([a, b], law, dt) = (draw.vectors::<T, D, 2>(), law::<T, D>(draw), draw.number());
    let stepped = match draw.below(13) {
        0..=2 => {
            let (length, full) = (swarm.len(), swarm.len() == swarm.capacity());
            let place = swarm.push(a, b);
            assert_eq!(place.is_ok(), is_finite(&a) && is_finite(&b) && !full);
            assert_eq!(swarm.len(), length + usize::from(place.is_ok()));
            return is_there(swarm, place.ok(), [a, b]);
        }
        3 => {
            let place = swarm.push_into(draw.below(4), a, b);
            return is_there(swarm, place.ok(), [a, b]);
        }
        4 => return swarm.add_group(dt).is_ok() | swarm.reserve(draw.below(9)).is_ok(),
        5 => {
            let place = draw.below(swarm.len() + 2);
            let there = swarm.positions().get(place).copied();
            let taken = swarm.remove(place);
            assert_eq!(taken.is_some(), there.is_some());
            return taken.is_some();
        }
        6 => {
            let keeps = |x: &SVector<T, D>| x[0] > dt;
            let left = swarm.positions().iter().filter(|x| keeps(x)).count();
            swarm.retain(|x, _| keeps(x));
            let masses = masses(swarm);
            swarm.remove_empty_groups();
            assert_eq!(self::masses(swarm), masses);
            assert!(swarm.groups().skip(1).all(|group| !group.bodies.is_empty()));
            assert_eq!(swarm.len(), left);
            return true;
        }
        7 | 8 => {
            let laws = |group: &Group<T>| law + LinearLaw::drag(group.mass);
            if draw.is_so() {
                swarm.step(&laws, dt).is_ok()
            } else {
                swarm.step(&law, dt).is_ok()
            }
        }
        9 => {
            let pull = |block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]| {
                for (x, acceleration) in block.positions.iter().zip(accelerations) {
                    *acceleration -= *x + a;
                }
            };
            swarm.steps_kicked(&law, &pull, dt, draw.below(3)).is_ok()
        }
        // an extreme law takes the whole budget of a search
        10 if draw.is_tame() || draw.below(8) == 0 => {
            let plane = Plane::new(a, draw.number());
            let which = draw.one_of(&[Crossing::Any, Crossing::Ascending, Crossing::Descending]);
            let stepped = swarm.step_across(&law, dt, &plane, which, landed).is_ok();
            for one in landed.iter().filter(|_| stepped) {
                assert!(
                    one.body < swarm.len() && is_finite(&one.position),
                    "{one:?}"
                );
                assert!(one.time.abs() <= dt.abs(), "{one:?} in {dt}");
            }
            let bodies = swarm.len();
            if draw.is_so() && swarm.remove_landed(landed).is_ok() {
                assert_eq!(swarm.len() + landed.len(), bodies);
                return true;
            }
            stepped
        }
        11 => {
            let times: Vec<T> = (0..draw.below(4)).map(|_| draw.number()).collect();
            let room = times.len() * swarm.len() + draw.below(2);
            let mut out = vec![SVector::zeros(); room];
            if swarm.sample_at(&law, &times, &mut out).is_ok() {
                assert!(out.iter().all(is_finite));
            }
            return false;
        }
        _ => {
            // whatever is written, the next step checks it
            if let Some(position) = swarm.states_mut().0.first_mut() {
                *position = a;
            }
            return true;
        }
    };
    let mut states = swarm.positions().iter().chain(swarm.velocities());
    assert!(!stepped || states.all(is_finite));
    stepped
}

fn is_there<T: Space<D>, const D: usize>(
    swarm: &Swarm<T, D>,
    place: Option<usize>,
    state: [SVector<T, D>; 2],
) -> bool {
    let there = |place: usize| [swarm.positions()[place], swarm.velocities()[place]];
    assert!(place.is_none_or(|place| there(place) == state));
    place.is_some()
}

/// The mass of each body \[kg\].
fn masses<T: Space<D>, const D: usize>(swarm: &Swarm<T, D>) -> Vec<T> {
    let each = |group: Group<T>| group.bodies.map(move |_| group.mass);
    swarm.groups().flat_map(each).collect()
}
