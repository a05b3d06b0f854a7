//! Several panels under one title, as text.

use kuva::prelude::{Figure, SvgBackend};
use kuva::render::render::Primitive;

/// Free space above the title, and around and between the panels \[px\].
const SPACE: f64 = 14.0;

/// The SVG of a figure that has all but its title and its spaces.
pub fn svg(title: &str, figure: Figure) -> String {
    let mut drawing = figure
        .with_title(title)
        .with_title_size(19)
        .with_padding(SPACE)
        .with_spacing(SPACE)
        .render();
    // the title leaves no space above itself
    drawing.elements.insert(
        0,
        Primitive::GroupStart {
            transform: Some(format!("translate(0,{SPACE})")),
            title: None,
            extra_attrs: None,
        },
    );
    drawing.elements.push(Primitive::GroupEnd);
    drawing.height += SPACE;
    let svg = SvgBackend::new().with_pretty(true).render_scene(&drawing);
    // without it a page that makes the picture smaller would cut it off instead
    let view_box = format!("<svg viewBox=\"0 0 {} {}\" ", drawing.width, drawing.height);
    svg.replacen("<svg ", &view_box, 1)
}
