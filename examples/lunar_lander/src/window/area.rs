//! Polygons, discs and curtains as triangles.

use kinstep::nalgebra::Vector2;
use lunar_lander::scene::Color;

use super::sheet::{SOFT, Sheets, faded};

/// Fills a convex polygon.
pub(super) fn polygon(sheets: &mut Sheets, corners: &[[f32; 2]], color: Color) {
    let mut outline: Vec<Vector2<f32>> = Vec::with_capacity(corners.len());
    for corner in corners.iter().map(|corner| Vector2::from(*corner)) {
        if outline.last().is_none_or(|last| *last != corner) {
            outline.push(corner);
        }
    }
    if outline.len() > 1 && outline.first() == outline.last() {
        outline.pop();
    }
    if outline.len() < 3 || 2 * outline.len() > Sheets::CORNERS {
        return;
    }
    let middle = outline.iter().sum::<Vector2<f32>>() / outline.len() as f32;
    let (outward, thickness) = outward(&outline, &middle);
    let inner = thickness.min(SOFT);
    // thinner than its soft edge: fainter, so that it covers what it should
    let share = 2.0 * thickness / (inner + SOFT);
    let color = faded(color, share.min(1.0));
    let (mut sheet, _) = sheets.with_room(2 * outline.len());
    let first = sheet.corners();
    for (corner, outward) in outline.iter().zip(&outward) {
        sheet.corner((corner - outward * inner).into(), color);
        sheet.corner((corner + outward * SOFT).into(), faded(color, 0.0));
    }
    let count = outline.len() as u16;
    for index in 0..count {
        let next = (index + 1) % count;
        let [here, there] = [index, next].map(|at| [first + 2 * at, first + 2 * at + 1]);
        sheet.between(here, there);
        if index > 0 && next > 0 {
            sheet.triangle([first, first + 2 * index, first + 2 * next]);
        }
    }
}

/// Where each corner goes when all sides move outward by one, and how far the nearest side is from the middle.
fn outward(outline: &[Vector2<f32>], middle: &Vector2<f32>) -> (Vec<Vector2<f32>>, f32) {
    /// Sharp corners do not go further than this.
    const FARTHEST: f32 = 3.0;
    let count = outline.len();
    let side = |index: usize| (outline[(index + 1) % count] - outline[index]).normalize();
    let area: f32 = (0..count)
        .map(|index| outline[index].perp(&outline[(index + 1) % count]))
        .sum();
    let away = |along: Vector2<f32>| Vector2::new(along.y, -along.x) * area.signum();
    let mut nearest = f32::INFINITY;
    let corners = (0..count).map(|index| {
        let [before, after] = [(index + count - 1) % count, index].map(|at| away(side(at)));
        nearest = nearest.min(after.dot(&(outline[index] - middle)));
        let meeting = (before + after) / (1.0 + before.dot(&after)).max(1e-3);
        meeting * (FARTHEST / meeting.norm().max(1e-3)).min(1.0)
    });
    (corners.collect(), nearest.max(0.0))
}

/// Fills a circle.
pub(super) fn disc(sheets: &mut Sheets, center: [f32; 2], radius: f32, color: Color) {
    /// How far a chord may be from its arc \[pixels\].
    const FLAT: f32 = 0.1;
    if radius.is_nan() || radius <= 0.0 {
        return;
    }
    let pieces = std::f32::consts::PI * (radius / (2.0 * FLAT)).sqrt();
    let pieces = pieces.ceil().clamp(8.0, 256.0) as u16;
    let inner = (radius - SOFT).max(0.0);
    let outer = radius + SOFT;
    // what a cone without its top covers is to be what the circle does
    let share = 3.0 * radius * radius / (outer * outer + outer * inner + inner * inner);
    let color = faded(color, if radius < 2.0 { share } else { 1.0 });
    let (mut sheet, _) = sheets.with_room(2 * usize::from(pieces) + 1);
    let middle = sheet.corner(center, color);
    let first = middle + 1;
    for piece in 0..pieces {
        let turn = std::f32::consts::TAU * f32::from(piece) / f32::from(pieces);
        let (sine, cosine) = turn.sin_cos();
        let at = |reach: f32| [center[0] + reach * cosine, center[1] + reach * sine];
        sheet.corner(at(inner), color);
        sheet.corner(at(outer), faded(color, 0.0));
    }
    for piece in 0..pieces {
        let [here, there] =
            [piece, (piece + 1) % pieces].map(|at| [first + 2 * at, first + 2 * at + 1]);
        sheet.between(here, there);
        if inner > 0.0 {
            sheet.triangle([middle, here[0], there[0]]);
        }
    }
}

