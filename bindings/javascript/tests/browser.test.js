// The example and the bits of a world in Chromium, without a message in the console. Needs chromium and chromedriver.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import * as k from 'kinstep';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--window-size=900,600'];
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const folder = new URL('.', import.meta.resolve('kinstep'));
const server = createServer(async ({ url }, answer) => {
  const body = await readFile(new URL(`.${url}`, folder)).catch(() => undefined);
  answer.writeHead(body ? 200 : 404, { 'content-type': TYPES[extname(url)] ?? 'text/plain' }).end(body);
});
let driver, session;

async function post(command, body) {
  const answer = await fetch(session + command, { method: 'POST', body: JSON.stringify(body) });
  const { value } = await answer.json();
  assert.ok(!value?.error, `${command}: ${value?.message}`);
  return value;
}
const run = (script) => post('/execute/sync', { script, args: [] });

before(async () => {
  await new Promise((then) => server.listen(0, '127.0.0.1', then));
  driver = spawn(process.env.CHROMEDRIVER ?? 'chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface(driver.stdout)) {
    const port = /started successfully on port (\d+)/.exec(line)?.[1];
    if (port) { session = `http://127.0.0.1:${port}/session`; break; }
  }
  const alwaysMatch = { 'goog:chromeOptions': { binary: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS }, 'goog:loggingPrefs': { browser: 'ALL' } };
  session += `/${(await post('', { capabilities: { alwaysMatch } })).sessionId}`;
});

after(async () => {
  await fetch(session, { method: 'DELETE' });
  driver.kill();
  server.close();
});

const address = (path) => `http://127.0.0.1:${server.address().port}/${path}`;
const console = async () => (await post('/se/log', { type: 'browser' })).map(({ message }) => message);

test('the example draws, and a pointer throws', { timeout: 60000 }, async () => {
  await post('/url', { url: address('example/index.html') });
  const frames = () => run('return Number(document.documentElement.dataset.frames ?? 0)');
  while (await frames() < 5) await new Promise((then) => setTimeout(then, 50));
  const actions = [{ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', x: 300, y: 200 }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }] }];
  await post('/actions', { actions });
  const seen = await frames();
  while (await frames() < seen + 5) await new Promise((then) => setTimeout(then, 50));
  const colors = await run(`const canvas = document.querySelector('canvas');
    return new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;`);
  assert.ok(colors > 3, `${colors} colours`);
  if (process.env.KINSTEP_PICTURE) {
    const answer = await (await fetch(`${session}/screenshot`)).json();
    await writeFile(process.env.KINSTEP_PICTURE, Buffer.from(answer.value, 'base64'));
  }
  assert.deepEqual(await console(), []);
});

const work = `const world = new World(3);
  world.addForce(uniformGravity({ acceleration: [0, -9.81, 0] }));
  world.addForce(quadraticDrag({ coefficient: 0.1 }));
  world.addForce((body) => body.velocity.map((v) => -0.1 * v));
  const id = world.addBody({ mass: 2, velocity: [3, 9, 1], moments: [1, 2, 3], angularVelocity: [1, 0.1, 0] });
  world.run(0.01, 500);
  return [...world.body(id).position, ...world.body(id).orientation];`;

test('the numbers are those of node', { timeout: 60000 }, async () => {
  await post('/url', { url: address('example/index.html') });
  const script = `return import('/index.js').then(async ({ init, World, uniformGravity, quadraticDrag }) => { await init(); ${work} })`;
  await k.init();
  assert.deepEqual(await run(script), new Function('{ World, uniformGravity, quadraticDrag }', work)(k));
  assert.deepEqual(await console(), []);
});

test('the small module loads', { timeout: 60000 }, async () => {
  await post('/url', { url: address('example/index.html') });
  const script = `return import('/preview.js').then(async ({ init, Model }) => { await init(); return new Model('linear', { gravity: [0, -8] }).launch([0, 0], [1, 8]).apex().position; })`;
  assert.deepEqual(await run(script), [1, 4]);
  assert.deepEqual(await console(), []);
});
