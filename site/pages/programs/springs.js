import { World, init, spring } from 'kinstep';

/** Relative change of the energy after this many steps. */
function energyChange(stepsPerSecond, steps) {
  const world = new World(2);
  const body = world.addBody({ mass: 1, position: [1, 0] }); // kg, m
  world.addForce(spring({ stiffness: 4 }), { on: body }); // N/m
  world.addForce(spring({ stiffness: 9 }), { on: body });
  const start = world.energy.total;
  for (let step = 0; step < steps; step++) world.step(1 / stepsPerSecond);
  return world.energy.total / start - 1;
}

await init();
for (const rate of [1.5, 20, 240]) console.log(rate, 'Hz:', energyChange(rate, 10000));
