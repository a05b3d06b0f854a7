"use strict";
// Dials: from text to values and back, and their elements on the page.
kinstep.kinds = function (specification) {
  const kinds = [];
  for (const line of specification.split("\n")) {
    const [what, a, b, c, least, most, start, scale, rest] = line.split("\t");
    const kind = kinds[kinds.length - 1];
    if (what === "toy") { kinds.push({ name: a, title: b, look: c, dials: [], presets: [] }); }
    if (what === "dial") {
      kind.dials.push({ key: a, label: b, unit: c, least: Number(least), most: Number(most), start: Number(start), scale: scale,
        step: Number(rest), choices: rest.split("|") });
    }
    if (what === "preset") { kind.presets.push({ label: a, dials: b }); }
  }
  return kinds;
};

// a value from text, or why it is none
kinstep.value = function (dial, text) {
  const plain = text.trim().replace(",", ".");
  const value = Number(plain);
  const limits = dial.label + " must be a number from " + dial.least + " to " + dial.most + (dial.unit ? " " + dial.unit : "");
  if (plain === "" || Number.isNaN(value)) { return { fault: limits + "; \u201c" + text.slice(0, 40) + "\u201d is none." }; }
  if (!(value >= dial.least && value <= dial.most)) { return { fault: limits + "; " + text.slice(0, 40) + " is outside." }; }
  if (dial.scale === "choice" && !Number.isInteger(value)) { return { fault: dial.label + " must be a whole number; it is the place in a list." }; }
  return { value: value };
};

kinstep.shown = function (value) { return String(Number(value.toPrecision(6))); };

// what the fragment of an address says: a toy, values of all its dials, and what is wrong with it
kinstep.fromFragment = function (kinds, fragment) {
  const faults = [];
  let parts = [];
  try {
    parts = Array.from(new URLSearchParams(fragment.replace(/^#/, "")));
  } catch (_) {
    faults.push("The address cannot be read.");
  }
  const named = parts.filter(function (part) { return part[0] === "toy"; })[0];
  let kind = named && kinds.find(function (other) { return other.name === named[1]; });
  if (!kind) {
    if (fragment.length > 1) {
      faults.push(named ? "There is no toy called \u201c" + named[1].slice(0, 40) + "\u201d." : "The address names no toy.");
      parts = [];
    }
    kind = kinds[0];
  }
  const values = {};
  for (const dial of kind.dials) { values[dial.key] = dial.start; }
  for (const [key, text] of parts) {
    if (key === "toy") { continue; }
    const dial = kind.dials.find(function (other) { return other.key === key; });
    if (!dial) {
      faults.push(kind.title + " has no dial called \u201c" + key.slice(0, 40) + "\u201d.");
      continue;
    }
    const read = kinstep.value(dial, text);
    if (read.fault) { faults.push(read.fault); } else { values[key] = read.value; }
  }
  if (faults.length > 0) { faults.push("The rest is as it starts."); }
  return { kind: kind, values: values, faults: faults.slice(0, 6) };
};

kinstep.toFragment = function (kind, values) {
  const changed = kind.dials.filter(function (dial) { return values[dial.key] !== dial.start; });
  return "#" + ["toy=" + kind.name].concat(changed.map(function (dial) { return dial.key + "=" + kinstep.shown(values[dial.key]); })).join("&");
};

// sliders with equal steps, or by powers of ten
const PARTS = 200;
kinstep.toSlider = function (dial, value) {
  return dial.scale === "decades" ? PARTS * Math.log(value / dial.least) / Math.log(dial.most / dial.least) : value;
};
kinstep.fromSlider = function (dial, position) {
  const value = dial.scale === "decades"
    ? Number((dial.least * Math.pow(dial.most / dial.least, position / PARTS)).toPrecision(3))
    : Number(Number(position).toPrecision(12));
  return Math.min(Math.max(value, dial.least), dial.most);
};

// the elements of a dial; `changed` gets a value, or a fault
kinstep.dialElement = function (dial, changed) {
  const element = function (name, properties) { return Object.assign(document.createElement(name), properties); };
  const box = element("div", { className: "dial" });
  const id = "dial-" + dial.key;
  box.append(element("label", { htmlFor: id, textContent: dial.label + (dial.unit ? " [" + dial.unit + "]" : "") }));
  if (dial.scale === "choice") {
    const list = element("select", { id: id });
    dial.choices.forEach(function (name, place) { list.append(element("option", { value: String(place), textContent: name })); });
    list.addEventListener("change", function () { changed({ value: Number(list.value) }); });
    box.append(list);
    box.show = function (value) { list.value = String(value); };
    return box;
  }
  const input = element("input", { id: id, type: "text", inputMode: "decimal", autocomplete: "off" });
  input.setAttribute("aria-describedby", id + "-limits");
  let slider = null;
  if (dial.scale !== "dragged") {
    const range = dial.scale === "decades" ? { min: 0, max: PARTS, step: 1 } : { min: dial.least, max: dial.most, step: dial.step };
    slider = element("input", Object.assign({ type: "range" }, range));
    slider.setAttribute("aria-label", dial.label);
    slider.addEventListener("input", function () {
      const value = kinstep.fromSlider(dial, Number(slider.value));
      slider.setAttribute("aria-valuetext", kinstep.shown(value) + " " + dial.unit);
      changed({ value: value });
    });
    box.append(slider);
  }
  input.addEventListener("change", function () {
    const read = kinstep.value(dial, input.value);
    changed(read);
    if (read.fault) { input.setAttribute("aria-invalid", "true"); }
  });
  box.append(input, element("span", { id: id + "-limits", className: "limits", textContent: dial.least + " to " + dial.most }));
  box.show = function (value) {
    if (document.activeElement !== input || Number(input.value) !== value) { input.value = kinstep.shown(value); }
    input.removeAttribute("aria-invalid");
    if (slider && document.activeElement !== slider) { slider.value = String(kinstep.toSlider(dial, value)); }
  };
  return box;
};
