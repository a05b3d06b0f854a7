//! Surfaces that bodies meet, and the first touch of a flight with one of them.

use nalgebra::{RealField, SVector};

use super::corner::Corner;
use super::held::HeldSet;
use super::{Answer, Contact, ContactError};
use crate::ballistics::{
    Crossing, CrossingTimes, Height, Hit, Landing, LandingError, LawFlight, Nearest, Offset,
    OffsetError, Plane, Ray, RelativeFlight, Surface, Trajectory, is_same_part,
};
use crate::numbers::{from_f64, is_finite, to_f64};

/// A surface, what happens at it, and how it moves.
#[derive(Clone, Copy)]
pub(super) struct Obstacle<'a, T, const D: usize> {
    pub(super) surface: &'a dyn Surface<T, D>,
    pub(super) contact: Contact<T>,
    /// How far it has moved since its coordinates were given \[m\].
    pub(super) moved: SVector<T, D>,
    /// \[m/s\]
    pub(super) velocity: SVector<T, D>,
    /// How it moves on, if not at a constant velocity.
    pub(super) motion: Option<SurfaceMotion<'a, T, D>>,
    /// The side from which alone it is met, if there is one.
    pub(super) only_from: Option<SVector<T, D>>,
}

/// The motion of a surface under a law, as that of a body whose place is how far the surface has moved.
#[derive(Clone, Copy)]
pub(super) struct SurfaceMotion<'a, T, const D: usize> {
    pub(super) flight: &'a LawFlight<T, D>,
    /// The time of the flight \[s\].
    pub(super) time: T,
}

impl<T: RealField + Copy, const D: usize> SurfaceMotion<'_, T, D> {
    /// Acceleration \[m/s²\] and jerk \[m/s³\].
    pub(super) fn rates(&self) -> (SVector<T, D>, SVector<T, D>) {
        self.relaunched().acceleration_and_jerk(T::zero())
    }

    /// The same motion, with its time from here on.
    pub(super) fn relaunched(&self) -> LawFlight<T, D> {
        self.flight.relaunched(self.time)
    }
}

/// A body that touches an obstacle.
pub(super) struct Touching<T, const D: usize> {
    /// The number of the obstacle.
    pub(super) number: usize,
    /// \[s\]
    pub(super) time: f64,
    /// Where they touch \[m\].
    pub(super) point: SVector<T, D>,
    /// Unit normal, on the side of the body.
    pub(super) normal: SVector<T, D>,
    /// Of the centre, relative to the obstacle \[m/s\].
    pub(super) velocity: SVector<T, D>,
    /// How they act on each other, unless the answer says otherwise.
    pub(super) contact: Contact<T>,
}

/// Obstacles of one body, by their numbers.
pub(super) trait Obstacles<T: RealField + Copy, const D: usize> {
    /// One more than the largest number.
    fn count(&self) -> usize;

    /// An obstacle at a time \[s\]; none if the body does not meet it.
    fn obstacle(&self, number: usize, time: f64) -> Option<Obstacle<'_, T, D>>;

    /// What happens at a touch.
    fn answer(&self, touching: &Touching<T, D>) -> Answer<T, D> {
        touching.contact.into()
    }
}

/// Why the first touch of a surface is not known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum TouchError<T> {
    Landing(LandingError<T>),
    /// The body is round, and the surface does not tell how far it is from a point.
    NotRound,
    /// The body is round, and its radius is not less than a limit \[m\].
    TooLarge {
        radius: T,
        limit: T,
    },
}

impl<T> From<LandingError<T>> for TouchError<T> {
    fn from(error: LandingError<T>) -> Self {
        Self::Landing(error)
    }
}

impl<T> TouchError<T> {
    /// The same as an error of the surface with a number.
    pub(super) fn at(self, surface: usize) -> ContactError<T> {
        match self {
            Self::Landing(reason) => ContactError::Search { surface, reason },
            Self::NotRound => ContactError::NotRound { surface },
            Self::TooLarge { radius, limit } => ContactError::TooLarge {
                surface,
                radius,
                limit,
            },
        }
    }
}

