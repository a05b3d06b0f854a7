//! A body among surfaces: segments of closed form between events, and the midpoint rule elsewhere.
//!
//! A segment ("leg") starts with the contacts within a tolerance. The problem of contacts is asked for the velocity, which is the
//! impact, then for the acceleration, which tells what stays closed. The closed motion goes on to its first event.

use alloc::vec::Vec;

use nalgebra::{ComplexField, UnitQuaternion};

use super::fall::{Law, V};
use super::ground::{Ground, Happened, Meeting, Near};
use super::kinds::{ContactKind, LegKind};
use super::problem::{Inverse, MOST_TOUCHES, Solved, Touch, solve};
use super::way::Way;

/// The most legs of a flow; the rest goes by the midpoint rule.
const MOST_LEGS: usize = 256;
/// The most substeps of a flow by the midpoint rule.
pub(super) const MOST_SUBSTEPS: f64 = 32.0;
/// From so many legs on bounces are summed, and where all end within this time \[s\].
const BOUNCES: usize = 8;
const SOON: f64 = 1e-6;
/// The part of a substep below which a flight from a curved part is no flight.
const SHORT: f64 = 1.0 / 16.0;
/// The time over which tolerances count the motion \[s\].
pub(super) const MOMENT: f64 = 1.0 / 64.0;

/// What a body remembers of contacts from step to step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Memory {
    /// Normal of the flat part that it followed last, or zero.
    pub(super) along: V,
    /// The change of its velocity by the last kick \[m/s\].
    pub(super) kicked: V,
}

/// What held a body in a flow: a part, and the impulses along its normal and along the surface \[N s\].
#[derive(Debug, Clone, Copy)]
pub(super) struct Holding {
    pub(super) part: usize,
    pub(super) out: f64,
    pub(super) grip: V,
}

/// A body on its way.
#[derive(Debug, Clone)]
pub(super) struct Mobile {
    pub(super) position: V,
    pub(super) velocity: V,
    pub(super) spin: V,
    pub(super) mass: f64,
    pub(super) inverse: Inverse,
    /// How it has turned in this flow.
    pub(super) turned: UnitQuaternion<f64>,
    /// The same in the plane \[rad\].
    pub(super) angle: f64,
    pub(super) memory: Memory,
    /// How far its velocity is ahead of that by a steady force, in kicks.
    pub(super) ahead: f64,
}

impl Mobile {
    /// Kinetic energy in a frame that moves \[J\].
    pub(super) fn kinetic(&self, frame: &V) -> f64 {
        let spin = if self.inverse.inertia > 0.0 {
            self.spin.norm_squared() / self.inverse.inertia
        } else {
            0.0
        };
        0.5 * (self.mass * (self.velocity - frame).norm_squared() + spin)
    }

    /// Contacts never give energy, seen from their surface: scales the motion down to what is allowed.
    pub(super) fn cap(&mut self, most: f64, frame: &V) {
        let (now, most) = (self.kinetic(frame), most.max(0.0));
        if now > most {
            let scale = ComplexField::sqrt(most / now);
            self.velocity = frame + (self.velocity - frame) * scale;
            self.spin *= scale;
        }
    }

    pub(super) fn turn(&mut self, by: &V) {
        if self.inverse.inertia > 0.0 && *by != V::zeros() {
            self.angle += by.z;
            self.turned = UnitQuaternion::from_scaled_axis(*by) * self.turned;
        }
    }

    /// Slows a rolling by what a contact has pushed \[N s\].
    pub(super) fn resist(&mut self, touch: &Touch, out: f64) {
        if self.inverse.inertia == 0.0 || touch.rolling == 0.0 {
            return;
        }
        let rolls = touch.along(&(self.velocity - touch.velocity - touch.belt));
        let most = touch.rolling * out * self.inverse.mass * self.rolling_share();
        let size = rolls.norm();
        let lost = if size > most {
            rolls * (most / size)
        } else {
            rolls
        };
        self.velocity -= lost;
        self.spin -= touch.normal.cross(&lost) / self.radius();
    }

