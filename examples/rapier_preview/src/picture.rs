//! A picture of a ball's path in Rapier, and of three predictions.

use anyhow::{Context, Result};
use kinstep::nalgebra::Vector3;
use kinstep::trajectory::{Crossing, Plane, Trajectory};
use kinstep_flight::Ballistics;
use kuva::prelude::Figure;
use rapier_preview::{Game, RADIUS, Settings};
use support::drawing::frame::{Frame, Point};
use support::drawing::labels;
use support::drawing::numbers::metres;
use support::drawing::style::{self, INK, KINSTEP, Style};
use support::drawing::svg;

use crate::throw::{DRONE, FROM, Throw};

/// Height of the panel, and margins around its axes: left, right, above, below \[px\]. The right
/// margin has room for names.
const HEIGHT: f64 = 360.0;
const AROUND: [f64; 4] = [64.0, 150.0, 12.0, 44.0];
/// Number of steps between two drawn positions of Rapier's ball.
const EVERY: usize = 6;

/// A prediction: its name, style and points \[m\].
struct Preview {
    name: &'static str,
    style: Style,
    points: Vec<Vector3<f64>>,
}

/// A picture, from the side, of a throw that hits the drone.
pub(crate) fn svg(settings: &Settings) -> Result<String> {
    let throw = Throw::plan(settings)?;
    let rule = settings.told().launch(FROM, throw.velocity);
    let ground = Plane::new([0.0, 1.0, 0.0], f64::from(RADIUS));
    let landing =
        (rule.crossing(&ground, Crossing::Descending)).context("what is thrown up comes down")?;
    let steps = rule.first_step_after(landing.time) - 1;
    let mut game = Game::new(settings, FROM, throw.velocity, &DRONE);
    let mut ball = vec![FROM];
    for _ in 0..steps {
        game.step();
        ball.push(game.ball().cast());
    }

    let times: Vec<f64> = (0..=steps)
        .map(|step| rule.after_steps(step).time)
        .collect();
    let air = Ballistics::new(Settings::gravity());
    let drag = air.with_drag_rate(settings.damping.into());
    let (drag, parabola) = (
        drag.launch(FROM, throw.velocity),
        air.launch(FROM, throw.velocity),
    );
    let along =
        |position: &dyn Fn(f64) -> Vector3<f64>| times.iter().map(|&time| position(time)).collect();
    let line = |color, dashes| Style {
        color,
        dashes,
        radius: 4.0,
    };
    let previews = [
        Preview {
            name: "kinstep, by Rapier's rule",
            style: line(KINSTEP, None),
            points: along(&|time| rule.position(time)),
        },
        Preview {
            name: "exact drag",
            style: line("#d55e00", Some("8 4")),
            points: along(&|time| drag.position(time)),
        },
        Preview {
            name: "parabola",
            style: line("#777777", Some("2 4")),
            points: along(&|time| parabola.position(time)),
        },
    ];
    let off = previews.each_ref().map(|preview| {
        let pairs = preview.points.iter().zip(&ball);
        let distances = pairs.map(|(told, seen)| (told - seen).norm());
        distances.fold(0.0, f64::max)
    });

    let side =
        |points: &[Vector3<f64>]| points.iter().map(|at| (at.x, at.y)).collect::<Vec<Point>>();
    let all = previews.iter().flat_map(|preview| side(&preview.points));
    let above = all.filter(|(_, y)| *y > -0.5);
    let frame = Frame::around(above)
        .context("there is nothing to draw")?
        .with_margin();
    let mut plots = Vec::new();
    let mut ends = Vec::new();
    for (preview, off) in previews.iter().zip(off) {
        let points = side(&preview.points);
        plots.extend(style::lines(&frame, &points, |line| {
            preview.style.line(line)
        }));
        let end = (points.iter().rev()).find(|point| frame.contains(**point));
        let text = format!("{}: {} off", preview.name, metres(off));
        ends.extend(end.map(|&end| (end, text, preview.style.color)));
    }
    let seen: Vec<Point> = side(&ball).into_iter().step_by(EVERY).collect();
    plots.extend(line(INK, None).dots(&frame, &seen, 1.0));
    let drone = DRONE.at(rule.after_steps(throw.step).time);
    plots.extend(line("#009e73", None).dots(&frame, &[(drone.x, drone.y)], 2.0));
    let [left, right, above, below] = AROUND;
    let mut layout = style::layout("", "distance [m]", "height [m]", &frame)
        .with_width(svg::column(1))
        .with_height(HEIGHT)
        .with_force_margins(left, right)
        .with_force_margins_y(above, below)
        .with_annotation(labels::colored(
            "the drone, hit",
            (drone.x + 0.5, drone.y + 0.3),
            "#009e73",
        ));
    for note in labels::beside(&frame, HEIGHT - above - below, &ends) {
        layout = layout.with_annotation(note);
    }
    let figure = Figure::new(1, 1)
        .with_plots(vec![plots])
        .with_layouts(vec![layout])
        .with_col_width(0, svg::column(1))
        .with_row_height(0, HEIGHT);
    let title = format!(
        "kinstep tells the path of Rapier's ball to {}; exact drag is {} off\nDots: the ball as Rapier steps it, every {} steps; \
         {:.0} steps a second, damping {}/s",
        metres(off[0]),
        metres(off[1]),
        EVERY,
        1.0 / settings.dt,
        settings.damping
    );
    Ok(svg::svg(&title, figure))
}
