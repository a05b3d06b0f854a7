//! A series of samples of any length, stored as at most 64 blocks of equal size.

/// Number of full blocks that causes a merger of blocks in pairs.
const MAX_BLOCKS: usize = 64;
/// Minimum number of samples for a verdict. A series of at least this length has at least as many
/// blocks.
pub(super) const MIN_SAMPLES: u64 = MAX_BLOCKS as u64 / 2;

/// Factor of each term of a sum, 2^-64. It prevents overflow in sums of up to `u64::MAX` terms.
const SUM_SCALE: f64 = 1.0 / (u64::MAX as f64);

/// Samples `(time, change)` in blocks. If there are too many blocks, consecutive blocks are merged
/// in pairs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SampleBlocks {
    full: [SampleBlock; MAX_BLOCKS],
    count: usize,
    /// Number of samples of a full block.
    size: u64,
    /// The incomplete block.
    current: SampleBlock,
    samples: u64,
    last: f64,
    /// Maximum time between a sample and the start \[s\].
    span: f64,
}

/// Sums, minimum and maximum of the samples of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
struct SampleBlock {
    samples: u64,
    /// Sums of times and changes, multiplied by [`SUM_SCALE`].
    time: f64,
    change: f64,
    low: f64,
    high: f64,
}

/// Regression line through the means of the blocks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trend {
    /// Change per second, relative to a scale.
    pub(super) slope: f64,
    /// Standard error of the slope.
    pub(super) slope_error: f64,
    /// Root mean square of the residuals, relative to the scale.
    pub(super) residual: f64,
}

impl SampleBlock {
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

    /// Returns the maximum absolute change.
    fn worst(&self) -> f64 {
        self.high.max(-self.low)
    }

    /// Returns the mean change.
    fn mean(&self) -> f64 {
        self.change / (SUM_SCALE * self.samples as f64)
    }
}

/// The range of the means of some blocks, and the mean of all samples in these blocks.
#[derive(Debug, Clone, Copy)]
struct Band {
    low: f64,
    high: f64,
    mean: f64,
}

impl Band {
    /// Returns the band of at least two blocks; `None` for a single block, whose range has no
    /// width.
    fn of(blocks: &[SampleBlock]) -> Option<Self> {
        let empty = Self {
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            mean: 0.0,
        };
        let count = blocks.len() as f64;
        (blocks.len() > 1).then(|| {
            (blocks.iter().map(SampleBlock::mean)).fold(empty, |band, mean| Self {
                low: band.low.min(mean),
                high: band.high.max(mean),
                mean: band.mean + mean / count,
            })
        })
    }
}

impl SampleBlocks {
    pub(super) fn new() -> Self {
        Self {
            full: [SampleBlock::EMPTY; MAX_BLOCKS],
            count: 0,
            size: 1,
            current: SampleBlock::EMPTY,
            samples: 0,
            last: 0.0,
            span: 0.0,
        }
    }

    pub(super) fn record(&mut self, time: f64, change: f64) {
        self.samples += 1;
        self.last = change;
        self.span = self.span.max(time.abs());
        self.current = self.current.joined(SampleBlock {
            samples: 1,
            time: SUM_SCALE * time,
            change: SUM_SCALE * change,
            low: change,
            high: change,
        });
        if self.current.samples == self.size {
            self.full[self.count] = self.current;
            self.count += 1;
            self.current = SampleBlock::EMPTY;
        }
        if self.count == MAX_BLOCKS {
            for pair in 0..MAX_BLOCKS / 2 {
                self.full[pair] = self.full[2 * pair].joined(self.full[2 * pair + 1]);
            }
            self.count = MAX_BLOCKS / 2;
            self.size *= 2;
        }
    }

    pub(super) fn samples(&self) -> u64 {
        self.samples
    }

    /// Returns the change of the last sample.
    pub(super) fn last(&self) -> f64 {
        self.last
    }

    /// Returns the maximum time between a sample and the start \[s\].
    pub(super) fn span(&self) -> f64 {
        self.span
    }

