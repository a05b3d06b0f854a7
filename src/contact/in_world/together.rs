//! Round bodies that meet each other.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::super::Encounter;
use super::super::pair_impulse::collide;
use super::super::pair_touch::first_touch;
use super::super::passing::ContactKind;
use super::super::path::BodyPath;
use super::ContactEvent;
use super::follow::Moved;
use super::store::ContactStore;
use crate::ballistics::Trajectory;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::world::{StepError, TouchProblem, Touched};

/// Two bodies, by their places in the list of those that move, and when they touch \[s\].
#[derive(Clone, Copy)]
struct Meeting {
    time: f64,
    pair: [usize; 2],
}

impl<T: Real<D>, const D: usize> ContactStore<T, D> {
    /// Follows all bodies to the end of a step, through contacts with surfaces and among themselves, in the order of time.
    pub(super) fn follow_together(
        &mut self,
        all: &mut [Moved<T, D>],
        (now, end, dt): (f64, f64, T),
    ) -> Result<(), StepError<T>> {
        let changes: Result<Vec<_>, _> =
            (all.iter_mut().map(|moved| self.next_change_of(moved, end))).collect();
        let mut changes = changes?;
        let mut meetings = Vec::new();
        for index in 0..all.len() {
            find_meetings(all, index, index + 1, (now, end), &mut meetings)?;
        }
        loop {
            let own =
                (changes.iter().enumerate()).filter_map(|(index, time)| Some(((*time)?, index)));
            let own = own.min_by(|a, b| a.0.total_cmp(&b.0));
            let next = (meetings.iter().enumerate()).min_by(|a, b| a.1.time.total_cmp(&b.1.time));
            let next = next.map(|(place, meeting)| (place, *meeting));
            let (time, changed) = match (own, next) {
                (None, None) => break,
                (Some((time, index)), next) if next.is_none_or(|next| time <= next.1.time) => {
                    self.pass_own(&mut all[index], end, dt)?;
                    (time, [index, index])
                }
                (_, Some((place, meeting))) => {
                    meetings.swap_remove(place);
                    if !self.meet(all, &meeting, dt)? {
                        continue;
                    }
                    (meeting.time, meeting.pair)
                }
                (Some(_), None) => break,
            };
            meetings.retain(|meeting| !meeting.pair.iter().any(|index| changed.contains(index)));
            for (number, index) in changed.into_iter().enumerate() {
                if number == 1 && changed[0] == index {
                    continue;
                }
                changes[index] = self.next_change_of(&mut all[index], end)?;
                find_meetings(all, index, 0, (time, end), &mut meetings)?;
            }
            // the pair itself was found twice
            if changed[0] != changed[1] {
                let mut seen = false;
                meetings.retain(|meeting| {
                    let is_pair = changed.iter().all(|index| meeting.pair.contains(index));
                    !is_pair || !core::mem::replace(&mut seen, true)
                });
            }
        }
        all.iter_mut().try_for_each(|moved| moved.end(end))
    }

    /// When the motion of a body changes next by itself, or by a surface \[s\].
    fn next_change_of(
        &self,
        moved: &mut Moved<T, D>,
        end: f64,
    ) -> Result<Option<f64>, StepError<T>> {
        let time = moved.next_change(end, &self.walls.met_by(moved.id, moved.layers))?;
        Ok(time.map(|time| moved.followed.path.start + to_f64(time)))
    }

    /// Follows a body through its next change.
    fn pass_own(&mut self, moved: &mut Moved<T, D>, end: f64, dt: T) -> Result<(), StepError<T>> {
        let obstacles = self.walls.met_by(moved.id, moved.layers);
        if let Some(time) = moved.next_change(end, &obstacles)? {
            let event = moved.pass(time, dt, &obstacles)?;
            self.new_events.extend(event);
        }
        Ok(())
    }

