//! What is held fixed, one planner for each panel.

use kinstep::aim::{Aim, AimError, Launch};
use kinstep::ballistics::Plane;

use crate::scene::Target;

/// A way to hit, and what it is shown with.
#[derive(Debug)]
pub(crate) struct Planner {
    /// What is held fixed.
    pub(crate) caption: &'static str,
    /// The launches for a target.
    pub(crate) plan: fn(&Aim<f64, 2>, &Target) -> Found,
    /// Lines in the picture that arcs have to do with, from point to point \[m\].
    pub(crate) lines: &'static [&'static [(f64, f64)]],
    /// Whether targets move.
    pub(crate) moves: bool,
}

/// Launches with the names of their arcs, or why there is none.
pub(crate) type Found = Result<Vec<(&'static str, Launch<f64, 2>)>, AimError<f64>>;

/// A hoop on either side: how far away and how high it hangs \[m\].
pub(crate) const HOOP: [f64; 2] = [35.0, 45.0];
/// A wall on either side: where it begins, ends, and how high it is \[m\].
pub(crate) const WALL: [f64; 3] = [30.0, 42.0, 50.0];
/// A ceiling: height over the shooter \[m\], and slope.
pub(crate) const CEILING: [f64; 2] = [70.0, 0.2];
/// The height of a line that all arcs touch \[m\].
pub(crate) const APEX: f64 = 60.0;

/// All planners, in the order of the panels.
pub(crate) const ALL: [Planner; 16] = [
    Planner::new("in exactly 7 s", |aim, _| one(aim.in_time(7.0))),
    Planner::new("as fast as 25 m/s straight", |aim, _| {
        one(aim.at_straight_line_speed(25.0))
    }),
    Planner::new("at 50 m/s, direct and lofted", |aim, _| {
        let arcs = aim.at_speed(50.0)?;
        Ok(vec![("direct", arcs.direct), ("lofted", arcs.lofted)])
    }),
    Planner::new("at the least speed", |aim, _| one(aim.with_least_speed())),
    Planner::new("through a hoop", |aim, target| {
        one(aim.through([target.side() * HOOP[0], HOOP[1]]))
    })
    .beside(&[
        &[(HOOP[0], HOOP[1] + 4.0), (HOOP[0], HOOP[1] + 12.0)],
        &[(HOOP[0], HOOP[1] - 4.0), (HOOP[0], HOOP[1] - 12.0)],
        &[(-HOOP[0], HOOP[1] + 4.0), (-HOOP[0], HOOP[1] + 12.0)],
        &[(-HOOP[0], HOOP[1] - 4.0), (-HOOP[0], HOOP[1] - 12.0)],
    ]),
    Planner::new("just over a wall", |aim, target| {
        let [near, far, height] = WALL;
        one(aim.clearing(&[near, far].map(|x| [target.side() * x, height])))
    })
    .beside(&[
        &[
            (WALL[0], -200.0),
            (WALL[0], WALL[2]),
            (WALL[1], WALL[2]),
            (WALL[1], -200.0),
        ],
        &[
            (-WALL[0], -200.0),
            (-WALL[0], WALL[2]),
            (-WALL[1], WALL[2]),
            (-WALL[1], -200.0),
        ],
    ]),
    Planner::new("touching a line at the top", |aim, _| {
        let [height, slope] = CEILING;
        one(aim.touching(&Plane::through([0.0, height], [-slope, 1.0])))
    })
    .beside(&[&[
        (-150.0, CEILING[0] - 150.0 * CEILING[1]),
        (150.0, CEILING[0] + 150.0 * CEILING[1]),
    ]]),
    Planner::new("apex at 60 m", |aim, _| one(aim.with_apex(APEX)))
        .beside(&[&[(-150.0, APEX), (150.0, APEX)]]),
    Planner::new("arc 30 m over the straight line", |aim, _| {
        one(aim.with_arc_height(30.0))
    }),
    Planner::new("curviness 1/4", |aim, _| one(aim.with_curviness(0.25))),
    Planner::new("slope 3/4 at launch", |aim, _| one(aim.at_slope(0.75))),
    Planner::new("slope -3/4 at arrival", |aim, _| {
        one(aim.arriving_at_slope(-0.75))
    }),
    Planner::new("climbing at 33 m/s first", |aim, _| {
        one(aim.with_climb_speed(33.0))
    }),
    Planner::new("lob: climb 0.4/s × distance", |aim, _| one(aim.lob(0.4))),
    Planner::new("targets that move, at 50 m/s", |aim, _| {
        Ok(vec![("direct", aim.at_speed(50.0)?.direct)])
    })
    .led(),
    Planner::new("as close as 33 m/s can get", |aim, _| {
        one(aim.attempt(33.0).map(|attempt| attempt.launch))
    }),
];

/// The planners that are shown unless all are asked for, by the beginnings of their captions.
const SHOWN: [&str; 6] = [
    "in exactly",
    "at 50 m/s, direct",
    "just over a wall",
    "touching a line",
    "targets that move",
    "through a hoop",
];

impl Planner {
    /// Whether it is one of the few that are shown at a glance.
    pub(crate) fn is_shown(&self) -> bool {
        SHOWN.iter().any(|start| self.caption.starts_with(start))
    }

    const fn new(caption: &'static str, plan: fn(&Aim<f64, 2>, &Target) -> Found) -> Self {
        Self {
            caption,
            plan,
            lines: &[],
            moves: false,
        }
    }

    /// The same with lines in its picture.
    const fn beside(mut self, lines: &'static [&'static [(f64, f64)]]) -> Self {
        self.lines = lines;
        self
    }

    /// The same for targets that move.
    const fn led(mut self) -> Self {
        self.moves = true;
        self
    }
}

/// The only launch there is.
fn one(launch: Result<Launch<f64, 2>, AimError<f64>>) -> Found {
    Ok(vec![("", launch?)])
}
