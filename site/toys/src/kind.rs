//! What a toy is, and all of them.

use std::fmt::Write;

use crate::dial::{Dial, DialError};
use crate::rows::Rows;
use crate::{aim, frame_rate, sparks, springs, tumbling};

/// A toy that runs.
pub trait Toy {
    /// Moves on by so many steps of its own, or to its end. A toy that shows one answer does not move.
    fn advance(&mut self, _steps: u32) {}

    /// Appends what the page draws; the layout is that of the toy.
    fn draw(&self, numbers: &mut Vec<f64>);

    /// What the page prints.
    fn rows(&self) -> Rows;

    /// Paints itself into pixels of four bytes (red, green, blue, opacity), from the top left. Most toys are drawn from
    /// their numbers instead, and leave the pixels as they are.
    fn paint(&mut self, _pixels: &mut [u8], _width: usize) {}
}

/// A toy before it runs.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name in the address of the page.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What to look at, in a sentence.
    pub look: &'static str,
    /// Its dials.
    pub dials: &'static [Dial],
    /// Settings to try: a name, and dials as in the address of the page.
    pub presets: &'static [(&'static str, &'static str)],
    /// Starts it from checked values of all dials.
    run: Run,
}

/// Starts a toy from values of its dials.
type Run = fn(&[f64]) -> Result<Box<dyn Toy>, ToyError>;

/// All toys.
pub const ALL: [Kind; 5] = [
    Kind {
        name: "rate",
        title: "Frame rate",
        look: "One throw at 5, 20, 60 and 240 frames per second: under an engine's rule each rate lands elsewhere, under kinstep all land together.",
        dials: frame_rate::DIALS,
        presets: &[
            ("heavy drag", "drag=1.5"),
            ("Box2D", "rule=0"),
            ("explicit Euler", "rule=7"),
        ],
        run: |dials| frame_rate::FrameRate::new(dials).map(boxed),
    },
    Kind {
        name: "springs",
        title: "Springs",
        look: "A body on two springs, or with a rope of rods below: its energy should stay. See which schemes lose it, gain it or explode; kinstep's flow keeps it at any step.",
        dials: springs::DIALS,
        presets: &[
            ("explode", "rate=1.5&time=20"),
            ("three hours in seconds", "time=10000"),
            ("soft and stiff", "first=1&second=900"),
            ("a rope of rods", "first=40&second=60&rods=5&time=1"),
        ],
        run: |dials| springs::Springs::new(dials).map(boxed),
    },
    Kind {
        name: "aim",
        title: "Aim",
        look: "Drag the target (or press arrow keys; with Shift they move the wall): each planner hits it, in wind and drag, over the wall or by a bounce, or tells the least speed that would.",
        dials: aim::DIALS,
        presets: &[
            ("a runner", "run=4"),
            ("out of range", "speed=14"),
            ("storm", "wind=-12&drag=0.5&speed=35"),
        ],
        run: |dials| aim::Aim::new(dials).map(boxed),
    },
    Kind {
        name: "book",
        title: "Tumbling book",
        look: "A book thrown about its middle axis turns over again and again: engines turn it over at the wrong times, or never. The curve is its spin about that axis.",
        dials: tumbling::DIALS,
        presets: &[
            ("30 frames per second", "rate=30"),
            ("a hundred times as fast", "time=100"),
            ("half off its axis", "tilt=50"),
        ],
        run: |dials| tumbling::Tumbling::new(dials).map(boxed),
    },
    Kind {
        name: "sparks",
        title: "A million sparks",
        look: "Each spark flies exactly, in gravity, drag and wind; count, steps and drawing are measured on your machine over the last second.",
        dials: sparks::DIALS,
        presets: &[
            ("a million", "count=1000000"),
            ("a gale", "wind=25&drag=1"),
            ("on the Moon", "gravity=1.62&drag=0"),
        ],
        run: |dials| sparks::Sparks::new(dials).map(boxed),
    },
];

fn boxed(toy: impl Toy + 'static) -> Box<dyn Toy> {
    Box::new(toy)
}

