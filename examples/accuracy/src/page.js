// Draws each plot anew from its data, as wide as there is room, with values under the pointer, a legend that hides curves,
// and zoom. Without it the pictures in the page stay as they are.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const LOW = 1e-17; // less than this is drawn as this where an axis is of powers of ten
const raised = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

function power(exponent) {
  return "10" + [...String(exponent)].map((digit) => raised[digit]).join("");
}

// a number with four digits
function number(value) {
  if (value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6)) return String(Number(value.toPrecision(4)));
  const [digits, exponent] = value.toExponential(3).split("e");
  return `${Number(digits)}·${power(Number(exponent))}`;
}

function element(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  parent.append(made);
  return made;
}

// places along an axis, from values and back, and its labels between two places
function scale(axis) {
  if (axis.scale === "log") {
    return {
      place: (value) => Math.log10(Math.max(value, LOW)),
      value: (place) => 10 ** place,
      ticks(low, high, most) {
        if (high - low < 1.5) return linear(low, high, most).map((place) => [place, number(10 ** place)]);
        const step = Math.max(1, Math.ceil((high - low) / most));
        const ticks = [];
        for (let n = Math.ceil(low - 1e-9); n <= high + 1e-9; n += 1) if (n % step === 0) ticks.push([n, power(n)]);
        return ticks;
      },
    };
  }
  const name = (place) => (axis.names ? (axis.names[Math.round(place)] ?? "") : number(place));
  return {
    place: (value) => value,
    value: (place) => place,
    ticks: (low, high, most) =>
      (axis.names ? axis.names.map((_, index) => index).filter((n) => n >= low && n <= high) : linear(low, high, most)).map(
        (place) => [place, name(place)],
      ),
  };
}

// round numbers between two others
function linear(low, high, most) {
  const raw = (high - low) / most;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((times) => times * unit).find((step) => step >= raw);
  const ticks = [];
  for (let n = Math.ceil(low / step); n * step <= high; n += 1) ticks.push(n * step);
  return ticks;
}

