//! A series of any length as a few dozen blocks of equally many samples.

/// So many full blocks are joined in pairs.
const MOST: usize = 64;
/// How many samples, and blocks, a verdict needs at least.
pub(super) const LEAST: u64 = MOST as u64 / 2;

/// Of each number in a sum: no sum of as many as can be counted overflows. A power of two, 2^-64.
const SHARE: f64 = 1.0 / (u64::MAX as f64);

/// Samples `(time, change)` in blocks; when there are too many blocks, each two become one.
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    full: [Block; MOST],
    count: usize,
    /// Samples of a full block.
    size: u64,
    /// The block that is being filled.
    current: Block,
    samples: u64,
    last: f64,
    /// Time of the sample farthest from the start.
    span: f64,
}

/// Sums and extremes of some samples.
#[derive(Debug, Clone, Copy)]
struct Block {
    samples: u64,
    /// Sums, times [`SHARE`].
    time: f64,
    change: f64,
    low: f64,
    high: f64,
}

/// A straight line through the means of the blocks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trend {
    /// Change per second, in parts of a scale.
    pub(super) slope: f64,
    /// Its standard error.
    pub(super) slope_error: f64,
    /// Root mean square of what the means are off by, in parts of the scale.
    pub(super) residual: f64,
}

impl Block {
    const EMPTY: Self = Self {
        samples: 0,
        time: 0.0,
        change: 0.0,
        low: f64::INFINITY,
        high: f64::NEG_INFINITY,
    };

    fn joined(self, other: Self) -> Self {
        Self {
            samples: self.samples + other.samples,
            time: self.time + other.time,
            change: self.change + other.change,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// The largest size of a change.
    fn worst(&self) -> f64 {
        self.high.max(-self.low)
    }

    /// The mean change.
    fn mean(&self) -> f64 {
        self.change / (SHARE * self.samples as f64)
    }
}

/// What the means of some blocks lie between, and their own mean.
#[derive(Debug, Clone, Copy)]
struct Band {
    low: f64,
    high: f64,
    mean: f64,
}

impl Band {
    /// None of fewer than two blocks: one says nothing of what stays.
    fn of(blocks: &[Block]) -> Option<Self> {
        let empty = Self {
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            mean: 0.0,
        };
        let count = blocks.len() as f64;
        (blocks.len() > 1).then(|| {
            (blocks.iter().map(Block::mean)).fold(empty, |band, mean| Self {
                low: band.low.min(mean),
                high: band.high.max(mean),
                mean: band.mean + mean / count,
            })
        })
    }
}

impl Blocks {
    pub(super) fn new() -> Self {
        Self {
            full: [Block::EMPTY; MOST],
            count: 0,
            size: 1,
            current: Block::EMPTY,
            samples: 0,
            last: 0.0,
            span: 0.0,
        }
    }

    pub(super) fn record(&mut self, time: f64, change: f64) {
        self.samples += 1;
        self.last = change;
        self.span = self.span.max(time.abs());
        self.current = self.current.joined(Block {
            samples: 1,
            time: SHARE * time,
            change: SHARE * change,
            low: change,
            high: change,
        });
        if self.current.samples == self.size {
            self.full[self.count] = self.current;
            self.count += 1;
            self.current = Block::EMPTY;
        }
        if self.count == MOST {
            for pair in 0..MOST / 2 {
                self.full[pair] = self.full[2 * pair].joined(self.full[2 * pair + 1]);
            }
            self.count = MOST / 2;
            self.size *= 2;
        }
    }

    pub(super) fn samples(&self) -> u64 {
        self.samples
    }

    /// Change of the last sample.
    pub(super) fn last(&self) -> f64 {
        self.last
    }

    /// The largest distance of a sample from the start \[s\].
    pub(super) fn span(&self) -> f64 {
        self.span
    }

    /// The largest size of a change.
    pub(super) fn worst(&self) -> f64 {
        self.all().map(Block::worst).fold(0.0, f64::max)
    }

    /// Half of what the change goes up and down within a block, on average.
    pub(super) fn oscillation(&self) -> f64 {
        let ranges = self
            .full()
            .iter()
            .map(|block| 0.5 * (block.high - block.low));
        ranges.sum::<f64>() / self.count as f64
    }

    /// The largest change in each of the last few stretches of the series, each twice as long as the one
    /// before it; the last is the second half of the series.
    pub(super) fn envelope(&self) -> [f64; 4] {
        let all = self.count + usize::from(self.current.samples > 0);
        let worst = |from: usize, until: usize| {
            let blocks = self.all().skip(from).take(until - from);
            blocks.map(Block::worst).fold(0.0, f64::max)
        };
        [
            worst(all / 16, all / 8),
            worst(all / 8, all / 4),
            worst(all / 4, all / 2),
            worst(all / 2, all),
        ]
    }

    /// By how much the change jumps, once and for good; none if it does not.
    ///
    /// It does if the means of the blocks before and after one block lie in two bands, with a gap between them that is
    /// wider than `clear` times each band.
    pub(super) fn jump(&self, clear: f64) -> Option<f64> {
        let (before, after) = (0..self.count)
            .map(|split| self.full().split_at(split))
            .find_map(|(before, rest)| {
                let after = rest.get(1..)?;
                let [one, other] = [Band::of(before)?, Band::of(after)?];
                let gap = (one.low - other.high).max(other.low - one.high);
                let is_clear = gap > clear * (one.high - one.low).max(other.high - other.low);
                is_clear.then_some((one, other))
            })?;
        Some(after.mean - before.mean)
    }

    /// Least squares through the means of the full blocks, by a scale of changes; none if all are of one time.
    pub(super) fn trend(&self, scale: f64) -> Option<Trend> {
        let count = self.count as f64;
        // in units of the largest, whose square may be too large for a number
        let [change_unit, time_unit] = [self.worst(), self.span].map(|size| match size {
            0.0 => 1.0,
            size => size,
        });
        let mean = |block: &Block| {
            let time = block.time / (SHARE * block.samples as f64);
            (time / time_unit, block.mean() / change_unit)
        };
        let means = || self.full().iter().map(mean);
        let (times, changes) = means().fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        let center = (times / count, changes / count);
        let (mut tt, mut ty, mut yy) = (0.0, 0.0, 0.0);
        for (time, change) in means() {
            let (t, y) = (time - center.0, change - center.1);
            tt += t * t;
            ty += t * y;
            yy += y * y;
        }
        if tt == 0.0 {
            return None;
        }
        let slope = ty / tt;
        let squares = (yy - slope * ty).max(0.0);
        // nothing is nothing, however small the scale
        let by_scale = |part: f64| match part {
            0.0 => 0.0,
            part => part * (change_unit / scale),
        };
        Some(Trend {
            slope: by_scale(slope) / time_unit,
            slope_error: by_scale(root(squares / ((count - 2.0) * tt))) / time_unit,
            residual: by_scale(root(squares / count)),
        })
    }

    fn full(&self) -> &[Block] {
        &self.full[..self.count]
    }

    /// The full blocks and the one that is being filled.
    fn all(&self) -> impl Iterator<Item = &Block> {
        let current = (self.current.samples > 0).then_some(&self.current);
        self.full().iter().chain(current)
    }
}

fn root(value: f64) -> f64 {
    nalgebra::ComplexField::sqrt(value)
}
