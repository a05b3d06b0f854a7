//! The contacts of a body at the start of a segment.

use super::fall::V;
use super::ground::{Meeting, Near};
use super::mobile::Mobile;
use super::parameters::ContactKind;
use super::problem::{MOST_TOUCHES, Touch};
use super::segments::Flow;

impl Flow<'_, '_> {
    /// Collects the contacts whose gap is at most `reach` \[m\]. If `for_segments` is true,
    /// contacts in the same plane are merged, and edges in the plane of a flat contact are left
    /// out.
    pub(super) fn collect(&mut self, body: &Mobile, reach: f64, for_segments: bool) {
        let mut touches = core::mem::take(&mut self.lists.touches);
        touches.clear();
        let near_by = 8.0 * self.tolerance;
        for part in 0..self.ground.count() {
            if self.lists.marks.contains(&part) {
                continue;
            }
            let Some(near) = self.near(part, &body.position, body.radius(), reach, 0.0) else {
                continue;
            };
            let Some(touch) = self.touch(part, &near, body) else {
                continue;
            };
            let same = touches.iter().position(|other| {
                (for_segments || other.is_flat && touch.is_flat)
                    && other.velocity == touch.velocity
                    && (other.gap - touch.gap).abs() <= near_by
                    && other.normal.dot(&touch.normal) > 0.0
                    && other.normal.cross(&touch.normal).norm() < 1e3 * self.epsilon
            });
            let ahead = |touch: &Touch| {
                let time = touch.time_on(&(body.velocity - touch.velocity));
                if touch.is_flat { time } else { 0.0 }
            };
            match same {
                Some(other) => {
                    if ahead(&touch) > ahead(&touches[other]) {
                        touches[other] = touch;
                    }
                }
                None if touches.len() < MOST_TOUCHES => touches.push(touch),
                None => {
                    let farthest = touches.iter_mut().max_by(|a, b| a.gap.total_cmp(&b.gap));
                    if let Some(farthest) = farthest.filter(|farthest| farthest.gap > touch.gap) {
                        *farthest = touch;
                    }
                }
            }
        }
        if for_segments && touches.len() > 1 {
            for index in (0..touches.len()).rev() {
                let edge = touches[index];
                let length = body.radius() + edge.gap.max(0.0);
                let is_in_plane = |flat: &Touch| {
                    flat.is_flat
                        && flat.gap <= near_by
                        && flat.velocity == edge.velocity
                        && (flat.normal - edge.normal).norm_squared() * 0.5 * length <= near_by
                        && (body.radius() > 0.0 || self.turns_above(&edge, &flat.normal, body))
                };
                if !edge.is_flat && touches.iter().any(is_in_plane) {
                    touches.remove(index);
                }
            }
        }
        self.lists.has_met |= touches.iter().any(|touch| touch.gap <= near_by);
        self.lists.touches = touches;
    }

    /// Returns the contact with a part; `None` if the body passes through, or if the contact
    /// response is invalid.
    fn touch(&mut self, part: usize, near: &Near, body: &Mobile) -> Option<Touch> {
        let velocity = self.ground.velocity(part);
        let relative = body.velocity - velocity;
        let point = body.position - near.normal * (body.radius() + near.gap);
        let is_near = near.gap <= 8.0 * self.tolerance;
        let approach = -near.normal.dot(&relative);
        // a body passes if it approaches from the open side of a one-way surface, or leaves the
        // surface from inside
        if is_near && approach > 0.0 && self.ground.is_open(part, &near.normal) {
            self.lists.has_met = true;
            self.lists.marks.push(part);
            return None;
        }
        let acting = self.ground.acting(&Meeting {
            part,
            time: self.clock,
            point,
            normal: near.normal,
            velocity: relative,
        });
        let Some(acting) = acting else {
            if self.lists.refused.is_none() {
                self.lists.refused = Some(part);
            }
            return None;
        };
        let flat = self.ground.flat(part, &point, &near.normal, self.clock);
        // a ball counts as on a flat part if the projection of its centre is on this part
        let flat = flat.and_then(|mut flat| {
            let foot = body.position - flat.normal * (body.radius() + near.gap);
            let sides = &mut flat.sides[..flat.side_count];
            for (inward, room) in &mut *sides {
                *room += inward.dot(&(foot - point));
            }
            let is_on = sides.iter().all(|side| side.1 >= -self.tolerance);
            is_on.then_some(flat)
        });
        Some(Touch {
            part,
            // normal of the plane, also for an edge that is in the plane within rounding
            normal: flat.map_or(near.normal, |flat| flat.normal),
            gap: near.gap,
            velocity,
            restitution: acting.restitution,
            friction: acting.friction,
            tangential_restitution: acting.tangential_restitution,
            rolling: acting.rolling,
            belt: acting.belt - near.normal * near.normal.dot(&acting.belt),
            push: acting.push,
            passes: acting.passes,
            is_flat: flat.is_some(),
            sides: flat.map_or([(V::zeros(), 0.0); 4], |flat| flat.sides),
            side_count: flat.map_or(0, |flat| flat.side_count),
            target: 0.0,
            drive: V::zeros(),
            slip: V::zeros(),
            push_out: 0.0,
            grip: V::zeros(),
        })
    }

