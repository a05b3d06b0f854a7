//! A picture without axes: background, title, and the content of a program.

use crate::drawing::palette::{INK, PAPER, adaptive};

/// Width of a picture, as pages show it \[px\].
pub const WIDTH: f64 = 838.0;
/// Height of the line of the title \[px\].
pub const TITLE: f64 = 44.0;

/// A picture of this height \[px\] as SVG, for light and dark pages. Its text has letters of 12 px
/// in the colour `INK`, unless `content` sets others.
pub fn page(height: f64, title: &str, content: &str) -> String {
    let title = (title.replace('&', "&amp;").replace('<', "&lt;")).replace('>', "&gt;");
    adaptive(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\" \
         fill=\"{INK}\">\n<rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>\n\
         <text x=\"{middle}\" y=\"29\" text-anchor=\"middle\" font-size=\"16\">{title}</text>\n{content}</svg>\n",
        middle = 0.5 * WIDTH,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::well_formed::assert_well_formed;

    #[test]
    fn titles_are_text() {
        let svg = page(100.0, "a < b & <c>", "<text>content</text>\n");
        assert_well_formed(&svg);
        assert!(svg.contains(">a &lt; b &amp; &lt;c&gt;<"));
    }
}
