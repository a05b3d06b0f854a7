import * as made from './wasm/kinstep.js';
import { load } from './border.js';

export const init = (source = new URL('./wasm/kinstep_bg.wasm', import.meta.url)) => load(made, source);
export * from './flight.js';
export * from './forces.js';
export * from './world.js';
