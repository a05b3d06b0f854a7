"use strict";
// The page: loads the toys, runs the one that the address names, and shows it.
(function () {
  const get = function (id) { return document.getElementById(id); };
  const canvas = get("canvas");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  // milliseconds of a frame that steps may take
  const BUDGET = 9;
  // a toy that waits shows what it is after so many seconds; sparks are on their way at once
  const STILL_SECONDS = 20;
  let wasm = null, kinds = [], boxes = {};
  let now = null;

  function say(text) { get("message").textContent = text; }

  function text() {
    return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.toys_text(), wasm.toys_text_length()));
  }

  // --- a toy: starts, steps, numbers

  // starts it from the values; what is wrong, if it does not start
  function start() {
    now.kind.dials.forEach(function (dial) { wasm.toys_dial(now.values[dial.key]); });
    if (wasm.toys_start(kinds.indexOf(now.kind)) !== 0) { return text(); }
    now.steps = 0;
    now.owed = 0;
    now.state.seconds = 0;
    now.measured = null;
    if (now.kind.dials.some(function (dial) { return dial.key === "time"; }) && !now.runs) { steps(Math.min(Math.round(STILL_SECONDS * now.rate()), 20000)); }
    now.fresh = true;
    return "";
  }

  function steps(count) {
    wasm.toys_advance(count);
    now.steps += count;
  }

  function select(kind, values) {
    const held = now && now.kind === kind ? now : null;
    const rate = function () { return kind.name === "sparks" ? 60 : now.values.rate; };
    now = {
      kind: kind, values: values, steps: 0, owed: 0, runs: held ? held.runs : !still.matches, fresh: true, rows: "", tick: 0,
      rate: rate,
      // steps that a second of the clock asks for; none for a toy that only shows an answer
      perSecond: function () {
        if (kind.name === "springs" || kind.name === "book") { return rate() * now.values.time; }
        return kind.name === "sparks" ? 60 : 0;
      },
      state: { dials: values, seconds: 0, rows: [], columns: [], paint: paint, held: null },
    };
    if (!held) { show(); }
    const fault = start();
    refresh();
    return fault;
  }

  function change(key, read) {
    if (read.fault) { return say(read.fault); }
    now.values[key] = read.value;
    // the pace of time is no matter of the toy
    const fault = key === "time" ? "" : start();
    say(fault);
    now.measured = null;
    refresh();
    remember();
  }

  function remember() {
    const fragment = kinstep.toFragment(now.kind, now.values);
    // a browser may refuse many changes at once: the next one has them all
    try { history.replaceState(null, "", fragment); } catch (_) { return; }
    for (const link of get("toys").children) {
      if (link.dataset.toy === now.kind.name) { link.href = fragment; }
    }
  }

  function paint(width, height) {
    const start = wasm.toys_paint(width, height);
    return start === 0 ? null : new Uint8ClampedArray(wasm.memory.buffer, start, 4 * width * height).slice();
  }

  // --- what is shown

  function show() {
    document.title = "kinstep: " + now.kind.title;
    get("title").textContent = now.kind.title;
    get("look").textContent = now.kind.look;
    canvas.classList.toggle("dragged", now.kind.name === "aim");
    canvas.tabIndex = now.kind.name === "aim" ? 0 : -1;
    for (const link of get("toys").children) {
      if (link.dataset.toy === now.kind.name) { link.setAttribute("aria-current", "page"); } else { link.removeAttribute("aria-current"); }
    }
    boxes = {};
    get("dials").replaceChildren();
    const placed = Object.assign(document.createElement("div"), { className: "placed" });
    now.kind.dials.forEach(function (dial) {
      const box = kinstep.dialElement(dial, function (read) { change(dial.key, read); });
      boxes[dial.key] = box;
      (dial.scale === "dragged" ? placed : get("dials")).append(box);
    });
    if (placed.children.length > 0) { get("dials").append(placed); }
    get("presets").replaceChildren.apply(get("presets"), now.kind.presets.map(function (preset) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: preset.label });
      button.addEventListener("click", function () { location.hash = "#toy=" + now.kind.name + "&" + preset.dials; });
      return button;
    }));
  }

  function refresh() {
    now.kind.dials.forEach(function (dial) { boxes[dial.key].show(now.values[dial.key]); });
    get("play").textContent = now.runs ? "Pause" : "Play";
    now.fresh = true;
  }

  // the table, written anew only where it changed
  function table() {
    wasm.toys_rows();
    const all = text();
    if (all === now.rows) { return; }
    now.rows = all;
    const lines = all.split("\n");
    const rows = lines.filter(function (line) { return line.includes("\t"); }).map(function (line) { return line.split("\t"); });
    const remarks = lines.filter(function (line) { return !line.includes("\t"); });
    now.state.columns = rows[0];
    now.state.rows = rows.slice(1);
    const cell = function (name, content) { return Object.assign(document.createElement(name), { textContent: content }); };
    const head = document.createElement("tr");
    rows[0].forEach(function (content) { head.append(Object.assign(cell("th", content), { scope: "col" })); });
    const body = rows.slice(1).map(function (row) {
      const line = document.createElement("tr");
      row.forEach(function (content, place) {
        const one = place === 0 ? Object.assign(cell("th", content), { scope: "row" }) : cell("td", content);
        if (content.length > 16) { one.className = "text"; }
        line.append(one);
      });
      return line;
    });
    const parts = [document.createElement("thead"), document.createElement("tbody")];
    parts[0].append(head);
    parts[1].append.apply(parts[1], body);
    get("table").replaceChildren(parts[0], parts[1]);
    get("remarks").replaceChildren.apply(get("remarks"), remarks.map(function (remark) { return cell("p", remark); }));
  }

  // what was measured over the last second
  function pace(clock, seconds, count, physics, drawing) {
    const m = now.measured = now.measured || { since: clock, seconds: 0, frames: 0, steps: 0, physics: 0, drawing: 0 };
    m.frames += 1;
    m.seconds += seconds;
    m.steps += count;
    m.physics += physics;
    m.drawing += drawing;
    const span = (clock - m.since) / 1000;
    if (span < 1) { return; }
    const ms = function (total) { return (total / m.frames).toFixed(1) + " ms"; };
    let line = (m.frames / span).toFixed(0) + " frames a second; in a frame physics " + ms(m.physics) + ", drawing " + ms(m.drawing) + ".";
    if (now.kind.name === "sparks") {
      line = now.values.count.toLocaleString("en") + " sparks, " + (m.steps / span).toFixed(0) + " steps a second; a step takes "
        + (m.physics / Math.max(m.steps, 1)).toFixed(1) + " ms, its picture " + ms(m.drawing) + ", measured over the last second here.";
    } else if (now.perSecond() > 0 && now.runs) {
      const reached = m.steps / now.rate() / span;
      const asked = now.values.time;
      const times = function (value) { return Number(value.toPrecision(3)).toLocaleString("en") + "\u00d7"; };
      line = "Time runs " + times(reached) + (reached < 0.9 * asked ? ", as fast as it can here; " + times(asked) + " was asked for" : "") + ". " + line;
    }
    get("pace").textContent = line;
    now.measured = null;
  }

  let before = 0;
  function frame(clock) {
    requestAnimationFrame(frame);
    const seconds = Math.min((clock - before) / 1000, 0.1);
    before = clock;
    if (!(seconds >= 0)) { return; }
    const begun = performance.now();
    const old = now.steps;
    if (now.runs) {
      now.state.seconds += seconds;
      now.owed += seconds * now.perSecond();
      let chunk = now.kind.name === "sparks" ? 1 : 16;
      while (now.owed >= 1) {
        const count = Math.min(Math.floor(now.owed), chunk);
        steps(count);
        now.owed -= count;
        // what there is no time for is left out, not owed
        if (performance.now() - begun > BUDGET) { now.owed = 0; }
        chunk = Math.min(2 * chunk, now.kind.name === "sparks" ? 1 : 128);
      }
    }
    const stepped = performance.now();
    if (now.runs || now.fresh) { draw(clock); }
    pace(clock, seconds, now.steps - old, stepped - begun, performance.now() - stepped);
  }

  function draw(clock) {
    // text changes slowly enough to be read
    if (now.fresh || (now.perSecond() > 0 && clock - now.tick > 250)) {
      now.tick = clock;
      table();
      get("table").dataset.steps = String(now.steps);
    }
    now.fresh = false;
    now.state.dials = now.values;
    now.state.moves = now.runs && !still.matches;
    const count = wasm.toys_draw();
    const numbers = new Float64Array(wasm.memory.buffer, wasm.toys_numbers(), count).slice();
    // six books on a phone stand two by two
    const shape = now.kind.name === "book" && canvas.clientWidth < 560 ? 1.3 : 0.6;
    kinstep.drawings[now.kind.name](kinstep.view(canvas, shape), numbers, now.state);
  }

  // --- what visitors do

  function load() {
    const asked = kinstep.fromFragment(kinds, location.hash);
    const fault = select(asked.kind, asked.values);
    say(asked.faults.concat(fault || []).join("\n"));
    remember();
  }

  function stop() {
    now.runs = !now.runs;
    now.measured = null;
    refresh();
  }

  function place(keys, along, up) {
    [[keys[0], along], [keys[1], up]].forEach(function (pair) {
      const dial = now.kind.dials.find(function (other) { return other.key === pair[0]; });
      now.values[dial.key] = Math.min(Math.max(Number(pair[1].toFixed(1)), dial.least), dial.most);
    });
    say(start());
    refresh();
  }

  function wire() {
    get("play").addEventListener("click", stop);
    get("again").addEventListener("click", function () { say(start()); refresh(); });
    get("defaults").addEventListener("click", function () { location.hash = "#toy=" + now.kind.name; });
    get("link").addEventListener("click", function () {
      const copied = navigator.clipboard ? navigator.clipboard.writeText(location.href) : Promise.reject(new Error("no clipboard"));
      copied.then(function () { say("The link is copied."); }, function () { say("The link: " + location.href); });
    });
    get("controls").addEventListener("submit", function (event) { event.preventDefault(); });
    addEventListener("hashchange", load);
    addEventListener("resize", function () { now.fresh = true; });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", function () { now.fresh = true; });
    still.addEventListener("change", function () { if (still.matches && now.runs) { stop(); } });
    const aims = kinstep.drawings.aim;
    canvas.addEventListener("pointerdown", function (event) {
      if (now.kind.name !== "aim") { return; }
      now.state.held = aims.pick(event.offsetX, event.offsetY, now.state);
      if (now.state.held) {
        canvas.setPointerCapture(event.pointerId);
        event.preventDefault();
        canvas.focus();
      }
    });
    canvas.addEventListener("pointermove", function (event) {
      const scene = now.state.scene;
      if (!now.state.held || !scene) { return; }
      place(now.state.held, (event.offsetX - scene.x(0)) / scene.scale, (scene.y(0) - event.offsetY) / scene.scale);
    });
    ["pointerup", "pointercancel"].forEach(function (end) {
      canvas.addEventListener(end, function () {
        if (now.state.held) {
          now.state.held = null;
          now.fresh = true;
          remember();
        }
      });
    });
    canvas.addEventListener("keydown", function (event) {
      const way = { ArrowLeft: [-0.5, 0], ArrowRight: [0.5, 0], ArrowUp: [0, 0.5], ArrowDown: [0, -0.5] }[event.key];
      if (now.kind.name !== "aim" || !way) { return; }
      event.preventDefault();
      const keys = event.shiftKey ? ["wall", "top"] : ["x", "y"];
      place(keys, now.values[keys[0]] + way[0], now.values[keys[1]] + way[1]);
      remember();
    });
  }

  // --- the beginning

  function begin(instance) {
    wasm = instance.exports;
    wasm.toys_specification();
    kinds = kinstep.kinds(text());
    kinstep.bits = function () { return BigInt.asUintN(64, wasm.toys_bits()).toString(16); };
    kinstep.picked = function (x, y) { return kinstep.drawings.aim.pick(x, y, now.state); };
    kinds.forEach(function (kind) {
      const link = Object.assign(document.createElement("a"), { href: "#toy=" + kind.name, textContent: kind.title });
      link.dataset.toy = kind.name;
      get("toys").append(link);
    });
    load();
    wire();
    get("controls").hidden = false;
    requestAnimationFrame(frame);
    document.documentElement.dataset.ready = "true";
  }

  function bytes() {
    const packed = Uint8Array.from(atob(TOYS_WASM_GZ_BASE64), function (letter) { return letter.charCodeAt(0); });
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  addEventListener("error", function (event) { say("The page stopped: " + event.message); });
  if (typeof WebAssembly !== "object") {
    return say("The playground needs WebAssembly, which this browser does not have or does not allow.");
  }
  if (typeof TOYS_WASM_GZ_BASE64 !== "string") { return say("toys.js is missing beside this page: build the site again."); }
  if (typeof DecompressionStream !== "function") { return say("The playground needs a browser of 2023 or later."); }
  bytes().then(function (wasmBytes) { return WebAssembly.instantiate(wasmBytes, {}); }).then(function (made) { begin(made.instance); })
    .catch(function (error) {
      console.error(error);
      say("The playground does not start: " + error.message);
    });
})();
