// Compiled, not run: what must be an error is one.
import { KinstepError, Model, Swarm, World, init, linearDrag, preview, spring } from 'kinstep';
import type { BodyId, ForceId } from 'kinstep';
import * as small from 'kinstep/preview';

await init();
await small.init(new URL('x', 'file:///'));
const world = new World(2), space = new World(3);
const ball: BodyId = world.addBody({ mass: 1, position: [0, 1] });
const id: ForceId = world.addForce(spring({ stiffness: 3, anchor: new Float64Array(2) }), { on: ball });
world.addForce({ LinearDrag: { strength: { Rate: 0.1 } } });
world.addForce((body, time) => [body.position[0] ?? 0, body.angularVelocity + time]);
world.addTorque(() => 3);
space.addTorque(({ orientation }) => [orientation[0] ?? 0, 0, 1]);
const body = world.body(ball);
body.position = [1, 2];
body.orientation += 0.1;
const state = world.stepUntil(1, { body: ball, crossing: { normal: [0, 1] } });
if (state) console.log(state.time.toFixed());
world.onContact(({ surface }) => (surface === undefined ? undefined : { passes: true }));
const points: Float32Array = preview(new Model('linear', { gravity: [0, -9] }).launch([0, 0], [1, 1]), new Float32Array(20), 1);
new Swarm(3, { forces: [linearDrag({ rate: 0.1 })] }).positions.set(points);
export const kinds = (error: unknown) => error instanceof KinstepError && error.kind === 'no_answer';
// @ts-expect-error a body is no force
world.removeForce(ball);
// @ts-expect-error a force is no body
world.body(id);
// @ts-expect-error a number is no id
world.body(3n);
// @ts-expect-error a wrong name
spring({ stifness: 3 });
// @ts-expect-error a missing one
spring({ damping: 3 });
// @ts-expect-error no such dimensions
new World(4);
// @ts-expect-error what is read does not change
body.position[0] = 1;
// @ts-expect-error in space an orientation has four numbers
space.body(ball).orientation += 0.1;
// @ts-expect-error no such model
new Model('liner', { gravity: [0, 1] });
// @ts-expect-error worlds are not in the small module
new small.World(2);
