// Tests of the toys against closed forms and known texts. Returns what is wrong.
const wrong = [];
const check = (holds, what) => { if (!holds) wrong.push(what); };
const { rate, springs, aim } = kinstep.toys;

// --- the throw

// the landing fulfils y = 0 with x = v₀ₓ τ, y = -g t/c + (v₀ᵧ + g/c) τ and τ = (1 - e^(-ct))/c
const thrown = rate({ rule: 0, speed: 19, angle: 39, drag: 0.5 });
const [engines, same] = thrown.runs, [vx, vy] = thrown.velocity;
for (const run of same) {
  const tau = run.landing[0] / vx, time = -Math.log1p(-0.5 * tau) / 0.5;
  const height = -9.81 * time / 0.5 + (vy + 9.81 / 0.5) * tau;
  check(Math.abs(height) < 1e-13, `lands at ${height}`);
}
const counter = (toy, i) => toy.print().counters[i][1];
const metres = (text) => Number(text.split(' ')[0]);
// measured: 4e-15 m
check(metres(counter(thrown, 1)) < 1e-13, counter(thrown, 1));
check(metres(counter(thrown, 0)) > 1, counter(thrown, 0));
// after the rest, in flight, distances are those at the last common step
const second = ({ rate, path }) => path[rate / 5], [a, b] = [engines[0], engines[3]].map(second);
const far = Math.hypot(a[0] - b[0], a[1] - b[1]).toFixed(2);
thrown.advance(180);
for (const [ticks, expected] of [[11, '0'], [1, far], [11, far]]) {
  thrown.advance(ticks);
  check(counter(thrown, 0) === `${expected} m apart`, `${counter(thrown, 0)}, not ${expected}`);
}
// a game draws the ball on the straight line between two steps
const [x] = engines[0].position(0.3), [from, to] = engines[0].path.slice(1, 3);
check(Math.abs(x - (from[0] + to[0]) / 2) < 1e-12, `drawn at ${x}`);

// --- the springs

function after(steps, rate) {
  const toy = springs({ first: 4, second: 9, rate, time: 1 });
  toy.advance(steps);
  return toy;
}
// under explicit Euler the energy grows by the factor 1 + ω²h² in each step; symplectic Euler explodes for ωh > 2
const [exact, symplectic, explicit] = after(50, 100).runs.map((run) => run.change);
const grown = (1 + 13 / 1e4) ** 50 - 1;
check(Math.abs(explicit - grown) < 1e-14, `explicit Euler is ${explicit} off`);
check(Math.abs(symplectic) < grown && Math.abs(exact) < 1e-14, `${symplectic} and ${exact} off`);
// ωh = 2.4 and 1.95
for (const [rate, expected] of [[1.5, 'false,true,true'], [1.85, 'false,false,true']]) {
  const exploded = after(200, rate).runs.map((run) => run.exploded !== undefined).join();
  check(exploded === expected, `exploded: ${exploded}`);
}
// three hours; measured: 3e-14
const long = after(216000, 20).runs[0];
check(long.largest < 1e-11 && Math.max(...long.spans) === long.largest, `${long.largest} off`);

// --- the aim

for (const run of [0, 4, -3]) {
  const { throws } = aim({ speed: 30, wind: -4, drag: 0.1, run, x: 32, y: 3, wall: 18, top: 8 });
  const of = (name) => throws.find((one) => one.name === name);
  // measured: 4e-14 m
  for (const name of ['direct', 'lofted', 'over the wall', 'slowest', 'in 2 s']) check(of(name).miss < 1e-11, `${name} misses`);
  check(of('formula without air').miss > 0.5, 'the formula without air hits');
  check(of('direct').hitsWall && !of('over the wall').hitsWall, 'the wall');
}
const poor = aim({ speed: 14, wind: 0, drag: 0, run: 0, x: 30, y: 1.5, wall: 10, top: 0 });
const said = JSON.stringify(poor.print().rows);
// the least speed is √(g d)
check(said.includes('17.1') && poor.throws[6].miss > 1, said);
return wrong.join('\n');
