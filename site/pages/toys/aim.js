// Throws over a wall at a target that the visitor can drag.

import { KinstepError, Model } from 'kinstep';
import { distance, short, spelled } from '../numbers.js';

const GRAVITY = [0, -9.81]; // m/s²
const FROM = [0, 1.5]; // start of all throws [m]
const TIME = 2; // of the throw "in 2 s" [s]
const PARTS = 64; // of a drawn path

export function aim({ speed, wind, drag, run, x, y, wall, top }) {
  const air = new Model('linear', { gravity: GRAVITY, drag, wind: [wind, 0] }), vacuum = new Model('linear', { gravity: GRAVITY });
  const order = { from: FROM, target: [x, y], targetVelocity: [run, 0] };

  // a throw and its result, or the reason why it does not exist
  function plan(name, model, wanted) {
    let launch;
    try { launch = model.aim(order, wanted); } catch (error) {
      if (!(error instanceof KinstepError)) throw error;
      return { name, why: error.message };
    }
    const time = launch.timeOfFlight, flight = air.launch(FROM, launch.velocity);
    const path = Array.from({ length: PARTS + 1 }, (_, part) => flight.at(time * part / PARTS).position);
    // a throw just over the wall touches its top to within rounding
    const crossed = flight.crossings({ normal: [1, 0], distance: wall }, 0, time);
    const hitsWall = crossed.some(({ position }) => position[1] < top - 1e-9);
    return { name, velocity: launch.velocity, time, path, miss: distance(flight.at(time).position, [x + run * time, y]), hitsWall };
  }

  // the first is the direct one, the second is planned by a formula that ignores air
  const throws = [
    plan('direct', air, { kind: 'speed', value: speed }),
    plan('formula without air', vacuum, { kind: 'speed', value: speed }),
    plan('lofted', air, { kind: 'speed', value: speed, lofted: true }),
    plan('over the wall', air, { kind: 'clearing', points: top === 0 ? [] : [[wall, top]] }),
    plan('slowest', air, { kind: 'least_speed' }),
    plan('in 2 s', air, { kind: 'time', value: TIME }),
  ];
  if (throws[0].why) throws.push(plan('nearest', air, { kind: 'attempt', value: speed }));

  const tell = ({ why, miss }, name) => why ? [name, 'does not reach'] : [`${name} misses by`, `${spelled(miss)} m`];
  return {
    pace: 0,
    throws,
    advance() {},
    print: () => ({
      counters: [[...tell(throws[1], 'formula without air'), 'engine'], [...tell(throws[0], 'kinstep'), 'kinstep']],
      notes: [],
      head: ['throw', 'speed', 'angle', 'hits after', 'misses by'],
      rows: throws.map(({ name, why, velocity, time, miss, hitsWall }) => why ? [name, why] : [
        `${name}${hitsWall ? ', into the wall' : ''}`, `${distance(velocity, [0, 0]).toFixed(1)} m/s`,
        `${(Math.atan2(velocity[1], velocity[0]) * (180 / Math.PI)).toFixed(0)}°`, `${time.toFixed(2)} s`, `${short(miss)} m`,
      ]),
    }),
  };
}
