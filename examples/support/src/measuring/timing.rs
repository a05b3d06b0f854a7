//! Times that can be compared.

use std::time::{Duration, Instant};

/// Something that is run again and again and tells how long it took.
pub type Run<'a> = Box<dyn FnMut() -> Duration + 'a>;

/// A run is repeated until it has taken this much time altogether, …
const ENOUGH: Duration = Duration::from_millis(10);
/// … but at least so often, and at most so often.
const TURNS: (u32, u32) = (3, 30);
/// A run as short as this is warmed up in each turn.
const SHORT: Duration = Duration::from_micros(100);

/// The shortest time of each of some runs. They take turns, so that what else the machine does hits all
/// alike.
pub fn shortest(mut runs: Vec<Run<'_>>) -> Vec<Duration> {
    let mut shortest = vec![Duration::MAX; runs.len()];
    let mut spent = vec![Duration::ZERO; runs.len()];
    for turn in 0..TURNS.1 {
        for ((run, shortest), spent) in runs.iter_mut().zip(&mut shortest).zip(&mut spent) {
            if turn < TURNS.0 || *spent < ENOUGH {
                let cold = run();
                // the run before has left its own things in the caches
                let time = if cold < SHORT { run() } else { cold };
                *shortest = time.min(*shortest);
                *spent += time;
            }
        }
    }
    shortest
}

/// How long something takes, once.
pub fn timed(action: impl FnOnce()) -> Duration {
    let start = Instant::now();
    action();
    start.elapsed()
}
