//! The picture: a bridge under a cart, a rope that swings, and energies, under kinstep, XPBD and implicit Euler.

use anyhow::Result;
use bridge::method::{IMPLICIT_EULER, KINSTEP, Method, XPBD};
use bridge::runs::{self, frames};
use bridge::structures::{Case, PENDULUM, ROPE};
use kuva::plot::annotations::TextAnnotation;
use kuva::prelude::{Figure, Layout, Plot};
use support::drawing::frame::{Frame, Point};
use support::drawing::numbers::power_of_ten;
use support::drawing::style::{self, Style};
use support::drawing::svg;

use crate::truss;

/// Ωh of all that is drawn. In the bridge that is steel: bars of 2 m and 75 cm².
pub(crate) const STIFFNESS: f64 = 100.0;
/// Who is drawn.
pub(crate) const DRAWN: [&Method; 3] = [&KINSTEP, &XPBD, &IMPLICIT_EULER];
/// Widths of the panels in a row of three and of two, and heights of the rows \[px\]; with the spaces 838 px in all.
const THIRD: f64 = 260.0;
const HEIGHTS: [f64; 3] = [240.0, 215.0, 235.0];
/// Size of letters at lines \[px\].
const LETTERS: u32 = 13;
/// Where along a line its name stands, and the most points of it.
const LABEL: f64 = 0.65;
const POINTS: usize = 600;
/// The rope is drawn over a second, from here \[s\], every so many frames.
const SWING: f64 = 12.0;
const EVERY: usize = 4;
const TITLE: &str =
    "Stiff rods at 60 Hz: kinstep keeps their energy, XPBD and implicit Euler lose it";

/// A panel: its axes, its lines, and words in colours.
pub(crate) struct Panel {
    pub(crate) layout: Layout,
    pub(crate) plots: Vec<Plot>,
    pub(crate) notes: Vec<Note>,
}

/// A few words in the colour of a line.
pub(crate) struct Note {
    pub(crate) text: String,
    pub(crate) at: Point,
    pub(crate) style: Style,
}

/// All panels under one title.
pub(crate) fn svg() -> Result<String> {
    let mut panels = vec![truss::panel()?];
    for method in DRAWN {
        panels.push(rope(method)?);
    }
    panels.push(energies(&PENDULUM, "Energy of a triple pendulum")?);
    panels.push(energies(&ROPE, "Energy of the rope")?);
    let notes: Vec<Note> = (panels.iter_mut())
        .flat_map(|panel| std::mem::take(&mut panel.notes))
        .collect();
    // six columns: one panel over all, three over two each, two over three each
    let structure = vec![
        (0..6).collect(),
        vec![6, 7],
        vec![8, 9],
        vec![10, 11],
        vec![12, 13, 14],
        vec![15, 16, 17],
    ];
    let mut figure = Figure::new(3, 6).with_structure(structure);
    // spaces of 14 px between columns belong to the panels that lie over them
    for column in 0..6 {
        figure = figure.with_col_width(column, 0.5 * (THIRD - 14.0));
    }
    for (row, height) in HEIGHTS.into_iter().enumerate() {
        figure = figure.with_row_height(row, height);
    }
    let (layouts, plots) = (panels.into_iter())
        .map(|panel| (panel.layout, panel.plots))
        .unzip();
    let figure = figure.with_layouts(layouts).with_plots(plots);
    Ok(colored(svg::svg(TITLE, figure), &notes))
}

/// The drawing with notes in their colours, which kuva leaves out.
fn colored(svg: String, notes: &[Note]) -> String {
    notes.iter().fold(svg, |svg, Note { text, style, .. }| {
        let color = style.color;
        svg.replace(&format!(">{text}<"), &format!(" fill=\"{color}\">{text}<"))
    })
}

/// The rope over a second under a method; the last of its shapes is thick.
fn rope(method: &Method) -> Result<Panel> {
    let structure = ROPE.with_stiffness(STIFFNESS);
    let from = frames(SWING) as usize;
    let states = runs::states(method, &structure, frames(SWING + 1.0))?;
    let frame = Frame {
        low: (-3.5, -5.2),
        high: (5.2, 0.4),
    };
    let mut plots = Vec::new();
    let shapes: Vec<_> = states.iter().skip(from).step_by(EVERY).collect();
    for (place, state) in shapes.iter().enumerate() {
        let nodes = state.positions.iter().map(|node| (node.x, node.y));
        let points: Vec<Point> = [(0.0, 0.0)].into_iter().chain(nodes).collect();
        let width = if place + 1 == shapes.len() { 2.5 } else { 0.7 };
        plots.extend(style::lines(&frame, &points, |line| {
            method.style.line(line).with_stroke_width(width)
        }));
    }
    let title = format!("{}: rope, {SWING} to {} s", method.name, SWING + 1.0);
    let layout = style::layout(&title, "x [m]", "y [m]", &frame);
    Ok(Panel::new(layout, plots, Vec::new()))
}

/// Energy over time under all methods.
fn energies(case: &Case, title: &str) -> Result<Panel> {
    let structure = case.with_stiffness(STIFFNESS);
    let mut watched = Vec::new();
    for method in DRAWN {
        watched.push((method, runs::watch(method, &structure, frames(case.long))?));
    }
    let points = watched
        .iter()
        .flat_map(|(_, watched)| watched.energy.iter().copied());
    let around = Frame::around(points).map(Frame::with_margin);
    let frame = around.map_or(
        Frame {
            low: (0.0, -1.0),
            high: (1.0, 0.2),
        },
        |around| Frame {
            low: (0.0, around.low.1),
            high: (case.long, around.high.1 + 0.15 * around.size().1),
        },
    );
    let layout = style::layout(title, "time [s]", "change / (weight · 1 m)", &frame);
    let (mut plots, mut notes) = (Vec::new(), Vec::new());
    for (method, watched) in watched {
        let thinned = thinned(&watched.energy);
        plots.extend(style::lines(&frame, &thinned, |line| {
            method.style.line(line)
        }));
        let text = match method.name {
            name if name == KINSTEP.name => {
                format!("{name}: {}", power_of_ten(watched.worst().abs(), 0))
            }
            name => format!("{name}: {:+.1}", watched.last()),
        };
        let place = (LABEL * thinned.len() as f64) as usize;
        if let Some((time, change)) = thinned.get(place) {
            let above = 0.03 * frame.size().1;
            notes.push(Note {
                text,
                at: (*time, change + above),
                style: method.style,
            });
        }
    }
    Ok(Panel::new(layout, plots, notes))
}

/// At most so many points of a line, evenly chosen.
fn thinned(points: &[Point]) -> Vec<Point> {
    let every = points.len().div_ceil(POINTS).max(1);
    points.iter().copied().step_by(every).collect()
}

impl Panel {
    /// The panel with its notes.
    pub(crate) fn new(layout: Layout, plots: Vec<Plot>, notes: Vec<Note>) -> Self {
        let layout = notes.iter().fold(layout, |layout, Note { text, at, .. }| {
            let note = TextAnnotation::new(text, at.0, at.1).with_font_size(LETTERS);
            layout.with_annotation(note)
        });
        Self {
            layout,
            plots,
            notes,
        }
    }
}
