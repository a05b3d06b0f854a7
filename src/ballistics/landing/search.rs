//! The search for the first contact.

use alloc::vec::Vec;
use core::ops::Range;

use nalgebra::SVector;

use super::super::event::Crossing;
use super::super::path_arc::PathArc;
use super::super::surface::{Surface, is_same_part};
use super::super::trajectory::Trajectory;
use super::queries::Contact;
use super::{Landing, LandingError};

/// The path is known to be clear until `clear`. A target is a time to which `clear` shall advance.
///
/// The search casts the chord to the next target. If the chord hits, the surface is replaced by its tangent plane at the
/// hit; the flight crosses that plane at a time with a closed form, and the next target is just behind it. This converges
/// as Newton's method does. If the chord misses, the surface tests the region between chord and path; if that is not proven
/// clear, the interval to the target is halved.
pub(in super::super) struct LandingSearch<'a, F, S: ?Sized, const D: usize> {
    pub(super) flight: &'a F,
    pub(super) surface: &'a S,
    /// Queries so far; those skipped because a number is not finite count, too.
    pub(super) casts: usize,
    /// Limit on the number of queries.
    pub(super) limit: usize,
    pub(super) clear: f64,
    /// A stack: the last target is the nearest in time.
    targets: Vec<SearchTarget>,
    /// The last contact, and the distance from it to the point where the flight crosses its tangent plane.
    last: Option<(Contact<D>, f64)>,
}

#[derive(Clone, Copy)]
struct SearchTarget {
    time: f64,
    first: QueryOrder,
    /// Whether the target lies just before a contact: the interval is then divided near its end.
    is_contact: bool,
}

/// Which query of a target comes first.
#[derive(Clone, Copy)]
enum QueryOrder {
    /// The chord: it probably hits.
    Chord,
    /// The region around the path: it is probably clear.
    Region,
}

enum QueryResult<const D: usize> {
    Clear,
    Hit(Contact<D>),
    Unknown,
}

