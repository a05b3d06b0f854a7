//! Round bodies that meet each other.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use nalgebra::SVector;

use super::super::Encounter;
use super::super::pair_impulse::collide;
use super::super::pair_touch::first_touch;
use super::super::passing::ContactKind;
use super::ContactEvent;
use super::broad_phase::{BroadPhase, SweptBox};
use super::follow::Moved;
use super::store::ContactStore;
use crate::ballistics::Trajectory;
use crate::body::Body;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::world::{StepError, TouchProblem, Touched};

/// Something that may happen in a step, unless one of its bodies changes its motion before.
#[derive(Debug, Clone, Copy)]
struct Next {
    /// \[s\]
    time: f64,
    /// Two bodies that touch, by their places in the list of those that move; twice the same if its own motion changes.
    pair: [usize; 2],
    /// How often they had changed their motion when this was found.
    changes: [usize; 2],
}

impl Next {
    fn is_own(&self) -> bool {
        self.pair[0] == self.pair[1]
    }
}

/// The heap gives the earliest first; at the same time a body that changes by itself, then the first in the list.
impl Ord for Next {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.time.total_cmp(&self.time))
            .then(self.is_own().cmp(&other.is_own()))
            .then(other.pair.cmp(&self.pair))
    }
}

impl PartialOrd for Next {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Next {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Next {}

/// What may happen next among bodies in a step. It is kept between steps for its memory alone.
#[derive(Debug, Clone)]
pub(super) struct Together<T, const D: usize> {
    boxes: BroadPhase<D>,
    nexts: BinaryHeap<Next>,
    /// When the motion of each body changes by itself, from the start of its leg \[s\].
    own: Vec<Option<T>>,
}

impl<T, const D: usize> Default for Together<T, D> {
    fn default() -> Self {
        Self {
            boxes: BroadPhase::default(),
            nexts: BinaryHeap::new(),
            own: Vec::new(),
        }
    }
}

impl<T: Real<D>, const D: usize> Together<T, D> {
    /// Begins a step from one time to another \[s\].
    fn begin(&mut self, all: &[Moved<T, D>], (now, end): (f64, f64)) -> Result<(), StepError<T>> {
        self.nexts.clear();
        let Self { boxes, nexts, own } = self;
        for (index, (moved, time)) in all.iter().zip(own.iter()).enumerate() {
            nexts.extend(own_next(moved, index, *time));
        }
        let swept = |(moved, time): (&Moved<T, D>, &Option<T>)| {
            (moved.followed.path.shape.radius > T::zero())
                .then(|| swept_box(moved, *time, (now, end)))
        };
        boxes.begin(all.iter().zip(own.iter()).map(swept));
        for pair in boxes.pairs() {
            nexts.extend(meeting(all, pair, (now, end))?);
        }
        Ok(())
    }

    /// Finds what may happen to a body that has changed its motion at a time \[s\], except a touch of the body `known`.
    fn changed(
        &mut self,
        all: &[Moved<T, D>],
        (index, known): (usize, Option<usize>),
        (time, end): (f64, f64),
    ) -> Result<(), StepError<T>> {
        let own = self.own[index];
        let moved = &all[index];
        self.nexts.extend(own_next(moved, index, own));
        if moved.followed.path.shape.radius == T::zero() {
            return Ok(());
        }
        (self.boxes).replace(index, swept_box(moved, own, (time, end)));
        for other in self.boxes.near(index).filter(|other| known != Some(*other)) {
            let pair = [index.min(other), index.max(other)];
            self.nexts.extend(meeting(all, pair, (time, end))?);
        }
        Ok(())
    }
}

/// The change of the motion of a body by itself.
fn own_next<T: Real<D>, const D: usize>(
    moved: &Moved<T, D>,
    index: usize,
    own: Option<T>,
) -> Option<Next> {
    Some(Next {
        time: moved.followed.path.start + to_f64(own?),
        pair: [index; 2],
        changes: [moved.changes(); 2],
    })
}

/// The box of a body from a time to its next change, or to `end` \[s\].
fn swept_box<T: Real<D>, const D: usize>(
    moved: &Moved<T, D>,
    own: Option<T>,
    (from, end): (f64, f64),
) -> SweptBox<D> {
    let path = &moved.followed.path;
    let until = own.map_or(end, |time| path.start + to_f64(time));
    SweptBox::of(path, (from, until.max(from)))
}

impl<T: Real<D>, const D: usize> ContactStore<T, D> {
    /// Follows all bodies to the end of a step, through contacts with surfaces and among themselves, in the order of time.
    pub(super) fn follow_together(
        &mut self,
        all: &mut [Moved<T, D>],
        times: (f64, f64, T),
    ) -> Result<(), StepError<T>> {
        let mut together = core::mem::take(&mut self.together);
        let result = self.follow_in_order(all, &mut together, times);
        self.together = together;
        result
    }

    fn follow_in_order(
        &mut self,
        all: &mut [Moved<T, D>],
        together: &mut Together<T, D>,
        (now, end, dt): (f64, f64, T),
    ) -> Result<(), StepError<T>> {
        together.own.clear();
        for moved in all.iter_mut() {
            together.own.push(self.next_change_of(moved, end)?);
        }
        together.begin(all, (now, end))?;
        while let Some(next) = together.nexts.pop() {
            let [a, b] = next.pair;
            if next.pair.map(|index| all[index].changes()) != next.changes {
                continue;
            }
            if !next.is_own() {
                if !self.meet(all, &next, dt)? {
                    continue;
                }
            } else if let Some(time) = together.own[a] {
                self.pass_own(&mut all[a], time, dt)?;
            }
            together.own[a] = self.next_change_of(&mut all[a], end)?;
            together.own[b] = self.next_change_of(&mut all[b], end)?;
            together.changed(all, (a, None), (next.time, end))?;
            if a != b {
                together.changed(all, (b, Some(a)), (next.time, end))?;
            }
        }
        all.iter_mut().try_for_each(|moved| moved.end(end))
    }

