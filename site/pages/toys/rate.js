// One throw at four frame rates, under the rule of an engine and under kinstep.

import { Model, World, linearDrag, uniformGravity } from 'kinstep';
import { distance, spelled } from '../numbers.js';

// steps per second
const RATES = [5, 20, 60, 240];
// steps of the clock per second; the balls lie where they landed for `REST` steps before the next throw
const TICKS = 60, REST = 180;
const GRAVITY = [0, -9.81]; // m/s²
const GROUND = { normal: [0, 1] }; // at the height of the throw
const RULES = [['Unity (PhysX)', 'unity'], ['Box2D', 'box2d'], ['Rapier', 'rapier'], ['Avian', 'avian'], ['Jolt', 'jolt'], ['Godot', 'godot']];

// a throw from the origin at one frame rate: the positions after each step [m], then that of the landing, and its time [s]
class Run {
  constructor(rate, path, time) { Object.assign(this, { rate, path, time }); }

  get landing() { return this.path.at(-1); }

  // where a game draws the ball: on the straight line between two steps
  position(time) {
    const before = Math.floor(time * this.rate), part = time * this.rate - before;
    const [from, to] = this.path.slice(before, before + 2);
    return to && time < this.time ? from.map((x, axis) => x * (1 - part) + to[axis] * part) : this.landing;
  }
}

// the landing is on the smooth curve through all steps
function engineRun(rule, rate, drag, velocity) {
  const flight = new Model(rule, { gravity: GRAVITY, drag, timeStep: 1 / rate }).launch([0, 0], velocity);
  // a ball that is too slow to rise in the first step lands at its start
  const { time, position } = flight.crossing(GROUND, 'Descending') ?? { time: 0, position: [0, 0] };
  const path = [];
  for (let at = flight.afterSteps(0); at.time < time; at = flight.afterSteps(path.length)) path.push(at.position);
  return new Run(rate, [...path, position], time);
}

// a world that is stepped until the landing
function kinstepRun(rate, drag, velocity) {
  const world = new World(2);
  world.addForce(uniformGravity({ acceleration: GRAVITY }));
  world.addForce(linearDrag({ rate: drag }));
  const ball = world.body(world.addBody({ mass: 1, velocity }));
  const path = [ball.position];
  let landing;
  while (!landing) {
    landing = world.stepUntil(1 / rate, { body: ball.id, crossing: GROUND, which: 'Descending' });
    path.push(ball.position);
  }
  return new Run(rate, path, world.time);
}

// the largest distance between two of these balls [m]: between their landings if all have landed, else between their positions at the
// last common step before the first landing
export function apart(runs, time) {
  const isOver = runs.every((run) => run.time <= time);
  const common = Math.floor(Math.min(time, ...runs.map((run) => run.time)) * RATES[0]);
  const positions = runs.map((run) => !isOver && run.path[common * run.rate / RATES[0]] || run.landing);
  return Math.max(...positions.flatMap((a) => positions.map((b) => distance(a, b))));
}

export function rate({ rule, speed, angle, drag }) {
  const radians = angle * (Math.PI / 180), velocity = [Math.cos(radians) * speed, Math.sin(radians) * speed];
  const [name, kind] = RULES[rule];
  const engine = RATES.map((rate) => engineRun(kind, rate, drag, velocity));
  const same = RATES.map((rate) => kinstepRun(rate, drag, velocity));
  const longest = Math.max(...[...engine, ...same].map((run) => run.time));
  let ticks = 0;
  return {
    pace: TICKS,
    name,
    velocity,
    runs: [engine, same],
    advance(steps) { ticks += steps; },
    // since the throw [s]
    get time() {
      const now = ticks % (REST + Math.floor(longest * TICKS) + 1) - REST;
      return now < 0 ? longest : now / TICKS;
    },
    print() {
      const usual = spelled(apart(engine.slice(2), Infinity));
      return {
        counters: [[name, `${spelled(apart(engine, this.time))} m apart`, 'engine'], ['kinstep', `${spelled(apart(same, this.time))} m apart`, 'kinstep']],
        notes: [
          `Engines really run at 60 to 240 steps a second: there the landings of ${name} are ${usual} m apart. That matters ` +
            'when two runs must agree that step at different rates: a replay, a server and its players, a slow phone and a fast one.',
          'The table says where the ball lands. In flight, the counter compares the balls at the last time when all four had a step.',
        ],
        head: ['steps a second', name, 'kinstep'],
        rows: RATES.map((rate, i) => [
          `${rate}${rate >= 60 ? ', as engines run' : ''}`, `${engine[i].landing[0].toFixed(3)} m`, `${same[i].landing[0].toFixed(12)} m`,
        ]),
      };
    },
  };
}
