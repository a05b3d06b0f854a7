//! A body on two springs, and a rope of rods below it, under every scheme; and their energy.

use kinstep::{Body2, Rod, Scheme, Spring, UniformGravity, World2};

use crate::dial::{Dial, Scale};
use crate::kind::{Toy, ToyError};
use crate::rows::{Rows, share};

pub(crate) const DIALS: &[Dial] = &[
    Dial::new(
        ["first", "First spring", "N/m"],
        [0.1, 1000.0, 4.0],
        Scale::Decades,
    ),
    Dial::new(
        ["second", "Second spring", "N/m"],
        [0.1, 1000.0, 9.0],
        Scale::Decades,
    ),
    Dial::new(
        ["rate", "Steps per second", "Hz"],
        [1.0, 240.0, 20.0],
        Scale::Decades,
    ),
    Dial::new(
        ["time", "Time runs", "×"],
        [1.0, 10_000.0, 5.0],
        Scale::Decades,
    ),
    Dial::new(
        ["rods", "Rods below", ""],
        [0.0, MOST_RODS as f64, 0.0],
        Scale::Even(1.0),
    ),
];

/// The longest rope.
const MOST_RODS: usize = 8;
/// Length of a rod \[m\], its stiffness \[N/m\], and the mass at its end \[kg\]: 71 turns a second.
const ROD: [f64; 3] = [0.25, 1e4, 0.1];
/// Pulls on what hangs on rods \[m/s²\].
const GRAVITY: [f64; 2] = [0.0, -9.81];

/// Energy is kept for this many spans of time; when they are full, pairs become one.
const SPANS: usize = 256;
/// What has this many times the energy of the start has exploded.
const EXPLODED: f64 = 1e6;

/// A world under a scheme.
#[derive(Debug)]
struct Run {
    scheme: Scheme,
    world: World2,
    /// Change of energy, as a share of that of the springs at the start, now and where it was largest.
    change: f64,
    largest: f64,
    /// The largest size of the change in each span.
    spans: Vec<f64>,
    /// When it exploded \[s\].
    exploded: Option<f64>,
}

/// All schemes side by side.
#[derive(Debug)]
pub(crate) struct Springs {
    stiffness: f64,
    /// At the start \[J\].
    energy: f64,
    dt: f64,
    steps: u64,
    /// Steps in a span.
    per_span: u64,
    runs: Vec<Run>,
}

impl Springs {
    pub(crate) fn new(dials: &[f64]) -> Result<Self, ToyError> {
        let &[first, second, rate, _time, rods] = dials else {
            return Err(ToyError::dials(DIALS, dials));
        };
        let world = world([first, second], rods.round() as usize)?;
        let energy = world.energy().total();
        let runs = Scheme::ALL.map(|scheme| {
            let mut world = world.clone();
            world.set_scheme(scheme);
            Run {
                scheme,
                world,
                change: 0.0,
                largest: 0.0,
                spans: Vec::with_capacity(SPANS),
                exploded: None,
            }
        });
        Ok(Self {
            stiffness: first + second,
            energy,
            dt: rate.recip(),
            steps: 0,
            per_span: 1,
            runs: runs.into(),
        })
    }

    /// Simulated time \[s\].
    fn time(&self) -> f64 {
        self.steps as f64 * self.dt
    }

    fn step(&mut self) {
        self.steps += 1;
        let time = self.time();
        for run in &mut self.runs {
            run.step(self.dt, (self.energy, self.stiffness), time);
        }
        if !self.steps.is_multiple_of(self.per_span) {
            return;
        }
        for run in &mut self.runs {
            run.spans.push(0.0);
        }
        if self.runs[0].spans.len() >= SPANS {
            self.per_span *= 2;
            for run in &mut self.runs {
                let pairs = run.spans.chunks(2);
                run.spans = pairs
                    .map(|pair| pair.iter().copied().fold(0.0, f64::max))
                    .collect();
            }
        }
    }
}

/// A body on two springs, and so many rods below it.
fn world(springs: [f64; 2], rods: usize) -> Result<World2, ToyError> {
    let mut world = World2::new();
    let body = Body2::point(1.0).at([1.0, 0.0]);
    let mut above = world.add_body(body).map_err(ToyError::refused)?;
    for stiffness in springs {
        (world.add_force_on(above, Spring::stiffness(stiffness))).map_err(ToyError::refused)?;
    }
    if rods > 0 {
        (world.add_force(UniformGravity::new(GRAVITY))).map_err(ToyError::refused)?;
    }
    let [length, stiffness, mass] = ROD;
    for rod in 1..=rods.min(MOST_RODS) {
        let body = Body2::point(mass).at([1.0, -length * rod as f64]);
        let below = world.add_body(body).map_err(ToyError::refused)?;
        let link = Rod::stiffness(stiffness).length(length);
        (world.add_link(above, below, link)).map_err(ToyError::refused)?;
        above = below;
    }
    Ok(world)
}

impl Run {
    fn step(&mut self, dt: f64, (before, stiffness): (f64, f64), time: f64) {
        if self.exploded.is_some() {
            return;
        }
        let stepped = self.world.step(dt).is_ok();
        // the springs start with k/2
        self.change = (self.world.energy().total() - before) / (0.5 * stiffness);
        if self.change.abs() > self.largest.abs() {
            self.largest = self.change;
        }
        if let Some(span) = self.spans.last_mut() {
            *span = span.max(self.change.abs());
        } else {
            self.spans.push(self.change.abs());
        }
        let has_exploded = !stepped || !self.change.is_finite() || self.change.abs() > EXPLODED;
        if has_exploded {
            self.exploded = Some(time);
        }
    }
}

