// Made from the source of the crates by `cargo run -p table`: change that.

import type { Axial, Force, Orientation, Vector } from './force.js';

/** The same acceleration for every body: `a = g`. */
export declare function uniformGravity(parameters: {
  /** g [m/s²], world frame. */
  acceleration: Vector;
}): Force;

/** A force that is the same everywhere, and constant or linear in time: `F = F₀ + (dF/dt) t`. */
export declare function constantForce(parameters: {
  /** The force at time zero [N], world frame. */
  force: Vector;
  /** Rate of change of the force [N/s]. */
  rate?: Vector;
}): Force;

/** Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`. Give `rate`, or `coefficient`. */
export declare function linearDrag(parameters: {
  /** Rate γ [1/s], independent of mass and inertia. */
  rate?: number;
  /** Coefficient [kg/s]. */
  coefficient?: number;
  /** Velocity of the air [m/s], world frame. */
  wind?: Vector;
}): Force;

/** Drag proportional to the square of the speed through the air: `F = -k |v - wind| (v - wind)`. */
export declare function quadraticDrag(parameters: {
  /** Coefficient k [kg/m]. */
  coefficient: number;
  /** Velocity of the air [m/s], world frame. */
  wind?: Vector;
}): Force;

/** Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`. Give `coefficient`, or `terminalSpeed`. */
export declare function quadraticFall(parameters: {
  /** Acceleration of gravity [m/s²], world frame. */
  gravity: Vector;
  /** Coefficient k [kg/m]. */
  coefficient?: number;
  /** Terminal speed `√(m g / k)` [m/s]. */
  terminalSpeed?: number;
  /** Velocity of the air [m/s], world frame. */
  wind?: Vector;
}): Force;

/** A damped spring. Without a rest length the spring pulls a body to a point; in a link, it pulls the separation of the bodies to a given *vector* (an offset). To keep a distance, set a `length`. */
export declare function spring(parameters: {
  /** Stiffness k [N/m]. */
  stiffness: number;
  /** Damping coefficient b [kg/s]. */
  damping?: number;
  /** Rest length [m]; `undefined` for a linear spring. */
  length?: number;
  /** Whether the spring is a rope, which never pushes. */
  pullsOnly?: boolean;
  /** Point where the spring is attached [m], world frame. */
  anchor?: Vector;
}): Force;

/** A uniform magnetic field, with an optional electric field: `F = q (E + v × B)`. */
export declare function magneticField(parameters: {
  /** Magnetic field B [T]. */
  field: Axial;
  /** Electric field E [V/m]. */
  electricField?: Vector;
  /** Charge q [C]. 1 unless given. */
  charge?: number;
}): Force;

/** The inertial forces in a frame that rotates at a constant rate, Coriolis and centrifugal: `a = 2 v × Ω - Ω × (Ω × (x - p))`. */
export declare function rotatingFrame(parameters: {
  /** Angular velocity Ω [rad/s]. */
  angularVelocity: Axial;
  /** A point p on the axis [m]. */
  point?: Vector;
}): Force;

/** The lift of a ball with constant angular velocity: `F = k ω × (v - wind)`. */
export declare function magnus(parameters: {
  /** Coefficient k [kg]. */
  coefficient: number;
  /** Angular velocity ω [rad/s]. */
  angularVelocity: Axial;
  /** Velocity of the air [m/s], world frame. */
  wind?: Vector;
}): Force;

/** Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion. Give `force`, or `friction` and `load`, or `deceleration`. */
export declare function dryFriction(parameters: {
  /** The force A [N]. */
  force?: number;
  /** The coefficient of friction, and the normal load [N]. */
  friction?: number;
  /** The coefficient of friction, and the normal load [N]. */
  load?: number;
  /** The deceleration A/m [m/s²]. */
  deceleration?: number;
  /** Coefficient B of the part linear in the speed [kg/s]. */
  linear?: number;
  /** Coefficient C of the part quadratic in the speed [kg/m]. */
  quadratic?: number;
  /** Velocity of the surface [m/s], world frame. */
  surface?: Vector;
}): Force;

