// Worlds.

import { bits, count, func, id, list, method, numbers, object, raw, refuse, side, word } from './border.js';
import { fitting, isForce, one, read, row, state } from './force.js';

const BODY = { mass: 'n', radius: '0', position: 'V', velocity: 'V', orientation: 'O', angularVelocity: 'A', moments: 'A', axes: 'O' };
const INDICES = { mass: 0, radius: 1, position: 2, velocity: 5, orientation: 8, angularVelocity: 12, moments: 15, axes: 18 };
const TIME = 22;
const MATERIAL = { restitution: '0', friction: '0', rolling: '0', tangentialRestitution: '0' };
const SHAPES = {
  plane: { normal: 'v', distance: '0' },
  box: { center: 'v', halfExtents: 'v', orientation: 'O' },
  ball: { center: 'v', radius: 'n' },
  chain: { closed: 'B' },
  heightfield: { up: 'v', origin: 'v', spacing: 'n', columns: 'n' },
};
const COLUMNS = ['masses', 'positions', 'velocities'];
const PUSHES = {
  impulse: { impulse: 'v' }, impulseAt: { impulse: 'v', point: 'v' },
  force: { force: 'v' }, forceAt: { force: 'v', point: 'v' }, torque: { torque: 'a' },
};

// what a body is at one time, or now: `numbers` is asked each time
class BodyState {
  #numbers;
  #dimensions;

  constructor(numbers, dimensions) {
    this.#numbers = numbers;
    this.#dimensions = dimensions;
  }

