"use strict";
// What all drawings share: colours, sizes, curves, labels that do not cover each other, charts.
var kinstep = { drawings: {} };

// Okabe and Ito: told apart by colour-blind eyes, too
kinstep.colors = { orange: "#e69f00", sky: "#56b4e9", green: "#009e73", yellow: "#f0e442", blue: "#0072b2", red: "#d55e00", pink: "#cc79a7" };

// the canvas in CSS pixels, sharp on any screen; `shape` is its height over its width
kinstep.view = function (canvas, shape) {
  const width = Math.max(canvas.clientWidth, 80);
  const height = Math.round(Math.max(280, Math.min(width * shape, 0.68 * innerHeight)));
  const ratio = Math.min(devicePixelRatio || 1, 4);
  canvas.style.height = height + "px";
  const sizes = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== sizes[0] || canvas.height !== sizes[1]) {
    canvas.width = sizes[0];
    canvas.height = sizes[1];
  }
  const style = getComputedStyle(document.documentElement);
  const color = function (name) { return style.getPropertyValue(name).trim(); };
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.lineJoin = pen.lineCap = "round";
  const text = width < 480 ? 11 : width < 1400 ? 13 : 18;
  pen.font = text + "px system-ui, sans-serif";
  pen.textBaseline = "middle";
  return { pen: pen, width: width, height: height, text: text, ink: color("--ink"), soft: color("--soft"), line: color("--line"),
    paper: color("--paper"), panel: color("--panel"), labels: [] };
};

// curves as `throw.rs` writes them: what it is, its time, its points
kinstep.curves = function (numbers) {
  const curves = [];
  for (let at = 0; at + 3 <= numbers.length;) {
    const count = numbers[at + 2];
    curves.push({ what: numbers[at], time: numbers[at + 1], points: numbers.subarray(at + 3, at + 3 + 2 * count) });
    at += 3 + 2 * count;
  }
  return curves;
};

kinstep.stroke = function (view, points, x, y, color, width, dashes) {
  const pen = view.pen;
  pen.beginPath();
  for (let i = 0; i + 1 < points.length; i += 2) { pen.lineTo(x(points[i]), y(points[i + 1])); }
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.setLineDash(dashes || []);
  pen.stroke();
  pen.setLineDash([]);
};

kinstep.dot = function (view, x, y, radius, color, rim) {
  const pen = view.pen;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = color;
  pen.fill();
  if (rim) { pen.strokeStyle = rim; pen.lineWidth = 1.5; pen.stroke(); }
};

// writes a text with a coloured mark at the first of some places where it covers no other; true if there is one
kinstep.label = function (view, text, color, places) {
  const pen = view.pen;
  const mark = color ? view.text : 0;
  const w = pen.measureText(text).width + mark + 6;
  const h = view.text + 4;
  for (const [x, y] of places) {
    const left = Math.min(Math.max(x, 2), view.width - w - 2);
    const top = Math.min(Math.max(y - h / 2, 2), view.height - h - 2);
    const covers = view.labels.some(function (other) {
      return left < other[0] + other[2] && other[0] < left + w && top < other[1] + other[3] && other[1] < top + h;
    });
    if (covers) { continue; }
    view.labels.push([left, top, w, h]);
    pen.globalAlpha = 0.8;
    pen.fillStyle = view.paper;
    pen.fillRect(left, top, w, h);
    pen.globalAlpha = 1;
    if (color) {
      pen.fillStyle = color;
      pen.fillRect(left + 2, top + h / 2 - 2, mark - 5, 4);
    }
    pen.fillStyle = view.ink;
    pen.textAlign = "left";
    pen.fillText(text, left + mark + 2, top + h / 2);
    return true;
  }
  return false;
};

// round steps for an axis: 1, 2 or 5 times a power of ten
kinstep.tick = function (span, most) {
  const raw = span / Math.max(most, 1);
  const power = Math.pow(10, Math.floor(Math.log10(raw)));
  return power * ([1, 2, 5].find(function (step) { return step * power >= raw; }) || 10);
};

// metres on both axes in the same scale, the ground at y = 0
kinstep.scene = function (view, box, margins) {
  const [left, right, bottom] = margins;
  const wide = view.width - left - right;
  const high = view.height - bottom - 8;
  const scale = Math.min(wide / (box.right - box.left), high / box.top);
  const x = function (metres) { return left + (metres - box.left) * scale; };
  const y = function (metres) { return view.height - bottom - metres * scale; };
  const pen = view.pen;
  pen.fillStyle = view.panel;
  pen.fillRect(0, y(0), view.width, view.height - y(0));
  pen.strokeStyle = view.line;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(0, y(0));
  pen.lineTo(view.width, y(0));
  pen.stroke();
  const step = kinstep.tick(wide / scale, wide / 70);
  pen.fillStyle = view.soft;
  pen.textAlign = "center";
  for (let at = Math.ceil(box.left / step) * step; x(at) < view.width - 24; at += step) {
    pen.fillRect(x(at) - 0.5, y(0), 1, 5);
    pen.fillText(Number(at.toPrecision(6)) + " m", x(at), y(0) + 7 + view.text / 2);
  }
  return { x: x, y: y, scale: scale };
};
