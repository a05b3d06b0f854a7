//! Values on the command line.

use std::ops::{Range, RangeInclusive};

/// A number in a range.
fn number(text: &str, wish: &str, range: RangeInclusive<f64>) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if range.contains(&value) => Ok(value),
        _ => Err(wish.to_owned()),
    }
}

pub(super) fn rate(text: &str) -> Result<f64, String> {
    let wish = "it must be a number of steps a second, from 0.1 to 1000";
    number(text, wish, 0.1..=1000.0)
}

pub(super) fn warp(text: &str) -> Result<f64, String> {
    number(text, "it must be a number from 1 to 100", 1.0..=100.0)
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let wish = "it must be a number of seconds, from 0.001 to 3600";
    number(text, wish, 1e-3..=3600.0)
}

pub(super) fn pad(text: &str) -> Result<usize, String> {
    let pad = text.parse().ok().filter(|pad| *pad > 0);
    pad.ok_or_else(|| "pads are counted from the left, from 1".to_owned())
}

pub(super) fn seeds(text: &str) -> Result<Range<u64>, String> {
    let range = text.split_once("..").and_then(|(start, end)| {
        let start = start.parse().ok()?;
        let end = match end.strip_prefix('=') {
            Some(last) => last.parse::<u64>().ok()?.checked_add(1)?,
            None => end.parse().ok()?,
        };
        (start < end).then_some(start..end)
    });
    range.ok_or_else(|| "it must be like 0..100, which is from 0 to 99".to_owned())
}

pub(super) fn size(text: &str) -> Result<[u16; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| (64..=4096).contains(side));
    let sides =
        (text.split_once('x')).and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides.ok_or_else(|| "it must be like 1280x800, with sides from 64 to 4096".to_owned())
}
