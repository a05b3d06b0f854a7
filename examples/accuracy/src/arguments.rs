//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::experiment::{self, Experiment};
use crate::picture;

/// Runs experiments on kinstep and its rivals, and writes one page about what they found.
///
/// Every number on the page is measured in this run. Times are those of this machine; only their
/// ratios mean something.
#[derive(Debug, Parser)]
#[command(name = "accuracy", after_help = names())]
pub(crate) struct Arguments {
    /// Run this experiment only; can be repeated
    #[arg(long = "experiment", value_name = "NAME", value_parser = named)]
    experiments: Vec<&'static str>,

    /// Write the page to this file
    #[arg(
        long = "out",
        visible_alias = "output",
        value_name = "FILE",
        default_value = "target/accuracy/index.html"
    )]
    pub(crate) output: PathBuf,

    /// Write the data of every figure and table into this directory, and all findings
    #[arg(long, value_name = "DIR")]
    pub(crate) csv: Option<PathBuf>,

    /// Write every figure into this directory, as a picture of its own
    #[arg(long, value_name = "DIR")]
    pub(crate) svg: Option<PathBuf>,

    /// Write the picture that tells most at a glance to this file, with the experiments that it shows
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,

    /// Write the figures of this run into this file, where it quotes them
    #[arg(long, value_name = "FILE", conflicts_with = "experiments")]
    pub(crate) readme: Option<PathBuf>,

    /// Draw where one throw lands at three frame rates into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) landings: Option<PathBuf>,
}

impl Arguments {
    /// The experiments to run, in the order of the page.
    pub(crate) fn chosen(&self) -> Vec<&'static Experiment> {
        let is_chosen = |name| {
            self.experiments.is_empty()
                || self.experiments.contains(&name)
                || (self.picture.is_some() && picture::needs(name))
        };
        (experiment::ALL.iter().copied())
            .filter(|experiment| is_chosen(experiment.name))
            .collect()
    }
}

/// The experiment of this name.
fn named(text: &str) -> Result<&'static str, String> {
    (experiment::ALL.iter())
        .map(|experiment| experiment.name)
        .find(|name| *name == text)
        .ok_or_else(|| format!("there is no experiment {text}; {}", names()))
}

/// A sentence with the names of all experiments.
fn names() -> String {
    let names: Vec<&str> = (experiment::ALL.iter())
        .map(|experiment| experiment.name)
        .collect();
    format!("the experiments are {}", names.join(", "))
}
