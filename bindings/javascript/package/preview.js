import * as made from './wasm/preview.js';
import { load } from './border.js';

export const init = (source = new URL('./wasm/preview_bg.wasm', import.meta.url)) => load(made, source);
export * from './flight.js';
export * from './forces.js';
