//! The bodies that turn, or are pushed by engines that turn with them, and how each of them moves
//! between kicks.

use alloc::vec::Vec;
use core::ops::Range;

use nalgebra::{RealField, SVector};

use super::flow_table::Span;
use super::{Attachment, Offender, System, Target};
use crate::body::Body;
use crate::flow::{Decay, Flow, LinearLaw};
use crate::rotation::Drive;
use crate::space::{Real, narrow, widen};

/// All bodies with an inertia or an engine, sorted by their place.
#[derive(Debug, Clone)]
pub(super) struct Turning<T: Real<D>, const D: usize> {
    solids: Vec<Solid<T, D>>,
    /// What pushes some of them, as they turn.
    engines: Vec<Engine<T, D>>,
    /// Attachments with a law of the angle.
    angular: Vec<usize>,
    /// Attachments whose thrust is exact.
    thrusting: Vec<usize>,
    /// Whether the list is of the bodies and forces that are there now.
    listed: bool,
    /// Places of bodies that were written to since.
    changed: Vec<usize>,
}

/// A body that turns.
#[derive(Debug, Clone, Copy)]
struct Solid<T: Real<D>, const D: usize> {
    place: usize,
    rotor: T::Rotor,
    /// The sum of all laws of its angle.
    law: LinearLaw<T, 1>,
    /// What it does over each [`Span`], computed when first used, with the length it is for.
    turns: [Option<(T, Turn<T>)>; 3],
    /// Place of its engine in the list of these.
    engine: Option<usize>,
}

/// All forces that are constant in the frame of one body of the plane.
#[derive(Debug, Clone, Copy)]
struct Engine<T, const D: usize> {
    /// \[N\], in the body's frame.
    thrust: SVector<T, D>,
    /// What a unit of it does over each [`Span`], with what that is for.
    drives: [Option<(DriveKey<T>, Drive)>; 3],
}

/// Length of a flow \[s\], and damping and stiffness of the law that bodies follow in it.
pub(super) type DriveKey<T> = [T; 3];

/// What a body does over a time, as far as its state does not matter.
#[derive(Debug, Clone, Copy)]
enum Turn<T> {
    /// It turns freely, its angular momentum shrinking in proportion: `L' = L e^(-γt)`. Then it comes
    /// as far as without drag in `(1 - e^(-γt)) / γ`.
    Damped {
        /// That time \[s\].
        time: T,
        /// `e^(-γt) - 1`.
        change: T,
    },
    /// In the plane, where angles add, they follow a law as positions do.
    Law(Flow<T, 1>),
}

impl<T: Real<D>, const D: usize> Turning<T, D> {
    pub(super) fn new() -> Self {
        Self {
            solids: Vec::new(),
            engines: Vec::new(),
            angular: Vec::new(),
            thrusting: Vec::new(),
            listed: false,
            changed: Vec::new(),
        }
    }

    /// Forces or the order of bodies changed.
    pub(super) fn mark_all(&mut self) {
        self.listed = false;
    }

    /// A body was written to.
    pub(super) fn mark(&mut self, place: usize) {
        if self.listed {
            self.changed.push(place);
        }
    }

    /// Whether nothing turns.
    pub(super) fn is_empty(&self) -> bool {
        self.solids.is_empty()
    }

    /// Brings the list up to date.
    pub(super) fn refresh(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) -> Result<(), Offender> {
        if self.listed && self.changed.is_empty() {
            return Ok(());
        }
        self.changed.sort_unstable();
        self.changed.dedup();
        let is_same_list = self.listed
            && (self.changed.iter()).all(|&place| {
                // with an engine the list is made anew
                match self.find(place) {
                    Ok(index) => !bodies[place].is_point() && self.solids[index].engine.is_none(),
                    Err(_) => bodies[place].is_point(),
                }
            });
        if is_same_list {
            for &place in &self.changed {
                if let Ok(index) = self.find(place) {
                    self.solids[index] = Solid::new(place, &self.angular, system, bodies)?;
                }
            }
        } else {
            self.list(system, bodies)?;
        }
        self.listed = true;
        self.changed.clear();
        Ok(())
    }

    /// Where the body at a place is in the list, or would be.
    fn find(&self, place: usize) -> Result<usize, usize> {
        (self.solids).binary_search_by_key(&place, |solid| solid.place)
    }

