use kinstep::{
    BuiltInForce, ConstantTorque, LinearDrag, LinearLaw, MutualGravity, QuadraticDrag, SceneForce,
    Spring, UniformGravity,
};

use super::*;
use crate::Kind;
use crate::space::{Space, Three};

const STATES: [f64; 12] = [0.0, 2.0, 1.0, 3.0, 5.0, 1.0, -2.0, 8.0, 0.0, 1.0, 1.0, 4.0];
const GROUND: PlaneRecord = PlaneRecord {
    normal: [0.0, 1.0, 0.0],
    distance: 0.0,
};

fn numbers<T: Number>(count: usize) -> Vec<T> {
    STATES[..count]
        .iter()
        .map(|number| T::of(*number))
        .collect()
}

/// Returns forces of which none depends on mass, and their law.
fn linear<T: Number, const D: usize>() -> (PointForces<T, D>, LinearLaw<T, D>)
where
    f64: Space<D>,
{
    let gravity: Three = [0.0, -9.75, 0.0];
    let forces: [BuiltInForce<f64, D>; 2] = [
        UniformGravity::new(first_components::<f64, D>(gravity)).into(),
        LinearDrag::rate(0.25).into(),
    ];
    let law = LinearLaw::gravity(first_components::<T, D>(gravity)) + LinearLaw::drag(T::of(0.25));
    (PointForces::of(forces).unwrap(), law)
}

fn points<T: Number, const D: usize>(forces: PointForces<T, D>, masses: &[f64]) -> Points<T, D>
where
    f64: Space<D>,
{
    let mut points = Points::new(forces);
    let states = numbers::<T>(4 * D);
    points.append(&states, &states, masses).unwrap();
    points
}

fn goes_on() -> bool {
    true
}

fn compare<T: Number, const D: usize>()
where
    f64: Space<D>,
{
    let (forces, law) = linear::<T, D>();
    let mut points = points(forces, &[1.0]);
    let mut swarm = Swarm::<T, D>::with_capacity(4);
    let states = numbers::<T>(4 * D);
    let vectors: &[SVector<T, D>] = cast_slice(&states);
    for vector in vectors {
        swarm.push(*vector, *vector).unwrap();
    }
    let dt = T::of(0.125);
    for _ in 0..3 {
        swarm.step(&law, dt).unwrap();
    }
    points.step(0.125, 3, &mut goes_on).unwrap();
    assert_eq!(*points.bodies, swarm);

    let mut after = vec![T::zero(); 2 * 4 * D];
    points
        .positions_after(&[0.0, 0.5], &mut after, &mut goes_on)
        .unwrap();
    let (mut landed, mut expected) = (Vec::new(), Vec::new());
    points
        .step_across(0.5, &GROUND, Crossing::Descending, &mut landed)
        .unwrap();
    let plane = Plane::new(first_components::<T, D>(GROUND.normal), T::zero());
    swarm
        .step_across(
            &law,
            T::of(0.5),
            &plane,
            Crossing::Descending,
            &mut expected,
        )
        .unwrap();
    assert_eq!((&landed, &*points.bodies), (&expected, &swarm));
    assert!(!landed.is_empty());
    assert_eq!(after[4 * D..], *points.states(State::Positions));

    let bytes = points.snapshot().unwrap();
    points.step(0.125, 1, &mut goes_on).unwrap();
    assert_ne!(*points.bodies, swarm);
    points.restore(&bytes).unwrap();
    assert_eq!(*points.bodies, swarm);
    let refused = points.restore(&bytes[..20]).unwrap_err();
    assert_eq!(refused.kind, Kind::Restore);
    assert!(
        points
            .restore(&bytes[1..])
            .unwrap_err()
            .message
            .contains("no snapshot")
    );

    let (mut x, mut v) = (states.clone(), states.clone());
    let (forces, law) = linear::<T, D>();
    step_arrays(&forces, [1.0, 0.0, 0.5], &mut x, &mut v).unwrap();
    let (mut known_x, mut known_v) = (states.clone(), states);
    let rows = [&mut known_x, &mut known_v].map(|numbers| numbers.as_chunks_mut::<D>().0);
    let [positions, velocities] = rows;
    law.flow(T::of(0.5))
        .advance_all(positions, velocities, T::zero())
        .unwrap();
    assert_eq!((x, v), (known_x, known_v));
}

#[test]
fn points_move_as_those_of_the_crate() {
    compare::<f64, 2>();
    compare::<f64, 3>();
    compare::<f32, 2>();
    compare::<f32, 3>();
}

