import type { Axial, Force, Orientation, Vector } from './force.js';
import type { ContactKind, Crossing, Scheme } from './forces.js';
import type { Plane, Sphere, State } from './flight.js';

declare const brand: unique symbol;
/** An id of a body; one of a body that was removed is refused. */
export type BodyId = bigint & { readonly [brand]: 'body' };
export type ForceId = bigint & { readonly [brand]: 'force' };
export type SurfaceId = bigint & { readonly [brand]: 'surface' };

/** An axial vector that is read: a number in the plane, three in space. */
export type AxialOf<D> = D extends 2 ? number : readonly number[];

/** A body to be added. What is not given is zero; the mass is in [kg], infinite for a fixed body. */
export interface BodyParameters {
  mass: number;
  /** Of a ball that surfaces and other balls touch at its rim [m]. */
  radius?: number;
  /** Of the centre of mass [m]. */
  position?: Vector;
  /** [m/s] */
  velocity?: Vector;
  /** From the frame of the body to that of the world. */
  orientation?: Orientation;
  /** [rad/s], world frame. */
  angularVelocity?: Axial;
  /** Moments of inertia about the principal axes [kg m²]; a point, which does not turn, has none. */
  moments?: Axial;
  /** How the principal axes are turned in the body. */
  axes?: Orientation;
}

/** A body as a function gets it; units as in `BodyParameters`. Arrays are frozen. */
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

/** A body of a world, as it is now. A value that is set is checked at once. */
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

/** Where a force acts: on all bodies, also later ones, unless bodies are named. `at` is a point of the body [m], in its frame; of a link, two points. */
export interface Where {
  on?: BodyId | readonly BodyId[];
  except?: readonly BodyId[];
  link?: readonly [BodyId, BodyId];
  at?: Vector | readonly [Vector, Vector];
}

/** A force by the names of the crate, as in files: `{ Spring: { stiffness: 3, pulls_only: true } }`. */
export type NamedForce = { readonly [name: string]: { readonly [parameter: string]: unknown } };

/** A momentum [N s] at once, or a force [N] or torque [N m] over the next step; a point of the world [m]. */
export interface Pushes {
  impulse: { impulse: Vector };
  impulseAt: { impulse: Vector; point: Vector };
  force: { force: Vector };
  forceAt: { force: Vector; point: Vector };
  torque: { torque: Axial };
}

/** The event that ends a motion of a body: the crossing of a plane or a sphere (outwards is ascending), or the first maximum along a direction. */
export type Until = { body: BodyId; which?: Crossing } & ({ crossing: Plane } | { sphere: Sphere } | { apex: Vector });

/** An absolute tolerance [m], or an absolute and a relative one. */
export type Tolerance = number | { length?: number; relative?: number };

/** States at several times [s]: a row of positions [m] and of velocities [m/s] of all bodies for each. */
export interface Rows { readonly times: Float64Array; readonly positions: Float64Array; readonly velocities: Float64Array; }

/** The work of a motion; `raised` is a tolerance [m] in place of one below the rounding of a coordinate. */
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

/** How a contact acts; 0 unless given. `restitution` 1 loses no speed; `rolling` is a resistance; `tangentialRestitution` 1 is a superball. */
export interface Material { restitution?: number; friction?: number; rolling?: number; tangentialRestitution?: number; }

/** A solid. A plane is solid below: its normal points to the free side. A chain (in the plane) is solid on the right of who walks along it. Heights [m] are row after row. */
export type Shape =
  | { plane: Plane }
  | { box: { center: Vector; halfExtents: Vector; orientation?: Orientation } }
  | { ball: Sphere }
  | { chain: { points: readonly Vector[]; closed?: boolean } }
  | { heightfield: { up: Vector; origin: Vector; spacing: number; columns: number; heights: ArrayLike<number> } };

/** What touches: a body, and a surface or another body. The time is that of the world [s], the point in [m]; the normal points to the body. */
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
/** A contact before it acts; the velocity is relative to what is touched [m/s]. */
export interface Collision extends Touch { readonly velocity: readonly number[]; readonly material: Required<Material>; }
/** The material, the velocity of a belt [m/s], a velocity that is added [m/s], and whether the body passes through. */
export interface Answer { material?: Material; belt?: Vector; push?: Vector; passes?: boolean; }

/** Bodies, forces, links and surfaces, in 2 or 3 dimensions, in double precision. */
export declare class World<D extends 2 | 3 = 2 | 3> {
  constructor(dimensions: D);
  /** @throws KinstepError `restore` */
  static fromScene(bytes: Uint8Array): World;
  readonly dimensions: D;
  /** [s] */
  readonly time: number;
  /** The number of steps made. */
  readonly steps: number;
  /** How steps are computed. */
  scheme: Scheme;
  /** [J] */
  readonly energy: { readonly kinetic: number; readonly potential: number; readonly total: number };
  /** [kg m/s] */
  readonly momentum: readonly number[];
  /** About the origin [kg m²/s]. */
  readonly angularMomentum: AxialOf<D>;
  /** [m] */
  readonly centerOfMass: readonly number[] | undefined;
  /** All masses [kg], positions [m] and velocities [m/s], by the order of the ids; copies, which can be set. */
  masses: Float64Array;
  positions: Float64Array;
  velocities: Float64Array;

