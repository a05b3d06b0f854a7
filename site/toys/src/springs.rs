//! A body between two springs: its motion and energy under several schemes.

use std::f64::consts::TAU;

use kinstep::{Body2, Scheme, Spring, World2};

use crate::numbers::{short, spelled};
use crate::{Outcome, Toy};

/// Number of time spans for which energies are stored. When all are used, pairs are merged.
const SPANS: usize = 256;
/// The schemes and their names; the counter compares the first two.
const SCHEMES: [(Scheme, &str); 3] = [
    (Scheme::FlowKick, "kinstep"),
    (Scheme::SymplecticEuler, "symplectic Euler, as engines step"),
    (Scheme::ExplicitEuler, "explicit Euler, as textbooks begin"),
];
/// A run has exploded if its energy grows to more than this many times the initial energy.
const EXPLODED: f64 = 1e6;

/// A world with one scheme.
struct Run {
    name: &'static str,
    world: World2,
    /// Relative change of energy: its present value, and its largest magnitude.
    change: f64,
    largest: f64,
    /// Largest magnitude of the change in each span.
    spans: Vec<f64>,
    /// Time of the explosion \[s\].
    exploded: Option<f64>,
}

/// The same world under all schemes.
pub(crate) struct Springs {
    /// Number of steps per second of the page's clock.
    pace: f64,
    /// Stiffness of both springs together \[N/m\].
    stiffness: f64,
    dt: f64,
    steps: u64,
    /// Number of steps in a span.
    per_span: u64,
    runs: [Run; 3],
}

impl Springs {
    pub(crate) fn new([first, second, rate, faster]: [f64; 4]) -> Outcome<Self> {
        let mut world = World2::new();
        let body = world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
        world.add_force_on(body, Spring::stiffness(first))?;
        world.add_force_on(body, Spring::stiffness(second))?;
        let runs = SCHEMES.map(|(scheme, name)| {
            let mut world = world.clone();
            world.set_scheme(scheme);
            Run {
                name,
                world,
                change: 0.0,
                largest: 0.0,
                spans: vec![0.0],
                exploded: None,
            }
        });
        Ok(Self {
            pace: rate * faster,
            stiffness: first + second,
            dt: rate.recip(),
            steps: 0,
            per_span: 1,
            runs,
        })
    }

    fn step(&mut self) {
        self.steps += 1;
        let time = self.steps as f64 * self.dt;
        let begins_span = (self.steps - 1).is_multiple_of(self.per_span) && self.steps > 1;
        for run in &mut self.runs {
            if begins_span {
                run.spans.push(0.0);
            }
            run.step(self.dt, 0.5 * self.stiffness, time);
        }
        if self.steps == self.per_span * SPANS as u64 {
            self.per_span *= 2;
            for run in &mut self.runs {
                let pairs = run.spans.chunks(2);
                run.spans = pairs.map(|pair| pair[0].max(pair[1])).collect();
            }
        }
    }
}

impl Run {
    /// Makes a step that ends at `time`; `start` is the initial energy \[J\].
    fn step(&mut self, dt: f64, start: f64, time: f64) {
        if self.exploded.is_some() {
            return;
        }
        let has_stepped = self.world.step(dt).is_ok();
        self.change = self.world.energy().total() / start - 1.0;
        // a value that is not finite counts as an explosion
        if !has_stepped || !self.change.is_finite() || self.change > EXPLODED {
            self.exploded = Some(time);
            return;
        }
        self.largest = self.largest.max(self.change.abs());
        if let Some(span) = self.spans.last_mut() {
            *span = span.max(self.change.abs());
        }
    }
}

impl Toy for Springs {
    fn pace(&self) -> f64 {
        self.pace
    }

    fn advance(&mut self, steps: u32) {
        (0..steps).for_each(|_| self.step());
    }

    /// Appends time \[s\], number of spans and length of a span \[s\]; then for each scheme the
    /// time of its explosion \[s\], or -1, the position of its body \[m\], and the largest relative
    /// change of energy in each span.
    fn draw(&self, numbers: &mut Vec<f64>) {
        let spans = self.runs[0].spans.len();
        let [time, span] = [self.steps, self.per_span].map(|steps| steps as f64 * self.dt);
        numbers.extend([time, spans as f64, span]);
        for run in &self.runs {
            let x = run.world.body_slice()[0].position.x;
            numbers.extend([run.exploded.unwrap_or(-1.0), x]);
            numbers.extend(&run.spans);
        }
    }

    fn print(&self) -> String {
        let mut text = String::new();
        let exploded = |run: &Run| run.exploded.map(|time| format!("exploded at {time:.1} s"));
        for (run, class) in self.runs.iter().zip(["kinstep", "symplectic"]).rev() {
            let name = run.name.split(',').next().unwrap_or_default();
            let told =
                exploded(run).unwrap_or_else(|| format!("{} % off", spelled(100.0 * run.largest)));
            text += &format!("counter\tenergy under {name}\t{told}\t{class}\n");
        }
        let (time, turn) = (
            self.steps as f64 * self.dt,
            TAU / self.stiffness.sqrt() / self.dt,
        );
        text += &format!(
            "note\tAfter {time:.0} s in {} steps: {turn:.1} steps in a swing. Symplectic Euler explodes with fewer than 3.14; \
            explicit Euler always does, sooner or later.\nhead\tscheme\tenergy off by\tat most",
            self.steps
        );
        for run in &self.runs {
            let [now, most] = [run.change, run.largest].map(|share| short(100.0 * share));
            let told = exploded(run).unwrap_or_else(|| format!("{now} %\t{most} %"));
            text += &format!("\nrow\t{}\t{told}", run.name);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod program {
        include!("../examples/springs.rs");

        #[test]
        fn the_program_keeps_the_energy_as_the_toy_does() {
            main().unwrap();
            let toy = super::after(500, 20.0);
            let change = energy_change(20.0, 500).unwrap();
            // the toy divides by the initial energy of the formula, the program by the measured one
            assert!((change - toy.runs[0].change).abs() < 4.0 * f64::EPSILON);
        }
    }

    fn after(steps: u32, rate: f64) -> Springs {
        let mut toy = Springs::new([4.0, 9.0, rate, 1.0]).unwrap();
        toy.advance(steps);
        toy
    }

    /// Under explicit Euler the energy grows by the factor `1 + ω²h²` in each step. Symplectic
    /// Euler explodes for ωh > 2.
    #[test]
    fn schemes_gain_energy_and_explode_as_the_textbook_says() {
        let toy = after(50, 100.0);
        let [kinstep, symplectic, explicit] = [0, 1, 2].map(|i| toy.runs[i].change);
        let expected = (1.0_f64 + 13.0 / 1e4).powi(50) - 1.0;
        assert!((explicit - expected).abs() < 1e-14, "{explicit}");
        assert!(symplectic.abs() < expected && kinstep.abs() < 1e-14);

        // ωh = 2.4 and 1.95
        for (rate, expected) in [(1.5, [false, true, true]), (1.85, [false, false, true])] {
            let toy = after(200, rate);
            let exploded = [0, 1, 2].map(|i| toy.runs[i].exploded.is_some());
            assert_eq!(exploded, expected);
        }
    }

    #[test]
    fn kinstep_keeps_its_energy_for_hours() {
        let toy = after(216_000, 20.0);
        // measured: 3e-14
        assert!(toy.runs[0].largest < 1e-11);
        let spans = toy.runs[0].spans.iter();
        assert_eq!(spans.copied().fold(0.0, f64::max), toy.runs[0].largest);
    }
}
