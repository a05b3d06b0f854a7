//! Made from the source of the crates by `cargo run -p table`: change that.

use crate::forces::{KinstepCallback, KinstepForce};
use crate::types::{KinstepOrientation, KinstepVector};

/// The same acceleration for every body: `a = g`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepUniformGravity {
    /// g [m/s²], world frame.
    pub acceleration: KinstepVector,
}

/// A force that is the same everywhere, and constant or linear in time: `F = F₀ + (dF/dt) t`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepConstantForce {
    /// The force at time zero [N], world frame.
    pub force: KinstepVector,
    /// Rate of change of the force [N/s].
    pub rate: KinstepVector,
}

/// Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepLinearDrag {
    /// Rate γ [1/s], independent of mass and inertia. NaN if another alternative is given.
    pub rate: f64,
    /// Coefficient [kg/s]. NaN if another alternative is given.
    pub coefficient: f64,
    /// Velocity of the air [m/s], world frame.
    pub wind: KinstepVector,
}

/// Drag proportional to the square of the speed through the air: `F = -k |v - wind| (v - wind)`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepQuadraticDrag {
    /// Coefficient k [kg/m].
    pub coefficient: f64,
    /// Velocity of the air [m/s], world frame.
    pub wind: KinstepVector,
}

/// Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepQuadraticFall {
    /// Acceleration of gravity [m/s²], world frame.
    pub gravity: KinstepVector,
    /// Coefficient k [kg/m]. NaN if another alternative is given.
    pub coefficient: f64,
    /// Terminal speed `√(m g / k)` [m/s]. NaN if another alternative is given.
    pub terminal_speed: f64,
    /// Velocity of the air [m/s], world frame.
    pub wind: KinstepVector,
}

/// A damped spring. Without a rest length the spring pulls a body to a point; in a link, it pulls the separation of the bodies to a given *vector* (an offset). To keep a distance, set a `length`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepSpring {
    /// Stiffness k [N/m].
    pub stiffness: f64,
    /// Damping coefficient b [kg/s].
    pub damping: f64,
    /// Rest length [m]; NaN for a linear spring.
    pub length: f64,
    /// Whether the spring is a rope, which never pushes. 0 or 1.
    pub pulls_only: f64,
    /// Point where the spring is attached [m], world frame.
    pub anchor: KinstepVector,
}

/// A uniform magnetic field, with an optional electric field: `F = q (E + v × B)`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepMagneticField {
    /// Magnetic field B [T].
    pub field: KinstepVector,
    /// Electric field E [V/m].
    pub electric_field: KinstepVector,
    /// Charge q [C]. 1 unless set.
    pub charge: f64,
}

/// The inertial forces in a frame that rotates at a constant rate, Coriolis and centrifugal: `a = 2 v × Ω - Ω × (Ω × (x - p))`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepRotatingFrame {
    /// Angular velocity Ω [rad/s].
    pub angular_velocity: KinstepVector,
    /// A point p on the axis [m].
    pub point: KinstepVector,
}

/// The lift of a ball with constant angular velocity: `F = k ω × (v - wind)`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepMagnus {
    /// Coefficient k [kg].
    pub coefficient: f64,
    /// Angular velocity ω [rad/s].
    pub angular_velocity: KinstepVector,
    /// Velocity of the air [m/s], world frame.
    pub wind: KinstepVector,
}

/// Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepDryFriction {
    /// The force A [N]. NaN if another alternative is given.
    pub force: f64,
    /// The coefficient of friction, and the normal load [N]. NaN if another alternative is given.
    pub friction: f64,
    /// The coefficient of friction, and the normal load [N]. NaN if another alternative is given.
    pub load: f64,
    /// The deceleration A/m [m/s²]. NaN if another alternative is given.
    pub deceleration: f64,
    /// Coefficient B of the part linear in the speed [kg/s].
    pub linear: f64,
    /// Coefficient C of the part quadratic in the speed [kg/m].
    pub quadratic: f64,
    /// Velocity of the surface [m/s], world frame.
    pub surface: KinstepVector,
}

/// Newton's gravity towards a fixed point: `a = -μ r/|r|³`, with `r = x - centre`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepPointGravity {
    /// Strength μ [m³/s²].
    pub strength: f64,
    /// Position of the attractor [m], world frame.
    pub center: KinstepVector,
}

