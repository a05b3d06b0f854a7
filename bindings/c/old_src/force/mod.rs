//! Forces: kinds and parameters, as they are in the header.

mod fields;
mod functions;
mod media;
mod springs;
mod turning;

use kinstep::{ForceField, Mounted};

use self::fields::{ConstantForce, MagneticField, PointGravity, RotatingFrame, UniformGravity};
use self::functions::{
    FieldFunctions, ForceFunction, TorqueFunction, force_of_body, force_of_position,
    potential_of_position, torque_of_body,
};
use self::media::{DryFriction, LinearDrag, Magnus, QuadraticDrag, QuadraticFall};
use self::springs::{CriticalSpring, Spring};
use self::turning::{AngularDrag, ConstantTorque, Thruster, TorsionSpring};
use crate::kinds::Kind;
use crate::space::Space;
use crate::status::Outcome;
use crate::vector::Vector;

type AnyForce<const D: usize> = Box<dyn kinstep::Force<f64, D>>;

/// The kinds of forces. Each kind reads the member of `parameters` that has its name.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForceKind {
    UniformGravity = 1,
    ConstantForce = 2,
    /// `linear_drag`, its strength a rate [1/s].
    LinearDragRate = 3,
    /// `linear_drag`, its strength a coefficient [kg/s].
    LinearDragCoefficient = 4,
    QuadraticDrag = 5,
    /// `quadratic_fall`, its strength a coefficient [kg/m].
    QuadraticFallCoefficient = 6,
    /// `quadratic_fall`, its strength a terminal speed [m/s].
    QuadraticFallTerminalSpeed = 7,
    /// Without a rest length exact.
    Spring = 8,
    CriticalSpring = 9,
    MagneticField = 10,
    RotatingFrame = 11,
    Magnus = 12,
    /// `dry_friction`, its strength a force [N].
    DryFrictionForce = 13,
    /// `dry_friction`, its strength a deceleration [m/s^2].
    DryFrictionDeceleration = 14,
    PointGravity = 15,
    ConstantTorque = 16,
    TorsionSpring = 17,
    /// `angular_drag`, its strength a rate [1/s].
    AngularDragRate = 18,
    /// `angular_drag`, its strength a coefficient [N m s].
    AngularDragCoefficient = 19,
    Thruster = 20,
    /// `function`: a function of body and time, a kick.
    Function = 21,
    /// `field`: a function of position and time, with a potential if there is one; a kick.
    Field = 22,
    /// `torque`: a function that turns a body.
    Torque = 23,
}

/// The parameters of a force; its kind tells which.
#[repr(C)]
#[derive(Clone, Copy)]
pub union ForceParameters {
    pub uniform_gravity: UniformGravity,
    pub constant_force: ConstantForce,
    pub linear_drag: LinearDrag,
    pub quadratic_drag: QuadraticDrag,
    pub quadratic_fall: QuadraticFall,
    pub spring: Spring,
    pub critical_spring: CriticalSpring,
    pub magnetic_field: MagneticField,
    pub rotating_frame: RotatingFrame,
    pub magnus: Magnus,
    pub dry_friction: DryFriction,
    pub point_gravity: PointGravity,
    pub constant_torque: ConstantTorque,
    pub torsion_spring: TorsionSpring,
    pub angular_drag: AngularDrag,
    pub thruster: Thruster,
    pub function: ForceFunction,
    pub field: FieldFunctions,
    pub torque: TorqueFunction,
}

/// A force: its kind, its parameters, and where on the body it acts.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Force {
    /// A `KinstepForceKind`.
    pub kind: u32,
    /// Not zero: the force acts at `mount` and turns the body, too.
    pub is_mounted: u32,
    /// Where it acts, from the centre of mass [m], frame of the body.
    pub mount: Vector,
    pub parameters: ForceParameters,
}

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
        let parameters = &self.parameters;
        let built_in = match ForceKind::numbered(self.kind)? {
            ForceKind::Function => return self.of_body(member!(parameters, function)),
            ForceKind::Field => return self.of_position(member!(parameters, field)),
            ForceKind::Torque => return self.turning(member!(parameters, torque)),
            ForceKind::UniformGravity => member!(parameters, uniform_gravity).built_in(),
            ForceKind::ConstantForce => member!(parameters, constant_force).built_in(),
            ForceKind::LinearDragRate => member!(parameters, linear_drag).by_rate(),
            ForceKind::LinearDragCoefficient => member!(parameters, linear_drag).by_coefficient(),
            ForceKind::QuadraticDrag => member!(parameters, quadratic_drag).built_in(),
            ForceKind::QuadraticFallCoefficient => {
                member!(parameters, quadratic_fall).by_coefficient()
            }
            ForceKind::QuadraticFallTerminalSpeed => {
                member!(parameters, quadratic_fall).by_terminal_speed()
            }
            ForceKind::Spring => member!(parameters, spring).built_in(),
            ForceKind::CriticalSpring => member!(parameters, critical_spring).built_in(),
            ForceKind::MagneticField => member!(parameters, magnetic_field).built_in(),
            ForceKind::RotatingFrame => member!(parameters, rotating_frame).built_in(),
            ForceKind::Magnus => member!(parameters, magnus).built_in(),
            ForceKind::DryFrictionForce => member!(parameters, dry_friction).by_force(),
            ForceKind::DryFrictionDeceleration => {
                member!(parameters, dry_friction).by_deceleration()
            }
            ForceKind::PointGravity => member!(parameters, point_gravity).built_in(),
            ForceKind::ConstantTorque => member!(parameters, constant_torque).built_in(),
            ForceKind::TorsionSpring => member!(parameters, torsion_spring).built_in(),
            ForceKind::AngularDragRate => Ok(member!(parameters, angular_drag).by_rate()),
            ForceKind::AngularDragCoefficient => {
                Ok(member!(parameters, angular_drag).by_coefficient())
            }
            ForceKind::Thruster => member!(parameters, thruster).built_in(),
        };
        self.placed(built_in?)
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
        self.placed(kinstep::Torque::new(torque_of_body::<D>(function)?))
    }
}