/// Where a flight touches an obstacle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FoundTouch<T, const D: usize> {
    /// \[s\] since launch.
    pub(super) time: T,
    /// The number of the obstacle.
    pub(super) number: usize,
    /// Unit normal, on the side of the body.
    pub(super) normal: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Obstacle<'_, T, D> {
    /// Acceleration \[m/s²\] and jerk \[m/s³\].
    pub(super) fn rates(&self) -> (SVector<T, D>, SVector<T, D>) {
        let rest = (SVector::zeros(), SVector::zeros());
        self.motion.map_or(rest, |motion| motion.rates())
    }

    /// A flight as seen from this obstacle: with origin and velocity of the obstacle.
    pub(super) fn seen_from_here(&self, flight: &LawFlight<T, D>) -> RelativeFlight<T, D> {
        match &self.motion {
            Some(motion) => RelativeFlight::new(*flight, motion.relaunched()),
            None => RelativeFlight::One(self.seen_at_constant_velocity(flight)),
        }
    }

    fn seen_at_constant_velocity(&self, flight: &LawFlight<T, D>) -> LawFlight<T, D> {
        if self
            .velocity
            .iter()
            .chain(self.moved.iter())
            .all(T::is_zero)
        {
            return *flight;
        }
        // x = y + o + w t: y'' = c - γ w - k o + G w + C o + (j - k w + C w) t - γ y' - k y + G y' + C y
        let (mut law, start) = (flight.law(), flight.at(T::zero()));
        let (offset, velocity) = (self.moved, self.velocity);
        law.constant += law.gyration * velocity + law.tide * offset
            - velocity * law.damping
            - offset * law.stiffness_per_mass;
        law.ramp += law.tide * velocity - velocity * law.stiffness_per_mass;
        law.launch(start.position - offset, start.velocity - velocity)
    }

    /// The first touch of the centre of a body within a span \[s\].
    pub(super) fn first_touch(
        &self,
        search: &TouchSearch<'_, T, D>,
        span: (T, T),
    ) -> Result<Option<(T, SVector<T, D>)>, TouchError<T>> {
        let seen = SeenSearch {
            flight: self.seen_from_here(&search.flight),
            raised: self.seen_from_here(&search.raised),
            of: search,
        };
        self.first_touch_of(self.surface, &seen, span)
    }

    /// The first touch of a surface, or of the surfaces of a collection.
    fn first_touch_of(
        &self,
        surface: &dyn Surface<T, D>,
        search: &SeenSearch<'_, T, D>,
        (from, to): (T, T),
    ) -> Result<Option<(T, SVector<T, D>)>, TouchError<T>> {
        if surface.member(0).is_none() {
            return self.first_touch_of_one(surface, search, (from, to));
        }
        let (mut first, mut last) = (None, to);
        let members = (0..).map_while(|number| surface.member(number));
        for member in members {
            if last <= from {
                break;
            }
            if let Some(touch) = self.first_touch_of(member, search, (from, last))? {
                (first, last) = (Some(touch), touch.0);
            }
        }
        Ok(first)
    }

    fn first_touch_of_one(
        &self,
        surface: &dyn Surface<T, D>,
        search: &SeenSearch<'_, T, D>,
        (from, to): (T, T),
    ) -> Result<Option<(T, SVector<T, D>)>, TouchError<T>> {
        let plane = surface.plane();
        if plane.is_some_and(|plane| search.is_held_by(&plane)) {
            return Ok(None);
        }
        if search.rests_on_curve(surface, from) {
            return Ok(None);
        }
        let flight = &search.flight;
        let mut from = from;
        // an obstacle that is met from one side only is passed from the other: at most a few times within a span
        for _ in 0..MOST_PASSAGES {
            let touch = match &plane {
                Some(plane) => {
                    first_touch_of_plane(search, plane, (from, to)).map(|(time, normal)| Landed {
                        time,
                        normal,
                        is_inside: false,
                    })
                }
                None => first_landing(surface, search, (from, to))?,
            };
            let Some(Landed {
                time,
                normal,
                is_inside,
            }) = touch
            else {
                return Ok(None);
            };
            let is_met = self.only_from.is_none_or(|side| {
                normal.dot(&side) > T::zero()
                    && flight.velocity(time).dot(&side) <= T::zero()
                    && !is_inside
                    && (plane.is_some()
                        || !is_inside_of(
                            surface,
                            &flight.position(time),
                            &normal,
                            search.of.radius,
                        ))
            });
            if is_met {
                return Ok(Some((time, normal)));
            }
            from = time + past(flight, &normal, time);
            if from >= to {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// A centre \[m\] put onto the surface, if it is off it by at most a tenth of a millimetre, and the unit normal there: a point
    /// along the last normal, a ball along that of its nearest point.
    pub(super) fn onto(
        &self,
        (position, radius): (&SVector<T, D>, T),
        normal: &SVector<T, D>,
    ) -> Option<(SVector<T, D>, SVector<T, D>)> {
        let most: T = nalgebra::convert(1e-4);
        if radius > T::zero() {
            let Nearest::At {
                distance,
                normal: there,
                ..
            } = self.surface.nearest(position, radius + most)
            else {
                return None;
            };
            let off = radius - distance;
            let is_near = off.abs() <= most && there.dot(normal) > T::zero();
            return is_near.then(|| (position + there * off, there));
        }
        let reach = normal * most;
        let above = position + normal * self.off(position.amax());
        // in a hollow a ray from far above would start behind another part of it
        let (ray, hit) = [above - reach, above + reach].into_iter().find_map(|end| {
            let ray = Ray::between(above, end)?;
            Some((ray, self.surface.cast(&ray)?))
        })?;
        let is_on = hit.distance >= T::zero() && hit.distance <= ray.length;
        let there = hit.normal.try_normalize(T::zero()).filter(is_finite)?;
        let is_behind = there.dot(normal) < T::zero();
        is_on.then(|| (ray.at(hit.distance), if is_behind { -there } else { there }))
    }

    /// The way out for a ball that overlaps the surface by more than rounding \[m\]: along the nearest normal. A surface that is
    /// met from one side only lets it be.
    pub(super) fn way_out(&self, position: &SVector<T, D>, radius: T) -> Option<SVector<T, D>> {
        if self.only_from.is_some() || radius == T::zero() {
            return None;
        }
        let seen = position - self.moved;
        let Nearest::At {
            distance, normal, ..
        } = self.surface.nearest(&seen, radius)
        else {
            return None;
        };
        let overlap = radius - distance;
        let off = self.off(seen.amax() + radius + self.moved.amax());
        (overlap > off && is_finite(&normal)).then(|| normal * overlap)
    }

    /// How far from the surface a body still counts as on it, where coordinates are of a size \[m\].
    pub(super) fn off(&self, size: T) -> T {
        let scale = at_least_a_millimetre(size);
        let rounding = self.surface.rounding(scale);
        let off = rounding.max(scale * T::default_epsilon()) * nalgebra::convert(16.0);
        // at the origin nothing is rounded, but a ray needs a length
        off.max(nalgebra::convert(1e-30))
    }

    /// The normal of the surface under a body, if the body is on it to rounding: a ray along the acceleration meets it there. The
    /// surface has moved over coordinates as large as `moved` \[m\].
    pub(super) fn support(
        &self,
        (position, radius): (&SVector<T, D>, T),
        acceleration: &SVector<T, D>,
        moved: T,
    ) -> Result<Option<SVector<T, D>>, TouchError<T>> {
        let Some(down) = acceleration.try_normalize(T::zero()) else {
            return Ok(None);
        };
        let off = self.off(position.amax() + radius + moved);
        if radius > T::zero() {
            let distance_and_normal = match self.surface.nearest(position, radius + off) {
                Nearest::At {
                    distance, normal, ..
                } => Some((distance, normal)),
                _ => None,
            };
            let touching = distance_and_normal.filter(|(distance, normal)| {
                (*distance - radius).abs() <= off && is_finite(normal)
            });
            return Ok(touching.map(|(_, normal)| normal));
        }
        let reach = down * off;
        let Some(ray) = Ray::between(position - reach, position + reach) else {
            return Ok(None);
        };
        let Some(hit) = self.surface.cast(&ray) else {
            return Ok(None);
        };
        let distance = hit.distance;
        let normal = (hit.normal.try_normalize(T::zero())).filter(is_finite);
        let normal = normal.ok_or(LandingError::Normal { distance })?;
        let is_behind = normal.dot(&down) > T::zero();
        Ok(Some(if is_behind { -normal } else { normal }))
    }
}

/// The body whose first touch is searched for.
#[derive(Clone, Copy)]
pub(super) struct TouchSearch<'a, T, const D: usize> {
    pub(super) flight: LawFlight<T, D>,
    /// \[m\]
    pub(super) radius: T,
    /// The flight off the surfaces that hold the body, by more than rounding.
    pub(super) raised: LawFlight<T, D>,
    /// The rounding error of positions \[m\].
    pub(super) rounding: f64,
    /// The surfaces that hold the body.
    pub(super) held: &'a HeldSet<T, D>,
    /// The corner in which the body starts.
    pub(super) corner: Option<&'a Corner<T, D>>,
    /// The obstacle that it does not touch before a time \[s\].
    pub(super) passing: Option<(usize, T)>,
    pub(super) number: usize,
    /// The normal of the last touch, if the body has just touched this obstacle.
    pub(super) side: Option<SVector<T, D>>,
}

/// The same as seen from an obstacle.
struct SeenSearch<'a, T, const D: usize> {
    flight: RelativeFlight<T, D>,
    raised: RelativeFlight<T, D>,
    of: &'a TouchSearch<'a, T, D>,
}

