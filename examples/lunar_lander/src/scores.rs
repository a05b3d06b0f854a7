//! The best scores of a player for each mission and seed, which can be saved as a text.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use crate::levels::LEVELS;
use crate::mission::Mission;

/// Best scores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scores {
    best: BTreeMap<(String, u64), u32>,
}

impl Scores {
    /// Reads scores from their text, which has one line each, such as `moon 11 233`. Invalid lines
    /// are skipped.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut scores = Self::default();
        for line in text.lines() {
            let words: Vec<_> = line.split_whitespace().collect();
            let [name, seed, score] = words[..] else {
                continue;
            };
            if let (Ok(mission), Ok(seed), Ok(score)) =
                (Mission::named(name), seed.parse(), score.parse())
            {
                scores.add(&mission, seed, score);
            }
        }
        scores
    }

    /// Best score of a mission and seed.
    #[must_use]
    pub fn best(&self, mission: &Mission, seed: u64) -> Option<u32> {
        self.best.get(&(mission.name.to_owned(), seed)).copied()
    }

    /// Adds a score. Returns whether it is the best.
    pub fn add(&mut self, mission: &Mission, seed: u64, score: u32) -> bool {
        let is_best = self.best(mission, seed).is_none_or(|best| score > best);
        if is_best {
            self.best.insert((mission.name.to_owned(), seed), score);
        }
        is_best
    }

    /// Index of the first level without a score, or of the last level.
    #[must_use]
    pub fn level(&self) -> usize {
        let open = |level: &crate::levels::Level| self.best(&level.mission, level.seed).is_none();
        LEVELS.iter().position(open).unwrap_or(LEVELS.len() - 1)
    }
}

impl Display for Scores {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        for ((name, seed), score) in &self.best {
            writeln!(formatter, "{name} {seed} {score}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_better_scores_count_each_for_its_mission_and_seed() {
        let mut scores = Scores::default();
        let added = [200, 200, 233, 199].map(|score| scores.add(&Mission::MOON, 11, score));
        assert_eq!(added, [true, false, true, false]);
        assert!(scores.add(&Mission::TITAN, 11, 5));
        let best = [
            (Mission::MOON, 11),
            (Mission::TITAN, 11),
            (Mission::MOON, 12),
        ];
        let best = best.map(|(mission, seed)| scores.best(&mission, seed));
        assert_eq!(best, [Some(233), Some(5), None]);
    }

    #[test]
    fn scores_come_back_from_their_text_and_nonsense_is_left_out() {
        let mut scores = Scores::default();
        scores.add(&Mission::MOON, u64::MAX, u32::MAX);
        scores.add(&Mission::FIRST, 0, 0);
        let nonsense = "moon\nmoon 1\nmoon 1 2 3\npluto 1 2\nmoon -1 2\nmoon 1 99999999999\n";
        assert_eq!(Scores::read(&format!("{nonsense}{scores}")), scores);
    }

    #[test]
    fn a_level_opens_when_the_one_before_has_a_score() {
        let mut scores = Scores::default();
        for (index, level) in LEVELS.iter().enumerate() {
            assert_eq!(scores.level(), index);
            scores.add(&level.mission, level.seed, 1);
        }
        assert_eq!(scores.level(), LEVELS.len() - 1);
    }
}
