//! Motion of each type of world, compared with the crate called directly.

use super::*;
use crate::space::first_components;
use kinstep::nalgebra::SVector;
use kinstep::{ForceField, LinearDrag, Spring};

/// Two bodies that swing for ever.
pub(crate) fn swings<T: Space<D>, const D: usize>() -> World<T, D> {
    let mut world = World::new();
    let pull = ForceField::new(|x: &SVector<T, D>, _: T| -*x * x.norm());
    world.add_force(pull).unwrap();
    for [x, y] in [[1.0, 0.0], [0.5, 0.25]] {
        let body = Body::point(T::of(2.0)).at(first_components([x, y, 0.0]));
        world
            .add_body(body.moving(first_components([0.0, 0.5, 0.25])))
            .unwrap();
    }
    world
}

/// The first body of a world.
pub(crate) fn first(world: &AnyWorld) -> u64 {
    on!(world, world => world.ids().next().unwrap().to_bits())
}

/// The bytes of a snapshot.
pub(crate) fn state(world: &AnyWorld) -> Vec<u8> {
    on!(world, world => postcard::to_allocvec(&world.snapshot()).unwrap())
}

/// Runs a generic check on each type of world.
macro_rules! on_each_type {
    ($check:ident) => {
        $check::<f64, 2>(AnyWorld::Plane);
        $check::<f64, 3>(AnyWorld::Space);
        #[cfg(feature = "single")]
        $check::<f32, 2>(AnyWorld::PlaneSingle);
        #[cfg(feature = "single")]
        $check::<f32, 3>(AnyWorld::SpaceSingle);
    };
}
pub(crate) use on_each_type;

const TO: [f64; 2] = [1e-3, 1e-4];

fn wide<T: Space<D>, const D: usize>(vectors: &[SVector<T, D>]) -> Vec<f64> {
    vectors
        .iter()
        .flatten()
        .map(|number| number.wide())
        .collect()
}

fn moves_as_the_crate<T: Space<D>, const D: usize>(of: fn(World<T, D>) -> AnyWorld) {
    let start = swings::<T, D>();
    let mut mixed = linear::<T, D>();
    let [first, second] = [0, 1].map(|index| mixed.ids().nth(index).unwrap());
    mixed
        .add_link(
            first,
            second,
            Spring::stiffness(T::of(3.0)).length(T::of(0.25)),
        )
        .unwrap();
    let worlds = [start.clone(), linear(), mixed];
    for (start, duration) in worlds
        .iter()
        .flat_map(|world| [3.5, 0.0, -1.0].map(|duration| (world, duration)))
    {
        let (mut world, mut moved) = (start.clone(), of(start.clone()));
        let done = world.advance(T::of(duration), tolerance(TO)).unwrap();
        let found = moved.advance(duration, TO, &mut || true).unwrap();
        assert_eq!(found, done.into());
        assert_eq!(state(&moved), state(&of(world)));
    }

    // times of the clock, at the start and inside the steps
    let (mut world, mut moved) = (start.clone(), of(start.clone()));
    let times = [0.0, 0.0, 0.25, 1.0, 1.5, 3.5];
    let rows = moved.advance_through(&times, TO, &mut || true).unwrap();
    let ids: Vec<_> = world.ids().collect();
    let mut positions: Vec<_> = [0, 1, 0, 1]
        .map(|index| world.body_slice()[index].position)
        .into();
    let mut left = times[2..].iter().peekable();
    world
        .advance_with(T::of(3.5), tolerance(TO), |stretch| {
            while let Some(time) = left.next_if(|time| T::of(**time) <= stretch.end()) {
                positions.extend(
                    ids.iter()
                        .map(|id| stretch.body(*id, T::of(*time)).unwrap().position),
                );
            }
        })
        .unwrap();
    assert_eq!(
        (&rows.times[..], rows.positions),
        (&times[..], wide(&positions))
    );
    assert_eq!(state(&moved), state(&of(world)));

    let (mut world, mut moved) = (start.clone(), of(start));
    let rows = moved.run(0.25, 6, 3, &mut || true).unwrap();
    assert_eq!(rows.times, [0.0, 0.75, 1.5]);
    (0..6).for_each(|_| world.step(T::of(0.25)).unwrap());
    let velocities = world.body_slice().iter().map(|body| body.velocity);
    assert_eq!(
        rows.velocities[4 * D..],
        wide(&velocities.collect::<Vec<_>>())
    );
    assert_eq!(state(&moved), state(&of(world)));
}