impl<T: RealField + Copy, const D: usize> SeenSearch<'_, T, D> {
    /// Whether the body stays on a plane of this obstacle.
    fn is_held_by(&self, plane: &Plane<T, D>) -> bool {
        let Some(normal) = plane.normal.try_normalize(T::zero()) else {
            return true;
        };
        (self.of.held.iter())
            .filter(|held| held.number == self.of.number)
            .any(|held| held.is_like(&normal) || held.is_like(&-normal))
    }

    /// Whether a ball stays on a surface of known curvature, which it then touches nowhere else.
    fn rests_on_curve(&self, surface: &dyn Surface<T, D>, from: T) -> bool {
        let radius = self.of.radius;
        let is_bounded = surface.largest_radius() < T::max_value().unwrap_or(radius);
        let mut curves = (self.of.held.iter())
            .filter(|held| held.number == self.of.number && held.part.is_none())
            .peekable();
        // the nearest point takes long to find
        if radius == T::zero() || !is_bounded || curves.peek().is_none() {
            return false;
        }
        let near: T = radius * nalgebra::convert(1.001);
        match surface.nearest(&self.flight.position(from), near) {
            Nearest::At {
                distance, normal, ..
            } => {
                let half: T = nalgebra::convert(0.5);
                distance <= near && curves.any(|held| held.normal.dot(&normal) > half)
            }
            _ => false,
        }
    }

    /// The normal of a surface that the body has just touched, and that does not hold it; and the distance at which it counts as
    /// off that surface \[m\].
    fn just_off(&self, surface: &dyn Surface<T, D>, from: T) -> Option<(SVector<T, D>, T)> {
        let normal = self.of.side?;
        let mut held = self
            .of
            .held
            .iter()
            .filter(|held| held.number == self.of.number);
        if held.any(|held| held.is_like(&normal)) {
            return None;
        }
        Some((normal, self.off(surface, from)))
    }

    /// The distance at which the body counts as off a surface \[m\].
    fn off(&self, surface: &dyn Surface<T, D>, from: T) -> T {
        let scale = at_least_a_millimetre(self.flight.position(from).amax());
        let rounding = surface.rounding(scale).max(scale * T::default_epsilon());
        // those of the body in the world, if the surface has moved far
        let rounding = rounding.max(from_f64(self.of.rounding));
        rounding * nalgebra::convert(OFF_SURFACE)
    }

    /// Where the body touches a side of its corner, other than the one that it has just touched or that holds it.
    fn met_in_corner(
        &self,
        surface: &dyn Surface<T, D>,
        (from, to): (T, T),
    ) -> Option<Landed<T, D>> {
        let (number, off) = (self.of.number, self.off(surface, from));
        let is_known = |normal: &SVector<T, D>| {
            let held = self.of.held.iter().filter(|held| held.number == number);
            let mut known = held.map(|held| held.normal).chain(self.of.side);
            known.any(|known| is_same_part(&known, normal))
        };
        let touch =
            (self.of.corner?).first_touch(number, (&self.flight, is_known), off, (from, to));
        touch.map(|(time, normal)| Landed {
            time,
            normal,
            is_inside: false,
        })
    }

    /// When the body is off the surface that it has just touched \[s\]; none if it does not get off within a span.
    fn left_at(&self, normal: &SVector<T, D>, off: T, (from, to): (T, T)) -> Option<T> {
        let plane = Plane::through(self.raised.position(from) + normal * off, *normal);
        let height = self.raised.height_over(&plane);
        let mut left =
            CrossingTimes::new(height, Crossing::Ascending, to_f64(from), to_f64(to), 0.0);
        left.next().map(from_f64)
    }

    /// Where the body meets another part of the surface that it has just touched, before it is off it: in a corner.
    ///
    /// The chord starts above the part that was touched, but not beyond another one.
    fn met_before_it_left(
        &self,
        surface: &dyn Surface<T, D>,
        (normal, off): (&SVector<T, D>, T),
        (from, left): (T, T),
    ) -> Option<Landed<T, D>> {
        if self.of.radius > T::zero() {
            return None;
        }
        let [start, end] = [from, left].map(|time| self.raised.position(time));
        let [lift, slack]: [T; 2] = [0.125, 1.0 / 32.0].map(|part| off * nalgebra::convert(part));
        let up = Ray::between(start, start + normal * lift)?;
        let above = first_other_part(surface, &up, (normal, slack));
        let free = above.map_or(lift, |(ray, hit)| {
            (ray.at(hit.distance) - start).dot(normal) * nalgebra::convert(0.5)
        });
        let chord = Ray::between(start + normal * free, end)?;
        let (ray, hit) = first_other_part(surface, &chord, (normal, slack))?;
        let there = hit.normal.try_normalize(T::zero()).filter(is_finite)?;
        let is_inside = there.dot(&ray.direction) > T::zero();
        let facing = if is_inside { -there } else { there };
        let height = (self.raised).height_over(&Plane::through(ray.at(hit.distance), facing));
        let (from, left) = (to_f64(from), to_f64(left));
        let time = if height.at(from).0 <= 0.0 {
            from
        } else {
            CrossingTimes::new(height, Crossing::Descending, from, left, 0.0)
                .next()
                .unwrap_or(left)
        };
        Some(Landed {
            time: from_f64(time),
            normal: facing,
            is_inside,
        })
    }

    /// Whether the body has just touched a plane, and is below it.
    fn is_below(&self, plane: &Plane<T, D>, size: T) -> Option<bool> {
        let along = self.of.side?.dot(&plane.normal) / size;
        (along.abs() > nalgebra::convert(1.0 - 1e-9)).then(|| along < T::zero())
    }
}

