// Refusals with their messages, ids, functions, contacts and bytes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as k from 'kinstep';

assert.throws(() => new k.World(2), { name: 'KinstepError', kind: 'not_loaded' });
await k.init();

const refused = (work, kind, part) => assert.throws(work, (error) => {
  assert.ok(error instanceof k.KinstepError, String(error?.stack ?? error));
  assert.equal(error.kind, kind, error.message);
  assert.ok(error.message.includes(part), error.message);
  return true;
});

const ball = { mass: 1, radius: 0.1, position: [0, 2] };

test('numbers that are wrong are named', () => {
  refused(() => new k.World(4), 'invalid', 'not 4');
  refused(() => k.spring({ stifness: 3 }), 'invalid', 'Spring has no `stifness`; it has stiffness, damping, length');
  refused(() => k.spring({ damping: 3 }), 'invalid', 'Spring needs stiffness');
  refused(() => k.spring(3), 'invalid', 'takes an object');
  refused(() => k.spring({ stiffness: '3' }), 'invalid', 'stiffness of Spring is 3; it must be a number');
  refused(() => k.uniformGravity({ acceleration: [1] }), 'invalid', 'it must be 2 or 3 numbers');
  refused(() => k.linearDrag({ wind: [1, 2, NaN, 4] }), 'invalid', 'wind');
  refused(() => k.magneticField({ field: 1, electricField: [1, 2, 3] }), 'invalid', 'electricField of MagneticField has 3 dimensions');
  const world = new k.World(2);
  refused(() => world.addForce(k.uniformGravity({ acceleration: [0, 0, 1] })), 'invalid', 'UniformGravity has 3 dimensions; this is for 2');
  refused(() => world.addForce(k.linearDrag({ rate: 1, coefficient: 2 })), 'invalid', 'give one of rate, coefficient');
  refused(() => world.addForce(k.spring({ stiffness: NaN })), 'invalid', 'NaN');
  refused(() => world.addForce({ Spring: { stifness: 3 } }), 'invalid', 'unknown field `stifness`, expected one of `stiffness`');
  refused(() => world.addForce({ Sprnig: { stiffness: 3 } }), 'invalid', 'unknown variant `Sprnig`, expected one of `UniformGravity`');
  refused(() => world.addForce(undefined), 'invalid', 'a force is undefined');
  refused(() => world.setLayers(world.addBody(ball), 1.5), 'invalid', 'the layers are 1.5');
  world.clear();
  refused(() => world.addBody({ mass: -2 }), 'invalid', '-2 kg');
  refused(() => world.addBody({}), 'invalid', 'the body needs mass');
  refused(() => world.addBody({ mass: 1, positon: [0, 0] }), 'invalid', 'no `positon`');
  refused(() => world.addBodies([ball, { mass: 1, position: [NaN, 0] }]), 'invalid', 'body 1 of those given');
  assert.deepEqual(world.ids(), []);
  refused(() => world.step(NaN), 'step', 'NaN');
  refused(() => { world.scheme = 'Rk5'; }, 'invalid', '`Rk5`, expected one of `ExplicitEuler`');
  refused(() => world.run(0.1, 1.5), 'invalid', 'the number of steps is 1.5');
  refused(() => world.run(0.1, 10, 3), 'invalid', 'every is 3');
  refused(() => world.restore(new Uint8Array(3)), 'restore', 'no snapshot');
  refused(() => k.World.fromScene(new Uint8Array(3)), 'restore', 'no scene');
  refused(() => world.addSurface({ cone: {} }), 'invalid', 'there is no shape cone');
  refused(() => world.addSurface({ plane: { normal: [0, 1] } }, { restitution: -1 }), 'invalid', '-1');
});