    /// Makes the list anew.
    fn list(&mut self, system: &System<'_, T, D>, bodies: &[Body<T, D>]) -> Result<(), Offender> {
        self.angular.clear();
        self.thrusting.clear();
        let thrusts_are_exact = thrusts_are_exact(system, bodies);
        for (index, attachment) in system.attachments.iter().enumerate() {
            let Some(body) = attachment.subject(bodies) else {
                continue;
            };
            if angular_law(attachment, &body).is_some() {
                self.angular.push(index);
            }
            if thrusts_are_exact && thrust(attachment, &body).is_some() {
                self.thrusting.push(index);
            }
        }
        self.solids.clear();
        self.engines.clear();
        for (place, body) in bodies.iter().enumerate() {
            let thrusts = (self.thrusting.iter())
                .map(|&index| &system.attachments[index])
                .filter(|attachment| attachment.acts_on(place))
                .filter_map(|attachment| thrust(attachment, body));
            let thrust = thrusts.reduce(|sum, thrust| sum + thrust);
            if body.is_point() && thrust.is_none() {
                continue;
            }
            let mut solid = Solid::new(place, &self.angular, system, bodies)?;
            if let Some(thrust) = thrust {
                solid.engine = Some(self.engines.len());
                self.engines.push(Engine {
                    thrust,
                    drives: [None; 3],
                });
            }
            self.solids.push(solid);
        }
        Ok(())
    }

    /// Turns bodies that have just followed a law over a span that started at `time`, and adds what their
    /// engines did meanwhile. The first of them has the first of these places.
    pub(super) fn advance(
        &mut self,
        places: Range<usize>,
        bodies: &mut [Body<T, D>],
        (span, key): (Span, DriveKey<T>),
        time: T,
    ) {
        let from = self
            .solids
            .partition_point(|solid| solid.place < places.start);
        for solid in &mut self.solids[from..] {
            let Some(body) = bodies.get_mut(solid.place - places.start) else {
                return;
            };
            if let Some(engine) = solid.engine {
                self.engines[engine].push(body, &solid.law, (span, key), time);
            }
            let [dt, ..] = key;
            solid.advance(body, (span, dt), time);
        }
    }

    /// Turns one body as its angular laws say, without its engines.
    pub(super) fn turn(&mut self, place: usize, body: &mut Body<T, D>, span: (Span, T), time: T) {
        if let Ok(index) = self.find(place) {
            self.solids[index].advance(body, span, time);
        }
    }

    /// Whether orientation and spin of bodies are finite, of which the first has the first of these
    /// places.
    pub(super) fn are_finite(&self, places: Range<usize>, bodies: &[Body<T, D>]) -> bool {
        let from = self
            .solids
            .partition_point(|solid| solid.place < places.start);
        (self.solids[from..].iter())
            .map_while(|solid| bodies.get(solid.place - places.start))
            .all(Body::turns_finitely)
    }

    /// The place of the first body whose orientation or spin is not finite.
    pub(super) fn first_not_finite(&self, bodies: &[Body<T, D>]) -> Option<usize> {
        (self.places()).find(|&place| !bodies[place].turns_finitely())
    }

    /// Turns every solid freely with the angular momentum it has, whatever acts on it.
    pub(super) fn coast(&self, bodies: &mut [Body<T, D>], dt: T) {
        for solid in &self.solids {
            let body = &mut bodies[solid.place];
            let spin = body.spin();
            let orientation = T::coast(&solid.rotor, &body.orientation(), &spin, dt);
            body.lay(orientation, spin);
        }
    }

    /// Turns one body freely as if it had this angular momentum; it keeps its own.
    pub(super) fn coast_with(&self, place: usize, body: &mut Body<T, D>, spin: &T::Axial, dt: T) {
        if let Ok(index) = self
            .solids
            .binary_search_by_key(&place, |solid| solid.place)
        {
            let orientation = T::coast(&self.solids[index].rotor, &body.orientation(), spin, dt);
            body.lay(orientation, body.spin());
        }
    }

    /// The places of all solids.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.solids.iter().map(|solid| solid.place)
    }
}

impl<T: Real<D>, const D: usize> Solid<T, D> {
    fn new(
        place: usize,
        angular: &[usize],
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) -> Result<Self, Offender> {
        let body = &bodies[place];
        let laws = angular.iter().map(|&index| &system.attachments[index]);
        let law: LinearLaw<T, 1> = laws
            .filter(|_| !body.is_point())
            .filter(|attachment| attachment.acts_on(place))
            .filter_map(|attachment| angular_law(attachment, body))
            .sum();
        if !law.is_finite() || !body.is_sound() {
            return Err(Offender(place));
        }
        Ok(Self {
            place,
            rotor: T::rotor(&body.inertia()),
            law,
            turns: [None; 3],
            engine: None,
        })
    }

