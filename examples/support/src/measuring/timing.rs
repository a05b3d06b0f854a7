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

/// The median time of each of some runs. They take turns, so that what else the machine does hits all alike. A median is steadier
/// than the shortest time where the speed of the machine changes within the turns: ratios differ by 2 % instead of 25 %.
pub fn medians(mut runs: Vec<Run<'_>>) -> Vec<Duration> {
    let mut times = vec![Vec::new(); runs.len()];
    for turn in 0..TURNS.1 {
        for (run, times) in runs.iter_mut().zip(&mut times) {
            let spent: Duration = times.iter().sum();
            if turn < TURNS.0 || spent < ENOUGH {
                let cold = run();
                // the run before has left its own things in the caches
                times.push(if cold < SHORT { run() } else { cold });
            }
        }
    }
    times.into_iter().map(median).collect()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or(Duration::MAX)
}

/// How long something takes, once.
pub fn timed(action: impl FnOnce()) -> Duration {
    let start = Instant::now();
    action();
    start.elapsed()
}
