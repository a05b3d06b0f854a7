//! A comparison as a table, on a console.

use std::fmt;

use lander::Part;
use support::console::table::table;

use super::{Comparison, Row, SCHEMES};

impl fmt::Display for Comparison {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HEADER: [&str; 8] = [
            "stepped by",
            "Hz",
            "touchdown [s]",
            "at x [m]",
            "down [m/s]",
            "sideways [m/s]",
            "tilt [°]",
            "on",
        ];
        writeln!(
            formatter,
            "{}",
            table(HEADER, self.rows.iter().map(Row::cells))
        )?;
        for scheme in SCHEMES {
            match self.spread(scheme) {
                Some(spread) => writeln!(formatter, "{scheme}: {spread}")?,
                None => writeln!(formatter, "{scheme}: did not always come down")?,
            }
        }
        Ok(())
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.scheme.to_string(), self.rate.to_string()];
        let Some(touchdown) = self.touchdown else {
            cells.push("never".to_owned());
            return cells;
        };
        let numbers = [
            touchdown.time,
            touchdown.position.x,
            -touchdown.velocity.y,
            touchdown.velocity.x,
            touchdown.tilt.to_degrees(),
        ];
        cells.extend(numbers.map(|number| format!("{number:.9}")));
        let part = match touchdown.part {
            Part::LeftFoot => "left foot",
            Part::RightFoot => "right foot",
            Part::Hull => "hull",
        };
        cells.push(part.to_owned());
        cells
    }
}