/// A landing on a surface.
struct Landed<T, const D: usize> {
    /// \[s\]
    time: T,
    /// On the side of the body.
    normal: SVector<T, D>,
    /// Whether the body comes from inside.
    is_inside: bool,
}

/// The first landing on a surface of any form.
fn first_landing<T: RealField + Copy, const D: usize>(
    surface: &dyn Surface<T, D>,
    search: &SeenSearch<'_, T, D>,
    (from, to): (T, T),
) -> Result<Option<Landed<T, D>>, TouchError<T>> {
    let in_corner = search.met_in_corner(surface, (from, to));
    let end = in_corner.as_ref().map_or(to, |landed| landed.time);
    if end <= from {
        return Ok(in_corner);
    }
    Ok(first_landing_of_search(surface, search, (from, end))?.or(in_corner))
}

/// The first landing that the search finds.
fn first_landing_of_search<T: RealField + Copy, const D: usize>(
    surface: &dyn Surface<T, D>,
    search: &SeenSearch<'_, T, D>,
    (from, to): (T, T),
) -> Result<Option<Landed<T, D>>, TouchError<T>> {
    let (mut flight, mut clear) = (search.raised, from);
    if let Some((normal, off)) = search.just_off(surface, from) {
        match search.left_at(&normal, off, (from, to)) {
            Some(left) => {
                let landed = search.met_before_it_left(surface, (&normal, off), (from, left));
                if landed.is_some() {
                    return Ok(landed);
                }
                clear = left;
            }
            None if flight.acceleration(from).dot(&normal) < T::zero() => {
                return Ok(Some(Landed {
                    time: from,
                    normal,
                    is_inside: false,
                }));
            }
            // it moves along the surface, and nothing pulls it there
            None => {
                flight = flight.translated(&(normal * (off + off)));
            }
        }
    }
    if clear >= to {
        return Ok(None);
    }
    let landing = if search.of.radius > T::zero() {
        let offset = Offset::new(surface, search.of.radius).map_err(|error| match error {
            OffsetError::TooLarge { radius, limit } => TouchError::TooLarge { radius, limit },
            _ => TouchError::NotRound,
        })?;
        flight.landing(&offset, clear..to)?
    } else {
        flight.landing(surface, clear..to)?
    };
    // along a curved surface the tangent plane is followed for a moment, whatever the surface does
    let is_on_curve = |normal: &SVector<T, D>| {
        let curves = search.of.held.iter().filter(|held| held.part.is_none());
        let mut here = curves.filter(|held| held.number == search.of.number);
        here.any(|held| held.normal.dot(normal).abs() > nalgebra::convert(0.99))
    };
    // a body that moves along the surface is on the side that the surface says
    let is_behind = |landing: &Landing<T, D>| {
        let along = landing.velocity.norm() * nalgebra::convert(1e-6);
        landing.normal.dot(&landing.velocity) > along
    };
    // off a side of the corner, if not yet by more than rounding
    let is_leaving = |landing: &Landing<T, D>| {
        let corner = search.of.corner.filter(|_| landing.time == from);
        let is_side = corner.is_some_and(|corner| corner.has(search.of.number, &landing.normal));
        is_side && is_behind(landing)
    };
    let landing = landing.filter(|landing| !is_on_curve(&landing.normal) && !is_leaving(landing));
    Ok(landing.map(|landing| {
        let is_behind = is_behind(&landing);
        let normal = if is_behind {
            -landing.normal
        } else {
            landing.normal
        };
        Landed {
            time: landing.time,
            normal,
            is_inside: is_behind,
        }
    }))
}