/// Why a toy does not start.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ToyError {
    /// There is no toy of this number.
    #[error("there is no toy number {0}")]
    NoSuchToy(usize),
    /// A dial is missing, or there is one too many.
    #[error("this toy has {expected} dials, and was given {given}")]
    Dials {
        /// Dials of the toy.
        expected: usize,
        /// Values given.
        given: usize,
    },
    /// A dial does not have this value.
    #[error(transparent)]
    Dial(#[from] DialError),
    /// kinstep refuses what the dials ask for.
    #[error("{0}")]
    Refused(String),
}

impl ToyError {
    /// Not as many values as dials.
    pub(crate) fn dials(dials: &[Dial], values: &[f64]) -> Self {
        Self::Dials {
            expected: dials.len(),
            given: values.len(),
        }
    }

    /// What kinstep said.
    pub(crate) fn refused(error: impl std::error::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Kind {
    /// Starts it.
    ///
    /// # Errors
    /// If the values are not those of its dials.
    pub fn start(&self, values: &[f64]) -> Result<Box<dyn Toy>, ToyError> {
        if values.len() != self.dials.len() {
            return Err(ToyError::dials(self.dials, values));
        }
        for (dial, &value) in self.dials.iter().zip(values) {
            dial.check(value)?;
        }
        (self.run)(values)
    }

    /// The values that the dials start with.
    #[must_use]
    pub fn defaults(&self) -> Vec<f64> {
        self.dials.iter().map(|dial| dial.start).collect()
    }
}

/// All toys and dials as text, for the page: a line for each, with tabs between its parts.
///
/// ```text
/// toy     name  title  look
/// dial    key  label  unit  least  most  start  scale  step or choices
/// preset  label  dials
/// ```
#[must_use]
pub fn specification() -> String {
    let mut text = String::new();
    for kind in &ALL {
        // writing to a string does not fail
        let _ = writeln!(text, "toy\t{}\t{}\t{}", kind.name, kind.title, kind.look);
        for dial in kind.dials {
            let _ = writeln!(text, "{}", dial.line());
        }
        for (label, dials) in kind.presets {
            let _ = writeln!(text, "preset\t{label}\t{dials}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of limits and of values that are none, for all dials of all toys.
    #[test]
    fn no_dial_makes_a_toy_panic() {
        let hostile = [
            f64::NAN,
            f64::INFINITY,
            -1e308,
            1e308,
            -0.0,
            f64::MIN_POSITIVE,
        ];
        for kind in &ALL {
            let defaults = kind.defaults();
            for (place, dial) in kind.dials.iter().enumerate() {
                for value in hostile.into_iter().chain([dial.least, dial.most]) {
                    let mut values = defaults.clone();
                    values[place] = value;
                    let started = kind.start(&values);
                    let inside = dial.check(value).is_ok();
                    assert_eq!(started.is_ok(), inside, "{} {value}", dial.key);
                    if let Ok(mut toy) = started {
                        toy.advance(3);
                        let mut numbers = Vec::new();
                        toy.draw(&mut numbers);
                        toy.paint(&mut [0; 64], 4);
                        assert!(!toy.rows().lines().is_empty());
                    }
                }
            }
            let corners = 1_usize << kind.dials.len();
            for corner in 0..corners {
                let at =
                    |(place, dial): (usize, &Dial)| [dial.least, dial.most][corner >> place & 1];
                let values: Vec<f64> = kind.dials.iter().enumerate().map(at).collect();
                // a million sparks at each corner would take long
                if kind.name == "sparks" && corner & 1 == 1 {
                    continue;
                }
                let mut toy = kind.start(&values).unwrap();
                toy.advance(200);
                toy.draw(&mut Vec::new());
                assert!(toy.rows().lines().len() > 1, "{} {values:?}", kind.name);
            }
            assert!(kind.start(&defaults[1..]).is_err());
            assert!(kind.start(&[]).is_err());
        }
    }

    #[test]
    fn presets_name_dials_of_their_toy_within_limits() {
        for kind in &ALL {
            assert!(
                kind.dials
                    .iter()
                    .filter(|dial| !matches!(dial.scale, crate::Scale::Dragged))
                    .count()
                    <= 5
            );
            for part in kind.presets.iter().flat_map(|(_, dials)| dials.split('&')) {
                let (key, value) = part.split_once('=').unwrap();
                let dial = kind.dials.iter().find(|dial| dial.key == key).unwrap();
                dial.check(value.parse().unwrap()).unwrap();
            }
        }
    }
}