test('ids are bigints that go stale', () => {
  const world = new k.World(2);
  const body = world.addBody(ball), other = world.addBody(ball), gravity = world.addForce(k.uniformGravity({ acceleration: [0, -9] }));
  assert.equal(typeof body, 'bigint');
  assert.deepEqual(world.ids(), [body, other]);
  world.removeBody(body);
  assert.equal(world.has(body), false);
  refused(() => world.body(body), 'no_such_body', 'body');
  refused(() => world.removeBody(body), 'no_such_body', 'body');
  refused(() => world.addForce(k.spring({ stiffness: 1 }), { on: body }), 'no_such_body', 'body');
  refused(() => world.removeForce(12345678n), 'no_such_force', 'force');
  refused(() => world.removeSurface(12345678n), 'no_such_surface', 'surface');
  refused(() => world.body(3), 'invalid', 'it must be a bigint');
  assert.deepEqual(world.force(gravity), { UniformGravity: { acceleration: [0, -9] } });
  world.replaceForce(gravity, k.spring({ stiffness: 2 }));
  assert.equal(world.force(gravity).Spring.stiffness, 2);
  assert.deepEqual(world.forces(), [gravity]);
  world.setTag(other, 7n);
  assert.equal(world.tag(other), 7n);
  world.free();
  refused(() => world.step(0.1), 'freed', 'freed');
});

test('a body is read and set', () => {
  const world = new k.World(3);
  const body = world.body(world.addBody({ mass: 2, moments: [1, 2, 3], velocity: [1, 0, 0], orientation: [0, 0, 0, 1] }));
  body.position = [1, 2, 3];
  body.angularVelocity = [0, 0, 1];
  world.step(0.5);
  assert.deepEqual(body.position, [1.5, 2, 3]);
  assert.deepEqual([body.mass, body.moments, body.angularVelocity], [2, [1, 2, 3], [0, 0, 1]]);
  assert.throws(() => { body.position[0] = 3; }, TypeError);
  refused(() => { body.mass = -1; }, 'invalid', '-1 kg');
  refused(() => { body.velocity = [1, 2]; }, 'invalid', 'velocity');
  refused(() => { body.orientation = [0, 0, 0, 2]; }, 'invalid', 'length 2');
  assert.deepEqual(world.momentum, [2, 0, 0]);
  assert.equal(world.energy.kinetic, 1 + 0.5 * 3);
  world.positions = [4, 5, 6];
  assert.deepEqual(Array.from(world.positions), [4, 5, 6]);
});

test('what a function throws arrives as itself, and the world is as it was', () => {
  const world = new k.World(2), thrown = { any: 'thing' };
  const body = world.body(world.addBody({ ...ball, velocity: [1, 0] }));
  let calls = 0;
  const force = world.addForce(() => { calls++; throw thrown; });
  assert.throws(() => world.step(0.1), (error) => error === thrown);
  assert.deepEqual([calls, world.time, body.position], [1, 0, [0, 2]]);
  world.removeForce(force);
  const wrong = world.addForce(() => 3);
  refused(() => world.step(0.1), 'invalid', 'value of force is 3');
  world.removeForce(wrong);
  const selfish = world.addForce(() => { world.step(0.1); return [0, 0]; });
  refused(() => world.step(0.1), 'busy', 'in a call');
  world.removeForce(selfish);
  // another world may be stepped, and the memory may grow
  const other = new k.World(3);
  world.addForce(() => { other.addBodies(Array(20000).fill({ mass: 1 })); return [2, 0]; });
  world.step(0.5);
  assert.equal(body.velocity[0], 2);
  // to add a force at a point asks it once, and succeeds without an answer
  const solid = world.addBody({ mass: 1, moments: 1 }), late = world.addForce(() => { throw thrown; }, { on: solid, at: [1, 0] });
  refused(() => world.step(NaN), 'step', 'NaN');
  assert.throws(() => world.step(0.5), (error) => error === thrown);
  world.removeForce(late);
  world.addField(() => [0, 0], {}, () => { throw thrown; });
  assert.throws(() => world.energy, (error) => error === thrown);
});

