//! The picture: all pieces in the air at some times, and where they came down, as densities.

use std::fmt::Write;

use anyhow::Result;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use support::drawing::frame::Frame;
use support::drawing::page::{TITLE, page};
use support::drawing::style::{GRID, INK, PAPER, label};

use crate::arguments::Arguments;
use crate::density::Density;
use crate::pieces::{CRATER, Cloud, FOOT, Fallout, RIM, TIMES};
use crate::report;
use crate::window::Window;

/// Width of a panel and of the map, and the space around them \[px\].
const PANEL: f64 = 401.0;
const MAP: f64 = 560.0;
const SPACE: f64 = 9.0;
/// Heights of the line over a window, of the numbers under it, and of a line beside the map \[px\].
const HEAD: f64 = 26.0;
const NUMBERS: f64 = 22.0;
const LINE: f64 = 18.0;
/// How far around the mountain everything is shown \[m\].
const AROUND: f64 = 400.0;
/// The mountain and the plain.
const ROCK: &str = "#b9ada0";
/// Blocks, stones and ash, on light paper and on dark paper.
const COLORS: [[u8; 3]; 3] = [[0xe0, 0x6c, 0x10], [0x1f, 0x86, 0xc8], [0x80, 0x80, 0x80]];

/// The picture as SVG.
pub(crate) fn svg(arguments: &Arguments, clouds: &[Cloud], fallout: &Fallout) -> Result<String> {
    let mut air = Window::new(air(clouds), PANEL);
    let rows = clouds.len().div_ceil(2) as f64;
    let row = HEAD + air.size()[1] + NUMBERS;
    let mut map = Window::new(ground(fallout), MAP);
    map.at = [SPACE, TITLE + rows * row + HEAD];
    let mut svg = String::new();
    for (number, (cloud, time)) in clouds.iter().zip(TIMES).enumerate() {
        let (row_number, column) = ((number / 2) as f64, (number % 2) as f64);
        air.at = [
            SPACE + column * (PANEL + 2.0 * SPACE),
            TITLE + row_number * row + HEAD,
        ];
        let density = air.density(cloud.iter().copied());
        draw(
            &mut svg,
            &air,
            &format!("after {time} s"),
            &mountain(&air),
            &density,
        )?;
    }
    let landings = fallout.landings.iter().enumerate();
    let places = landings
        .flat_map(|(size, landings)| landings.iter().map(move |landing| (size, landing.place)));
    draw(
        &mut svg,
        &map,
        &format!(
            "where they came down, from above, in a wind of {} m/s",
            arguments.wind
        ),
        &mountain_from_above(&map),
        &map.density(places),
    )?;
    keys(
        &mut svg,
        fallout,
        [map.at[0] + MAP + 2.0 * SPACE, map.at[1] + LINE],
    )?;
    let height = map.at[1] + map.size()[1] + NUMBERS;
    Ok(page(height, &report::title(arguments, fallout), &svg))
}

/// What the panels show: everything that is in the air, and the mountain.
fn air(clouds: &[Cloud]) -> Frame {
    let pieces = clouds.iter().flatten().map(|(_, place)| *place);
    around(pieces, [[-AROUND, 0.0], [AROUND, AROUND]])
}

/// What the map shows: everything that came down, and the mountain.
fn ground(fallout: &Fallout) -> Frame {
    let places = fallout
        .landings
        .iter()
        .flatten()
        .map(|landing| landing.place);
    around(places, [[-AROUND; 2], [AROUND; 2]])
}

/// The frame around pieces and two corners, up to the next fifty metres.
fn around(places: impl Iterator<Item = [f32; 2]>, corners: [[f64; 2]; 2]) -> Frame {
    let [low, high] = places.fold(corners, |[low, high], place| {
        let place = place.map(f64::from);
        let both =
            |of: fn(f64, f64) -> f64, one: [f64; 2]| [of(one[0], place[0]), of(one[1], place[1])];
        [both(f64::min, low), both(f64::max, high)]
    });
    let round =
        |[x, y]: [f64; 2], round: fn(f64) -> f64| (50.0 * round(x / 50.0), 50.0 * round(y / 50.0));
    Frame {
        low: round(low, f64::floor),
        high: round(high, f64::ceil),
    }
}

