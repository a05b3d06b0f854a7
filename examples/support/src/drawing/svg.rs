//! Draws several panels under one title as an SVG, and writes it to a file.

use std::path::Path;

use anyhow::Result;
use kuva::prelude::{Figure, SvgBackend};
use kuva::render::render::{Primitive, TextAnchor};

use crate::drawing::labels;
use crate::drawing::page;
use crate::drawing::palette::adaptive;
use crate::files;

/// Free space above the title, and around and between the panels \[px\].
const SPACE: f64 = 14.0;
/// Size of the letters of the title \[px\]: a line of 838 px holds about 85 of them.
const TITLE: u32 = 16;

/// Width of columns that fill a picture \[px\].
pub fn column(columns: usize) -> f64 {
    let spaces = SPACE * (columns + 1) as f64;
    (page::WIDTH - spaces) / columns as f64
}

/// Size of the letters of the note below the title, and its distance from the top \[px\].
const NOTE: u32 = 12;
const NOTE_DOWN: f64 = 34.0;

/// Renders a figure, which lacks only its title and its margins, as an SVG for light and dark
/// pages. A second line of `title` becomes a note below the title.
pub fn svg(title: &str, figure: Figure) -> String {
    let (title, note) = title.split_once('\n').unwrap_or((title, ""));
    let mut drawing = figure
        .with_title(title)
        .with_title_size(TITLE)
        .with_padding(SPACE)
        .with_spacing(SPACE)
        .render();
    // kuva clips all texts at the axes
    let mut beside = Vec::new();
    for mut element in std::mem::take(&mut drawing.elements) {
        if labels::color(&mut element) {
            beside.push(element);
            continue;
        }
        let axes_end = matches!(element, Primitive::ClipEnd);
        drawing.elements.push(element);
        if axes_end {
            drawing.elements.append(&mut beside);
        }
    }
    if !note.is_empty() {
        drawing.elements.push(Primitive::Text {
            x: 0.5 * drawing.width,
            y: NOTE_DOWN,
            content: note.to_owned(),
            size: NOTE,
            anchor: TextAnchor::Middle,
            rotate: None,
            bold: false,
            color: None,
        });
    }
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
    // without a view box, a page that shrinks the picture would crop it instead
    let view_box = format!("<svg viewBox=\"0 0 {} {}\" ", drawing.width, drawing.height);
    adaptive(&svg.replacen("<svg ", &view_box, 1))
}

/// Writes a picture.
///
/// # Errors
/// If the file cannot be written.
pub fn write(file: &Path, svg: &str) -> Result<()> {
    files::write(file, svg)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::drawing::palette::COLORS;

    /// Smallest size of letters in a picture, at the width at which a page shows it \[px\].
    const LETTERS: f64 = 11.0;
    /// Maximum number of pictures in the repository: those of the README, the guides and the
    /// programs.
    const MOST: usize = 10;

    /// Paths of all pictures below some folders of the repository.
    fn pictures() -> Vec<PathBuf> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut pictures = Vec::new();
        let mut folders = vec![root.join("docs"), root.join("examples")];
        while let Some(folder) = folders.pop() {
            for entry in folder.read_dir().unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path
                    .extension()
                    .is_some_and(|it| it == "svg" || it == "png")
                {
                    pictures.push(path);
                }
            }
        }
        pictures
    }

    /// All values of an attribute in an SVG.
    fn values<'a>(svg: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
        let start = format!(" {attribute}=\"");
        let values: Vec<&str> = (svg.split(&start).skip(1))
            .filter_map(|rest| rest.split('"').next())
            .collect();
        values.into_iter()
    }

    #[test]
    fn committed_pictures_are_few_and_can_be_read_on_light_and_dark_pages() {
        let pictures = pictures();
        assert!((5..=MOST).contains(&pictures.len()), "{pictures:?}");
        for picture in pictures
            .iter()
            .filter(|it| it.extension().is_some_and(|it| it == "svg"))
        {
            let (svg, name) = (std::fs::read_to_string(picture).unwrap(), picture.display());
            let view_box = values(&svg, "viewBox").next().unwrap();
            let width: f64 = view_box.split(' ').nth(2).unwrap().parse().unwrap();
            for size in values(&svg, "font-size") {
                let size: f64 = size.parse().unwrap();
                let shown = size * (page::WIDTH / width).min(1.0);
                assert!(shown >= LETTERS, "{name}: letters of {shown:.1} px");
            }
            for color in values(&svg, "fill").chain(values(&svg, "stroke")) {
                let changes = COLORS.iter().any(|(light, _)| *light == color);
                assert!(
                    changes || color == "none" || color.starts_with("rgb("),
                    "{name}: {color} has no colour on dark pages"
                );
            }
            assert!(svg.contains("@media (prefers-color-scheme:dark)"), "{name}");
        }
    }
}
