//! Contact events of a flow.

use super::fall::V;
use super::ground::Happened;
use super::kinds::{ContactKind, SegmentKind};
use super::mobile::Mobile;
use super::problem::Touch;
use super::segments::{Flow, Holding};

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

    /// Records a contact event if the body struck a contact or its kind of motion changed.
    pub(super) fn tell(
        &mut self,
        struck: Option<Touch>,
        kind: SegmentKind,
        touches: &[Touch],
        body: &Mobile,
    ) {
        let before = self.lists.kind.replace(kind);
        let told = match kind {
            SegmentKind::Flight => ContactKind::Leave,
            SegmentKind::Slide => ContactKind::Slide,
            SegmentKind::Roll => ContactKind::Roll,
            SegmentKind::Rest => ContactKind::Rest,
        };
        let lands = before == Some(SegmentKind::Flight) && kind != SegmentKind::Flight;
        let settled = if kind == SegmentKind::Rest {
            told
        } else {
            ContactKind::Settle
        };
        match struck {
            Some(touch) => {
                let impulse = touch.normal * touch.push_out + touch.grip;
                let is_told = (self.lists.happened.last())
                    .is_some_and(|last| last.time == self.clock && last.part == touch.part);
                match kind {
                    SegmentKind::Flight if is_told => {}
                    // no force presses the body against a wall that it struck without restitution
                    SegmentKind::Flight => {
                        self.happened(ContactKind::Bounce, &touch, body, impulse)
                    }
                    _ => self.happened(settled, &touch, body, impulse),
                }
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
        if kind != SegmentKind::Flight {
            self.lists.last = touches.first().copied();
            let parts = touches.iter().map(|touch| touch.part);
            self.lists.held_by.extend(parts);
        }
    }

    /// Returns the kind of motion along the contacts, from the slips and the speed.
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