    /// When the motion of a body changes next by itself, or by a surface, from the start of its leg \[s\].
    fn next_change_of(&self, moved: &mut Moved<T, D>, end: f64) -> Result<Option<T>, StepError<T>> {
        moved.next_change(end, &self.walls.met_by(moved.id, moved.layers))
    }

    /// Follows a body through a change of its motion by itself, or by a surface.
    fn pass_own(&mut self, moved: &mut Moved<T, D>, time: T, dt: T) -> Result<(), StepError<T>> {
        moved.keep_path(&mut self.before);
        let event = moved.pass(time, dt, &self.walls.met_by(moved.id, moved.layers))?;
        self.new_events.extend(event);
        Ok(())
    }

    /// Lets two bodies that touch act on each other; false if they neither approach nor are pressed together.
    fn meet(
        &mut self,
        all: &mut [Moved<T, D>],
        meeting: &Next,
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
        let struck = collide(&contact, &mut a, &mut b, &normal, radii);
        let pressed = pressing(all, meeting.pair, times, &normal);
        if struck.is_none() && pressed <= T::zero() {
            return Ok(false);
        }
        self.strike(all, meeting, times, [&a, &b]);
        // friction on the ground may press them together from now on
        let start = [T::zero(); 2];
        let pressed = pressed.max(pressing(all, meeting.pair, start, &normal));
        let parted = part_for_a_while([&mut a, &mut b], &normal, pressed);
        if parted.is_some() {
            self.strike(all, meeting, start, [&a, &b]);
        }
        let impulses = struck.into_iter().chain(parted);
        self.new_events.push(ContactEvent {
            time: from_f64(meeting.time),
            body: ids[0],
            with: Touched::Body(ids[1]),
            kind: ContactKind::Bounce,
            point: b.position + normal * b.radius(),
            normal,
            impulse: impulses.fold(SVector::zeros(), |sum, impulse| sum + impulse),
        });
        for side in [0, 1] {
            let moved = &mut all[meeting.pair[side]];
            moved.changed(meeting.time, true, Touched::Body(ids[1 - side]), dt)?;
        }
        Ok(true)
    }

    /// Gives two bodies that touch the velocities after it, at times from the starts of their legs \[s\].
    fn strike(
        &mut self,
        all: &mut [Moved<T, D>],
        meeting: &Next,
        times: [T; 2],
        after: [&Body<T, D>; 2],
    ) {
        for (side, body) in after.into_iter().enumerate() {
            let moved = &mut all[meeting.pair[side]];
            moved.keep_path(&mut self.before);
            moved.turn_until(times[side]);
            let obstacles = self.walls.met_by(moved.id, moved.layers);
            let after = (body.velocity, body.angular_velocity());
            moved.followed.path.strike(times[side], after, &obstacles);
        }
    }
}

/// The acceleration that presses two bodies together \[m/s²\], the second towards the first along the normal.
fn pressing<T: Real<D>, const D: usize>(
    all: &[Moved<T, D>],
    pair: [usize; 2],
    times: [T; 2],
    normal: &SVector<T, D>,
) -> T {
    let [a, b] = [0, 1].map(|side| {
        let flight = &all[pair[side]].followed.path.leg.flight;
        normal.dot(&flight.acceleration(times[side]))
    });
    b - a
}

/// Parts two bodies that are pressed together by an acceleration a \[m/s²\], so that bounces do not follow each other without end: at
/// `√(2 a h)` they come apart by h. Returns the further impulse on the first.
fn part_for_a_while<T: Real<D>, const D: usize>(
    [a, b]: [&mut Body<T, D>; 2],
    normal: &SVector<T, D>,
    pull: T,
) -> Option<SVector<T, D>> {
    let parting = normal.dot(&(a.velocity - b.velocity));
    let apart = (a.radius() + b.radius()) * nalgebra::convert(HOP);
    let missing = (pull.max(T::zero()) * apart * nalgebra::convert(2.0)).sqrt() - parting;
    if !(pull > T::zero() && missing > T::zero()) {
        return None;
    }
    let impulse = normal * (missing * a.mass * b.mass / (a.mass + b.mass));
    a.velocity += impulse / a.mass;
    b.velocity -= impulse / b.mass;
    Some(impulse)
}

/// How far bodies that are pressed together come apart, in parts of the distance of their centres.
const HOP: f64 = 1e-5;

/// The touch of two bodies after a time and before `end` \[s\]; none if they are in different layers.
fn meeting<T: Real<D>, const D: usize>(
    all: &[Moved<T, D>],
    pair: [usize; 2],
    (from, end): (f64, f64),
) -> Result<Option<Next>, StepError<T>> {
    let [a, b] = pair.map(|index| &all[index]);
    if a.layers & b.layers == 0 {
        return Ok(None);
    }
    let time = meeting_time([a, b], (from, end))?;
    let changes = [a.changes(), b.changes()];
    Ok(time.map(|time| Next {
        time,
        pair,
        changes,
    }))
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