test('forces of all sorts replace each other', () => {
  const world = new k.World(2);
  const body = world.body(world.addBody(ball)), force = world.addForce(k.uniformGravity({ acceleration: [0, -10] }));
  world.replaceForce(force, () => [2, 0]);
  world.step(1);
  assert.deepEqual(body.velocity, [2, 0]);
  world.replaceForce(force, { UniformGravity: { acceleration: [0, 1] } });
  world.step(1);
  assert.deepEqual([body.velocity, world.forces()], [[2, 1], [force]]);
  refused(() => world.replaceForce(force), 'invalid', 'a force is undefined');
  refused(() => world.replaceForce(7n << 40n, () => [0, 0]), 'no_such_force', 'no force');
  refused(() => world.addForce(() => [0, 0], { replaced: force }), 'invalid', 'there is no replaced');
  refused(() => world.addForce(() => [0, 0], { on: [body.id, 7n << 40n] }), 'no_such_body', 'no body');
});

test('values of wrong types are refused, and reach no memory', () => {
  const values = [undefined, null, true, 3, 3n, 'x', [], [[1, 2]], {}, () => 1, new DataView(new ArrayBuffer(8))];
  const gravity = [0, -10], model = new k.Model('linear', { gravity });
  const world = new k.World(2), swarm = new k.Swarm(2);
  world.addBody(ball);
  let refusals = 0;
  const attempt = (work) => {
    try { work(); } catch (error) {
      refusals++;
      assert.ok(error instanceof k.KinstepError || error.message.includes('BigInt'), error.stack);
    }
  };
  for (const subject of [world, swarm, model, model.launch([0, 0], [1, 1])]) {
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(subject))) {
      const { value, set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(subject), name);
      if (name === 'constructor' || name === 'free' || !(value ?? set)) continue;
      for (const one of values) {
        if (set) attempt(() => { subject[name] = one; });
        else for (const other of values) for (const third of [undefined, 'y', {}]) attempt(() => subject[name](one, other, third));
      }
    }
  }
  for (const one of values) for (const other of values) for (const Made of [k.World, k.Model, k.Swarm]) attempt(() => new Made(one, other));
  for (const one of values) attempt(() => k.World.fromScene(one));
  assert.ok(refusals > 3000, String(refusals));
  const flight = model.launch([1, 2], [3, 4]).at(0.5);
  assert.deepEqual([flight.position, flight.velocity], [[2.5, 2.75], [3, -1]]);
});

test('a world is freed between calls alone', () => {
  const world = new k.World(2);
  const body = world.body(world.addBody({ ...ball, velocity: [1, 0] }));
  const force = world.addForce(() => { world.free(); return [0, 0]; });
  refused(() => world.step(1), 'busy', 'in a call');
  world.removeForce(force);
  world.addField(() => [0, 0], {}, () => { world.free(); return 0; });
  refused(() => world.energy, 'busy', 'in a call');
  assert.deepEqual([world.time, body.velocity], [0, [1, 0]]);
  world.free();
  refused(() => world.step(1), 'freed', 'freed');
});

test('steps end at events, and motions keep a tolerance', () => {
  const world = new k.World(2);
  world.addForce(k.uniformGravity({ acceleration: [0, -10] }));
  const body = world.addBody({ mass: 1, position: [0, 5], velocity: [1, 0] });
  const rows = world.clone().run(0.25, 4, 2);
  assert.deepEqual([Array.from(rows.times), Array.from(rows.positions)], [[0, 0.5, 1], [0, 5, 0.5, 3.75, 1, 0]]);
  const landed = world.clone().stepUntil(9, { body, crossing: { normal: [0, 1] } });
  assert.ok(Math.abs(landed.time - 1) < 1e-12 && Math.abs(landed.position[0] - 1) < 1e-12);
  assert.equal(world.clone().stepUntil(0.5, { body, crossing: { normal: [0, 1] } }), undefined);
  refused(() => world.stepUntil(1, { body, corner: {} }), 'invalid', 'there is no event corner');
  refused(() => world.stepUntil(1), 'invalid', 'the event is undefined');
  assert.deepEqual(Array.from(world.trajectory(body, [1]).positions), [1, 0]);
  world.addForce(k.quadraticDrag({ coefficient: 0.1 }));
  const done = world.clone().advance(1, 1e-6);
  assert.ok(done.evaluations > 0 && done.raised === undefined);
  assert.equal(world.clone().advanceThrough([0.5, 1], { length: 1e-6 }).positions.length, 4);
  assert.ok(world.advanceUntil(9, 1e-6, { body, sphere: { center: [0, 5], radius: 2 }, which: 'Ascending' }).time > 0.5);
});