/** Newton's gravity towards a fixed point: `a = -μ r/|r|³`, with `r = x - centre`. */
export declare function pointGravity(parameters: {
  /** Strength μ [m³/s²]. */
  strength: number;
  /** Position of the attractor [m], world frame. */
  center?: Vector;
}): Force;

/** A constant torque in the world frame, independent of the body's motion. */
export declare function constantTorque(parameters: {
  /** Torque τ [N·m], world frame. */
  torque: Axial;
}): Force;

/** A damped spring towards an orientation: `τ = -k φ - b ω`, with the rotation vector φ from that orientation to the orientation of the body. */
export declare function torsionSpring(parameters: {
  /** Stiffness k [N·m/rad]. */
  stiffness: number;
  /** Damping coefficient b [N·m·s/rad]. */
  damping?: number;
  /** Orientation at which the torque of the spring is zero: an angle [rad] in the plane, a unit quaternion in space. */
  rest?: Orientation;
}): Force;

/** Drag that slows the rotation of a body. Give `rate`, or `coefficient`. */
export declare function angularDrag(parameters: {
  /** Rate γ [1/s], independent of mass and inertia. */
  rate?: number;
  /** Coefficient [N·m·s/rad]. */
  coefficient?: number;
}): Force;

/** An engine that is fixed to the body: a force that is constant in the body's frame, and acts at a point of the body. */
export declare function thruster(parameters: {
  /** Force at full throttle [N], in the body's frame. */
  force: Vector;
  /** Point where the force acts, relative to the centre of mass [m], in the body's frame. */
  arm?: Vector;
  /** Fraction of the full force; 1 is full throttle. 1 unless given. */
  throttle?: number;
}): Force;

/** A spring that pulls a body of any mass to a point as fast as possible without overshoot. */
export declare function criticalSpring(parameters: {
  /** Time after which a body that starts at rest has covered half the distance [s]. */
  halfLife: number;
  /** Point to which the spring pulls [m], world frame. */
  anchor?: Vector;
}): Force;

/** Newton's gravity between all bodies of a world, as one force. Use softening if bodies may come close to each other. */
export declare function mutualGravity(parameters: {
  /** The constant of gravitation G [m³/(kg s²)]; negative if bodies repel each other. */
  gravitation: number;
  /** The softening length ε [m]. */
  softening?: number;
}): Force;

/**
 * How a step is computed from the effects of all forces.
 *
 * - `'ExplicitEuler'`: The step `x' = x + v h`, `v' = v + a h`.
 * - `'SymplecticEuler'`: The step `v' = v + a h`, `x' = x + v' h`, also called semi-implicit Euler: the step of most engines.
 * - `'VelocityVerlet'`: Half a kick, a drift, and half a kick. The second half kick evaluates forces at the velocity after the first half kick, so drag reduces the scheme to first order.
 * - `'Rk4'`: The classical fourth-order Runge–Kutta method on `(x, v)`.
 * - `'Kinematic'`: The step `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`, with the increments of all forces from the state at the start of the step. A force without an exact increment has `Δv = a h`, `Δx = a h²`.
 * - `'AverageAcceleration'`: Like `Kinematic`, with `Δx = ½ Δv h` for every force.
 * - `'FlowKick'`: The exact flow of all linear forces together, with symmetric kicks by the other forces.
 * - `'FlowKick4'`: Six flows between seven kicks, of fourth order: the splitting `SRKN₆ᵇ` of Blanes and Moan.
 * - `'WeakKick'`: Nine flows between eight kicks, of fourth order, and of tenth order if kicks are weak compared with the flow: the splitting `ABA(10,6,4)` of Blanes, Casas, Farrés, Laskar, Makazaga and Murua.
 */
export type Scheme = 'ExplicitEuler' | 'SymplecticEuler' | 'VelocityVerlet' | 'Rk4' | 'Kinematic' | 'AverageAcceleration' | 'FlowKick' | 'FlowKick4' | 'WeakKick';

