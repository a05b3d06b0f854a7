//! Orbits: Kepler's, and disturbed ones.

mod disturbed;
mod disturbed_findings;
mod kepler;
mod near;

use anyhow::Result;
use indicatif::ProgressBar;

use crate::experiment::Experiment;
use crate::section::Section;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "orbit",
    title: "Orbits: a satellite, the bulge of the earth, and another attractor",
    ticks: 20,
    run,
};

/// Strength of the earth `μ = G M` \[m³/s²\].
const EARTH: f64 = 3.986_004_418e14;
/// The nearest that satellites come to its centre \[m\].
const PERIGEE: f64 = 7.0e6;

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "A satellite about a point that attracts it: its motion is known for any time, by Kepler's equation in the universal \
         variable, and FlowKick follows it. The right answer is that motion over all the time at once, which the tests of \
         kinstep compare with 50 digits.",
        "What else acts on the satellite kicks it between pieces of Kepler's orbit, which is the splitting of Wisdom and Holman. \
         Here that is the bulge of the earth at its equator (J₂ = 1.08263e-3), and then another attractor, from very weak \
         to as strong as the first.",
    ]);
    kepler::run(&mut section, progress)?;
    disturbed::run(&mut section, progress)?;
    near::run(&mut section, progress)?;
    Ok(section)
}

/// Speed at the perigee \[m/s\] and period \[s\] of the orbit of an eccentricity:
/// `v² = μ (1 + e)/q`, `P = 2π √(a³/μ)` with `a = q/(1 - e)`.
fn orbit(eccentricity: f64) -> (f64, f64) {
    let speed = (EARTH * (1.0 + eccentricity) / PERIGEE).sqrt();
    let axis = PERIGEE / (1.0 - eccentricity);
    (speed, std::f64::consts::TAU * (axis.powi(3) / EARTH).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinstep::orbit::Orbit;

    #[test]
    fn orbits_are_as_eccentric_and_as_long_as_asked() {
        for eccentricity in [0.1, 0.9] {
            let (speed, period) = orbit(eccentricity);
            let it = Orbit::new(EARTH, [PERIGEE, 0.0, 0.0], [0.0, speed, 0.0]).unwrap();
            // a few roundings each, and of the period that of 1 - e
            assert!((it.eccentricity() - eccentricity).abs() < 8.0 * f64::EPSILON);
            let off = it.period().unwrap() / period - 1.0;
            assert!(off.abs() < 16.0 * f64::EPSILON, "{off:e}");
        }
    }
}
