// What the WebAssembly imports, and how it is loaded.

export class KinstepError extends Error {
  constructor(kind, message) {
    super(message);
    this.name = 'KinstepError';
    this.kind = kind;
  }
}

export const refuse = (message) => { throw new KinstepError('invalid', message); };

// calls a function with copies, because the memory may move meanwhile
export const call = (f, numbers, ids) => f(numbers.slice(), ids.slice());

let module;

// the exports of the module that was loaded
export const raw = () => {
  if (!module) throw new KinstepError('not_loaded', 'the WebAssembly is not loaded: call `await init()` first');
  return module;
};

// loads a module of wasm-bindgen from a URL, a response or bytes
export async function load(made, source) {
  const fs = source instanceof URL && source.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs');
  const { memory } = await made.default({ module_or_path: fs ? fs.readFileSync(source) : source });
  // the module with worlds stays
  if (made.World || !module?.World) module = { ...made, memory };
}

// a method of an object of the WebAssembly, which the small module may lack
export function method(object, name) {
  if (!object) throw new KinstepError('freed', 'this object was freed');
  if (!object[name]) throw new KinstepError('not_loaded', `${name} is in kinstep, not in kinstep/preview`);
  return object[name].bind(object);
}

// returns what is of the right type, which WebAssembly takes for granted; the name ends in `is` or `are`
const fit = (test, must) => (value, name) => test(value) ? value : refuse(`${name} ${String(value)}; it must be ${must}`);

export const func = fit((value) => typeof value === 'function', 'a function');
export const object = fit((value) => value !== null && typeof value === 'object', 'an object');
export const list = fit(Array.isArray, 'an array');
export const numbers = fit((value) => Array.isArray(value) || ArrayBuffer.isView(value) && !(value instanceof DataView), 'an array of numbers');
export const word = fit((value) => typeof value === 'string', 'a word');
export const side = (which) => word(which, 'the direction is');

export const id = (bits, what) => typeof bits === 'bigint' ? bits : refuse(`the id of the ${what} is ${String(bits)}; it must be a bigint`);

export const count = (number, what) => Number.isSafeInteger(number) && number >= 0 ? BigInt(number)
  : refuse(`the number of ${what} is ${String(number)}; it must be a whole number and not negative`);

export const bits = (layers) => layers >>> 0 === layers ? layers : refuse(`the layers are ${String(layers)}; they must be 32 bits`);
