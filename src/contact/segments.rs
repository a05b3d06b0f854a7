//! Motion of one body among surfaces, segment by segment, and the contact events of a flow.

use super::fall::{Law, V};
use super::ground::{Ground, Happened, Near};
use super::mobile::Mobile;
use super::parameters::{ContactKind, SegmentKind};
use super::paths::Way;
use super::problem::Touch;
use alloc::vec::Vec;
use nalgebra::ComplexField;

impl Flow<'_, '_> {
    pub(super) fn happened(&mut self, kind: ContactKind, touch: &Touch, body: &Mobile, impulse: V) {
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

    /// Records a contact event if the body struck a surface, or if its kind of motion changed.
    pub(super) fn record(
        &mut self,
        struck: Option<Touch>,
        kind: SegmentKind,
        touches: &[Touch],
        body: &Mobile,
    ) {
        let before = self.lists.kind.replace(kind);
        let changed = match kind {
            SegmentKind::Flight => ContactKind::Leave,
            SegmentKind::Slide => ContactKind::Slide,
            SegmentKind::Roll => ContactKind::Roll,
            SegmentKind::Rest => ContactKind::Rest,
        };
        let lands = before == Some(SegmentKind::Flight) && kind != SegmentKind::Flight;
        let settled = if kind == SegmentKind::Rest {
            changed
        } else {
            ContactKind::Settle
        };
        match struck {
            Some(touch) => {
                let impulse = touch.normal * touch.push_out + touch.grip;
                let is_recorded = (self.lists.happened.last())
                    .is_some_and(|last| last.time == self.clock && last.part == touch.part);
                match kind {
                    SegmentKind::Flight if is_recorded => {}
                    // without restitution, and no force presses the body against the wall
                    SegmentKind::Flight => {
                        self.happened(ContactKind::Bounce, &touch, body, impulse)
                    }
                    _ => self.happened(settled, &touch, body, impulse),
                }
            }
            None if before.is_none_or(|before| before == kind) => {}
            None => {
                let first = touches.first().copied().or(self.lists.last);
                let kind = if lands { settled } else { changed };
                if let Some(touch) = first {
                    self.happened(kind, &touch, body, V::zeros());
                }
            }
        }
        self.lists.held_by.clear();
        if kind != SegmentKind::Flight {
            self.lists.last = touches.first().copied();
            let parts = touches.iter().map(|touch| touch.part);
            self.lists.held_by.extend(parts);
        }
    }

    /// Returns the kind of motion of a body along its contacts.
    pub(super) fn kind_of(touches: &[Touch], body: &Mobile, same: f64) -> SegmentKind {
        let moves = touches
            .iter()
            .any(|touch| (body.velocity - touch.velocity).norm() > same);
        let slips = touches.iter().any(|touch| touch.slip != V::zeros());
        if slips && moves {
            SegmentKind::Slide
        } else if moves {
            if body.inverse.inertia > 0.0 && touches.iter().any(|touch| touch.friction > 0.0) {
                SegmentKind::Roll
            } else {
                SegmentKind::Slide
            }
        } else {
            SegmentKind::Rest
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

// One body among surfaces. Segments between events have a closed form; where none exists, the
// midpoint rule is used.
//
// A segment starts with the contacts whose gap is within a tolerance. Solving the contact problem
// for the velocity gives the impact; solving it for the acceleration shows which contacts stay
// closed. The motion along the closed contacts lasts until its first event.

/// Maximum number of segments of a flow; the midpoint rule computes the rest.
const MOST_SEGMENTS: usize = 256;
/// Maximum number of substeps of a flow by the midpoint rule.
pub(super) const MOST_SUBSTEPS: f64 = 32.0;
/// Duration for which velocity and acceleration count in the tolerance of positions \[s\].
pub(super) const MOMENT: f64 = 1.0 / 64.0;

/// A contact that supported a body in a flow: the index of its part, the normal impulse, and the
/// impulse of friction \[N s\].
#[derive(Debug, Clone, Copy)]
pub(super) struct Holding {
    pub(super) part: usize,
    pub(super) out: f64,
    pub(super) grip: V,
}

/// Lists that are kept between flows to avoid allocations, and the results of a flow.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    pub(super) touches: Vec<Touch>,
    pub(super) others: Vec<Touch>,
    /// Parts that the body passes through.
    pub(super) marks: Vec<usize>,
    pub(super) holding: Vec<Holding>,
    /// The contacts that supported the body in the flow before.
    pub(super) before: Vec<Holding>,
    pub(super) happened: Vec<Happened>,
    /// The current kind of motion of the body; `None` before the first segment of a step.
    pub(super) kind: Option<SegmentKind>,
    /// The indices of the parts in contact at the end of the last segment.
    pub(super) held_by: Vec<usize>,
    /// The first of the contacts at the end of the last segment.
    last: Option<Touch>,
    /// The part whose contact response was invalid.
    pub(super) refused: Option<usize>,
    /// Whether the body has met any part.
    pub(super) has_met: bool,
}

impl Lists {
    /// Prepares the lists for a flow of a body; `kind` is its kind of motion before the flow.
    pub(super) fn begin(&mut self, kind: Option<SegmentKind>) {
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
    /// Relative rounding error of coordinates.
    pub(super) epsilon: f64,
    pub(super) dimension: usize,
    /// Duration of the flow \[s\].
    pub(super) span: f64,
    /// Duration of the step \[s\].
    pub(super) step: f64,
    /// Number of kicks by which the velocity at the start of this flow is ahead of the velocity
    /// under a steady force.
    pub(super) lead: f64,
    /// Time since the start of the flow \[s\].
    pub(super) clock: f64,
    /// Rounding error of the position \[m\].
    pub(super) tolerance: f64,
    /// Maximum height of hops that may be summed \[m\]. The path of the segment leaves out summed
    /// hops.
    pub(super) low: f64,
    /// Path of the body in the last segment.
    pub(super) way: Option<Way<'a>>,
    /// Position at the start of the last segment, after its contacts were solved \[m\].
    pub(super) from: V,
    /// Velocity at the start of the last segment \[m/s\], if that segment was a substep of the midpoint rule.
    pub(super) started: Option<V>,
}

impl Flow<'_, '_> {
    /// Moves a body through the flow.
    pub(super) fn run(&mut self, body: &mut Mobile) {
        self.lists.holding.clear();
        let mut moved = 0.0;
        for segment in 0..MOST_SEGMENTS {
            let rest = self.span - self.clock;
            if rest <= 0.0 || self.lists.refused.is_some() {
                return;
            }
            let before = body.position;
            let time = self.segment_of(body, (rest, moved), segment);
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

    /// Moves the body by one segment. `moved` is the length of the segment before \[m\], `rest` the
    /// remaining time of the flow. Returns the duration of the segment \[s\].
    pub(super) fn segment_of(
        &mut self,
        body: &mut Mobile,
        (rest, moved): (f64, f64),
        segment: usize,
    ) -> f64 {
        self.set_tolerance(body, moved);
        body.ahead = self.lead - self.clock / self.step;
        self.segment(body, rest, segment)
    }

    pub(super) fn set_tolerance(&mut self, body: &Mobile, moved: f64) {
        let moment = self.span.min(MOMENT);
        let pull = self.pull(body).norm();
        let size = body.position.abs().sum() + body.radius() + moved;
        let reach = (body.velocity.norm() + pull * moment) * moment;
        self.tolerance = 4.0 * self.epsilon * (size + reach);
    }

    /// Returns the acceleration of a body without contacts \[m/s²\].
    pub(super) fn pull(&self, body: &Mobile) -> V {
        self.law
            .acceleration(&body.position, &body.velocity, self.clock)
    }

    /// Returns the normal speed of a hop whose height equals the tolerance \[m/s\].
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

    /// Moves the body by one segment. Returns the duration of the segment \[s\].
    pub(super) fn segment(&mut self, body: &mut Mobile, rest: f64, segment: usize) -> f64 {
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
            self.record(None, SegmentKind::Flight, &[], body);
            return self.fly(body, rest, None);
        }
        // speed before the impact; the rounding error of the velocity after the impact is
        // proportional to it
        let came = body.velocity.norm() + body.radius() * body.spin.norm();
        let struck = self.impact(body, slow);
        if let ([touch], true) = (&self.lists.touches[..], struck.is_some()) {
            let touch = *touch;
            if let Some(time) = self.sum_bounces(body, &touch, (rest, segment), slow) {
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
            self.record(struck, SegmentKind::Flight, &[], body);
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
            let touches = core::mem::take(&mut self.lists.touches);
            let kind = Self::kind_of(&touches, body, same);
            self.record(struck, kind, &touches, body);
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
}
