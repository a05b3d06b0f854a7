import type { Axial, Force, Orientation, Vector } from './force.js';
import type { ContactKind, Crossing, Scheme } from './forces.js';
import type { Plane, Sphere, State } from './flight.js';

declare const brand: unique symbol;
/** An id of a body. An id of a body that was removed is refused; an id of another world may refer to another body of this one. */
export type BodyId = bigint & { readonly [brand]: 'body' };
/** An id of a force or a link; as a `BodyId`. */
export type ForceId = bigint & { readonly [brand]: 'force' };
/** An id of a surface; as a `BodyId`. */
export type SurfaceId = bigint & { readonly [brand]: 'surface' };

/** An axial vector that is read: a number in the plane, three in space. */
export type AxialOf<D> = D extends 2 ? number : readonly number[];

/** A body to be added. What is not given is zero. */
export interface BodyParameters {
  /** [kg]; infinite for a fixed body. */
  mass: number;
  /** Of a ball [m], which touches surfaces and other balls with its rim; 0: the centre of mass touches surfaces. */
  radius?: number;
  /** Of the centre of mass [m]. */
  position?: Vector;
  /** [m/s] */
  velocity?: Vector;
  /** Rotation from the frame of the body to that of the world. */
  orientation?: Orientation;
  /** [rad/s], world frame. */
  angularVelocity?: Axial;
  /** Moments of inertia about the principal axes [kg m²]; 0 for a point, which does not rotate. */
  moments?: Axial;
  /** Rotation of the principal axes in the frame of the body. */
  axes?: Orientation;
}

/** The state of a body that is passed to a function; units as in `BodyParameters`. Arrays are frozen. */
export interface BodyState<D> {
  readonly mass: number;
  readonly radius: number;
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  readonly orientation: AxialOf<D>;
  readonly angularVelocity: AxialOf<D>;
  readonly moments: AxialOf<D>;
  readonly axes: AxialOf<D>;
}

/** A body of a world: reads and writes its present state. A value that is set is checked at once. */
export interface Body<D> {
  readonly id: BodyId;
  mass: number;
  radius: number;
  get position(): readonly number[];
  set position(value: Vector);
  get velocity(): readonly number[];
  set velocity(value: Vector);
  get orientation(): AxialOf<D>;
  set orientation(value: Orientation);
  get angularVelocity(): AxialOf<D>;
  set angularVelocity(value: Axial);
  get moments(): AxialOf<D>;
  set moments(value: Axial);
  get axes(): AxialOf<D>;
  set axes(value: Orientation);
}

/**
 * Where a force acts: on one body or some (`on`), on all but some (`except`), between two (`link`), or on all bodies; `except` and all
 * include later bodies. `at` is a point of the body relative to the centre of mass [m], in its frame; of a link, two points.
 */
export interface Where {
  on?: BodyId | readonly BodyId[];
  except?: readonly BodyId[];
  link?: readonly [BodyId, BodyId];
  at?: Vector | readonly [Vector, Vector];
}

/** A force by the names of the crate, as in files: `{ Spring: { stiffness: 3, pulls_only: true } }`. */
export type NamedForce = { readonly [name: string]: { readonly [parameter: string]: unknown } };

/** An impulse [N s] acts at once, a force [N] or a torque [N m] during the next step only; the point is one of the world [m]. */
export interface Pushes {
  impulse: { impulse: Vector };
  impulseAt: { impulse: Vector; point: Vector };
  force: { force: Vector };
  forceAt: { force: Vector; point: Vector };
  torque: { torque: Axial };
}

/**
 * The event that ends a motion: a body crosses a plane or a sphere (`Ascending` is along the normal, or outwards; `Any` unless given), or
 * has its first maximum along a direction.
 */
export type Until = { body: BodyId; which?: Crossing } & ({ crossing: Plane } | { sphere: Sphere } | { apex: Vector });

/** An absolute tolerance [m], or an absolute and a relative one. */
export type Tolerance = number | { length?: number; relative?: number };

/**
 * States at several times [s]. Positions [m] and velocities [m/s] are flat: for each time those of all bodies in the order of `ids()`, 2
 * or 3 numbers each.
 */
export interface Rows { readonly times: Float64Array; readonly positions: Float64Array; readonly velocities: Float64Array; }

/**
 * The work of a motion to a tolerance: bodies that moved exactly, islands (bodies that links tie together) that moved by steps of their
 * own, accepted steps by method, rejected steps, and evaluations of all forces on an island. `raised` is the largest tolerance [m] that
 * replaced one below the rounding of a coordinate.
 */
export interface Work {
  readonly exactBodies: number;
  readonly islands: number;
  readonly nystromSteps: number;
  readonly dormandPrinceSteps: number;
  readonly radauSteps: number;
  readonly rejected: number;
  readonly evaluations: number;
  readonly raised: number | undefined;
}