/// A window under its name: lines of the grid, the mountain, the pieces, and numbers over all.
fn draw(
    svg: &mut String,
    window: &Window,
    name: &str,
    mountain: &str,
    density: &Density,
) -> Result<()> {
    let ([x, y], [width, height]) = (window.at, window.size());
    let png = BASE64_STANDARD.encode(density.png(COLORS)?);
    let (lines, numbers) = grid(window);
    writeln!(
        svg,
        "<text x=\"{x}\" y=\"{}\" font-size=\"14\">{name}</text>\n<path d=\"{lines}\" stroke=\"{GRID}\"/>\n{mountain}\n\
         <image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{png}\"/>\n\
         <g paint-order=\"stroke\" stroke=\"{PAPER}\" stroke-width=\"3\">{numbers}</g>",
        y - 8.0,
    )?;
    Ok(())
}

/// Lines at round places, and their numbers.
fn grid(window: &Window) -> (String, String) {
    let Frame { low, high } = window.frame;
    let ([left, top], [width, height]) = (window.at, window.size());
    let step = step(high.0 - low.0);
    let round = |low: f64, high: f64| {
        let [first, last] = [(low / step).ceil(), (high / step).floor()];
        (first as i64..=last as i64).map(move |line| line as f64 * step)
    };
    let (mut lines, mut numbers) = (String::new(), String::new());
    for at in round(low.0, high.0) {
        let [x, _] = window.place(at, 0.0);
        lines += &format!("M{x:.1} {top}v{height}");
        let (x, y) = (
            x.clamp(left + 20.0, left + width - 20.0),
            top + height + 17.0,
        );
        numbers += &format!(
            "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{} m</text>",
            label(at)
        );
    }
    for at in round(low.1, high.1) {
        let [_, y] = window.place(0.0, at);
        lines += &format!("M{left} {y:.1}h{width}");
        // the ground has numbers of its own
        if at != 0.0 && y > top + 12.0 {
            numbers += &format!(
                "<text x=\"{left}\" y=\"{:.1}\">{} m</text>",
                y - 3.0,
                label(at)
            );
        }
    }
    (lines, numbers)
}

/// A round distance, of which there are three to seven in a width.
fn step(width: f64) -> f64 {
    let most = width / 3.0;
    let decade = 10_f64.powf(most.log10().floor());
    let sizes = [5.0, 2.0, 1.0].map(|size| size * decade);
    sizes
        .into_iter()
        .find(|size| *size <= most)
        .unwrap_or(decade)
}

/// The mountain from the side, on the plain.
fn mountain(window: &Window) -> String {
    let [foot, rim, crater] = [FOOT, RIM, CRATER].map(f64::from);
    let corners = [(-foot, 0.0), (-rim, crater), (rim, crater), (foot, 0.0)].map(|(x, y)| {
        let [x, y] = window.place(x, y);
        format!("{x:.1},{y:.1}")
    });
    let ([x, y], [width, height]) = (window.at, window.size());
    format!(
        "<polygon points=\"{}\" fill=\"{ROCK}\"/>\n<rect x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"4\" fill=\"{ROCK}\"/>",
        corners.join(" "),
        y + height,
    )
}

/// The foot and the rim of the mountain.
fn mountain_from_above(window: &Window) -> String {
    let [x, y] = window.place(0.0, 0.0);
    let circles = [FOOT, RIM].map(|radius| {
        let radius = f64::from(radius) * window.scale;
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{ROCK}\" stroke=\"{INK}\"/>")
    });
    circles.join("\n")
}

/// What the colours are, and what became of pieces of each size, from a place on \[px\].
fn keys(svg: &mut String, fallout: &Fallout, [x, mut y]: [f64; 2]) -> Result<()> {
    for ([name, others @ ..], [red, green, blue]) in report::keys(fallout).into_iter().zip(COLORS) {
        let color = format!("rgb({red},{green},{blue})");
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{}\" width=\"13\" height=\"13\" fill=\"{color}\"/>",
            y - 11.5
        )?;
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{y}\" font-size=\"14\" font-weight=\"bold\">{name}</text>",
            x + 19.0
        )?;
        for text in others {
            y += LINE;
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{text}</text>")?;
        }
        y += 2.0 * LINE;
    }
    for text in [
        "circles: rim and foot of the mountain",
        "fainter: fewer in a pixel, down to one",
    ] {
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{text}</text>")?;
        y += LINE;
    }
    Ok(())
}
