//! The panel of the bridge: its shape under the cart, with displacements magnified.

use anyhow::Result;
use bridge::method::{Method, XPBD};
use bridge::runs::{self, frames};
use bridge::structure::{State, Structure, Vector};
use bridge::structures::{BAY, BAYS, BRIDGE};
use kuva::prelude::Plot;
use support::drawing::frame::{Frame, Point};
use support::drawing::style::{self, INK, Style};

use crate::picture::{DRAWN, Note, Panel, STIFFNESS};

/// When it is drawn \[s\], and how much more the nodes are displaced than they are.
const TIME: f64 = 2.0;
const MAGNIFIED: f64 = 300.0;
/// Radius of a wheel, and size of the cart \[m\].
const WHEEL: f64 = 0.3;
const CART: (f64, f64) = (1.8, 0.7);

/// Lines that belong to no method.
const fn plain(color: &'static str) -> Style {
    Style {
        color,
        dashes: None,
        radius: 4.0,
    }
}

/// The bridge under the cart.
pub(crate) fn panel() -> Result<Panel> {
    let structure = BRIDGE.with_stiffness(STIFFNESS);
    let truth = runs::truth(&structure, frames(TIME))?;
    let frame = Frame {
        low: (-0.5, -1.0),
        high: (BAY * BAYS as f64 + 0.5, 2.5),
    };
    let mut plots = draw(&structure, &truth, &frame, plain("#bbbbb5"), 5.0);
    let mut notes = vec![("truth, grey".to_owned(), plain("#777777"))];
    for method in DRAWN {
        let states = runs::states(method, &structure, frames(TIME))?;
        let Some(last) = states.last() else { continue };
        let width = if method.name == XPBD.name { 1.2 } else { 2.0 };
        plots.extend(draw(&structure, last, &frame, method.style, width));
        notes.push((words(method, last, &truth), method.style));
    }
    if let Some(along) = structure.cart.as_ref().and_then(|cart| cart.position(TIME)) {
        plots.extend(cart(along, deck_height(&structure, &truth, along), &frame));
    }
    let title = format!(
        "A bridge of eight bays, {TIME} s after a cart of 400 kg rolled on; displacements × {MAGNIFIED}"
    );
    let layout = style::layout(&title, "x [m]", "y [m]", &frame);
    let notes = notes
        .into_iter()
        .enumerate()
        .map(|(place, (text, style))| Note {
            text,
            at: (1.0 + 4.3 * place as f64, 2.0),
            style,
        });
    Ok(Panel::new(layout, plots, notes.collect()))
}

/// "XPBD: 2.1 mm off".
fn words(method: &Method, state: &State, truth: &State) -> String {
    format!(
        "{}: {:.1} mm off",
        method.name,
        1e3 * state.distance_to(truth)
    )
}

/// Where a node is drawn.
fn place(structure: &Structure, state: &State, end: usize) -> Vector {
    let rest = structure.end(&structure.start.positions, end);
    rest + (structure.end(&state.positions, end) - rest) * MAGNIFIED
}

fn draw(
    structure: &Structure,
    state: &State,
    frame: &Frame,
    style: Style,
    width: f64,
) -> Vec<Plot> {
    let rod = |ends: [usize; 2]| {
        ends.map(|end| {
            let place = place(structure, state, end);
            (place.x, place.y)
        })
    };
    let lines = structure.rods.iter().flat_map(|bar| {
        style::lines(frame, &rod(bar.ends), |line| {
            style.line(line).with_stroke_width(width)
        })
    });
    lines.collect()
}

/// How high the deck is drawn at a distance from its start.
fn deck_height(structure: &Structure, state: &State, along: f64) -> f64 {
    let bays = along / BAY;
    let end = |bay: usize| match structure
        .cart
        .as_ref()
        .and_then(|cart| *cart.deck.get(bay)?)
    {
        Some(node) => place(structure, state, node).y,
        None => 0.0,
    };
    let (bay, share) = (bays.floor() as usize, bays.fract());
    end(bay) * (1.0 - share) + end(bay + 1) * share
}

/// A box on two wheels.
fn cart(along: f64, height: f64, frame: &Frame) -> Vec<Plot> {
    let (half, low) = (0.5 * CART.0, height + 2.0 * WHEEL);
    let high = low + CART.1;
    let corners: [Point; 5] = [
        (along - half, low),
        (along + half, low),
        (along + half, high),
        (along - half, high),
        (along - half, low),
    ];
    let mut plots = style::lines(frame, &corners, |line| plain(INK).line(line));
    for side in [-0.6, 0.6] {
        let circle: Vec<Point> = (0..=24)
            .map(|part| {
                let (sine, cosine) = (f64::from(part) * std::f64::consts::TAU / 24.0).sin_cos();
                (
                    along + side * half + WHEEL * cosine,
                    height + WHEEL + WHEEL * sine,
                )
            })
            .collect();
        plots.extend(style::lines(frame, &circle, |line| plain(INK).line(line)));
    }
    plots
}