/**
 * How a body and a surface, or two bodies, act on each other; 0 unless given. `restitution` is the normal speed after a contact divided by
 * that before, 0 to 1; `friction` and `rolling` are coefficients of friction and of rolling resistance; `tangentialRestitution` is from 0
 * (friction stops the sliding) to 1 (friction reverses it, as of a superball).
 */
export interface Material { restitution?: number; friction?: number; rolling?: number; tangentialRestitution?: number; }

/**
 * A surface; lengths in [m]. The normal of a plane points to the free side. A chain, in the plane only, is solid on the right, seen along
 * its segments. A height field has rows of `columns` heights, one row in the plane, `spacing` apart; the first is at `origin` plus its
 * height along `up`, which is along an axis.
 */
export type Shape =
  | { plane: Plane }
  | { box: { center: Vector; halfExtents: Vector; orientation?: Orientation } }
  | { ball: Sphere }
  | { chain: { points: readonly Vector[]; closed?: boolean } }
  | { heightfield: { up: Vector; origin: Vector; spacing: number; columns: number; heights: ArrayLike<number> } };

/** A body, and the surface or the other body that it touches. Time of the world [s], point [m], unit normal towards the body. */
export interface Touch {
  readonly time: number;
  readonly body: BodyId;
  readonly surface: SurfaceId | undefined;
  readonly other: BodyId | undefined;
  readonly point: readonly number[];
  readonly normal: readonly number[];
}
/** A contact of the last step; the impulse is on the body [N s]. */
export interface Contact extends Touch { readonly kind: ContactKind; readonly impulse: readonly number[]; }
/** A contact for which a function decides how it acts; velocity of the body relative to the surface or the other body [m/s]. */
export interface Collision extends Touch { readonly velocity: readonly number[]; readonly material: Required<Material>; }
/**
 * How a contact acts: the material, the velocity of a conveyor belt along the surface [m/s], a velocity that is added to that of the body
 * [m/s], and whether the body passes through. What is not given is the material that was set, 0 and false.
 */
export interface Answer { material?: Material; belt?: Vector; push?: Vector; passes?: boolean; }

/**
 * Bodies, forces, links and surfaces, in 2 or 3 dimensions, in double precision. Methods throw a `KinstepError`; the world is then as it
 * was.
 */
export declare class World<D extends 2 | 3 = 2 | 3> {
  constructor(dimensions: D);
  /** The world of the bytes of `scene()`, with the same ids and without surfaces. @throws KinstepError `restore` */
  static fromScene(bytes: Uint8Array): World;
  readonly dimensions: D;
  /** [s] */
  readonly time: number;
  /** The number of steps made. */
  readonly steps: number;
  /** The scheme of the steps, 'FlowKick' at first. */
  scheme: Scheme;
  /** [J] */
  readonly energy: { readonly kinetic: number; readonly potential: number; readonly total: number };
  /** [kg m/s] */
  readonly momentum: readonly number[];
  /** About the origin [kg m²/s]. */
  readonly angularMomentum: AxialOf<D>;
  /** [m]; `undefined` without bodies of finite mass. */
  readonly centerOfMass: readonly number[] | undefined;
  /** All masses [kg], positions [m] and velocities [m/s], flat, in the order of `ids()`: copies. Assign an array to set all. */
  masses: Float64Array;
  positions: Float64Array;
  velocities: Float64Array;

  /** Makes a step of any length [s]; a negative one runs backwards. @throws KinstepError `step` */
  step(dt: number): void;
  /** Makes steps of `dt` [s], and returns the state at the start and after each `every` steps, 1 unless given, which divides `steps`. */
  run(dt: number, steps: number, every?: number): Rows;
  /**
   * Moves by `dt` [s], not negative, or to the event if that is earlier; without an event all of `dt`, and `undefined`. Bodies ignore
   * surfaces.
   */
  stepUntil(dt: number, until: Until): State | undefined;
  /** Moves by a duration [s] in steps as long as the tolerance allows. Bodies ignore surfaces. */
  advance(duration: number, tolerance: Tolerance): Work;
  /** Advances, or to the event if that is earlier; `undefined` without an event. */
  advanceUntil(duration: number, tolerance: Tolerance, until: Until): State | undefined;
  /** Advances to the last of some times [s] of the clock of the world, in one direction from now on; returns the states at each. */
  advanceThrough(times: ArrayLike<number>, tolerance: Tolerance): Rows;
  /**
   * States of one body at some times [s] of the clock of the world, in closed form, without a step.
   * @throws KinstepError `invalid` if a force on it has no linear law
   */
  trajectory(body: BodyId, times: ArrayLike<number>): Rows;

