"use strict";
// Energies of all schemes against time, on a scale of powers of ten; above, what swings under three of them.
kinstep.drawings.springs = function (view, numbers, state) {
  const c = kinstep.colors;
  const STYLES = { ExplicitEuler: [c.red], SymplecticEuler: [c.orange], VelocityVerlet: [c.pink], Rk4: [c.blue], Kinematic: [c.sky],
    AverageAcceleration: [c.sky, [6, 4]], FlowKick: [c.green], FlowKick4: [c.green, [8, 4]], FlowKick6: [c.green, [3, 4]],
    WeakKick: [c.green, [1, 5]] };
  const pen = view.pen;
  const [time, count, spans, span, bodies] = numbers;
  const runs = [];
  for (let run = 0, start = 5; run < count; run += 1) {
    const places = start + 1, changes = places + 2 * bodies;
    runs.push({ name: state.rows[run][0], exploded: numbers[start] > 0, places: numbers.subarray(places, changes),
      changes: numbers.subarray(changes, changes + spans) });
    start = changes + spans;
  }
  const shown = ["ExplicitEuler", "SymplecticEuler", "FlowKick"].map(function (name) {
    return runs.find(function (run) { return run.name === name; });
  });
  const row = Math.max(24, view.height * 0.075);
  // a rope needs a panel of its own
  const panel = bodies > 1 ? Math.max(100, view.height * 0.36) : 3.4 * row;
  shown.forEach(function (run, index) {
    if (!run) { return; }
    const color = STYLES[run.name][0];
    const room = view.width / 3;
    if (bodies > 1) {
      pen.fillStyle = view.ink;
      pen.textAlign = "left";
      pen.fillText(run.name, index * room + 10, view.text);
      swing(run, color, [index * room + 10, (index + 1) * room - 10], 2.4 * view.text, panel);
    } else {
      pen.fillStyle = view.ink;
      pen.textAlign = "left";
      pen.fillText(run.name, 10, (index + 0.6) * row);
      swing(run, color, [Math.min(130, view.width * 0.3), view.width - 16], (index + 0.6) * row, panel);
    }
  });

  // the body between two walls, and what hangs below it
  function swing(run, color, [from, to], level, bottom) {
    const deep = Math.max(bodies - 1, 1) * 0.25 + 1;
    const scale = Math.min((to - from) / 3.2, bodies > 1 ? (bottom - level) / deep : Infinity);
    const at = function (index) {
      const [x, y] = run.places.subarray(2 * index, 2 * index + 2);
      return [(from + to) / 2 + scale * x, level - scale * y];
    };
    const off = run.exploded || Math.abs(run.places[0]) > 1.6 || Math.abs(run.places[1]) > 1;
    const [x, y] = off ? [(from + to) / 2 + scale * 1.5, level] : at(0);
    pen.strokeStyle = view.soft;
    pen.lineWidth = 1;
    for (const wall of [from, to]) {
      pen.beginPath();
      for (let i = 0; i <= 24; i += 1) {
        pen.lineTo(wall + (x - wall) * i / 24, level + (y - level) * i / 24 + (i === 0 || i === 24 ? 0 : (i % 2 ? 4 : -4)));
      }
      pen.stroke();
    }
    if (!off && bodies > 1) {
      pen.beginPath();
      for (let index = 0; index < bodies; index += 1) { pen.lineTo(...at(index)); }
      pen.stroke();
      for (let index = 1; index < bodies; index += 1) { kinstep.dot(view, ...at(index), 3, color, view.ink); }
    }
    kinstep.dot(view, x, y, 7, color, view.ink);
    if (off) {
      const text = run.exploded ? "exploded" : "out of the picture";
      kinstep.label(view, text, color, [bodies > 1 ? [from, level + 1.6 * view.text] : [x - 10 * view.text, y]]);
    }
  }

  const [low, high] = [-17, 6];
  const left = view.text * 3.6, right = view.text * 12.8;
  const top = panel + view.text, bottom = view.height - view.text * 2.6;
  const whole = Math.max(time, span);
  const x = function (at) { return left + (view.width - left - right) * at / whole; };
  const y = function (change) {
    const power = Math.min(Math.max(Math.log10(Math.max(change, 1e-300)), low), high);
    return bottom - (bottom - top) * (power - low) / (high - low);
  };
  pen.strokeStyle = view.line;
  pen.lineWidth = 1;
  pen.fillStyle = view.soft;
  for (let power = -15; power <= 5; power += 5) {
    const level = y(Math.pow(10, power));
    pen.beginPath();
    pen.moveTo(left, level);
    pen.lineTo(view.width - right, level);
    pen.stroke();
    pen.textAlign = "right";
    pen.fillText("1e" + power, left - 4, level);
  }
  pen.textAlign = "left";
  pen.fillText("energy off by, as a share", 6, top - view.text);
  const step = kinstep.tick(whole, (view.width - left - right) / 60);
  pen.textAlign = "center";
  for (let at = 0; at <= whole * 1.0001; at += step) { pen.fillText(Number(at.toPrecision(4)) + " s", x(at), bottom + view.text); }

  const ends = [];
  for (const run of runs) {
    const points = [];
    // the last span is not over
    for (let i = 0; i < Math.max(run.changes.length - 1, 1); i += 1) {
      const at = Math.min((i + 0.5) * span, time);
      points.push(at, run.changes[i]);
      if (run.changes[i] >= 1e6) { break; }
    }
    const [color, dashes] = STYLES[run.name] || [view.ink];
    kinstep.stroke(view, points, x, y, color, 2, dashes);
    ends.push({ name: run.name, color: color, x: x(points[points.length - 2] || 0), y: y(points[points.length - 1] || 0), wanted: 0 });
  }
  // names beside the ends of their lines, moved apart
  ends.sort(function (one, other) { return one.y - other.y; });
  const gap = view.text + 2;
  let next = top - gap / 2;
  for (const end of ends) { end.wanted = next = Math.max(end.y, next + gap); }
  next = bottom + gap;
  for (const end of ends.slice().reverse()) { end.wanted = next = Math.min(end.wanted, next - gap); }
  for (const end of ends) {
    const edge = view.width - right + 8;
    pen.strokeStyle = end.color;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(end.x, end.y);
    pen.lineTo(edge - 2, end.wanted);
    pen.lineTo(edge + 6, end.wanted);
    pen.stroke();
    pen.fillStyle = view.ink;
    pen.textAlign = "left";
    pen.fillText(end.name, edge + 9, end.wanted);
  }
};
