//! Throws that hit: planners at a target that is dragged about.

use kinstep::aim::{Aim as Order, AimError, Launch};
use kinstep::ballistics::{Ballistics, Crossing, Plane, Trajectory};
use kinstep::contact::Contact;
use kinstep::nalgebra::Vector2;

use crate::dial::{Dial, Scale};
use crate::kind::{Toy, ToyError};
use crate::rows::{Rows, metres};
use crate::throw::{GRAVITY, curve, degrees, points};

pub(crate) const DIALS: &[Dial] = &[
    Dial::new(
        ["speed", "Speed", "m/s"],
        [5.0, 50.0, 24.0],
        Scale::Even(0.5),
    ),
    Dial::new(
        ["wind", "Wind", "m/s"],
        [-20.0, 20.0, -4.0],
        Scale::Even(0.5),
    ),
    Dial::new(["drag", "Drag", "1/s"], [0.0, 1.0, 0.1], Scale::Even(0.01)),
    Dial::new(
        ["run", "Target runs", "m/s"],
        [-10.0, 10.0, 0.0],
        Scale::Even(0.5),
    ),
    Dial::new(
        ["x", "Target, along", "m"],
        [2.0, 60.0, 32.0],
        Scale::Dragged,
    ),
    Dial::new(["y", "Target, up", "m"], [0.5, 25.0, 3.0], Scale::Dragged),
    Dial::new(
        ["wall", "Wall, along", "m"],
        [1.0, 59.0, 18.0],
        Scale::Dragged,
    ),
    Dial::new(
        ["top", "Wall, height", "m"],
        [0.0, 20.0, 8.0],
        Scale::Dragged,
    ),
];

/// Where throws start \[m\].
const FROM: [f64; 2] = [0.0, 1.5];
/// A planner that holds the time fixed gets this one \[s\].
const TIME: f64 = 2.0;
/// How a ball bounces off the floor.
const RESTITUTION: f64 = 0.8;
const FRICTION: f64 = 0.3;

/// A target and what is in its way.
#[derive(Debug, Clone, Copy)]
struct Scene {
    air: Ballistics<f64, 2>,
    /// \[m\], \[m/s\]
    target: Vector2<f64>,
    runs: Vector2<f64>,
    /// Where the wall is, and its top \[m\]; a wall of no height is none.
    wall: Vector2<f64>,
}

/// What a planner found.
#[derive(Debug)]
struct Throw {
    name: &'static str,
    found: Result<Found, String>,
}

/// A launch, and what becomes of it.
#[derive(Debug)]
struct Found {
    launch: Launch<f64, 2>,
    path: Vec<Vector2<f64>>,
    /// How far it is from the target at the time of the hit \[m\].
    miss: f64,
    hits_wall: bool,
}

/// All planners at one target.
#[derive(Debug)]
pub(crate) struct Aim {
    throws: Vec<Throw>,
}

impl Aim {
    pub(crate) fn new(dials: &[f64]) -> Result<Self, ToyError> {
        let &[speed, wind, drag, run, x, y, wall, top] = dials else {
            return Err(ToyError::dials(DIALS, dials));
        };
        let scene = Scene {
            air: Ballistics::new(GRAVITY)
                .with_drag_rate(drag)
                .with_wind([wind, 0.0]),
            target: Vector2::new(x, y),
            runs: Vector2::new(run, 0.0),
            wall: Vector2::new(wall, top),
        };
        let order = scene.order();
        let arcs = order.at_speed(speed);
        let mut throws = vec![
            scene.throw("direct", arcs.map(|arcs| arcs.direct)),
            scene.throw("lofted", arcs.map(|arcs| arcs.lofted)),
            scene.throw("slowest", order.with_least_speed()),
            scene.throw("over the wall", scene.over_the_wall(&order)),
            scene.by_a_bounce(speed),
            scene.throw("in 2 s", order.in_time(TIME)),
            scene.throw("at 45°", order.at_slope(1.0)),
            scene.throw("down at 45°", order.arriving_at_slope(-1.0)),
            scene.throw("curviness 1/4", order.with_curviness(0.25)),
        ];
        if arcs.is_err() {
            let attempt = order.attempt(speed).map(|attempt| attempt.launch);
            throws.push(scene.throw("nearest", attempt));
        }
        Ok(Self { throws })
    }
}

impl Scene {
    fn order(&self) -> Order<f64, 2> {
        let order = self.air.aim(FROM, self.target);
        if self.runs.x == 0.0 {
            order
        } else {
            order.moving(self.runs)
        }
    }

    fn target_at(&self, time: f64) -> Vector2<f64> {
        self.target + self.runs * time
    }

    fn over_the_wall(&self, order: &Order<f64, 2>) -> Result<Launch<f64, 2>, AimError<f64>> {
        if self.wall.y == 0.0 {
            return Err(AimError::NothingInTheWay);
        }
        order.clearing(&[self.wall])
    }

    /// Whether a flight meets the wall within a time \[s\].
    fn hits_wall(&self, flight: &impl Trajectory<f64, 2>, time: f64) -> bool {
        let wall = Plane::new([1.0, 0.0], self.wall.x);
        let crossings = flight.crossings(&wall, Crossing::Any, 0.0..time);
        // a throw just over the wall touches its top, to rounding
        let below = |height: f64| height < self.wall.y - 1e-9;
        crossings.is_ok_and(|mut events| events.any(|event| below(event.position.y)))
    }

    fn throw(&self, name: &'static str, launch: Result<Launch<f64, 2>, AimError<f64>>) -> Throw {
        let found = launch.map_err(|error| error.to_string()).map(|launch| {
            let (flight, time) = (
                self.air.launch(FROM, launch.velocity),
                launch.time_of_flight,
            );
            Found {
                launch,
                path: points(&flight, time).collect(),
                miss: (flight.position(time) - self.target_at(time)).norm(),
                hits_wall: self.hits_wall(&flight, time),
            }
        });
        Throw { name, found }
    }

