//! Styles of curves that belong to no scheme.

use support::drawing::style::Style;

/// Solid lines in colours that the page knows.
pub(crate) const GREY: Style = solid("#777777");
pub(crate) const VERMILION: Style = solid("#d55e00");
pub(crate) const ORANGE: Style = solid("#e69f00");
pub(crate) const SKY: Style = solid("#56b4e9");
pub(crate) const GREEN: Style = solid("#009e73");
pub(crate) const PINK: Style = solid("#cc79a7");
pub(crate) const BLUE: Style = solid("#0072b2");
pub(crate) const BLACK: Style = solid("#000000");

const fn solid(color: &'static str) -> Style {
    Style {
        color,
        dashes: None,
        radius: 4.0,
    }
}

/// The same line with dashes.
pub(crate) const fn dashed(style: Style) -> Style {
    Style {
        dashes: Some("6 4"),
        ..style
    }
}
