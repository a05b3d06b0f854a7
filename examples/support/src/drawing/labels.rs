//! Names beside the ends of lines.

use kuva::plot::annotations::TextAnnotation;
use kuva::render::color::Color;
use kuva::render::render::{Primitive, TextAnchor};

use crate::drawing::frame::{Frame, Point};

/// Size of the letters, and minimum distance between two lines of text \[px\].
const LETTERS: u32 = 12;
const LINE: f64 = 15.0;

/// Texts beside the ends of lines, each in the colour of its line. They are moved up and down so
/// that no text covers another. If there is room for all, they stay between the lower and the upper
/// edge of the frame; on the right they may extend beyond it.
///
/// `height`: height of the frame as it is drawn \[px\].
pub fn beside(frame: &Frame, height: f64, ends: &[(Point, String, &str)]) -> Vec<TextAnnotation> {
    let (width, size) = frame.size();
    let gap = LINE * size / height;
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|&one, &other| ends[one].0.1.total_cmp(&ends[other].0.1));
    // below and above each text there must be room for those before and after it
    let room = |rank: usize| gap * (rank as f64 + 0.5);
    let wanted = order.iter().enumerate().map(|(rank, &index)| {
        let most = frame.high.1 - room(ends.len() - 1 - rank);
        ends[index].0.1.max(frame.low.1 + room(rank)).min(most)
    });
    let wanted: Vec<f64> = wanted.collect();
    let mut labels = Vec::new();
    for (index, y) in order.into_iter().zip(apart(&wanted, gap)) {
        let ((x, _), text, color) = &ends[index];
        labels.push(colored(text, (x + 0.01 * width, y - 0.6 * gap), color));
    }
    labels
}

/// A text of this colour that begins at a position.
pub fn colored(text: &str, (x, y): Point, color: &str) -> TextAnnotation {
    TextAnnotation::new(format!("{MARK}{color}{MARK}{text}"), x, y).with_font_size(LETTERS)
}

/// Mark before and after the colour of a text: kuva draws all texts centred and in one colour.
const MARK: char = '\u{2}';

/// Gives a drawn text of [`colored`] its colour. Returns whether the element is such a text.
pub(crate) fn color(element: &mut Primitive) -> bool {
    if let Primitive::Text {
        content,
        anchor,
        color,
        ..
    } = element
        && let Some((name, text)) = content
            .strip_prefix(MARK)
            .and_then(|rest| rest.split_once(MARK))
    {
        *color = Some(Color::from(name));
        *anchor = TextAnchor::Start;
        *content = text.to_owned();
        return true;
    }
    false
}

/// The positions that are nearest to some ascending ones and at least a gap apart.
///
/// Adjacent positions that are too near become a block, centred where its members want to be;
/// blocks that touch are merged.
fn apart(wanted: &[f64], gap: f64) -> Vec<f64> {
    // for each block: number of members, and mean of the wanted positions of its first member
    let mut blocks: Vec<(usize, f64)> = Vec::new();
    for &place in wanted {
        let mut block = (1, place);
        while let Some(&(count, first)) = blocks.last() {
            if first + gap * count as f64 <= block.1 {
                break;
            }
            let sum = count + block.0;
            let moved = block.1 - gap * count as f64;
            block = (
                sum,
                (first * count as f64 + moved * block.0 as f64) / sum as f64,
            );
            blocks.pop();
        }
        blocks.push(block);
    }
    (blocks.into_iter())
        .flat_map(|(count, first)| (0..count).map(move |index| first + gap * index as f64))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_move_apart_and_no_farther() {
        assert_eq!(apart(&[0.0, 5.0, 10.0], 2.0), [0.0, 5.0, 10.0]);
        assert_eq!(apart(&[1.0, 1.0], 2.0), [0.0, 2.0]);
        // the pair in the middle pushes the outer positions away
        assert_eq!(apart(&[0.0, 1.0, 1.0, 2.0], 2.0), [-2.0, 0.0, 2.0, 4.0]);
        assert_eq!(apart(&[], 2.0), [0.0; 0]);
    }
}
