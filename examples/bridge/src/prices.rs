//! What a frame costs under each method, as ratios.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Result;
use support::measuring::timing::{self, timed};

use crate::method::METHODS;
use crate::structure::{Structure, Vector};
use crate::structures::FRAME;

/// Frames of a measurement.
const FRAMES: u32 = 20;

/// Time of a frame under each method, as multiples of that under XPBD in the same measurement. All of them move on from the
/// start again and again.
///
/// # Errors
/// A method refuses the structure.
pub fn ratios(structure: &Structure) -> Result<Vec<f64>> {
    for method in &METHODS {
        (method.start)(structure)?;
    }
    let runs = METHODS.iter().map(|method| -> timing::Run<'_> {
        Box::new(|| {
            let Ok(mut motion) = (method.start)(structure) else {
                return Duration::MAX;
            };
            let mut loads = vec![Vector::zeros(); structure.nodes()];
            timed(|| {
                for frame in 0..FRAMES {
                    structure.write_loads((f64::from(frame) + 0.5) * FRAME, &mut loads);
                    // what cannot be stepped has been found out before
                    let _ = black_box(motion.step(FRAME, &loads));
                }
            })
        })
    });
    let times = timing::medians(runs.collect());
    let xpbd = (METHODS.iter().zip(&times)).find(|(method, _)| method.name == "XPBD");
    let xpbd = xpbd.map_or(f64::NAN, |(_, time)| time.as_secs_f64());
    Ok(times.iter().map(|time| time.as_secs_f64() / xpbd).collect())
}