/// The first hit of a ray on a part of a surface that does not have a normal, or is farther along the ray than `slack` \[m\].
fn first_other_part<T: RealField + Copy, const D: usize>(
    surface: &dyn Surface<T, D>,
    ray: &Ray<T, D>,
    (normal, slack): (&SVector<T, D>, T),
) -> Option<(Ray<T, D>, Hit<T, D>)> {
    let hit = surface.cast(ray)?;
    let there = hit.normal.try_normalize(T::zero()).filter(is_finite)?;
    let is_other = !is_same_part(&there, normal) && !is_same_part(&-there, normal);
    if hit.distance > slack || is_other {
        return Some((*ray, hit));
    }
    let beyond = Ray::between(ray.at(hit.distance + slack), ray.at(ray.length))?;
    let is_shorter = beyond.direction.dot(&ray.direction) > T::zero();
    let hit = surface.cast(&beyond).filter(|_| is_shorter)?;
    Some((beyond, hit))
}

/// Whether the centre of a ball that touches a surface is inside of it: a ray to the touching point meets the surface from inside.
fn is_inside_of<T: RealField + Copy, const D: usize>(
    surface: &dyn Surface<T, D>,
    centre: &SVector<T, D>,
    normal: &SVector<T, D>,
    radius: T,
) -> bool {
    let beyond = centre - normal * (radius * nalgebra::convert(1.001));
    let hit = Ray::between(*centre, beyond).and_then(|ray| surface.cast(&ray));
    hit.is_some_and(|hit| hit.normal.dot(normal) < T::zero())
}

