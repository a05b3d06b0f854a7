//! Motion of one body among surfaces, in a flow and in a kick. The state of the body is converted
//! to `f64` and space, and back.

use alloc::vec::Vec;

use nalgebra::{SVector, UnitQuaternion};

use super::super::SegmentKind;
use super::super::fall::{Law, V};
use super::super::ground::{Lawful, narrow, wide};
use super::super::mobile::Mobile;
use super::super::problem::Inverse;
use super::super::segments::{Flow, Holding, Lists};
use super::ContactEvent;
use super::store::ContactStore;
use super::walls::{Met, Part};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::step::StepFailure;
use crate::world::{Collider, StepError, SurfaceId};

/// Time interval of a flow within a step.
pub(super) struct Span<T> {
    pub(super) span: [T; 2],
    pub(super) step: T,
    pub(super) lead: Option<f64>,
}

/// A body at the start of a flow, with the law that moves it and a bound on its displacement.
pub(super) struct Prepared<const D: usize> {
    pub(super) mobile: Mobile,
    pub(super) reach: f64,
    constant: V,
    drag: f64,
    lawful: Option<Lawful<D>>,
    turning: V,
}

impl<const D: usize> Prepared<D> {
    pub(super) fn law(&self) -> Law<'_> {
        Law {
            constant: self.constant,
            drag: self.drag,
            motion: self.lawful.as_ref().map(|lawful| lawful as _),
            turning: self.turning,
        }
    }
}

/// Whether a law consists only of constant acceleration and drag.
pub(super) fn is_simple<T: Real<D>, const D: usize>(law: &LinearLaw<T, D>) -> bool {
    law.is_isotropic()
        && law.stiffness_per_mass == T::zero()
        && law.ramp == SVector::<T, D>::zeros()
}

/// Returns the angular velocity of a body as a vector in space \[rad/s\].
fn angular<T: Real<D>, const D: usize>(body: &Body<T, D>) -> V {
    let momentum = T::axial_numbers(&body.spin_angular_momentum());
    let numbers = match T::wide_inertia(&body.inertia()).map(|inertia| inertia.moments().data.0[0])
    {
        // three equal moments of inertia: no orientation is needed
        Some([one, two, three]) if one == two && two == three => {
            momentum.map(|number| to_f64(number) / one)
        }
        _ if momentum.iter().all(|number| *number == T::zero()) => [0.0; 3],
        _ => T::axial_numbers(&body.angular_velocity()).map(to_f64),
    };
    if D == 2 {
        V::new(0.0, 0.0, numbers[0])
    } else {
        V::from(numbers)
    }
}

fn axial<T: Real<D>, const D: usize>(spin: &V) -> T::Axial {
    let numbers = if D == 2 {
        [spin.z, 0.0, 0.0]
    } else {
        [spin.x, spin.y, spin.z]
    };
    T::axial_from(numbers.map(from_f64))
}

/// Returns the reciprocal moment of inertia of a ball; zero for a body that contacts do not rotate.
fn inverse_inertia<T: Real<D>, const D: usize>(body: &Body<T, D>) -> f64 {
    if body.radius() == T::zero() {
        return 0.0;
    }
    let inertia = T::wide_inertia(&body.inertia());
    inertia.map_or(0.0, |inertia| 1.0 / inertia.moments()[0])
}

pub(super) fn turned<T: Real<D>, const D: usize>(
    orientation: &T::Orientation,
    mobile: &Mobile,
) -> T::Orientation {
    let numbers = T::orientation_numbers(orientation);
    if D == 2 {
        return T::turned_by(orientation, from_f64(mobile.angle));
    }
    let before = nalgebra::Quaternion::from(numbers.map(to_f64));
    let after = mobile.turned.quaternion() * before;
    T::orientation_from(after.coords.data.0[0].map(from_f64))
}

impl<T: Real<D>, const D: usize> ContactStore<T, D> {
    /// Lists the parts that the body at `index` may touch within the distance `reach` \[m\].
    /// `span` is the start and the duration of the interval \[s\].
    pub(super) fn find_near(
        &self,
        index: usize,
        mobile: &Mobile,
        reach: f64,
        span: (f64, f64),
        near: &mut Vec<Part>,
    ) {
        let ball = (&mobile.position, mobile.radius(), self.known[index].layers);
        self.walls.find_near(ball, reach, span, near);
    }

