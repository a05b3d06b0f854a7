import { Model, init } from 'kinstep';

/** Distance in metres by which a throw of this speed misses its target, in wind and drag. */
function miss(speed) {
  const air = new Model('linear', { gravity: [0, -9.81], drag: 0.1, wind: [-4, 0] }); // m/s², 1/s, m/s
  const from = [0, 1.5], target = [32, 3]; // m
  const { velocity, timeOfFlight } = air.aim({ from, target }, { kind: 'speed', value: speed });
  const [x, y] = air.launch(from, velocity).at(timeOfFlight).position;
  return Math.hypot(x - target[0], y - target[1]);
}

await init();
for (const speed of [22, 24, 40]) console.log(speed, 'm/s:', miss(speed), 'm');
