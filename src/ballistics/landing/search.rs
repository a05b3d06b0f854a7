//! Where to look next.

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

use super::super::arc::Arc;
use super::super::event::Crossing;
use super::super::surface::Surface;
use super::super::trajectory::Trajectory;
use super::questions::{Contact, Questions};
use super::{Landing, LandingError};

/// Known to be clear is the path until `clear`. A target is a time that this is to be moved to.
///
/// The chord to a target is cast. What it hits stands for the surface there as its tangent plane, which the flight crosses
/// at a time that has a closed form: the next target is just behind. This converges as Newton's method does. A chord
/// that hits nothing leaves the region between it and the path, which the surface tells clear or not; if not, the target is
/// halved.
pub(super) struct Search<'a, F, S: ?Sized, T, const D: usize> {
    pub(super) questions: Questions<'a, F, S, T, D>,
    pub(super) clear: T,
    /// From far to near.
    targets: Vec<Target<T>>,
    /// What was hit last, and how far from there the flight meets its plane.
    last: Option<(Contact<T, D>, T)>,
}

#[derive(Clone, Copy)]
struct Target<T> {
    time: T,
    first: First,
    /// Whether the surface is just behind it: the way there is then halved near its end.
    is_contact: bool,
}

/// What is asked first about a target.
#[derive(Clone, Copy)]
enum First {
    /// The chord: it may well hit.
    Chord,
    /// The whole region: it may well be clear.
    Region,
}

enum Answer<T, const D: usize> {
    Clear,
    Hit(Contact<T, D>),
    Unknown,
}

pub(super) type Found<T, const D: usize> = Option<Landing<T, D>>;

