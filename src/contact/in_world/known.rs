//! The contact state that a world stores for each body.

use super::super::fall::V;
use super::super::ground::{acting, narrow, wide};
use super::super::mobile::Memory;
use super::super::pile::apart;
use super::super::segments::Lists;
use super::super::{Collision, SegmentKind};
use super::ContactEvent;
use super::crowd::{Crowd, Runner, neighbours};
use super::one::{Prepared, Span};
use super::store::ContactStore;
use super::walls::{ALL_LAYERS, Met, Part, Wall};
use crate::body::Body;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::step::{GroundFlow, MovedBy, StepFailure};
use crate::world::Collider;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use nalgebra::RealField;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// The contact state of one body.
#[derive(Debug)]
pub(super) struct Known<T: Real<D>, const D: usize> {
    pub(super) layers: u32,
    pub(super) memory: Memory,
    /// The parts that the body passes through.
    pub(super) marks: Vec<Part>,
    /// The parts in contact with the body at the end of the last flow.
    pub(super) held_by: Vec<Part>,
    /// The state of the body at the end of the last step, if it was in contact.
    pub(super) left: Option<Body<T, D>>,
    /// The contacts that supported the body in the last flow, with their impulses.
    pub(super) holding: Vec<(Part, f64, V)>,
    pub(super) kind: Option<SegmentKind>,
    /// The versions of plan and walls, and the duration of the step \[s\], under which the body is
    /// known to stay at rest.
    pub(super) rest: Option<(u64, u64, T)>,
    /// Number of the last step that used this contact state.
    pub(super) step: u64,
}

impl<T: Real<D>, const D: usize> Clone for Known<T, D> {
    fn clone(&self) -> Self {
        let mut known = Self::default();
        known.clone_from(self);
        known
    }

    /// Copies the state, and reuses the allocations of the lists.
    fn clone_from(&mut self, source: &Self) {
        let Self {
            layers,
            memory,
            marks,
            held_by,
            left,
            holding,
            kind,
            rest,
            step,
        } = source;
        (self.layers, self.memory, self.kind) = (*layers, *memory, *kind);
        (self.rest, self.step) = (*rest, *step);
        self.marks.clone_from(marks);
        self.held_by.clone_from(held_by);
        self.left = *left;
        self.holding.clone_from(holding);
    }
}

/// Number of contacts of a body for which memory is reserved.
const ROOM: usize = 2;

impl<T: Real<D>, const D: usize> Default for Known<T, D> {
    fn default() -> Self {
        Self {
            layers: ALL_LAYERS,
            memory: Memory::default(),
            marks: Vec::new(),
            // reserves memory now, so that steps do not allocate
            held_by: Vec::with_capacity(ROOM),
            left: None,
            holding: Vec::with_capacity(ROOM),
            kind: None,
            rest: None,
            step: 0,
        }
    }
}

// Finds the surfaces near a body, without a query of every surface.

/// Indices of walls, searchable by position.
#[derive(Debug, Clone)]
pub(super) struct BroadPhase {
    /// Walls that have never moved and have a bounding box.
    boxed: RTree<GeomWithData<Rectangle<[f64; 3]>, u32>>,
    /// Indices of all other walls.
    pub(super) others: Vec<u32>,
}

impl BroadPhase {
    pub(super) fn new<T: RealField + Copy, const D: usize>(walls: &[Option<Wall<T, D>>]) -> Self {
        let (mut boxed, mut others) = (Vec::new(), Vec::new());
        for (index, wall) in (0..).zip(walls) {
            let Some(wall) = wall else { continue };
            match wall.surface.extent().filter(|_| wall.has_always_rested()) {
                Some(corners) => {
                    let [low, high] = corners.map(|corner| wide(&corner).into());
                    let rectangle = Rectangle::from_corners(low, high);
                    boxed.push(GeomWithData::new(rectangle, index));
                }
                None => others.push(index),
            }
        }
        let boxed = RTree::bulk_load(boxed);
        Self { boxed, others }
    }

    /// Calls `each` with every wall that may be within `reach` of a point, in no particular order.
    pub(super) fn find(&self, point: &V, reach: f64, each: impl FnMut(u32)) {
        let side = V::repeat(reach);
        let area = AABB::from_corners((point - side).into(), (point + side).into());
        let boxed = self.boxed.locate_in_envelope_intersecting(area);
        (self.others.iter().copied())
            .chain(boxed.map(|found| found.data))
            .for_each(each);
    }
}

// Moves the bodies of a world through a flow in which they may touch each other.

/// Maximum number of attempts at a flow. Between attempts, bodies that a group ran into are added
/// to the group.
const MOST_TRIES: usize = 4;

