//! What was counted, beside what is committed.

use std::fmt;

use comfy_table::{CellAlignment, Table, presets};

use crate::committed::{Committed, MadeWith};
use crate::paths::PATHS;

/// How many percent more or fewer are no news.
const BAND: f64 = 2.0;

/// How many instructions more or fewer are no news, however short the path is: another address of a buffer costs a
/// copy so many.
const FEW: u64 = 24;

/// Every path that was counted, and whether that can be compared.
pub struct Report {
    lines: Vec<Line>,
    /// What the counts are made with.
    made_with: MadeWith,
    /// What the committed counts were made with, where that is not the same.
    differs: Option<MadeWith>,
}

struct Line {
    name: String,
    committed: Option<u64>,
    now: u64,
    /// The most it may be, where another path sets a limit.
    most: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// More than the limit that another path sets.
    Beyond,
    /// There is no committed count.
    New,
    Same,
    More,
    Fewer,
}

impl Line {
    /// How many percent more there are now.
    fn change(&self) -> Option<f64> {
        self.committed
            .map(|before| 100.0 * (self.now as f64 - before as f64) / before as f64)
    }

    fn verdict(&self) -> Verdict {
        if self.most.is_some_and(|most| self.now > most) {
            return Verdict::Beyond;
        }
        match self.change() {
            None => Verdict::New,
            Some(_) if self.committed.unwrap_or(0).abs_diff(self.now) <= FEW => Verdict::Same,
            Some(change) if change > BAND => Verdict::More,
            Some(change) if change < -BAND => Verdict::Fewer,
            Some(_) => Verdict::Same,
        }
    }
}

impl Report {
    pub fn new(committed: &Committed, made_with: &MadeWith, counted: &[(&str, u64)]) -> Self {
        let lines = (counted.iter())
            .map(|&(name, now)| Line {
                name: name.into(),
                committed: committed.instructions.get(name).copied(),
                now,
                most: most(committed, name),
            })
            .collect();
        let before = &committed.made_with;
        Self {
            lines,
            made_with: made_with.clone(),
            differs: (before != made_with).then(|| before.clone()),
        }
    }

    /// Whether no path has become longer, and all are committed. Counts that were made with something else say
    /// nothing about that.
    pub fn passes(&self) -> bool {
        let is_well = |line: &Line| match line.verdict() {
            Verdict::New | Verdict::Beyond => false,
            Verdict::More => self.differs.is_some(),
            Verdict::Same | Verdict::Fewer => true,
        };
        self.lines.iter().all(is_well)
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header(["path", "committed", "now", "change", "for each"]);
        for line in &self.lines {
            let elements = (PATHS.iter().find(|path| path.name == line.name))
                .map_or(f64::NAN, |path| f64::from(path.elements));
            table.add_row([
                line.name.clone(),
                line.committed.map_or("-".into(), |count| count.to_string()),
                line.now.to_string(),
                (line.change()).map_or("-".into(), |change| format!("{change:+.2} %")),
                format!("{:.1}", line.now as f64 / elements),
            ]);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }

    /// The names of the paths with a verdict, if there are any.
    fn named(&self, verdict: Verdict) -> Option<String> {
        let names: Vec<&str> = (self.lines.iter())
            .filter(|line| line.verdict() == verdict)
            .map(|line| line.name.as_str())
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// The most instructions that a path may take, where another path sets a limit.
fn most(committed: &Committed, name: &str) -> Option<u64> {
    let limit = PATHS.iter().find(|path| path.name == name)?.limit?;
    let of = *committed.instructions.get(limit.of)?;
    Some((limit.times * of as f64) as u64)
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { made_with, .. } = self;
        writeln!(
            out,
            "Instructions of one repetition, with {made_with}:\n{}",
            self.table()
        )?;
        if let Some(names) = self.named(Verdict::Beyond) {
            writeln!(out, "BEYOND the limit that another path sets: {names}.")?;
        }
        if let Some(names) = self.named(Verdict::New) {
            writeln!(out, "NOT COMMITTED: {names}. `--write` adds them.")?;
        }
        if let Some(differs) = &self.differs {
            return writeln!(
                out,
                "NOT COMPARED: the committed counts were made with {differs}."
            );
        }
        if let Some(names) = self.named(Verdict::More) {
            writeln!(out, "LONGER by more than {BAND} %: {names}.")?;
        }
        if let Some(names) = self.named(Verdict::Fewer) {
            writeln!(
                out,
                "Shorter by more than {BAND} %: {names}. `--write` brings counts.ron up to date."
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(compiler: &str) -> MadeWith {
        MadeWith::of(compiler, "glibc 2.36", "AVX2")
    }

    /// A path that was counted so often before, on the same machine.
    fn report(before: u64, now: u64) -> Report {
        let committed = Committed::none(with("rustc 1.95.0"))
            .with(&with("rustc 1.95.0"), &[("law_flow", before)])
            .unwrap();
        Report::new(&committed, &with("rustc 1.95.0"), &[("law_flow", now)])
    }

    #[test]
    fn two_percent_more_are_no_news_and_three_are() {
        for (before, now, passes, told) in [
            (10_000, 10_000, true, ""),
            (10_000, 10_200, true, ""),
            (10_000, 10_201, false, "LONGER"),
            (10_000, 9_800, true, ""),
            (10_000, 9_700, true, "Shorter"),
            // a few instructions more or fewer of a short path are none
            (500, 524, true, ""),
            (500, 525, false, "LONGER"),
            (500, 476, true, ""),
            (500, 475, true, "Shorter"),
        ] {
            let report = report(before, now);
            assert_eq!(report.passes(), passes, "{now}");
            let words = report.to_string();
            assert!(words.contains(told), "{words}");
            let is_quiet = !words.contains("LONGER") && !words.contains("Shorter");
            assert_eq!(is_quiet, told.is_empty(), "{words}");
        }
    }

    #[test]
    fn a_path_without_a_committed_count_is_named() {
        let committed = Committed::none(with("rustc 1.95.0"));
        let report = Report::new(&committed, &with("rustc 1.95.0"), &[("law_flow", 1000)]);
        assert!(!report.passes());
        assert!(report.to_string().contains("NOT COMMITTED: law_flow"));
    }

    #[test]
    fn counts_of_another_compiler_are_told_and_not_judged() {
        let committed = Committed::none(with("rustc 1.95.0"))
            .with(&with("rustc 1.95.0"), &[("law_flow", 1000)])
            .unwrap();
        let report = Report::new(&committed, &with("rustc 1.96.0"), &[("law_flow", 2000)]);
        assert!(report.passes());
        let words = report.to_string();
        assert!(
            words.contains("NOT COMPARED") && words.contains("rustc 1.95.0"),
            "{words}"
        );
    }

    #[test]
    fn counts_of_two_compilers_are_not_mixed() {
        let committed = Committed::none(with("rustc 1.95.0"))
            .with(&with("rustc 1.95.0"), &[("law_flow", 1000), ("gone", 1)])
            .unwrap();
        let other = [("swarm_f32", 5)];
        assert!(committed.with(&with("rustc 1.96.0"), &other).is_err());
        let after = committed.with(&with("rustc 1.95.0"), &other).unwrap();
        // a path that is no more goes, the others stay
        let names: Vec<&String> = after.instructions.keys().collect();
        assert_eq!(names, ["law_flow", "swarm_f32"]);
    }
}
