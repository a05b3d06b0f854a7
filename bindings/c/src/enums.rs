// Made from the source of the crates by `cargo run -p table`: change that. Read by the generators of the header and of the imports of C#; not compiled.

/// The kinds of forces; `kinstep_spring` and its like set them.
#[repr(C)]
pub enum KinstepForceKind {
    UniformGravity = 0,
    ConstantForce = 1,
    LinearDrag = 2,
    QuadraticDrag = 3,
    QuadraticFall = 4,
    Spring = 5,
    MagneticField = 6,
    RotatingFrame = 7,
    Magnus = 8,
    DryFriction = 9,
    PointGravity = 10,
    ConstantTorque = 11,
    TorsionSpring = 12,
    AngularDrag = 13,
    Thruster = 14,
    CriticalSpring = 15,
    MutualGravity = 16,
    Function = 100,
    Torque = 101,
    Field = 102,
}

/// How a step is computed from the effects of all forces.
#[repr(C)]
pub enum KinstepScheme {
    /// The step `x' = x + v h`, `v' = v + a h`.
    ExplicitEuler = 0,
    /// The step `v' = v + a h`, `x' = x + v' h`, also called semi-implicit Euler: the step of most engines.
    SymplecticEuler = 1,
    /// Half a kick, a drift, and half a kick. The second half kick evaluates forces at the velocity after the first half kick, so drag reduces the scheme to first order.
    VelocityVerlet = 2,
    /// The classical fourth-order Runge–Kutta method on `(x, v)`.
    Rk4 = 3,
    /// The step `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`, with the increments of all forces from the state at the start of the step. A force without an exact increment has `Δv = a h`, `Δx = a h²`.
    Kinematic = 4,
    /// Like `Kinematic`, with `Δx = ½ Δv h` for every force.
    AverageAcceleration = 5,
    /// The exact flow of all linear forces together, with symmetric kicks by the other forces.
    FlowKick = 6,
    /// Six flows between seven kicks, of fourth order: the splitting `SRKN₆ᵇ` of Blanes and Moan.
    FlowKick4 = 7,
    /// Nine flows between eight kicks, of fourth order, and of tenth order if kicks are weak compared with the flow: the splitting `ABA(10,6,4)` of Blanes, Casas, Farrés, Laskar, Makazaga and Murua.
    WeakKick = 8,
}

/// Kind of contact event.
#[repr(C)]
pub enum KinstepContactKind {
    /// The body strikes the surface and leaves it: it bounces off, or it moves on along the surface without staying in contact. If the restitution is zero, this is the first touch of a body that an engine lifts.
    Bounce = 0,
    /// The body stays on the surface and moves along it: infinitely many bounces have ended, or the body struck the surface without a bounce.
    Settle = 1,
    /// The body begins to slide over the surface.
    Slide = 2,
    /// Sliding ends, and the body rolls on.
    Roll = 3,
    /// The body comes to rest on the surface.
    Rest = 4,
    /// The body leaves the surface without a bounce: it passes an edge, or a force lifts it off.
    Leave = 5,
    /// The body passes through the surface, because the contact callback allowed it.
    Pass = 6,
    /// The step had more events than are computed exactly. The midpoint rule computed the rest of the step, in up to 32 substeps.
    Crowd = 7,
}

/// The direction in which a surface is crossed.
#[repr(C)]
pub enum KinstepCrossing {
    /// Towards the side to which the normal points.
    Ascending = 0,
    /// Away from the side to which the normal points.
    Descending = 1,
    /// In either direction.
    Any = 2,
}

/// The kinds of models. Their numbers never change.
#[repr(C)]
pub enum KinstepModelKind {
    /// Linear drag, exact. Without drag it is a vacuum.
    Linear = 0,
    /// The rational model of linear drag, which is faster and less accurate.
    Rational = 1,
    /// Quadratic drag, to a tolerance.
    Quadratic = 2,
    /// The step of Rapier.
    Rapier = 3,
    /// The step of Avian.
    Avian = 4,
    /// The step of Box2D 3.
    Box2d = 5,
    /// The step of Unity with its built-in physics in space.
    Unity = 6,
    /// The step of `PhysX`.
    Physx = 7,
    /// The step of Jolt.
    Jolt = 8,
    /// The step of Godot with its own physics.
    Godot = 9,
    /// The step of Bullet.
    Bullet = 10,
    /// The step that changes the velocity first.
    SymplecticEuler = 11,
    /// The step that changes the position first.
    ExplicitEuler = 12,
}

/// What a throw holds fixed. The numbers never change.
#[repr(C)]
pub enum KinstepPlanKind {
    /// The time of flight [s].
    Time = 0,
    /// The straight-line distance to the hit divided by the time of flight [m/s].
    StraightLineSpeed = 1,
    /// The speed at launch [m/s].
    Speed = 2,
    /// The speed at launch [m/s], for the earliest hit.
    EarliestAtSpeed = 3,
    /// The least speed at launch, without a value.
    LeastSpeed = 4,
    /// A point that the path passes [m], without a value.
    Through = 5,
    /// The plane with this normal and, as the value, this distance from the origin [m]: the arc touches it at its top.
    Touching = 6,
    /// The height of the apex [m].
    Apex = 7,
    /// The height of the arc above the straight line [m].
    ArcHeight = 8,
    /// The height of the arc above the straight line, divided by the straight-line distance.
    Curviness = 9,
    /// The slope at launch: rise divided by run.
    Slope = 10,
    /// The slope at arrival: rise divided by run.
    ArrivalSlope = 11,
    /// The upward speed at launch [m/s].
    ClimbSpeed = 12,
    /// The upward speed at launch, divided by the distance to the target [1/s].
    Lob = 13,
    /// The number of steps of an engine, after which it hits at the engine's own position.
    Steps = 14,
    /// Points that the path passes or goes above [m], without a value.
    Clearing = 15,
    /// The speed at launch [m/s], for a throw that comes as near as possible.
    Attempt = 16,
}

/// A kind of event.
#[repr(C)]
pub enum KinstepUntilKind {
    /// The body crosses the plane `vector · position = number`.
    Crossing = 0,
    /// The position of the body along `vector` has its first maximum.
    Apex = 1,
    /// The body crosses the sphere with the center `vector` [m] and the radius `number` [m].
    Sphere = 2,
}
