//! Forces of the header, as forces of the crate.

use kinstep::{
    AngularDrag, BuiltInForce, Buoyancy, ConstantForce, ConstantPower, ConstantTorque, DryFriction,
    ForceField, LinearDrag, MagneticField, Magnus, Mounted, PointGravity, QuadraticDrag,
    QuadraticFall, Rod, RotatingFrame, Spring, Tether, Thruster, Torque, TorsionSpring,
    UniformGravity,
};

use crate::force_parameters::{Force, ForceKind, ForceParameters};
use crate::functions::{
    FieldFunctions, ForceFunction, TorqueFunction, force_of_body, force_of_position,
    potential_of_position, torque_of_body,
};
use crate::kinds::Kind;
use crate::space::Space;
use crate::status::{Failure, Outcome};

type AnyForce<const D: usize> = Box<dyn kinstep::Force<f64, D>>;

/// A member of the parameters.
macro_rules! member {
    ($parameters:expr, $name:ident) => {
        // SAFETY: all members are numbers and nullable pointers, for which any bits are a value; the header demands that the
        // member of the kind is initialised
        unsafe { $parameters.$name }
    };
}

impl Force {
    /// The force, to be added to a world of `D` dimensions.
    pub(crate) fn force<const D: usize>(&self) -> Outcome<AnyForce<D>>
    where
        f64: Space<D>,
    {
        let kind = ForceKind::numbered(self.kind)?;
        let parameters = &self.parameters;
        match kind {
            ForceKind::Function => self.of_body(member!(parameters, function)),
            ForceKind::Field => self.of_position(member!(parameters, field)),
            ForceKind::Torque => self.turning(member!(parameters, torque)),
            _ => self.placed(built_in(kind, parameters)?),
        }
    }

    /// A force, mounted if it is to be.
    fn placed<const D: usize>(
        &self,
        force: impl kinstep::Force<f64, D> + 'static,
    ) -> Outcome<AnyForce<D>>
    where
        f64: Space<D>,
    {
        if self.is_mounted == 0 {
            return Ok(Box::new(force));
        }
        let mount = f64::vector(self.mount, "mount")?;
        Ok(Box::new(Mounted::new(force, mount)))
    }

    fn of_body<const D: usize>(&self, function: ForceFunction) -> Outcome<AnyForce<D>>
    where
        f64: Space<D>,
    {
        self.placed(force_of_body::<D>(function)?)
    }

    fn of_position<const D: usize>(&self, functions: FieldFunctions) -> Outcome<AnyForce<D>>
    where
        f64: Space<D>,
    {
        let field = ForceField::new(force_of_position::<D>(functions)?);
        match potential_of_position::<D>(functions) {
            Some(potential) => self.placed(field.with_potential(potential)),
            None => self.placed(field),
        }
    }

    fn turning<const D: usize>(&self, function: TorqueFunction) -> Outcome<AnyForce<D>>
    where
        f64: Space<D>,
    {
        self.placed(Torque::new(torque_of_body::<D>(function)?))
    }
}

/// A force that comes with the crate.
fn built_in<const D: usize>(
    kind: ForceKind,
    parameters: &ForceParameters,
) -> Outcome<BuiltInForce<f64, D>>
where
    f64: Space<D>,
{
    Ok(match kind {
        ForceKind::UniformGravity => {
            let given = member!(parameters, uniform_gravity);
            UniformGravity::new(f64::vector(given.acceleration, "acceleration")?).into()
        }
        ForceKind::ConstantForce => {
            let given = member!(parameters, constant_force);
            ConstantForce::new(f64::vector(given.force, "force")?)
                .ramping(f64::vector(given.ramp, "ramp")?)
                .into()
        }
        ForceKind::LinearDragRate | ForceKind::LinearDragCoefficient => {
            let given = member!(parameters, linear_drag);
            let drag = if kind == ForceKind::LinearDragRate {
                LinearDrag::rate(given.strength)
            } else {
                LinearDrag::coefficient(given.strength)
            };
            drag.in_wind(f64::vector(given.wind, "wind")?).into()
        }
        ForceKind::QuadraticDrag => {
            let given = member!(parameters, quadratic_drag);
            QuadraticDrag::coefficient(given.coefficient)
                .in_wind(f64::vector(given.wind, "wind")?)
                .into()
        }
        ForceKind::QuadraticFallCoefficient | ForceKind::QuadraticFallTerminalSpeed => {
            let given = member!(parameters, quadratic_fall);
            let fall = QuadraticFall::new(f64::vector(given.gravity, "gravity")?)
                .in_wind(f64::vector(given.wind, "wind")?);
            if kind == ForceKind::QuadraticFallCoefficient {
                fall.with_coefficient(given.strength).into()
            } else {
                fall.with_terminal_speed(given.strength).into()
            }
        }
        ForceKind::Spring => {
            let given = member!(parameters, spring);
            Spring::stiffness(given.stiffness)
                .damping(given.damping)
                .anchored_at(f64::vector(given.anchor, "anchor")?)
                .into()
        }
        ForceKind::CriticalSpring => {
            let given = member!(parameters, critical_spring);
            Spring::critically_damped(given.half_life)
                .anchored_at(f64::vector(given.anchor, "anchor")?)
                .into()
        }
        ForceKind::Tether => {
            let given = member!(parameters, rod);
            Tether::stiffness(given.stiffness)
                .damping(given.damping)
                .length(given.length)
                .anchored_at(f64::vector(given.anchor, "anchor")?)
                .into()
        }
        ForceKind::Rod => {
            let given = member!(parameters, rod);
            Rod::stiffness(given.stiffness)
                .damping(given.damping)
                .length(given.length)
                .anchored_at(f64::vector(given.anchor, "anchor")?)
                .into()
        }
        _ => return other_built_in(kind, parameters),
    })
}

