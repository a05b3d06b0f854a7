"use strict";
// Books by a projection of our own, each under a method; below each, its spin about the middle axis over time.
kinstep.drawings.book = function (view, numbers, state) {
  const c = kinstep.colors;
  const pen = view.pen;
  const [, , spin, count] = numbers;
  const columns = view.width < 560 ? 2 : 3;
  const lines = Math.ceil(count / columns);
  const w = view.width / columns, h = view.height / lines;
  let at = 4;
  for (let run = 0; run < count; run += 1) {
    const [lost, qw, qx, qy, qz, length] = numbers.subarray(at, at + 6);
    const turning = numbers.subarray(at + 6, at + 6 + length);
    at += 6 + length;
    const left = w * (run % columns), top = h * Math.floor(run / columns);
    const row = state.rows[run];
    const color = run === 0 ? c.green : c.red;
    pen.strokeStyle = view.line;
    pen.lineWidth = 1;
    pen.strokeRect(left + 0.5, top + 0.5, w - 1, h - 1);
    const chart = h * 0.26;
    const size = Math.min(w * 0.8, (h - chart - 2.6 * view.text) * 1.05);
    book([qw, qx, qy, qz], left + w / 2, top + 2 * view.text + (h - chart - 2 * view.text) / 2, size / 0.3);
    kinstep.label(view, fit(row[0], w - 26), color, [[left + 4, top + view.text * 0.9]]);
    const note = lost ? "blew up" : "turned over " + row[1] + "\u00d7";
    kinstep.label(view, note, null, [[left + 4, top + view.text * 2.4]]);
    // spin about the middle axis, up one way, down the other
    const middle = top + h - chart / 2 - 4;
    const x = function (i) { return left + 8 + (w - 16) * i / 719; };
    const y = function (rate) { return middle - chart * 0.45 * Math.max(-1.1, Math.min(1.1, rate / spin)); };
    pen.strokeStyle = view.line;
    pen.beginPath();
    pen.moveTo(left + 8, middle);
    pen.lineTo(left + w - 8, middle);
    pen.stroke();
    const points = [];
    for (let i = 0; i < turning.length; i += 1) { points.push(i, turning[i]); }
    kinstep.stroke(view, points, x, y, color, 1.6);
  }

  function fit(text, width) {
    let short = text;
    while (short.length > 4 && pen.measureText(short).width > width) { short = short.slice(0, -1); }
    return short === text ? text : short.trim() + "\u2026";
  }

  // a box of the book's sides; its middle axis is y, which points to the right here
  function book(q, cx, cy, scale) {
    const half = [0.015, 0.075, 0.11];
    const turned = function (v) {
      const [s, a, b, d] = q;
      const t = [2 * (b * v[2] - d * v[1]), 2 * (d * v[0] - a * v[2]), 2 * (a * v[1] - b * v[0])];
      return [v[0] + s * t[0] + b * t[2] - d * t[1], v[1] + s * t[1] + d * t[0] - a * t[2], v[2] + s * t[2] + a * t[1] - b * t[0]];
    };
    // the eye looks from in front, a little from above and aside; y to the right, z up, x to the eye
    const eye = function (v) {
      const u = turned(v);
      const [ca, sa, ce, se] = [Math.cos(0.5), Math.sin(0.5), Math.cos(0.35), Math.sin(0.35)];
      const across = ca * u[1] - sa * u[0], near = ca * u[0] + sa * u[1];
      return { x: cx + across * scale, y: cy - (ce * u[2] - se * near) * scale, near: ce * near + se * u[2] };
    };
    const faces = [
      { normal: [1, 0, 0], fill: c.blue }, { normal: [-1, 0, 0], fill: c.orange },
      { normal: [0, 1, 0], fill: "#f4f1e6" }, { normal: [0, -1, 0], fill: c.sky },
      { normal: [0, 0, 1], fill: "#f4f1e6" }, { normal: [0, 0, -1], fill: "#f4f1e6" },
    ];
    for (const face of faces) {
      const axis = face.normal.findIndex(function (n) { return n !== 0; });
      const [one, two] = [0, 1, 2].filter(function (other) { return other !== axis; });
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(function (signs) {
        const v = [0, 0, 0];
        v[axis] = face.normal[axis] * half[axis];
        v[one] = signs[0] * half[one];
        v[two] = signs[1] * half[two];
        return eye(v);
      });
      const front = eye(face.normal).near - eye([0, 0, 0]).near;
      if (front <= 0) { continue; }
      pen.beginPath();
      corners.forEach(function (corner) { pen.lineTo(corner.x, corner.y); });
      pen.closePath();
      pen.fillStyle = face.fill;
      pen.fill();
      pen.globalAlpha = 0.35 * (1 - front);
      pen.fillStyle = "#000000";
      pen.fill();
      pen.globalAlpha = 1;
      pen.strokeStyle = "#1b1f24";
      pen.lineWidth = 1.2;
      pen.stroke();
    }
  }
};
