//! Worlds with every built-in force, in the plane and in space, in both precisions.

use golden::Kept;
use kinstep::nalgebra::{RealField, SVector, convert};
use kinstep::{
    AngularDrag, Body, BodyId, BuiltInForce, ConstantForce, ConstantTorque, DryFriction, Inertia,
    LinearDrag, MagneticField, Magnus, PointGravity, QuadraticDrag, QuadraticFall, Real,
    RotatingFrame, Scheme, Spring, Thruster, TorsionSpring, UniformGravity, World,
};
use serde::{Serialize, de::DeserializeOwned};

/// A type of numbers for which there are bodies of both kinds.
pub(crate) trait Number<const D: usize>: Kept<D> {
    /// A body that rotates.
    fn solid() -> Body<Self, D>;
}

impl<T: RealField + Copy + Serialize + DeserializeOwned> Number<2> for T {
    fn solid() -> Body<T, 2> {
        let body: Body<T, 2> = Body::solid(number(1.5), number(0.4)).turned(number(0.3));
        body.spinning(number(1.1))
    }
}

impl<T: RealField + Copy + Serialize + DeserializeOwned> Number<3> for T {
    fn solid() -> Body<T, 3> {
        let inertia = Inertia::cuboid(number(1.5), [number(0.3), number(0.8), number(1.1)]);
        let body: Body<T, 3> = Body::solid(number(1.5), inertia);
        body.spinning([number(0.4), number(1.1), number(-0.3)])
    }
}

pub(crate) fn number<T: RealField>(number: f64) -> T {
    convert(number)
}

/// A vector with different components.
pub(crate) fn vector<T: RealField + Copy, const D: usize>(size: f64, turn: f64) -> SVector<T, D> {
    SVector::from_fn(|axis, _| number(size * (turn + 2.1 * axis as f64).sin()))
}

fn axial<T: Real<D>, const D: usize>(size: f64) -> T::Axial {
    T::axial_from([number(0.3 * size), number(0.5 * size), number(size)])
}

/// The i-th body: points and solids in turn, away from the origin and from each other.
pub(crate) fn body<T: Number<D>, const D: usize>(i: usize) -> Body<T, D> {
    let turn = i as f64;
    let body = match i % 2 {
        0 => Body::point(number(0.7 + 0.1 * (i % 3) as f64)),
        _ => T::solid(),
    };
    body.at(vector::<T, D>(3.0 + 0.01 * turn, turn))
        .moving(vector::<T, D>(0.8, 1.7 * turn))
}

/// Every force of the crate that is plain data, weak enough for every scheme.
pub(crate) fn forces<T: Number<D>, const D: usize>() -> Vec<BuiltInForce<T, D>> {
    let rest = T::turned_by(&T::upright(), number(0.2));
    vec![
        UniformGravity::new(vector::<T, D>(1.6, 0.4)).into(),
        ConstantForce::new(vector::<T, D>(0.4, 1.0))
            .ramping(vector::<T, D>(0.1, 2.0))
            .into(),
        LinearDrag::rate(number(0.2))
            .in_wind(vector::<T, D>(1.0, 3.0))
            .into(),
        LinearDrag::coefficient(number(0.1)).into(),
        QuadraticDrag::coefficient(number(0.05))
            .in_wind(vector::<T, D>(1.0, 0.0))
            .into(),
        QuadraticFall::new(vector::<T, D>(1.6, 0.4))
            .with_terminal_speed(number(9.0))
            .into(),
        Spring::stiffness(number(2.0))
            .damping(number(0.1))
            .anchored_at(vector::<T, D>(0.5, 1.0))
            .into(),
        Spring::stiffness(number(2.0))
            .length(number(1.0))
            .pulls_only()
            .damping(number(0.1))
            .into(),
        MagneticField::new(axial::<T, D>(0.7)).into(),
        RotatingFrame::new(axial::<T, D>(0.2)).into(),
        Magnus::new(number(0.02), axial::<T, D>(9.0)).into(),
        DryFriction::force(number(0.1))
            .with_linear_drag(number(0.05))
            .into(),
        PointGravity::new(number(4.0)).into(),
        ConstantTorque::new(axial::<T, D>(0.1)).into(),
        TorsionSpring::stiffness(number(0.6))
            .damping(number(0.05))
            .toward(rest)
            .into(),
        AngularDrag::rate(number(0.1)).into(),
        AngularDrag::coefficient(number(0.1)).into(),
        Thruster::new(vector::<T, D>(0.4, 1.0)).into(),
        Spring::critically_damped(number(2.0)).into(),
        Spring::stiffness(number(2.0))
            .length(number(1.0))
            .damping(number(0.1))
            .into(),
    ]
}

/// A world of `count` bodies under a scheme, and their ids.
pub(crate) fn world<T: Number<D>, const D: usize>(
    scheme: Scheme,
    count: usize,
) -> (World<T, D>, Vec<BodyId>) {
    let mut world = World::new();
    world.set_scheme(scheme);
    let ids = (0..count)
        .map(|i| world.add_body(body(i)).unwrap())
        .collect();
    (world, ids)
}

/// The bytes of all data of a world but its forces.
pub(crate) fn bits<T: Number<D>, const D: usize>(world: &World<T, D>) -> Vec<u8> {
    postcard::to_allocvec(&world.snapshot()).unwrap()
}