/// Fills all between a line and a level.
pub(super) fn curtain(sheets: &mut Sheets, top: &[[f32; 2]], bottom: f32, colors: [Color; 2]) {
    let highest = top.iter().fold(bottom, |highest, [_, y]| y.min(highest));
    let color = |y: f32| {
        let share = if bottom > highest {
            ((y - highest) / (bottom - highest)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let [from, to] = colors;
        [0, 1, 2, 3].map(|part| from[part] + (to[part] - from[part]) * share)
    };
    let mut last = None;
    for (index, [x, y]) in top.iter().copied().enumerate() {
        let before = index.checked_sub(1).map(|index| top[index]);
        let ends = [before, top.get(index + 1).copied()];
        let soft = steepest([x, y], ends) * SOFT * (bottom - y).signum();
        let column = [
            ([x, y - soft], faded(color(y), 0.0)),
            ([x, y + soft], color(y + soft)),
            ([x, bottom], color(bottom)),
        ];
        let (mut sheet, is_new) = sheets.with_room(6);
        let mut corners = |column: [([f32; 2], Color); 3]| {
            column.map(|(corner, color)| sheet.corner(corner, color))
        };
        let from = last.map(|(column, there)| if is_new { corners(column) } else { there });
        let to = corners(column);
        if let Some(from) = from {
            sheet.between([from[0], from[1]], [to[0], to[1]]);
            sheet.between([from[1], from[2]], [to[1], to[2]]);
        }
        last = Some((column, to));
    }
}

/// By how much a soft edge is higher than it is thick, where the line goes on to these ends.
fn steepest([x, y]: [f32; 2], ends: [Option<[f32; 2]>; 2]) -> f32 {
    /// Walls get no wider edge than this.
    const MOST: f32 = 3.0;
    let slopes = ends.into_iter().flatten().map(|end| {
        let rise = (end[1] - y) / (end[0] - x);
        if rise.is_nan() {
            0.0
        } else {
            rise.abs().min(MOST)
        }
    });
    let slope = slopes.fold(0.0, f32::max);
    (1.0 + slope * slope).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::PI;

    const RED: Color = [1.0, 0.0, 0.0, 1.0];

    fn coverage(paint: impl Fn(&mut Sheets)) -> f32 {
        let mut sheets = Sheets::default();
        paint(&mut sheets);
        sheets.coverage()
    }

    #[test]
    fn a_polygon_covers_its_area_either_way_around() {
        let mut corners = vec![[10.0, 10.0], [60.0, 10.0], [80.0, 50.0], [10.0, 90.0]];
        let area = 0.5 * (50.0 * 80.0 + 20.0 * 80.0 - 10.0 * 0.0) + 0.5 * 70.0 * 40.0 - 400.0;
        let shoelace: f32 = 0.5
            * (0..4)
                .map(|at| Vector2::from(corners[at]).perp(&Vector2::from(corners[(at + 1) % 4])))
                .sum::<f32>();
        let _ = area;
        for _ in 0..2 {
            let covered = coverage(|sheets| polygon(sheets, &corners, RED));
            assert!(
                (covered - shoelace.abs()).abs() < 0.005 * shoelace.abs(),
                "{covered}, not {shoelace}"
            );
            corners.reverse();
        }
    }

    #[test]
    fn a_bar_thinner_than_a_pixel_covers_its_area_too() {
        for thickness in [0.1, 0.5, 1.0, 1.5] {
            let corners = [
                [0.0, 0.0],
                [100.0, 0.0],
                [100.0, thickness],
                [0.0, thickness],
            ];
            let covered = coverage(|sheets| polygon(sheets, &corners, RED));
            let area = 100.0 * thickness;
            assert!(
                (covered - area).abs() < 0.03 * area,
                "{covered}, not {area}"
            );
        }
    }

    #[test]
    fn corners_that_are_one_are_no_harm() {
        let corners = [[0.0, 0.0], [0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 0.0]];
        let covered = coverage(|sheets| polygon(sheets, &corners, RED));
        assert!((covered - 40.5).abs() < 2.0, "{covered}");
        assert_eq!(coverage(|sheets| polygon(sheets, &corners[..2], RED)), 0.0);
        let line = [[0.0, 0.0], [9.0, 0.0], [4.0, 0.0]];
        assert!(coverage(|sheets| polygon(sheets, &line, RED)) < 0.1);
    }

    #[test]
    fn a_disc_covers_its_area_however_small() {
        for radius in [0.2, 0.5, 1.0, 3.0, 40.0, 500.0] {
            let covered = coverage(|sheets| disc(sheets, [0.0, 0.0], radius, RED));
            let area = PI * radius * radius;
            // eight corners for the least of them
            assert!(
                (covered - area).abs() < 0.12 * area,
                "{radius}: {covered}, not {area}"
            );
        }
        assert_eq!(coverage(|sheets| disc(sheets, [0.0; 2], f32::NAN, RED)), 0.0);
        assert_eq!(coverage(|sheets| disc(sheets, [0.0; 2], -1.0, RED)), 0.0);
    }

    #[test]
    fn a_curtain_covers_all_below_its_line_and_above_it() {
        let top = [[0.0, 10.0], [50.0, 30.0], [60.0, 5.0], [100.0, 10.0]];
        let above: f32 = 50.0 * 20.0 + 10.0 * 17.5 + 40.0 * 7.5;
        for (bottom, area) in [(100.0, 100.0 * 100.0 - above), (0.0, above)] {
            let covered = coverage(|sheets| curtain(sheets, &top, bottom, [RED, RED]));
            assert!(
                (covered - area).abs() < 0.005 * area,
                "{covered}, not {area}"
            );
        }
    }

    #[test]
    fn a_curtain_wider_than_a_sheet_goes_on_in_the_next() {
        let count = Sheets::CORNERS;
        let top: Vec<_> = (0..count).map(|at| [at as f32, 0.0]).collect();
        let area = 100.0 * (count - 1) as f32;
        let covered = coverage(|sheets| curtain(sheets, &top, 100.0, [RED, RED]));
        assert!((covered - area).abs() < 0.001 * area);
    }

    #[test]
    fn a_curtain_goes_from_one_colour_into_the_other() {
        let mut sheets = Sheets::default();
        let blue = [0.0, 0.0, 1.0, 1.0];
        curtain(
            &mut sheets,
            &[[0.0, 0.0], [10.0, 50.0]],
            100.0,
            [RED, blue],
        );
        let vertices = &sheets.used()[0].vertices;
        for vertex in vertices.iter().filter(|vertex| vertex.color[3] > 0) {
            let blue = 255.0 * vertex.position.y / 100.0;
            assert!((f32::from(vertex.color[2]) - blue).abs() <= 1.0);
            assert!((f32::from(vertex.color[0]) - 255.0 + blue).abs() <= 1.0);
        }
    }
}