    /// Returns the maximum absolute change.
    pub(super) fn worst(&self) -> f64 {
        self.all().map(SampleBlock::worst).fold(0.0, f64::max)
    }

    /// Returns half the range of a block, averaged over all blocks.
    pub(super) fn oscillation(&self) -> f64 {
        let ranges = self
            .full()
            .iter()
            .map(|block| 0.5 * (block.high - block.low));
        ranges.sum::<f64>() / self.count as f64
    }

    /// Returns the maximum absolute change in each of four consecutive intervals of the series.
    /// Each interval is twice as long as the one before; the last interval is the second half of
    /// the series.
    pub(super) fn envelope(&self) -> [f64; 4] {
        let all = self.count + usize::from(self.current.samples > 0);
        let worst = |from: usize, until: usize| {
            let blocks = self.all().skip(from).take(until - from);
            blocks.map(SampleBlock::worst).fold(0.0, f64::max)
        };
        [
            worst(all / 16, all / 8),
            worst(all / 8, all / 4),
            worst(all / 4, all / 2),
            worst(all / 2, all),
        ]
    }

    /// Returns the height of a jump after which the series stays near its new value; `None` if the
    /// series does not have exactly one such jump.
    ///
    /// The series has a jump at a block if the means of the blocks before it and after it lie in
    /// two bands, and the gap between these bands exceeds the width of each band by the factor
    /// `clear`. For a jump within the first two blocks, the first band is the start value.
    pub(super) fn jump(&self, clear: f64) -> Option<f64> {
        (self.jump_between_blocks(clear))
            .or_else(|| (1..3).find_map(|skipped| self.jump_from_start(clear, skipped)))
    }

    fn jump_between_blocks(&self, clear: f64) -> Option<f64> {
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

    /// Returns the mean of the samples after the first `skipped` blocks, if all these samples are
    /// far from the start value; else `None`. Changes are relative to the start value, so the first
    /// band is 0. An oscillation would return to this band.
    fn jump_from_start(&self, clear: f64, skipped: usize) -> Option<f64> {
        let after = self.full().get(skipped..)?;
        let after = after.iter().copied().reduce(SampleBlock::joined)?;
        let gap = after.low.max(-after.high);
        (gap > clear * (after.high - after.low)).then(|| after.mean())
    }

    /// Returns the regression line through the means of the full blocks, relative to `scale`; `None` if all blocks have the same time.
    pub(super) fn trend(&self, scale: f64) -> Option<Trend> {
        let count = self.count as f64;
        // scaled by the maximum values, because squares of the values themselves may overflow
        let [change_unit, time_unit] = [self.worst(), self.span].map(|size| match size {
            0.0 => 1.0,
            size => size,
        });
        let mean = |block: &SampleBlock| {
            let time = block.time / (SUM_SCALE * block.samples as f64);
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
        // least squares: slope = Σty/Σt², residual sum of squares = Σy² - slope Σty
        let slope = ty / tt;
        let squares = (yy - slope * ty).max(0.0);
        // the residual of two samples is unknown, because they always lie on a line
        let variance = if count > 2.0 {
            squares / ((count - 2.0) * tt)
        } else {
            f64::INFINITY
        };
        // keeps 0 if the ratio of the scales overflows, and infinity if it underflows
        let by_scale = |part: f64| match part {
            0.0 | f64::INFINITY => part,
            part => part * (change_unit / scale),
        };
        Some(Trend {
            slope: by_scale(slope) / time_unit,
            slope_error: by_scale(root(variance)) / time_unit,
            residual: by_scale(root(squares / count)),
        })
    }

    fn full(&self) -> &[SampleBlock] {
        &self.full[..self.count]
    }

    /// Iterates over the full blocks and the incomplete one.
    fn all(&self) -> impl Iterator<Item = &SampleBlock> {
        let current = (self.current.samples > 0).then_some(&self.current);
        self.full().iter().chain(current)
    }
}

fn root(value: f64) -> f64 {
    nalgebra::ComplexField::sqrt(value)
}