    /// Removes the contacts with parts that the body passes through.
    pub(super) fn pass(&mut self, body: &mut Mobile, slow: f64) {
        let mut index = 0;
        while index < self.lists.touches.len() {
            let touch = self.lists.touches[index];
            if !(touch.passes && touch.leaving(&body.velocity) <= slow) {
                index += 1;
                continue;
            }
            self.lists.touches.remove(index);
            self.lists.marks.push(touch.part);
            if touch.leaving(&body.velocity) < -slow {
                body.velocity += touch.push;
                self.happened(ContactKind::Pass, &touch, body, touch.push * body.mass);
            }
        }
    }

    /// Forgets the parts that the body has passed completely.
    pub(super) fn drop_marks(&mut self, body: &Mobile) {
        let mut marks = core::mem::take(&mut self.lists.marks);
        let reach = 8.0 * self.tolerance;
        marks
            .retain(|part| (self.near(*part, &body.position, body.radius(), reach, 0.0)).is_some());
        self.lists.marks = marks;
    }

    /// Removes contacts at the seam between the flat part that the body follows and a flush
    /// neighbour, because they are no obstacles. A contact is such a seam if its normal, at a point
    /// slightly higher, is closer to the normal of the followed part. If at least two edges lie in
    /// the plane of that part, they are removed as well.
    pub(super) fn hide_seams(&mut self, body: &Mobile, along: &V) {
        let near_by = 8.0 * self.tolerance;
        let is_flush = |touch: &Touch| {
            touch.leaving(&body.velocity) < 0.0 && self.turns_above(touch, along, body)
        };
        let is_edge = |touch: &Touch| {
            let length = body.radius() + touch.gap.max(0.0);
            !touch.is_flat
                && (touch.normal - along).norm_squared() * 0.5 * length <= near_by
                && (body.radius() > 0.0 || self.turns_above(touch, along, body))
        };
        let touches = &self.lists.touches;
        let are_edges = touches.iter().filter(|touch| is_edge(touch)).count() > 1;
        let mut hidden = [false; MOST_TOUCHES];
        let mut first = None;
        for (hidden, touch) in hidden.iter_mut().zip(touches) {
            *hidden = is_flush(touch) || are_edges && is_edge(touch);
            first = first.or(hidden.then_some(*touch));
        }
        let Some(mut carried) = first else {
            return;
        };
        let mut hidden = hidden.into_iter();
        let touches = &mut self.lists.touches;
        touches.retain(|_| !hidden.next().unwrap_or(false));
        if !touches.iter().any(|touch| touch.normal.dot(along) > 0.999) {
            // two parts with a gap of one rounding unit: the flat part continues across the gap
            let level = body.velocity - along * along.dot(&body.velocity);
            let level = if level.norm() > 0.0 {
                level
            } else {
                along.cross(&V::new(0.3, 0.5, 0.8))
            };
            let level = level.normalize();
            let room = 2.0 * self.tolerance;
            (carried.normal, carried.gap, carried.is_flat) = (*along, 0.0, true);
            carried.sides[..2].copy_from_slice(&[(level, room), (-level, room)]);
            carried.side_count = 2;
            touches.push(carried);
        }
    }

    /// Whether the contact ends within rounding of a flat part with the normal `along`: at a point
    /// slightly higher, the normal of the contact is closer to `along`.
    fn turns_above(&self, touch: &Touch, along: &V, body: &Mobile) -> bool {
        let higher = body.position + along * (16.0 * self.tolerance);
        let above = self.near(touch.part, &higher, body.radius(), f64::INFINITY, 0.0);
        above.is_some_and(|above| {
            above.normal.dot(&touch.normal) < 0.999
                && above.normal.dot(along) > touch.normal.dot(along)
        })
    }
}
