//! Curtains as triangles: most of a screen is painted by them, so what other curtains hide is left out.

use lunar_lander::scene::{Color, faded};

use super::sheet::{FromStroke, Kind, SOFT, Sheets};

/// From which height downward the screen is hidden by what is painted later, in columns.
#[derive(Debug, Clone)]
pub(super) struct Hidden {
    heights: Vec<f32>,
}

impl Hidden {
    /// Width of a column \[pixels\].
    const COLUMN: f32 = 8.0;
    /// So far below its line a curtain hides what is behind it \[pixels\]: its edge is soft.
    const MARGIN: f32 = 3.0;

    /// Nothing on a screen of some width \[pixels\].
    pub(super) fn nothing(width: f32) -> Self {
        let count = (width.clamp(0.0, 1e5) / Self::COLUMN).ceil() as usize;
        let heights = vec![f32::INFINITY; count];
        Self { heights }
    }

    /// All below a line.
    pub(super) fn hide(&mut self, top: &[[f32; 2]]) {
        let (Some(first), Some(last)) = (top.first(), top.last()) else {
            return;
        };
        let mut next = 0;
        for (column, height) in self.heights.iter_mut().enumerate() {
            let left = column as f32 * Self::COLUMN;
            let right = left + Self::COLUMN;
            if first[0] > left || last[0] < right {
                continue;
            }
            // from the last corner before the column to the first one after it
            while next + 2 < top.len() && top[next + 1][0] <= left {
                next += 1;
            }
            let pieces = top[next..].windows(2).take_while(|ends| ends[0][0] < right);
            let ends = pieces.flat_map(|ends| [left, right].map(|x| between(ends, x)));
            *height = height.min(ends.fold(f32::NEG_INFINITY, f32::max) + Self::MARGIN);
        }
    }

    /// Below this, nothing is seen from one place to another.
    pub(super) fn below(&self, [left, right]: [f32; 2]) -> f32 {
        let column = |x: f32| (x / Self::COLUMN).floor().max(0.0) as usize;
        let columns = column(left)..=column(right);
        let heights = self.heights.iter().skip(*columns.start());
        let count = columns.end() + 1 - columns.start().min(columns.end());
        (heights.take(count).copied()).fold(f32::NEG_INFINITY, f32::max)
    }
}

/// How high a piece of a line is at a place, or at its end that is nearer to it.
fn between(ends: &[[f32; 2]], x: f32) -> f32 {
    let [[from, height], [to, other]] = [ends[0], ends[1]];
    let share = ((x - from) / (to - from)).clamp(0.0, 1.0);
    // straight up or down: the lower one
    if share.is_nan() {
        height.max(other)
    } else {
        height + (other - height) * share
    }
}

/// A place on the line of a curtain.
#[derive(Clone, Copy)]
struct Place {
    x: f32,
    y: f32,
    /// How much higher the soft edge is here than it is thick.
    steepness: f32,
}

/// Fills all between a line and a level, but what is hidden.
pub(super) fn curtain(
    sheets: &mut Sheets,
    top: &[[f32; 2]],
    bottom: f32,
    colors: [Color; 2],
    hidden: &Hidden,
) {
    let is_opaque = colors.iter().all(|color| color[3] >= 1.0);
    let mut cloth = Cloth {
        sheets,
        kind: if is_opaque { Kind::Opaque } else { Kind::Soft },
        color: gradient(top, bottom, colors),
        bottom,
        hidden,
    };
    let line = line(top);
    let mut first = 0;
    while first + 1 < line.len() {
        let rest = &line[first + 1..];
        let narrow = rest.partition_point(|it| it.x - line[first].x < WIDE);
        let last = (first + 1 + narrow).min(line.len() - 1);
        cloth.inside(&line[first..=last]);
        first = last;
    }
    for ends in line.windows(2) {
        cloth.edge([&ends[0], &ends[1]]);
    }
}

/// Triangles as wide as this are painted as fast as any \[pixels\]; many narrow ones are slow.
const WIDE: f32 = 64.0;

/// What a curtain is cut from.
struct Cloth<'a, C> {
    sheets: &'a mut Sheets,
    /// Of what is inside of its edge.
    kind: Kind,
    color: C,
    bottom: f32,
    hidden: &'a Hidden,
}