    /// The part `1/(1 + I/(m r²))` of a force along a surface that moves a rolling ball.
    pub(super) fn rolling_share(&self) -> f64 {
        1.0 - self.inverse.mass * self.inverse.tangential_mass()
    }

    pub(super) fn radius(&self) -> f64 {
        self.inverse.radius
    }
}

/// The frame in which contacts do no work: the one velocity of all their surfaces.
pub(super) fn frame(touches: &[Touch]) -> Option<V> {
    let first = touches.first()?.velocity;
    (touches.iter().all(|touch| touch.velocity == first)).then_some(first)
}

/// Lists that are kept between flows for their memory alone, and what a flow leaves.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    pub(super) touches: Vec<Touch>,
    pub(super) others: Vec<Touch>,
    /// Parts that the body passes through.
    pub(super) marks: Vec<usize>,
    pub(super) holding: Vec<Holding>,
    /// The same of the flow before.
    pub(super) before: Vec<Holding>,
    pub(super) happened: Vec<Happened>,
    /// How the body moved at last; none before the first leg of a step.
    pub(super) kind: Option<LegKind>,
    /// The parts on which the last leg left it, and the first of these contacts.
    pub(super) held_by: Vec<usize>,
    last: Option<Touch>,
    /// The part whose answer was not valid.
    pub(super) refused: Option<usize>,
    /// Whether anything was met at all.
    pub(super) has_met: bool,
}

impl Lists {
    /// Begins a flow of a body that moved in a way before.
    pub(super) fn begin(&mut self, kind: Option<LegKind>) {
        self.marks.clear();
        self.holding.clear();
        self.before.clear();
        self.happened.clear();
        self.held_by.clear();
        (self.kind, self.last) = (kind, None);
        (self.refused, self.has_met) = (None, false);
    }
}

/// A flow of one body among surfaces.
pub(super) struct Flow<'a, 'l> {
    pub(super) ground: &'a dyn Ground,
    pub(super) law: Law<'a>,
    pub(super) lists: &'l mut Lists,
    /// Rounding error of coordinates, relative.
    pub(super) epsilon: f64,
    pub(super) dimension: usize,
    /// Length of the flow \[s\].
    pub(super) span: f64,
    /// Length of the step, and the lead of a kick at the start of this flow, in kicks.
    pub(super) step: f64,
    pub(super) lead: f64,
    /// Time since the start of the flow \[s\].
    pub(super) clock: f64,
    /// Rounding of the position \[m\].
    pub(super) tolerance: f64,
    /// How the body moved in the last leg.
    pub(super) way: Option<Way<'a>>,
    /// Where the last leg started, after its contacts \[m\].
    pub(super) from: V,
    /// The velocity at the start of the last leg, if that was a substep of the midpoint rule \[m/s\].
    pub(super) started: Option<V>,
}

impl Flow<'_, '_> {
    /// Moves a body through the flow.
    pub(super) fn run(&mut self, body: &mut Mobile) {
        self.lists.holding.clear();
        let mut moved = 0.0;
        for leg in 0..MOST_LEGS {
            let rest = self.span - self.clock;
            if rest <= 0.0 || self.lists.refused.is_some() {
                return;
            }
            let before = body.position;
            let time = self.leg_of(body, (rest, moved), leg);
            moved = (body.position - before).abs().sum();
            self.clock = if time >= rest {
                self.span
            } else {
                self.clock + time
            };
        }
        let rest = self.span - self.clock;
        if rest <= 0.0 {
            return;
        }
        if let Some(touch) = self.lists.touches.first().copied() {
            self.happened(ContactKind::Crowd, &touch, body, V::zeros());
        }
        let length = (0.1 * body.radius()).max(1e-3);
        let pieces = rest * (body.velocity.norm() / length + 60.0);
        let pieces = ComplexField::ceil(pieces).clamp(4.0, MOST_SUBSTEPS);
        let mut piece = 0.0;
        while piece < pieces {
            self.midpoint(body, rest / pieces);
            self.clock += rest / pieces;
            piece += 1.0;
        }
    }

