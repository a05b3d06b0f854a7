"use strict";
// Throws at a target that is dragged, over a wall that is dragged.
kinstep.drawings.aim = function (view, numbers, state) {
  const c = kinstep.colors;
  const COLORS = [c.blue, c.orange, c.green, c.red, c.pink, null, null, null, null, c.sky];
  const d = state.dials;
  const curves = kinstep.curves(numbers);
  let left = -3, right = Math.max(d.x * 1.15 + 5, d.wall + 5, 30), top = 0.4 * right;
  for (const curve of curves) {
    if (!COLORS[curve.what]) { continue; }
    for (let i = 0; i < curve.points.length; i += 2) {
      left = Math.min(left, Math.max(curve.points[i] - 2, -30));
      right = Math.max(right, Math.min(curve.points[i] + 3, 90));
      top = Math.max(top, Math.min(curve.points[i + 1] + 3, 60));
    }
  }
  // the picture keeps its scale while something is dragged
  const box = state.held && state.box ? state.box : { left: left, right: right, top: top };
  state.box = box;
  const scene = kinstep.scene(view, box, [10, 10, view.text * 2 + 12]);
  const { x, y, scale } = scene;
  state.scene = scene;
  const pen = view.pen;
  if (d.top > 0) {
    pen.fillStyle = view.soft;
    pen.fillRect(x(d.wall) - 3, y(d.top), 6, y(0) - y(d.top));
  }
  handle(d.wall, d.top, 8);
  pen.fillStyle = view.ink;
  pen.fillRect(x(0) - 4, y(1.5), 8, y(0) - y(1.5));
  if (d.run !== 0) {
    const hit = curves.find(function (curve) { return curve.what === 0; }) || curves[0];
    const way = hit ? hit.time * d.run : d.run;
    kinstep.stroke(view, [d.x, d.y, d.x + way, d.y], x, y, view.soft, 1.5, [4, 4]);
  }
  for (const curve of curves) {
    const color = COLORS[curve.what];
    kinstep.stroke(view, curve.points, x, y, color || view.line, color ? 2.5 : 1.2, curve.what === 9 ? [6, 5] : null);
  }
  handle(d.x, d.y, 11);
  kinstep.label(view, "target", null, [[x(d.x) + 16, y(d.y)], [x(d.x) + 16, y(d.y) + 20]]);
  kinstep.label(view, "wall", null, [[x(d.wall) + 8, (y(0) + y(d.top)) / 2], [x(d.wall) + 8, y(0) - view.text]]);
  for (const curve of curves) {
    const color = COLORS[curve.what];
    if (!color) { continue; }
    const places = [0.5, 0.35, 0.65, 0.2, 0.8].flatMap(function (share) {
      const i = 2 * Math.floor(share * (curve.points.length / 2 - 1));
      const at = [x(curve.points[i]), y(curve.points[i + 1])];
      return [[at[0] + 6, at[1] - view.text], [at[0] - 80, at[1] + view.text]];
    }).filter(function (place) { return place[1] > view.text; });
    kinstep.label(view, state.rows[curve.what][0], color, places);
  }
  const wind = "wind " + d.wind + " m/s " + (d.wind < 0 ? "\u2190" : d.wind > 0 ? "\u2192" : "");
  kinstep.label(view, wind, null, [[view.width - 130, view.text], [view.width - 130, 3 * view.text]]);
  if (state.moves) {
    const longest = Math.max.apply(null, curves.map(function (curve) { return COLORS[curve.what] ? curve.time : 0; }).concat([1]));
    const now = state.seconds % (longest + 0.8);
    for (const curve of curves) {
      if (!COLORS[curve.what]) { continue; }
      const share = Math.min(now / curve.time, 1) * (curve.points.length / 2 - 1);
      const i = 2 * Math.floor(share);
      kinstep.dot(view, x(curve.points[i]), y(curve.points[i + 1]), 5, COLORS[curve.what], view.ink);
    }
    if (d.run !== 0) { kinstep.dot(view, x(d.x + d.run * now), y(d.y), 6, view.ink); }
  }

  function handle(at, height, radius) {
    kinstep.dot(view, x(at), y(height), radius, view.paper, view.ink);
    kinstep.dot(view, x(at), y(height), 3, view.ink);
  }
};

// what is under a point of the canvas: the names of two dials, or nothing
kinstep.drawings.aim.pick = function (px, py, state) {
  if (!state.scene) { return null; }
  const { x, y } = state.scene;
  const near = [["x", "y"], ["wall", "top"]].map(function (keys) {
    return { keys: keys, far: Math.hypot(px - x(state.dials[keys[0]]), py - y(state.dials[keys[1]])) };
  }).sort(function (one, other) { return one.far - other.far; });
  return near[0].far < 40 ? near[0].keys : null;
};