test('contacts are listed, and a function decides', () => {
  const world = new k.World(2);
  world.addForce(k.uniformGravity({ acceleration: [0, -10] }));
  const ground = world.addSurface({ plane: { normal: [0, 1] } }, { restitution: 0.5 });
  const id = world.addBody(ball), body = world.body(id), start = world.snapshot();
  world.step(1);
  const [contact] = world.contacts();
  assert.deepEqual([contact.body, contact.surface, contact.other, contact.kind, contact.normal], [id, ground, undefined, 'Bounce', [0, 1]]);
  assert.ok(Math.abs(contact.time - Math.sqrt(0.38)) < 1e-9 && contact.impulse[1] > 0);
  world.restore(start);
  const seen = [];
  world.onContact((collision) => { seen.push(collision); return { passes: true }; });
  world.step(1);
  assert.ok(body.position[1] < -2);
  assert.deepEqual([seen[0].surface, seen[0].material.restitution], [ground, 0.5]);
  world.restore(start);
  const thrown = new Error('mine');
  world.onContact(() => { throw thrown; });
  assert.throws(() => world.step(1), (error) => error === thrown);
  world.onContact(() => ({ pass: true }));
  refused(() => world.step(1), 'invalid', 'the answer has no `pass`');
  assert.deepEqual([world.time, body.position], [0, [0, 2]]);
  world.onContact(() => undefined);
  world.restore(start);
  world.run(0.01, 1000);
  assert.deepEqual(world.heldBy(id), [ground]);
  const other = new k.World(2), hill = other.addSurface({ plane: { normal: [0.1, 1] } });
  for (const shape of [
    { box: { center: [0, -9], halfExtents: [1, 1], orientation: 0.1 } }, { ball: { center: [0, -9], radius: 1 } },
    { chain: { points: [[0, -9], [1, -9]] } }, { heightfield: { up: [0, 1], origin: [0, -9], spacing: 1, columns: 3, heights: [0, 1, 0] } },
  ]) other.removeSurface(other.addSurface(shape));
  refused(() => other.addSurface(null), 'invalid', 'the surface is null');
  other.setContact(hill, { restitution: 1 });
  const tossed = other.addBody({ ...ball, velocity: [0, -3] });
  other.setBodyContact({ restitution: 1 });
  other.step(2);
  assert.equal(other.contacts()[0].body, tossed);
});

test('many links, mounts and targets', () => {
  const world = new k.World(2), [a, b, c] = world.addBodies([0, 1, 2].map((x) => ({ ...ball, moments: 1, position: [x, 2] })));
  world.addForce(k.constantForce({ force: [1, 0] }), { on: [a, b] });
  world.addForce(k.constantForce({ force: [0, 1] }), { except: [a] });
  world.addLink(b, c, k.spring({ stiffness: 3, length: 1 }), [[0, 0.1], [0, 0.1]]);
  refused(() => world.addForce(k.spring({ stiffness: 1 }), { onn: a }), 'invalid', 'there is no onn');
  assert.deepEqual(world.accelerationAndTorque(a), { acceleration: [1, 0], torque: 0 });
  assert.deepEqual(world.accelerationAndTorque(c).acceleration, [0, 1]);
});