impl<T: Real<D>, const D: usize> ContactStore<T, D> {
    /// Moves bodies that may touch each other through a flow.
    pub(super) fn flow_together(
        &mut self,
        flow: GroundFlow<'_, T, D>,
        (span, start): (&Span<T>, f64),
    ) -> Result<(), StepFailure> {
        let free: Vec<usize> = (0..flow.indices.len())
            .filter(|local| {
                !flow.before[*local].is_fixed() && flow.moved_by[*local] != MovedBy::Component
            })
            .collect();
        let prepared: Vec<Prepared<D>> = (free.iter())
            .map(|&local| {
                let bodies = (&flow.before[local], &flow.after[local]);
                let law = flow.laws[local].as_ref();
                self.prepare(flow.indices[local], bodies, law, (span, start))
            })
            .collect();
        // a collision may accelerate each body to the speed of any other body
        let reach = prepared.iter().map(|one| one.reach).fold(0.0, f64::max);
        let length = to_f64(span.span[1]);
        let nears: Vec<Vec<Part>> = (free.iter().zip(&prepared))
            .map(|(&local, prepared)| {
                let mut near = Vec::new();
                let (index, span) = (flow.indices[local], (start, length));
                self.find_near(index, &prepared.mobile, 2.0 * reach, span, &mut near);
                near
            })
            .collect();
        let grounds: Vec<Met<'_, T, D>> = (free.iter().zip(&nears))
            .map(|(&local, near)| Met {
                walls: &self.walls,
                parts: near,
                body: self.ids[flow.indices[local]],
                start,
            })
            .collect();
        let begin = |((&local, prepared), near): ((&usize, &Prepared<D>), &Vec<Part>)| {
            let mut lists = Lists::default();
            self.begin_lists(flow.indices[local], near, &mut lists);
            Runner {
                start: (prepared.mobile.clone(), Lists::default()),
                end: (prepared.mobile.clone(), lists),
                from: V::zeros(),
                way: None,
                fastest: 0.0,
                times: [0.0; 2],
                segments: 0,
                moved: 0.0,
                changes: 0,
                group: None,
            }
        };
        let ids: Vec<_> = free
            .iter()
            .map(|&local| self.ids[flow.indices[local]])
            .collect();
        let layers: Vec<u32> = free
            .iter()
            .map(|&local| self.known[flow.indices[local]].layers)
            .collect();
        let contact = self.body_contact;
        let ask = |[a, b]: [usize; 2], time: f64, [point, normal, velocity]: [V; 3]| {
            let answer = self.walls.answer(&Collision {
                time: from_f64(start + time),
                body: ids[a],
                with: Collider::Body(ids[b]),
                point: narrow(&point),
                normal: narrow(&normal),
                velocity: narrow(&velocity),
                contact: contact?,
            });
            answer.is_valid().then(|| acting(&answer))
        };
        let may_meet = |a: usize, b: usize| layers[a] & layers[b] != 0;
        let find = |id| ids.iter().position(|one| *one == id);
        let passing = self.passing.iter().filter_map(|pair| {
            let pair = [find(pair[0])?, find(pair[1])?];
            let bodies = pair.map(|member| &prepared[member].mobile);
            let (gap, _) = apart(bodies[0], bodies[1], V::zeros());
            (gap <= 0.0).then_some(pair)
        });
        let passing: Vec<[usize; 2]> = passing.collect();
        let mut together = Vec::new();
        let mut tries = MOST_TRIES;
        let crowd = loop {
            let mut crowd = Crowd {
                neighbours: neighbours(prepared.iter().map(|one| &one.mobile), 2.0 * reach),
                prepared: &prepared,
                grounds: &grounds,
                flow: span,
                span: length,
                ask: &ask,
                may_meet: &may_meet,
                passing: passing.clone(),
                runners: (free.iter().zip(&prepared).zip(&nears))
                    .map(begin)
                    .collect(),
                nexts: BinaryHeap::new(),
                events: Vec::new(),
                refused: None,
            };
            crowd.run(&together);
            tries -= 1;
            let overrun = crowd.overrun();
            if overrun.is_empty() || crowd.refused.is_some() || tries == 0 {
                break crowd;
            }
            together.extend(overrun);
            together.sort_unstable();
            together.dedup();
        };
        let Crowd {
            runners,
            events,
            refused,
            passing,
            ..
        } = crowd;
        let ends: Vec<_> = runners.into_iter().map(|runner| runner.end).collect();
        let passing: Vec<_> = passing
            .iter()
            .map(|pair| pair.map(|member| ids[member]))
            .collect();
        let contacts = events.iter().map(|met| ContactEvent {
            time: from_f64(start + met.time),
            body: ids[met.pair[0]],
            with: Collider::Body(ids[met.pair[1]]),
            kind: met.kind,
            point: narrow(&met.point),
            normal: narrow(&met.normal),
            impulse: narrow(&met.impulse),
        });
        let contacts: Vec<ContactEvent<T, D>> = contacts.collect();
        self.new_events.extend(contacts);
        self.passing = passing;
        if let Some(pair) = refused {
            let index = flow.indices[free[pair[0]]];
            return self.refuse(index, Collider::Body(ids[pair[1]]));
        }
        for ((&local, near), (mobile, lists)) in free.iter().zip(&nears).zip(&ends) {
            let index = flow.indices[local];
            let bodies = (&flow.before[local], &mut flow.after[local]);
            self.finish_one(index, bodies, (mobile, lists, near), start)?;
        }
        Ok(())
    }
}
