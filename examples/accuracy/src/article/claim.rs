//! A claim, and what became of it.

use crate::section::Table;

/// A claim of the article.
#[derive(Debug)]
pub(super) struct Claim {
    /// What it says, in other words.
    pub(super) claim: &'static str,
    /// What was measured.
    pub(super) measured: String,
    /// What became of it.
    pub(super) verdict: Verdict,
}

/// What became of a claim.
#[derive(Debug, PartialEq)]
pub(super) enum Verdict {
    /// It holds wherever we looked.
    True,
    /// What is off is no more than rounding.
    TrueInExactArithmetic,
    /// It holds under a condition.
    OnlyFor(String),
    /// It holds nowhere we looked.
    False,
}

impl Verdict {
    /// True for all, false for none, and else under a condition.
    pub(super) fn of_share(count: usize, all: usize, condition: String) -> Self {
        match count {
            0 => Self::False,
            count if count == all => Self::True,
            _ => Self::OnlyFor(condition),
        }
    }

    /// True or false.
    pub(super) fn of(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::True => formatter.pad("true"),
            Self::TrueInExactArithmetic => formatter.pad("true in exact arithmetic only"),
            Self::OnlyFor(condition) => write!(formatter, "only {condition}"),
            Self::False => formatter.pad("false"),
        }
    }
}

/// All claims, and in one sentence how many hold.
pub(super) fn table(claims: &[Claim]) -> Table {
    let row = |claim: &Claim| {
        let cells = [claim.claim, &claim.measured, &claim.verdict.to_string()];
        cells.map(str::to_owned).to_vec()
    };
    let header = ["the article says", "measured", "verdict"];
    let rows = claims.iter().map(row).collect();
    Table::new("verdicts", "The claims of the article", header, rows)
        .of_words()
        .with_finding(format!("Of {} claims: {}.", claims.len(), tally(claims)))
}

/// "4 true, 1 in exact arithmetic only, 8 under conditions, 3 false".
pub(super) fn tally(claims: &[Claim]) -> String {
    let count = |is_meant: fn(&Verdict) -> bool| {
        (claims.iter().filter(|claim| is_meant(&claim.verdict))).count()
    };
    format!(
        "{} true, {} in exact arithmetic only, {} under conditions, {} false",
        count(|verdict| *verdict == Verdict::True),
        count(|verdict| *verdict == Verdict::TrueInExactArithmetic),
        count(|verdict| matches!(verdict, Verdict::OnlyFor(_))),
        count(|verdict| *verdict == Verdict::False),
    )
}
