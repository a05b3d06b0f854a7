//! The charts, made from the rows.

use support::drawing::frame::Point;

use crate::chart::{Axis, Chart};
use crate::lander::{PATH, RATES, SPEED};
use crate::names::{EULER, FOURTH, KINSTEP, ORANGE, style};
use crate::rows::Rows;
use crate::{cost, coupled, drift, exact, frames, lander, orbit, order, rotation, work};

/// Paths of the lander near the ground, with the frame rate and the speed at each touchdown.
pub(crate) fn burns(rows: &Rows) -> Chart {
    // below the ground there is a row of text for each touchdown
    const ROW: f64 = 2.3;
    let x = Axis::linear("along the ground [m]").within(-21.0, 7.5);
    let y = Axis::linear("height of the feet [m]").within(-4.9 * ROW, 20.0);
    let mut chart = Chart::new(x, y.above(0.0), Vec::new());
    chart.add(Vec::new(), style("ground"), vec![(-21.0, 0.0), (7.5, 0.0)]);
    let path = |method: &str, rate: u32| -> Vec<Point> {
        rows.points("lander", PATH, &format!("{method}, {rate} Hz"))
    };
    for (row, rate) in RATES.into_iter().enumerate() {
        let points = path(EULER, rate);
        let Some(&(x, _)) = points.last() else {
            continue;
        };
        let speed = rows.at("lander", SPEED, EULER, rate.into());
        let down = -ROW * (row as f64 + 1.0);
        chart.add(Vec::new(), style(EULER), points);
        chart.add(
            Vec::new(),
            style("pointer"),
            vec![(x, 0.0), (x, down + 0.3 * ROW)],
        );
        let text = format!("{rate} Hz: {speed:.1} m/s");
        chart.note(
            (if row == 0 { x - 1.0 } else { x }, down - 0.3 * ROW),
            text,
            ORANGE,
            row == 0,
        );
    }
    for rate in RATES {
        chart.add(Vec::new(), style(KINSTEP), path(KINSTEP, rate));
    }
    let ours = style(KINSTEP).color;
    let speed = rows.worst("lander", SPEED, KINSTEP);
    let lines = ["5, 20, 60,", "240 Hz:", &format!("{speed:.1} m/s")].map(str::to_owned);
    for (row, text) in lines.into_iter().enumerate() {
        chart.note((0.4, -ROW * (row as f64 + 1.3)), text, ours, true);
    }
    chart.note((0.9, 17.5), "kinstep".to_owned(), ours, true);
    chart.note((0.9, 17.5 - ROW), "(FlowKick)".to_owned(), ours, true);
    chart.note((-18.0, 17.5), EULER.to_owned(), ORANGE, true);
    chart
}

/// Final error over time of solution for one of the sixteen problems.
pub(crate) fn work(rows: &Rows, number: u32) -> Chart {
    let x = Axis::logarithmic("time of a solution [s]");
    let y = Axis::logarithmic("error at the end [m]").within(1e-16, 10.0);
    let series = rows.series("work", &work::quantity(number));
    Chart::new(x, y, series)
}

/// Energy over three hours.
pub(crate) fn energy(rows: &Rows, system: &str) -> Chart {
    let x = Axis::logarithmic("time [s]");
    let y = Axis::logarithmic("energy error, relative").within(1e-16, 10.0);
    let mut series = rows.series("drift", system);
    // where all forces are laws, FlowKick4 equals FlowKick
    series
        .retain(|(name, _)| name != FOURTH || system == drift::PENDULUM || system == drift::ORBIT);
    Chart::new(x, y, series)
}

/// Distances of the lander's touchdowns from kinstep's at 240 Hz.
pub(crate) fn touchdowns(rows: &Rows) -> Chart {
    let x = Axis::logarithmic("frame rate [Hz]");
    let y = Axis::logarithmic("touchdown off by [m]").within(1e-10, 100.0);
    let mut series = rows.series("lander", lander::APART);
    // at 240 Hz kinstep is compared with itself
    series[0].1.pop();
    Chart::new(x, y, series)
}

