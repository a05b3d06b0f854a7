//! Bodies and forces with any parameters.

use kinstep::nalgebra::{Matrix3, UnitQuaternion, Vector3};
use kinstep::{
    AngularDrag, Body, BuiltInForce, Buoyancy, ConstantForce, ConstantPower, ConstantTorque,
    DryFriction, Float, Inertia, LinearDrag, LinearLaw, MagneticField, Magnus, PointGravity,
    QuadraticDrag, QuadraticFall, Rod, RotatingFrame, Spring, Tether, Thruster, TorsionSpring,
    UniformGravity,
};

use super::draw::Draw;
use crate::worlds::Number;

/// What is drawn in another way in the plane than in space.
pub(crate) trait Space<const D: usize>: Number<D> + Float {
    fn inertia(draw: &mut Draw) -> Self::Inertia;
    fn spun(body: Body<Self, D>, spin: Self::Axial) -> Body<Self, D>;
}

impl<T: Number<2> + Float + kinstep::Real<2, Axial = T, Inertia = T>> Space<2> for T {
    fn inertia(draw: &mut Draw) -> T {
        draw.size()
    }

    fn spun(body: Body<T, 2>, spin: T) -> Body<T, 2> {
        body.spinning(spin)
    }
}

impl<T> Space<3> for T
where
    T: Number<3> + Float + kinstep::Real<3, Axial = Vector3<T>, Inertia = Inertia<T>>,
{
    fn inertia(draw: &mut Draw) -> Inertia<T> {
        inertia(draw)
    }

    fn spun(body: Body<T, 3>, spin: Vector3<T>) -> Body<T, 3> {
        body.spinning(spin)
    }
}

/// An inertia made in any way: sound or not.
pub(crate) fn inertia<T: Float + kinstep::Real<3>>(draw: &mut Draw) -> Inertia<T> {
    match draw.below(10) {
        0 => Inertia::point(),
        1 => Inertia::principal(draw.vector::<T, 3>()),
        2 => Inertia::principal([draw.size(), draw.size(), draw.size()]),
        3 => Inertia::sphere(draw.size(), draw.size()),
        4 => Inertia::shell(draw.size(), draw.size()),
        5 => Inertia::cuboid(draw.size(), draw.vector::<T, 3>().abs()),
        6 => Inertia::cylinder(draw.size(), draw.size(), draw.size()),
        7 => Inertia::capsule(draw.size(), draw.size(), draw.size()),
        8 => {
            let [a, b, c] = draw.vectors::<T, 3, 3>();
            let half = Matrix3::from_columns(&[a, b, c]);
            let tensor = half * half.transpose();
            Inertia::tensor(tensor).unwrap_or(Inertia::point())
        }
        _ => {
            let part: Inertia<T> = inertia_of_one_part(draw);
            let rest = Inertia::sphere(draw.size(), draw.size());
            part.turned(rotation(draw)) + rest.moved(draw.size(), draw.vector::<T, 3>())
        }
    }
}

fn inertia_of_one_part<T: Float + kinstep::Real<3>>(draw: &mut Draw) -> Inertia<T> {
    Inertia::cuboid(draw.size(), [draw.size(), draw.size(), draw.size()])
}

pub(crate) fn rotation<T: Float>(draw: &mut Draw) -> UnitQuaternion<T> {
    UnitQuaternion::from_scaled_axis(draw.vector::<T, 3>())
}

pub(crate) fn axial<T: Space<D>, const D: usize>(draw: &mut Draw) -> T::Axial {
    T::axial_from([draw.number(), draw.number(), draw.number()])
}

fn orientation<T: Space<D>, const D: usize>(draw: &mut Draw) -> T::Orientation {
    match draw.below(3) {
        0 => T::upright(),
        1 => T::turned_by(&T::upright(), draw.number()),
        _ => T::orientation_from([draw.number(), draw.number(), draw.number(), draw.number()]),
    }
}

pub(crate) fn body<T: Space<D>, const D: usize>(draw: &mut Draw) -> Body<T, D> {
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
pub(crate) fn force<T: Space<D>, const D: usize>(draw: &mut Draw) -> BuiltInForce<T, D> {
    let [a, b] = draw.vectors::<T, D, 2>();
    match draw.below(22) {
        0 => UniformGravity::new(a).into(),
        1 => ConstantForce::new(a).ramping(b).into(),
        2 => LinearDrag::rate(draw.size()).in_wind(a).into(),
        3 => LinearDrag::coefficient(draw.size()).in_wind(a).into(),
        4 => QuadraticDrag::coefficient(draw.size()).in_wind(a).into(),
        5 => {
            let fall = QuadraticFall::new(a).in_wind(b);
            let size = draw.size();
            if draw.is_so() {
                fall.with_terminal_speed(size).into()
            } else {
                fall.with_coefficient(size).into()
            }
        }
        6 => Spring::stiffness(draw.size())
            .damping(draw.size())
            .anchored_at(a)
            .into(),
        // an unstable one
        7 => Spring::stiffness(draw.number())
            .damping(draw.number())
            .into(),
        8 => {
            let tether = Tether::stiffness(draw.size()).length(draw.size());
            tether.damping(draw.size()).anchored_at(a).into()
        }
        9 => {
            let field = MagneticField::new(axial::<T, D>(draw)).charge(draw.number());
            field.with_electric_field(a).into()
        }
        10 => RotatingFrame::new(axial::<T, D>(draw)).about(a).into(),
        11 => Magnus::new(draw.number(), axial::<T, D>(draw))
            .in_wind(a)
            .into(),
        12 => {
            let size = draw.size();
            let friction = match draw.below(4) {
                0 => DryFriction::force(size),
                1 => DryFriction::deceleration(size),
                2 => DryFriction::sliding(size, draw.size()),
                _ => DryFriction::rolling(size, draw.size()),
            };
            let friction = friction.on_surface_moving(a);
            friction
                .with_linear_drag(draw.size())
                .with_quadratic_drag(draw.size())
                .into()
        }
        13 => ConstantPower::new(draw.number()).heading(a).into(),
        14 => {
            let buoyancy = Buoyancy::new(a, draw.size()).surface_at(draw.number());
            buoyancy
                .with_gravity(draw.size())
                .with_drag(draw.size())
                .into()
        }
        15 => PointGravity::new(draw.number()).centered_at(a).into(),
        16 => ConstantTorque::new(axial::<T, D>(draw)).into(),
        17 => {
            let spring = TorsionSpring::stiffness(draw.size()).damping(draw.size());
            spring.toward(orientation::<T, D>(draw)).into()
        }
        18 if draw.is_so() => AngularDrag::rate(draw.size()).into(),
        18 => AngularDrag::coefficient(draw.size()).into(),
        19 => Spring::critically_damped(draw.size()).anchored_at(a).into(),
        20 => {
            let rod = Rod::stiffness(draw.size()).length(draw.size());
            rod.damping(draw.size()).anchored_at(a).into()
        }
        _ => {
            let thruster = Thruster::new(a).mounted_at(b);
            thruster.throttled(draw.size()).into()
        }
    }
}

/// A sum of laws of all kinds.
pub(crate) fn law<T: Space<D>, const D: usize>(draw: &mut Draw) -> LinearLaw<T, D> {
    let parts = draw.below(4);
    (0..parts)
        .map(|_| {
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
        })
        .sum()
}
