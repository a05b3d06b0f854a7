// Flights, previews, aims and swarms, in both modules.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as full from 'kinstep';
import * as small from 'kinstep/preview';

const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-6, `${one} is not ${other}`);
const refused = (work, kind, part) => assert.throws(work, (error) => error instanceof full.KinstepError && error.kind === kind && error.message.includes(part));
const gravity = [0, -10];

function flights({ Model, preview, KinstepError }) {
  const model = new Model('linear', { gravity });
  const flight = model.launch([0, 5], [3, 0]);
  assert.deepEqual(flight.at(1), { time: 1, position: [3, 0], velocity: [3, -10] });
  const landed = flight.crossing({ normal: [0, 1] }, 'Descending');
  near(landed.time, 1);
  assert.equal(flight.crossing({ normal: [0, 1], distance: 6 }), undefined);
  near(model.launch([0, 0], [1, 10]).apex().position[1], 5);
  const points = preview(flight, new Float32Array(6), landed.time);
  [0, 5, 1.5, 3.75, 3, 0].forEach((number, i) => near(points[i], number));
  refused(() => preview(flight, new Float32Array(5), 1), 'invalid', 'there is room for 5 numbers');
  refused(() => preview(flight, [], 1), 'invalid', 'Float32Array');
  refused(() => new Model('liner', { gravity }), 'invalid', '`liner`');
  refused(() => new Model('linear', {}), 'invalid', 'the model needs gravity');
  refused(() => new Model('linear', { gravity, timeStep: 0.1 }), 'invalid', 'time step');
  refused(() => model.launch([0, 0, 0], [0, 0]), 'invalid', 'dimensions');
  refused(() => flight.afterSteps(3), 'invalid', 'only engines');
  const unity = new Model('unity', { gravity, timeStep: 0.02 }).launch([0, 0], [1, 10]);
  near(unity.afterSteps(50).position[0], 1);
  assert.equal(new KinstepError('step', 'it').kind, 'step');
}

function swarms({ Swarm, uniformGravity, linearDrag, spring }) {
  for (const dimensions of [2, 3]) {
    const acceleration = [0, -10, 0].slice(0, dimensions), count = 1000;
    const swarm = new Swarm(dimensions, { forces: [uniformGravity({ acceleration })] });
    const velocities = new Float32Array(count * dimensions).fill(1);
    swarm.add(new Float32Array(count * dimensions), velocities);
    swarm.step(0.5, 2);
    assert.deepEqual([swarm.length, swarm.time], [count, 1]);
    near(swarm.positions[1], -4);
    near(swarm.positions[dimensions * (count - 1)], 1);
    near(swarm.velocities[1], -9);
    // views are of the memory: what is written stays, and a growing memory needs a new view
    swarm.positions[0] = 8;
    const before = swarm.positions;
    swarm.add(new Float32Array(1e6 * dimensions), new Float32Array(1e6 * dimensions));
    assert.equal(before.length, 0);
    assert.equal(swarm.positions[0], 8);
    refused(() => swarm.add([0, 0, 0, 0, 0], [0, 0, 0, 0, 0]), 'invalid', '5 numbers of the positions');
    refused(() => swarm.addForce(linearDrag({ rate: NaN })), 'invalid', 'give one of');
    refused(() => swarm.addForce(linearDrag({ rate: 1, coefficient: 1 })), 'invalid', 'give one of');
    refused(() => swarm.addForce(uniformGravity({ acceleration: [1, 2, 3, 4].slice(0, 5 - dimensions) })), 'invalid', 'dimensions');
    swarm.addForce(linearDrag({ rate: 1, wind: acceleration }));
    swarm.step(100);
    near(swarm.velocities[1] / 20, -1);
  }
  // the fourth step leaves what f32 has, and none is made
  const far = new Swarm(2);
  far.add([1, 0], [1e38, 0]);
  refused(() => far.step(1, 5), 'step', '');
  assert.deepEqual([far.time, far.positions[0]], [0, 1]);
  refused(() => new Swarm(4), 'invalid', 'not 4');
  return spring;
}