/// Landings of a throw at all frame rates.
pub(crate) fn landings(rows: &Rows) -> Chart {
    let x = Axis::logarithmic("frame rate [Hz]");
    let mut series = rows.series("frames", frames::LANDING);
    series.retain(|(name, _)| name != frames::EXACT);
    Chart::new(x, Axis::linear("landing [m]"), series)
}

/// Time of a step, by number of bodies.
pub(crate) fn costs(rows: &Rows) -> Chart {
    let x = Axis::logarithmic("bodies");
    let y = Axis::logarithmic("time of a body and step [ns]");
    Chart::new(x, y, rows.series("cost", cost::TIME))
}

/// Error over length of the step.
pub(crate) fn order(rows: &Rows, problem: &str) -> Chart {
    let x = Axis::logarithmic("step [s]");
    let y = Axis::logarithmic("error after 10 s [m]").within(1e-16, 10.0);
    let mut series = rows.series("order", problem);
    // where all forces are laws, the other schemes of kinstep equal FlowKick
    series.retain(|(name, _)| {
        problem != order::LINEAR || name == KINSTEP || !name.starts_with("kinstep")
    });
    Chart::new(x, y, series)
}

/// Error of one body on many springs.
pub(crate) fn many(rows: &Rows) -> Chart {
    let x = Axis::linear("springs of 13 N/m together");
    let y = Axis::logarithmic("error after 10 s at 60 Hz [m]").within(1e-16, 1.0);
    Chart::new(x, y, rows.series("exact", exact::MANY))
}

/// Errors of rotating bodies: of a book over time, of a top and of a lander over length of the
/// step.
pub(crate) fn rotation(rows: &Rows, quantity: &str) -> Chart {
    let (x, y) = match quantity {
        rotation::BOOK => ("time at 60 Hz [s]", "orientation error [degrees]"),
        rotation::TOP => ("step [s]", "orientation error [degrees]"),
        _ => ("step [s]", "error after the burn [m]"),
    };
    let y = Axis::logarithmic(y).within(1e-15, 360.0);
    Chart::new(Axis::logarithmic(x), y, rows.series("rotation", quantity))
}

/// Errors of orbits over steps per period, or over the strength of the second attractor.
pub(crate) fn orbit(rows: &Rows, quantity: &str) -> Chart {
    let (x, y) = match quantity {
        orbit::KEPLER => (
            "steps in a period",
            Axis::logarithmic("error after 100 periods [m]").within(1e-8, 1e10),
        ),
        orbit::BULGE => (
            "steps in a period",
            Axis::logarithmic("energy error, relative").within(1e-14, 10.0),
        ),
        _ => (
            "strength of the second attractor",
            Axis::logarithmic("energy error, relative").within(1e-12, 10.0),
        ),
    };
    Chart::new(Axis::logarithmic(x), y, rows.series("orbit", quantity))
}

/// Coupled bodies: energy over time, and errors over stiffness.
pub(crate) fn coupled(rows: &Rows, quantity: &str) -> Chart {
    let (x, y) = match quantity {
        coupled::ENERGY => (
            "time [s]",
            Axis::logarithmic("energy error, weight times 1 m").within(1e-16, 10.0),
        ),
        coupled::PENDULUM => (
            "Ωh, largest frequency times a frame",
            Axis::logarithmic("error after 2 s [m]").within(1e-12, 10.0),
        ),
        _ => (
            "Ωh, largest frequency times a frame",
            Axis::logarithmic("error after 20 s [m]").within(1e-16, 10.0),
        ),
    };
    Chart::new(Axis::logarithmic(x), y, rows.series("coupled", quantity))
}

/// The pictures of the README and of docs/accuracy.md: file names, titles and charts.
pub(crate) fn pictures(rows: &Rows) -> [(&'static str, &'static str, Chart); 2] {
    [
        (
            "burns.svg",
            "The same burns at four frame rates: one touchdown under kinstep, four under symplectic Euler",
            burns(rows),
        ),
        (
            "energy.svg",
            "Two springs for three hours at 60 Hz: energy error",
            energy(rows, drift::TWO_SPRINGS),
        ),
    ]
}
