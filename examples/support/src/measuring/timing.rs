//! Measurements of times that can be compared.

use std::time::{Duration, Instant};

/// A function that runs once per call and returns the time that it took.
pub type Run<'a> = Box<dyn FnMut() -> Duration + 'a>;

/// A run is repeated until its total time reaches this value, …
const ENOUGH: Duration = Duration::from_millis(10);
/// … but at least and at most this many times.
const TURNS: (u32, u32) = (3, 30);
/// Before each measurement, a run as short as this is made once without measuring.
const SHORT: Duration = Duration::from_micros(100);

/// The median time of each run. The runs take turns, so that other work of the machine affects all
/// of them alike. If the speed of the machine changes within the turns, a median is steadier than
/// the shortest time: ratios differ by 2 % instead of 25 %.
pub fn medians(mut runs: Vec<Run<'_>>) -> Vec<Duration> {
    let mut times = vec![Vec::new(); runs.len()];
    for turn in 0..TURNS.1 {
        for (run, times) in runs.iter_mut().zip(&mut times) {
            let spent: Duration = times.iter().sum();
            if turn < TURNS.0 || spent < ENOUGH {
                let cold = run();
                // the previous run has filled the caches with its own data
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

/// Time of one call.
pub fn timed(action: impl FnOnce()) -> Duration {
    let start = Instant::now();
    action();
    start.elapsed()
}