test('the small module', async () => {
  await small.init(readFileSync(new URL('./wasm/preview_bg.wasm', import.meta.resolve('kinstep'))));
  flights(small);
  swarms(small);
  const flight = new small.Model('linear', { gravity }).launch([0, 0], [1, 1]);
  refused(() => flight.bounds(0, 1), 'not_loaded', 'bounds is in kinstep, not in kinstep/preview');
  refused(() => new small.Model('quadratic', { gravity, drag: 0.1 }), 'invalid', 'no quadratic air');
  refused(() => new small.Swarm(2, { forces: [small.spring({ stiffness: 1 })] }), 'invalid', 'knows uniformGravity and linearDrag');
});

test('the full module', async () => {
  await full.init();
  flights(full);
  swarms(full);
  const air = new full.Model('quadratic', { gravity, drag: 0.01 });
  const flight = air.launch([0, 5], [10, 5]);
  assert.equal(flight.crossings({ normal: [0, 1], distance: 5.5 }, 0, 9).length, 2);
  const landing = flight.landing({ up: [0, 1], height: ([x]) => 0.1 * x, steepest: 0.1 }, 0, 9);
  near(landing.position[1], 0.1 * landing.position[0]);
  near(Math.hypot(...landing.normal), 1);
  const thrown = new Error('mine');
  assert.throws(() => flight.landing({ up: [0, 1], height() { throw thrown; }, steepest: 0.1 }, 0, 9), (error) => error === thrown);
  assert.ok(flight.closestApproach([5, 5], 0, 9).distance < 3);
  assert.ok(flight.bounds(0, 1).max[0] > 5);
  assert.ok(flight.sphere({ center: [0, 5], radius: 2 }, 0, 9).time > 0);
});

test('aims hit', async () => {
  await full.init();
  const order = { from: [0, 0], target: [20, 3] };
  for (const [kind, parameters, plan] of [
    ['linear', { drag: 0.1 }, { kind: 'speed', value: 30 }], ['linear', { drag: 0.1 }, { kind: 'speed', value: 30, lofted: true }],
    ['quadratic', { drag: 0.01 }, { kind: 'time', value: 2 }], ['rapier', { timeStep: 1 / 60 }, { kind: 'steps', value: 120 }],
    ['linear', {}, { kind: 'clearing', points: [[10, 8]] }],
  ]) {
    const model = new full.Model(kind, { gravity, ...parameters }), { velocity, timeOfFlight } = model.aim(order, plan);
    const flight = model.launch(order.from, velocity);
    const { position } = plan.kind === 'steps' ? flight.afterSteps(120) : flight.at(timeOfFlight);
    position.forEach((number, axis) => assert.ok(Math.abs(number - order.target[axis]) < 1e-5, `${kind} ${plan.kind}: ${position}`));
  }
  const model = new full.Model('linear', { gravity });
  assert.equal(model.hits(order, { kind: 'speed', value: 30 }).length, 2);
  refused(() => model.aim(order, { kind: 'speed', value: 3 }), 'no_answer', 'm/s');
  refused(() => model.aim(order, { kind: 'sped' }), 'invalid', '`sped`');
  refused(() => model.aim({ ...order, form: [0, 0] }, { kind: 'time', value: 1 }), 'invalid', 'no `form`');
  refused(() => model.aim(order, { kind: 'steps', value: 5 }), 'invalid', 'only engines');
});

test('swarms of all forces', async () => {
  await full.init();
  const swarm = new full.Swarm(3, { forces: [full.magneticField({ field: [0, 0, 1] }), full.quadraticDrag({ coefficient: 0.01 })] });
  swarm.add([0, 0, 0, 1, 1, 1], [1, 0, 0, 0, 0, 1], [1, 2]);
  const bytes = swarm.snapshot();
  swarm.step(0.1, 3);
  swarm.restore(bytes);
  assert.deepEqual([swarm.time, Array.from(swarm.masses)], [0, [1, 2]]);
  swarm.clearForces();
  assert.deepEqual(Array.from(swarm.positionsAfter([1, 2])).slice(0, 3), [1, 0, 0]);
  assert.deepEqual(swarm.stepAcross(2, { normal: [0, 0, 1], distance: 2 }), [{ point: 1, time: 1 }]);
  swarm.keep([0, 1]);
  assert.equal(swarm.length, 1);
  swarm.free();
  refused(() => swarm.step(1), 'freed', 'freed');
});