  addBody(body: BodyParameters): BodyId;
  /** Adds all or none. */
  addBodies(bodies: readonly BodyParameters[]): BodyId[];
  /** Removes a body, the forces on it alone, and its links. In `ids()` the last body takes its place. */
  removeBody(body: BodyId): void;
  /** Removes all bodies and links, and all forces on particular bodies. Only forces on every body stay. */
  clear(): void;
  has(body: BodyId): boolean;
  ids(): BodyId[];
  body(body: BodyId): Body<D>;
  /** Applies an impulse, a force or a torque to a body. */
  push<K extends keyof Pushes>(body: BodyId, kind: K, push: Pushes[K]): void;
  /** Angular momentum of a body about its centre of mass [kg m²/s], world frame. */
  spinAngularMomentum(body: BodyId): AxialOf<D>;
  /** Acceleration [m/s²] and torque [N m] of a body by all forces. */
  accelerationAndTorque(body: BodyId): { readonly acceleration: readonly number[]; readonly torque: AxialOf<D> };
  /** The tag of a body, a number of the caller: 0n if none was set, `undefined` if there is no such body. */
  tag(body: BodyId): bigint | undefined;
  setTag(body: BodyId, tag: bigint): void;

  /** Adds a force, or a function from body and time [s] to a force [N]; functions are slow. */
  addForce(force: Force | NamedForce | ((body: BodyState<D>, time: number) => Vector), where?: Where): ForceId;
  /**
   * Adds a force between two bodies: it acts on the first as if the second were the origin, and the second gets the opposite. `at` has a
   * point of each [m], in its frame.
   */
  addLink(one: BodyId, other: BodyId, force: Force | NamedForce, at?: readonly [Vector, Vector]): ForceId;
  /** Adds a function from body and time [s] to a torque [N m]. */
  addTorque(torque: (body: BodyState<D>, time: number) => Axial, where?: Where): ForceId;
  /** Adds a function from position [m] and time [s] to a force [N]; it is the negative gradient of the potential [J], if that is given. */
  addField(field: (position: readonly number[], time: number) => Vector, where?: Where, potential?: (position: readonly number[], time: number) => number): ForceId;
  /** Replaces a force: the new one has the same id, and acts on the same bodies. */
  replaceForce(old: ForceId, force: Force | NamedForce | ((body: BodyState<D>, time: number) => Vector), at?: Vector): void;
  /** Removes a force or a link. */
  removeForce(force: ForceId): void;
  forces(): ForceId[];
  /** A force by the names of the crate; one at a point is `{ AtPoint: { force, arm } }`. `undefined` for a function. */
  force(force: ForceId): NamedForce | undefined;

  addSurface(shape: Shape, material?: Material): SurfaceId;
  removeSurface(surface: SurfaceId): void;
  setContact(surface: SurfaceId, material: Material): void;
  /** Sets the velocity of a surface [m/s] from now on. */
  setSurfaceVelocity(surface: SurfaceId, velocity: Vector): void;
  /** Makes a surface stop only bodies that come from the side to which the vector points; from all sides without one. */
  setOneWay(surface: SurfaceId, side?: Vector): void;
  /** Sets the layers of a surface, 32 bits: it collides with bodies that have a bit in common with it. At first all bits are set. */
  setSurfaceLayers(surface: SurfaceId, layers: number): void;
  /** Sets the layers of a body, 32 bits: it collides with surfaces and bodies that have a bit in common with it. */
  setLayers(body: BodyId, layers: number): void;
  /** The displacement of a surface since it was added [m]. */
  surfaceOffset(surface: SurfaceId): readonly number[];
  /** Lets balls collide with each other; without a material they pass through each other, as at first. */
  setBodyContact(material?: Material): void;
  /** The contacts of the last step, in the order of time. */
  contacts(): Contact[];
  /** The surfaces on which a body rests, slides or rolls. */
  heldBy(body: BodyId): SurfaceId[];
  /** Lets a function decide how each contact acts; if it returns nothing, as the material says. Equal contacts must get equal answers. */
  onContact(decide: (collision: Collision) => Answer | undefined | void): void;

  /** Bodies, time and scheme as bytes, without forces, surfaces and layers. */
  snapshot(): Uint8Array;
  /**
   * Goes back to a snapshot, to the bit. Surfaces and layers stay; forces that were added later are removed.
   * @throws KinstepError `restore`, also if a force was removed since then
   */
  restore(bytes: Uint8Array): void;
  /** Bodies, time, scheme and forces as bytes, without surfaces and layers. @throws KinstepError `invalid` if a force is a function */
  scene(): Uint8Array;
  /** A copy, with the same ids, which steps to the same bits. Functions are shared. */
  clone(): World<D>;
  /**
   * Frees the memory now; otherwise it is freed when the object is collected. Call it between calls, not in a function that the world
   * calls.
   */
  free(): void;
}
