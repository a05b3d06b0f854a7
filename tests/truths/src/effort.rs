//! What a call costs: time of its own thread on a processor, which a busy machine does not lengthen.

use std::fs;
use std::time::{Duration, Instant};

/// The work of this thread since a moment.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    worked: Option<Duration>,
    moment: Instant,
}

impl Effort {
    pub fn begin() -> Self {
        Self {
            worked: worked(),
            moment: Instant::now(),
        }
    }

    /// Time on a processor; by the clock on the wall where the system does not tell it.
    pub fn spent(&self) -> Duration {
        let worked = worked().zip(self.worked);
        worked.map_or_else(|| self.moment.elapsed(), |(now, then)| now - then)
    }
}

/// How long this thread has been on a processor, from Linux.
fn worked() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = stat.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// What waits spends nothing, and what works does.
#[test]
fn effort_is_work() {
    let begun = Effort::begin();
    std::thread::sleep(Duration::from_millis(50));
    let waited = begun.spent();
    let wall = Instant::now();
    let mut sum = 0.0_f64;
    while worked().is_some() && begun.spent() < waited + Duration::from_millis(20) {
        sum += (0..10_000).map(f64::from).map(f64::sqrt).sum::<f64>();
        assert!(
            wall.elapsed() < Duration::from_secs(60),
            "no work is seen: {sum}"
        );
    }
    if begun.worked.is_some() {
        assert!(waited < Duration::from_millis(25), "{waited:?}");
    }
}
