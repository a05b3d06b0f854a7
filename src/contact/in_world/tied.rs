//! Contacts of linked bodies. Each contact exerts a constant force during a flow; iteration finds
//! the forces for which no gap becomes negative.
//!
//! Under a constant force the motion of a component changes its energy by `f · Δx`. A contact pushes only if its gap closes, so its
//! work is `p n · Δx = -p d ≤ 0`, and friction opposes the displacement: contacts never add energy, whatever the forces.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::super::fall::V;
use super::super::ground::{Ground as _, Meeting};
use super::super::ground::{narrow, wide};
use super::super::parameters::{ContactKind, SegmentKind};
use super::ContactEvent;
use super::one::Span;
use super::store::ContactStore;
use super::walls::{self, Met};
use crate::body::Body;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::step::{Advance, GroundFlow, Part, StepFailure};
use crate::world::{Collider, SurfaceId};

/// A contact of a linked body.
struct Hold {
    /// Index of the body in the flow.
    local: usize,
    /// Part of a surface that the body touches.
    part: walls::Part,
    normal: V,
    gap: f64,
    velocity: V,
    restitution: f64,
    friction: f64,
    /// Normal force \[N\].
    out: f64,
    /// Friction force \[N\].
    grip: V,
    /// Normal force \[N\] and resulting gap \[m\] of the previous round.
    last: Option<(f64, f64)>,
}

/// Maximum number of rounds per part of a flow; each round computes one flow of the component.
const MOST_ROUNDS: usize = 24;
/// Maximum number of rounds that push bodies out of surfaces. In a wedge of 8 degrees, about a
/// thousand rounds reduce the overlap by nine decimal digits.
const MOST_PUSHES: usize = 4096;
/// Duration of the shortest part of a flow, as a fraction of the flow.
const SHORTEST: f64 = 1.0 / 128.0;

impl<T: Real<D>, const D: usize> ContactStore<T, D> {
    /// Moves the bodies of a component through a flow: in one piece if the contact forces converge,
    /// else in shorter parts. `advance` returns the states of the bodies at the end of a part,
    /// given a constant force on each body.
    pub(super) fn hold_tied(
        &mut self,
        flow: GroundFlow<'_, T, D>,
        (span, start): (&Span<T>, f64),
        advance: Advance<'_, T, D>,
    ) -> Result<(), StepFailure> {
        flow.indices.iter().for_each(|&index| self.flies(index));
        let whole = to_f64(span.span[1]);
        let mut before = flow.before.to_vec();
        let (mut time, mut length) = (0.0, whole);
        while time < whole {
            length = length.min(whole - time);
            let part = GroundFlow {
                before: &before,
                after: &mut *flow.after,
                span: [span.span[0] + from_f64(time), from_f64(length)],
                ..flow
            };
            if length < whole {
                let forces = alloc::vec![SVector::zeros(); flow.indices.len()];
                let free = Part {
                    span: part.span,
                    before: part.before,
                    forces: &forces,
                };
                advance(free, part.after)?;
            }
            let is_shortest = length <= SHORTEST * whole;
            if self.hold_part(part, (span, start + time), (is_shortest, &mut *advance))? {
                time = if length < whole - time {
                    time + length
                } else {
                    whole
                };
                before.copy_from_slice(flow.after);
            } else {
                length *= 0.5;
            }
        }
        Ok(())
    }