    /// Lets two bodies that touch act on each other; false if they do not approach.
    fn meet(
        &mut self,
        all: &mut [Moved<T, D>],
        meeting: &Meeting,
        dt: T,
    ) -> Result<bool, StepError<T>> {
        let Some(contact) = self.body_contact else {
            return Ok(false);
        };
        let times = meeting.pair.map(|index| {
            let path = &all[index].followed.path;
            from_f64::<T>(meeting.time - path.start)
        });
        let states = [0, 1].map(|side| all[meeting.pair[side]].followed.path.state_at(times[side]));
        let [mut a, mut b] = [0, 1].map(|side| {
            let (state, mut body) = (&states[side], all[meeting.pair[side]].followed.left);
            (body.position, body.velocity) = (state.position, state.velocity);
            let spin = T::angular_momentum(&body.inertia(), &body.orientation(), &state.spin);
            body.set_angular_momentum(spin);
            body
        });
        let Some(normal) = (a.position - b.position).try_normalize(T::zero()) else {
            return Ok(false);
        };
        let ids = meeting.pair.map(|index| all[index].id);
        let answer = self.walls.answer(&Encounter {
            time: from_f64(meeting.time),
            body: ids[0],
            with: Touched::Body(ids[1]),
            point: b.position + normal * b.radius(),
            normal,
            velocity: a.velocity - b.velocity,
            contact,
        });
        if !answer.is_valid() {
            let (body, with) = (ids[0], Touched::Body(ids[1]));
            let problem = TouchProblem::Answer;
            return Err(StepError::Touch {
                body,
                with,
                problem,
            });
        }
        if answer.passes {
            return Ok(false);
        }
        let contact = answer.contact;
        let radii = (a.radius(), b.radius());
        let Some(impulse) = collide(&contact, &mut a, &mut b, &normal, radii) else {
            return Ok(false);
        };
        self.new_events.push(ContactEvent {
            time: from_f64(meeting.time),
            body: ids[0],
            with: Touched::Body(ids[1]),
            kind: ContactKind::Bounce,
            point: b.position + normal * b.radius(),
            normal,
            impulse,
        });
        for (side, body) in [a, b].into_iter().enumerate() {
            let moved = &mut all[meeting.pair[side]];
            moved.turn_until(times[side]);
            let obstacles = self.walls.met_by(moved.id, moved.layers);
            let after = (body.velocity, body.angular_velocity());
            moved.followed.path.strike(times[side], after, &obstacles);
            moved.changed(meeting.time, true, Touched::Body(ids[1 - side]), dt)?;
        }
        Ok(true)
    }
}

/// Adds the meetings of a body with those from the place `first` on, after a time and before `end` \[s\].
fn find_meetings<T: Real<D>, const D: usize>(
    all: &[Moved<T, D>],
    index: usize,
    first: usize,
    (from, end): (f64, f64),
    meetings: &mut Vec<Meeting>,
) -> Result<(), StepError<T>> {
    let body = &all[index];
    if body.followed.left.radius() == T::zero() {
        return Ok(());
    }
    let swept = Swept::of(&body.followed.path, (from, end));
    for (place, other) in all.iter().enumerate().skip(first) {
        let is_other = place != index && other.followed.left.radius() > T::zero();
        let is_near = || swept.meets(&Swept::of(&other.followed.path, (from, end)));
        if !(is_other && body.layers & other.layers != 0 && is_near()) {
            continue;
        }
        let pair = [index.min(place), index.max(place)];
        if let Some(time) = meeting_time([&all[pair[0]], &all[pair[1]]], (from, end))? {
            meetings.push(Meeting { time, pair });
        }
    }
    Ok(())
}

/// When two bodies touch, if that is not after `end` \[s\].
fn meeting_time<T: Real<D>, const D: usize>(
    pair: [&Moved<T, D>; 2],
    (from, end): (f64, f64),
) -> Result<Option<f64>, StepError<T>> {
    let paths = pair.map(|moved| &moved.followed.path);
    let start = paths[0].start.max(paths[1].start);
    let [a, b] = paths.map(|path| path.leg.flight.relaunched(from_f64(start - path.start)));
    let distance = pair[0].followed.left.radius() + pair[1].followed.left.radius();
    let span: T = from_f64(end - start);
    if span <= T::zero() {
        return Ok(None);
    }
    let time = first_touch(&a, &b, distance, T::zero()..span).map_err(|_| StepError::Touch {
        body: pair[0].id,
        with: Touched::Body(pair[1].id),
        problem: TouchProblem::Unfinished,
    })?;
    Ok(time
        .map(|time| (start + to_f64(time)).max(from))
        .filter(|time| *time <= end))
}

/// A box that holds a body during a step.
struct Swept<T, const D: usize> {
    center: SVector<T, D>,
    reach: T,
}

impl<T: Real<D>, const D: usize> Swept<T, D> {
    fn of(path: &BodyPath<T, D>, (from, end): (f64, f64)) -> Self {
        let (from, to) = (
            from_f64::<T>(from - path.start),
            from_f64::<T>(end - path.start),
        );
        let (flight, step) = (&path.leg.flight, to - from);
        let at = flight.at(from);
        let half: T = nalgebra::convert(0.5);
        let bend = flight.acceleration_bound(from, to) * step * step * half;
        Self {
            center: at.position,
            reach: at.velocity.norm() * step + bend + path.shape.radius,
        }
    }

    fn meets(&self, other: &Self) -> bool {
        let apart = (self.center - other.center).amax();
        // NaN means that the bounds are not known
        apart.partial_cmp(&(self.reach + other.reach)) != Some(core::cmp::Ordering::Greater)
    }
}
