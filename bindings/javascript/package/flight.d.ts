import type { Force, Vector } from './force.js';
import type { Crossing, ModelKind, PlanKind } from './forces.js';
export type { Axial, Force, Orientation, Vector } from './force.js';

/**
 * The kind of an error. `not_loaded`: a call before `init`, or of a method that only `kinstep` has. `busy`: a call to a world by a
 * function that this world calls.
 */
export type ErrorKind = 'invalid' | 'no_such_body' | 'no_such_force' | 'no_such_surface' | 'step' | 'restore' | 'no_answer' | 'busy' | 'freed' | 'not_loaded';

/** Every error of this package. What a function of yours throws is thrown unchanged by the call that needed its answer. */
export declare class KinstepError extends Error {
  constructor(kind: ErrorKind, message: string);
  readonly kind: ErrorKind;
}

/** A state of a flight or of a body: 2 or 3 numbers for each vector. */
export interface State {
  /** Since launch, or since the call that moved the body [s]. */
  readonly time: number;
  /** [m] */
  readonly position: readonly number[];
  /** [m/s] */
  readonly velocity: readonly number[];
}

/** The plane `normal · position = distance`; the distance is in [m] times the length of the normal, 0 unless given. */
export interface Plane { normal: Vector; distance?: number; }

/** A center [m] and a radius [m]. */
export interface Sphere { center: Vector; radius: number; }

/** Parameters of a model of flight. What is not given is zero. */
export interface ModelParameters {
  /** [m/s²] */
  gravity: Vector;
  /** Velocity of the air [m/s]; an engine has none. */
  wind?: Vector;
  /**
   * The rate [1/s] of linear and rational air, the coefficient [1/m] of quadratic air, or the damping of an engine in the unit of that
   * engine.
   */
  drag?: number;
  /** Terminal speed [m/s], in place of the drag of an air. */
  terminalSpeed?: number;
  /** Of quadratic air: tolerance for the error of a position [m]; 1e-6 m unless given. */
  tolerance?: number;
  /** Of an engine: its step [s]. */
  timeStep?: number;
  /** Of an engine with substeps: their number, if it is not the default of the engine. */
  substeps?: number;
}

/**
 * The point of launch, and position, velocity and acceleration of the target at launch; the velocity of the shooter is added to that of
 * the throw. [m], [m/s], [m/s²]
 */
export interface Order { from: Vector; target: Vector; targetVelocity?: Vector; targetAcceleration?: Vector; shooterVelocity?: Vector; }

/** What a throw holds fixed. */
export interface Plan {
  kind: PlanKind;
  /** By kind: a speed [m/s], a time [s], a height [m], a number of steps of an engine, ... */
  value?: number;
  /** By kind: the point to pass [m], or the normal of a plane. */
  vector?: Vector;
  /** Whether the latest hit is wanted instead of the earliest: the high trajectory of a speed. */
  lofted?: boolean;
  /** Of `clearing`: points that the path passes or goes above [m]. */
  points?: readonly Vector[];
}

/** A throw that hits, or the closest attempt. */
export interface Launch {
  /** At launch [m/s], world frame, with that of the shooter. */
  readonly velocity: readonly number[];
  /** From launch to hit, or to the closest approach of an attempt [s]. */
  readonly timeOfFlight: number;
  /** Of an attempt: the smallest distance from the target [m]; else 0. */
  readonly miss: number;
}

/** A model of flight: an air, or the step of a game engine. In `kinstep/preview` there is no quadratic air. */
export declare class Model {
  /** @throws KinstepError `invalid` */
  constructor(kind: ModelKind, parameters: ModelParameters);
  readonly kind: ModelKind;
  /** 2 or 3: the number of components of the gravity. */
  readonly dimensions: number;
  /** The limit that an engine sets to a speed [m/s]; flights ignore it. */
  readonly speedCap: number | undefined;
  /** The flight from a position [m] with a velocity [m/s]. */
  launch(position: Vector, velocity: Vector): Flight;
  /**
   * The throw that hits. Only in `kinstep`.
   * @throws KinstepError `no_answer` if there is none, or if a number of the order or the value of the plan is not valid
   */
  aim(order: Order, plan: Plan): Launch;
  /** All throws that hit, in the order of their times of flight. Only in `kinstep`. */
  hits(order: Order, plan: Plan): Launch[];
}