    /// Finds the contact forces during a part of a flow. Returns whether the part is complete: the
    /// forces converged, or the part is the shortest one, which uses the last forces in any case.
    fn hold_part(
        &mut self,
        flow: GroundFlow<'_, T, D>,
        (span, start): (&Span<T>, f64),
        (is_shortest, advance): (bool, Advance<'_, T, D>),
    ) -> Result<bool, StepFailure> {
        let time = to_f64(flow.span[1]);
        let part = Span {
            span: flow.span,
            ..*span
        };
        let mut holds = Vec::new();
        for (local, &index) in flow.indices.iter().enumerate() {
            self.find_holds((local, index), &flow, (&part, start), &mut holds)?;
        }
        let mut forces = alloc::vec![SVector::zeros(); flow.indices.len()];
        let free: Vec<V> = flow.after.iter().map(|body| wide(&body.velocity)).collect();
        let mut is_done = false;
        for round in 0..MOST_ROUNDS {
            if round > 0 {
                let part = Part {
                    span: flow.span,
                    before: flow.before,
                    forces: &forces,
                };
                advance(part, flow.after)?;
            }
            is_done = true;
            for hold in &mut holds {
                let bodies = (&flow.before[hold.local], &flow.after[hold.local]);
                is_done &= !self.adjust(hold, bodies, time);
            }
            if is_done {
                break;
            }
            forces.fill(SVector::zeros());
            for hold in &holds {
                forces[hold.local] += narrow::<T, D>(&(hold.normal * hold.out + hold.grip));
            }
        }
        if is_done || is_shortest {
            self.settle(flow, holds, &free, (time, start));
        }
        Ok(is_done || is_shortest)
    }

    fn find_holds(
        &mut self,
        (local, index): (usize, usize),
        flow: &GroundFlow<'_, T, D>,
        (span, start): (&Span<T>, f64),
        holds: &mut Vec<Hold>,
    ) -> Result<(), StepFailure> {
        let bodies = (&flow.before[local], &flow.after[local]);
        let prepared = self.prepare(index, bodies, None, (span, start));
        let mobile = &prepared.mobile;
        let time = to_f64(span.span[1]);
        let mut near = Vec::new();
        self.find_near(index, mobile, prepared.reach, (start, time), &mut near);
        let met = Met {
            walls: &self.walls,
            parts: &near,
            body: self.ids[index],
            start,
        };
        let rounding = self.rounding(bodies.0, &V::zeros());
        let mut refused = None;
        for (part, &listed) in near.iter().enumerate() {
            let velocity = met.velocity(part);
            let far = f64::INFINITY;
            let Some(found) = met.near(part, &mobile.position, mobile.radius(), far, 0.0) else {
                continue;
            };
            if met.is_open(part, &found.normal) {
                continue;
            }
            let acting = met.acting(&Meeting {
                part,
                time: 0.0,
                point: mobile.position - found.normal * mobile.radius(),
                normal: found.normal,
                velocity: mobile.velocity - velocity,
            });
            let Some(acting) = acting else {
                refused = Some(listed);
                break;
            };
            if !acting.passes {
                holds.push(Hold {
                    local,
                    part: listed,
                    normal: found.normal,
                    gap: if found.gap < -rounding {
                        0.0
                    } else {
                        found.gap
                    },
                    velocity: velocity + acting.belt
                        - found.normal * found.normal.dot(&acting.belt),
                    restitution: acting.restitution,
                    friction: acting.friction,
                    out: 0.0,
                    grip: V::zeros(),
                    last: None,
                });
            }
        }
        match refused {
            Some(part) => self.refuse(index, Collider::Surface(SurfaceId(part.wall))),
            None => Ok(()),
        }
    }

    /// Adapts the forces of a contact to the displacement of its body. Returns whether the forces
    /// changed.
    fn adjust(
        &self,
        hold: &mut Hold,
        (before, after): (&Body<T, D>, &Body<T, D>),
        time: f64,
    ) -> bool {
        let way = wide(&(after.position - before.position)) - hold.velocity * time;
        let tolerance = self.rounding(before, &way);
        // a constant force p displaces a free mass by p h²/2m in a duration h
        let stiffness = 2.0 * to_f64(before.mass) / (time * time);
        let gap = hold.gap + hold.normal.dot(&way);
        let slope = hold.last.map_or(stiffness, |(out, last)| {
            let slope = (hold.out - out) / (gap - last);
            if slope > 0.0 {
                slope.clamp(0.5 * stiffness, 1e3 * stiffness)
            } else {
                stiffness
            }
        });
        let out = (hold.out - gap * slope).max(0.0);
        let along = way - hold.normal * hold.normal.dot(&way);
        let wanted = hold.grip - along * stiffness;
        let most = hold.friction * out;
        let grip = if wanted.norm() > most {
            wanted * (most / wanted.norm().max(f64::MIN_POSITIVE))
        } else {
            wanted
        };
        let is_off = gap < -tolerance || hold.out > 0.0 && gap.abs() > tolerance;
        let slips = (grip - hold.grip).norm() > stiffness * 16.0 * tolerance;
        if hold.out != out {
            hold.last = Some((hold.out, gap));
        }
        let must_change = is_off || slips;
        if must_change {
            (hold.out, hold.grip) = (out, grip);
        }
        must_change
    }

    /// Returns the rounding error of a gap after a displacement `way` of its body \[m\].
    fn rounding(&self, before: &Body<T, D>, way: &V) -> f64 {
        let size = wide(&before.position).norm() + way.norm() + to_f64(before.radius());
        64.0 * to_f64(T::default_epsilon()) * size
    }

    /// Limits rebound and slip to what the laws of contact allow, and stores the contacts that
    /// support each body.
    fn settle(
        &mut self,
        flow: GroundFlow<'_, T, D>,
        holds: Vec<Hold>,
        free: &[V],
        (time, start): (f64, f64),
    ) {
        // removes overlaps that are left by rounding or by the shortest part; pushing a body out of
        // one surface may push it into another
        let mut work = 0.0;
        for _ in 0..MOST_PUSHES {
            let mut is_outside = true;
            for hold in &holds {
                let (before, after) = (&flow.before[hold.local], &mut flow.after[hold.local]);
                let way = wide(&(after.position - before.position)) - hold.velocity * time;
                let gap = hold.gap + hold.normal.dot(&way);
                let rounding = self.rounding(before, &way);
                if gap < 0.0 || hold.out > 0.0 && gap < rounding {
                    after.position -= narrow::<T, D>(&(hold.normal * gap));
                    // work of this displacement against the force that presses the body onto the
                    // surface
                    work -= hold.out * gap.min(0.0);
                }
                is_outside &= gap > -rounding;
            }
            if is_outside {
                break;
            }
        }
        for hold in holds.iter().filter(|hold| hold.out > 0.0) {
            let (index, local) = (flow.indices[hold.local], hold.local);
            let (before, after) = (&flow.before[local], &mut flow.after[local]);
            let came = -hold.normal.dot(&(wide(&before.velocity) - hold.velocity));
            let way = wide(&(after.position - before.position)) - hold.velocity * time;
            work += (hold.normal * hold.out + hold.grip).dot(&way);
            let fast = 2.0 * (free[local] - wide(&before.velocity)).norm();
            let rebound = if came > fast {
                hold.restitution * came
            } else {
                0.0
            };
            let mut velocity = wide(&after.velocity);
            let leaves = hold.normal.dot(&(velocity - hold.velocity));
            if leaves > rebound || leaves < 0.0 {
                velocity -= hold.normal * (leaves - rebound.min(leaves.max(0.0)));
            }
            let slip = velocity - hold.velocity;
            let slip = slip - hold.normal * hold.normal.dot(&slip);
            let sticks = hold.grip.norm() < hold.friction * hold.out * (1.0 - 1e-9);
            if hold.friction > 0.0 && (sticks || slip.dot(&way) < 0.0) {
                velocity -= slip;
            }
            after.velocity = narrow(&velocity);
            let part = hold.part;
            let known = &mut self.known[index];
            known.kind = Some(SegmentKind::Slide);
            let (out, grip) = (hold.out * time, hold.grip * time);
            match known.holding.iter_mut().find(|held| held.0 == part) {
                Some(held) => (held.1, held.2) = (held.1 + out, held.2 + grip),
                None => known.holding.push((part, out, grip)),
            }
            if !known.held_by.contains(&part) {
                known.held_by.push(part);
            }
            if came > fast {
                let position = wide(&after.position);
                let point = position - hold.normal * to_f64(after.radius());
                self.new_events.push(ContactEvent {
                    time: from_f64(start + time),
                    body: self.ids[index],
                    with: Collider::Surface(SurfaceId(part.wall)),
                    kind: if rebound > 0.0 {
                        ContactKind::Bounce
                    } else {
                        ContactKind::Settle
                    },
                    point: narrow(&point),
                    normal: narrow(&hold.normal),
                    impulse: narrow(&((hold.normal * hold.out + hold.grip) * time)),
                });
            }
        }
        // removes the energy that was added because the rounds did not converge
        let kinetic = flow
            .after
            .iter()
            .map(|body| 0.5 * to_f64(body.mass * body.velocity.norm_squared()));
        let kinetic: f64 = kinetic.sum();
        let is_still = holds.iter().all(|hold| hold.velocity == V::zeros());
        if work > 0.0 && is_still && kinetic > 0.0 {
            let scale = nalgebra::ComplexField::sqrt((1.0 - work / kinetic).max(0.0));
            for body in flow.after.iter_mut() {
                body.velocity *= from_f64::<T>(scale);
            }
        }
    }
}