    /// The earliest throw of a speed \[m/s\] that hits after one bounce off the floor.
    fn by_a_bounce(&self, speed: f64) -> Throw {
        Throw {
            name: "one bounce",
            found: self.bounced(speed).map_err(|error| error.to_string()),
        }
    }

    fn bounced(&self, speed: f64) -> Result<Found, Box<dyn std::error::Error>> {
        if self.runs.x != 0.0 {
            return Err("only at targets that stay".into());
        }
        let floor = Plane::new([0.0, 1.0], 0.0);
        let ball = Contact::new(RESTITUTION).with_friction(FRICTION);
        let hits = self
            .air
            .bank(FROM, self.target, &floor, ball)
            .at_speed(speed)?;
        let launch = *hits.first().ok_or("no throw hits")?;
        let flight = self.air.launch(FROM, launch.velocity);
        let mut found = Found {
            launch,
            path: Vec::new(),
            miss: f64::NAN,
            hits_wall: false,
        };
        for leg in flight.bouncing(&floor, ball, launch.time_of_flight)? {
            let leg = leg?;
            found.path.extend(points(&leg.flight, leg.duration));
            found.miss = (leg.end_position() - self.target).norm();
            found.hits_wall |= self.hits_wall(&leg.flight, leg.duration);
        }
        Ok(found)
    }
}

impl Toy for Aim {
    /// A curve for each planner that found a throw, by its row in the table.
    fn draw(&self, numbers: &mut Vec<f64>) {
        for (row, throw) in self.throws.iter().enumerate() {
            if let Ok(found) = &throw.found {
                curve(
                    numbers,
                    row,
                    found.launch.time_of_flight,
                    found.path.iter().copied(),
                );
            }
        }
    }

    fn rows(&self) -> Rows {
        let mut rows = Rows::new(["throw", "speed", "angle", "hits after", "misses by", ""]);
        for Throw { name, found } in &self.throws {
            let name = (*name).to_owned();
            match found {
                Ok(found) => rows.push([
                    name,
                    format!("{:.2} m/s", found.launch.velocity.norm()),
                    format!("{:.1}°", degrees(&found.launch.velocity)),
                    format!("{:.2} s", found.launch.time_of_flight),
                    metres(found.miss),
                    if found.hits_wall {
                        "meets the wall"
                    } else {
                        ""
                    }
                    .to_owned(),
                ]),
                Err(why) => {
                    let [speed, angle, time, miss] = [const { String::new() }; 4];
                    rows.push([name, speed, angle, time, miss, why.clone()]);
                }
            }
        }
        rows.remark("Angles are over the horizon; a throw by a bounce keeps 0.8 of its speed along the normal, with friction 0.3.".to_owned());
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aim(dials: [f64; 8]) -> Aim {
        Aim::new(&dials).unwrap()
    }

    fn found<'a>(aim: &'a Aim, name: &str) -> &'a Result<Found, String> {
        &aim.throws
            .iter()
            .find(|throw| throw.name == name)
            .unwrap()
            .found
    }

    /// Without air at a target of the same height: `sin 2θ = g d / v²`, and the least speed `√(g d)`.
    #[test]
    fn angles_and_least_speed_are_those_of_the_textbook() {
        let aim = aim([24.0, 0.0, 0.0, 0.0, 30.0, 1.5, 10.0, 0.0]);
        let twice = (9.81_f64 * 30.0 / (24.0 * 24.0)).asin().to_degrees();
        let angle = |name| degrees(&found(&aim, name).as_ref().unwrap().launch.velocity);
        assert!((angle("direct") - 0.5 * twice).abs() < 1e-12);
        assert!((angle("lofted") - (90.0 - 0.5 * twice)).abs() < 1e-12);
        let least = found(&aim, "slowest")
            .as_ref()
            .unwrap()
            .launch
            .velocity
            .norm();
        assert!((least - (9.81_f64 * 30.0).sqrt()).abs() < 1e-13);
    }

    #[test]
    fn all_throws_hit_in_wind_and_at_runners() {
        for run in [0.0, 4.0, -3.0] {
            let aim = aim([30.0, -4.0, 0.1, run, 32.0, 3.0, 18.0, 8.0]);
            let hits = aim
                .throws
                .iter()
                .filter_map(|throw| throw.found.as_ref().ok());
            // measured: 4e-14 m
            assert!(hits.clone().all(|hit| hit.miss < 1e-11), "{aim:?}");
            assert!(hits.count() >= 6);
        }
    }

    #[test]
    fn out_of_range_tells_the_least_speed_and_the_nearest_throw() {
        let aim = aim([14.0, 0.0, 0.0, 0.0, 30.0, 1.5, 10.0, 0.0]);
        let why = found(&aim, "direct").as_ref().unwrap_err();
        assert!(why.contains("17.1"), "{why}");
        let nearest = found(&aim, "nearest").as_ref().unwrap();
        assert!(nearest.miss > 1.0 && (nearest.launch.velocity.norm() - 14.0).abs() < 1e-12);
    }

    #[test]
    fn a_throw_over_the_wall_does_not_meet_it_and_a_flat_one_does() {
        let aim = aim([30.0, -4.0, 0.1, 0.0, 32.0, 3.0, 18.0, 8.0]);
        assert!(found(&aim, "direct").as_ref().unwrap().hits_wall);
        assert!(!found(&aim, "over the wall").as_ref().unwrap().hits_wall);
        assert!(!found(&aim, "lofted").as_ref().unwrap().hits_wall);
    }
}
