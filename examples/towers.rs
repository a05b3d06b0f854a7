//! Towers shoot at runners on a field, by the rule by which Rapier steps the shots. One path is
//! shown as dots.
//!
//! ```sh
//! cargo run --release --example towers
//! ```

use std::error::Error;

use kinstep::trajectory::Trajectory;
use kinstep::{Body3, BodyId, World3};
use kinstep_flight::{EngineFlight, EngineStep};

const STEP: f64 = 1.0 / 60.0; // s
const RELOAD: u64 = 30; // steps
const SPEED: f64 = 25.0; // m/s
const GRAVITY: [f64; 3] = [0.0, -9.81, 0.0]; // m/s²
const TOWERS: [[f64; 3]; 3] = [[10.0, 6.0, -5.0], [25.0, 8.0, 15.0], [40.0, 5.0, -5.0]]; // m

/// A shot in flight.
struct Shot {
    flight: EngineFlight<3>,
    target: BodyId,
    /// Number of steps from launch to hit.
    steps: u64,
    /// Step of the world at which the shot hits.
    due: u64,
}

/// Runners on three lanes, with speeds of 3 to 5 m/s.
fn runners(count: u32) -> Result<World3, Box<dyn Error>> {
    let mut world = World3::new();
    for i in 0..count {
        let lane = f64::from(i % 3);
        let start = [-f64::from(i), 0.5, 4.0 * lane]; // m
        world.add_body(Body3::point(60.0).at(start).moving([3.0 + lane, 0.0, 0.0]))?;
    }
    Ok(world)
}

/// The shot with the earliest hit at a runner that is free. A free runner has the tag 0: no shot is
/// due to hit it.
fn aim(tower: [f64; 3], world: &World3) -> Option<Shot> {
    let rapier = EngineStep::rapier(STEP).damping(0.3).gravity(GRAVITY);
    let free = world.bodies().filter(|(id, _)| world.tag(*id) == Some(0));
    let shots = free.filter_map(|(target, runner)| {
        let aim = rapier.aim(tower, runner.position).moving(runner.velocity);
        let hit = aim.earliest_at_speed(SPEED).ok()?; // out of range: no shot
        // Rapier has positions only after whole steps, so the shot must hit after a whole number of
        // them
        let curve = rapier.launch(tower, hit.velocity);
        let steps = curve.first_step_after(hit.time_of_flight);
        let flight = rapier.launch(tower, aim.in_steps(steps).ok()?.velocity);
        let due = world.steps() + steps;
        Some(Shot {
            flight,
            target,
            steps,
            due,
        })
    });
    shots.min_by_key(|shot| shot.steps)
}

/// Plays until no runner is left, or for this many steps. Returns the shots, each with its distance
/// from the runner at the hit \[m\].
fn defend(world: &mut World3, steps: u64) -> Result<Vec<(Shot, f64)>, Box<dyn Error>> {
    let (mut flying, mut done) = (Vec::new(), Vec::new());
    while !world.is_empty() && world.steps() < steps {
        let now = world.steps();
        for tower in TOWERS.iter().filter(|_| now.is_multiple_of(RELOAD)) {
            if let Some(shot) = aim(*tower, world) {
                world.set_tag(shot.target, 1)?;
                flying.push(shot);
            }
        }
        for shot in flying.extract_if(.., |shot: &mut Shot| shot.due == now) {
            let runner = world.remove_body(shot.target)?;
            let miss = (shot.flight.after_steps(shot.steps).position - runner.position).norm();
            done.push((shot, miss));
        }
        world.step(STEP)?;
    }
    Ok(done)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = runners(60)?;
    let shots = defend(&mut world, 3600)?;
    let worst = shots.iter().map(|(_, miss)| *miss).fold(0.0, f64::max);
    let (count, left) = (shots.len(), world.len());
    println!("{count} shots, {left} runners left, hit within {worst:.0e} m");
    println!("dots of the first shot, at every third step [m]:");
    let (first, _) = shots.first().ok_or("no shot")?;
    let count = 1 + first.steps as usize / 3;
    let dots = first.flight.sample(0.0, 3.0 * STEP, count);
    for dot in dots {
        println!("{:6.2} {:6.2} {:6.2}", dot.x, dot.y, dot.z);
    }
    Ok(())
}

/// Tests every shot in a loop with Rapier's steps.
#[cfg(test)]
mod tests {
    use kinstep::nalgebra::Vector3;
    use kinstep::trajectory::Trajectory;

    use super::{SPEED, STEP, defend, runners};

    /// Positions after each step of a body without contacts, by Rapier's rule with four
    /// substeps \[m\].
    fn stepped(
        mut position: Vector3<f64>,
        mut velocity: Vector3<f64>,
        steps: u64,
    ) -> Vec<Vector3<f64>> {
        let mut path = vec![position];
        for _ in 0..steps {
            for _ in 0..4 {
                velocity.y -= 9.81 * STEP / 4.0;
                position += velocity * (STEP / 4.0);
            }
            velocity /= 1.0 + 0.3 * STEP;
            path.push(position);
        }
        path
    }

    #[test]
    fn every_shot_hits_in_the_engine() {
        let mut world = runners(60).unwrap();
        let course: Vec<_> = world.bodies().map(|(id, body)| (id, *body)).collect();
        let shots = defend(&mut world, 3600).unwrap();
        assert_eq!((shots.len(), world.len()), (60, 0));
        for (shot, miss) in shots {
            assert!(miss < 1e-12, "{miss:e}");
            let velocity = shot.flight.velocity(0.0);
            let path = stepped(shot.flight.position(0.0), velocity, shot.steps);
            let (_, runner) = course.iter().find(|(id, _)| *id == shot.target).unwrap();
            let target = runner.position + runner.velocity * (shot.due as f64 * STEP);
            // measured: 4e-13, after 60 m
            assert!((path[shot.steps as usize] - target).norm() < 1e-11);
            // the delay to the next whole step changes the speed only a little
            assert!(
                (velocity.norm() / SPEED - 1.0).abs() < 0.03,
                "{}",
                velocity.norm()
            );

            let dots = shot.flight.sample(0.0, 3.0 * STEP, path.len().div_ceil(3));
            for (dot, place) in dots.zip(path.iter().step_by(3)) {
                assert!((dot - place).norm() < 1e-11, "{dot} {place}");
            }
        }
    }
}
