//! Bodies and inertias.

use std::mem::MaybeUninit;

use kinstep::nalgebra::Vector3;

use crate::memory::place;
use crate::space::Space;
use crate::status::{Outcome, Status, reported};
use crate::vector::{Quaternion, Vector};

/// Moments of inertia. All zeros: a point, which does not turn.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Inertia {
    /// Moments about the principal axes [kg m²]; in the plane only z.
    pub moments: Vector,
    /// How the principal axes are turned in the body. In the plane zero.
    pub axes: Quaternion,
}

/// A body. What is left at zero is a point at rest at the origin; the mass must be given.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Body {
    /// Mass [kg]; infinite for a fixed body.
    pub mass: f64,
    /// Radius [m] of a ball that bounces off others; zero for a point.
    pub radius: f64,
    /// Position of the centre of mass [m].
    pub position: Vector,
    /// Velocity of the centre of mass [m/s].
    pub velocity: Vector,
    /// Orientation in the plane [rad]; in space zero.
    pub angle: f64,
    /// Orientation in space: from the frame of the body to that of the world; in the plane zero.
    pub orientation: Quaternion,
    /// Angular velocity [rad/s], world frame; in the plane only z.
    pub angular_velocity: Vector,
    pub inertia: Inertia,
}

/// Spins a body; the crate names the methods alike, but not by one trait.
pub(crate) trait Spinning: Sized {
    fn spun(self, angular_velocity: Vector) -> Outcome<Self>;
}

impl Spinning for kinstep::Body2 {
    fn spun(self, angular_velocity: Vector) -> Outcome<Self> {
        let spin = <f64 as Space<2>>::axial(angular_velocity, "angular velocity")?;
        Ok(self.spinning(spin))
    }
}

impl Spinning for kinstep::Body3 {
    fn spun(self, angular_velocity: Vector) -> Outcome<Self> {
        Ok(self.spinning(Vector3::from(angular_velocity)))
    }
}

impl Body {
    pub(crate) fn of<const D: usize>(body: &kinstep::Body<f64, D>) -> Self
    where
        f64: Space<D>,
    {
        let (angle, orientation) = f64::given_orientation(&body.orientation());
        Self {
            mass: body.mass,
            radius: body.radius(),
            position: f64::given_vector(&body.position),
            velocity: f64::given_vector(&body.velocity),
            angle,
            orientation,
            angular_velocity: f64::given_axial(&body.angular_velocity()),
            inertia: f64::given_inertia(&body.inertia()),
        }
    }

    pub(crate) fn body<const D: usize>(&self) -> Outcome<kinstep::Body<f64, D>>
    where
        f64: Space<D>,
        kinstep::Body<f64, D>: Spinning,
    {
        kinstep::Body::solid(self.mass, f64::inertia(&self.inertia)?)
            .round(self.radius)
            .at(f64::vector(self.position, "position")?)
            .moving(f64::vector(self.velocity, "velocity")?)
            .turned(f64::orientation(self.angle, self.orientation)?)
            .spun(self.angular_velocity)
    }
}

fn write_inertia(inertia: kinstep::Inertia<f64>, out: Option<&mut MaybeUninit<Inertia>>) -> Status {
    reported(|| {
        place(out, "inertia")?.write(<f64 as Space<3>>::given_inertia(&inertia));
        Ok(())
    })
}

/// The inertia of a solid ball of this mass [kg] and radius [m], in space.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_inertia_sphere(
    mass: f64,
    radius: f64,
    inertia: Option<&mut MaybeUninit<Inertia>>,
) -> Status {
    write_inertia(kinstep::Inertia::sphere(mass, radius), inertia)
}

/// The inertia of a solid box of this mass [kg] and edges [m], in space.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_inertia_cuboid(
    mass: f64,
    edges: Vector,
    inertia: Option<&mut MaybeUninit<Inertia>>,
) -> Status {
    write_inertia(kinstep::Inertia::cuboid(mass, edges), inertia)
}

/// The inertia of a solid cylinder about y of this mass [kg], radius and height [m], in space.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_inertia_cylinder(
    mass: f64,
    radius: f64,
    height: f64,
    inertia: Option<&mut MaybeUninit<Inertia>>,
) -> Status {
    write_inertia(kinstep::Inertia::cylinder(mass, radius, height), inertia)
}
