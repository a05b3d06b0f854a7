//! An article on "the kinematic integrator", from which kinstep took its idea, put to the test.
//!
//! The article lets each force say what it does over a step, (dv, dx), exactly where that is known, and adds
//! these up. That is [`Scheme::Kinematic`](kinstep::Scheme::Kinematic), and with `dx = ½ dv Δt` it is
//! [`Scheme::AverageAcceleration`](kinstep::Scheme::AverageAcceleration).

mod by_hand;
mod claim;
mod cost;
mod divergence;
mod euler;
mod fourth_order;
mod lander;
mod long_run;
mod one_spring;
mod ratio;
mod search;
mod stability;
mod two_springs;
mod two_springs_findings;
mod velocity;

use anyhow::Result;
use indicatif::ProgressBar;

use crate::experiment::Experiment;
use crate::section::Section;
use claim::Claim;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "article",
    title: "The article behind the idea, claim by claim",
    ticks: 22,
    run,
};

/// The time over which the article looks at energy \[s\], and its name.
const THREE_HOURS: f64 = 3.0 * 3600.0;
const HOURS: &str = "3 h";

/// Measures for some claims: draws what is to be seen, and returns what became of them.
type Test = fn(&mut Section, &ProgressBar) -> Result<Vec<Claim>>;

const TESTS: [Test; 9] = [
    euler::run,
    lander::run,
    one_spring::run,
    divergence::run,
    search::run,
    velocity::run,
    cost::run,
    ratio::run,
    fourth_order::run,
];

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "An article on game physics proposes that a force tell what it does over a whole step, exactly where that \
         is known, and that these increments be added: the scheme Kinematic. Where several forces act it \
         recommends half the change of velocity times the step for the displacement: AverageAcceleration. Here \
         each of its claims is measured.",
    ]);
    let mut claims = Vec::new();
    for test in TESTS {
        claims.extend(test(&mut section, progress)?);
    }
    section.headline(
        format!("{} claims of the article", claims.len()),
        claim::tally(&claims),
    );
    section.tabulate(claim::table(&claims));
    Ok(section)
}
