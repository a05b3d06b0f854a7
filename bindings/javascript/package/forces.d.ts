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

/** Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`. */
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

/** Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`. */
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
  /** Charge q [C]. */
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

/** Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion. */
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

/** Drag that slows the rotation of a body. */
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
  /** Fraction of the full force; 1 is full throttle. */
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

/** How a step is computed from the effects of all forces. */
export type Scheme = 'ExplicitEuler' | 'SymplecticEuler' | 'VelocityVerlet' | 'Rk4' | 'Kinematic' | 'AverageAcceleration' | 'FlowKick' | 'FlowKick4' | 'WeakKick';

/** Kind of contact event. */
export type ContactKind = 'Bounce' | 'Settle' | 'Slide' | 'Roll' | 'Rest' | 'Leave' | 'Pass' | 'Crowd';

/** The direction in which a surface is crossed. */
export type Crossing = 'Ascending' | 'Descending' | 'Any';

/** The kinds of models. Their numbers never change. */
export type ModelKind = 'linear' | 'rational' | 'quadratic' | 'rapier' | 'avian' | 'box2d' | 'unity' | 'physx' | 'jolt' | 'godot' | 'bullet' | 'symplectic_euler' | 'explicit_euler';

/** What a throw holds fixed. The numbers never change. */
export type PlanKind = 'time' | 'straight_line_speed' | 'speed' | 'earliest_at_speed' | 'least_speed' | 'through' | 'touching' | 'apex' | 'arc_height' | 'curviness' | 'slope' | 'arrival_slope' | 'climb_speed' | 'lob' | 'steps' | 'clearing' | 'attempt';

/** A kind of event. */
export type UntilKind = 'crossing' | 'apex' | 'sphere';
