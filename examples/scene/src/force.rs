//! From the text of a force to a force in the world.

use kinstep::nalgebra::SVector;
use kinstep::{
    BodyId, ConstantForce, Force, ForceField, LinearDrag, MagneticField, Magnus, ParameterError,
    QuadraticDrag, Real, Rod, RotatingFrame, Spring, Tether, UniformGravity, World,
};
use ron::value::RawValue;

use crate::error::{Problem, SceneError};
use crate::source::Source;
use crate::text::ForceText;

/// What a force acts on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target {
    /// Every body.
    Every,
    /// One body.
    One(BodyId),
    /// The relative motion of two bodies.
    Pair(BodyId, BodyId),
}

/// What a force is called if it changes the energy.
fn loss(text: &ForceText<'_>) -> Option<&'static str> {
    match text {
        ForceText::ConstantForce { ramp: Some(_), .. } => Some("a ramp"),
        ForceText::Magnus { .. } => Some("lift"),
        ForceText::LinearDrag { .. } | ForceText::QuadraticDrag { .. } => Some("drag"),
        ForceText::Spring { damping, .. }
        | ForceText::Rod { damping, .. }
        | ForceText::Tether { damping, .. }
            if *damping != 0.0 =>
        {
            Some("damping")
        }
        _ => None,
    }
}

/// Reads a force and lets it act in the world; returns what it is called if it changes the energy.
pub(crate) fn add<'a, const D: usize>(
    source: &Source<'a>,
    part: &'a RawValue,
    world: &mut World<f64, D>,
    target: Target,
) -> Result<Option<&'static str>, SceneError>
where
    f64: Real<D>,
{
    let text: ForceText = source.read(part)?;
    let loss = loss(&text);
    let is_link = matches!(target, Target::Pair(..));
    let added = match text {
        ForceText::Spring {
            stiffness,
            damping,
            anchor,
        } => {
            let spring = Spring::stiffness(stiffness).damping(damping);
            let anchor = source.vector_or_zero(anchor)?;
            attach(world, target, spring.anchored_at(anchor))
        }
        ForceText::Rod {
            stiffness,
            length,
            damping,
            anchor,
        } => {
            let rod = Rod::stiffness(stiffness).length(length).damping(damping);
            let anchor = source.vector_or_zero(anchor)?;
            attach(world, target, rod.anchored_at(anchor))
        }
        ForceText::Tether {
            stiffness,
            length,
            damping,
            anchor,
        } => {
            let tether = Tether::stiffness(stiffness).length(length).damping(damping);
            let anchor = source.vector_or_zero(anchor)?;
            attach(world, target, tether.anchored_at(anchor))
        }
        ForceText::LinearDrag {
            rate,
            coefficient,
            wind,
        } => {
            let wind = source.vector_or_zero(wind)?;
            let drag = linear_drag(rate, coefficient);
            drag.and_then(|drag| attach(world, target, drag.in_wind(wind)))
        }
        _ if is_link => Err(Problem::NotALink),
        ForceText::UniformGravity { acceleration } => {
            let acceleration = source.vector(acceleration)?;
            attach(world, target, UniformGravity::new(acceleration))
        }
        ForceText::ConstantForce { force, ramp } => {
            let (force, ramp) = (source.vector(force)?, source.vector_or_zero(ramp)?);
            attach(world, target, ConstantForce::new(force).ramping(ramp))
        }
        ForceText::QuadraticDrag { coefficient, wind } => {
            let drag = QuadraticDrag::coefficient(coefficient);
            let wind = source.vector_or_zero(wind)?;
            attach(world, target, drag.in_wind(wind))
        }
        ForceText::MagneticField {
            field,
            electric,
            charge,
        } => {
            let magnetic = MagneticField::new(source.axial::<D>(field)?);
            let magnetic = magnetic.with_electric_field(source.vector_or_zero(electric)?);
            attach(world, target, magnetic.charge(charge.unwrap_or(1.0)))
        }
        ForceText::RotatingFrame { omega, about } => {
            let frame = RotatingFrame::new(source.axial::<D>(omega)?);
            attach(world, target, frame.about(source.vector_or_zero(about)?))
        }
        ForceText::Magnus {
            coefficient,
            spin,
            wind,
        } => {
            let lift = Magnus::new(coefficient, source.axial::<D>(spin)?);
            attach(world, target, lift.in_wind(source.vector_or_zero(wind)?))
        }
        ForceText::Pendulum {
            weight,
            length,
            anchor,
        } => {
            let anchor = source.vector_or_zero(anchor)?;
            attach_pendulum(world, target, weight, length, anchor)
        }
    };
    added.map_err(|problem| source.error(part, problem))?;
    Ok(loss)
}

/// Drag by a rate \[1/s\] or by a coefficient \[kg/s\].
fn linear_drag<const D: usize>(
    rate: Option<f64>,
    coefficient: Option<f64>,
) -> Result<LinearDrag<f64, D>, Problem>
where
    f64: Real<D>,
{
    match (rate, coefficient) {
        (Some(rate), None) => Ok(LinearDrag::rate(rate)),
        (None, Some(coefficient)) => Ok(LinearDrag::coefficient(coefficient)),
        _ => Err(Problem::DragStrength),
    }
}

/// Lets a force act in the world.
fn attach<const D: usize>(
    world: &mut World<f64, D>,
    target: Target,
    force: impl Force<f64, D> + 'static,
) -> Result<(), Problem>
where
    f64: Real<D>,
{
    let added = match target {
        Target::Every => world.add_force(force).map_err(Into::into),
        Target::One(body) => world.add_force_on(body, force).map_err(Into::into),
        Target::Pair(first, second) => world.add_link(first, second, force).map_err(Into::into),
    };
    added.map(|_| ()).map_err(Problem::Force)
}

/// A pendulum of weight W \[N\] and length L \[m\], by the distance s along its arc:
/// `F = -W sin(s/L)`, `U = W L (1 - cos(s/L))`.
///
/// The distance is from the anchor, in any direction, so that on a line through the anchor the motion is
/// that of the plane pendulum at any amplitude.
fn attach_pendulum<const D: usize>(
    world: &mut World<f64, D>,
    target: Target,
    weight: f64,
    length: f64,
    anchor: SVector<f64, D>,
) -> Result<(), Problem>
where
    f64: Real<D>,
{
    ParameterError::unless_finite("the weight of the pendulum", weight)
        .and_then(|()| ParameterError::unless_all_finite("the anchor", &anchor))
        .map_err(Problem::Number)?;
    if !(length > 0.0 && length.is_finite()) {
        return Err(Problem::Number(ParameterError {
            parameter: "the length of the pendulum",
            value: length,
            requirement: "positive and finite",
        }));
    }
    let force = move |position: &SVector<f64, D>, _time: f64| {
        let offset = position - anchor;
        let angle = offset.norm() / length;
        // sin(s/L) / s, smooth at the anchor
        let sine_per_distance = if angle == 0.0 {
            1.0
        } else {
            angle.sin() / angle
        } / length;
        offset * (-weight * sine_per_distance)
    };
    let energy = move |position: &SVector<f64, D>, _time: f64| {
        // 1 - cos = 2 sin² of the half: no cancellation near the anchor
        let half_angle = 0.5 * (position - anchor).norm() / length;
        2.0 * weight * length * half_angle.sin().powi(2)
    };
    attach(world, target, ForceField::new(force).with_potential(energy))
}