    /// One leg of a body that has moved by a distance \[m\] in the leg before. Returns its length.
    pub(super) fn leg_of(
        &mut self,
        body: &mut Mobile,
        (rest, moved): (f64, f64),
        leg: usize,
    ) -> f64 {
        self.set_tolerance(body, moved);
        body.ahead = self.lead - self.clock / self.step;
        self.leg(body, rest, leg)
    }

    pub(super) fn set_tolerance(&mut self, body: &Mobile, moved: f64) {
        let moment = self.span.min(MOMENT);
        let pull = self.pull(body).norm();
        let size = body.position.abs().sum() + body.radius() + moved;
        let reach = (body.velocity.norm() + pull * moment) * moment;
        self.tolerance = 4.0 * self.epsilon * (size + reach);
    }

    /// Acceleration while nothing touches.
    fn pull(&self, body: &Mobile) -> V {
        self.law
            .acceleration(&body.position, &body.velocity, self.clock)
    }

    /// Normal speed of a hop lower than the tolerance.
    pub(super) fn slow(&self, body: &Mobile, pull: &V) -> f64 {
        ComplexField::sqrt(2.0 * self.tolerance * pull.norm())
            + 8.0 * self.epsilon * body.velocity.norm()
    }

    pub(super) fn near(
        &self,
        part: usize,
        position: &V,
        radius: f64,
        reach: f64,
        at: f64,
    ) -> Option<Near> {
        self.ground
            .near(part, position, radius, reach, self.clock + at)
    }