/// The second half of [`built_in`].
fn other_built_in<const D: usize>(
    kind: ForceKind,
    parameters: &ForceParameters,
) -> Outcome<BuiltInForce<f64, D>>
where
    f64: Space<D>,
{
    Ok(match kind {
        ForceKind::MagneticField => {
            let given = member!(parameters, magnetic_field);
            MagneticField::new(f64::axial(given.field, "field")?)
                .charge(given.charge)
                .with_electric_field(f64::vector(given.electric_field, "electric field")?)
                .into()
        }
        ForceKind::RotatingFrame => {
            let given = member!(parameters, rotating_frame);
            RotatingFrame::new(f64::axial(given.angular_velocity, "angular velocity")?)
                .about(f64::vector(given.point, "point")?)
                .into()
        }
        ForceKind::Magnus => {
            let given = member!(parameters, magnus);
            let spin = f64::axial(given.angular_velocity, "angular velocity")?;
            Magnus::new(given.coefficient, spin)
                .in_wind(f64::vector(given.wind, "wind")?)
                .into()
        }
        ForceKind::DryFrictionForce | ForceKind::DryFrictionDeceleration => {
            let given = member!(parameters, dry_friction);
            let friction = if kind == ForceKind::DryFrictionForce {
                DryFriction::force(given.strength)
            } else {
                DryFriction::deceleration(given.strength)
            };
            friction
                .with_linear_drag(given.linear)
                .with_quadratic_drag(given.quadratic)
                .on_surface_moving(f64::vector(given.surface, "velocity of the surface")?)
                .into()
        }
        ForceKind::ConstantPower => {
            let given = member!(parameters, constant_power);
            ConstantPower::new(given.power)
                .heading(f64::vector(given.heading, "heading")?)
                .into()
        }
        ForceKind::Buoyancy => {
            let given = member!(parameters, buoyancy);
            Buoyancy::new(f64::vector(given.lift, "lift")?, given.height)
                .surface_at(given.surface)
                .with_gravity(given.gravity)
                .with_drag(given.drag)
                .into()
        }
        ForceKind::PointGravity => {
            let given = member!(parameters, point_gravity);
            PointGravity::new(given.strength)
                .centered_at(f64::vector(given.center, "center")?)
                .into()
        }
        ForceKind::ConstantTorque => {
            let given = member!(parameters, constant_torque);
            ConstantTorque::new(f64::axial(given.torque, "torque")?).into()
        }
        ForceKind::TorsionSpring => {
            let given = member!(parameters, torsion_spring);
            TorsionSpring::stiffness(given.stiffness)
                .damping(given.damping)
                .toward(f64::orientation(given.angle, given.orientation)?)
                .into()
        }
        ForceKind::AngularDragRate => {
            AngularDrag::rate(member!(parameters, angular_drag).strength).into()
        }
        ForceKind::AngularDragCoefficient => {
            AngularDrag::coefficient(member!(parameters, angular_drag).strength).into()
        }
        ForceKind::Thruster => {
            let given = member!(parameters, thruster);
            Thruster::new(f64::vector(given.force, "force")?)
                .mounted_at(f64::vector(given.point, "point")?)
                .throttled(given.throttle)
                .into()
        }
        _ => {
            return Err(Failure::invalid(format_args!(
                "the force of kind {kind:?} is a function"
            )));
        }
    })
}
