//! Pictures that adapt to light and dark pages.
//!
//! The attributes of a drawing have the colours of light pages. A style sheet inside the drawing
//! replaces them if the reader prefers dark pages: in a file of its own, in an `<img>` and inside a
//! page of HTML. Several pictures on one page do not conflict: the rules are the same in all of
//! them, apply only inside elements of the class `drawing`, and all ids differ.

/// Background.
pub const PAPER: &str = "#fdfdfb";
/// Grid lines.
pub const GRID: &str = "#e6e6e2";
/// Axes and text.
pub const INK: &str = "#333333";
/// kinstep's own colour, in every picture.
pub const KINSTEP: &str = "#0072b2";
/// kinstep's own colour on a dark background.
pub const KINSTEP_ON_DARK: &str = "#4fb4ff";

/// Every colour of a picture, and its replacement on a dark page. Curves have the colours of Okabe
/// and Ito, with grey instead of yellow, which is hard to see on a light background.
pub const COLORS: [(&str, &str); 18] = [
    (PAPER, "#16181c"),
    (INK, "#d8dade"),
    (GRID, "#30343b"),
    (KINSTEP, KINSTEP_ON_DARK),
    ("#d55e00", "#ff7f2a"),
    ("#e69f00", "#f0b429"),
    ("#56b4e9", "#a8dcfa"),
    ("#009e73", "#2fc79c"),
    ("#cc79a7", "#e49ac4"),
    ("#777777", "#a5a5a5"),
    ("#000000", "#ffffff"),
    ("#a0522d", "#d08a5c"),
    ("#7f4fc9", "#b18cf0"),
    ("#8a6d00", "#d3b84a"),
    ("#8b1a1a", "#e06c6c"),
    // a broad line behind others, the ground, and a highlighted row
    ("#d4d4cf", "#45494f"),
    ("#c9c5be", "#4b4f56"),
    ("#e3efe3", "#203128"),
];

/// Makes an SVG with the colours of light pages adapt to dark pages.
///
/// The ids of kuva's clip paths become unique to this picture, and do not depend on pictures drawn
/// before it.
#[must_use]
pub fn adaptive(svg: &str) -> String {
    let mut rules = format!(".drawing{{fill:{}}}", COLORS[1].1);
    for (light, dark) in COLORS {
        for property in ["fill", "stroke"] {
            let attribute = format!("{property}=\"{light}\"");
            if svg.contains(&attribute) {
                rules += &format!("\n.drawing [{attribute}]{{{property}:{dark}}}");
            }
        }
    }
    let style = format!("<style>@media (prefers-color-scheme:dark){{\n{rules}\n}}</style>");
    let own = with_own_ids(svg);
    match own.split_once('>') {
        Some((root, content)) => format!(
            "{} class=\"drawing\">\n{style}{content}",
            root.trim_end_matches('/')
        ),
        None => own,
    }
}

/// The drawing with ids that no other drawing has. kuva counts its clip paths across all drawings
/// of a program.
fn with_own_ids(svg: &str) -> String {
    const KUVA: &str = "kuva-clip-";
    const PANEL: &str = "kuva-panel-";
    let definition = format!("id=\"{KUVA}");
    let counts = (svg.split(&definition).skip(1)).filter_map(|rest| rest.split('"').next());
    let numbered = counts
        .enumerate()
        .fold(svg.to_owned(), |svg, (panel, count)| {
            ["\"", ")"].iter().fold(svg, |svg, end| {
                svg.replace(
                    &format!("{KUVA}{count}{end}"),
                    &format!("{PANEL}{panel}{end}"),
                )
            })
        });
    // FNV-1a, which gives equal hashes in all versions of Rust
    let hash = numbered.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    numbered.replace(PANEL, &format!("panel-{hash:08x}-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast of two colours by WCAG 2: 1 for equal colours, 21 for black and white.
    fn contrast(one: &str, other: &str) -> f64 {
        let luminance = |color: &str| {
            let bytes = u32::from_str_radix(color.trim_start_matches('#'), 16).unwrap();
            let [_, rgb @ ..] = bytes.to_be_bytes();
            let [r, g, b] = rgb.map(|byte| (f64::from(byte) / 255.0).powf(2.2));
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        one.max(other) / one.min(other)
    }

    #[test]
    fn lettering_can_be_read_on_both_papers() {
        let [(paper, dark_paper), (ink, dark_ink), ..] = COLORS;
        assert!(contrast(paper, ink) > 7.0 && contrast(dark_paper, dark_ink) > 7.0);
        let curves = &COLORS[3..COLORS.len() - 3];
        for (light, dark) in curves {
            assert!(contrast(dark_paper, dark) > 4.5, "{dark}");
            // the lowest is 2.1, of orange and of sky blue on the light background
            assert!(contrast(paper, light) > 2.0, "{light}");
        }
    }

    #[test]
    fn colours_change_on_dark_pages_and_ids_are_the_drawings_own() {
        let drawing = |count: u32, text: &str| {
            format!(
                "<svg fill=\"{INK}\"><clipPath id=\"kuva-clip-{count}\"/><g clip-path=\"url(#kuva-clip-{count})\">\
                 <text fill=\"{KINSTEP}\">{text}</text></g></svg>"
            )
        };
        let svg = adaptive(&drawing(7, "one"));
        crate::drawing::well_formed::assert_well_formed(&svg);
        assert!(svg.starts_with(&format!("<svg fill=\"{INK}\" class=\"drawing\">\n<style>")));
        let rule = format!(".drawing [fill=\"{KINSTEP}\"]{{fill:{KINSTEP_ON_DARK}}}");
        assert!(svg.contains(&rule) && !svg.contains("stroke"), "{svg}");
        assert_eq!(svg, adaptive(&drawing(8, "one")));
        let id = |svg: &str| svg.split("id=\"").nth(1).unwrap()[..14].to_owned();
        assert_ne!(id(&svg), id(&adaptive(&drawing(7, "two"))));
    }
}
