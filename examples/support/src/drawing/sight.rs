//! Whether everybody can tell curves apart.

use kinstep::Scheme;

use super::dark::{Oklab, linear};
use super::style::Style;
use crate::measuring::{engines, gyroscopes};

/// What eyes make of red, green and blue light: all receptors, or without those for red, green or blue
/// (G. M. Machado, M. M. Oliveira, L. A. F. Fernandes 2009, in full severity).
const EYES: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
];
/// Colours that are nearer in Oklab are taken for each other.
const NEAR: f64 = 0.1;

/// How far two colours are apart for the eyes that see least of it.
fn apart(one: &str, other: &str) -> f64 {
    let seen = |color: &str, eyes: &[[f64; 3]; 3]| {
        let bytes = u32::from_str_radix(color.trim_start_matches('#'), 16).unwrap();
        let [_, rgb @ ..] = bytes.to_be_bytes();
        let light = rgb.map(linear);
        let mixed = |row: &[f64; 3]| {
            (row.iter().zip(light))
                .map(|(share, light)| share * light)
                .sum::<f64>()
        };
        Oklab::of_light(eyes.each_ref().map(|row| mixed(row).clamp(0.0, 1.0)))
    };
    let distances = EYES.iter().map(|eyes| {
        let (one, other) = (seen(one, eyes), seen(other, eyes));
        (one.lightness - other.lightness).hypot((one.a - other.a).hypot(one.b - other.b))
    });
    distances.fold(f64::INFINITY, f64::min)
}

#[test]
fn curves_differ_in_dashes_or_in_colours_for_all_eyes() {
    let schemes = Scheme::ALL.map(|scheme| {
        (
            scheme.to_string(),
            Style::of(scheme).color,
            Style::of(scheme).dashes,
        )
    });
    let engines = engines::ALL
        .iter()
        .map(|engine| (engine.name.to_owned(), engine.color, Some(engine.dashes)));
    let gyroscopes =
        (gyroscopes::ALL.iter()).map(|rule| (rule.name.to_owned(), rule.color, Some(rule.dashes)));
    for group in [
        schemes.to_vec(),
        engines.collect(),
        gyroscopes.collect::<Vec<_>>(),
    ] {
        for (index, (name, color, dashes)) in group.iter().enumerate() {
            for (other, other_color, other_dashes) in &group[index + 1..] {
                let distance = apart(color, other_color);
                assert!(
                    dashes != other_dashes || distance > NEAR,
                    "{name} and {other} are {distance:.3} apart"
                );
            }
        }
    }
}

/// What the test above is for: these two were the same grey to people who see no red.
#[test]
fn the_pair_of_before_is_near() {
    assert!(apart("#009e73", "#cc79a7") < NEAR);
    assert!(apart("#000000", "#ffffff") > 0.9);
}