    /// Prepares a body at the start of a flow, with the law that moves it.
    pub(super) fn prepare(
        &self,
        index: usize,
        (before, after): (&Body<T, D>, &Body<T, D>),
        law: Option<&LinearLaw<T, D>>,
        (flow, start): (&Span<T>, f64),
    ) -> Prepared<D> {
        let mut mobile = self.mobile(index, before);
        if flow.lead.is_none() {
            mobile.memory.kicked = V::zeros();
        }
        let span = to_f64(flow.span[1]);
        let free = wide(&after.velocity);
        let way = wide(&after.position) - mobile.position;
        let mean = (free - mobile.velocity) / span;
        let (spin, spun) = (mobile.spin, angular(after));
        let rounding = 8.0 * to_f64(T::default_epsilon()) * spin.norm();
        let is_turned = mobile.inverse.inertia > 0.0 && (spun - spin).norm() > rounding;
        // an arc is at most twice as long as its chord; friction may convert spin into speed
        let speed = mobile.velocity.norm().max(free.norm()) + mobile.radius() * spin.norm();
        let is_simple = law.is_some_and(is_simple);
        Prepared {
            reach: 2.0 * way.norm() + (mean.norm() * span + speed) * span,
            constant: law.map_or(mean, |law| wide(&law.constant)),
            drag: law.map_or(0.0, |law| to_f64(law.damping)),
            lawful: law
                .filter(|_| !is_simple)
                .and_then(|law| Lawful::of(law.wide(), start)),
            turning: if is_turned {
                (spun - spin) / span
            } else {
                V::zeros()
            },
            mobile,
        }
    }

    pub(super) fn mobile(&self, index: usize, body: &Body<T, D>) -> Mobile {
        let mass = to_f64(body.mass);
        Mobile {
            position: wide(&body.position),
            velocity: wide(&body.velocity),
            spin: angular(body),
            mass,
            inverse: Inverse {
                mass: 1.0 / mass,
                inertia: inverse_inertia(body),
                radius: to_f64(body.radius()),
            },
            turned: UnitQuaternion::identity(),
            angle: 0.0,
            memory: self.known[index].memory,
            ahead: 0.0,
        }
    }

    /// Copies the contact state of a body to the lists of a flow; `near` are the parts that the
    /// body may touch.
    pub(super) fn begin_lists(&self, index: usize, near: &[Part], lists: &mut Lists) {
        let known = &self.known[index];
        lists.begin(known.kind);
        let index_of = |part: &Part| near.iter().position(|other| other == part);
        lists.marks.extend(known.marks.iter().filter_map(index_of));
        lists
            .before
            .extend(known.holding.iter().filter_map(|(part, out, grip)| {
                Some(Holding {
                    part: index_of(part)?,
                    out: *out,
                    grip: *grip,
                })
            }));
    }

    /// Updates the contact state of a body that is in contact with no surface during a flow.
    pub(super) fn flies(&mut self, index: usize) {
        let known = &mut self.known[index];
        known.held_by.clear();
        known.holding.clear();
        known.marks.clear();
        known.memory.along = V::zeros();
        known.kind = known.kind.map(|_| SegmentKind::Flight);
    }

    /// Creates the flow of a body from its ground, its law and its lists.
    pub(super) fn segments<'a, 'l>(
        flow: &Span<T>,
        ground: &'a dyn super::super::ground::Ground,
        law: Law<'a>,
        lists: &'l mut Lists,
    ) -> Flow<'a, 'l> {
        Flow {
            ground,
            law,
            lists,
            epsilon: to_f64(T::default_epsilon()),
            dimension: D,
            span: to_f64(flow.span[1]),
            step: to_f64(flow.step),
            lead: flow.lead.unwrap_or(0.0),
            clock: 0.0,
            tolerance: 0.0,
            low: f64::INFINITY,
            way: None,
            from: V::zeros(),
            started: None,
        }
    }

    /// Moves one body through a flow among surfaces.
    pub(super) fn flow_one(
        &mut self,
        index: usize,
        (before, after): (&Body<T, D>, &mut Body<T, D>),
        law: Option<&LinearLaw<T, D>>,
        (flow, start): (&Span<T>, f64),
    ) -> Result<(), StepFailure> {
        let mut prepared = self.prepare(index, (before, after), law, (flow, start));
        let span = (start, to_f64(flow.span[1]));
        let mut near = core::mem::take(&mut self.near);
        self.find_near(index, &prepared.mobile, prepared.reach, span, &mut near);
        if near.is_empty() {
            self.near = near;
            self.flies(index);
            return Ok(());
        }
        let mut lists = core::mem::take(&mut self.lists);
        self.begin_lists(index, &near, &mut lists);
        let met = Met {
            walls: &self.walls,
            parts: &near,
            body: self.ids[index],
            start,
        };
        let mut mobile = prepared.mobile.clone();
        Self::segments(flow, &met, prepared.law(), &mut lists).run(&mut mobile);
        prepared.mobile = mobile;
        let result = self.finish_one(
            index,
            (before, after),
            (&prepared.mobile, &lists, &near),
            start,
        );
        (self.lists, self.near) = (lists, near);
        result
    }