/// A constant torque in the world frame, independent of the body's motion.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepConstantTorque {
    /// Torque τ [N·m], world frame.
    pub torque: KinstepVector,
}

/// A damped spring towards an orientation: `τ = -k φ - b ω`, with the rotation vector φ from that orientation to the orientation of the body.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepTorsionSpring {
    /// Stiffness k [N·m/rad].
    pub stiffness: f64,
    /// Damping coefficient b [N·m·s/rad].
    pub damping: f64,
    /// Orientation at which the torque of the spring is zero: an angle [rad] in the plane, a unit quaternion in space.
    pub rest: KinstepOrientation,
}

/// Drag that slows the rotation of a body.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepAngularDrag {
    /// Rate γ [1/s], independent of mass and inertia. NaN if another alternative is given.
    pub rate: f64,
    /// Coefficient [N·m·s/rad]. NaN if another alternative is given.
    pub coefficient: f64,
}

/// An engine that is fixed to the body: a force that is constant in the body's frame, and acts at a point of the body.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepThruster {
    /// Force at full throttle [N], in the body's frame.
    pub force: KinstepVector,
    /// Point where the force acts, relative to the centre of mass [m], in the body's frame.
    pub arm: KinstepVector,
    /// Fraction of the full force; 1 is full throttle. 1 unless set.
    pub throttle: f64,
}

/// A spring that pulls a body of any mass to a point as fast as possible without overshoot.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepCriticalSpring {
    /// Time after which a body that starts at rest has covered half the distance [s].
    pub half_life: f64,
    /// Point to which the spring pulls [m], world frame.
    pub anchor: KinstepVector,
}

/// Newton's gravity between all bodies of a world, as one force. Use softening if bodies may come close to each other.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepMutualGravity {
    /// The constant of gravitation G [m³/(kg s²)]; negative if bodies repel each other.
    pub gravitation: f64,
    /// The softening length ε [m].
    pub softening: f64,
}

/// The parameters of a force; its kind tells which.
#[repr(C)]
#[derive(Clone, Copy)]
pub union KinstepParameters {
    pub uniform_gravity: KinstepUniformGravity,
    pub constant_force: KinstepConstantForce,
    pub linear_drag: KinstepLinearDrag,
    pub quadratic_drag: KinstepQuadraticDrag,
    pub quadratic_fall: KinstepQuadraticFall,
    pub spring: KinstepSpring,
    pub magnetic_field: KinstepMagneticField,
    pub rotating_frame: KinstepRotatingFrame,
    pub magnus: KinstepMagnus,
    pub dry_friction: KinstepDryFriction,
    pub point_gravity: KinstepPointGravity,
    pub constant_torque: KinstepConstantTorque,
    pub torsion_spring: KinstepTorsionSpring,
    pub angular_drag: KinstepAngularDrag,
    pub thruster: KinstepThruster,
    pub critical_spring: KinstepCriticalSpring,
    pub mutual_gravity: KinstepMutualGravity,
    pub callback: KinstepCallback,
}

/// The same acceleration for every body: `a = g`.
///
/// `acceleration`: g [m/s²], world frame.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_uniform_gravity(acceleration: KinstepVector) -> KinstepForce {
    let uniform_gravity = KinstepUniformGravity { acceleration };
    KinstepForce::new(0, KinstepParameters { uniform_gravity })
}

/// A force that is the same everywhere, and constant or linear in time: `F = F₀ + (dF/dt) t`.
///
/// `force`: The force at time zero [N], world frame.
/// What else it has is in `parameters.constant_force`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_constant_force(force: KinstepVector) -> KinstepForce {
    let constant_force = KinstepConstantForce { force, rate: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(1, KinstepParameters { constant_force })
}

/// Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`.
///
/// `rate`: Rate γ [1/s], independent of mass and inertia.
/// What else it has is in `parameters.linear_drag`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_linear_drag_rate(rate: f64) -> KinstepForce {
    let linear_drag = KinstepLinearDrag { rate, coefficient: f64::NAN, wind: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(2, KinstepParameters { linear_drag })
}

/// Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`.
///
/// `coefficient`: Coefficient [kg/s].
/// What else it has is in `parameters.linear_drag`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_linear_drag_coefficient(coefficient: f64) -> KinstepForce {
    let linear_drag = KinstepLinearDrag { rate: f64::NAN, coefficient, wind: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(2, KinstepParameters { linear_drag })
}

/// Drag proportional to the square of the speed through the air: `F = -k |v - wind| (v - wind)`.
///
/// `coefficient`: Coefficient k [kg/m].
/// What else it has is in `parameters.quadratic_drag`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_quadratic_drag(coefficient: f64) -> KinstepForce {
    let quadratic_drag = KinstepQuadraticDrag { coefficient, wind: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(3, KinstepParameters { quadratic_drag })
}

/// Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`.
///
/// `gravity`: Acceleration of gravity [m/s²], world frame.
/// `coefficient`: Coefficient k [kg/m].
/// What else it has is in `parameters.quadratic_fall`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_quadratic_fall_coefficient(gravity: KinstepVector, coefficient: f64) -> KinstepForce {
    let quadratic_fall = KinstepQuadraticFall { gravity, coefficient, terminal_speed: f64::NAN, wind: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(4, KinstepParameters { quadratic_fall })
}

/// Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`.
///
/// `gravity`: Acceleration of gravity [m/s²], world frame.
/// `terminal_speed`: Terminal speed `√(m g / k)` [m/s].
/// What else it has is in `parameters.quadratic_fall`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_quadratic_fall_terminal_speed(gravity: KinstepVector, terminal_speed: f64) -> KinstepForce {
    let quadratic_fall = KinstepQuadraticFall { gravity, coefficient: f64::NAN, terminal_speed, wind: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(4, KinstepParameters { quadratic_fall })
}

/// A damped spring. Without a rest length the spring pulls a body to a point; in a link, it pulls the separation of the bodies to a given *vector* (an offset). To keep a distance, set a `length`.
///
/// `stiffness`: Stiffness k [N/m].
/// What else it has is in `parameters.spring`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_spring(stiffness: f64) -> KinstepForce {
    let spring = KinstepSpring { stiffness, damping: 0.0, length: f64::NAN, pulls_only: 0.0, anchor: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(5, KinstepParameters { spring })
}

/// A uniform magnetic field, with an optional electric field: `F = q (E + v × B)`.
///
/// `field`: Magnetic field B [T].
/// What else it has is in `parameters.magnetic_field`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_magnetic_field(field: KinstepVector) -> KinstepForce {
    let magnetic_field = KinstepMagneticField { field, electric_field: KinstepVector { x: 0.0, y: 0.0, z: 0.0 }, charge: 1.0 };
    KinstepForce::new(6, KinstepParameters { magnetic_field })
}

/// The inertial forces in a frame that rotates at a constant rate, Coriolis and centrifugal: `a = 2 v × Ω - Ω × (Ω × (x - p))`.
///
/// `angular_velocity`: Angular velocity Ω [rad/s].
/// What else it has is in `parameters.rotating_frame`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_rotating_frame(angular_velocity: KinstepVector) -> KinstepForce {
    let rotating_frame = KinstepRotatingFrame { angular_velocity, point: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(7, KinstepParameters { rotating_frame })
}

/// The lift of a ball with constant angular velocity: `F = k ω × (v - wind)`.
///
/// `coefficient`: Coefficient k [kg].
/// `angular_velocity`: Angular velocity ω [rad/s].
/// What else it has is in `parameters.magnus`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_magnus(coefficient: f64, angular_velocity: KinstepVector) -> KinstepForce {
    let magnus = KinstepMagnus { coefficient, angular_velocity, wind: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(8, KinstepParameters { magnus })
}

/// Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.
///
/// `force`: The force A [N].
/// What else it has is in `parameters.dry_friction`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_dry_friction_force(force: f64) -> KinstepForce {
    let dry_friction = KinstepDryFriction { force, friction: f64::NAN, load: f64::NAN, deceleration: f64::NAN, linear: 0.0, quadratic: 0.0, surface: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(9, KinstepParameters { dry_friction })
}

/// Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.
///
/// `friction`: The coefficient of friction, and the normal load [N].
/// `load`: The coefficient of friction, and the normal load [N].
/// What else it has is in `parameters.dry_friction`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_dry_friction_load(friction: f64, load: f64) -> KinstepForce {
    let dry_friction = KinstepDryFriction { force: f64::NAN, friction, load, deceleration: f64::NAN, linear: 0.0, quadratic: 0.0, surface: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(9, KinstepParameters { dry_friction })
}

/// Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.
///
/// `deceleration`: The deceleration A/m [m/s²].
/// What else it has is in `parameters.dry_friction`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_dry_friction_deceleration(deceleration: f64) -> KinstepForce {
    let dry_friction = KinstepDryFriction { force: f64::NAN, friction: f64::NAN, load: f64::NAN, deceleration, linear: 0.0, quadratic: 0.0, surface: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(9, KinstepParameters { dry_friction })
}

/// Newton's gravity towards a fixed point: `a = -μ r/|r|³`, with `r = x - centre`.
///
/// `strength`: Strength μ [m³/s²].
/// What else it has is in `parameters.point_gravity`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_point_gravity(strength: f64) -> KinstepForce {
    let point_gravity = KinstepPointGravity { strength, center: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(10, KinstepParameters { point_gravity })
}

/// A constant torque in the world frame, independent of the body's motion.
///
/// `torque`: Torque τ [N·m], world frame.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_constant_torque(torque: KinstepVector) -> KinstepForce {
    let constant_torque = KinstepConstantTorque { torque };
    KinstepForce::new(11, KinstepParameters { constant_torque })
}

/// A damped spring towards an orientation: `τ = -k φ - b ω`, with the rotation vector φ from that orientation to the orientation of the body.
///
/// `stiffness`: Stiffness k [N·m/rad].
/// What else it has is in `parameters.torsion_spring`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_torsion_spring(stiffness: f64) -> KinstepForce {
    let torsion_spring = KinstepTorsionSpring { stiffness, damping: 0.0, rest: KinstepOrientation { x: 0.0, y: 0.0, z: 0.0, w: 0.0 } };
    KinstepForce::new(12, KinstepParameters { torsion_spring })
}

/// Drag that slows the rotation of a body.
///
/// `rate`: Rate γ [1/s], independent of mass and inertia.
/// What else it has is in `parameters.angular_drag`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_angular_drag_rate(rate: f64) -> KinstepForce {
    let angular_drag = KinstepAngularDrag { rate, coefficient: f64::NAN };
    KinstepForce::new(13, KinstepParameters { angular_drag })
}

/// Drag that slows the rotation of a body.
///
/// `coefficient`: Coefficient [N·m·s/rad].
/// What else it has is in `parameters.angular_drag`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_angular_drag_coefficient(coefficient: f64) -> KinstepForce {
    let angular_drag = KinstepAngularDrag { rate: f64::NAN, coefficient };
    KinstepForce::new(13, KinstepParameters { angular_drag })
}

/// An engine that is fixed to the body: a force that is constant in the body's frame, and acts at a point of the body.
///
/// `force`: Force at full throttle [N], in the body's frame.
/// What else it has is in `parameters.thruster`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_thruster(force: KinstepVector) -> KinstepForce {
    let thruster = KinstepThruster { force, arm: KinstepVector { x: 0.0, y: 0.0, z: 0.0 }, throttle: 1.0 };
    KinstepForce::new(14, KinstepParameters { thruster })
}

/// A spring that pulls a body of any mass to a point as fast as possible without overshoot.
///
/// `half_life`: Time after which a body that starts at rest has covered half the distance [s].
/// What else it has is in `parameters.critical_spring`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_critical_spring(half_life: f64) -> KinstepForce {
    let critical_spring = KinstepCriticalSpring { half_life, anchor: KinstepVector { x: 0.0, y: 0.0, z: 0.0 } };
    KinstepForce::new(15, KinstepParameters { critical_spring })
}

/// Newton's gravity between all bodies of a world, as one force. Use softening if bodies may come close to each other.
///
/// `gravitation`: The constant of gravitation G [m³/(kg s²)]; negative if bodies repel each other.
/// What else it has is in `parameters.mutual_gravity`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_mutual_gravity(gravitation: f64) -> KinstepForce {
    let mutual_gravity = KinstepMutualGravity { gravitation, softening: 0.0 };
    KinstepForce::new(16, KinstepParameters { mutual_gravity })
}
