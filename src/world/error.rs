//! Errors of worlds.

use alloc::format;
use alloc::string::String;

use super::{BodyId, ForceId, SurfaceId};
use crate::force::ParameterError;
use crate::numbers::decimals;

/// The id of a body, a force or a surface that is not in the world, or is no longer in it.
///
/// ```
/// use kinstep::{Body2, NoSuch, UniformGravity, World2};
///
/// let mut world = World2::new();
/// let body = world.add_body(Body2::point(1.0))?;
/// world.remove_body(body)?;
/// assert_eq!(world.remove_body(body), Err(NoSuch::Body(body)));
///
/// let force = world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// world.remove_force(force)?;
/// assert_eq!(world.remove_force(force), Err(NoSuch::Force(force)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoSuch {
    /// There is no body with the id that was given.
    #[error("there is no body {0} in this world: it was removed, or it belongs to another world")]
    Body(BodyId),
    /// There is no force with the id that was given.
    #[error(
        "there is no force {0} in this world: it or its body was removed, or it belongs to another world"
    )]
    Force(ForceId),
    /// There is no surface with the id that was given.
    #[error(
        "there is no surface {0} in this world: it was removed, or it belongs to another world"
    )]
    Surface(SurfaceId),
    /// The number of given states is not the number of bodies.
    #[error("{states} states were given for the {bodies} bodies of the world")]
    States {
        /// Number of states that were given.
        states: usize,
        /// Number of bodies of the world.
        bodies: usize,
    },
}

/// Why a world rejected a force, an impulse, a torque or a surface, or why
/// [`World::trajectory`](super::World::trajectory) failed. The world is unchanged.
///
/// | failed | can be |
/// |---|---|
/// | [`World::add_force`](super::World::add_force) | `Parameter`, `Full` |
/// | [`add_force_on`](super::World::add_force_on), [`add_force_on_each`](super::World::add_force_on_each), [`add_force_except`](super::World::add_force_except) | `NoSuch`, `Parameter`, `Full` |
/// | [`add_link`](super::World::add_link), [`add_link_at`](super::World::add_link_at) | `NoSuch`, `SameBody`, `Parameter`, `Full` |
/// | [`replace_force`](super::World::replace_force) | `NoSuch`, `Parameter` |
/// | [`apply_force`](super::World::apply_force), [`apply_torque`](super::World::apply_torque), [`apply_impulse`](super::World::apply_impulse), `apply_force_at`, `apply_impulse_at` | `NoSuch`, `NotFinite`, `Mass` |
/// | [`add_surface`](super::World::add_surface) | `Surface`, `NoDistance` |
/// | [`set_contact`](super::World::set_contact), [`set_surface_velocity`](super::World::set_surface_velocity), [`set_one_way`](super::World::set_one_way) | `NoSuch`, `Surface` |
/// | [`trajectory`](super::World::trajectory) | `NoSuch`, `NotLinear`, `Linked`, `State` |
///
/// ```
/// use kinstep::{Body2, ForceError, LinearDrag, NoSuch, Spring, World2};
///
/// let mut world = World2::new();
/// let error = world.add_force(Spring::stiffness(f64::NAN)).unwrap_err();
/// assert_eq!(error.to_string(), "Spring: the stiffness is NaN; it must be finite");
///
/// let spring = world.add_force(Spring::stiffness(3.0))?;
/// let error = world.replace_force(spring, LinearDrag::rate(f64::NAN)).unwrap_err();
/// let says = "LinearDrag in place of force #0.0: the drag rate is NaN; it must be finite";
/// assert_eq!(error.to_string(), says);
///
/// let body = world.add_body(Body2::point(1.0))?;
/// let error = world.add_link(body, body, Spring::stiffness(3.0)).unwrap_err();
/// assert_eq!(error, ForceError::SameBody { body });
/// let error = world.apply_impulse(body, [0.0, f64::INFINITY]).unwrap_err();
/// assert_eq!(error, ForceError::NotFinite { axis: 1, value: f64::INFINITY });
///
/// world.remove_body(body)?;
/// let error = world.add_force_on(body, Spring::stiffness(3.0)).unwrap_err();
/// assert_eq!(error, ForceError::NoSuch(NoSuch::Body(body)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ForceError<T> {
    /// A body, or the force to be replaced, is not in the world.
    #[error(transparent)]
    NoSuch(#[from] NoSuch),
    /// Both ends of a link are the same body.
    #[error("body {body} cannot be linked to itself")]
    SameBody {
        /// The body given twice.
        body: BodyId,
    },
    /// A parameter of the force is not valid, in general or for the body that the force acts on.
    #[error(
        "{kind}{}: {reason}",
        replaced.map_or_else(String::new, |force| format!(" in place of force {force}"))
    )]
    Parameter {
        /// The [name](crate::Force::name) of the force.
        kind: &'static str,
        /// The force that was to be replaced, and that stays in the world; `None` if a force was to
        /// be added.
        replaced: Option<ForceId>,
        /// Which parameter is not valid, and why.
        reason: ParameterError<T>,
    },
    /// No id is left: a world has ids for 4 294 967 295 forces.
    #[error("the world is full: it has names for 4294967295 forces")]
    Full,
    /// A component of the applied impulse, force or torque, or of the point where it acts, is NaN or infinite.
    #[error("component {axis} is {value}; it must be finite")]
    NotFinite {
        /// Index of the component; 0 for a torque in the plane.
        axis: usize,
        /// Value of the component.
        value: T,
    },
    /// The mass of the body was set to NaN, zero or a negative number.
    #[error(
        "the mass of body {body} was set to {mass} kg; it must be positive, or infinite for a fixed body"
    )]
    Mass {
        /// The body.
        body: BodyId,
        /// Mass of the body \[kg\].
        mass: T,
    },
    /// A number of a surface or of its contact is not valid.
    #[error(transparent)]
    Surface(#[from] ParameterError<T>),
    /// The surface cannot return its distance from a point: see [`Surface::nearest`](crate::trajectory::Surface::nearest).
    #[error(
        "the surface does not say how far it is from a point; a `Terrain` does if it is given `with_curvature`"
    )]
    NoDistance,
    /// A force on the body has no linear law, so the trajectory of the body has no closed form.
    #[error(
        "the force {kind} {force} on body {body} has no linear law: its trajectory has no closed form"
    )]
    NotLinear {
        /// The body that the force acts on.
        body: BodyId,
        /// The force without a linear law.
        force: ForceId,
        /// The [name](crate::Force::name) of the force.
        kind: &'static str,
    },
    /// A link makes the body's motion depend on another body, so the body has no trajectory of its own.
    #[error("the link {kind} {force} makes the motion of body {body} depend on another body")]
    Linked {
        /// The linked body.
        body: BodyId,
        /// The link.
        force: ForceId,
        /// The [name](crate::Force::name) of the force of the link.
        kind: &'static str,
    },
    /// The body's position or velocity was set to a number that is not finite, or the body's mass to a number that is not positive.
    #[error("the position, velocity or mass of body {body} was set to something that cannot move")]
    State {
        /// The body.
        body: BodyId,
    },
}

