//! One list of burns of a lander, at several frame rates.

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::lander_truth;
use crate::section::{Section, Table};
use crate::words::{list, number};
use anyhow::{Context, Result};
use indicatif::ProgressBar;
use kinstep::Scheme;
use lander::{Burn, Controls, Craft, Ground, Lander, Planet, Spread, Start, Touchdown, fly};
use support::drawing::numbers::metres;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "lander",
    title: "The same burns at every frame rate: a lunar lander comes down",
    ticks: 1,
    run,
};

/// Frame rates \[Hz\], as steps from tick to tick of the fuel gauge.
const STEPS: [u32; 4] = [1, 4, 12, 48];

pub(crate) const MOON: Planet = Planet {
    gravity: 1.62,
    air: None,
};
pub(crate) const START: Start = Start {
    position: [-200.0, 835.5],
    velocity: [12.0, -4.0],
    tilt: 0.0,
    spin: 0.0,
};
/// Ticks of 0.2 s, the main engine's throttle, the jets.
const BURNS: [(u32, f64, f64); 8] = [
    (5, 0.0, 0.8),
    (5, 0.0, -0.8),
    (15, 0.0, 0.0),
    (60, 0.81, 0.0),
    (5, 0.0, -0.8),
    (5, 0.0, 0.8),
    (140, 0.0, 0.0),
    (200, 0.8, 0.0),
];

/// What a scheme makes of it, for each number of steps from tick to tick.
struct Outcome {
    scheme: Scheme,
    touchdowns: Vec<Touchdown>,
}

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut outcomes = Vec::new();
    for scheme in Scheme::ALL {
        outcomes.push(Outcome::of(scheme)?);
    }
    progress.inc(1);
    let seconds = f64::from(BURNS.iter().map(|burn| burn.0).sum::<u32>()) * Lander::TICK;
    let mut section = Section::new([format!(
        "Lunar Lander: {} burns in up to {seconds:.0} s, from {:.0} m over level ground, with a main engine and two jets \
         that turn the lander; burnt fuel leaves the mass every {} s. Each scheme flies the same burns at {} Hz; the \
         touchdown is the moment at which a foot is on the ground. Within a step FlowKick and FlowKick4 say where the \
         lander is; for the others it is on the cubic through both ends. The figure is against a reference: quadratures \
         of order 10 from tick to tick, added in compensated sums.",
        BURNS.len(),
        START.position[1],
        Lander::TICK,
        list(STEPS.map(|steps| rate(steps).to_string())),
    )]);
    let of = |scheme: Scheme| {
        let found = outcomes.iter().find(|outcome| outcome.scheme == scheme);
        found.with_context(|| format!("{scheme} was not flown"))
    };
    let exact = of(Scheme::FlowKick)?;
    let euler = of(Scheme::SymplecticEuler)?;
    // at 5 Hz symplectic Euler comes down much later, and this one case would decide the whole spread
    let (ours, theirs) = (exact.spread_when_fast(), euler.spread_when_fast());
    section.draw(
        "times",
        chart(&outcomes, lander_truth::touchdown(&burns())?),
        finding(&outcomes),
    );
    section.tabulate(table(&outcomes, &exact.spread()));
    section.quote("lander.kinstep", metres(ours.place));
    section.quote("lander.euler", metres(theirs.place));
    section.headline(
        format!(
            "a lander's touchdown, {} to {} Hz",
            rate(STEPS[1]),
            rate(STEPS[3])
        ),
        format!(
            "FlowKick {} s and {} apart, symplectic Euler {} s and {}",
            number(ours.time),
            metres(ours.place),
            number(theirs.time),
            metres(theirs.place)
        ),
    );
    Ok(section)
}

fn rate(steps: u32) -> f64 {
    (f64::from(steps) / Lander::TICK).round()
}

impl Outcome {
    fn of(scheme: Scheme) -> Result<Self> {
        let burns = burns();
        let level = Ground::level(0.0);
        let touchdowns = STEPS.map(|steps| -> Result<Touchdown> {
            let lander = Lander::new(Craft::SMALL, MOON, START, scheme)?;
            fly(lander, &level, &burns, steps)?.context("the lander is still up")
        });
        let touchdowns = touchdowns.into_iter().collect::<Result<_, _>>()?;
        Ok(Self { scheme, touchdowns })
    }

    fn spread(&self) -> Spread {
        Spread::of(&self.touchdowns)
    }

    /// Without the slowest frame rate.
    fn spread_when_fast(&self) -> Spread {
        Spread::of(&self.touchdowns[1..])
    }
}

/// What the engines do, one burn after the other.
fn burns() -> [Burn; BURNS.len()] {
    BURNS.map(|(ticks, throttle, turn)| Burn {
        ticks,
        controls: Controls { throttle, turn },
    })
}

/// Against a touchdown at a time that is known better than any of them.
fn chart(outcomes: &[Outcome], exact: f64) -> Chart {
    Chart::new(
        "when a lander touches down",
        Axis::logarithmic("step [s]"),
        Axis::logarithmic("off in time [s]"),
    )
    .with(outcomes.iter().map(|outcome| {
        let points = (STEPS.iter().zip(&outcome.touchdowns))
            .map(|(steps, touchdown)| (1.0 / rate(*steps), (touchdown.time - exact).abs()))
            .filter(|(_, off)| *off > 0.0);
        Series::of(outcome.scheme, points)
    }))
}

fn finding(outcomes: &[Outcome]) -> String {
    let mut spreads: Vec<_> = (outcomes.iter())
        .map(|outcome| (outcome.spread().time, outcome.scheme))
        .collect();
    spreads.sort_by(|one, other| other.0.total_cmp(&one.0));
    let phrases =
        (spreads.iter()).map(|(spread, scheme)| format!("{} s under {scheme}", number(*spread)));
    format!(
        "From one frame rate to another the touchdown moves by {}.",
        list(phrases)
    )
}

fn table(outcomes: &[Outcome], ours: &Spread) -> Table {
    let shown = [Scheme::FlowKick, Scheme::SymplecticEuler];
    let rows = (outcomes.iter())
        .filter(|outcome| shown.contains(&outcome.scheme))
        .flat_map(|outcome| {
            (STEPS.iter().zip(&outcome.touchdowns)).map(|(steps, touchdown)| {
                let Touchdown {
                    time,
                    position,
                    velocity,
                    ..
                } = touchdown;
                let mut cells = vec![format!("{}, {} Hz", outcome.scheme, rate(*steps))];
                let numbers = [*time, position.x, -velocity.y, velocity.x];
                cells.extend(numbers.map(|number| format!("{number:.9}")));
                cells
            })
        });
    let header = [
        "stepped by",
        "touchdown [s]",
        "at x [m]",
        "down [m/s]",
        "sideways [m/s]",
    ];
    let title = "where and how it touches down";
    Table::new("touchdowns", title, header, rows.collect()).with_finding(format!(
        "FlowKick's touchdowns are {} s, {} and {} m/s apart at most.",
        number(ours.time),
        metres(ours.place),
        number(ours.velocity)
    ))
}
