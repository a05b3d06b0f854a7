//! Polygons and discs as triangles.

use std::f32::consts::TAU;

use kinstep::nalgebra::Vector2;
use lunar_lander::scene::{Color, RINGS, faded};

use super::sheet::{FromStroke, Kind, SOFT, Sheets};

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
    let mut sheet = sheets.with_room(Kind::Soft, 2 * outline.len());
    let edges: Vec<_> = (outline.iter().zip(&outward))
        .map(|(corner, outward)| {
            [(-inner, color), (SOFT, faded(color, 0.0))].map(|(way, color)| {
                sheet.corner((corner + outward * way).into(), color, FromStroke::INSIDE)
            })
        })
        .collect();
    for (index, here) in edges.iter().enumerate() {
        let there = edges[(index + 1) % edges.len()];
        sheet.between(*here, there);
        if index > 0 && index + 1 < edges.len() {
            sheet.triangle([edges[0][0], here[0], there[0]]);
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
    if radius.is_nan() || radius <= 0.0 {
        return;
    }
    // a dot smaller than a pixel is as large as one, and fainter
    let share = (2.0 * radius).min(1.0);
    let half = radius.max(SOFT);
    let color = faded(color, share * share);
    let reach = half + SOFT;
    let mut sheet = sheets.with_room(Kind::Soft, 4);
    let mut corner = |x: f32, y: f32| {
        let from = FromStroke {
            place: [x, y],
            length: 0.0,
            half,
        };
        sheet.corner([center[0] + x, center[1] + y], color, from)
    };
    let left = [corner(-reach, -reach), corner(-reach, reach)];
    let right = [corner(reach, -reach), corner(reach, reach)];
    sheet.between(left, right);
}

/// Light that fades from the middle of a circle to its edge.
pub(super) fn halo(sheets: &mut Sheets, [x, y]: [f32; 2], radius: f32, color: Color) {
    if radius.is_nan() || radius <= 0.0 {
        return;
    }
    // the more sides, the larger it is
    let sides = (8.0 + 2.0 * radius.sqrt()).min(48.0) as usize;
    let mut sheet = sheets.with_room(Kind::Soft, RINGS.len() * sides);
    let mut ring = |[out, left]: [f32; 2]| -> Vec<u16> {
        let color = faded(color, left);
        let corner = |side: usize| {
            let (sine, cosine) = (TAU * side as f32 / sides as f32).sin_cos();
            let place = [x + radius * out * cosine, y + radius * out * sine];
            sheet.corner(place, color, FromStroke::INSIDE)
        };
        (0..sides).map(corner).collect()
    };
    let rings = RINGS.map(&mut ring);
    for pair in rings.windows(2) {
        let (inner, outer) = (&pair[0], &pair[1]);
        for side in 0..sides {
            let next = (side + 1) % sides;
            sheet.between([inner[side], inner[next]], [outer[side], outer[next]]);
        }
    }
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
        let shoelace: f32 = 0.5
            * (0..4)
                .map(|at| Vector2::from(corners[at]).perp(&Vector2::from(corners[(at + 1) % 4])))
                .sum::<f32>();
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
    fn a_halo_fades_with_the_square_of_what_is_left() {
        for radius in [4.0, 30.0, 160.0] {
            let covered = coverage(|sheets| halo(sheets, [0.0, 0.0], radius, RED));
            // the integral of (1 - r)² over a circle is a sixth of its area
            let expected = PI * radius * radius / 6.0;
            // straight pieces between six rings are over it, polygons are smaller than circles; 0.034 was measured
            assert!(
                (covered - expected).abs() < 0.05 * expected,
                "{radius}: {covered}, not {expected}"
            );
        }
        assert_eq!(
            coverage(|sheets| halo(sheets, [0.0; 2], f32::NAN, RED)),
            0.0
        );
    }

    #[test]
    fn a_disc_covers_its_area_however_small() {
        for radius in [0.2, 0.5, 1.0, 3.0, 40.0, 150.0] {
            let covered = coverage(|sheets| disc(sheets, [0.0, 0.0], radius, RED));
            let area = PI * radius * radius;
            // a soft edge counts for more the smaller the circle: by a twelfth of a pixel in all of it
            assert!(
                (covered - area).abs() < 0.01 * area + PI / 12.0,
                "{radius}: {covered}, not {area}"
            );
        }
        assert_eq!(
            coverage(|sheets| disc(sheets, [0.0; 2], f32::NAN, RED)),
            0.0
        );
        assert_eq!(coverage(|sheets| disc(sheets, [0.0; 2], -1.0, RED)), 0.0);
    }
}