/** A flight, made by `launch` of a model. Times are since launch [s]. An event that does not happen is `undefined`. */
export declare class Flight {
  private constructor();
  readonly dimensions: number;
  at(time: number): State;
  /** The state after a number of steps of an engine. */
  afterSteps(steps: number): State;
  /** The highest point against gravity, or the farthest along a direction. */
  apex(direction?: Vector): State | undefined;
  /** The first crossing of a plane after launch, in either direction unless given. */
  crossing(plane: Plane, which?: Crossing): State | undefined;
  /** Fills an array with positions of 2 or 3 numbers [m]: at the time `from` [s], and then each `step` [s]; returns it. */
  sample(points: Float32Array, from: number, step: number): Float32Array;
  /** All crossings between two times. This and all below only in `kinstep`. */
  crossings(plane: Plane, from: number, to: number, which?: Crossing): State[];
  /** The first crossing of a sphere; ascending is outwards. */
  sphere(sphere: Sphere, from: number, to: number, which?: Crossing): State | undefined;
  /**
   * The first landing. `height` gives the height of the ground [m] along `up`, at a position without its part along `up`; it changes by
   * at most `steepest` [m] per metre.
   */
  landing(ground: { up: Vector; height: (position: readonly number[]) => number; steepest: number }, from: number, to: number): (State & { readonly normal: readonly number[] }) | undefined;
  /** The closest approach to a point [m] between two times. */
  closestApproach(point: Vector, from: number, to: number): { readonly time: number; readonly position: readonly number[]; readonly distance: number };
  /** The corners of the box around the path between two times [m]. */
  bounds(from: number, to: number): { readonly min: readonly number[]; readonly max: readonly number[] };
}

/** Fills an array with positions of 2 or 3 numbers [m], at equal intervals of time from launch to a time [s]; returns it. */
export declare function preview(flight: Flight, points: Float32Array, until: number): Float32Array;

/**
 * Millions of points, in single precision. In `kinstep/preview` they have one mass, and only `uniformGravity` and `linearDrag` act on
 * them.
 */
export declare class Swarm {
  /** 2 or 3 dimensions; the mass of points that are added without one [kg], 1 unless given. */
  constructor(dimensions: 2 | 3, options?: { mass?: number; forces?: readonly Force[] });
  readonly dimensions: number;
  /** The number of points. */
  readonly length: number;
  /** [s] */
  readonly time: number;
  /**
   * A new view of the positions [m] in the memory of the module: 2 or 3 numbers for each point. Finite numbers may be written to it. The
   * view is invalid after any later call to the module, whose memory may move: take a new one in each frame.
   */
  readonly positions: Float32Array;
  /** The same for velocities [m/s]. */
  readonly velocities: Float32Array;
  addForce(force: Force): void;
  /** Adds points at the end: positions [m] and velocities [m/s], 2 or 3 numbers for each point, and a mass [kg] for each or one for all. */
  add(positions: ArrayLike<number>, velocities: ArrayLike<number>, masses?: readonly number[]): void;
  /** Makes steps of `dt` [s]; exact under linear forces. If a step fails the points are as before the call. */
  step(dt: number, steps?: number): void;
  free(): void;
  /** The mass of each point [kg]. This and all below only in `kinstep`. */
  readonly masses: Float32Array;
  clearForces(): void;
  /** Removes the points whose entry is 0. */
  keep(mask: ArrayLike<number>): void;
  /** Makes a step, and returns which points crossed a plane (by index), and when since the start of the step [s]. */
  stepAcross(dt: number, plane: Plane, which?: Crossing): { readonly point: number; readonly time: number }[];
  /** The positions [m] after each of some times [s], without a step. */
  positionsAfter(times: ArrayLike<number>): Float32Array;
  /** The points and the time as bytes, without the forces. */
  snapshot(): Uint8Array;
  /** Goes back to a snapshot. @throws KinstepError `restore` */
  restore(bytes: Uint8Array): void;
}
