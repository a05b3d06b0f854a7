//! Bodies, forces and laws with any parameters.

use kinstep::nalgebra::{Matrix3, UnitQuaternion, Vector3};
use kinstep::{
    AngularDrag, Body, BuiltInForce, ConstantForce, ConstantTorque, DryFriction, Float, Inertia,
    LinearDrag, LinearLaw, MagneticField, Magnus, PointGravity, QuadraticDrag, QuadraticFall, Real,
    RotatingFrame, Spring, Thruster, TorsionSpring, UniformGravity,
};

use super::draw::Draw;
use crate::worlds::Number;

/// Random parts that differ between the plane and space.
pub(super) trait Space<const D: usize>: Number<D> + Float {
    fn inertia(draw: &mut Draw) -> Self::Inertia;
    fn spun(body: Body<Self, D>, spin: Self::Axial) -> Body<Self, D>;
}

impl<T: Number<2> + Float + Real<2, Axial = T, Inertia = T>> Space<2> for T {
    fn inertia(draw: &mut Draw) -> T {
        draw.size()
    }

    fn spun(body: Body<T, 2>, spin: T) -> Body<T, 2> {
        body.spinning(spin)
    }
}

impl<T> Space<3> for T
where
    T: Number<3> + Float + Real<3, Axial = Vector3<T>, Inertia = Inertia<T>>,
{
    /// An inertia made in any way, valid or not.
    fn inertia(draw: &mut Draw) -> Inertia<T> {
        let mass = draw.size();
        match draw.below(6) {
            0 => Inertia::point(),
            1 => Inertia::principal(draw.vector::<T, 3>()),
            2 => Inertia::cuboid(mass, draw.vector::<T, 3>().abs()),
            3 => Inertia::capsule(mass, draw.size(), draw.size()),
            4 => {
                let half = Matrix3::from_columns(&draw.vectors::<T, 3, 3>());
                Inertia::tensor(half * half.transpose()).unwrap_or(Inertia::point())
            }
            _ => {
                let turn = UnitQuaternion::from_scaled_axis(draw.vector::<T, 3>());
                let part = Inertia::cylinder(mass, draw.size(), draw.size()).turned(turn);
                let rest = Inertia::sphere(mass, draw.size());
                part + rest.moved(mass, draw.vector::<T, 3>())
            }
        }
    }

    fn spun(body: Body<T, 3>, spin: Vector3<T>) -> Body<T, 3> {
        body.spinning(spin)
    }
}

pub(super) fn axial<T: Space<D>, const D: usize>(draw: &mut Draw) -> T::Axial {
    T::axial_from([draw.number(), draw.number(), draw.number()])
}

fn orientation<T: Space<D>, const D: usize>(draw: &mut Draw) -> T::Orientation {
    match draw.below(3) {
        0 => T::upright(),
        1 => T::turned_by(&T::upright(), draw.number()),
        _ => T::orientation_from([draw.number(), draw.number(), draw.number(), draw.number()]),
    }
}

pub(super) fn body<T: Space<D>, const D: usize>(draw: &mut Draw) -> Body<T, D> {
    let mass = draw.size();
    let mut body: Body<T, D> = Body::point(mass);
    if draw.is_so() {
        body = Body::solid(mass, T::inertia(draw));
        if draw.is_so() {
            body = body.turned(orientation::<T, D>(draw));
        }
        body = T::spun(body, axial::<T, D>(draw));
    }
    let [position, velocity] = draw.vectors::<T, D, 2>();
    body.at(position).moving(velocity)
}

/// Any force of the crate that is plain data.
pub(super) fn force<T: Space<D>, const D: usize>(draw: &mut Draw) -> BuiltInForce<T, D> {
    let [a, b] = draw.vectors::<T, D, 2>();
    let (size, other, number): (T, T, T) = (draw.size(), draw.size(), draw.number());
    let spin = axial::<T, D>(draw);
    match draw.below(18) {
        0 => UniformGravity::new(a).into(),
        1 => ConstantForce::new(a).ramping(b).into(),
        2 => LinearDrag::rate(size).in_wind(a).into(),
        3 => LinearDrag::coefficient(size).in_wind(a).into(),
        4 => QuadraticDrag::coefficient(size).in_wind(a).into(),
        5 => (QuadraticFall::new(a).in_wind(b).with_terminal_speed(size)).into(),
        6 => (Spring::stiffness(size).damping(other).anchored_at(a)).into(),
        // an unstable one
        7 => Spring::stiffness(number).damping(-other).into(),
        8 => (Spring::stiffness(size)
            .length(other)
            .pulls_only()
            .anchored_at(a))
        .into(),
        9 => {
            let rod = Spring::stiffness(size).length(other);
            rod.damping(number.abs()).anchored_at(a).into()
        }
        10 => (MagneticField::new(spin)
            .charge(number)
            .with_electric_field(a))
        .into(),
        11 => RotatingFrame::new(spin).about(a).into(),
        12 => Magnus::new(number, spin).in_wind(a).into(),
        13 => {
            let friction = match draw.below(3) {
                0 => DryFriction::force(size),
                1 => DryFriction::deceleration(size),
                _ => DryFriction::sliding(size, other),
            };
            let friction = friction.on_surface_moving(a).with_linear_drag(other);
            friction.with_quadratic_drag(other).into()
        }
        14 => PointGravity::new(number).centered_at(a).into(),
        15 => {
            let spring = TorsionSpring::stiffness(size).damping(other);
            spring.toward(orientation::<T, D>(draw)).into()
        }
        16 => match draw.below(4) {
            0 => AngularDrag::rate(size).into(),
            1 => AngularDrag::coefficient(size).into(),
            2 => ConstantTorque::new(spin).into(),
            _ => Spring::critically_damped(size).anchored_at(a).into(),
        },
        _ => (Thruster::new(a).mounted_at(b).throttled(size)).into(),
    }
}

/// A sum of laws of all kinds.
pub(super) fn law<T: Space<D>, const D: usize>(draw: &mut Draw) -> LinearLaw<T, D> {
    let mut part = |_| {
        let [a, b] = draw.vectors::<T, D, 2>();
        match draw.below(8) {
            0 => LinearLaw::gravity(a),
            1 => LinearLaw::drag(draw.number()).in_wind(a),
            2 => LinearLaw::spring(draw.number()).anchored_at(a),
            3 => LinearLaw::free().ramping(a),
            4 => LinearLaw::gyrating(axial::<T, D>(draw)),
            5 => LinearLaw::rotating_frame(axial::<T, D>(draw)),
            6 => LinearLaw::tidal(a * b.transpose() + b * a.transpose()),
            _ => LinearLaw::drag(draw.size()),
        }
    };
    (0..3).map(&mut part).sum()
}
