//! Several panels under one title, as text and as files.

use std::path::{Path, PathBuf};

use anyhow::Result;
use kuva::prelude::{Figure, SvgBackend};
use kuva::render::render::{Primitive, TextAnchor};

use crate::drawing::dark::dark;
use crate::drawing::labels;
use crate::drawing::page;
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

/// Size of the letters of the line below the title, and how far down it is \[px\].
const NOTE: u32 = 12;
const NOTE_DOWN: f64 = 34.0;

/// The SVG of a figure that has all but its title and its spaces. A second line of the title is a note below the first.
pub fn svg(title: &str, figure: Figure) -> String {
    let (title, note) = title.split_once('\n').unwrap_or((title, ""));
    let mut drawing = figure
        .with_title(title)
        .with_title_size(TITLE)
        .with_padding(SPACE)
        .with_spacing(SPACE)
        .render();
    drawing.elements.iter_mut().for_each(labels::color);
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
    // without it a page that makes the picture smaller would cut it off instead
    let view_box = format!("<svg viewBox=\"0 0 {} {}\" ", drawing.width, drawing.height);
    svg.replacen("<svg ", &view_box, 1)
}

/// Writes a picture, and beside it the one for dark pages: `picture.svg` and `picture-dark.svg`.
pub fn write(file: &Path, svg: &str) -> Result<()> {
    files::write(file, svg)?;
    // beside a device, such as /dev/null, there is no place for another file
    if !file.is_file() {
        return Ok(());
    }
    files::write(&for_dark_pages(file), dark(svg))
}

/// The name of the picture for dark pages.
fn for_dark_pages(file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let ending = file.extension().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{name}-dark"))
        .with_extension(&*ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Least size of letters where a picture is shown \[px\].
    const LETTERS: f64 = 11.0;

    #[test]
    fn the_dark_one_is_beside_the_light_one() {
        let name = |file: &str| for_dark_pages(Path::new(file));
        assert_eq!(
            name("target/scene/picture.svg"),
            Path::new("target/scene/picture-dark.svg")
        );
        assert_eq!(name("picture"), Path::new("picture-dark"));
    }

    #[test]
    fn letters_of_committed_pictures_can_be_read_and_each_has_a_dark_one() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut pictures = Vec::new();
        let mut folders = vec![root.join("docs"), root.join("examples")];
        while let Some(folder) = folders.pop() {
            for entry in folder.read_dir().unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "svg") {
                    pictures.push(path);
                }
            }
        }
        assert!(pictures.len() >= 10, "{pictures:?}");
        let lights =
            (pictures.iter()).filter(|path| !path.to_string_lossy().ends_with("-dark.svg"));
        for picture in lights {
            let svg = std::fs::read_to_string(picture).unwrap();
            let number = |after: &str| {
                let digits = svg.split(after).nth(1)?.split('"').next()?;
                digits.split_whitespace().last()?.parse::<f64>().ok()
            };
            let width = svg.split("viewBox=\"").nth(1).and_then(|view_box| {
                let mut numbers = view_box.split('"').next()?.split_whitespace();
                numbers.nth(2)?.parse::<f64>().ok()
            });
            let width = width.or_else(|| number("width=\"")).unwrap();
            let sizes = svg.split("font-size=\"").skip(1);
            let sizes = sizes.map(|rest| rest.split('"').next().unwrap().trim_end_matches("px"));
            for size in sizes.map(|size| size.parse::<f64>().unwrap()) {
                let shown = size * (page::WIDTH / width).min(1.0);
                assert!(
                    shown >= LETTERS,
                    "{}: letters of {shown:.1} px",
                    picture.display()
                );
            }
            let in_the_dark = std::fs::read_to_string(for_dark_pages(picture));
            let is_current = in_the_dark.is_ok_and(|in_the_dark| in_the_dark == dark(&svg));
            assert!(is_current, "the dark one of {}", picture.display());
        }
    }
}
