//! What becomes of a structure under a method: how far it is from the truth, and what its energy does.

use anyhow::Result;
use support::drawing::frame::Point;

use crate::leapfrog::Leapfrog;
use crate::method::{Method, Motion};
use crate::structure::{State, Structure, Vector};
use crate::structures::{FRAME, RATE};

/// What has this many times the energy of comparison too much has blown up.
pub const TOO_MUCH: f64 = 1e3;

/// Energy over time.
#[derive(Debug, Clone, Default)]
pub struct Watched {
    /// Time \[s\] and change of the energy, as a share of the weight times one metre, after each frame. The work of the cart is
    /// taken away.
    pub energy: Vec<Point>,
    /// When it blew up, if it did \[s\].
    pub blew_up: Option<f64>,
}

impl Watched {
    /// The change of the energy that is largest in size, with its sign; infinite if it blew up.
    pub fn worst(&self) -> f64 {
        match self.blew_up {
            Some(_) => f64::INFINITY,
            None => (self.energy.iter()).fold(0.0, |worst: f64, &(_, change)| {
                if change.abs() > worst.abs() {
                    change
                } else {
                    worst
                }
            }),
        }
    }

    /// The change at the end; infinite if it blew up.
    pub fn last(&self) -> f64 {
        match (self.blew_up, self.energy.last()) {
            (None, Some((_, change))) => *change,
            _ => f64::INFINITY,
        }
    }
}

/// Frames in so many seconds.
pub fn frames(seconds: f64) -> u32 {
    (seconds * RATE).round() as u32
}

/// Moves a structure over so many frames and shows the time \[s\] after each, and the load in it, until that is enough.
///
/// The cart is in each frame where it is in its middle.
fn walk(
    structure: &Structure,
    motion: &mut dyn Motion,
    frames: u32,
    mut goes_on: impl FnMut(f64, &dyn Motion, &[Vector]) -> bool,
) -> Result<()> {
    let mut loads = vec![Vector::zeros(); structure.nodes()];
    for frame in 0..frames {
        structure.write_loads((f64::from(frame) + 0.5) * FRAME, &mut loads);
        motion.step(FRAME, &loads)?;
        if !goes_on(f64::from(frame + 1) * FRAME, motion, &loads) {
            break;
        }
    }
    Ok(())
}

/// Where the nodes are after so many frames; none if the method came to no result.
pub fn end(structure: &Structure, motion: &mut dyn Motion, frames: u32) -> Option<State> {
    walk(structure, motion, frames, |_, _, _| true).ok()?;
    Some(motion.state())
}

/// Where the nodes are at the start and after each frame, of so many; fewer if the method comes to no result.
///
/// # Errors
/// The method refuses the structure.
pub fn states(method: &Method, structure: &Structure, frames: u32) -> Result<Vec<State>> {
    let mut motion = (method.start)(structure)?;
    let mut states = vec![structure.start.clone()];
    let walked = walk(structure, motion.as_mut(), frames, |_, motion, _| {
        states.push(motion.state());
        true
    });
    // a run that fails ends there
    drop(walked);
    Ok(states)
}

/// Where the nodes are in truth after so many frames.
///
/// # Errors
/// Never, as long as the truth is a leapfrog.
pub fn truth(structure: &Structure, frames: u32) -> Result<State> {
    let mut motion = Leapfrog::truth(structure, FRAME);
    walk(structure, &mut motion, frames, |_, _, _| true)?;
    Ok(motion.state())
}

/// Distance from the truth of the node that is farthest off after so many frames \[m\]; infinite if the method came to no
/// result.
///
/// # Errors
/// The method refuses the structure.
pub fn error(method: &Method, structure: &Structure, frames: u32, truth: &State) -> Result<f64> {
    let mut motion = (method.start)(structure)?;
    let end = end(structure, motion.as_mut(), frames);
    Ok(end.map_or(f64::INFINITY, |end| end.distance_to(truth)))
}

/// Watches the energy over so many frames.
///
/// # Errors
/// The method refuses the structure.
pub fn watch(method: &Method, structure: &Structure, frames: u32) -> Result<Watched> {
    let mut motion = (method.start)(structure)?;
    let start = structure.energy(&structure.start);
    let scale = structure.scale();
    let mut watched = Watched {
        energy: vec![(0.0, 0.0)],
        blew_up: None,
    };
    let (mut work, mut before) = (0.0, structure.start.clone());
    let walked = walk(structure, motion.as_mut(), frames, |time, motion, loads| {
        let state = motion.state();
        let ways = state.positions.iter().zip(&before.positions);
        work += (ways.zip(loads))
            .map(|((to, from), load)| load.dot(&(to - from)))
            .sum::<f64>();
        let change = (structure.energy(&state) - start - work) / scale;
        before = state;
        if change.abs() < TOO_MUCH {
            watched.energy.push((time, change));
            return true;
        }
        watched.blew_up = Some(time);
        false
    });
    if walked.is_err() {
        watched.blew_up = watched.energy.last().map(|(time, _)| time + FRAME);
    }
    Ok(watched)
}
