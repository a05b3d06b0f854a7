//! The command line.

use std::path::PathBuf;

use bridge::survey::{Extent, FULL, QUICK};
use clap::Parser;

/// Moves a triple pendulum, a rope and a bridge under kinstep, XPBD, implicit Euler and sub-stepped leapfrog, and tells errors,
/// energies and times.
///
/// Rods are from soft to far stiffer than steel: Ωh, the largest frequency times a frame of 1/60 s, goes from 1 to
/// 10,000. The rivals are written in this program as they are published; none of them is a run of an engine.
#[derive(Debug, Parser)]
#[command(name = "bridge")]
pub(crate) struct Arguments {
    /// Less stiff rods and shorter runs: says within seconds whether everything runs
    #[arg(long)]
    quick: bool,

    /// Write all figures into this directory
    #[arg(long, value_name = "FOLDER")]
    pub(crate) csv: Option<PathBuf>,

    /// Draw the bridge, the rope and the energies into this file
    #[arg(long, value_name = "FILE", default_value = "target/bridge/picture.svg")]
    pub(crate) picture: PathBuf,
}

impl Arguments {
    /// What is measured.
    pub(crate) fn extent(&self) -> Extent {
        if self.quick { QUICK } else { FULL }
    }
}
