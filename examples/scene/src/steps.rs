//! When the steps of a run start and how long they are.

/// One step of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step {
    /// When it starts \[s\].
    pub(crate) start: f64,
    /// Its length \[s\].
    pub(crate) length: f64,
}

/// Steps of `dt` from zero to the duration, cut wherever something is switched and at the end.
///
/// A step that is not cut is of `dt` to the last digit, so that schemes can reuse what they know about it.
#[derive(Debug, Clone)]
pub(crate) struct Steps {
    dt: f64,
    /// Where steps are cut, in order; the last is the end.
    cuts: Vec<f64>,
    /// How many cuts are behind.
    passed: usize,
    /// How many whole steps are behind.
    whole: u64,
    /// Where the next step starts.
    now: f64,
    /// Whether that is a multiple of `dt`.
    on_grid: bool,
}

impl Steps {
    /// Steps of `dt` \[s\], or from cut to cut if it is infinite.
    ///
    /// Times to switch outside the run are left out.
    pub(crate) fn new(dt: f64, duration: f64, switches: impl Iterator<Item = f64>) -> Self {
        let mut cuts: Vec<f64> = (switches.chain([duration]))
            .filter(|&cut| 0.0 < cut && cut <= duration)
            .collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        Self {
            dt,
            cuts,
            passed: 0,
            whole: 0,
            now: 0.0,
            on_grid: true,
        }
    }
}

impl Iterator for Steps {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let cut = *self.cuts.get(self.passed)?;
        let grid = (self.whole + 1) as f64 * self.dt;
        // a multiple of dt is rounded, and so is what the file gives as a time to switch
        let coincide = (cut - grid).abs() <= 4.0 * f64::EPSILON * cut;
        let is_whole = self.on_grid && (coincide || grid < cut);
        let end = if coincide { cut } else { grid.min(cut) };
        let step = Step {
            start: self.now,
            length: if is_whole { self.dt } else { end - self.now },
        };
        self.now = end;
        self.on_grid = coincide || grid < cut;
        self.whole += u64::from(self.on_grid);
        self.passed += usize::from(end == cut);
        Some(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(dt: f64, duration: f64, switches: &[f64]) -> Vec<f64> {
        let steps = Steps::new(dt, duration, switches.iter().copied());
        steps.map(|step| step.length).collect()
    }

    #[test]
    fn steps_are_whole_unless_they_are_cut() {
        assert_eq!(lengths(0.5, 2.0, &[]), [0.5; 4]);
        assert_eq!(lengths(0.5, 1.25, &[]), [0.5, 0.5, 0.25]);
        assert_eq!(lengths(4.0, 3.0, &[]), [3.0]);
        assert_eq!(
            lengths(1.0, 3.0, &[1.25, 1.75, 2.0]),
            [1.0, 0.25, 0.5, 0.25, 1.0]
        );
        // outside the run, at its ends, and twice the same
        assert_eq!(
            lengths(1.0, 2.0, &[0.0, 0.5, 0.5, 2.0, 7.0]),
            [0.5, 0.5, 1.0]
        );
        assert_eq!(lengths(f64::INFINITY, 9.0, &[2.0, 3.0]), [2.0, 1.0, 6.0]);
    }

    #[test]
    fn rounding_makes_no_slivers() {
        // 0.1 + 0.2 is not 0.3, and 3 * 0.1 is neither
        assert_eq!(lengths(0.1, 0.6, &[0.3]), [0.1; 6]);
        assert_eq!(lengths(1.0 / 60.0, 60.0, &[13.0, 20.05]).len(), 3600);
        let starts: Vec<f64> = Steps::new(0.1, 0.4, [0.3].into_iter())
            .map(|step| step.start)
            .collect();
        assert_eq!(starts[3], 0.3, "a switch is at its own time to the digit");
    }
}
