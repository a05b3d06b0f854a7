//! Forces: from the dataclasses of `forces.py` to those of the crate.

use kinstep_core::nalgebra::SVector;
use kinstep_core::{
    AngularDrag, BuiltInForce, ConstantForce, ConstantTorque, DryFriction,
    Force, ForceField, LinearDrag, MagneticField, Magnus, Mounted, PointGravity, QuadraticDrag,
    QuadraticFall, Real, RotatingFrame, Spring, Thruster, TorsionSpring, UniformGravity,
};
use pyo3::prelude::*;

use crate::arrays::vector;
use crate::errors::invalid;
use crate::function::{Function, Raised};
use crate::space::Space;

pub(crate) type AnyForce<const D: usize> = Box<dyn Force<f64, D>>;

/// A force as Python gave it.
struct Given<'a, 'py> {
    force: &'a Bound<'py, PyAny>,
    kind: &'a str,
}

impl<'py> Given<'_, 'py> {
    /// A field that was given, not None.
    fn field(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.force.getattr(name)?;
        Ok((!value.is_none()).then_some(value))
    }

    fn number(&self, name: &str) -> PyResult<f64> {
        let value = self.force.getattr(name)?;
        value.extract().map_err(|_| {
            let kind = self.kind;
            invalid(format_args!(
                "{name} of {kind} is {value}; it must be a number"
            ))
        })
    }

    /// A vector, zero if it is None.
    fn vector<const D: usize>(&self, name: &str) -> PyResult<SVector<f64, D>> {
        let value = self.field(name)?;
        value.map_or(Ok(SVector::zeros()), |value| {
            vector(&value, &format!("{name} of {}", self.kind))
        })
    }

    fn axial<const D: usize>(&self, name: &str) -> PyResult<<f64 as Real<D>>::Axial>
    where
        f64: Space<D>,
    {
        f64::axial(
            &self.force.getattr(name)?,
            &format!("{name} of {}", self.kind),
        )
    }

    /// Which of two ways to give a strength was used.
    fn either(&self, first: &str, second: &str) -> PyResult<Either> {
        match (self.field(first)?, self.field(second)?) {
            (Some(_), None) => Ok(Either::First(self.number(first)?)),
            (None, Some(_)) => Ok(Either::Second(self.number(second)?)),
            (one, _) => {
                let (kind, found) = (self.kind, if one.is_some() { "both" } else { "neither" });
                Err(invalid(format_args!(
                    "{kind} takes either {first} or {second}; {found} was given"
                )))
            }
        }
    }

    fn built_in<const D: usize>(&self) -> PyResult<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(match self.kind {
            "UniformGravity" => UniformGravity::new(self.vector("acceleration")?).into(),
            "ConstantForce" => ConstantForce::new(self.vector("force")?)
                .ramping(self.vector("ramp")?)
                .into(),
            "LinearDrag" => match self.either("rate", "coefficient")? {
                Either::First(rate) => LinearDrag::rate(rate),
                Either::Second(coefficient) => LinearDrag::coefficient(coefficient),
            }
            .in_wind(self.vector("wind")?)
            .into(),
            "QuadraticDrag" => QuadraticDrag::coefficient(self.number("coefficient")?)
                .in_wind(self.vector("wind")?)
                .into(),
            "QuadraticFall" => {
                let fall = QuadraticFall::new(self.vector("gravity")?);
                let fall = fall.in_wind(self.vector("wind")?);
                match self.either("terminal_speed", "coefficient")? {
                    Either::First(speed) => fall.with_terminal_speed(speed),
                    Either::Second(coefficient) => fall.with_coefficient(coefficient),
                }
                .into()
            }
            "Spring" => {
                let mut spring = Spring::stiffness(self.number("stiffness")?)
                    .damping(self.number("damping")?)
                    .anchored_at(self.vector("anchor")?);
                if self.field("length")?.is_some() {
                    spring = spring.length(self.number("length")?);
                }
                if self.force.getattr("pulls_only")?.is_truthy()? {
                    spring = spring.pulls_only();
                }
                spring.into()
            }
            "CriticalSpring" => Spring::critically_damped(self.number("half_life")?)
                .anchored_at(self.vector("anchor")?)
                .into(),
            "PointGravity" => PointGravity::new(self.number("strength")?)
                .centered_at(self.vector("center")?)
                .into(),
            "MagneticField" => MagneticField::new(self.axial("field")?)
                .charge(self.number("charge")?)
                .with_electric_field(self.vector("electric_field")?)
                .into(),
            "RotatingFrame" => RotatingFrame::new(self.axial("angular_velocity")?)
                .about(self.vector("point")?)
                .into(),
            "Magnus" => Magnus::new(self.number("coefficient")?, self.axial("angular_velocity")?)
                .in_wind(self.vector("wind")?)
                .into(),
            "DryFriction" => match self.either("force", "deceleration")? {
                Either::First(force) => DryFriction::force(force),
                Either::Second(deceleration) => DryFriction::deceleration(deceleration),
            }
            .with_linear_drag(self.number("linear")?)
            .with_quadratic_drag(self.number("quadratic")?)
            .on_surface_moving(self.vector("surface")?)
            .into(),
            "ConstantTorque" => ConstantTorque::new(self.axial("torque")?).into(),
            "AngularDrag" => match self.either("rate", "coefficient")? {
                Either::First(rate) => AngularDrag::rate(rate),
                Either::Second(coefficient) => AngularDrag::coefficient(coefficient),
            }
            .into(),
            "TorsionSpring" => {
                let spring = TorsionSpring::stiffness(self.number("stiffness")?)
                    .damping(self.number("damping")?);
                match self.field("toward")? {
                    Some(toward) => spring.toward(f64::orientation(&toward)?),
                    None => spring,
                }
                .into()
            }
            "Thruster" => Thruster::new(self.vector("force")?)
                .mounted_at(self.vector("point")?)
                .throttled(self.number("throttle")?)
                .into(),
            kind => return Err(invalid(format_args!("{kind} is no force"))),
        })
    }
}

/// A strength given in the first or the second of two ways.
enum Either {
    First(f64),
    Second(f64),
}

/// The force that Python gave, and whether it calls functions of Python.
pub(crate) fn force<const D: usize>(
    force: &Bound<'_, PyAny>,
    raised: &Raised,
) -> PyResult<(AnyForce<D>, bool)>
where
    f64: Space<D>,
{
    let kind = force.get_type().name()?.to_string();
    let given = Given { force, kind: &kind };
    match kind.as_str() {
        "Mounted" => {
            let (inner, calls) = self::force(&force.getattr("force")?, raised)?;
            Ok((
                Box::new(Mounted::new(inner, given.vector::<D>("point")?)),
                calls,
            ))
        }
        "Field" => {
            let field = Function::new(&force.getattr("force")?, "force of a field", raised)?;
            let field =
                ForceField::new(move |x: &SVector<f64, D>, time| field.of_position(x, time));
            let Some(potential) = given.field("potential")? else {
                return Ok((Box::new(field), true));
            };
            let potential = Function::new(&potential, "potential of a field", raised)?;
            let potential = move |x: &SVector<f64, D>, time| potential.potential(x, time);
            Ok((Box::new(field.with_potential(potential)), true))
        }
        _ if force.is_callable() => {
            let function = Function::new(force, "force", raised)?;
            let function =
                move |body: &kinstep_core::Body<f64, D>, time| function.of_body(body, time);
            Ok((Box::new(function), true))
        }
        _ => Ok((Box::new(given.built_in::<D>()?), false)),
    }
}