impl<'a, F, S, T, const D: usize> Search<'a, F, S, T, D>
where
    T: RealField + Copy,
    F: Trajectory<T, D>,
    S: Surface<T, D> + ?Sized,
{
    pub(super) fn new(questions: Questions<'a, F, S, T, D>, start: T) -> Self {
        Self {
            questions,
            clear: start,
            targets: vec![],
            last: None,
        }
    }

    pub(super) fn run(mut self, end: T) -> Result<Found<T, D>, LandingError<T>> {
        if let Some(landing) = self.start(end)? {
            return Ok(Some(landing));
        }
        self.aim(end, First::Chord);
        while let Some(target) = self.targets.last().copied() {
            if target.time <= self.clear {
                self.targets.pop();
                continue;
            }
            match self.ask(target)? {
                Answer::Clear => self.clear = target.time,
                Answer::Unknown => {
                    self.halve();
                    self.look_ahead(target.time)?;
                }
                Answer::Hit(contact) => {
                    if let Some(landing) = self.approach(&contact, target.time)? {
                        return Ok(Some(landing));
                    }
                }
            }
        }
        Ok(None)
    }

    fn aim(&mut self, time: T, first: First) {
        self.targets.push(Target {
            time,
            first,
            is_contact: false,
        });
    }

    /// Chord and region, in the order of the target.
    fn ask(&mut self, target: Target<T>) -> Result<Answer<T, D>, LandingError<T>> {
        let (from, to) = (self.clear, target.time);
        let questions = &mut self.questions;
        let region_first = matches!(target.first, First::Region);
        if region_first && questions.is_clear(from, to)? {
            return Ok(Answer::Clear);
        }
        if let Some(contact) = questions.cast(from, to)? {
            return Ok(Answer::Hit(contact));
        }
        // where path and chord are the same, the chord has told all
        let is_straight = questions.bulge(from, to) <= questions.rounding(to);
        if (!region_first && questions.is_clear(from, to)?) || is_straight {
            return Ok(Answer::Clear);
        }
        Ok(Answer::Unknown)
    }

    /// The nearer part of the way to a target first.
    fn halve(&mut self) {
        let Some(target) = self.targets.last_mut() else {
            return;
        };
        target.first = First::Region;
        let share = if target.is_contact { NEARLY } else { 0.5 };
        let (from, to) = (self.clear, target.time);
        let between = from + (to - from) * nalgebra::convert(share);
        if between > from && between < to {
            self.aim(between, First::Region);
        } else {
            // no time lies between
            self.clear = to;
        }
    }

    /// What bars a region though not its chord is often seen from its start along the tangent.
    fn look_ahead(&mut self, to: T) -> Result<(), LandingError<T>> {
        let (questions, from) = (&mut self.questions, self.clear);
        let arc = questions.flight.arc(from, to);
        if from >= to || !is_bent(&arc) {
            return Ok(());
        }
        let Some(contact) = questions.cast_between(arc.start, arc.corner, from)? else {
            return Ok(());
        };
        let depth = (contact.point - arc.start).norm() * nalgebra::convert(MOST_OVERSHOOT);
        let beyond = questions.crossing(&contact.plane(-depth), Crossing::Descending, from, to);
        let nearest = self.targets.last().map_or(to, |target| target.time);
        if let Some(time) = beyond.filter(|time| *time < nearest) {
            self.aim(time, First::Chord);
        }
        Ok(())
    }

    /// From what a chord hit to where the path does.
    fn approach(&mut self, contact: &Contact<T, D>, to: T) -> Result<Found<T, D>, LandingError<T>> {
        let questions = &mut self.questions;
        let from = self.clear;
        if let Some(target) = self.targets.last_mut() {
            target.first = First::Chord;
        }
        let time = questions.meeting(contact, from, to);
        let rounding = questions.rounding(time);
        let meeting = questions.flight.position(time);
        let gap = (meeting - contact.point).norm();
        let is_straight = questions.bulge(from, to) <= rounding;
        let slant = contact.steepness.max(nalgebra::convert(1e-3));
        if is_straight || gap <= rounding * nalgebra::convert(4.0) / slant {
            return self.settle(contact, time);
        }

        let last = self.last.replace((*contact, gap));
        let depth = rounding + overshoot(contact, gap, last.as_ref().map(|(contact, _)| contact));
        let next = (questions.crossing(&contact.plane(-depth), Crossing::Descending, time, to))
            .unwrap_or(to);
        let share: T = nalgebra::convert(0.9);
        let is_closer = last.is_some_and(|(_, before)| gap < before * nalgebra::convert(0.5));
        if next - from > (to - from) * share && !is_closer && last.is_some() {
            self.halve();
            return Ok(None);
        }
        let arc = questions.flight.arc(from, next);
        if next < to {
            self.aim(next, First::Chord);
        }
        if is_bent(&arc) {
            let middle = (from + next) * nalgebra::convert(0.5);
            self.aim(middle, First::Region);
        }
        Ok(None)
    }

    /// The contact stands; is the way to it clear?
    fn settle(&mut self, contact: &Contact<T, D>, time: T) -> Result<Found<T, D>, LandingError<T>> {
        let questions = &mut self.questions;
        let before = questions.still_off(contact, self.clear, time);
        let rounding = questions.rounding(time);
        let is_at_hand = questions.bulge(self.clear, before) <= rounding;
        if before <= self.clear || is_at_hand || questions.is_clear(self.clear, before)? {
            if questions.bulge(before, time) <= rounding * nalgebra::convert(4.0) {
                return Ok(Some(questions.landing(contact, time)));
            }
            self.clear = before;
        } else {
            self.targets.push(Target {
                time: before,
                first: First::Region,
                is_contact: true,
            });
            self.halve();
        }
        Ok(None)
    }
}

/// Whether an arc is so far from its chord that the chord tells little about it.
fn is_bent<T: RealField + Copy, const D: usize>(arc: &Arc<T, D>) -> bool {
    let length = (arc.end - arc.start).norm();
    arc.bulge() > length * nalgebra::convert(BENT)
}

/// How much deeper than its tangent plane the surface may be where the flight meets that: as much as it curved since the
/// hit before, as a quadratic in the gap.
fn overshoot<T: RealField + Copy, const D: usize>(
    contact: &Contact<T, D>,
    gap: T,
    last: Option<&Contact<T, D>>,
) -> T {
    let most = gap * nalgebra::convert(MOST_OVERSHOOT);
    let Some(last) = last else {
        return most;
    };
    let way = (contact.point - last.point).norm();
    let turn: SVector<T, D> = contact.facing - last.facing;
    if way > T::zero() {
        most.min(turn.norm() / way * gap * gap)
    } else {
        most
    }
}

/// Of the gap.
const MOST_OVERSHOOT: f64 = 0.2;

/// Of the length of the chord.
const BENT: f64 = 0.15;

/// Of the way to a contact, where that is not clear: it is mostly the contact itself that is in the way.
const NEARLY: f64 = 15.0 / 16.0;
