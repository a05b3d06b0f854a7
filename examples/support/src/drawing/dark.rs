//! The same picture for dark pages.

/// Chroma below which a colour counts as grey.
const GREY: f64 = 0.04;
/// Lightness of the lightest and of the darkest thing on a dark page.
const DARK: [f64; 2] = [0.2, 0.95];

/// The picture in colours for dark pages: greys change places, paper with ink, and other colours become light enough for a
/// dark paper. Lighter colours stay the lighter ones.
pub fn dark(svg: &str) -> String {
    let mut parts = svg.split('#');
    let mut dark = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        dark.push('#');
        match part.split_at_checked(6) {
            Some((digits, rest)) if is_color(digits, rest) => {
                dark.push_str(&on_dark(digits));
                dark.push_str(rest);
            }
            _ => dark.push_str(part),
        }
    }
    dark
}

/// Whether these are the digits of a colour, and not of the name of something: `url(#…)` ends in a bracket.
fn is_color(digits: &str, rest: &str) -> bool {
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()) && rest.starts_with(['"', ';', '\''])
}

/// Six digits for those of a colour on light paper.
fn on_dark(digits: &str) -> String {
    let bytes = u32::from_str_radix(digits, 16).unwrap_or_default();
    let [_, rgb @ ..] = bytes.to_be_bytes();
    let Oklab { lightness, a, b } = Oklab::of(rgb);
    let lightness = if a.hypot(b) < GREY {
        // 0 is black, and 1 white; what is darker than the middle is ink, and stays far from the paper
        DARK[1] + (DARK[0] - DARK[1]) * lightness * lightness
    } else {
        0.5 + 0.45 * lightness
    };
    let [red, green, blue] = Oklab { lightness, a, b }.rgb();
    format!("{red:02x}{green:02x}{blue:02x}")
}

/// A colour by lightness and by what eyes tell apart at equal lightness (B. Ottosson, 2020).
struct Oklab {
    lightness: f64,
    a: f64,
    b: f64,
}

impl Oklab {
    fn of(rgb: [u8; 3]) -> Self {
        let [r, g, b] = rgb.map(linear);
        let cones = [
            0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
            0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
            0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
        ];
        let [l, m, s] = cones.map(f64::cbrt);
        Self {
            lightness: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            a: 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            b: 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        }
    }

    /// The nearest colour that a screen has, part by part.
    fn rgb(&self) -> [u8; 3] {
        let Self { lightness, a, b } = self;
        let cones = [
            lightness + 0.3963377774 * a + 0.2158037573 * b,
            lightness - 0.1055613458 * a - 0.0638541728 * b,
            lightness - 0.0894841775 * a - 1.2914855480 * b,
        ];
        let [l, m, s] = cones.map(|cone| cone.powi(3));
        let linear = [
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
        ];
        linear.map(byte)
    }
}

/// The light of a byte of sRGB.
fn linear(byte: u8) -> f64 {
    let value = f64::from(byte) / 255.0;
    if value <= 0.04045 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}

/// The byte of sRGB for some light.
fn byte(light: f64) -> u8 {
    let value = if light <= 0.0031308 {
        12.92 * light
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    };
    (255.0 * value.clamp(0.0, 1.0)).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::style::{INK, PAPER};

    /// Contrast of two colours by WCAG 2: 1 for equal ones, 21 for black and white.
    fn contrast(one: &str, other: &str) -> f64 {
        let luminance = |color: &str| {
            let bytes = u32::from_str_radix(color.trim_start_matches('#'), 16).unwrap();
            let [_, rgb @ ..] = bytes.to_be_bytes();
            let [r, g, b] = rgb.map(linear);
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        one.max(other) / one.min(other)
    }

    #[test]
    fn colors_survive_the_way_there_and_back() {
        for rgb in [[0, 0, 0], [255, 255, 255], [213, 94, 0], [86, 180, 233]] {
            assert_eq!(Oklab::of(rgb).rgb(), rgb);
        }
    }

    #[test]
    fn ink_and_lines_are_seen_on_both_papers() {
        let paper = dark(&format!("{PAPER}\""));
        let ink = dark(&format!("{INK}\""));
        assert!(contrast(PAPER, INK) > 7.0);
        assert!(contrast(paper.trim_end_matches('"'), ink.trim_end_matches('"')) > 7.0);
        for color in [
            "#d55e00", "#0072b2", "#009e73", "#8b1a1a", "#e69f00", "#000000",
        ] {
            let line = dark(&format!("{color}\""));
            let seen = contrast(paper.trim_end_matches('"'), line.trim_end_matches('"'));
            assert!(seen > 4.5, "{color} becomes {line}: {seen}");
        }
    }

    #[test]
    fn only_colors_change() {
        let svg =
            r##"<g clip-path="url(#abcdef)"><path fill="#fdfdfb"/><a href="#facade1"/>é#é</g>"##;
        let dark = dark(svg);
        assert!(dark.contains("url(#abcdef)") && dark.contains("#facade1") && dark.contains("é#é"));
        assert!(!dark.contains("#fdfdfb"));
    }
}
