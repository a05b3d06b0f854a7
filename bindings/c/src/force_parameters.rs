//! The parameters of forces, as they are in the header. Vectors are in the world frame unless said otherwise.

use crate::functions::{FieldFunctions, ForceFunction, TorqueFunction};
use crate::vector::{Quaternion, Vector};

/// The kinds of forces. Each kind reads the member of `parameters` that has its name.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForceKind {
    UniformGravity = 1,
    ConstantForce = 2,
    /// `linear_drag`, its strength a rate [1/s].
    LinearDragRate = 3,
    /// `linear_drag`, its strength a coefficient [kg/s].
    LinearDragCoefficient = 4,
    QuadraticDrag = 5,
    /// `quadratic_fall`, its strength a coefficient [kg/m].
    QuadraticFallCoefficient = 6,
    /// `quadratic_fall`, its strength a terminal speed [m/s].
    QuadraticFallTerminalSpeed = 7,
    /// A spring without a rest length: exact.
    Spring = 8,
    CriticalSpring = 9,
    /// `rod`: a rope, slack up to its length.
    Tether = 10,
    /// `rod`: a spring with a rest length.
    Rod = 11,
    MagneticField = 12,
    RotatingFrame = 13,
    Magnus = 14,
    /// `dry_friction`, its strength a force [N].
    DryFrictionForce = 15,
    /// `dry_friction`, its strength a deceleration [m/s^2].
    DryFrictionDeceleration = 16,
    ConstantPower = 17,
    Buoyancy = 18,
    PointGravity = 19,
    ConstantTorque = 20,
    TorsionSpring = 21,
    /// `angular_drag`, its strength a rate [1/s].
    AngularDragRate = 22,
    /// `angular_drag`, its strength a coefficient [N m s].
    AngularDragCoefficient = 23,
    Thruster = 24,
    /// `function`: a function of body and time, a kick.
    Function = 25,
    /// `field`: a function of position and time, with a potential if there is one; a kick.
    Field = 26,
    /// `torque`: a function that turns a body.
    Torque = 27,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct UniformGravity {
    /// [m/s^2]
    pub acceleration: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ConstantForce {
    /// At time zero [N].
    pub force: Vector,
    /// Its growth [N/s].
    pub ramp: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct LinearDrag {
    /// [1/s] or [kg/s], by kind.
    pub strength: f64,
    /// Velocity of the air [m/s].
    pub wind: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct QuadraticDrag {
    /// [kg/m]
    pub coefficient: f64,
    /// Velocity of the air [m/s].
    pub wind: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct QuadraticFall {
    /// [m/s^2]
    pub gravity: Vector,
    /// [kg/m] or [m/s], by kind.
    pub strength: f64,
    /// Velocity of the air [m/s].
    pub wind: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Spring {
    /// [N/m]
    pub stiffness: f64,
    /// [kg/s]
    pub damping: f64,
    /// Where it is fixed [m]; zero in a link.
    pub anchor: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct CriticalSpring {
    /// Time in which half of the way is left [s].
    pub half_life: f64,
    /// Where it is fixed [m]; zero in a link.
    pub anchor: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Rod {
    /// [N/m]
    pub stiffness: f64,
    /// [kg/s]
    pub damping: f64,
    /// [m]
    pub length: f64,
    /// Where it is fixed [m]; zero in a link.
    pub anchor: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct MagneticField {
    /// [T]; in the plane only z.
    pub field: Vector,
    /// [C]
    pub charge: f64,
    /// [V/m]
    pub electric_field: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct RotatingFrame {
    /// [rad/s]; in the plane only z.
    pub angular_velocity: Vector,
    /// A point of the axis [m].
    pub point: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Magnus {
    /// [kg]
    pub coefficient: f64,
    /// Of the ball [rad/s]; in the plane only z.
    pub angular_velocity: Vector,
    /// Velocity of the air [m/s].
    pub wind: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct DryFriction {
    /// [N] or [m/s^2], by kind.
    pub strength: f64,
    /// Linear drag beside it [kg/s].
    pub linear: f64,
    /// Quadratic drag beside it [kg/m].
    pub quadratic: f64,
    /// Velocity of the surface [m/s].
    pub surface: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ConstantPower {
    /// [W]
    pub power: f64,
    /// Where it starts to from rest; any length.
    pub heading: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Buoyancy {
    /// On a body that is under water [N], upwards.
    pub lift: Vector,
    /// Height of the body [m].
    pub height: f64,
    /// Level of the surface [m], from the origin along the lift.
    pub surface: f64,
    /// The body's own gravity [m/s^2], against the lift.
    pub gravity: f64,
    /// [kg/s]
    pub drag: f64,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct PointGravity {
    /// G M [m^3/s^2]; in a link G times the product of the masses [N m^2].
    pub strength: f64,
    /// [m]; zero in a link.
    pub center: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ConstantTorque {
    /// [N m]; in the plane only z.
    pub torque: Vector,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct TorsionSpring {
    /// [N m/rad]
    pub stiffness: f64,
    /// [N m s]
    pub damping: f64,
    /// Orientation at rest in the plane [rad]; in space zero.
    pub angle: f64,
    /// Orientation at rest in space; in the plane zero.
    pub orientation: Quaternion,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct AngularDrag {
    /// [1/s] or [N m s], by kind.
    pub strength: f64,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Thruster {
    /// At full throttle [N], frame of the body.
    pub force: Vector,
    /// Where it acts, from the centre of mass [m], frame of the body.
    pub point: Vector,
    /// 0 is off, 1 is full.
    pub throttle: f64,
}

/// The parameters of a force; its kind tells which.
#[repr(C)]
#[derive(Clone, Copy)]
pub union ForceParameters {
    pub uniform_gravity: UniformGravity,
    pub constant_force: ConstantForce,
    pub linear_drag: LinearDrag,
    pub quadratic_drag: QuadraticDrag,
    pub quadratic_fall: QuadraticFall,
    pub spring: Spring,
    pub critical_spring: CriticalSpring,
    pub rod: Rod,
    pub magnetic_field: MagneticField,
    pub rotating_frame: RotatingFrame,
    pub magnus: Magnus,
    pub dry_friction: DryFriction,
    pub constant_power: ConstantPower,
    pub buoyancy: Buoyancy,
    pub point_gravity: PointGravity,
    pub constant_torque: ConstantTorque,
    pub torsion_spring: TorsionSpring,
    pub angular_drag: AngularDrag,
    pub thruster: Thruster,
    pub function: ForceFunction,
    pub field: FieldFunctions,
    pub torque: TorqueFunction,
}

/// A force: its kind, its parameters, and where on the body it acts.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Force {
    /// A `KinstepForceKind`.
    pub kind: u32,
    /// Not zero: the force acts at `mount` and turns the body, too.
    pub is_mounted: u32,
    /// Where it acts, from the centre of mass [m], frame of the body.
    pub mount: Vector,
    pub parameters: ForceParameters,
}
