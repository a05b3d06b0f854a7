//! Colours of curves on light and on dark paper.

use support::drawing::style::{GRID, INK, PAPER};

/// What stands for each colour on dark paper: those of Okabe and Ito, lighter where they are dark.
pub(crate) const DARK: [(&str, &str); 15] = [
    (PAPER, "#16181c"),
    (INK, "#d8dade"),
    (GRID, "#30343b"),
    ("#d55e00", "#ff7f2a"),
    ("#e69f00", "#f0b429"),
    ("#56b4e9", "#7cc7f2"),
    ("#009e73", "#2fc79c"),
    ("#cc79a7", "#e49ac4"),
    ("#777777", "#a5a5a5"),
    ("#0072b2", "#4da3e0"),
    ("#000000", "#ffffff"),
    ("#a0522d", "#d08a5c"),
    ("#7f4fc9", "#b18cf0"),
    ("#8a6d00", "#d3b84a"),
    ("#8b1a1a", "#e06c6c"),
];

/// Rules of a style sheet that give figures the colours for dark paper.
pub(crate) fn dark_rules() -> String {
    let rule = |(light, dark): (&str, &str)| {
        format!(
            "figure [fill=\"{light}\"]{{fill:{dark}}}figure [stroke=\"{light}\"]{{stroke:{dark}}}\n"
        )
    };
    DARK.map(rule).concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinstep::Scheme;
    use support::drawing::style::Style;

    #[test]
    fn every_scheme_has_a_colour_for_dark_paper() {
        for scheme in Scheme::ALL {
            let color = Style::of(scheme).color;
            assert!(DARK.iter().any(|(light, _)| *light == color), "{scheme}");
        }
    }
}
