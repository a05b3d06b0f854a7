//! The picture of a scene: one SVG with the motion on the left and the distances on the right.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use kinstep::Real;
use kuva::prelude::Figure;

use crate::curves::Curves;
use crate::error::Failure;
use crate::model::Scene;
use crate::numbers::six_digits;
use crate::panels::{self, Answer};
use crate::reference::{Kind, Reference};
use crate::{style, svg};

/// An SVG file that is to be drawn.
#[derive(Debug)]
pub(crate) struct Picture {
    /// Its name.
    name: String,
    /// Where it is written to.
    file: File,
}

/// Height of a panel, and width of either \[px\]; the legend is part of the second.
const HEIGHT: f64 = 380.0;
const WIDTHS: (f64, f64) = (400.0, 600.0);

impl Picture {
    /// Creates the file.
    pub(crate) fn create(file: &Path) -> Result<Self, Failure> {
        let name = file.display().to_string();
        match File::create(file) {
            Ok(file) => Ok(Self { name, file }),
            Err(error) => Err(Failure::Write {
                file: name,
                error: error.into(),
            }),
        }
    }

    /// Runs the scene under all its schemes and draws them.
    pub(crate) fn draw<const D: usize>(
        mut self,
        scene: &Scene<D>,
        reference: &Reference<D>,
    ) -> Result<(), Failure>
    where
        f64: Real<D>,
    {
        let Some(curves) = Curves::of(scene, reference) else {
            return Err(Failure::NoPicture { file: self.name });
        };
        let svg = svg(scene, &reference.kind, &curves);
        (self.file.write_all(svg.as_bytes())).map_err(|error| Failure::Write {
            file: self.name,
            error: error.into(),
        })
    }
}

/// Both panels under one title.
fn svg<const D: usize>(scene: &Scene<D>, kind: &Kind, curves: &Curves) -> String
where
    f64: Real<D>,
{
    let answer = match kind {
        Kind::Exact { .. } => Answer::Exact,
        Kind::Converged { .. } | Kind::None(_) => Answer::Converged,
    };
    let (left, motion) = panels::motion(curves);
    let (right, distance) = panels::distance(answer, curves);
    let title = format!("{}, dt = {} s", scene.title, fraction(scene.dt));
    let figure = Figure::new(1, 2)
        .with_plots(vec![motion, distance])
        .with_layouts(vec![left, right])
        .with_col_width(0, WIDTHS.0)
        .with_col_width(1, WIDTHS.1)
        .with_row_height(0, HEIGHT);
    svg::svg(&style::plain(&title), figure)
}

/// A number as a decimal fraction, or as one part of a whole number where that is shorter.
pub(crate) fn fraction(number: f64) -> String {
    let (parts, decimal) = ((1.0 / number).round(), six_digits(number));
    let is_part = (number * parts - 1.0).abs() < 1e-12;
    if is_part && decimal != number {
        format!("1/{parts}")
    } else {
        decimal.to_string()
    }
}