  static part(body, name) { return read(body.#numbers(), INDICES[name], BODY[name].toLowerCase(), body.#dimensions); }
}

class Body extends BodyState {
  #set;

  constructor(bits, dimensions, numbers, set) {
    super(numbers, dimensions);
    this.id = bits;
    this.#set = set;
    numbers();
    Object.freeze(this);
  }

  static setPart(body, name, value) { body.#set(INDICES[name], BODY[name].toLowerCase(), name, value); }
}

for (const name of Object.keys(BODY)) {
  const get = function () { return BodyState.part(this, name); };
  const set = function (value) { Body.setPart(this, name, value); };
  Object.defineProperty(BodyState.prototype, name, { get, enumerable: true });
  Object.defineProperty(Body.prototype, name, { get, set, enumerable: true });
}

// an object of typed arrays as JSON
const json = (force) => JSON.stringify(force, (_, value) => ArrayBuffer.isView(value) ? Array.from(value) : value);

// times, positions and velocities, one behind the other
function rows(numbers, width) {
  const count = numbers.length / (1 + 2 * width), size = count * width;
  return { times: numbers.slice(0, count), positions: numbers.slice(count, count + size), velocities: numbers.slice(count + size) };
}

export class World {
  #raw;

  constructor(dimensions) {
    const Raw = method(raw(), 'World'), isMade = dimensions instanceof Raw;
    if (!isMade && dimensions !== 2 && dimensions !== 3) refuse(`a world has 2 or 3 dimensions, not ${String(dimensions)}`);
    this.#raw = isMade ? dimensions : new Raw(dimensions);
    this.dimensions = this.#raw.dimensions();
    COLUMNS.forEach((name, column) => Object.defineProperty(this, name, {
      get: () => this.#call('read_column', column), set: (values) => this.#call('set_column', column, numbers(values, `the ${name} are`)),
    }));
  }

  static fromScene(bytes) { return new World(raw().World.from_scene(numbers(bytes, 'the scene is'))); }
  clone() { return new World(this.#call('copy')); }
  scene() { return this.#call('scene'); }
  snapshot() { return this.#call('snapshot'); }
  restore(bytes) { this.#call('restore', numbers(bytes, 'the snapshot is')); }
  free() {
    // refused while the world calls a function
    this.#call('check_idle');
    method(this.#raw, 'free')();
    this.#raw = undefined;
  }

  #call(name, ...rest) { return method(this.#raw, name)(...rest); }
  #read(name, letter) { return read(this.#call(name), 0, letter, this.dimensions); }
  #row(name, letters, given) { return row(this.dimensions, name, letters, given); }
  #one(letter, name, value) { return one(this.dimensions, letter, name, value); }
  #material(given = {}) { return this.#row('the material', MATERIAL, given); }

  get time() { return this.#call('time'); }
  get steps() { return this.#call('steps'); }
  get scheme() { return this.#call('scheme'); }
  set scheme(name) { this.#call('set_scheme', word(name, 'the scheme is')); }
  get energy() {
    const [kinetic, potential] = this.#call('energy');
    return { kinetic, potential, total: kinetic + potential };
  }
  get momentum() { return this.#read('momentum', 'v'); }
  get angularMomentum() { return this.#read('angular_momentum', 'a'); }
  get centerOfMass() {
    const found = this.#call('center_of_mass');
    return found.length ? read(found, 0, 'v', this.dimensions) : undefined;
  }

  // --- motion

  step(dt) { this.#call('step', dt); }
  run(dt, steps, every = 1) { return rows(this.#call('run', dt, count(steps, 'steps'), count(every, 'steps between rows')), this.dimensions * this.ids().length); }
  stepUntil(dt, until) { return state(this.#call('step_until', dt, ...this.#until(until)), this.dimensions); }
  advanceUntil(duration, tolerance, until) { return state(this.#call('advance_until', duration, this.#tolerance(tolerance), ...this.#until(until)), this.dimensions); }
  advanceThrough(times, tolerance) { return rows(this.#call('advance_through', numbers(times, 'the times are'), this.#tolerance(tolerance)), this.dimensions * this.ids().length); }
  trajectory(body, times) { return rows(this.#call('trajectory', id(body, 'body'), numbers(times, 'the times are')), this.dimensions); }
  advance(duration, tolerance) {
    const [exactBodies, islands, nystromSteps, dormandPrinceSteps, radauSteps, rejected, evaluations, raised] = this.#call('advance', duration, this.#tolerance(tolerance));
    return { exactBodies, islands, nystromSteps, dormandPrinceSteps, radauSteps, rejected, evaluations, raised };
  }

  #tolerance(given) { return typeof given === 'number' ? [given, 0] : this.#row('the tolerance', { length: '0', relative: '0' }, given); }

  // body, kind, direction and numbers of an event
  #until(until) {
    const { body, which = 'Any', ...event } = object(until, 'the event is');
    const [kind] = Object.keys(event), given = event[kind];
    const letters = { crossing: { normal: 'v', distance: '0' }, sphere: { center: 'v', radius: 'n' } }[kind];
    const numbers = kind === 'apex' ? this.#one('v', 'apex', given) : letters ? this.#row(kind, letters, given)
      : refuse(`there is no event ${kind}; there are crossing, apex, sphere`);
    return [id(body, 'body'), kind, side(which), numbers];
  }

  // --- bodies

  addBody(body) { return this.addBodies([body])[0]; }
  addBodies(bodies) { return Array.from(this.#call('add_bodies', list(bodies, 'the bodies are').flatMap((body) => Array.from(this.#row('the body', BODY, body))))); }
  removeBody(body) { this.#call('remove_body', id(body, 'body')); }
  clear() { this.#call('clear'); }
  has(body) { return this.#call('contains', id(body, 'body')); }
  ids() { return Array.from(this.#call('ids')); }
  body(body) {
    const bits = id(body, 'body');
    return new Body(bits, this.dimensions, () => this.#call('body', bits),
      (index, letter, name, value) => this.#call('set_body', bits, index, this.#one(letter, name, value)));
  }
  push(body, kind, given) {
    const letters = PUSHES[kind] ?? refuse(`there is no push ${kind}; there are ${Object.keys(PUSHES).join(', ')}`);
    this.#call('push', id(body, 'body'), kind, this.#row(kind, letters, given));
  }
  spinAngularMomentum(body) { return read(this.#call('spin_angular_momentum', id(body, 'body')), 0, 'a', this.dimensions); }
  accelerationAndTorque(body) {
    const found = this.#call('acceleration_and_torque', id(body, 'body'));
    return { acceleration: read(found, 0, 'v', this.dimensions), torque: read(found, 3, 'a', this.dimensions) };
  }
  tag(body) { return this.#call('tag', id(body, 'body')); }
  setTag(body, tag) { this.#call('set_tag', id(body, 'body'), id(tag, 'tag')); }
  setLayers(body, layers) { this.#call('set_layers', id(body, 'body'), bits(layers)); }
  heldBy(body) { return Array.from(this.#call('held_by', id(body, 'body'))); }

  // --- forces

  addForce(force, where = {}) { return this.#put(force, where); }
  addLink(one, other, force, at) { return this.addForce(force, { link: [one, other], at }); }
  addTorque(torque, where = {}) { return this.#call('add_function', 'torque', this.#ofBody(torque, 'a', 'torque'), undefined, ...this.#where(where)); }
  addField(field, where = {}, potential = undefined) {
    const [forceAt, energyAt] = [func(field, 'the field is'), potential && func(potential, 'the potential is')];
    const position = (numbers) => read(numbers, 0, 'v', this.dimensions);
    const force = (numbers) => this.#one('v', 'force', forceAt(position(numbers), numbers[3]));
    const energy = energyAt && ((numbers) => [energyAt(position(numbers), numbers[3])]);
    return this.#call('add_function', 'field', force, energy, ...this.#where(where));
  }
  replaceForce(old, force, at) { this.#put(force, { at }, id(old, 'force')); }
  removeForce(force) { this.#call('remove_force', id(force, 'force')); }
  forces() { return Array.from(this.#call('forces')); }
  force(force) {
    const text = this.#call('json_force', id(force, 'force'));
    const { AtCentre, ...atPoint } = text ? JSON.parse(text) : {};
    return text && (AtCentre ?? atPoint);
  }

  #ofBody(f, letter, name) {
    func(f, `the ${name} is`);
    return (numbers) => this.#one(letter, name, f(new BodyState(() => numbers, this.dimensions), numbers[TIME]));
  }

  // adds a force, or replaces one
  #put(force, ...where) {
    if (typeof force === 'function') return this.#call('add_function', 'force', this.#ofBody(force, 'v', 'force'), undefined, ...this.#where(...where));
    if (isForce(force)) return this.#call('add_force', force.kind, fitting(this.dimensions, force).numbers, ...this.#where(...where));
    if (force === null || typeof force !== 'object') refuse(`a force is ${String(force)}; it must be a force, an object of names, or a function`);
    return this.#call('add_json_force', json(force), ...this.#where(...where));
  }

  // the point of a body, and what a force acts on: all bodies, all except some, one, some, or two; or which force it replaces
  #where(where, replaced) {
    const { on, except, link, at, ...rest } = object(where, 'where a force acts is');
    const [wrong] = Object.keys(rest);
    if (wrong || [on, except, link].filter((it) => it !== undefined).length > 1) refuse(`a force acts on all bodies, or where one of on, except, link says${wrong ? `; there is no ${wrong}` : ''}`);
    const kind = replaced !== undefined ? 5 : except ? 1 : link ? 4 : on === undefined ? 0 : Array.isArray(on) ? 3 : 2;
    const ids = [replaced ?? except ?? link ?? on ?? []].flat().map((bits) => id(bits, 'body'));
    const points = link && at ? list(at, 'the points of a link are').flatMap((point) => Array.from(this.#one('v', 'at', point))) : [];
    return [at && !link ? this.#one('v', 'at', at) : [], kind, ids, points];
  }

  // --- surfaces and contacts

  addSurface(shape, material) {
    const [kind] = Object.keys(object(shape, 'the surface is')), { points, heights, ...given } = shape[kind] ?? {};
    const letters = SHAPES[kind] ?? refuse(`there is no shape ${kind}; there are ${Object.keys(SHAPES).join(', ')}`);
    const coordinates = heights ?? points?.flatMap((point) => Array.from(numbers(point, 'a point is'))) ?? [];
    return this.#call('add_surface', kind, this.#row(kind, letters, given), numbers(coordinates, 'the heights are'), this.#material(material));
  }
  removeSurface(surface) { this.#call('remove_surface', id(surface, 'surface')); }
  setContact(surface, material) { this.#changeSurface(surface, this.#material(material)); }
  setSurfaceVelocity(surface, velocity) { this.#changeSurface(surface, undefined, this.#one('v', 'velocity', velocity)); }
  setOneWay(surface, side) { this.#changeSurface(surface, undefined, undefined, side === undefined ? [] : this.#one('v', 'side', side)); }
  setSurfaceLayers(surface, layers) { this.#changeSurface(surface, undefined, undefined, undefined, bits(layers)); }
  #changeSurface(surface, ...changes) { this.#call('change_surface', id(surface, 'surface'), ...changes); }
  surfaceOffset(surface) { return read(this.#call('surface_offset', id(surface, 'surface')), 0, 'v', this.dimensions); }
  setBodyContact(material) { this.#call('set_body_contact', material === undefined ? [] : this.#material(material)); }

  contacts() {
    const numbers = this.#call('contacts'), ids = this.#call('contact_ids'), kinds = this.#call('contact_kinds').split(' ');
    return Array.from({ length: numbers.length / 10 }, (_, i) => {
      const [point, normal, impulse] = [1, 4, 7].map((index) => read(numbers, 10 * i + index, 'v', this.dimensions));
      return { time: numbers[10 * i], ...this.#touching(ids.subarray(3 * i)), kind: kinds[i], point, normal, impulse };
    });
  }

  onContact(decide) {
    func(decide, 'the rule is');
    this.#call('on_contact', (numbers, ids) => {
      const [point, normal, velocity] = [1, 4, 7].map((index) => read(numbers, index, 'v', this.dimensions));
      const set = Object.fromEntries(Object.keys(MATERIAL).map((name, i) => [name, numbers[10 + i]]));
      const answer = decide({ time: numbers[0], ...this.#touching(ids), point, normal, velocity, material: set });
      if (answer === undefined) return [];
      const { material = set, ...rest } = answer;
      return [...this.#material(material), ...this.#row('the answer', { belt: 'V', push: 'V', passes: 'B' }, rest)];
    });
  }

  #touching([body, isBody, other]) { return isBody ? { body, surface: undefined, other } : { body, surface: other, other: undefined }; }
}
