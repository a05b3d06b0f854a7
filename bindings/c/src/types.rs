//! The structs of the header that many functions share, and what they are in `kinstep-common`.

use kinstep_common::bodies::BodyRecord;
use kinstep_common::contacts::Material;
use kinstep_common::space::{Four, Three};

/// A vector in SI units and the world frame. In the plane z is zero; but an axial vector, such as an angular velocity or a
/// torque, has only z there.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KinstepVector {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

/// A rotation: in space a unit quaternion x i + y j + z k + w, in the plane the angle x [rad] and zeros. All zeros are no
/// rotation.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KinstepOrientation {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub w: f64,
}

/// The id of a body. It is never used again for another body of the world.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KinstepBodyId {
    pub bits: u64,
}

/// The id of a force or a link. It is never used again for another force of the world.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KinstepForceId {
    pub bits: u64,
}

/// The id of a surface. It is never used again for another surface of the world.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KinstepSurfaceId {
    pub bits: u64,
}

/// The inertia of a body. All zeros: a point, which does not rotate.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KinstepInertia {
    /// Moments about the principal axes [kg m²]; in the plane only z.
    pub moments: KinstepVector,
    /// Rotation of the principal axes in the frame of the body; in the plane zero.
    pub axes: KinstepOrientation,
}

/// A body. The mass must be given; with zeros in all other fields it is a point at rest at the origin.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KinstepBody {
    /// Mass [kg]; infinite for a fixed body.
    pub mass: f64,
    /// Radius [m] of a ball, which touches surfaces and other balls with its rim; zero: the centre of mass touches surfaces.
    pub radius: f64,
    /// Position of the centre of mass [m].
    pub position: KinstepVector,
    /// Velocity of the centre of mass [m/s].
    pub velocity: KinstepVector,
    /// Rotation from the frame of the body to that of the world.
    pub orientation: KinstepOrientation,
    /// Angular velocity [rad/s], world frame; in the plane only z.
    pub angular_velocity: KinstepVector,
    pub inertia: KinstepInertia,
}

/// How a body and a surface, or two bodies, act on each other. All zeros: no bounce, no friction.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KinstepMaterial {
    /// Normal speed after a contact divided by that before, from 0 (no bounce) to 1 (no loss).
    pub restitution: f64,
    /// Coefficient of friction, static and sliding; zero or more.
    pub friction: f64,
    /// Coefficient of rolling resistance; zero or more.
    pub rolling: f64,
    /// From 0 (friction stops the sliding) to 1 (friction reverses it without loss, as of a superball).
    pub tangential_restitution: f64,
}

impl From<KinstepVector> for Three {
    fn from(KinstepVector { x, y, z }: KinstepVector) -> Self {
        [x, y, z]
    }
}

impl From<Three> for KinstepVector {
    fn from([x, y, z]: Three) -> Self {
        Self { x, y, z }
    }
}

impl From<KinstepOrientation> for Four {
    fn from(KinstepOrientation { x, y, z, w }: KinstepOrientation) -> Self {
        [x, y, z, w]
    }
}

impl From<Four> for KinstepOrientation {
    fn from([x, y, z, w]: Four) -> Self {
        Self { x, y, z, w }
    }
}

impl From<&KinstepBody> for BodyRecord {
    fn from(body: &KinstepBody) -> Self {
        Self {
            mass: body.mass,
            radius: body.radius,
            position: body.position.into(),
            velocity: body.velocity.into(),
            orientation: body.orientation.into(),
            angular_velocity: body.angular_velocity.into(),
            moments: body.inertia.moments.into(),
            axes: body.inertia.axes.into(),
        }
    }
}

impl From<&BodyRecord> for KinstepBody {
    fn from(body: &BodyRecord) -> Self {
        Self {
            mass: body.mass,
            radius: body.radius,
            position: body.position.into(),
            velocity: body.velocity.into(),
            orientation: body.orientation.into(),
            angular_velocity: body.angular_velocity.into(),
            inertia: KinstepInertia {
                moments: body.moments.into(),
                axes: body.axes.into(),
            },
        }
    }
}

impl From<KinstepMaterial> for Material {
    fn from(material: KinstepMaterial) -> Self {
        let KinstepMaterial {
            restitution,
            friction,
            rolling,
            tangential_restitution,
        } = material;
        Self {
            restitution,
            friction,
            rolling,
            tangential_restitution,
        }
    }
}

impl From<Material> for KinstepMaterial {
    fn from(material: Material) -> Self {
        let Material {
            restitution,
            friction,
            rolling,
            tangential_restitution,
        } = material;
        Self {
            restitution,
            friction,
            rolling,
            tangential_restitution,
        }
    }
}