    /// Collects the contacts with gaps of up to `reach`. For legs, edges in the plane of a flat contact are left out, and contacts
    /// with one plane are one.
    pub(super) fn collect(&mut self, body: &Mobile, reach: f64, for_legs: bool) {
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
                (for_legs || other.is_flat && touch.is_flat)
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
        if for_legs && touches.len() > 1 {
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

    /// A contact; none if the body passes, or the answer is not valid.
    fn touch(&mut self, part: usize, near: &Near, body: &Mobile) -> Option<Touch> {
        let velocity = self.ground.velocity(part);
        let relative = body.velocity - velocity;
        let point = body.position - near.normal * (body.radius() + near.gap);
        let is_near = near.gap <= 8.0 * self.tolerance;
        let approach = -near.normal.dot(&relative);
        // a body that is inside, and moves out, is let out
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
        // a ball is on a flat part while the foot of its centre is
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
            // of an edge within rounding of the plane as well
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

    /// Takes out the contacts that the body passes through.
    fn pass(&mut self, body: &mut Mobile, slow: f64) {
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

    fn happened(&mut self, kind: ContactKind, touch: &Touch, body: &Mobile, impulse: V) {
        let point = body.position - touch.normal * body.radius();
        self.lists.happened.push(Happened {
            time: self.clock,
            part: touch.part,
            kind,
            point,
            normal: touch.normal,
            impulse,
        });
    }

    /// Forgets the parts that the body has passed.
    fn drop_marks(&mut self, body: &Mobile) {
        let mut marks = core::mem::take(&mut self.lists.marks);
        let reach = 8.0 * self.tolerance;
        marks
            .retain(|part| (self.near(*part, &body.position, body.radius(), reach, 0.0)).is_some());
        self.lists.marks = marks;
    }

    /// One leg. Returns its length.
    pub(super) fn leg(&mut self, body: &mut Mobile, rest: f64, leg: usize) -> f64 {
        let pull = self.pull(body);
        let slow = self.slow(body, &pull);
        self.drop_marks(body);
        self.collect(body, 8.0 * self.tolerance, true);
        if self.lists.refused.is_some() {
            return rest;
        }
        let along = core::mem::take(&mut body.memory.along);
        if along != V::zeros() && along.dot(&body.velocity).abs() <= slow {
            self.hide_seams(body, &along);
        }
        self.pass(body, slow);
        if self.lists.touches.is_empty() {
            self.tell(None, LegKind::Flight, &[], body);
            return self.fly(body, rest, None);
        }
        // before an impact: what it leaves of a fast body is rounding of the speed that it had
        let came = body.velocity.norm() + body.radius() * body.spin.norm();
        let struck = self.impact(body, slow);
        if let ([touch], true) = (&self.lists.touches[..], struck.is_some()) {
            let touch = *touch;
            if let Some(time) = self.sum_bounces(body, &touch, (rest, leg), slow) {
                return time;
            }
        }
        let pull = self.pull(body);
        let same = 16.0 * self.epsilon * (came + pull.norm() * rest);
        let touches = &mut self.lists.touches;
        touches.retain(|touch| touch.leaving(&body.velocity) <= slow);
        if touches.len() > 1 {
            touches.retain(|touch| touch.leaving(&body.velocity) <= same);
        }
        if self.lists.touches.len() > 1 {
            self.project(body);
        }
        let solved = self.stay_closed(body, &pull, same);
        let curved = |touch: &&Touch| !touch.is_flat;
        let opening = self.lists.touches.iter().find(curved).copied();
        self.lists.touches.retain(|touch| touch.push_out > 0.0);
        if self.lists.touches.is_empty() {
            self.tell(struck, LegKind::Flight, &[], body);
            let substep = opening.map(|touch| self.curved_substep(body, &touch, &pull, same));
            return self.fly(body, rest, substep);
        }
        let curved = self
            .lists
            .touches
            .iter()
            .filter(|touch| !touch.is_flat)
            .copied();
        let bend = |touch: &Touch| {
            -touch.target
                / touch
                    .along(&(body.velocity - touch.velocity))
                    .norm_squared()
        };
        let sharpest = curved.max_by(|a, b| bend(a).total_cmp(&bend(b)));
        if let Some(touch) = sharpest {
            let time = self.curved_substep(body, &touch, &pull, same).min(rest);
            let kind = self.kind_of(body, same);
            let touches = core::mem::take(&mut self.lists.touches);
            self.tell(struck, kind, &touches, body);
            self.lists.touches = touches;
            if self.rests_on_curves(body, &pull, (&solved.velocity, &solved.spin), same) {
                (self.way, self.from) = (Some(Way::steady(V::zeros())), body.position);
                return rest;
            }
            self.midpoint(body, time);
            return time;
        }
        self.follow_flats(body, &solved, rest, same, struck)
    }

    /// The impact law. Returns the contact that was struck hardest, if any was struck faster than rounding.
    fn impact(&mut self, body: &mut Mobile, slow: f64) -> Option<Touch> {
        let mut touches = core::mem::take(&mut self.lists.touches);
        let kicked = body.memory.kicked;
        let is_steady = kicked != V::zeros()
            && (touches.iter()).all(|touch| {
                -touch.leaving(&body.velocity) > 4.0 * touch.normal.dot(&kicked).abs()
            });
        let ahead = if is_steady {
            kicked * body.ahead
        } else {
            V::zeros()
        };
        body.velocity -= ahead;
        let is_hit = touches
            .iter()
            .any(|touch| touch.leaving(&body.velocity) < 0.0);
        let mut hardest: Option<(f64, usize)> = None;
        for (index, touch) in touches.iter_mut().enumerate() {
            let approach = -touch.leaving(&body.velocity);
            let bounces = approach * touch.restitution > slow
                && approach > 2.0 * touch.normal.dot(&kicked).abs();
            let rebound = if bounces {
                approach * touch.restitution
            } else {
                0.0
            };
            touch.target = touch.normal.dot(&touch.velocity) + rebound;
            touch.drive = touch.velocity + touch.belt;
            touch.slip = V::zeros();
            if approach > slow {
                let slip = touch.slip_of(&body.velocity, &body.spin, body.radius());
                touch.drive -= slip * touch.tangential_restitution;
                if hardest.is_none_or(|(most, _)| approach > most) {
                    hardest = Some((approach, index));
                }
            }
        }
        if is_hit {
            if let [touch] = &mut touches[..]
                && touch.is_flat
            {
                // rounding of the way would be large beside a low hop
                body.position -= touch.normal * touch.gap;
                touch.gap = 0.0;
            }
            let still =
                frame(&touches).filter(|_| touches.iter().all(|touch| touch.belt == V::zeros()));
            let before = still.map(|still| body.kinetic(&still));
            let solved = solve(&body.inverse, body.velocity, body.spin, &mut touches);
            (body.velocity, body.spin) = (solved.velocity, solved.spin);
            if let (Some(still), Some(before)) = (still, before) {
                body.cap(before, &still);
            }
        }
        body.velocity += ahead;
        let struck = hardest.map(|(_, index)| touches[index]);
        if is_steady
            && touches
                .iter()
                .any(|touch| touch.leaving(&body.velocity) < 0.0)
        {
            for touch in &mut touches {
                touch.target = touch.normal.dot(&touch.velocity);
            }
            let solved = solve(&body.inverse, body.velocity, body.spin, &mut touches);
            (body.velocity, body.spin) = (solved.velocity, solved.spin);
        }
        if let Some(touch) = struck {
            body.velocity += touch.push;
            if touch.leaving(&body.velocity) > slow {
                let impulse = touch.normal * touch.push_out + touch.grip + touch.push * body.mass;
                self.happened(ContactKind::Bounce, &touch, body, impulse);
                self.lists.kind = Some(LegKind::Flight);
            }
        }
        self.lists.touches = touches;
        struck
    }

    /// Two walls leave a line, or nothing in the plane; three leave nothing.
    fn project(&self, body: &mut Mobile) {
        let touches = &self.lists.touches;
        let mut basis = [V::zeros(); 3];
        let mut count = 0;
        for touch in touches {
            let across = basis[..count]
                .iter()
                .fold(touch.normal, |normal, one| normal - one * one.dot(&normal));
            let size = across.norm();
            if size < 1e-6 || count == 3 {
                continue;
            }
            let across = across / size;
            body.velocity -= across * (touch.leaving(&body.velocity) / touch.normal.dot(&across));
            basis[count] = across;
            count += 1;
        }
        if let (true, Some(still)) = (count >= self.dimension, frame(touches)) {
            body.velocity = still;
        }
    }

    /// Asks the problem for accelerations: contacts without a push open.
    fn stay_closed(&mut self, body: &Mobile, pull: &V, same: f64) -> Solved {
        let mut touches = core::mem::take(&mut self.lists.touches);
        for touch in &mut touches {
            let way = touch.along(&(body.velocity - touch.velocity));
            touch.target = if touch.is_flat {
                0.0
            } else {
                -self.bend(touch, &way, body) * way.norm_squared()
            };
            touch.drive = touch.velocity + touch.belt;
            let slip = touch.slip_of(&body.velocity, &body.spin, body.radius());
            let size = slip.norm();
            touch.slip = if size > same { slip / size } else { V::zeros() };
            touch.drive = V::zeros();
        }
        let solved = solve(&body.inverse, *pull, self.law.turning, &mut touches);
        self.lists.touches = touches;
        solved
    }

    /// The curvature of the way of the centre ahead, by a difference \[1/m\]: at the end of a flat part, that of the edge. It is negative
    /// in a hollow.
    pub(super) fn bend(&self, touch: &Touch, way: &V, body: &Mobile) -> f64 {
        let size = way.norm();
        if size == 0.0 {
            return 0.0;
        }
        let far = 1e-3 * (body.radius() + 1e-3 * body.position.norm()).max(1e-6);
        let aside = way * (far / size);
        let gap = |position: &V| {
            let near = self.near(touch.part, position, body.radius(), f64::INFINITY, 0.0);
            near.map_or(touch.gap, |near| near.gap)
        };
        2.0 * (gap(&(body.position + aside)) - touch.gap) / (far * far)
    }

    /// How long a substep about a curved contact may be.
    fn curved_substep(&self, body: &Mobile, touch: &Touch, pull: &V, same: f64) -> f64 {
        let way = touch.along(&(body.velocity - touch.velocity));
        let way = if way.norm() > same {
            way
        } else {
            touch.along(pull)
        };
        let bend = self.bend(touch, &way, body).abs();
        let speed = (body.velocity - touch.velocity).norm();
        let by_speed = 0.02 / (speed * bend + 1e-9);
        let by_pull = 0.05 / ComplexField::sqrt(pull.norm() * bend + 1e-18);
        (by_speed.min(by_pull)).clamp(self.span / MOST_SUBSTEPS, self.span)
    }

    /// Contacts that a body sees as it crosses from one flush part to the next, which are no obstacles, are left out: their
    /// normal turns towards that of the part it followed if they are asked from a little higher. So are two edges in its plane.
    fn hide_seams(&mut self, body: &Mobile, along: &V) {
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
            // a crack of an ulp between two parts: the face goes on
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

    /// Whether the normal of a contact turns towards that of a flat part a little above that: its surface ends within rounding of the
    /// plane.
    fn turns_above(&self, touch: &Touch, along: &V, body: &Mobile) -> bool {
        let higher = body.position + along * (16.0 * self.tolerance);
        let above = self.near(touch.part, &higher, body.radius(), f64::INFINITY, 0.0);
        above.is_some_and(|above| {
            above.normal.dot(&touch.normal) < 0.999
                && above.normal.dot(along) > touch.normal.dot(along)
        })
    }

    /// Tells what has changed: a contact that was struck, or the kind of motion.
    pub(super) fn tell(
        &mut self,
        struck: Option<Touch>,
        kind: LegKind,
        touches: &[Touch],
        body: &Mobile,
    ) {
        let before = self.lists.kind.replace(kind);
        let told = match kind {
            LegKind::Flight => ContactKind::Leave,
            LegKind::Slide => ContactKind::Slide,
            LegKind::Roll => ContactKind::Roll,
            LegKind::Rest => ContactKind::Rest,
        };
        let lands = before == Some(LegKind::Flight) && kind != LegKind::Flight;
        let settled = if kind == LegKind::Rest {
            told
        } else {
            ContactKind::Settle
        };
        match struck {
            // a bounce has been told
            Some(_) if kind == LegKind::Flight => {}
            Some(touch) => {
                let impulse = touch.normal * touch.push_out + touch.grip;
                self.happened(settled, &touch, body, impulse);
            }
            None if before.is_none_or(|before| before == kind) => {}
            None => {
                let first = touches.first().copied().or(self.lists.last);
                let kind = if lands { settled } else { told };
                if let Some(touch) = first {
                    self.happened(kind, &touch, body, V::zeros());
                }
            }
        }
        self.lists.held_by.clear();
        if kind != LegKind::Flight {
            self.lists.last = touches.first().copied();
            let parts = touches.iter().map(|touch| touch.part);
            self.lists.held_by.extend(parts);
        }
    }

    /// Flies to the first touch, or to where it leaves what it passes. A body that leaves a curved part, of which no more than a bound
    /// of the curvature is known, may find no flight that is certainly free; it then takes a substep of the midpoint rule.
    fn fly(&mut self, body: &mut Mobile, rest: f64, substep: Option<f64>) -> f64 {
        self.lists.held_by.clear();
        let mut end = rest;
        for &part in &self.lists.marks {
            // inside: the nearest way out is no shorter than it is deep
            let near = self.near(part, &body.position, body.radius(), f64::INFINITY, 0.0);
            let depth = near.map_or(0.0, |near| near.gap.abs()).max(1e-3);
            let speed = (body.velocity - self.ground.velocity(part)).norm();
            let pull = self.pull(body).norm();
            let root = ComplexField::sqrt(speed * speed + 2.0 * pull * depth);
            end = end.min(2.0 * depth / (speed + root));
        }
        let way = match self.law.motion {
            Some(motion) => Way::Law {
                motion,
                position: body.position,
                velocity: body.velocity,
                start: self.clock,
            },
            None => Way::Arc {
                velocity: body.velocity,
                constant: self.law.constant,
                drag: self.law.drag,
                drift: V::zeros(),
            },
        };
        (self.way, self.from) = (Some(way), body.position);
        let time = self.first_touch((&body.position, &V::zeros()), &way, body, end);
        if let Some(substep) = substep.map(|substep| substep.min(end))
            && time < SHORT * substep
        {
            self.midpoint(body, substep);
            return substep;
        }
        let (moved, velocity) = way.at(time);
        body.position += moved;
        body.velocity = velocity;
        let mean = body.spin + self.law.turning * (0.5 * time);
        body.turn(&(mean * time));
        body.spin += self.law.turning * time;
        time
    }

    /// When a way from a position first touches: the plane through the nearest point is reached no later, from there again. A way along
    /// a surface is lifted, so that it passes above what is flush with that; the gap of other faces is that without the lift.
    pub(super) fn first_touch(
        &self,
        (start, lift): (&V, &V),
        way: &Way<'_>,
        body: &Mobile,
        end: f64,
    ) -> f64 {
        const MOST_ROUNDS: usize = 60;
        let (from, flush) = (start + lift, 0.999 * lift.norm());
        let is_face = |part: usize, near: &Near, at: &V, time: f64| {
            let point = at - near.normal * (body.radius() + near.gap);
            (self
                .ground
                .flat(part, &point, &near.normal, self.clock + time))
            .is_some()
        };
        let mut first = end;
        let fastest = way.fastest(end);
        for part in 0..self.ground.count() {
            if self.lists.marks.contains(&part) {
                continue;
            }
            let surface = self.ground.velocity(part);
            // what lies farther than the way is long is not reached
            let reach = (fastest + surface.norm()) * first + self.tolerance;
            let mut time = 0.0;
            for round in 0..MOST_ROUNDS {
                let (moved, velocity) = way.at(time);
                let at = from + moved;
                let Some(mut near) = self.near(part, &at, body.radius(), reach, time) else {
                    break;
                };
                let lifted = near.normal.dot(lift);
                if lifted > 0.0 && lifted < flush && is_face(part, &near, &at, time) {
                    near.gap -= lifted;
                }
                let approach = near.normal.dot(&(velocity - surface));
                let is_touched = near.gap <= self.tolerance;
                if round > 0 && is_touched && approach < 0.0 {
                    first = time;
                    break;
                }
                let speed = (fastest + surface.norm()).max(f64::MIN_POSITIVE);
                let stretch = (near.room / speed).min(way.stretch(time)).max(1e-14 * time);
                let last = (first - time).min(stretch);
                let mut fall = way.fall(&near.normal, &velocity, &surface, time, last);
                fall.height = near.gap.max(0.0);
                fall.acceleration -= near.hollow * speed * speed;
                if round == 0 && is_touched {
                    fall.speed = fall.speed.max(-fall.steady);
                }
                match fall.first(last) {
                    Some(step) => {
                        time += step;
                        let is_exact = way.is_arc() && self.ground.is_plane(part);
                        if is_exact || step <= f64::EPSILON * time || round + 1 == MOST_ROUNDS {
                            first = time;
                            break;
                        }
                    }
                    None if last < first - time && round + 1 < MOST_ROUNDS => time += last,
                    None if last < first - time => {
                        first = time + last;
                        break;
                    }
                    None => break,
                }
            }
        }
        first
    }

    /// Infinitely many bounces, or as many as there is time for, on one flat part.
    fn sum_bounces(
        &mut self,
        body: &mut Mobile,
        touch: &Touch,
        (rest, leg): (f64, usize),
        slow: f64,
    ) -> Option<f64> {
        let (normal, pull) = (touch.normal, self.law.constant);
        let (fall, up) = (-pull.dot(&normal), touch.leaving(&body.velocity));
        let flat_speed = touch.along(&body.velocity);
        let bounces = touch.restitution;
        let is_simple = self.law.motion.is_none() && self.law.drag == 0.0 && touch.is_flat;
        if !is_simple || touch.velocity != V::zeros() || touch.push != V::zeros() {
            return None;
        }
        if fall <= 0.0 || up <= slow || bounces >= 1.0 {
            return None;
        }
        let side = touch.along(&pull);
        if touch.friction > 0.0 {
            let mut touch = *touch;
            touch.drive = touch.velocity + touch.belt;
            let slip = touch
                .slip_of(&body.velocity, &body.spin, body.radius())
                .norm();
            let slips = slip > 16.0 * self.epsilon * body.velocity.norm();
            if slips || side.norm() > self.epsilon * fall {
                return None;
            }
        }
        let most = 2.0 * up / fall / (1.0 - bounces);
        if leg < BOUNCES && most > SOON && up > 8.0 * slow {
            return None;
        }
        let (time, left) = if most <= rest {
            (most, 0.0)
        } else {
            let share = ComplexField::ln(1.0 - rest / most) / ComplexField::ln(bounces);
            let count = ComplexField::floor(share);
            if count < 1.0 {
                return None;
            }
            let factor = ComplexField::powf(bounces, count);
            (most * (1.0 - factor), up * factor)
        };
        let way = flat_speed * time + side * (0.5 * time * time);
        let far = flat_speed.norm() * time + 0.5 * side.norm() * time * time;
        if touch.sides().iter().any(|side| side.1 < far) {
            return None;
        }
        let reach = far + 0.5 * up * up / fall;
        let is_in_reach = |part: usize| {
            part != touch.part
                && !self.lists.marks.contains(&part)
                && (self.ground.velocity(part) != V::zeros()
                    || (self.near(part, &body.position, body.radius(), reach, 0.0)).is_some())
        };
        if (0..self.ground.count()).any(is_in_reach) {
            return None;
        }
        body.position -= normal * touch.gap;
        let along = Way::Arc {
            velocity: flat_speed,
            constant: side,
            drag: 0.0,
            drift: V::zeros(),
        };
        (self.way, self.from) = (Some(along), body.position);
        body.position += way;
        body.velocity = flat_speed + side * time + normal * left;
        let spin = body.spin;
        body.turn(&(spin * time));
        Some(time)
    }

    /// How a body moves along its contacts, from slips and speed.
    pub(super) fn kind_of(&self, body: &Mobile, same: f64) -> LegKind {
        let touches = &self.lists.touches;
        let moves = touches
            .iter()
            .any(|touch| (body.velocity - touch.velocity).norm() > same);
        let slips = touches.iter().any(|touch| touch.slip != V::zeros());
        if slips && moves {
            LegKind::Slide
        } else if moves {
            if body.inverse.inertia > 0.0 && touches.iter().any(|touch| touch.friction > 0.0) {
                LegKind::Roll
            } else {
                LegKind::Slide
            }
        } else {
            LegKind::Rest
        }
    }

    pub(super) fn hold(&mut self, part: usize, out: f64, grip: V) {
        match self
            .lists
            .holding
            .iter_mut()
            .find(|holding| holding.part == part)
        {
            Some(holding) => {
                holding.out += out;
                holding.grip += grip;
            }
            None => self.lists.holding.push(Holding { part, out, grip }),
        }
    }
}
