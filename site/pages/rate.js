"use strict";
// Throws at four frame rates: the engine's four paths, kinstep's one, and where they land.
kinstep.drawings.rate = function (view, numbers, state) {
  const RATES = [5, 20, 60, 240];
  const c = kinstep.colors;
  const COLORS = [c.red, c.orange, c.pink, c.blue];
  const curves = kinstep.curves(numbers);
  if (curves.length < 8) { return; }
  let right = 1, top = 0.5;
  for (const curve of curves) {
    for (let i = 0; i < curve.points.length; i += 2) {
      right = Math.max(right, curve.points[i]);
      top = Math.max(top, curve.points[i + 1]);
    }
  }
  const row = view.text + 6;
  const scene = kinstep.scene(view, { left: 0, right: right * 1.04, top: top * 1.08 }, [16, 16, 2 * row + 4 * row + 14]);
  const { x, y } = scene;
  const ends = curves.map(function (curve) { return curve.points[curve.points.length - 2]; });
  const exact = curves[7];
  kinstep.stroke(view, exact.points, x, y, c.green, 5);
  for (let rate = 3; rate >= 0; rate -= 1) {
    kinstep.stroke(view, curves[rate].points, x, y, COLORS[rate], 1.6);
    if (rate < 3) {
      for (let i = 0; i + 3 < curves[rate].points.length; i += 2) {
        kinstep.dot(view, x(curves[rate].points[i]), y(curves[rate].points[i + 1]), rate === 0 ? 4 : 1.8, COLORS[rate]);
      }
    }
  }
  // landings hang below the scale, each in a row of its own
  const pen = view.pen;
  const first = y(0) + 14 + view.text + row / 2;
  const hang = function (place, color, text, line) {
    const depth = first + line * row;
    pen.strokeStyle = color;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(x(place), y(0));
    pen.lineTo(x(place), depth);
    pen.stroke();
    const w = pen.measureText(text).width;
    kinstep.label(view, text, color, [[x(place) + 4 + w + view.text > view.width ? x(place) - w - view.text - 10 : x(place) + 4, depth]]);
  };
  RATES.forEach(function (rate, i) { hang(ends[i], COLORS[i], state.columns[1] + ", " + rate + " Hz", i); });
  hang(ends[7], c.green, "kinstep, all four", 4);
  const at = Math.floor(exact.points.length / 4) * 2;
  kinstep.label(view, "kinstep at all rates", c.green, [[x(exact.points[at]) - 40, y(exact.points[at + 1]) - 16], [x(exact.points[at]), y(exact.points[at + 1]) + 24]]);
  if (!state.moves) { return; }
  const longest = Math.max.apply(null, curves.map(function (curve) { return curve.time * curve.points.length / 2; }));
  const now = state.seconds % (longest + 0.8);
  [7, 3, 2, 1, 0].forEach(function (which) {
    const curve = curves[which];
    const i = 2 * Math.min(Math.floor(now / curve.time), curve.points.length / 2 - 1);
    kinstep.dot(view, x(curve.points[i]), y(curve.points[i + 1]), which === 7 ? 9 : 6, which === 7 ? c.green : COLORS[which], view.ink);
  });
};
