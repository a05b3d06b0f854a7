// The page: loads the package, runs the toy that the address names, and shows it.

import * as kinstep from 'kinstep';
import { view } from './canvas.js';
import { draw as drawRate } from './rate.js';
import { draw as drawSprings } from './springs.js';
import { draw as drawAim, pick } from './aim.js';
import { rate } from './toys/rate.js';
import { springs } from './toys/springs.js';
import { aim } from './toys/aim.js';
// the texts of the programs, which the builder makes a module
import * as programs from './programs.js';

const get = (id) => document.getElementById(id);
const make = (name, text, properties) => Object.assign(document.createElement(name), { textContent: text }, properties);
const canvas = get("canvas");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const TOYS = { rate, springs, aim };
const DRAWINGS = { rate: drawRate, springs: drawSprings, aim: drawAim };
const KINDS = Object.keys(TOYS);
// budget of all steps in a frame, and time between two changes of the text, in milliseconds
const BUDGET = 9, PATIENCE = 120;
let now = null;

const say = (text) => { get("message").textContent = text; };
const dials = () => Array.from(get(now.name).elements).filter((dial) => dial.name);
const initial = (dial) => dial.defaultValue || (dial.querySelector("[selected]") || dial.options[0]).value;

// --- the address: a toy, and those of its values that differ from the initial ones

// describes the fault of a value; empty if there is none
function fault(dial, text) {
  const label = dial.parentNode.firstChild.textContent.trim(), quoted = "\u201c" + text.slice(0, 40) + "\u201d";
  const value = Number(text);
  if (dial.options) { return Array.from(dial.options).some((one) => one.value === text) ? "" : label + ": " + quoted + " is not in the list."; }
  const limits = label + " must be a number from " + dial.min + " to " + dial.max + "; " + quoted;
  if (text.trim() === "" || Number.isNaN(value)) { return limits + " is none."; }
  return value < dial.min || value > dial.max ? limits + " is outside." : "";
}

function load() {
  const faults = [];
  let parts = Array.from(new URLSearchParams(location.hash.slice(1)));
  const named = parts.find(([key]) => key === "toy");
  const name = named && KINDS.find((name) => name === named[1]);
  if (!name && location.hash.length > 1) {
    faults.push(named ? "There is no toy called \u201c" + named[1].slice(0, 40) + "\u201d." : "The address names no toy.");
    parts = [];
  }
  if (!now || now.name !== (name || KINDS[0])) { show(name || KINDS[0]); }
  get(now.name).reset();
  for (const [key, text] of parts.filter((part) => part[0] !== "toy")) {
    const dial = dials().find((dial) => dial.name === key);
    const wrong = dial ? fault(dial, text) : "There is no dial called \u201c" + key.slice(0, 40) + "\u201d.";
    if (wrong) { faults.push(wrong); } else { dial.value = text; }
  }
  if (faults.length > 0) { faults.push("The rest is as it starts."); }
  start(faults.slice(0, 6));
}

function remember() {
  const changed = dials().filter((dial) => dial.value !== initial(dial));
  // a browser may reject many changes in a row; the next one contains all of them
  try { history.replaceState(null, "", ["#toy=" + now.name].concat(changed.map((dial) => dial.name + "=" + dial.value)).join("&")); } catch (_) { /* later */ }
}

// --- a toy: start, motion, drawing and text

function show(name) {
  now = { name, runs: !still.matches, state: { held: null } };
  for (const kind of KINDS) { get(kind).hidden = kind !== name; }
  for (const link of get("toys").children) { link.ariaCurrent = link.hash === "#toy=" + name ? "page" : null; }
  canvas.tabIndex = name === "aim" ? 0 : -1;
  // shows the documented function; "copy" copies the whole program
  now.program = programs[name];
  get("code").textContent = now.program.slice(now.program.indexOf("/**"), now.program.indexOf("await init")).trim();
}

// starts the toy from its values
function start(faults) {
  now.state.dials = Object.fromEntries(dials().map((dial) => [dial.name, Number(dial.value)]));
  now.toy = TOYS[now.name](now.state.dials);
  say(faults.join("\n"));
  Object.assign(now, { pace: now.toy.pace, steps: 0, owed: 0, printed: 0, fresh: true });
  get("play").parentNode.hidden = now.pace === 0;
  // paused springs show the state after a while; the throw starts with all balls on the ground
  if (!now.runs && now.name === "springs") { move(Math.min(Math.round(20 * now.pace), 20000)); }
  for (const dial of dials().filter((dial) => !dial.options)) { dial.parentNode.querySelector("output").textContent = dial.value; }
  remember();
}

function move(steps) {
  now.toy.advance(steps);
  now.steps += steps;
}