/// Why a world did not move by [`World::step`](super::World::step), by
/// [`World::advance`](super::World::advance), by a method that waits for an event, or in the steps
/// of a [`FixedStep`](super::FixedStep). The world is unchanged.
///
/// `Tolerance`, `AccelerationNotFinite`, `Unsettled`, `TooManyEvaluations` and `Stopped` come only from the methods whose names
/// begin with `advance`, `Frame` and `FixedLength` only from [`FixedStep::add`](super::FixedStep::add). `Backwards`, `NoSuch`,
/// `Event`, `NotHeld` and `Unfinished` come only from the methods that wait for an event: `step_until`, `advance_until` and
/// `advance_until_while`. All other variants come from all methods that move a world.
///
/// ```
/// use kinstep::{Body2, FixedStep, PointGravity, StepError, World2};
///
/// // a body where its attractor is
/// let mut world = World2::new();
/// world.add_body(Body2::point(1.0))?;
/// world.add_force(PointGravity::new(1.0))?;
/// let error = world.step(0.1).unwrap_err();
/// let says =
///     "the step would leave body #0.0 in a state that is not finite, by the force PointGravity #0.0";
/// assert_eq!(error.to_string(), says);
/// assert_eq!(world.time(), 0.0);
///
/// let error = world.advance(1.0, -1e-6).unwrap_err();
/// assert_eq!(error, StepError::Tolerance { length: -1e-6, relative: 0.0 });
///
/// // a clock that was set back
/// let error = FixedStep::<f64, 2>::new(1.0 / 60.0).add(-0.5).unwrap_err();
/// assert_eq!(error.to_string(), "a frame cannot last -0.5 s");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError<T> {
    /// The length of the step is NaN or infinite, or the time after the step is NaN or infinite.
    #[error("the step is {dt} s; it must be finite, and so must the time after it")]
    Duration {
        /// The length given \[s\].
        dt: T,
    },
    /// The mass of a body was set to NaN, zero or a negative number.
    #[error(
        "the mass of body {body} was set to {mass} kg; it must be positive, or infinite for a fixed body"
    )]
    Mass {
        /// The body.
        body: BodyId,
        /// Mass of the body \[kg\].
        mass: T,
    },
    /// The state of a body was set to a number that is not finite, or the orientation of a body to a
    /// quaternion that is not of length 1.
    #[error(
        "the state of body {body} was set to a number that is not finite, or its orientation to a \
         quaternion that is not of length 1"
    )]
    State {
        /// The body.
        body: BodyId,
    },
    /// The inertia of a body was set to an inertia that no body can have.
    #[error("the inertia of body {body} was set to one that no body can have")]
    Inertia {
        /// The body.
        body: BodyId,
    },
    /// A point was given an angular velocity, but has no inertia.
    #[error("body {body} is a point, and was given an angular velocity")]
    PointSpins {
        /// The body.
        body: BodyId,
    },
    /// The linear forces on a body rotate it in the step by more than 2⁵² radians. No digit of such
    /// an angle is known.
    #[error(
        "in {dt} s the forces on body {body} turn it by more than 2⁵² radians, of which no digit is known; make \
         shorter steps"
    )]
    PhaseLost {
        /// The body.
        body: BodyId,
        /// The length of the step \[s\].
        dt: T,
    },
    /// No solution was found for bodies that are tied together by springs with a rest length,
    /// neither for the whole step nor for a 256th part of it.
    #[error(
        "no step of {dt} s was found for the {kind} {force} and the bodies that it holds; make shorter steps"
    )]
    UnsolvedSpring {
        /// The spring that was farthest from a solution.
        force: ForceId,
        /// The [name](crate::Force::name) of that force.
        kind: &'static str,
        /// The length of the step \[s\].
        dt: T,
    },
    /// A body would end in a state that is not finite, because a stiff link increases the body's
    /// motion in each step: Ωh > 2, with the angular frequency Ω of the link and the length h of a
    /// step.
    ///
    /// Only links that act as kicks can be unstable: links that tie more than 64 bodies together,
    /// links between points off the centres of mass, and all links under schemes that only evaluate
    /// forces.
    #[error(
        "the step would leave body {body} in a state that is not finite: the link {kind} {force} is too stiff for steps of \
         {dt} s (Ωh > 2); make them shorter than {longest:.a$} s, or the link softer, or its bodies heavier",
        a = decimals(longest)
    )]
    Unstable {
        /// The end of the link that moves more easily.
        body: BodyId,
        /// The link; the stiffest link if several are too stiff.
        force: ForceId,
        /// The [name](crate::Force::name) of that force.
        kind: &'static str,
        /// The length of the step \[s\].
        dt: T,
        /// Length `2/Ω` \[s\], where Ω includes the other links of both bodies. All links are
        /// stable in shorter steps, unless the scheme increases the energy in every step, as
        /// [`ExplicitEuler`](crate::Scheme::ExplicitEuler) does.
        longest: T,
    },
    /// The function of [`World::on_contact`](super::World::on_contact) returned a contact that is not valid, or a number that
    /// is not finite.
    #[error("body {body} and {with}: the answer to the contact is not valid")]
    InvalidResponse {
        /// The body.
        body: BodyId,
        /// The surface or body that it meets.
        with: Collider,
    },
    /// A round body is too large for a surface that it meets: its radius is at least the limit of
    /// the surface.
    #[error(
        "body {body} and {with}: a ball with a radius of {radius:.a$} m; as the surface curves it must be less than {limit:.b$} m",
        a = decimals(radius), b = decimals(limit)
    )]
    TooLarge {
        /// The body.
        body: BodyId,
        /// The surface or body that it meets.
        with: Collider,
        /// The radius of the body \[m\].
        radius: T,
        /// Limit of the surface: the radius of a body must be smaller \[m\].
        limit: T,
    },
    /// A body would end in a state that is not finite.
    #[error(
        "the step would leave body {body} in a state that is not finite{}",
        (force.zip(*kind)).map_or_else(String::new, |(force, kind)| format!(", by the force {kind} {force}"))
    )]
    NotFinite {
        /// The body; the first one if there are several.
        body: BodyId,
        /// The first force whose acceleration, torque or increment for this body is not finite at
        /// the start of the step; `None` if all are finite.
        force: Option<ForceId>,
        /// The [name](crate::Force::name) of that force.
        kind: Option<&'static str>,
    },
    /// A part of the tolerance is negative, NaN or infinite, or both parts are zero.
    #[error(
        "the tolerance is {length} m and {relative} of the distance; both must be finite and not negative, and one positive"
    )]
    Tolerance {
        /// The length part of the tolerance \[m\].
        length: T,
        /// The relative part of the tolerance.
        relative: T,
    },
    /// The acceleration or torque of a body becomes NaN or infinite, however short the step.
    #[error(
        "at {time} s the acceleration of body {body} is not finite{}",
        (force.zip(*kind)).map_or_else(String::new, |(force, kind)| format!(", by the force {kind} {force}"))
    )]
    AccelerationNotFinite {
        /// The body; the first one if there are several.
        body: BodyId,
        /// The start of the step that could not be made \[s\].
        time: T,
        /// The force that is not finite at that time, if there is one.
        force: Option<ForceId>,
        /// The [name](crate::Force::name) of that force.
        kind: Option<&'static str>,
    },
    /// No step is short enough: bodies meet at one point, or a force jumps again and again, as
    /// friction does at rest.
    #[error(
        "at {time} s no step of body {body} is short enough, its error is {error} tolerances: bodies meet in a point, or a force \
         jumps again and again, as friction does at rest; end before that, or go on by `World::step`"
    )]
    Unsettled {
        /// The body with the largest error.
        body: BodyId,
        /// The start of the step that could not be made \[s\].
        time: T,
        /// The error of the shortest step, in units of the tolerance.
        error: T,
    },
    /// The motion of an island takes more than 2²⁴ evaluations of the forces on the island: a force that is not linear is stiff, or
    /// the duration is long.
    #[error(
        "body {body} got to {time} s in 16777216 evaluations of the forces; the error of its last step is {error} tolerances. Advance \
         in parts if that is far; else a force is stiff: give its linear part as a law, or use `World::step`"
    )]
    TooManyEvaluations {
        /// The body with the largest error.
        body: BodyId,
        /// The time that the island of the body reached \[s\].
        time: T,
        /// The error of the last step, in units of the tolerance.
        error: T,
    },
    /// The caller stopped the motion: see [`DenseOutput::stop`](super::DenseOutput::stop).
    #[error("stopped by the caller at {time} s")]
    Stopped {
        /// The time that the motion reached \[s\].
        time: T,
    },
    /// The step until an event is negative: events are searched for in the future only.
    #[error("the step is {dt} s; looking for events needs one that is not negative")]
    Backwards {
        /// The length given \[s\].
        dt: T,
    },
    /// The body of the event is not in the world.
    #[error(transparent)]
    NoSuch(#[from] NoSuch),
    /// The plane, direction or sphere of the event has a number that is NaN or infinite, or a negative radius.
    #[error("what is waited for has a number that is NaN or infinite, or a negative radius")]
    Event,
    /// The body rests on the boundary of the event, and is accelerated through the boundary. The last call reported the rest as an
    /// event at time 0, and the caller left the body unchanged.
    #[error(
        "body {body} rests, and {acceleration:.a$} m/s² pull it through: the last event said so, and nothing holds it; \
         carry it, move it off, or go on by `World::step`", a = decimals(acceleration))]
    NotHeld {
        /// The body.
        body: BodyId,
        /// The acceleration through the boundary \[m/s²\].
        acceleration: T,
    },
    /// The search for the event reached its limit.
    #[error(
        "the search for the event of body {body} ended after {steps} looks at its motion: make shorter steps"
    )]
    Unfinished {
        /// The body.
        body: BodyId,
        /// Number of evaluations of the motion.
        steps: usize,
    },
    /// The length of a frame is negative or not finite.
    #[error("a frame cannot last {elapsed} s")]
    Frame {
        /// The length of the frame \[s\].
        elapsed: T,
    },
    /// The length of the steps of a [`FixedStep`](super::FixedStep) is not positive and finite.
    #[error("frames cannot be divided into steps of {step} s")]
    FixedLength {
        /// The length of the steps \[s\].
        step: T,
    },
}

/// What a body touches.
///
/// ```
/// use kinstep::trajectory::Plane;
/// use kinstep::contact::Contact;
/// use kinstep::{Body2, Collider, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let ground = world.add_surface(Plane::new([0.0, 1.0], 0.0), Contact::new(0.8))?;
/// world.add_body(Body2::point(0.1).at([0.0, 1.0]))?;
/// world.step(0.5)?;
/// assert_eq!(world.contacts()[0].with, Collider::Surface(ground));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Collider {
    /// A surface.
    Surface(SurfaceId),
    /// Another body.
    Body(BodyId),
}

impl core::fmt::Display for Collider {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Surface(surface) => write!(formatter, "surface {surface}"),
            Self::Body(body) => write!(formatter, "body {body}"),
        }
    }
}
