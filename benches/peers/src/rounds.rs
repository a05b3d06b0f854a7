//! Measuring by turns.
//!
//! The machine is never quiet, and the memory of one contender pushes that of another out of the caches. So they all run in
//! rounds, each for some milliseconds, after steps that are not timed and bring back what is its own; and they are
//! compared within a round. What is counted is the time that the thread was running: what others do with the machine
//! meanwhile costs caches, but no time.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use cpu_time::ThreadTime;

use crate::contender::{Contender, Entry, State, Who};
use crate::statistics::Quartiles;

/// How long a turn is, if a step is not longer.
const TURN: Duration = Duration::from_millis(16);
/// Steps that are not timed, before each turn. After one the caches are not yet what they are in the long run: a million
/// bodies still took 1.5 times as long.
const UNTIMED: u32 = 3;
/// Rounds without which nothing can be said.
const FEWEST_ROUNDS: usize = 5;

/// What was measured with so many bodies.
#[derive(Debug)]
pub(crate) struct Rounds {
    pub(crate) bodies: usize,
    /// For each contender the time of a body's step in every round \[ns\].
    times: Vec<(Entry, Vec<f64>)>,
}

/// A contender at work.
struct Runner {
    entry: Entry,
    contender: Box<dyn Contender>,
    /// Timed steps in a turn.
    steps: u32,
    times: Vec<f64>,
}

impl Rounds {
    /// Lets all who can move so many bodies take turns, for as long as this for each of them.
    pub(crate) fn measured(
        entries: &[Entry],
        bodies: usize,
        each: Duration,
        mut progress: impl FnMut(Duration),
    ) -> Result<Self> {
        let able = entries.iter().filter(|entry| bodies <= entry.who.most());
        let mut runners = able
            .map(|entry| Runner::new(*entry, bodies))
            .collect::<Result<Vec<Runner>>>()?;
        let enough = each * runners.len() as u32;
        let start = Instant::now();
        let mut rounds = 0;
        while rounds < FEWEST_ROUNDS || start.elapsed() < enough {
            for runner in &mut runners {
                runner.run(bodies)?;
            }
            // nobody always follows the same one, nor is last in one round and first in the next
            runners.reverse();
            let half = runners.len() / 2;
            runners.rotate_left(half);
            rounds += 1;
            progress(start.elapsed().min(enough));
        }
        let times = (runners.into_iter())
            .map(|runner| (runner.entry, runner.times))
            .collect();
        Ok(Self { bodies, times })
    }

    /// How many rounds there were.
    pub(crate) fn count(&self) -> usize {
        self.times.first().map_or(0, |(_, times)| times.len())
    }

    /// The time of a body's step \[ns\].
    pub(crate) fn time(&self, who: Who, state: State) -> Option<Quartiles> {
        Quartiles::of(self.times_of(who, state)?.iter().copied())
    }

    /// How many times as long as the other one takes, in the same round.
    pub(crate) fn ratio(&self, one: (Who, State), other: (Who, State)) -> Option<Quartiles> {
        let (one, other) = (
            self.times_of(one.0, one.1)?,
            self.times_of(other.0, other.1)?,
        );
        Quartiles::of(one.iter().zip(other).map(|(one, other)| one / other))
    }

    fn times_of(&self, who: Who, state: State) -> Option<&[f64]> {
        let mut times = self.times.iter();
        let (_, times) = times.find(|(entry, _)| entry.who == who && entry.state == state)?;
        Some(times)
    }
}

impl Runner {
    fn new(entry: Entry, bodies: usize) -> Result<Self> {
        let contender = (entry.build)(bodies).with_context(|| entry.who.name())?;
        let mut runner = Self {
            entry,
            contender,
            steps: 1,
            times: Vec::new(),
        };
        // a step for what is made only once
        runner.time()?;
        loop {
            let taken = runner.time()?;
            let wanted = TURN.as_secs_f64() / taken.as_secs_f64().max(1e-9);
            if wanted < 4.0 {
                runner.steps = (f64::from(runner.steps) * wanted).max(1.0) as u32;
                return Ok(runner);
            }
            runner.steps *= 4;
        }
    }

    /// Takes its turn.
    fn run(&mut self, bodies: usize) -> Result<()> {
        let time = self.time()?;
        let body_steps = f64::from(self.steps) * bodies as f64;
        self.times.push(time.as_secs_f64() * 1e9 / body_steps);
        Ok(())
    }

    /// How long the steps of a turn take, after those that bring the memory into the caches.
    fn time(&mut self) -> Result<Duration> {
        let mut turn = || -> Result<Duration> {
            for _ in 0..UNTIMED {
                self.contender.step()?;
            }
            let start = ThreadTime::try_now()?;
            for _ in 0..self.steps {
                black_box(&mut self.contender).step()?;
            }
            Ok(start.try_elapsed()?)
        };
        turn().with_context(|| self.entry.who.name())
    }
}

/// What times would say.
#[cfg(test)]
pub(crate) fn made_up(bodies: usize, times: &[(Who, State, &[f64])]) -> Rounds {
    let times = times.iter().map(|&(who, state, times)| {
        let build = |_| Err(anyhow::anyhow!("nobody"));
        let entry = Entry {
            who,
            state,
            rule: crate::contender::Rule::None,
            build,
        };
        (entry, times.to_vec())
    });
    Rounds {
        bodies,
        times: times.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders;

    #[test]
    fn ratios_are_taken_in_each_round() {
        // the machine was twice as slow in the second round, for both
        let (swarm, memory) = ((Who::Swarm, State::F32_3D), (Who::Memory, State::F32_3D));
        let rounds = made_up(
            10,
            &[
                (memory.0, memory.1, &[1.0, 2.0, 1.0]),
                (swarm.0, swarm.1, &[1.5, 3.0, 1.5]),
            ],
        );
        let ratio = rounds.ratio(swarm, memory).unwrap();
        assert_eq!([ratio.lower, ratio.median, ratio.upper], [1.5; 3]);
        assert_eq!(rounds.time(swarm.0, swarm.1).unwrap().upper, 2.25);
        assert_eq!(rounds.time(Who::Glam, State::F32_3D), None);
        assert_eq!(rounds.ratio(swarm, (Who::Memory, State::F64_3D)), None);
    }

    #[test]
    fn everyone_has_as_many_rounds() {
        let rounds =
            Rounds::measured(&contenders::ALL, 10, Duration::from_micros(1), |_| ()).unwrap();
        assert_eq!(rounds.count(), FEWEST_ROUNDS);
        for (entry, times) in &rounds.times {
            assert_eq!(times.len(), FEWEST_ROUNDS, "{}", entry.who.name());
            assert!(times.iter().all(|&time| time > 0.0));
        }
    }

    #[test]
    fn who_cannot_move_so_many_is_left_out() {
        let rapier: Vec<Entry> = (contenders::ALL.into_iter())
            .filter(|entry| entry.who == Who::Rapier)
            .collect();
        let rounds =
            Rounds::measured(&rapier, Who::Rapier.most() + 1, Duration::ZERO, |_| ()).unwrap();
        assert_eq!(rounds.count(), 0);
    }
}