  /** A step of any length [s]; a negative one runs backwards. @throws KinstepError `step`; the world is then as it was */
  step(dt: number): void;
  /** Steps of `dt` [s]: the start, and the state after each `every` steps. */
  run(dt: number, steps: number, every?: number): Rows;
  /** A step, or one that ends at the event if that is earlier; `undefined` without an event. */
  stepUntil(dt: number, until: Until): State | undefined;
  /** A motion by a duration [s] in steps as long as the tolerance allows. */
  advance(duration: number, tolerance: Tolerance): Work;
  advanceUntil(duration: number, tolerance: Tolerance, until: Until): State | undefined;
  /** Advances to the last of some times [s] of the clock of the world, and gives the states at each. */
  advanceThrough(times: ArrayLike<number>, tolerance: Tolerance): Rows;
  /** A body at some times [s] of the clock of the world, in closed form. @throws KinstepError `invalid` if a force on it has no linear law */
  trajectory(body: BodyId, times: ArrayLike<number>): Rows;

  addBody(body: BodyParameters): BodyId;
  /** Adds all or none. */
  addBodies(bodies: readonly BodyParameters[]): BodyId[];
  /** Removes a body, and the forces and links on it alone. */
  removeBody(body: BodyId): void;
  clear(): void;
  has(body: BodyId): boolean;
  ids(): BodyId[];
  body(body: BodyId): Body<D>;
  push<K extends keyof Pushes>(body: BodyId, kind: K, push: Pushes[K]): void;
  /** About the centre of mass [kg m²/s], world frame. */
  spinAngularMomentum(body: BodyId): AxialOf<D>;
  /** By all forces [m/s²], [N m]. */
  accelerationAndTorque(body: BodyId): { readonly acceleration: readonly number[]; readonly torque: AxialOf<D> };
  /** A number of the caller for a body. */
  tag(body: BodyId): bigint | undefined;
  setTag(body: BodyId, tag: bigint): void;

  /** Adds a force, or a function from body and time [s] to a force [N]; functions are slow. */
  addForce(force: Force | NamedForce | ((body: BodyState<D>, time: number) => Vector), where?: Where): ForceId;
  /** A force between two bodies, in opposite directions; `at` has a point of each [m]. */
  addLink(one: BodyId, other: BodyId, force: Force | NamedForce, at?: readonly [Vector, Vector]): ForceId;
  /** A function from body and time [s] to a torque [N m]. */
  addTorque(torque: (body: BodyState<D>, time: number) => Axial, where?: Where): ForceId;
  /** A function from position [m] and time [s] to a force [N], and its potential [J]. */
  addField(field: (position: readonly number[], time: number) => Vector, where?: Where, potential?: (position: readonly number[], time: number) => number): ForceId;
  replaceForce(old: ForceId, force: Force, at?: Vector): void;
  /** Removes a force or a link. */
  removeForce(force: ForceId): void;
  forces(): ForceId[];
  /** A force by names, with `AtPoint` around one at a point; `undefined` for a function. */
  force(force: ForceId): NamedForce | undefined;

  addSurface(shape: Shape, material?: Material): SurfaceId;
  removeSurface(surface: SurfaceId): void;
  setContact(surface: SurfaceId, material: Material): void;
  /** [m/s] */
  setSurfaceVelocity(surface: SurfaceId, velocity: Vector): void;
  /** Stops bodies that come from this side only; from all sides without one. */
  setOneWay(surface: SurfaceId, side?: Vector): void;
  /** What has no bit in common does not collide. */
  setSurfaceLayers(surface: SurfaceId, layers: number): void;
  setLayers(body: BodyId, layers: number): void;
  /** The displacement since it was added [m]. */
  surfaceOffset(surface: SurfaceId): readonly number[];
  /** Lets round bodies collide with each other; without a material they pass. */
  setBodyContact(material?: Material): void;
  /** The contacts of the last step, by their times. */
  contacts(): Contact[];
  /** The surfaces on which a body rests, slides or rolls. */
  heldBy(body: BodyId): SurfaceId[];
  /** A function that decides how a contact acts, as set if it returns nothing. It must answer equal contacts alike. */
  onContact(decide: (collision: Collision) => Answer | undefined | void): void;

  /** The state without the forces. */
  snapshot(): Uint8Array;
  /** Back to a snapshot, to the bit. The world must have the forces of then. @throws KinstepError `restore` */
  restore(bytes: Uint8Array): void;
  /** The state with the forces. @throws KinstepError `invalid` if a force is a function */
  scene(): Uint8Array;
  clone(): World<D>;
  /** Frees the memory now; without this it is freed when the object is collected. */
  free(): void;
}