let before = 0;
function frame(clock) {
  requestAnimationFrame(frame);
  const seconds = Math.max(Math.min((clock - before) / 1000, 0.1), 0);
  before = clock;
  const begun = performance.now();
  if (now.runs) { now.owed += seconds * now.pace; }
  for (let chunk = 16; now.runs && now.owed >= 1; chunk = Math.min(2 * chunk, 128)) {
    const steps = Math.min(Math.floor(now.owed), chunk);
    move(steps);
    now.owed -= steps;
    // steps for which there is no time are skipped
    if (performance.now() - begun > BUDGET) { now.owed = 0; }
  }
  get("play").textContent = now.runs ? "Pause" : "Play";
  if (!now.fresh && !(now.runs && now.pace > 0)) { return; }
  // the text changes slowly, so that it can be read
  if (now.fresh || clock - now.printed > PATIENCE) {
    now.printed = clock;
    print(now.toy.print());
  }
  now.fresh = false;
  DRAWINGS[now.name](view(canvas, canvas.clientWidth < 560 ? 1 : 0.6), now.toy, now.state);
}

function print({ counters, notes, head, rows }) {
  get("table").dataset.steps = now.steps;
  get("counter").replaceChildren(...counters.map(([whose, value, name]) => {
    const box = make("span", whose + " ", { className: name });
    box.append(make("b", value));
    return box;
  }));
  get("notes").replaceChildren(...notes.map((sentence) => make("p", sentence)));
  const row = (cells, i) => {
    const line = make("tr", "");
    line.append(...cells.map((cell, j) => make(i === 0 || j === 0 ? "th" : "td", cell)));
    if (cells.length < head.length) { line.lastChild.colSpan = head.length - cells.length + 1; }
    return line;
  };
  get("table").replaceChildren(...[head, ...rows].map(row));
}

// --- actions of the visitor

function copy() {
  const said = (text) => {
    get("copy").textContent = text;
    setTimeout(() => { get("copy").textContent = "Copy the program"; }, 3000);
  };
  const copied = navigator.clipboard ? navigator.clipboard.writeText(now.program) : Promise.reject(new Error("no clipboard"));
  copied.then(() => said("Copied"), () => {
    get("code").textContent = now.program;
    getSelection().selectAllChildren(get("code"));
    said("Selected: press Ctrl+C");
  });
}

// moves the target or the wall; an input keeps the value within its limits
function place(keys, values) {
  keys.forEach((key, i) => { get("aim").elements[key].value = values[i]; });
  start([]);
}

function wire() {
  get("play").addEventListener("click", () => { now.runs = !now.runs; now.fresh = true; });
  get("again").addEventListener("click", () => start([]));
  get("copy").addEventListener("click", copy);
  get("dials").addEventListener("input", () => start([]));
  addEventListener("hashchange", load);
  addEventListener("resize", () => { now.fresh = true; });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { now.fresh = true; });
  canvas.addEventListener("pointerdown", (event) => {
    now.state.held = now.name === "aim" && picked(event.offsetX, event.offsetY);
    if (now.state.held) { canvas.setPointerCapture(event.pointerId); }
  });
  // a finger on the target or the wall drags it; elsewhere a finger scrolls the page
  canvas.addEventListener("touchstart", (event) => { if (now.state.held) { event.preventDefault(); } }, { passive: false });
  canvas.addEventListener("pointermove", (event) => {
    const { held, scene } = now.state;
    if (held && scene) { place(held, [(event.offsetX - scene.x(0)) / scene.scale, (scene.y(0) - event.offsetY) / scene.scale]); }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, () => { now.state.held = null; now.fresh = true; });
  }
  canvas.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-0.5, 0], ArrowRight: [0.5, 0], ArrowUp: [0, 0.5], ArrowDown: [0, -0.5] }[event.key];
    if (now.name !== "aim" || !way) { return; }
    event.preventDefault();
    const keys = event.shiftKey ? ["wall", "top"] : ["x", "y"];
    place(keys, keys.map((key, i) => now.state.dials[key] + way[i]));
  });
}

// --- start

const picked = (x, y) => pick(x, y, now.state);

function begin() {
  load();
  wire();
  get("dials").hidden = false;
  requestAnimationFrame(frame);
  document.documentElement.dataset.ready = "true";
}

addEventListener("error", (event) => say("The page stopped: " + event.message));
if (typeof WebAssembly !== "object") { say("The playground needs WebAssembly, which this browser does not have or does not allow."); }
else if (typeof WASM_GZ_BASE64 !== "string") { say("wasm.js is missing beside this page: build the site again."); }
else if (typeof DecompressionStream !== "function") { say("The playground needs a browser of 2023 or later."); }
else {
  const packed = Uint8Array.from(atob(WASM_GZ_BASE64), (letter) => letter.charCodeAt(0));
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer().then(kinstep.init).then(begin)
    .catch((error) => say("The playground does not start: " + error.message));
}
// for tests, and for those who open the console
globalThis.kinstep = { ...kinstep, picked, toys: TOYS };