/// The distance from a surface at which a flight counts as off it, in rounding errors of its coordinates.
const OFF_SURFACE: f64 = 128.0;

/// The scale of coordinates for rounding errors \[m\]: at the origin itself they would be zero.
fn at_least_a_millimetre<T: RealField + Copy>(scale: T) -> T {
    scale.max(nalgebra::convert(1e-3))
}

/// How often a flight passes an obstacle from behind in one search.
const MOST_PASSAGES: usize = 64;

/// A time in which a flight is off a surface by more than rounding.
fn past<T: RealField + Copy, const D: usize>(
    flight: &RelativeFlight<T, D>,
    normal: &SVector<T, D>,
    time: T,
) -> T {
    let at = flight.at(time);
    let off = at.position.amax() + at.velocity.norm() * time.abs();
    let speed = normal.dot(&at.velocity).abs();
    let epsilon: T = T::default_epsilon() * nalgebra::convert(256.0);
    (off * epsilon / speed).min(T::one()).max(time * epsilon)
}

/// The first touch of a plane: the centre comes down to the radius, from either side.
fn first_touch_of_plane<T: RealField + Copy, const D: usize>(
    search: &SeenSearch<'_, T, D>,
    plane: &Plane<T, D>,
    (from, to): (T, T),
) -> Option<(T, SVector<T, D>)> {
    let size = plane.normal.norm();
    if size == T::zero() {
        return None;
    }
    let (flight, radius) = (&search.flight, search.of.radius);
    let start = to_f64(from);
    let mut above = *plane;
    let tolerance = flight
        .tolerance(plane, from)
        .max(search.of.rounding * to_f64(size));
    let (height, rate) = flight.height_over(plane).at(start);
    let pull = to_f64(plane.normal.dot(&flight.acceleration(from)));
    // a body that starts on the plane counts as above it, unless it is at rest and pulled up
    let is_below = match search.is_below(plane, size) {
        Some(is_below) => is_below,
        None if height.abs() > tolerance => height < 0.0,
        None => rate == 0.0 && pull > 0.0,
    };
    if is_below {
        above = Plane::new(-above.normal, -above.distance);
    }
    above.distance += radius * size;
    let motion = flight.height_over(&above);
    let (height, rate) = motion.at(start);
    let is_pulled = if is_below { pull > 0.0 } else { pull < 0.0 };
    if height <= tolerance && (rate < 0.0 || (rate == 0.0 && is_pulled)) {
        return Some((from, above.normal / size));
    }
    let mut times = CrossingTimes::new(motion, Crossing::Descending, start, to_f64(to), tolerance);
    let time = from_f64::<T>(times.next()?).clamp(from, to);
    Some((time, above.normal / size))
}
