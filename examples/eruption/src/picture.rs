//! The picture: the cloud from the side on the left, what came down on the right.

use kuva::prelude::{Figure, Layout, Plot};
use support::drawing::frame::{Frame, Point};
use support::drawing::panel::Panel;
use support::drawing::style::{self, Style};
use support::drawing::svg;

use crate::pieces::{Cloud, Fallout, SIZES, TIMES};

/// Size of a panel \[px\].
const SIZE: (f64, f64) = (540.0, 420.0);
/// Width of a column of the fallout \[m\].
const COLUMN: f64 = 20.0;
/// From the largest pieces to the smallest; of Okabe and Ito.
const COLORS: [&str; 3] = ["#d55e00", "#0072b2", "#999999"];

/// Both panels under one title.
pub(crate) fn svg(clouds: &[[Cloud; 3]], fallout: &Fallout) -> String {
    let columns = columns(fallout);
    let height = SIZE.1 + columns.legend_height();
    let (layouts, plots) = [cloud(clouds), columns.draw((SIZE.0, height))]
        .into_iter()
        .unzip();
    let figure = Figure::new(1, 2)
        .with_layouts(layouts)
        .with_plots(plots)
        .with_col_width(0, SIZE.0)
        .with_col_width(1, SIZE.0)
        .with_row_height(0, height + 36.0);
    svg::svg("An eruption in wind", figure)
}

/// Some pieces of each size, at some times.
fn cloud(clouds: &[[Cloud; 3]]) -> (Layout, Vec<Plot>) {
    let frame = Frame::around(clouds.iter().flatten().flatten().copied());
    let frame = frame.map_or(
        Frame {
            low: (0.0, 0.0),
            high: (1.0, 1.0),
        },
        Frame::with_margin,
    );
    let sizes =
        (0..SIZES.len()).flat_map(|size| clouds.iter().map(move |cloud| (size, &cloud[size])));
    let plots = sizes.filter_map(|(size, cloud)| style(size).dots(&frame, cloud, 1.0));
    let times: Vec<String> = TIMES.iter().map(|time| time.to_string()).collect();
    let title = format!("In the air after {} s", times.join(", "));
    let layout = style::layout(&title, "along the wind [m]", "height [m]", &frame);
    (
        layout.with_width(SIZE.0).with_height(SIZE.1),
        plots.collect(),
    )
}

/// How much of each size came down in each column of the ground.
fn columns(fallout: &Fallout) -> Panel {
    let mut panel = Panel::linear(
        "Where they came down",
        "along the wind [m]",
        "share of its size per 20 m [%]",
    );
    for (size, landings) in fallout.landings.iter().enumerate() {
        let mut counts = std::collections::BTreeMap::<i64, u32>::new();
        for (place, _) in landings {
            *counts
                .entry((f64::from(*place) / COLUMN).floor() as i64)
                .or_default() += 1;
        }
        // lines begin and end on the ground
        if let (Some((&first, _)), Some((&last, _))) =
            (counts.first_key_value(), counts.last_key_value())
        {
            for column in first - 1..=last + 1 {
                counts.entry(column).or_default();
            }
        }
        let share = |count: u32| f64::from(count) / landings.len() as f64 * 100.0;
        let place = |column: i64| (column as f64 + 0.5) * COLUMN;
        let line: Vec<Point> = (counts.iter())
            .map(|(&column, &count)| (place(column), share(count)))
            .collect();
        panel.add(Some(SIZES[size].name.to_owned()), style(size), &line);
    }
    panel
}

/// How pieces of a size look.
fn style(size: usize) -> Style {
    Style {
        color: COLORS[size],
        dashes: None,
        radius: 1.2,
    }
}
