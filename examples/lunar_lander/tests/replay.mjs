// Replays recordings in the wasm of the page, without a page: their ends are equal to the recorded
// ones, to the bit.
//
//   node examples/lunar_lander/tests/replay.mjs lunar_lander.wasm flight.ron...
//
// Exits with 1 if a recording does not, or if a recording with one changed digit still does.
import { readFileSync } from "node:fs";

const [wasm, ...files] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(wasm));
const env = {};
for (const { name } of WebAssembly.Module.imports(module)) {
  env[name] = () => 0;
}
const { exports } = new WebAssembly.Instance(module, { env });

function replay(text) {
  const bytes = new TextEncoder().encode(text);
  const room = exports.text_room(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  return exports.replay();
}

function expect(what, found, wanted) {
  if (found !== wanted) {
    console.error(`${what}: ${found}, and not ${wanted}`);
    process.exitCode = 1;
  }
}

for (const file of files) {
  const text = readFileSync(file, "utf8");
  expect(file, replay(text), 1);
  // changes the last digit of the final velocity
  const changed = text.replace(/(velocity: \([^,]*?)(\d)(,)/, (_, before, digit, after) => before + (digit === "1" ? "2" : "1") + after);
  expect(`${file} with another digit`, replay(changed), 0);
  expect(`${file} cut short`, replay(text.slice(0, -9)), -1);
}
expect("nothing", replay(""), -1);
if (!process.exitCode) {
  console.log(`${files.length} recordings end in the wasm as they were recorded, bit for bit`);
}
