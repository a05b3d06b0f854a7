/** Loads the WebAssembly, from beside this file or from `source`: once, before all else. */
export declare function init(source?: URL | Response | Promise<Response> | BufferSource | WebAssembly.Module): Promise<void>;
export * from './flight.js';
export * from './forces.js';
