// Scenes of `tests/golden`: the bits in which they end are those of Rust. Halfway each goes through bytes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as k from 'kinstep';

await k.init();
const STEPS = 10000;
const expected = readFileSync(process.env.KINSTEP_EXPECTED, 'utf8').split('\n');

// FNV-1a over numbers, byte by byte from the lowest
class Bits {
  #view = new DataView(new ArrayBuffer(8));
  high = 0xcbf29ce4;
  low = 0x84222325;

  word() {
    for (let i = 0; i < 8; i++) {
      const low = (this.low ^ this.#view.getUint8(i)) >>> 0;
      // times 2^40 + 0x1b3
      const product = low * 0x1b3;
      this.low = product >>> 0;
      this.high = (Math.imul(this.high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    }
  }
  number(...numbers) { for (const it of numbers) { this.#view.setFloat64(0, it, true); this.word(); } }
  count(count) { this.#view.setBigUint64(0, BigInt(count), true); this.word(); }
  toString() { return `0x${(BigInt(this.high) << 32n | BigInt(this.low)).toString(16).toUpperCase().padStart(16, '0')}`; }
}

function end(world) {
  const bits = new Bits(), four = (it) => [it].flat().concat(0, 0, 0).slice(0, 4), three = (it) => [it].flat().concat(0, 0).slice(0, 3);
  bits.number(world.time);
  bits.count(world.steps);
  for (const id of world.ids()) {
    const body = world.body(id);
    bits.number(...body.position, ...body.velocity, ...four(body.orientation), ...three(world.spinAngularMomentum(id)), ...three(body.angularVelocity));
  }
  bits.number(world.energy.kinetic, world.energy.potential);
  return bits.toString();
}

function points(world, count) {
  let seed = BigInt(count);
  const next = () => {
    seed = BigInt.asUintN(64, seed * 6364136223846793005n + 1442695040888963407n);
    return Number(seed >> 40n) / 8388608 - 1;
  };
  const vector = () => Array.from({ length: world.dimensions }, next);
  return world.addBodies(Array.from({ length: count }, () => ({ mass: 3 + next(), position: vector().map((x) => 3 * x), velocity: vector() })));
}

function springsInWind() {
  const world = new k.World(3);
  world.addForce(k.uniformGravity({ acceleration: [0, -9.81, 0] }));
  world.addForce({ LinearDrag: { strength: { Coefficient: 0.02 }, wind: new Float64Array([3, 0, 0]) } });
  points(world, 8).forEach((on, i) => {
    world.addForce(k.spring({ stiffness: 40 + i, damping: 0.01, anchor: [0, 2, 0] }), { on });
    world.addForce(k.constantForce({ force: [0.5, 0, 0], rate: [0, 1e-4, 0] }), { on });
  });
  return world;
}

function pushSprings(world, ids, step) {
  if (step % 100) return;
  world.push(ids[1], 'impulse', { impulse: [0.3, 0.3, 0.3] });
  world.push(ids[2], 'force', { force: [0.3, 0.3, 0.3] });
  world.body(ids[3]).mass *= 0.999;
}

function links() {
  const world = new k.World(2);
  world.addForce(k.uniformGravity({ acceleration: [0, -9.81] }));
  world.addForce(k.quadraticDrag({ coefficient: 0.02, wind: [1, 0] }));
  world.addForce(({ position }, time) => position.map((x) => x * (-2 - 1e-3 * time)));
  const ids = points(world, 6);
  world.addField(([x]) => [-x * x * x, 0], { on: ids[0] }, ([x]) => 0.25 * x * x * x * x);
  for (let i = 0; i < 3; i++) world.addLink(ids[i], ids[i + 1], k.spring({ stiffness: 12, damping: 0.02 }));
  world.addLink(ids[3], ids[4], k.spring({ stiffness: 50, damping: 0.1, length: 1.5, pullsOnly: true }));
  return world;
}

function pushLinks(world, ids, step) {
  if (step % 250) return;
  world.push(ids[1], 'force', { force: [0.5, 1] });
  world.push(ids[1], 'force', { force: [0.1, 0.3] });
}

function landers() {
  const world = new k.World(2);
  world.addForce(k.uniformGravity({ acceleration: [0, -1.62] }));
  const ids = [0, 50, 90, 120].map((x) => world.addBody({ mass: 1500, moments: 4000, position: [x, 900], orientation: 0.2, angularVelocity: 0.1 }));
  world.addForce(k.thruster({ force: [0, 4500], arm: [0.01, -1], throttle: 0.7 }), { on: ids[0] });
  world.addForce(k.angularDrag({ rate: 0.1 }), { on: ids[0] });
  world.addForce(k.linearDrag({ rate: 0.01 }), { on: ids[0] });
  world.addForce(k.constantTorque({ torque: 3 }), { on: ids[1] });
  world.addForce(k.torsionSpring({ stiffness: 900, damping: 20 }), { on: ids[1] });
  world.addForce(k.thruster({ force: [10, 20] }), { on: ids[1] });
  world.addTorque((body) => -400 * body.orientation, { on: ids[2] });
  world.addForce(k.spring({ stiffness: 300, damping: 50, anchor: [120, 905] }), { on: ids[3], at: [1, 2] });
  return world;
}

function burn(world, ids, step) {
  world.body(ids[0]).mass -= 0.05;
  if (step % 500 === 0) world.push(ids[1], 'impulseAt', { impulse: [5, 1], point: [50, 905] });
}

// a world of the scene in bytes; one with functions is made anew, and put to a snapshot
function passed(world, start) {
  try {
    return k.World.fromScene(world.scene());
  } catch (error) {
    assert.equal(error.kind, 'invalid');
    const next = start();
    next.restore(world.snapshot());
    world.free();
    return next;
  }
}

for (const [name, dt, start, act] of [
  ['springs in wind, 3-D, f64', 1 / 60, springsInWind, pushSprings],
  ['links and closures', 0.01, links, pushLinks],
  ['landers', 1 / 60, landers, burn],
]) {
  test(`the bits of ${name}`, () => {
    let world = start();
    for (let step = 0; step < STEPS; step++) {
      if (step === STEPS / 2) world = passed(world, start);
      act(world, world.ids(), step);
      world.step(dt);
    }
    assert.ok(expected.includes(`${end(world)} ${name}`), `${end(world)} ${name}`);
  });
}
