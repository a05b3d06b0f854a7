// Models, flights, previews, aims and swarms.

import { count, func, list, method, numbers, object, raw, refuse, side, word } from './border.js';
import { fitting, flatten, isForce, one, read, row, state } from './force.js';

const PLANE = { normal: 'v', distance: '0' };
const ORDER = { from: 'v', target: 'v', targetVelocity: 'V', targetAcceleration: 'V', shooterVelocity: 'V' };
const vectors = (all, size) => Array.from({ length: all.length / size }, (_, i) => all.subarray(size * i, size * (i + 1)));

export class Model {
  #raw;

  constructor(kind, parameters) {
    const letters = { substeps: '0', gravity: 'v', wind: 'V', drag: '0', terminalSpeed: '0', tolerance: '0', timeStep: '0' };
    const { numbers, dimensions } = flatten('the model', letters, parameters);
    this.kind = kind;
    this.dimensions = dimensions;
    this.#raw = new (raw().Model)(word(kind, 'the kind of the model is'), numbers);
    Object.freeze(this);
  }

  get speedCap() { return this.#raw.speed_cap(); }

  launch(position, velocity) {
    return new Flight(this.#raw.launch(row(this.dimensions, 'the launch', { position: 'v', velocity: 'v' }, { position, velocity })), this.dimensions);
  }

  aim(order, asked) {
    const { kind, points = [], ...plan } = object(asked, 'the plan is');
    const coordinates = list(points, 'the points are').flatMap((point) => Array.from(one(this.dimensions, 'v', 'points', point)));
    const found = method(this.#raw, 'aim')(word(kind, 'the kind of the plan is'), this.#plan(plan), coordinates, row(this.dimensions, 'the order', ORDER, order));
    return this.#launch(found);
  }

  hits(order, asked) {
    const { kind, ...plan } = object(asked, 'the plan is');
    const found = method(this.#raw, 'hits')(word(kind, 'the kind of the plan is'), this.#plan(plan), row(this.dimensions, 'the order', ORDER, order));
    return vectors(found, 5).map((hit) => this.#launch(hit));
  }

  #plan(plan) { return row(this.dimensions, 'the plan', { lofted: 'B', value: '0', vector: 'V' }, plan); }

  #launch(numbers) { return { velocity: read(numbers, 0, 'v', this.dimensions), timeOfFlight: numbers[3], miss: numbers[4] }; }
}

export class Flight {
  #raw;

  constructor(made, dimensions) {
    this.#raw = made;
    this.dimensions = dimensions;
    Object.freeze(this);
  }

  #state(name, ...rest) { return state(method(this.#raw, name)(...rest), this.dimensions); }
  #row(name, letters, given) { return row(this.dimensions, name, letters, given); }

  at(time) { return this.#state('at', time); }
  afterSteps(steps) { return this.#state('after_steps', count(steps, 'steps')); }
  apex(direction) { return this.#state('apex', direction === undefined ? [] : one(this.dimensions, 'v', 'direction', direction)); }
  crossing(plane, which = 'Any') { return this.#state('crossing', this.#row('the plane', PLANE, plane), side(which)); }

  crossings(plane, from, to, which = 'Any') {
    return vectors(method(this.#raw, 'crossings')(this.#row('the plane', PLANE, plane), side(which), from, to), 7).map((event) => state(event, this.dimensions));
  }

  sphere(sphere, from, to, which = 'Any') {
    return this.#state('sphere', this.#row('the sphere', { center: 'v', radius: 'n' }, sphere), side(which), from, to);
  }

  landing(asked, from, to) {
    const { height, ...ground } = object(asked, 'the ground is'), at = func(height, 'the height is');
    const heights = (point) => [at(read(point, 0, 'v', this.dimensions))];
    const found = method(this.#raw, 'landing')(this.#row('the ground', { up: 'v', steepest: 'n' }, ground), heights, from, to);
    return found.length ? { ...state(found, this.dimensions), normal: read(found, 7, 'v', this.dimensions) } : undefined;
  }

  closestApproach(point, from, to) {
    const found = method(this.#raw, 'closest_approach')(one(this.dimensions, 'v', 'point', point), from, to);
    return { time: found[0], position: read(found, 1, 'v', this.dimensions), distance: found[4] };
  }

  bounds(from, to) {
    const found = method(this.#raw, 'bounds')(from, to);
    return { min: read(found, 0, 'v', this.dimensions), max: read(found, 3, 'v', this.dimensions) };
  }

  sample(points, from, step) {
    if (!(points instanceof Float32Array)) refuse('points are written into a Float32Array');
    this.#raw.sample(from, step, this.dimensions, points);
    return points;
  }
}

export const preview = (flight, points, until) => flight.sample(points, 0, until / Math.max(points.length / flight.dimensions - 1, 1));

export class Swarm {
  #raw;
  #mass;
  #memory = raw().memory;

  constructor(dimensions, options = {}) {
    const { mass = 1, forces = [] } = object(options, 'what a swarm has is');
    if (dimensions !== 2 && dimensions !== 3) refuse(`a swarm has 2 or 3 dimensions, not ${String(dimensions)}`);
    this.dimensions = dimensions;
    this.#mass = mass;
    this.#raw = new (raw().Swarm)(dimensions, mass);
    Object.freeze(this);
    for (const force of list(forces, 'the forces are')) this.addForce(force);
  }

  #call(name, ...rest) { return method(this.#raw, name)(...rest); }

  // a view of the memory, which is detached when the memory grows
  #view(isVelocity) {
    const address = this.#call('address', isVelocity);
    return new Float32Array(this.#memory.buffer, address, this.length * this.dimensions);
  }

  get length() { return this.#call('length'); }
  get time() { return this.#call('time'); }
  get masses() { return this.#call('masses'); }
  get positions() { return this.#view(false); }
  get velocities() { return this.#view(true); }

  addForce(force) {
    if (!isForce(force)) refuse(`a force on a swarm is ${String(force)}; it must be a force of this package`);
    this.#call('add_force', force.kind, fitting(this.dimensions, force).numbers);
  }
  clearForces() { this.#call('clear_forces'); }
  add(positions, velocities, masses = [this.#mass]) { this.#call('append', numbers(positions, 'the positions are'), numbers(velocities, 'the velocities are'), numbers(masses, 'the masses are')); }
  keep(mask) { this.#call('keep', numbers(mask, 'the mask is')); }
  step(dt, steps = 1) { this.#call('step', dt, count(steps, 'steps')); }

  stepAcross(dt, plane, which = 'Any') {
    const found = this.#call('step_across', dt, row(this.dimensions, 'the plane', PLANE, plane), side(which));
    return vectors(found, 2).map(([point, time]) => ({ point, time }));
  }

  positionsAfter(times) { return this.#call('positions_after', numbers(times, 'the times are')); }
  snapshot() { return this.#call('snapshot'); }
  restore(bytes) { this.#call('restore', numbers(bytes, 'the snapshot is')); }
  free() {
    this.#call('free');
    this.#raw = undefined;
  }
}

export { KinstepError } from './border.js';