#[test]
fn forces_without_a_law_kick() {
    fn compare<const D: usize>()
    where
        f64: Space<D>,
    {
        let drag = SceneForce::AtCentre(QuadraticDrag::coefficient(0.5).into());
        let mut forces = PointForces::<f64, D>::of([drag]).unwrap();
        let spring = BuiltInForce::from(Spring::stiffness(3.0));
        forces.add(spring).unwrap();
        let mut points = points(forces, &[2.0]);
        let states = points.bodies.clone();
        let mut swarm = (*states).clone();
        let kick = |block: &kinstep_swarm::Block<'_, f64, D>, out: &mut [SVector<f64, D>]| {
            for (velocity, acceleration) in block.velocities.iter().zip(out) {
                *acceleration -= velocity * (0.5 * velocity.norm() / block.group.mass);
            }
        };
        let law = LinearLaw::spring(1.5);
        swarm.steps_kicked(&law, &kick, 0.01, 20).unwrap();
        points.step(0.01, 20, &mut goes_on).unwrap();
        let apart = points.bodies.positions().iter().zip(swarm.positions());
        assert!(
            apart
                .clone()
                .all(|(one, other)| (one - other).norm() < 1e-13)
        );
        assert_eq!(
            points
                .positions_after(&[], &mut [], &mut goes_on)
                .unwrap_err()
                .message,
            "positions_after needs forces with linear laws, and QuadraticDrag has none"
        );
        points.forces.add_kick(
            "mine",
            |_: &kinstep_swarm::Block<'_, f64, D>, out: &mut [SVector<f64, D>]| {
                out.fill(SVector::repeat(f64::NAN));
            },
        );
        let before = points.bodies.clone();
        assert_eq!(
            points.step(0.01, 2, &mut goes_on).unwrap_err().kind,
            Kind::Step
        );
        assert_eq!(points.bodies, before);
    }
    compare::<2>();
    compare::<3>();
}

#[test]
fn masses_make_groups() {
    let (forces, _) = linear::<f64, 2>();
    let mut points = points(forces, &[1.0, 2.0, 2.0, 3.0]);
    assert_eq!(points.masses(), [1.0, 2.0, 2.0, 3.0]);
    points.append(&[7.0, 7.0], &[0.0, 0.0], &[3.0]).unwrap();
    assert_eq!(points.bodies.groups().len(), 3);
    points.keep(&[1, 0, 0, 1, 1]).unwrap();
    assert_eq!(points.masses(), [1.0, 3.0, 3.0]);
    assert_eq!(
        points.states(State::Positions),
        [0.0, 2.0, -2.0, 8.0, 7.0, 7.0]
    );
    assert_eq!(
        points.keep(&[1]).unwrap_err().message,
        "the mask has 1 entries; it must have 3, one for each body"
    );
    let shared = points.bodies.clone();
    points.set_states(State::Velocities, &[1.0; 6]).unwrap();
    assert_eq!(points.states(State::Velocities), [1.0; 6]);
    assert_ne!(*points.bodies, *shared);
    let law = PointForces::<f64, 2>::of([BuiltInForce::from(Spring::stiffness(3.0))]).unwrap();
    assert_eq!(law.law_of(2.0), LinearLaw::spring(1.5));
}

#[test]
fn what_fits_no_points_is_refused() {
    let message = |force: BuiltInForce<f64, 2>| {
        let Err(failure) = PointForces::<f64, 2>::of([force]) else {
            return String::new();
        };
        failure.message
    };
    assert_eq!(
        message(ConstantTorque::new(1.0).into()),
        "ConstantTorque turns bodies, and those of a swarm are points"
    );
    assert!(message(MutualGravity::new(1.0).into()).contains("acts between bodies"));
    assert!(message(Spring::stiffness(f64::NAN).into()).contains("NaN"));
    let mut points = points(linear::<f64, 2>().0, &[1.0]);
    let before = points.bodies.clone();
    let mut append = |positions: &[f64], masses: &[f64]| {
        let failure = points.append(positions, positions, masses).unwrap_err();
        assert_eq!(points.bodies, before);
        failure.message
    };
    assert_eq!(
        append(&[1.0, 2.0, 3.0, f64::NAN], &[1.0]),
        "row 1 of the positions has a component NaN; it must be finite"
    );
    assert!(append(&[1.0, 2.0, 3.0], &[1.0]).contains("there must be 2 for each body"));
    assert!(append(&[1.0, 2.0], &[0.0]).contains("the mass is 0 kg"));
    assert!(append(&[1.0, 2.0], &[1.0, 1.0]).contains("2 masses and 1 positions"));
    let stopped = points.step(0.1, 10_000, &mut || false).unwrap_err();
    assert_eq!((stopped.kind, &points.bodies), (Kind::Stopped, &before));
    let forces = linear::<f64, 2>().0;
    let refused = step_arrays(&forces, [1.0, 0.0, 0.1], &mut [0.0; 4], &mut [0.0; 2]).unwrap_err();
    assert!(refused.message.contains("there must be 4, 2 for each body"));
}