impl<C: Fn(f32) -> Color> Cloth<'_, C> {
    /// All between a part of the line and the level: narrow triangles only as far down as the line goes.
    fn inside(&mut self, line: &[Place]) {
        let (first, last) = (line[0], line[line.len() - 1]);
        let Some(lowest) = self.lowest([&first, &last], line) else {
            return;
        };
        let hangs = line.iter().all(|it| it.y <= self.bottom);
        let end = if hangs {
            self.bottom.min(lowest)
        } else {
            self.bottom
        };
        let begins = line.iter().map(|it| it.y + self.soft(it));
        let level = if hangs {
            begins.fold(f32::NEG_INFINITY, f32::max).min(end)
        } else {
            end
        };
        for ends in line.windows(2) {
            let ends = [&ends[0], &ends[1]];
            let edges = ends.map(|it| {
                let begin = it.y + self.soft(it);
                // no further than its end
                let is_over = (level - begin) * self.hanging(it) < 0.0;
                [if is_over { level } else { begin }, level]
            });
            if edges.iter().any(|[from, to]| from != to) {
                self.strip(self.kind, ends, edges, 1.0);
            }
        }
        if level != end {
            self.strip(self.kind, [&first, &last], [[level, end]; 2], 1.0);
        }
    }

    /// Where a part of the line fades out.
    fn edge(&mut self, ends: [&Place; 2]) {
        if self.lowest(ends, &[*ends[0], *ends[1]]).is_some() {
            let edges = ends.map(|it| [it.y - self.soft(it), it.y + self.soft(it)]);
            self.strip(Kind::Soft, ends, edges, 0.0);
        }
    }

    /// Down to where something is seen between two places, if anything of this line is.
    fn lowest(&self, ends: [&Place; 2], line: &[Place]) -> Option<f32> {
        let lowest = self.hidden.below(ends.map(|it| it.x));
        line.iter().any(|it| it.y < lowest).then_some(lowest)
    }

    /// 1 where the level is below the line, -1 where it is above.
    fn hanging(&self, place: &Place) -> f32 {
        if place.y <= self.bottom { 1.0 } else { -1.0 }
    }

    /// From the line to where the edge ends inside \[pixels\].
    fn soft(&self, place: &Place) -> f32 {
        SOFT * place.steepness * self.hanging(place)
    }

    /// Two triangles from edge to edge; `share` of the opacity at the upper ends.
    fn strip(&mut self, kind: Kind, ends: [&Place; 2], edges: [[f32; 2]; 2], share: f32) {
        let mut sheet = self.sheets.with_room(kind, 4);
        let mut corner = |x: f32, y: f32, share: f32| {
            sheet.corner([x, y], faded((self.color)(y), share), FromStroke::INSIDE)
        };
        let sides = [0, 1].map(|side| {
            let [upper, lower] = edges[side];
            let x = ends[side].x;
            [corner(x, upper, share), corner(x, lower, 1.0)]
        });
        sheet.between(sides[0], sides[1]);
    }
}

/// The colour at a height, from the farthest point of a line to its level.
fn gradient(
    top: &[[f32; 2]],
    bottom: f32,
    [from, to]: [Color; 2],
) -> impl Fn(f32) -> Color + use<> {
    let begin = top.iter().fold(bottom, |farthest, [_, y]| {
        if (y - bottom).abs() > (farthest - bottom).abs() {
            *y
        } else {
            farthest
        }
    });
    move |y| {
        let share = (y - begin) / (bottom - begin);
        let share = if share.is_nan() {
            0.0
        } else {
            share.clamp(0.0, 1.0)
        };
        [0, 1, 2, 3].map(|part| from[part] + (to[part] - from[part]) * share)
    }
}

/// The line in pieces that are short enough to hide well.
fn line(top: &[[f32; 2]]) -> Vec<Place> {
    /// \[pixels\].
    const LONGEST: f32 = 32.0;
    let steepness = |index: usize| {
        let neighbours = [index.checked_sub(1), Some(index + 1)];
        let ends = neighbours
            .into_iter()
            .flatten()
            .filter_map(|at| top.get(at));
        ends.map(|end| steepness(top[index], *end))
            .fold(1.0, f32::max)
    };
    let mut line = Vec::with_capacity(top.len());
    for (index, [x, y]) in top.iter().copied().enumerate() {
        let steepness = steepness(index);
        if let Some(last) = line.last().copied() {
            let Place {
                x: from,
                y: height,
                steepness: before,
            } = last;
            let pieces = ((x - from) / LONGEST).ceil().clamp(1.0, 1000.0) as u16;
            line.extend((1..pieces).map(|piece| {
                let share = f32::from(piece) / f32::from(pieces);
                Place {
                    x: from + (x - from) * share,
                    y: height + (y - height) * share,
                    steepness: before + (steepness - before) * share,
                }
            }));
        }
        line.push(Place { x, y, steepness });
    }
    line
}

