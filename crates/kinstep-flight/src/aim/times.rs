//! A short list of times.

/// Capacity of a list; later times are dropped.
pub(super) const MOST: usize = 8;

/// Times of hits \[s\], the earliest first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times {
    times: [f64; MOST],
    count: usize,
}

impl Times {
    pub(super) fn none() -> Self {
        Self {
            times: [0.0; MOST],
            count: 0,
        }
    }

    /// The first [`MOST`] of these times, in increasing order.
    pub(super) fn sorted(times: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted = Self::none();
        for time in times {
            sorted.push(time);
        }
        sorted.times[..sorted.count].sort_unstable_by(f64::total_cmp);
        sorted
    }

    /// Appends a time if the list is not full.
    pub(super) fn push(&mut self, time: f64) {
        if !self.is_full() {
            self.times[self.count] = time;
            self.count += 1;
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.count == MOST
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = f64> + '_ {
        self.times[..self.count].iter().copied()
    }

    /// The first and the last time.
    pub(super) fn ends(&self) -> Option<[f64; 2]> {
        (self.count > 0).then(|| [self.times[0], self.times[self.count - 1]])
    }

    /// The times for which `keep` is true.
    pub(super) fn filter(&self, keep: impl Fn(f64) -> bool) -> Self {
        let mut kept = Self::none();
        for time in self.iter().filter(|&time| keep(time)) {
            kept.push(time);
        }
        kept
    }
}
