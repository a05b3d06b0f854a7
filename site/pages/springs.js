// Draws the body between its springs under three schemes above, and the energy error of each scheme
// over time below.

import * as canvas from './canvas.js';

export function draw(view, toy) {
  const COLORS = ["kinstep", "symplectic", "engine"];
  const pen = view.pen;
  const { time, span } = toy, spans = toy.runs[0].spans.length;
  const runs = toy.runs.map(({ name, exploded = -1, x, spans }, i) => ({ name: name.split(",")[0], color: view.color(COLORS[i]), exploded, x, changes: spans }));
  const row = Math.max(26, view.height * 0.075);
  runs.forEach((run, i) => {
    const level = (i + 0.6) * row, from = view.text * 9.5, to = view.width - 16, middle = (from + to) / 2;
    pen.fillStyle = view.color("ink");
    pen.textAlign = "left";
    pen.fillText(run.name, 8, level);
    // the walls are 1.6 m from the centre
    const x = middle + (to - middle) * run.x / 1.6;
    if (run.exploded >= 0 || Math.abs(run.x) > 1.6) {
      pen.fillText(run.exploded >= 0 ? "exploded at " + run.exploded.toFixed(1) + " s" : "beyond the walls", from + 8, level);
      return;
    }
    for (const wall of [from, to]) {
      const points = [];
      for (let i = 0; i <= 24; i += 1) { points.push(wall + (x - wall) * i / 24, level + (i % 24 === 0 ? 0 : i % 2 ? 4 : -4)); }
      canvas.stroke(view, points, Number, Number, view.color("soft"), 1);
    }
    canvas.dot(view, x, level, 8, run.color, view.color("ink"));
  });
  // relative errors on a logarithmic axis, written in percent
  const [low, high] = [-17.5, 6];
  const left = view.text * 4.8, right = 14, top = 3.3 * row + 2.7 * view.text, bottom = view.height - view.text * 2;
  const whole = Math.max(time, span);
  const x = (at) => left + (view.width - left - right) * at / whole;
  const y = (change) => bottom - (bottom - top) * (Math.min(Math.max(Math.log10(change), low), high) - low) / (high - low);
  pen.fillStyle = view.color("soft");
  pen.textAlign = "right";
  for (const [power, text] of [[3, "10\u2075 %"], [-2, "1 %"], [-7, "10\u207b\u2075 %"], [-12, "10\u207b\u00b9\u2070 %"], [-17, "10\u207b\u00b9\u2075 %"]]) {
    const level = y(Math.pow(10, power));
    canvas.stroke(view, [left, level, view.width - right, level], Number, Number, view.color("line"), 1);
    pen.fillText(text, left - 5, level);
  }
  pen.textAlign = "left";
  pen.fillText("energy off by", 6, top - 2.4 * view.text);
  const step = canvas.tick(whole, (view.width - left - right) / 80);
  pen.textAlign = "center";
  for (let at = 0; x(at) < view.width - 24; at += step) { pen.fillText(Number(at.toPrecision(4)).toLocaleString("en") + " s", x(at), bottom + view.text); }
  for (const run of runs) {
    const points = [], has_exploded = run.exploded >= 0;
    for (let i = 0; i < spans && !(has_exploded && run.changes[i] === 0); i += 1) { points.push(Math.min((i + 0.5) * span, time), run.changes[i]); }
    // the toy stores no error for the step of the explosion
    if (has_exploded) { points.push(run.exploded, 1e6); }
    canvas.stroke(view, points, x, y, run.color, 2.5);
    if (has_exploded) {
      const [cx, cy] = [x(run.exploded), y(1e6)];
      for (const way of [1, -1]) { canvas.stroke(view, [cx - 6, cy - 6 * way, cx + 6, cy + 6 * way], Number, Number, view.color("ink"), 2.5); }
      const text = run.name + " exploded at " + run.exploded.toFixed(1) + " s", wide = pen.measureText(text).width + view.text + 16;
      // to the right of the mark, or above the end of the curve
      const fits = cx + 10 + wide < view.width;
      canvas.label(view, text, run.color, fits ? cx + 10 : cx - wide, (fits ? cy : cy - 0.9 * view.text) + (run === runs[1] ? view.text + 6 : 0));
    } else if (time > 0) {
      const i = 2 * Math.floor(0.7 * (points.length / 2 - 1));
      canvas.label(view, run.name, run.color, x(points[i]), y(points[i + 1]) + (run.name === "symplectic Euler" ? 1.6 : -1.6) * view.text);
    }
  }
}
