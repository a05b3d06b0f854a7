/** Two numbers in the plane, three in space. */
export type Vector = ArrayLike<number>;
/** An axial vector, such as an angular velocity: one number in the plane, along z, and three in space. */
export type Axial = number | ArrayLike<number>;
/** An angle [rad] in the plane, a unit quaternion i, j, k, w in space. */
export type Orientation = number | ArrayLike<number>;

/**
 * A force, made by a function such as `spring`, to be added to a world or a swarm. Parameters that are not given are zero, unless their
 * comment says otherwise.
 */
export interface Force {
  /** The index in the list of forces of the crate. */
  readonly kind: number;
  /** The name of the kind in the crate, such as `Spring`. */
  readonly name: string;
  /** All parameters, one after the other. */
  readonly numbers: Float64Array;
  /** 2 or 3, or 0 for a force without vectors, which fits both. */
  readonly dimensions: number;
}