#[test]
fn results_are_those_of_the_crate() {
    on_each_type!(moves_as_the_crate);
}

/// The same bodies under linear forces.
fn linear<T: Space<D>, const D: usize>() -> World<T, D> {
    let mut world = swings();
    let force = world.forces().next().unwrap().0;
    world.remove_force(force).unwrap();
    world.add_force(LinearDrag::rate(T::of(0.5))).unwrap();
    world.add_force(Spring::stiffness(T::of(3.0))).unwrap();
    world
}

fn flies_as_the_crate<T: Space<D>, const D: usize>(of: fn(World<T, D>) -> AnyWorld) {
    let mut world = linear::<T, D>();
    world.step(T::of(1.0)).unwrap();
    let id = world.ids().next().unwrap();
    let flight = world.trajectory(id).unwrap();
    let rows = of(world).trajectory(id.to_bits(), &[1.0, 3.0]).unwrap();
    assert_eq!(rows.times, [1.0, 3.0]);
    assert_eq!(rows.positions[D..], *flight.position(2.0).as_slice());
    assert_eq!(rows.velocities[..D], *flight.velocity(0.0).as_slice());
}

#[test]
fn closed_forms_are_those_of_the_crate() {
    on_each_type!(flies_as_the_crate);
}

fn stays_if_stopped<T: Space<D>, const D: usize>(of: fn(World<T, D>) -> AnyWorld) {
    let mut world = of(swings());
    let before = state(&world);
    let mut stopped = |moved: &mut dyn FnMut(&mut AnyWorld, KeepGoing<'_>) -> Option<Failure>| {
        let mut asked = 0;
        let failure = moved(&mut world, &mut || {
            asked += 1;
            false
        });
        assert_eq!(failure.map(|failure| failure.kind), Some(Kind::Stopped));
        assert_eq!((asked, state(&world)), (1, before.clone()));
    };
    stopped(&mut |world, ask| world.run(1e-3, 1 << 40, 1 << 40, ask).err());
    stopped(&mut |world, ask| world.advance(1e6, TO, ask).err());
    stopped(&mut |world, ask| world.advance_through(&[1.0, 1e6], TO, ask).err());
}

#[test]
fn a_stopped_call_changes_nothing() {
    on_each_type!(stays_if_stopped);
}

#[test]
fn refusals_have_the_value() {
    let mut world = AnyWorld::Plane(swings());
    let (before, yes) = (state(&world), &mut || true);
    let refused = |failure: Option<Failure>, kind, part: &str| {
        let failure = failure.unwrap();
        assert_eq!(failure.kind, kind);
        assert!(failure.message.contains(part), "{failure}");
    };
    use Kind::{Invalid, NoSuchBody, Step};
    refused(
        world.advance(f64::INFINITY, TO, yes).err(),
        Step,
        "is inf s",
    );
    refused(world.advance(1.0, [f64::NAN, 0.0], yes).err(), Step, "NaN");
    refused(world.run(f64::NAN, 4, 2, yes).err(), Step, "is NaN s");
    refused(world.run(1.0, 4, 3, yes).err(), Invalid, "every is 3");
    refused(
        world.run(1.0, u64::MAX, 1, yes).err(),
        Invalid,
        "18446744073709551615 rows",
    );
    refused(
        world.advance_through(&[2.0, 1.0], TO, yes).err(),
        Invalid,
        "time 1 is 1 s, after 2 s",
    );
    refused(
        world.advance_through(&[f64::NAN], TO, yes).err(),
        Invalid,
        "NaN s",
    );
    refused(
        world.trajectory(first(&world), &[1.0]).err(),
        Invalid,
        "ForceField",
    );
    refused(
        whole_steps(1.0, 0.3).err(),
        Invalid,
        "1 s is no whole number of steps of 0.3 s",
    );
    assert_eq!(whole_steps(-1.0, -0.1), Ok(10));
    let stale = u64::MAX;
    let id = BodyId::from_bits(stale).to_string();
    refused(world.trajectory(stale, &[1.0]).err(), NoSuchBody, &id);
    assert_eq!(state(&world), before);
    let free = AnyWorld::Space(World::new());
    assert_eq!(
        free.clone().advance_through(&[], TO, yes),
        Ok(Rows::default())
    );
}
