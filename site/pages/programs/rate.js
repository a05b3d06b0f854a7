import { World, init, linearDrag, uniformGravity } from 'kinstep';

/** Position in metres where a ball lands, at this number of steps per second. */
function landing(stepsPerSecond) {
  const world = new World(2);
  world.addForce(uniformGravity({ acceleration: [0, -9.81] })); // m/s²
  world.addForce(linearDrag({ rate: 0.5 })); // 1/s
  const ball = world.body(world.addBody({ mass: 1, velocity: [15, 12] })); // kg, m/s
  const lands = { body: ball.id, crossing: { normal: [0, 1] }, which: 'Descending' };
  while (!world.stepUntil(1 / stepsPerSecond, lands));
  return ball.position[0];
}

await init();
for (const rate of [5, 20, 60, 240]) console.log(rate, 'Hz:', landing(rate), 'm');
