// Plays the game's page in Chromium, with keys and with touches.
//
//   node examples/lunar_lander/tests/page.mjs FOLDER PICTURES
//
// FOLDER holds the files that examples/lunar_lander/web/README.md names; screenshots go to
// PICTURES. The test needs the Debian packages chromium and chromium-driver, and loads nothing from
// outside FOLDER. It exits with 1 if a check fails.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, pictures] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "lander-"));
mkdirSync(pictures, { recursive: true });
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function holds(what, is) {
  console.log(`${is ? "ok" : "WRONG"}  ${what}`);
  if (!is) { process.exitCode = 1; }
}

// --- a server for the folder

const KINDS = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };
const server = createServer((request, answer) => {
  const name = request.url === "/" ? "/index.html" : request.url.split("?")[0];
  try {
    const bytes = readFileSync(join(folder, name));
    answer.writeHead(200, { "content-type": KINDS[name.split(".").pop()] ?? "application/octet-stream" });
    answer.end(bytes);
  } catch {
    answer.writeHead(404);
    answer.end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/`;

// --- Chromium, by the WebDriver protocol

const driverPort = server.address().port > 40000 ? server.address().port - 9000 : server.address().port + 9000;
const driver = spawn("chromedriver", [`--port=${driverPort}`], { stdio: "ignore" });
const driverAddress = `http://127.0.0.1:${driverPort}`;

async function ask(method, path, body) {
  const answer = await fetch(driverAddress + path, { method, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (value?.error) { throw new Error(`${path}: ${value.message}`); }
  return value;
}

async function browser({ width, height, phone, before }) {
  const options = {
    args: ["--headless", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic",
      "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
      `--user-data-dir=${mkdtempSync(join(work, "profile-"))}`, `--window-size=${width},${height}`],
    perfLoggingPrefs: { enableNetwork: true },
  };
  if (phone) { options.mobileEmulation = { deviceMetrics: { width, height, pixelRatio: 2, touch: true } }; }
  const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: {
    browserName: "chrome", "goog:loggingPrefs": { browser: "ALL", performance: "ALL" }, "goog:chromeOptions": options } } });
  const path = `/session/${sessionId}`;
  const log = async (type) => ask("POST", `${path}/se/log`, { type });
  const actions = (id, type, list, parameters) => ask("POST", `${path}/actions`, { actions: [{ id, type, actions: list, parameters }] });
  const me = {
    open: (url) => ask("POST", `${path}/url`, { url }),
    js: (script, ...args) => ask("POST", `${path}/execute/sync`, { script, args }),
    later: (script, ...args) => ask("POST", `${path}/execute/async`, { script, args }),
    picture: async (name) =>
      writeFileSync(join(pictures, `${name}.png`), Buffer.from(await ask("GET", `${path}/screenshot`), "base64")),
    // waits for a frame after each key, because keys of one frame have no order
    press: async (value) => {
      await actions("keys", "key", [{ type: "keyDown", value }, { type: "pause", duration: 60 }, { type: "keyUp", value }]);
      await wait(400);
    },
    touch: (x, y, duration = 60) => actions("finger", "pointer", [{ type: "pointerMove", x, y, duration: 0 },
      { type: "pointerDown", button: 0 }, { type: "pause", duration }, { type: "pointerUp", button: 0 }], { pointerType: "touch" }),
    button: async (keys, duration) => me.touch(...await me.js(`const all = document.querySelectorAll('[data-keys="${keys}"]');
      const box = Array.from(all).find((it) => it.offsetParent).getBoundingClientRect(); return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];`), duration),
    // waits until the script's answer matches the pattern, or the time is over
    comes: async (what, pattern, seconds = 15) => {
      const end = Date.now() + 1000 * seconds;
      let found = await me.js(what);
      while (!pattern.test(found) && Date.now() < end) {
        await wait(50);
        found = await me.js(what);
      }
      if (!pattern.test(found)) { console.log(`       it says: ${found}`); }
      return pattern.test(found);
    },
    state: () => me.js(STATE),
    says: (pattern, seconds) => me.comes(STATE, pattern, seconds),
    message: (pattern) => me.comes("const it = document.getElementById('message'); return it.hidden ? '' : it.textContent", pattern),
    // checks that the console is empty and that the page sends no request to other addresses
    isQuiet: async (where) => {
      const errors = (await log("browser")).map(({ message }) => message);
      holds(`${where}: nothing on the console ${errors}`, errors.length === 0);
      const requests = (await log("performance")).map(({ message }) => JSON.parse(message).message)
        .filter(({ method }) => method === "Network.requestWillBeSent").map(({ params }) => params.request.url);
      const strange = requests.filter((url) => !url.startsWith(address) && !/^(data|chrome):/.test(url));
      holds(`${where}: no request off the page ${strange}`, strange.length === 0);
      await me.end();
    },
    end: () => ask("DELETE", path),
  };
  await ask("POST", `${path}/timeouts`, { script: 600000 });
  if (before) {
    await ask("POST", `${path}/goog/cdp/execute`, { cmd: "Page.addScriptToEvaluateOnNewDocument", params: { source: before } });
  }
  return me;
}

const STATE = "return document.body.dataset.state ?? ''";

// makes audio and a gamepad accessible to tests
const SENSES = `
  window.heard = [];
  window.AudioContext = class extends AudioContext { constructor() { super(); window.heard.push(this); } };
  window.pressed = new Set();
  navigator.getGamepads = () => window.pressed.size === 0 ? [] : [{ connected: true, axes: [0, 0],
    buttons: Array.from({ length: 16 }, (_, index) => ({ value: window.pressed.has(index) ? 1 : 0 })) }];`;

// opens the page with the game, which then reports its state
async function game(view, url = address) {
  const me = await browser({ ...view, before: SENSES });
  await me.open(url);
  await me.message(/^$/);
  await me.js("wasm_exports.report_states()");
  return me;
}

// fuel burnt so far [kg]
async function burnt(me) {
  const [, left, all] = (await me.state()).match(/fuel ([.0-9]+) kg of ([.0-9]+) kg/);
  return all - left;
}

// --- a player who watches the instruments; this function runs in the page

function flyByKeys(pad, done) {
  const canvas = document.getElementById("glcanvas");
  const down = new Set();
  function set(code, is) {
    if (is === down.has(code)) { return; }
    if (is) { down.add(code); } else { down.delete(code); }
    canvas.dispatchEvent(new KeyboardEvent(is ? "keydown" : "keyup", { code, cancelable: true }));
  }
  const clamp = (value, most) => Math.max(-most, Math.min(most, value));
  function frame() {
    const state = document.body.dataset.state;
    if (/Landed|Crashed|Lost/.test(state)) {
      for (const code of [...down]) { set(code, false); }
      return done(state);
    }
    const read = (name) => state.match(new RegExp(`${name} ([-+.e0-9]+)(?: ([-+.e0-9]+))?`)).slice(1).map(Number);
    const [x] = read("place");
    const [[vx, vy], [clear], [tilt], [spin]] = ["speed", "clear", "tilt", "spin"].map(read);
    const off = pad - x;
    // the highest horizontal speed from which the lander can still brake
    const aside = Math.sign(off) * Math.min(Math.sqrt(0.5 * Math.abs(off)), 16);
    const isNear = Math.abs(off) < 6 && Math.abs(vx) < 1;
    let fall = -Math.min(Math.max(0.12 * clear, 0.8), 12);
    if (!isNear && clear < 60) { fall = 0.1 * (40 - clear); }
    const lean = isNear && clear < 5 ? 0 : clamp(-0.25 * (aside - vx), 0.35);
    // error of the angle at which the turn would stop, if the jets turn the lander by about 0.35
    // rad/s²
    const error = lean - (tilt + spin * Math.abs(spin) / 0.7);
    set("ArrowLeft", error > 0.03);
    set("ArrowRight", error < -0.03);
    set("ArrowUp", vy < fall - 0.25);
    set("ArrowDown", vy < fall + 0.15);
    requestAnimationFrame(frame);
  }
  frame();
}

const KEYS = { enter: "\uE007", escape: "\uE00C", up: "\uE013", down: "\uE015" };

async function desk() {
  const me = await game({ width: 1280, height: 900 });
  holds("a visit begins with the first level", await me.says(/^title, level 0/));
  await me.press(KEYS.down);
  await me.press(KEYS.enter);
  holds("Enter flies what is chosen", await me.says(/^flight of moon/));
  for (const [key, rate] of [["1", "5 Hz"], ["4", "240 Hz"]]) {
    await me.press(key);
    holds(`${key} is ${rate}`, await me.says(new RegExp(`, ${rate}`)));
  }
  holds("a key lets sounds be heard", await me.js("return window.heard.map(({ state }) => state).join()") === "running");
  const pad = async (button) => {
    for (const change of ["add", "delete"]) {
      await me.js(`window.pressed.${change}(${button})`);
      await wait(300);
    }
  };
  await pad(2);
  await pad(0);
  holds("A of a gamepad burns", await burnt(me) > 0.1);
  await pad(8);
  holds("Back of a gamepad asks", await me.says(/leave\?/));
  for (const key of ["r", "f", "1", "t", "n"]) { await me.press(key); }
  holds("keys behind the dialog do not act", await me.says(/warp 1, 240 Hz, leave\?$/) && await burnt(me) > 0.1);
  await me.press("p");
  holds("P goes on", await me.says(/warp 1, 240 Hz$/));
  await me.js(`Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange")); delete document.hidden;`);
  holds("a hidden page stands still", await me.says(/paused/));
  await me.press(KEYS.enter);
  holds("Enter goes on", await me.says(/warp 1, 240 Hz$/));
  await me.press("t");
  holds("T is the autopilot", await me.says(/autopilot/));
  await me.press("r");
  holds("R is the same flight, without it", await me.says(/time [0-4]\..*240 Hz$/));
  await me.js(`document.getElementById("glcanvas").dispatchEvent(new KeyboardEvent("keydown", { code: "ArrowUp" }))`);
  await wait(500);
  await me.js(`window.dispatchEvent(new Event("blur"))`);
  await wait(300);
  const held = await burnt(me);
  await wait(500);
  holds(`a page that loses the focus lets the engine go, after ${held.toFixed(2)} kg`, held > 0.3 && await burnt(me) === held);
  for (const key of [KEYS.escape, KEYS.enter, KEYS.up, KEYS.enter]) { await me.press(key); }
  holds("Esc and Enter lead to the title, and from there to the first level", await me.says(/^flight of first/));
  await me.press("1");
  const pads = (await me.state()).match(/pads at ([^,]+)/)[1].split(" ").map(Number);
  const x = Number((await me.state()).match(/place ([-.0-9]+)/)[1]);
  const nearest = pads.reduce((one, other) => Math.abs(one - x) < Math.abs(other - x) ? one : other);
  const end = await me.later(`(${flyByKeys})(...arguments)`, nearest);
  holds(`keys fly to a landing: ${end}`, /Landed \{ pad: Some/.test(end));
  holds("the end tells of the same burns at 5 Hz", await me.says(/Your landing at 5 Hz: same pad\. Euler's: /));
  await me.picture("1280-landed");
  const kept = await me.js("return localStorage.getItem('lunar_lander.scores')");
  holds(`the score is kept: ${kept}`, /^\w+ \d+ \d+\n$/.test(kept));
  await me.press("c");
  holds("C flies them again", await me.says(/again [1-9]/));
  await me.press(KEYS.enter);
  await me.press(KEYS.enter);
  holds("Enter leads back, and to the next level", await me.says(/^flight of .* time 0\./));
  await me.isQuiet("1280");
}

// screenshots for inspection by eye: title, flight, landing, crash, comparison
async function looks() {
  for (const [width, height, phone] of [[360, 740, true], [800, 600], [1920, 1080]]) {
    const me = await game({ width, height, phone });
    await me.picture(`${width}-title`);
    for (const mission of ["moon", "titan"]) {
      await me.press(KEYS.down);
      holds(`${width}: down chooses ${mission}`, await me.says(new RegExp(`^title, ${mission}`)));
    }
    await me.press(KEYS.enter);
    for (const key of ["1", "t", "f", "f", "f"]) { await me.press(key); }
    holds(`${width}: it comes down`, await me.says(/clear \d\d\.\d m/, 150));
    await me.picture(`${width}-flight`);
    holds(`${width}: the autopilot lands`, await me.says(/Landed/, 150));
    await me.picture(`${width}-landed`);
    holds(`${width}: its score is not the player's`, await me.js("return localStorage.getItem('lunar_lander.scores')") === null);
    await me.press("c");
    holds(`${width}: C flies its burns again`, await me.says(/again [1-9]\d/, 30));
    await me.picture(`${width}-again`);
    await me.press("r");
    holds(`${width}: the autopilot does not fly the next flight`, await me.says(/time 0\.[^T]*, 5 Hz$/));
    holds(`${width}: who does nothing crashes`, await me.says(/Crashed/, 150));
    await me.picture(`${width}-crash`);
    await me.isQuiet(width);
  }
}

async function phone() {
  const [width, height] = [360, 740];
  const me = await game({ width, height, phone: true });
  holds("phone: buttons of the title", await me.js("return document.getElementById('buttons').dataset.phase") === "title");
  // position of the second entry
  await me.touch(width / 2, Math.round(0.385 * height) + 80);
  holds("phone: touching an entry flies it", await me.says(/^flight/));
  await me.button("ArrowUp", 1000);
  const mass = await burnt(me);
  holds(`phone: a second of the button burns ${mass.toFixed(2)} kg`, mass > 1);
  holds("phone: a touch lets sounds be heard", await me.js("return window.heard.map(({ state }) => state).join()") === "running");
  await me.button("Digit1 Digit2 Digit3 Digit4 Digit0");
  holds("phone: HZ is 5 Hz", await me.says(/, 5 Hz/));
  await me.picture(`${width}-player`);
  await me.button("KeyP");
  holds("phone: PAUSE stands still", await me.says(/paused/));
  await me.picture(`${width}-pause`);
  await me.button("KeyP");
  for (let faster = 0; faster < 3; faster += 1) { await me.button("KeyF"); }
  holds("phone: it comes down", await me.says(/Crashed|Landed/, 150));
  await me.button("KeyC");
  holds("phone: BURNS flies them again", await me.says(/again \d/));
  await me.touch(width / 2, height / 2);
  holds("phone: a touch leads back", await me.says(/(away at|up|map|crater)[^,]*$/));
  await me.button("Escape");
  holds("phone: BACK leads to the title", await me.says(/^title/));
  await me.isQuiet("phone");
}

async function messages() {
  const tiny = await game({ width: 60, height: 40, phone: true });
  await tiny.js(`document.getElementById("glcanvas").dispatchEvent(new KeyboardEvent("keydown", { code: "Enter" }))`);
  holds("60 by 40: it flies", await tiny.says(/^flight/));
  await tiny.isQuiet("60 by 40");
  for (const [what, before, words] of [
    ["WebGL", "HTMLCanvasElement.prototype.getContext = function () { return null; };", /needs WebGL/],
    ["the wasm", "window.fetch = function () { return Promise.resolve(new Response('', { status: 404 })); };", /does not start/],
  ]) {
    const me = await browser({ width: 800, height: 600, before });
    await me.open(address);
    holds(`without ${what} a sentence says so`, await me.message(words));
    await me.end();
  }
  const me = await game({ width: 800, height: 600 }, pathToFileURL(resolve(folder, "index.html")).href);
  holds("the page plays from a file", await me.says(/^title/));
  await me.end();
}

try {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`${driverAddress}/status`).then(() => true, () => false)) { break; }
    await wait(100);
  }
  const parts = { desk, looks, phone, messages };
  for (const name of process.env.ONLY?.split(" ") ?? Object.keys(parts)) { await parts[name](); }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  driver.kill();
  server.close();
  rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
process.exit(process.exitCode ?? 0);
