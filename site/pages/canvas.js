// Functions that all drawings share: the canvas, curves, labels, and a ground with a scale in
// metres.

// prepares the canvas in CSS pixels, sharp on any screen, with the colours of the page; `shape` is
// height divided by width
export const view = (canvas, shape) => {
  const width = Math.max(canvas.clientWidth, 80);
  const height = Math.round(Math.max(280, Math.min(width * shape, 0.66 * innerHeight)));
  const ratio = Math.min(devicePixelRatio || 1, 4);
  canvas.style.height = height + "px";
  const sizes = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== sizes[0] || canvas.height !== sizes[1]) { [canvas.width, canvas.height] = sizes; }
  const style = getComputedStyle(document.documentElement);
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.lineJoin = pen.lineCap = "round";
  const text = width < 480 ? 12 : width < 1100 ? 14 : 17;
  pen.font = text + "px system-ui, sans-serif";
  pen.textBaseline = "middle";
  return { pen, width, height, text, color: (name) => style.getPropertyValue("--" + name).trim() };
};

export const stroke = (view, points, x, y, color, width, dashes) => {
  const pen = view.pen;
  pen.beginPath();
  for (let i = 0; i + 1 < points.length; i += 2) { pen.lineTo(x(points[i]), y(points[i + 1])); }
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.setLineDash(dashes || []);
  pen.stroke();
  pen.setLineDash([]);
};

export const dot = (view, x, y, radius, color, rim) => {
  const pen = view.pen;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = color;
  pen.fill();
  if (rim) { pen.strokeStyle = rim; pen.lineWidth = 1.5; pen.stroke(); }
};

// writes a text with a mark of its colour; the point is the middle of the text's left edge
export const label = (view, text, color, x, y) => {
  const pen = view.pen;
  const mark = color ? view.text : 0;
  const w = pen.measureText(text).width + mark + 6, h = view.text + 4;
  const left = Math.min(Math.max(x, 2), view.width - w - 2), top = Math.min(Math.max(y - h / 2, 2), view.height - h - 2);
  pen.globalAlpha = 0.8;
  pen.fillStyle = view.color("paper");
  pen.fillRect(left, top, w, h);
  pen.globalAlpha = 1;
  pen.fillStyle = color;
  if (color) { pen.fillRect(left + 2, top + h / 2 - 2, mark - 5, 4); }
  pen.fillStyle = view.color("ink");
  pen.textAlign = "left";
  pen.fillText(text, left + mark + 2, top + h / 2);
};

// distance between ticks of an axis: 1, 2 or 5 times a power of ten
export const tick = (span, most) => {
  const raw = span / Math.max(most, 1);
  const power = Math.pow(10, Math.floor(Math.log10(raw)));
  return power * ([1, 2, 5].find((step) => step * power >= raw) || 10);
};

// a scene with the same scale in metres on both axes, the ground at `level` [px], and room above it
// up to `top` [px]
export const scene = (view, box, top, level, has_ticks) => {
  const margin = 14;
  const wide = view.width - 2 * margin;
  const scale = Math.min(wide / (box.right - box.left), (level - top) / box.top);
  const x = (metres) => margin + (metres - box.left) * scale;
  const y = (metres) => level - metres * scale;
  stroke(view, [0, level, view.width, level], Number, Number, view.color("line"), 1.5);
  const pen = view.pen;
  const step = tick(wide / scale, wide / 70);
  pen.fillStyle = view.color("soft");
  pen.textAlign = "center";
  for (let at = Math.ceil(box.left / step) * step; has_ticks && x(at) < view.width - 24; at += step) {
    pen.fillRect(x(at) - 0.5, level, 1, 5);
    if (x(at) > 24) { pen.fillText(Number(at.toPrecision(6)) + " m", x(at), level + 7 + view.text / 2); }
  }
  return { x, y, scale };
};
