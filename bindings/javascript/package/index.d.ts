/** Loads the WebAssembly, from the folder of this file unless a source is given. Call it once, before anything else. */
export declare function init(source?: URL | Response | Promise<Response> | BufferSource | WebAssembly.Module): Promise<void>;
export * from './flight.js';
export * from './forces.js';
export * from './world.js';