function plot(figure) {
  const data = JSON.parse(figure.querySelector("script").textContent);
  const [x, y] = [scale(data.x), scale(data.y)];
  const curves = data.series.map((series) => ({
    ...series,
    places: series.points.map(([a, b]) => [x.place(a), y.place(b)]),
  }));
  const hidden = new Set();
  let view = data.frame;
  const box = figure.querySelector(".plot");
  const told = document.createElement("output");
  told.className = "told";
  box.after(told);

  function draw() {
    const width = box.clientWidth;
    if (width === 0) return;
    const narrow = width < 480;
    // names stand beside few lines where there is room, and in the legend otherwise
    const named = width >= 560 && curves.length <= 8 && curves.every((curve) => curve.line);
    const height = Math.round(Math.min(0.7 * width, 400));
    const [left, right, top, bottom] = [narrow ? 60 : 64, named ? 190 : 12, 30, 44];
    const [low, high] = view;
    const across = (place) => left + ((place - low[0]) / (high[0] - low[0])) * (width - left - right);
    const up = (place) => height - bottom - ((place - low[1]) / (high[1] - low[1])) * (height - top - bottom);
    box.replaceChildren();
    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", fill: "#333333" }, box);
    svg.setAttribute("aria-label", data.title);
    const text = (words, attributes) => {
      element("text", { "font-size": 12, "text-anchor": "middle", ...attributes }, svg).textContent = words;
    };
    text(data.title, { x: width / 2, y: 16, "font-size": narrow ? 12 : 14 });
    for (const [place, words] of x.ticks(low[0], high[0], width / 80)) {
      element("line", { x1: across(place), x2: across(place), y1: top, y2: height - bottom, stroke: "#e6e6e2" }, svg);
      text(words, { x: across(place), y: height - bottom + 16 });
    }
    for (const [place, words] of y.ticks(low[1], high[1], height / 40)) {
      element("line", { x1: left, x2: width - right, y1: up(place), y2: up(place), stroke: "#e6e6e2" }, svg);
      text(words, { x: left - 6, y: up(place) + 4, "text-anchor": "end" });
    }
    text(data.x.label, { x: (left + width - right) / 2, y: height - 8 });
    text(data.y.label, { x: 12, y: (top + height - bottom) / 2, transform: `rotate(-90 12 ${(top + height - bottom) / 2})` });
    const clip = `clip-${figure.id}`;
    element("rect", { x: left, y: top, width: width - left - right, height: height - top - bottom },
      element("clipPath", { id: clip }, element("defs", {}, svg)));
    const drawn = element("g", { "clip-path": `url(#${clip})` }, svg);
    for (const curve of curves.filter((curve) => !hidden.has(curve.name))) {
      const points = curve.places.map(([a, b]) => [across(a), up(b)].map((at) => Math.round(10 * at) / 10));
      const line = { points: points.join(" "), fill: "none", stroke: curve.color, "stroke-width": 2 };
      if (curve.dashes) line["stroke-dasharray"] = curve.dashes;
      if (curve.line) element("polyline", line, drawn);
      if (curve.dots) for (const [cx, cy] of points) element("circle", { cx, cy, r: 0.6 * curve.radius, fill: curve.color }, drawn);
    }
    if (named) beside(svg, curves.filter((curve) => !hidden.has(curve.name)), { across, up, width, right, top, bottom: height - bottom });
    for (const entry of legend.querySelectorAll("button")) entry.hidden = named && !hidden.has(entry.value);
    const mark = element("circle", { r: 6, fill: "none", stroke: "#333333", "stroke-width": 2, visibility: "hidden" }, svg);
    const band = element("rect", { fill: "#0072b2", opacity: 0.15, visibility: "hidden" }, svg);
    point(svg, { across, up, mark, band, inside: [left, top, width - right, height - bottom] });
  }

  // names beside the ends of lines, pushed down where they would cover each other; a click hides the line
  function beside(svg, seen, { across, up, width, right, top, bottom }) {
    const ends = seen.flatMap((curve) => {
      const end = curve.places.map(([, b]) => up(b)).findLast((at) => at >= top && at <= bottom);
      return end === undefined ? [] : [{ curve, at: end }];
    });
    ends.sort((one, other) => one.at - other.at);
    let last = top - 8;
    for (const end of ends) last = end.at = Math.max(end.at, last + 14);
    let next = bottom + 8;
    for (const end of ends.toReversed()) next = end.at = Math.min(end.at, next - 14);
    for (const { curve, at } of ends) {
      const words = `${curve.name} ${curve.note}`.trim();
      const name = element("text", { x: width - right + 8, y: at + 4, "font-size": 12, fill: curve.color, class: "name" }, svg);
      name.textContent = words.length > 26 ? `${words.slice(0, 25)}…` : words;
      name.addEventListener("click", () => toggle(curve.name));
    }
  }

  function toggle(name) {
    if (!hidden.delete(name)) hidden.add(name);
    for (const entry of legend.querySelectorAll("button")) entry.setAttribute("aria-pressed", String(!hidden.has(entry.value)));
    draw();
  }

  function point(svg, { across, up, mark, band, inside }) {
    let start = null;
    const at = (event) => {
      const frame = svg.getBoundingClientRect();
      return [event.clientX - frame.left, event.clientY - frame.top];
    };
    const back = ([px, py]) => [
      view[0][0] + ((px - inside[0]) / (inside[2] - inside[0])) * (view[1][0] - view[0][0]),
      view[0][1] + ((inside[3] - py) / (inside[3] - inside[1])) * (view[1][1] - view[0][1]),
    ];
    svg.addEventListener("pointermove", (event) => {
      const [px, py] = at(event);
      if (start) {
        const [x, y] = [Math.min(px, start[0]), Math.min(py, start[1])];
        for (const [key, value] of Object.entries({ x, y, width: Math.abs(px - start[0]), height: Math.abs(py - start[1]) }))
          band.setAttribute(key, value);
        band.setAttribute("visibility", "visible");
        return;
      }
      let nearest = null;
      for (const curve of curves.filter((curve) => !hidden.has(curve.name)))
        curve.places.forEach(([a, b], index) => {
          const far = Math.hypot(across(a) - px, up(b) - py);
          if (far < 40 && (!nearest || far < nearest.far)) nearest = { far, curve, index, a, b };
        });
      mark.setAttribute("visibility", nearest ? "visible" : "hidden");
      told.textContent = "";
      if (!nearest) return;
      mark.setAttribute("cx", across(nearest.a));
      mark.setAttribute("cy", up(nearest.b));
      const [a, b] = nearest.curve.points[nearest.index];
      const words = data.x.names ? data.x.names[a] : `${data.x.label} ${number(a)}`;
      told.textContent = `${nearest.curve.name}: ${words}, ${data.y.label} ${number(b)}`;
    });
    svg.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse") start = at(event);
    });
    svg.addEventListener("pointerup", (event) => {
      const end = at(event);
      if (start && Math.abs(end[0] - start[0]) > 8 && Math.abs(end[1] - start[1]) > 8) {
        const [one, other] = [back(start), back(end)];
        view = [Math.min, Math.max].map((extreme) => [0, 1].map((axis) => extreme(one[axis], other[axis])));
        draw();
      }
      start = null;
      band.setAttribute("visibility", "hidden");
    });
    svg.addEventListener("pointerleave", () => mark.setAttribute("visibility", "hidden"));
    svg.addEventListener("dblclick", () => {
      view = data.frame;
      draw();
    });
  }

  const legend = document.createElement("div");
  legend.className = "legend";
  for (const curve of curves) {
    const entry = document.createElement("button");
    entry.type = "button";
    entry.value = curve.name;
    entry.setAttribute("aria-pressed", "true");
    const sample = element("svg", { width: 26, height: 10 }, entry);
    const line = { x1: 1, x2: 25, y1: 5, y2: 5, stroke: curve.color, "stroke-width": 2 };
    if (curve.dashes) line["stroke-dasharray"] = curve.dashes;
    if (curve.line) element("line", line, sample);
    else element("circle", { cx: 13, cy: 5, r: 4, fill: curve.color }, sample);
    entry.append(curve.note ? `${curve.name} ${curve.note}` : curve.name);
    entry.addEventListener("click", () => toggle(curve.name));
    legend.append(entry);
  }
  told.after(legend);

  const link = document.createElement("a");
  link.className = "csv";
  link.textContent = "CSV";
  link.download = `${figure.id}.csv`;
  const cell = (value) => (/[",\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value);
  const rows = curves.flatMap((curve) => curve.points.map(([a, b]) => [curve.name, data.x.names ? data.x.names[a] : a, b]));
  const csv = [["series", data.x.label, data.y.label], ...rows].map((row) => row.map(cell).join(",")).join("\n");
  link.href = `data:text/csv;charset=utf-8,${encodeURIComponent(csv + "\n")}`;
  legend.append(link);
  // drawing changes the height, which is no news
  let width = 0;
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width !== width) requestAnimationFrame(draw);
    width = contentRect.width;
  }).observe(box);
}

// a folded part that a link leads to opens, and all do on paper
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.querySelector(":scope > details") ?? target?.closest("details");
  if (folded) {
    folded.open = true;
    target.scrollIntoView();
  }
}

addEventListener("hashchange", unfold);
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((folded) => (folded.open = true)));
document.querySelectorAll("figure").forEach((figure) => {
  // a folded plot is drawn when somebody looks
  const folded = figure.closest("details");
  if (!folded || folded.open) plot(figure);
  else folded.addEventListener("toggle", () => plot(figure), { once: true });
});
unfold();
