// A body between two springs: its motion and energy under several schemes.

import { World, spring } from 'kinstep';
import { short, spelled } from '../numbers.js';

// the number of time spans for which energies are stored; when all are used, pairs are merged
const SPANS = 256;
// the counter compares the first two
const SCHEMES = [
  ['FlowKick', 'kinstep'], ['SymplecticEuler', 'symplectic Euler, as engines step'], ['ExplicitEuler', 'explicit Euler, as textbooks begin'],
];
// a run has exploded if its energy grows to more than this many times the initial energy
const EXPLODED = 1e6;

// a world with one scheme: the relative change of its energy, now and at most; that in each span; and the time of the explosion [s]
class Run {
  change = 0;
  largest = 0;
  spans = [0];
  exploded = undefined;

  constructor(name, world) { Object.assign(this, { name, world }); }

  get x() { return this.world.positions[0]; }

  // makes a step that ends at a time; `start` is the initial energy [J]
  step(dt, start, time) {
    if (this.exploded !== undefined) return;
    let hasStepped = true;
    try { this.world.step(dt); } catch { hasStepped = false; }
    this.change = this.world.energy.total / start - 1;
    // a value that is not finite counts as an explosion
    if (!hasStepped || !Number.isFinite(this.change) || this.change > EXPLODED) {
      this.exploded = time;
      return;
    }
    const size = Math.abs(this.change), last = this.spans.length - 1;
    this.largest = Math.max(this.largest, size);
    this.spans[last] = Math.max(this.spans[last], size);
  }
}

export function springs({ first, second, rate, time: faster }) {
  const stiffness = first + second, dt = 1 / rate; // of both springs [N/m], [s]
  const world = new World(2);
  const on = world.addBody({ mass: 1, position: [1, 0] });
  for (const one of [first, second]) world.addForce(spring({ stiffness: one }), { on });
  const runs = SCHEMES.map(([scheme, name]) => {
    const run = new Run(name, world.clone());
    run.world.scheme = scheme;
    return run;
  });
  let steps = 0, perSpan = 1;

  function step() {
    steps += 1;
    const beginsSpan = (steps - 1) % perSpan === 0 && steps > 1;
    for (const run of runs) {
      if (beginsSpan) run.spans.push(0);
      run.step(dt, 0.5 * stiffness, steps * dt);
    }
    if (steps === perSpan * SPANS) {
      perSpan *= 2;
      for (const run of runs) run.spans = Array.from({ length: SPANS / 2 }, (_, i) => Math.max(run.spans[2 * i], run.spans[2 * i + 1]));
    }
  }

  const exploded = (run) => run.exploded !== undefined && `exploded at ${run.exploded.toFixed(1)} s`;
  return {
    pace: rate * faster,
    runs,
    advance(count) { for (let i = 0; i < count; i++) step(); },
    get time() { return steps * dt; },
    // the length of a span [s]
    get span() { return perSpan * dt; },
    print() {
      const period = 2 * Math.PI / Math.sqrt(stiffness) / dt;
      return {
        counters: [[runs[1], 'symplectic'], [runs[0], 'kinstep']].map(([run, color]) =>
          [`energy under ${run.name.split(',')[0]}`, exploded(run) || `${spelled(100 * run.largest)} % off`, color]),
        notes: [`After ${this.time.toFixed(0)} s in ${steps} steps: ${period.toFixed(1)} steps in a swing. Symplectic Euler explodes with ` +
          'fewer than 3.14; explicit Euler always does, sooner or later.'],
        head: ['scheme', 'energy off by', 'at most'],
        rows: runs.map((run) => [run.name, ...exploded(run) ? [exploded(run)] : [run.change, run.largest].map((share) => `${short(100 * share)} %`)]),
      };
    },
  };
}