    fn advance(&mut self, body: &mut Body<T, D>, (span, dt): (Span, T), time: T) {
        let law = &self.law;
        let (length, turn) = self.turns[span as usize].get_or_insert_with(|| (dt, turn(law, dt)));
        if *length != dt {
            *length = dt;
            *turn = self::turn(law, dt);
        }
        let (orientation, spin) = (body.orientation(), body.spin());
        match turn {
            Turn::Damped { time, change } => {
                let turned = T::coast(&self.rotor, &orientation, &spin, *time);
                body.lay(turned, spin + spin * *change);
            }
            Turn::Law(flow) => {
                let (angle, rate) = angle_and_rate(body);
                let (by, faster) = flow.change(&angle, &rate, &flow.shift_at(time));
                lay_further(body, by.x, faster.x);
            }
        }
    }
}

impl<T: Real<D>, const D: usize> Engine<T, D> {
    /// Adds what the engine did to a body over a span that started at `time`, when the body lay as it
    /// still does.
    fn push(
        &mut self,
        body: &mut Body<T, D>,
        angular: &LinearLaw<T, 1>,
        (span, key): (Span, DriveKey<T>),
        time: T,
    ) {
        let prepare = || {
            let [dt, damping, stiffness] = key.map(widen);
            (key, Drive::new(damping, stiffness, &angular.wide(), dt))
        };
        let known = self.drives[span as usize].get_or_insert_with(prepare);
        if known.0 != key {
            *known = prepare();
        }
        let (angle, rate) = angle_and_rate(body);
        let push = known.1.push(widen(angle.x), widen(rate.x), widen(time));
        let share = self.thrust / body.mass;
        // the same vector a quarter turn further
        let across = T::sweep(&T::axial_from([T::one(), T::zero(), T::zero()]), &share);
        let [along_position, across_position] = push.position.map(narrow::<T>);
        let [along_velocity, across_velocity] = push.velocity.map(narrow::<T>);
        body.position += share * along_position + across * across_position;
        body.velocity += share * along_velocity + across * across_velocity;
    }
}

/// Whether it is known exactly what engines do: in the plane, where all laws of position are isotropic.
pub(crate) fn thrusts_are_exact<T: Real<D>, const D: usize>(
    system: &System<'_, T, D>,
    bodies: &[Body<T, D>],
) -> bool {
    D == 2
        && (system.attachments.iter()).all(|attachment| {
            let body = attachment.subject(bodies);
            let law = body.and_then(|body| attachment.force.law(&body));
            law.is_none_or(|law| law.is_isotropic())
        })
}

/// The force of an engine in the frame of a body.
pub(super) fn thrust<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    body: &Body<T, D>,
) -> Option<SVector<T, D>> {
    if matches!(attachment.target, Target::Pair(..)) {
        return None;
    }
    attachment.force.thrust(body)
}

/// Angle and angular velocity of a body in the plane.
pub(super) fn angle_and_rate<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
) -> (SVector<T, 1>, SVector<T, 1>) {
    let [angle, ..] = T::orientation_numbers(&body.orientation());
    let [rate, ..] = T::axial_numbers(&body.angular_velocity());
    (SVector::from([angle]), SVector::from([rate]))
}

/// Turns a body in the plane by an angle \[rad\], and faster by an angular velocity \[rad/s\].
pub(super) fn lay_further<T: Real<D>, const D: usize>(body: &mut Body<T, D>, by: T, faster: T) {
    let orientation = body.orientation();
    let faster = T::axial_from([faster, T::zero(), T::zero()]);
    let more = T::spin(&body.inertia(), &orientation, &faster);
    body.lay(T::turned_by(&orientation, by), body.spin() + more);
}

/// What a body does over `dt` under a law of its angle.
fn turn<T: RealField + Copy>(law: &LinearLaw<T, 1>, dt: T) -> Turn<T> {
    if is_damping_only(law) {
        let decay = Decay::new(widen(law.damping), widen(dt));
        return Turn::Damped {
            time: narrow(decay.velocity),
            change: narrow(-widen(law.damping) * decay.velocity),
        };
    }
    Turn::Law(law.flow(dt))
}

/// The law of the angle of a body under a force, if it can be solved: any in the plane, drag in space.
pub(crate) fn angular_law<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    body: &Body<T, D>,
) -> Option<LinearLaw<T, 1>> {
    if matches!(attachment.target, Target::Pair(..)) {
        return None;
    }
    (attachment.force.angular_law(body)).filter(|law| D == 2 || is_damping_only(law))
}

/// Whether a law is one of drag alone, which has a meaning in space too.
fn is_damping_only<T: RealField + Copy>(law: &LinearLaw<T, 1>) -> bool {
    *law == LinearLaw::drag(law.damping)
}
