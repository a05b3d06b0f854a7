// Runs golden.wasm as the program runs elsewhere: node run.mjs golden.wasm [read FILE] [write FILE]
import { readFileSync, writeFileSync } from "node:fs";

const [file, ...words] = process.argv.slice(2);
const files = {};
for (let i = 0; i < words.length; i += 2) {
  if (!["read", "write"].includes(words[i]) || !words[i + 1]) throw "golden [read FILE] [write FILE]";
  files[words[i]] = words[i + 1];
}

const { exports: golden } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
// memory that has grown is another buffer
const bytes = (start, length) => new Uint8Array(golden.memory.buffer, start, length);
const said = () => new TextDecoder().decode(bytes(golden.said(), golden.said_length()));

if (files.read) {
  const read = readFileSync(files.read);
  bytes(golden.room(read.length), read.length).set(read);
}
let right;
try {
  right = golden.run();
} catch (error) {
  console.error(said() || error);
  process.exit(1);
}
if (files.write) writeFileSync(files.write, bytes(golden.written(), golden.written_length()));
console.log(said());
process.exit(right ? 0 : 1);