/**
 * Kind of contact event.
 *
 * - `'Bounce'`: The body strikes the surface and leaves it: it bounces off, or it moves on along the surface without staying in contact. If the restitution is zero, this is the first touch of a body that an engine lifts.
 * - `'Settle'`: The body stays on the surface and moves along it: infinitely many bounces have ended, or the body struck the surface without a bounce.
 * - `'Slide'`: The body begins to slide over the surface.
 * - `'Roll'`: Sliding ends, and the body rolls on.
 * - `'Rest'`: The body comes to rest on the surface.
 * - `'Leave'`: The body leaves the surface without a bounce: it passes an edge, or a force lifts it off.
 * - `'Pass'`: The body passes through the surface, because the contact callback allowed it.
 * - `'Crowd'`: The step had more events than are computed exactly. The midpoint rule computed the rest of the step, in up to 32 substeps.
 */
export type ContactKind = 'Bounce' | 'Settle' | 'Slide' | 'Roll' | 'Rest' | 'Leave' | 'Pass' | 'Crowd';

/**
 * The direction in which a surface is crossed.
 *
 * - `'Ascending'`: Towards the side to which the normal points.
 * - `'Descending'`: Away from the side to which the normal points.
 * - `'Any'`: In either direction.
 */
export type Crossing = 'Ascending' | 'Descending' | 'Any';

/**
 * The kinds of models.
 *
 * - `'linear'`: Linear drag, exact. Without drag it is a vacuum.
 * - `'rational'`: The rational model of linear drag, which is faster and less accurate.
 * - `'quadratic'`: Quadratic drag, to a tolerance.
 * - `'rapier'`: The step of Rapier.
 * - `'avian'`: The step of Avian.
 * - `'box2d'`: The step of Box2D 3.
 * - `'unity'`: The step of Unity with its built-in physics in space.
 * - `'physx'`: The step of `PhysX`.
 * - `'jolt'`: The step of Jolt.
 * - `'godot'`: The step of Godot with its own physics.
 * - `'bullet'`: The step of Bullet.
 * - `'symplectic_euler'`: The step that changes the velocity first.
 * - `'explicit_euler'`: The step that changes the position first.
 */
export type ModelKind = 'linear' | 'rational' | 'quadratic' | 'rapier' | 'avian' | 'box2d' | 'unity' | 'physx' | 'jolt' | 'godot' | 'bullet' | 'symplectic_euler' | 'explicit_euler';

/**
 * What a throw holds fixed.
 *
 * - `'time'`: The time of flight [s].
 * - `'straight_line_speed'`: The straight-line distance to the hit divided by the time of flight [m/s].
 * - `'speed'`: The speed at launch [m/s].
 * - `'earliest_at_speed'`: The speed at launch [m/s], for the earliest hit.
 * - `'least_speed'`: The least speed at launch, without a value.
 * - `'through'`: A point that the path passes [m], without a value.
 * - `'touching'`: The plane with this normal and, as the value, this distance from the origin [m]: the arc touches it at its top.
 * - `'apex'`: The height of the apex [m].
 * - `'arc_height'`: The height of the arc above the straight line [m].
 * - `'curviness'`: The height of the arc above the straight line, divided by the straight-line distance.
 * - `'slope'`: The slope at launch: rise divided by run.
 * - `'arrival_slope'`: The slope at arrival: rise divided by run.
 * - `'climb_speed'`: The upward speed at launch [m/s].
 * - `'lob'`: The upward speed at launch, divided by the distance to the target [1/s].
 * - `'steps'`: The number of steps of an engine, after which it hits at the engine's own position.
 * - `'clearing'`: Points that the path passes or goes above [m], without a value.
 * - `'attempt'`: The speed at launch [m/s], for a throw that comes as near as possible.
 */
export type PlanKind = 'time' | 'straight_line_speed' | 'speed' | 'earliest_at_speed' | 'least_speed' | 'through' | 'touching' | 'apex' | 'arc_height' | 'curviness' | 'slope' | 'arrival_slope' | 'climb_speed' | 'lob' | 'steps' | 'clearing' | 'attempt';

/**
 * A kind of event.
 *
 * - `'crossing'`: The body crosses the plane `vector · position = number`.
 * - `'apex'`: The position of the body along `vector` has its first maximum.
 * - `'sphere'`: The body crosses the sphere with the center `vector` [m] and the radius `number` [m].
 */
export type UntilKind = 'crossing' | 'apex' | 'sphere';
