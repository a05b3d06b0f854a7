//! Throws over a wall at a target that the visitor can drag.

use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Crossing, Plane, Trajectory};
use kinstep_flight::Ballistics;
use kinstep_flight::aim::{Aim as Order, AimError, Launch};

use crate::numbers::{short, spelled};
use crate::{Outcome, Toy};

/// Acceleration of gravity \[m/s²\].
const GRAVITY: [f64; 2] = [0.0, -9.81];
/// Start of all throws \[m\].
const FROM: [f64; 2] = [0.0, 1.5];
/// Time of flight of the throw "in 2 s" \[s\].
const TIME: f64 = 2.0;
/// Number of parts of a drawn path.
const PARTS: u32 = 64;

/// A target, air, and a wall in the way.
struct Scene {
    air: Ballistics<2>,
    /// Position \[m\] and velocity \[m/s\] of the target.
    target: Vector2<f64>,
    runs: Vector2<f64>,
    /// Top of the wall \[m\]; at height zero there is no wall.
    wall: Vector2<f64>,
}

/// A throw and its result.
struct Throw {
    launch: Launch<2>,
    path: Vec<Vector2<f64>>,
    /// Distance from the target at the planned time of the hit \[m\].
    miss: f64,
    hits_wall: bool,
}

/// Throws at one target by name, or the reason why one does not exist. The first is the direct one,
/// the second is planned by a formula that ignores air.
pub(crate) struct Aim {
    throws: Vec<(&'static str, Result<Throw, AimError>)>,
}

impl Aim {
    pub(crate) fn new([speed, wind, drag, run, x, y, wall, top]: [f64; 8]) -> Outcome<Self> {
        let vacuum = Ballistics::new(GRAVITY);
        let scene = Scene {
            air: vacuum.with_drag_rate(drag).with_wind([wind, 0.0]),
            target: Vector2::new(x, y),
            runs: Vector2::new(run, 0.0),
            wall: Vector2::new(wall, top),
        };
        let order = scene.order(&scene.air);
        let arcs = order.at_speed(speed);
        let over = match top {
            0.0 => Err(AimError::NothingInTheWay),
            _ => order.clearing(&[scene.wall]),
        };
        let textbook = scene.order(&vacuum).at_speed(speed);
        let mut launches = vec![
            ("direct", arcs.map(|arcs| arcs.direct)),
            ("formula without air", textbook.map(|arcs| arcs.direct)),
            ("lofted", arcs.map(|arcs| arcs.lofted)),
            ("over the wall", over),
            ("slowest", order.with_least_speed()),
            ("in 2 s", order.in_time(TIME)),
        ];
        let nearest = order.attempt(speed).map(|attempt| attempt.launch);
        launches.extend(arcs.is_err().then_some(("nearest", nearest)));
        let launches = launches.into_iter();
        let throws =
            launches.map(|(name, launch)| (name, launch.map(|launch| scene.throw(launch))));
        let throws = throws.collect();
        Ok(Self { throws })
    }
}

impl Scene {
    fn order(&self, air: &Ballistics<2>) -> Order<2> {
        let order = air.aim(FROM, self.target);
        let runs = self.runs.x != 0.0;
        if runs { order.moving(self.runs) } else { order }
    }

    fn throw(&self, launch: Launch<2>) -> Throw {
        let time = launch.time_of_flight;
        let flight = self.air.launch(FROM, launch.velocity);
        let part = |part| flight.position(time * f64::from(part) / f64::from(PARTS));
        let target = self.target + self.runs * time;
        let wall = Plane::new([1.0, 0.0], self.wall.x);
        // a throw just over the wall touches its top to within rounding
        let hits = flight
            .crossings(&wall, Crossing::Any, 0.0..time)
            .is_ok_and(|mut events| events.any(|event| event.position.y < self.wall.y - 1e-9));
        Throw {
            launch,
            path: (0..=PARTS).map(part).collect(),
            miss: (flight.position(time) - target).norm(),
            hits_wall: hits,
        }
    }
}

impl Toy for Aim {
    /// Appends for each throw: its row in the table, time of flight \[s\], number of points, and
    /// the points \[m\].
    fn draw(&self, numbers: &mut Vec<f64>) {
        for (row, (_, throw)) in self.throws.iter().enumerate() {
            if let Ok(Throw { launch, path, .. }) = throw {
                numbers.extend([row as f64, launch.time_of_flight, path.len() as f64]);
                numbers.extend(path.iter().flat_map(|point| [point.x, point.y]));
            }
        }
    }

    fn print(&self) -> String {
        let tell = |i: usize, name: &str| match &self.throws[i].1 {
            Ok(throw) => format!("{name} misses by\t{} m", spelled(throw.miss)),
            Err(_) => format!("{name}\tdoes not reach"),
        };
        let (textbook, kinstep) = (tell(1, "formula without air"), tell(0, "kinstep"));
        let mut text = format!(
            "counter\t{textbook}\tengine\ncounter\t{kinstep}\tkinstep\n\
            head\tthrow\tspeed\tangle\thits after\tmisses by"
        );
        for (name, throw) in &self.throws {
            text += &match throw {
                Err(why) => format!("\nrow\t{name}\t{why}"),
                Ok(throw) => {
                    let hits = ["", ", into the wall"][usize::from(throw.hits_wall)];
                    let (velocity, time) = (throw.launch.velocity, throw.launch.time_of_flight);
                    let angle = libm::atan2(velocity.y, velocity.x).to_degrees();
                    let (speed, miss) = (velocity.norm(), short(throw.miss));
                    let speed = format!("{speed:.1} m/s\t{angle:.0}°");
                    format!("\nrow\t{name}{hits}\t{speed}\t{time:.2} s\t{miss} m")
                }
            };
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod program {
        include!("../examples/aim.rs");

        #[test]
        fn the_program_hits() {
            main().unwrap();
            // measured: 4e-15 m
            assert!(miss(24.0).unwrap() < 1e-12);
        }
    }

    fn throw<'a>(aim: &'a Aim, name: &str) -> &'a Throw {
        let found = aim.throws.iter().find(|(other, _)| *other == name);
        found.unwrap().1.as_ref().unwrap()
    }

    #[test]
    fn all_throws_hit_in_wind_over_the_wall_and_at_runners() {
        for run in [0.0, 4.0, -3.0] {
            let aim = Aim::new([30.0, -4.0, 0.1, run, 32.0, 3.0, 18.0, 8.0]).unwrap();
            for name in ["direct", "lofted", "over the wall", "slowest", "in 2 s"] {
                // measured: 4e-14 m
                assert!(throw(&aim, name).miss < 1e-11, "{name}");
            }
            assert!(throw(&aim, "formula without air").miss > 0.5);
            assert!(throw(&aim, "direct").hits_wall && !throw(&aim, "over the wall").hits_wall);
        }

        let aim = Aim::new([14.0, 0.0, 0.0, 0.0, 30.0, 1.5, 10.0, 0.0]).unwrap();
        // the least speed is √(g d)
        assert!(aim.print().contains("17.1") && throw(&aim, "nearest").miss > 1.0);
    }
}
