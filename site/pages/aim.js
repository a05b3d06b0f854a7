// Draws throws at a target over a wall; visitors can drag both.

import * as canvas from './canvas.js';

export function draw(view, toy, state) {
  const STYLES = [["kinstep"], ["engine", [6, 5]], ["sky"], ["green"], ["pink"], ["grey"], ["kinstep", [6, 5]]];
  const d = state.dials;
  let left = -2, right = Math.max(d.x * 1.1 + 4, d.wall + 4, 30), top = 0.4 * right;
  const curves = toy.throws.flatMap(({ name, why, time, path }, row) => {
    const [color, dashes] = STYLES[row];
    return why ? [] : { name, time, points: path.flat(), dashes, color: view.color(color) };
  });
  for (const [x, y] of toy.throws.flatMap(({ path = [] }) => path)) {
    left = Math.min(left, Math.max(x - 2, -30));
    right = Math.max(right, Math.min(x + 3, 90));
    top = Math.max(top, Math.min(y + 3, 60));
  }
  // the picture keeps its scale during a drag
  const box = state.box = state.held && state.box ? state.box : { left, right, top };
  const scene = state.scene = canvas.scene(view, box, 8, view.height - 2 * view.text - 6, true);
  const { x, y } = scene;
  const [ink, soft, paper, pen] = [view.color("ink"), view.color("soft"), view.color("paper"), view.pen];
  pen.fillStyle = soft;
  pen.fillRect(x(d.wall) - 3, y(d.top), 6, y(0) - y(d.top));
  pen.fillStyle = ink;
  pen.fillRect(x(0) - 4, y(1.5), 8, y(0) - y(1.5));
  if (d.run !== 0) {
    const way = d.run * Math.max(...curves.map((curve) => curve.time), 1);
    canvas.stroke(view, [d.x, d.y, d.x + way, d.y], x, y, soft, 1.5, [4, 4]);
  }
  for (const curve of curves) { canvas.stroke(view, curve.points, x, y, curve.color, 2.5, curve.dashes); }
  for (const [at, height, radius] of [[d.wall, d.top, 8], [d.x, d.y, 11]]) {
    canvas.dot(view, x(at), y(height), radius, paper, ink);
    canvas.dot(view, x(at), y(height), 3, ink);
  }
  canvas.label(view, "target", null, x(d.x) + 16, y(d.y));
  canvas.label(view, "wall", null, x(d.wall) + 6, y(0) - view.text);
  // the names are in a list, in a part of the picture with few curves
  curves.forEach((curve, line) => canvas.label(view, curve.name, curve.color, 8, (1.2 + 1.5 * line) * view.text));
  canvas.label(view, "wind " + d.wind + " m/s " + (d.wind < 0 ? "\u2190" : d.wind > 0 ? "\u2192" : ""), null, view.width, 1.2 * view.text);
  for (const { points, color } of curves) { canvas.dot(view, x(points[points.length - 2]), y(points[points.length - 1]), 4, color, ink); }
}

// what is under a point of the canvas: the names of two dials, or null
export function pick(px, py, state) {
  if (!state.scene) { return null; }
  const { x, y } = state.scene;
  const far = ([one, other]) => Math.hypot(px - x(state.dials[one]), py - y(state.dials[other]));
  const [near] = [["x", "y"], ["wall", "top"]].sort((one, other) => far(one) - far(other));
  return far(near) < 40 ? near : null;
}