    /// Copies the results of a flow to the body and to its contact state.
    pub(super) fn finish_one(
        &mut self,
        index: usize,
        (before, after): (&Body<T, D>, &mut Body<T, D>),
        (mobile, lists, near): (&Mobile, &Lists, &[Part]),
        start: f64,
    ) -> Result<(), StepFailure> {
        let id = self.ids[index];
        let part_of = |part: usize| near[part];
        if let Some(part) = lists.refused {
            return self.refuse(index, Collider::Surface(SurfaceId(part_of(part).wall)));
        }
        let known = &mut self.known[index];
        known.memory = mobile.memory;
        known.kind = lists.kind;
        known.marks.clear();
        known
            .marks
            .extend(lists.marks.iter().map(|part| part_of(*part)));
        known.held_by.clear();
        (known.held_by).extend(lists.held_by.iter().map(|part| part_of(*part)));
        known.holding.clear();
        let holding = lists.holding.iter();
        (known.holding).extend(holding.map(|held| (part_of(held.part), held.out, held.grip)));
        for happened in &lists.happened {
            self.new_events.push(ContactEvent {
                time: from_f64(start + happened.time),
                body: id,
                with: Collider::Surface(SurfaceId(part_of(happened.part).wall)),
                kind: happened.kind,
                point: narrow(&happened.point),
                normal: narrow(&happened.normal),
                impulse: narrow(&happened.impulse),
            });
        }
        if lists.has_met {
            after.position = narrow(&mobile.position);
            after.velocity = narrow(&mobile.velocity);
            if mobile.inverse.inertia > 0.0 {
                let orientation = turned::<T, D>(&before.orientation(), mobile);
                let spin = axial::<T, D>(&mobile.spin);
                let momentum = T::angular_momentum(&before.inertia(), &orientation, &spin);
                after.set_rotation(orientation, momentum);
            }
        }
        Ok(())
    }

    /// Records that the contact response for a body was invalid.
    pub(super) fn refuse(&mut self, index: usize, with: Collider) -> Result<(), StepFailure> {
        let body = self.ids[index];
        self.failure = Some(StepError::InvalidResponse { body, with });
        Err(StepFailure::Refused)
    }

    pub(super) fn kick_one(
        &mut self,
        index: usize,
        before: &Body<T, D>,
        after: &mut Body<T, D>,
        start: f64,
    ) -> Result<(), StepFailure> {
        let mut mobile = self.mobile(index, before);
        mobile.spin = angular(after);
        let change = wide(&(after.velocity - before.velocity));
        mobile.memory.kicked = change;
        let mut near = core::mem::take(&mut self.near);
        // this distance is much larger than the rounding error
        let reach = 1e-6 * (mobile.position.norm() + mobile.radius());
        self.find_near(index, &mobile, reach, (start, 0.0), &mut near);
        let mut lists = core::mem::take(&mut self.lists);
        self.begin_lists(index, &near, &mut lists);
        let is_near = !near.is_empty();
        if is_near {
            let met = Met {
                walls: &self.walls,
                parts: &near,
                body: self.ids[index],
                start,
            };
            let law = Law {
                constant: V::zeros(),
                drag: 0.0,
                motion: None,
                turning: V::zeros(),
            };
            let instant = Span {
                span: [T::zero(); 2],
                step: T::one(),
                lead: None,
            };
            Self::segments(&instant, &met, law, &mut lists).kick(&mut mobile, change);
        }
        let refused = lists.refused.map(|part| near[part]);
        (self.lists, self.near) = (lists, near);
        if let Some(part) = refused {
            return self.refuse(index, Collider::Surface(SurfaceId(part.wall)));
        }
        self.known[index].memory = mobile.memory;
        if !is_near {
            return Ok(());
        }
        let changed: SVector<T, D> = narrow(&mobile.velocity);
        after.velocity = changed;
        if mobile.inverse.inertia > 0.0 {
            let (orientation, spin) = (after.orientation(), axial::<T, D>(&mobile.spin));
            let momentum = T::angular_momentum(&after.inertia(), &orientation, &spin);
            after.set_rotation(orientation, momentum);
        }
        Ok(())
    }
}