impl<'a, F, S, const D: usize> LandingSearch<'a, F, S, D>
where
    F: Trajectory<D>,
    S: Surface<f64, D> + ?Sized,
{
    /// The first contact within a span; the path before it is proven clear.
    pub(in super::super) fn run(
        flight: &'a F,
        surface: &'a S,
        span: Range<f64>,
    ) -> Result<Option<Landing<D>>, LandingError> {
        let end = span.end;
        let mut search = Self {
            flight,
            surface,
            casts: 0,
            limit: flight.most_pieces(0.0, end) / 2,
            clear: span.start,
            targets: Vec::new(),
            last: None,
        };
        if let Some(landing) = search.leave_surface(end)? {
            return Ok(Some(landing));
        }
        search.first_contact(end)
    }

    fn first_contact(&mut self, end: f64) -> Result<Option<Landing<D>>, LandingError> {
        self.push_target(end, QueryOrder::Chord);
        while let Some(target) = self.targets.last().copied() {
            if target.time <= self.clear {
                self.targets.pop();
                continue;
            }
            match self.query(target)? {
                QueryResult::Clear => self.clear = target.time,
                QueryResult::Unknown => {
                    self.halve();
                    self.cast_tangent(target.time)?;
                }
                QueryResult::Hit(contact) => {
                    if let Some(landing) = self.approach(&contact, target.time)? {
                        return Ok(Some(landing));
                    }
                }
            }
        }
        Ok(None)
    }

    fn push_target(&mut self, time: f64, first: QueryOrder) {
        self.targets.push(SearchTarget {
            time,
            first,
            is_contact: false,
        });
    }

    /// Queries chord and region, in the order of the target.
    fn query(&mut self, target: SearchTarget) -> Result<QueryResult<D>, LandingError> {
        let (from, to) = (self.clear, target.time);
        let region_first = matches!(target.first, QueryOrder::Region);
        if region_first && self.is_clear(from, to)? {
            return Ok(QueryResult::Clear);
        }
        let chord = (self.flight.position(from), self.flight.position(to));
        if let Some(contact) = self.cast_between(chord.0, chord.1, from)? {
            return Ok(QueryResult::Hit(contact));
        }
        // a straight path is its chord, which hit nothing
        let is_straight = self.bulge(from, to) <= self.rounding(to);
        if (!region_first && self.is_clear(from, to)?) || is_straight {
            return Ok(QueryResult::Clear);
        }
        Ok(QueryResult::Unknown)
    }

    /// Divides the interval to the next target: the nearer part comes first.
    fn halve(&mut self) {
        let Some(target) = self.targets.last_mut() else {
            return;
        };
        target.first = QueryOrder::Region;
        let fraction = if target.is_contact { NEAR_CONTACT } else { 0.5 };
        let (from, to) = (self.clear, target.time);
        let between = from + (to - from) * fraction;
        if between > from && between < to {
            self.push_target(between, QueryOrder::Region);
        } else {
            // no number lies between the two times
            self.clear = to;
        }
    }

    /// Casts along the tangent from the start of a region that is not clear: this often hits what the chord missed.
    fn cast_tangent(&mut self, to: f64) -> Result<(), LandingError> {
        let from = self.clear;
        let arc = self.flight.arc(from, to);
        if from >= to || !is_bent(&arc) {
            return Ok(());
        }
        let Some(contact) = self.cast_between(arc.start, arc.corner, from)? else {
            return Ok(());
        };
        let depth = (contact.point - arc.start).norm() * MAX_OVERSHOOT;
        let beyond = self.crossing(&contact.plane(-depth), Crossing::Descending, from, to);
        let nearest = self.targets.last().map_or(to, |target| target.time);
        if let Some(time) = beyond.filter(|time| *time < nearest) {
            self.push_target(time, QueryOrder::Chord);
        }
        Ok(())
    }

    /// From a contact on the chord to the contact of the path.
    fn approach(
        &mut self,
        contact: &Contact<D>,
        to: f64,
    ) -> Result<Option<Landing<D>>, LandingError> {
        let from = self.clear;
        if let Some(target) = self.targets.last_mut() {
            target.first = QueryOrder::Chord;
        }
        let time = self.tangent_crossing(contact, from, to);
        let rounding = self.rounding(time);
        let gap = (self.flight.position(time) - contact.point).norm();
        let is_straight = self.bulge(from, to) <= rounding;
        // at a grazing angle rounding moves the contact along the surface by 1/sin of the angle
        let steepness = contact.steepness.max(1e-3);
        if is_straight || gap <= rounding * 4.0 / steepness {
            return self.accept(contact, time);
        }

        let last = self.last.replace((*contact, gap));
        let depth = rounding + overshoot(contact, gap, last.as_ref().map(|(contact, _)| contact));
        let next =
            (self.crossing(&contact.plane(-depth), Crossing::Descending, time, to)).unwrap_or(to);
        let is_closer = last.is_some_and(|(_, before)| gap < before * 0.5);
        // neither the interval nor the gap shrinks: Newton's method stalls, so bisect
        if next - from > (to - from) * 0.9 && !is_closer && last.is_some() {
            self.halve();
            return Ok(None);
        }
        let arc = self.flight.arc(from, next);
        if next < to {
            self.push_target(next, QueryOrder::Chord);
        }
        if is_bent(&arc) {
            let middle = (from + next) * 0.5;
            self.push_target(middle, QueryOrder::Region);
        }
        Ok(None)
    }

    /// Accepts a converged contact as the landing if the path before it is clear; else makes that path the next target.
    fn accept(
        &mut self,
        contact: &Contact<D>,
        time: f64,
    ) -> Result<Option<Landing<D>>, LandingError> {
        let before = self.last_time_off(contact, self.clear, time);
        let rounding = self.rounding(time);
        let is_straight = self.bulge(self.clear, before) <= rounding;
        if before <= self.clear || is_straight || self.is_clear(self.clear, before)? {
            if self.bulge(before, time) <= rounding * 4.0 {
                let landing = self.landing(contact, time);
                return Ok(Some(
                    self.met_while_grazing(contact, (before, time))?
                        .unwrap_or(landing),
                ));
            }
            self.clear = before;
        } else {
            self.targets.push(SearchTarget {
                time: before,
                first: QueryOrder::Region,
                is_contact: true,
            });
            self.halve();
        }
        Ok(None)
    }

    /// Another part of the surface, in a hollow, that the path meets within a span \[s\] in which it grazes a contact: from when it
    /// is last off the contact by more than rounding.
    fn met_while_grazing(
        &mut self,
        contact: &Contact<D>,
        (before, time): (f64, f64),
    ) -> Result<Option<Landing<D>>, LandingError> {
        if contact.steepness > GRAZING || before >= time {
            return Ok(None);
        }
        let [start, end] = [before, time].map(|time| self.flight.position(time));
        let other = self.cast_between(start, end, before)?;
        let other = other.filter(|other| !is_same_part(&other.facing, &contact.facing));
        Ok(other.map(|other| {
            let met = self.tangent_crossing(&other, before, time);
            self.landing(&other, met)
        }))
    }
}

/// At a smaller sine of the angle between path and surface the path stays near the surface for long.
const GRAZING: f64 = 0.25;

/// Whether an arc is far from its chord compared with the length of the chord.
fn is_bent<const D: usize>(arc: &PathArc<f64, D>) -> bool {
    let length = (arc.end - arc.start).norm();
    arc.bulge() > length * BENT
}

/// A bound on the depth of the surface below its tangent plane where the flight crosses that: `κ gap²`, with the curvature κ
/// estimated from the normals of the last two contacts.
fn overshoot<const D: usize>(contact: &Contact<D>, gap: f64, last: Option<&Contact<D>>) -> f64 {
    let most = gap * MAX_OVERSHOOT;
    let Some(last) = last else {
        return most;
    };
    let distance = (contact.point - last.point).norm();
    let turn: SVector<f64, D> = contact.facing - last.facing;
    if distance > 0.0 {
        most.min(turn.norm() / distance * gap * gap)
    } else {
        most
    }
}

/// Largest overshoot, as a fraction of the gap.
const MAX_OVERSHOOT: f64 = 0.2;

/// Least distance from the chord of a bent arc, as a fraction of the length of the chord.
const BENT: f64 = 0.15;

/// Where the interval before a contact is divided: if it is not clear, the reason is mostly the contact itself.
const NEAR_CONTACT: f64 = 15.0 / 16.0;
