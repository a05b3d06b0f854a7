// Objects of parameters as rows of numbers, and back.
//
// A letter says what a parameter is: n a number, b a boolean, v a vector, a a vector along z in the plane (one number there), o an
// orientation (an angle in the plane, a quaternion in space). A capital may be left out: N is then NaN. 0 and 1 are numbers
// with this value if they are left out.

import { refuse } from './border.js';

const WIDTHS = { v: 3, a: 3, o: 4 };
const numbersIn = (value) => (Array.isArray(value) || ArrayBuffer.isView(value)) && Array.prototype.every.call(value, (number) => typeof number === 'number') ? value.length : 0;

// writes one value; returns the dimensions that it has, 0 for both
function write(numbers, letter, value, what) {
  const kind = letter.toLowerCase(), size = numbersIn(value);
  if (kind === 'b' && typeof value === 'boolean') return numbers.push(Number(value)), 0;
  if ('n01'.includes(kind) && typeof value === 'number') return numbers.push(value), 0;
  if (kind === 'v' && (size === 2 || size === 3)) return numbers.push(value[0], value[1], size === 3 ? value[2] : 0), size;
  if (kind === 'a' && typeof value === 'number') return numbers.push(0, 0, value), 2;
  if (kind === 'o' && typeof value === 'number') return numbers.push(value, 0, 0, 0), 2;
  if ((kind === 'a' || kind === 'o') && size === WIDTHS[kind]) return numbers.push(...value), 3;
  const wanted = { b: 'a boolean', v: '2 or 3 numbers', a: 'a number in the plane, 3 numbers in space', o: 'an angle in the plane, a quaternion of 4 numbers in space' };
  return refuse(`${what} is ${Array.isArray(value) ? `[${value}]` : String(value)}; it must be ${wanted[kind] ?? 'a number'}`);
}

// returns a row of numbers, and the dimensions of its vectors: 0 if there are none
export function flatten(name, letters, given) {
  const names = Object.keys(letters), missing = names.filter((key) => /[a-z]/.test(letters[key]) && given?.[key] === undefined);
  if (given === null || typeof given !== 'object') refuse(`${name} takes an object with ${names.join(', ')}`);
  const unknown = Object.keys(given).find((key) => !(key in letters));
  if (unknown !== undefined) refuse(`${name} has no \`${unknown}\`; it has ${names.join(', ')}`);
  if (missing.length) refuse(`${name} needs ${missing.join(', ')}`);
  const numbers = [];
  let dimensions = 0;
  for (const key of names) {
    const letter = letters[key], value = given[key];
    if (value === undefined) {
      numbers.push(...Array(WIDTHS[letter.toLowerCase()] ?? 1).fill(letter === 'N' ? NaN : letter === '1' ? 1 : 0));
    } else {
      const found = write(numbers, letter, value, `${key} of ${name}`);
      if (dimensions * found && dimensions !== found) refuse(`${key} of ${name} has ${found} dimensions, and what is before it ${dimensions}`);
      dimensions ||= found;
    }
  }
  return { numbers: Float64Array.from(numbers), dimensions };
}

// returns a row for a world of these dimensions
export function row(dimensions, name, letters, given) {
  return fitting(dimensions, { name, ...flatten(name, letters, given) }).numbers;
}

export function fitting(dimensions, made) {
  return !made.dimensions || made.dimensions === dimensions ? made
    : refuse(`${made.name} has ${made.dimensions} dimensions; this is for ${dimensions}`);
}

export const one = (dimensions, letter, name, value) => row(dimensions, name, { value: letter }, { value });

// the value that starts at an index of a row; arrays are frozen, because a change would change nothing
export function read(numbers, index, letter, dimensions) {
  const part = (size) => Object.freeze(Array.from(numbers.subarray(index, index + size)));
  if (letter === 'v') return part(dimensions);
  if (letter === 'a') return dimensions === 2 ? numbers[index + 2] : part(3);
  if (letter === 'o') return dimensions === 2 ? numbers[index] : part(4);
  return numbers[index];
}

// time, position and velocity of a row; undefined for an empty one
export const state = (numbers, dimensions) => numbers.length === 0 ? undefined : {
  time: numbers[0],
  position: read(numbers, 1, 'v', dimensions),
  velocity: read(numbers, 4, 'v', dimensions),
};

// whether this package made it
export const isForce = (force) => force?.numbers instanceof Float64Array;

export const maker = (kind, name, letters) => (parameters = {}) => Object.freeze({ kind, name, ...flatten(name, letters, parameters) });