/// By how much a soft edge from one place to another is higher than it is thick.
fn steepness([x, y]: [f32; 2], [to_x, to_y]: [f32; 2]) -> f32 {
    /// Walls get no wider edge than this.
    const MOST: f32 = 3.0;
    let slope = ((to_y - y) / (to_x - x)).abs();
    if slope.is_nan() {
        1.0
    } else {
        slope.min(MOST).hypot(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Color = [1.0, 0.0, 0.0, 1.0];

    fn coverage(top: &[[f32; 2]], bottom: f32, color: Color, hidden: &Hidden) -> f32 {
        let mut sheets = Sheets::default();
        curtain(&mut sheets, top, bottom, [color, color], hidden);
        sheets.coverage()
    }

    const TOP: [[f32; 2]; 4] = [[0.0, 10.0], [50.0, 30.0], [60.0, 5.0], [100.0, 10.0]];
    const ABOVE: f32 = 50.0 * 20.0 + 10.0 * 17.5 + 40.0 * 7.5;

    #[test]
    fn a_curtain_covers_all_below_its_line_and_above_it() {
        for color in [RED, faded(RED, 0.6)] {
            for (bottom, area) in [(100.0, 100.0 * 100.0 - ABOVE), (0.0, ABOVE)] {
                let covered = coverage(&TOP, bottom, color, &Hidden::nothing(100.0));
                let expected = color[3] * area;
                assert!(
                    (covered - expected).abs() < 0.005 * expected,
                    "{covered}, not {expected}"
                );
            }
        }
    }

    #[test]
    fn what_other_curtains_hide_is_not_painted() {
        let mut hidden = Hidden::nothing(100.0);
        hidden.hide(&[[-5.0, 60.0], [105.0, 60.0]]);
        let covered = coverage(&TOP, 100.0, RED, &hidden);
        let expected = 100.0 * (60.0 + Hidden::MARGIN) - ABOVE;
        assert!((covered - expected).abs() < 0.005 * expected);
        hidden.hide(&[[-5.0, 0.0], [105.0, 0.0]]);
        assert!(coverage(&TOP, 100.0, RED, &hidden) < 200.0);
        assert!(coverage(&[[0.0, 20.0], [100.0, 20.0]], 90.0, RED, &hidden) == 0.0);
    }

    #[test]
    fn a_curtain_hides_nothing_beside_it_or_above_its_line() {
        let mut hidden = Hidden::nothing(100.0);
        hidden.hide(&[[-5.0, 60.0], [32.0, 20.0], [70.0, 50.0]]);
        assert_eq!(hidden.below([0.0, 100.0]), f32::INFINITY);
        for x in 0..60 {
            let x = x as f32;
            let line = if x < 32.0 {
                60.0 - 40.0 * (x + 5.0) / 37.0
            } else {
                20.0 + 30.0 * (x - 32.0) / 38.0
            };
            assert!(hidden.below([x, x]) > line, "{x}");
            assert!(hidden.below([x, x]) < line + 25.0, "{x}");
        }
    }

    #[test]
    fn a_curtain_wider_than_a_sheet_goes_on_in_the_next() {
        let count = Sheets::CORNERS / 3;
        let top: Vec<_> = (0..count).map(|at| [at as f32, 0.0]).collect();
        let area = 10.0 * (count - 1) as f32;
        let covered = coverage(&top, 10.0, RED, &Hidden::nothing(1e5));
        assert!(
            (covered - area).abs() < 0.005 * area,
            "{covered}, not {area}"
        );
    }

    #[test]
    fn a_curtain_goes_from_one_colour_into_the_other() {
        let mut sheets = Sheets::default();
        let blue = [0.0, 0.0, 1.0, 1.0];
        let top = [[0.0, 0.0], [10.0, 50.0]];
        let nothing = Hidden::nothing(10.0);
        curtain(&mut sheets, &top, 100.0, [RED, blue], &nothing);
        for (_, sheet) in sheets.used() {
            for vertex in &sheet.vertices {
                let blue = 255.0 * (vertex.position.y / 100.0).clamp(0.0, 1.0);
                assert!((f32::from(vertex.color[2]) - blue).abs() <= 1.0);
                assert!((f32::from(vertex.color[0]) - 255.0 + blue).abs() <= 1.0);
            }
        }
    }
}