impl Toy for Springs {
    fn advance(&mut self, steps: u32) {
        (0..steps).for_each(|_| self.step());
    }

    /// Time \[s\], count of schemes, count of spans, time of a span \[s\], count of bodies; then for each scheme whether it has
    /// exploded (1 or 0), where its bodies are \[m\], and the size of its change of energy in each span.
    fn draw(&self, numbers: &mut Vec<f64>) {
        let spans = self.runs.first().map_or(0, |run| run.spans.len());
        let span = self.per_span as f64 * self.dt;
        let bodies = self.runs.first().map_or(0, |run| run.world.len());
        let counts = [self.runs.len(), spans].map(|count| count as f64);
        numbers.extend([self.time(), counts[0], counts[1], span, bodies as f64]);
        for run in &self.runs {
            numbers.push(f64::from(u8::from(run.exploded.is_some())));
            for body in run.world.body_slice() {
                numbers.extend([body.position.x, body.position.y]);
            }
            numbers.extend(&run.spans);
        }
    }

    fn rows(&self) -> Rows {
        let mut rows = Rows::new(["scheme", "energy off by", "at most", ""]);
        for run in &self.runs {
            let exploded = run
                .exploded
                .map(|time| format!("exploded after {time:.1} s"));
            rows.push([
                run.scheme.to_string(),
                share(run.change),
                share(run.largest),
                exploded.unwrap_or_default(),
            ]);
        }
        let (time, h) = (self.time(), self.dt * self.stiffness.sqrt());
        rows.remark(format!(
            "After {time:.0} s in {} steps; frequency times step ωh = {h:.2}.",
            self.steps
        ));
        rows.remark(
            "Euler and Verlet explode from ωh = 2 on; explicit Euler always does. A rod turns 71 times a second.".to_owned(),
        );
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(dials: [f64; 5], steps: u32) -> Springs {
        let mut toy = Springs::new(&dials).unwrap();
        toy.advance(steps);
        toy
    }

    fn of(toy: &Springs, scheme: Scheme) -> &Run {
        toy.runs.iter().find(|run| run.scheme == scheme).unwrap()
    }

    /// Explicit Euler: energy grows by `1 + ω²h²` in each step, exactly.
    #[test]
    fn explicit_euler_grows_as_the_textbook_says() {
        let toy = after([4.0, 9.0, 100.0, 1.0, 0.0], 50);
        let expected = (1.0_f64 + 13.0 / 1e4).powi(50) - 1.0;
        let change = of(&toy, Scheme::ExplicitEuler).change;
        assert!(
            (change - expected).abs() < 1e-14 * expected.max(1.0),
            "{change}"
        );
    }

    #[test]
    fn the_flow_keeps_its_energy_for_hours_and_is_where_the_cosine_is() {
        let toy = after([4.0, 9.0, 20.0, 1.0, 0.0], 216_000);
        for scheme in [Scheme::FlowKick, Scheme::FlowKick4, Scheme::FlowKick6] {
            // measured: 3e-14
            assert!(of(&toy, scheme).largest.abs() < 1e-11, "{scheme}");
        }
        let place = of(&toy, Scheme::FlowKick).world.body_slice()[0].position.x;
        // the phase is √13 t, rounded: 4e4 rad; measured: 4e-12
        assert!((place - (13_f64.sqrt() * 10_800.0).cos()).abs() < 1e-9);
        assert!(of(&toy, Scheme::SymplecticEuler).largest.abs() > 0.05);
    }

    /// ωh = 2.4 is beyond 2.
    #[test]
    fn leapfrogs_explode_beyond_their_limit_and_the_flow_does_not() {
        let toy = after([4.0, 9.0, 1.5, 1.0, 0.0], 200);
        for scheme in [
            Scheme::ExplicitEuler,
            Scheme::SymplecticEuler,
            Scheme::VelocityVerlet,
        ] {
            assert!(of(&toy, scheme).exploded.is_some(), "{scheme}");
        }
        assert!(of(&toy, Scheme::FlowKick).exploded.is_none());
    }

    #[test]
    fn spans_are_few_and_alike_however_long_it_runs() {
        let toy = after([4.0, 9.0, 20.0, 1.0, 0.0], 5000);
        let spans = toy.runs[0].spans.len();
        assert!(spans < SPANS);
        assert!(toy.runs.iter().all(|run| run.spans.len() == spans));
        assert!((spans as u64 * toy.per_span).abs_diff(5000) <= toy.per_span);
        let kept = |run: &Run| run.spans.iter().copied().fold(0.0, f64::max);
        assert!(toy.runs.iter().all(|run| kept(run) == run.largest.abs()));
    }

    /// Rods that turn 71 times a second, at 20 steps a second.
    #[test]
    fn a_rope_of_rods_keeps_its_energy_under_the_flow_and_explodes_under_euler() {
        let toy = after([4.0, 9.0, 20.0, 1.0, 5.0], 1000);
        let flow = of(&toy, Scheme::FlowKick);
        // measured: 1.1e-13
        assert!(
            flow.exploded.is_none() && flow.largest.abs() < 1e-11,
            "{flow:?}"
        );
        assert!(of(&toy, Scheme::SymplecticEuler).exploded.is_some());
        let mut numbers = Vec::new();
        toy.draw(&mut numbers);
        let spans = toy.runs[0].spans.len();
        assert_eq!(numbers.len(), 5 + toy.runs.len() * (1 + 2 * 6 + spans));
    }
}
