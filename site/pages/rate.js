// Draws one throw at four frame rates: above under the rule of an engine, below under kinstep, with
// the same scale.

import * as canvas from './canvas.js';

export function draw(view, toy) {
  const time = toy.time;
  const panels = toy.runs.map((runs) => runs.map((run) => {
    const [x, y] = run.position(time);
    return { x, y, points: run.path.flat(), landing: run.landing[0] };
  }));
  const all = toy.runs.flat().flatMap((run) => run.path);
  const [right, top] = [1, 0.5].map((least, axis) => all.reduce((most, point) => Math.max(most, point[axis]), least));
  const row = view.text + 6;
  // layout: titles above, labels of landings below, a scale in metres under the lower ground
  const high = (view.height - 2 * row - 3 * row - 2 * row - 14) / 2;
  const levels = [row + high, view.height - 2 * row - 8];
  panel(panels[0], "engine", toy.name, levels[0]);
  panel(panels[1], "kinstep", "kinstep: one curve", levels[1]);

  function panel(balls, name, title, level) {
    const color = view.color(name);
    const { x, y } = canvas.scene(view, { left: 0, right: 1.03 * right, top: 1.06 * top }, level - high, level, name === "kinstep");
    canvas.label(view, title, color, 8, level - high - row / 2 + 2);
    const sizes = view.width < 480 ? [3, 2, 1.2, 0.7] : [5, 3, 1.8, 1];
    balls.forEach(({ points }, i) => {
      canvas.stroke(view, points, x, y, color, 1);
      for (let at = 0; at + 3 < points.length; at += 2) { canvas.dot(view, x(points[at]), y(points[at + 1]), sizes[i], color); }
    });
    // groups of balls that share a label; each label is below the previous one, so that no line
    // crosses a text
    const usual = Math.abs(balls[2].landing - balls[3].landing);
    const cm = usual < 1 ? (100 * usual).toPrecision(2) + " cm" : usual.toFixed(2) + " m";
    const groups = name === "kinstep" ? [[balls, "5, 20, 60 and 240 Hz"]]
      : [[balls.slice(0, 1), "5 Hz"], [balls.slice(1, 2), "20 Hz"], [balls.slice(2), "60 and 240 Hz, as engines run: " + cm + " apart"]];
    const wide = ([, text]) => view.pen.measureText(text).width + view.text + 12;
    const edge = (group, pick) => x(pick(...group[0].map((ball) => ball.landing)));
    const fits = groups.every((group) => edge(group, Math.min) > wide(group));
    groups.sort((one, other) => (edge(one, Math.min) - edge(other, Math.min)) * (fits ? 1 : -1));
    groups.forEach((group, line) => {
      const depth = level + (line + (name === "kinstep" ? 1.5 : 0.5)) * row + 8;
      canvas.label(view, group[1], color, fits ? edge(group, Math.min) - wide(group) : edge(group, Math.max) + 5, depth);
      for (const ball of group[0]) { canvas.stroke(view, [x(ball.landing), level, x(ball.landing), depth + 4], Number, Number, color, 2); }
    });
    // the ball of 5 Hz is the largest: if all four are at one position, they are visible as rings
    balls.forEach((ball, i) => canvas.dot(view, x(ball.x), y(ball.y), [11, 8, 5.5, 3][i], color, view.color("paper")));
  }
}
