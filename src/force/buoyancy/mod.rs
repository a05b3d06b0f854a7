//! Buoyancy: the lift of a floating body.

use nalgebra::SVector;

use super::course::motion;
use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::numbers::{direction, from_f64, length, to_f64};
use crate::space::Real;

mod arcs;
mod bob;
mod piece;

use bob::{Bob, Moved};
use piece::Water;

/// The lift of a fluid with a level surface, linear in depth while the body dips in.
///
/// For a body of upright sides and height H, with its centre h above the surface:
///
/// | the body is | where | lift along up | drag |
/// |---|---|---|---|
/// | in the air | `h > H/2` | 0 | none |
/// | dipping in | `-H/2 ≤ h ≤ H/2` | `L (½ - h/H)` | `-c v` |
/// | under water | `h < -H/2` | L | `-c v` |
///
/// L is the weight of the fluid that the whole body displaces \[N\]. The force may include the body's own gravity,
/// and a drag in every direction while the body touches the fluid.
///
/// Exact alone, for any step: each piece is a linear law, and the times at which the body passes the surface or full
/// submersion are solved for inside the step. For exact floating, give the body's gravity to this force by
/// [`with_gravity`](Self::with_gravity) instead of adding it as another force: beside other forces buoyancy is a kick
/// of second order. Without drag the motion is periodic, and whole periods cost nothing. With drag, a step that
/// passes the surface or full submersion more than some 1000 times would take longer than a millisecond: its
/// increment is NaN, and a world refuses it with an error that names the force.
///
/// ```
/// use kinstep::{Body2, Buoyancy, World2};
///
/// // 0.6 kg that displaces 1 kg, dropped into water from 2 m: ten minutes later it floats
/// let mut world = World2::new();
/// world.add_force(Buoyancy::new([0.0, 9.81], 0.2).with_gravity(9.81).with_drag(0.8))?;
/// let buoy = world.add_body(Body2::point(0.6).at([0.0, 2.0]))?;
/// world.step(600.0)?;
/// // six tenths of its height are under water
/// assert!((world[buoy].position.y - (0.5 - 0.6) * 0.2).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("water", "float", "boat"))]
pub struct Buoyancy<T, const D: usize> {
    /// The lift of a body that is under water \[N\], world frame.
    pub lift: SVector<T, D>,
    /// The height of the body \[m\].
    pub height: T,
    /// The level of the surface \[m\], from the origin along the lift.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub surface: T,
    /// The body's own gravity g \[m/s²\], against the lift.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub gravity: T,
    /// c \[kg/s\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub drag: T,
}

impl<T: Real<D>, const D: usize> Buoyancy<T, D> {
    /// The lift of a body that is under water \[N\], upwards in the world frame, and the body's height
    /// \[m\], over which it builds up. The surface goes through the origin.
    #[must_use]
    pub fn new(lift: impl Into<SVector<T, D>>, height: T) -> Self {
        Self {
            lift: lift.into(),
            height,
            surface: T::zero(),
            gravity: T::zero(),
            drag: T::zero(),
        }
    }

    /// The same lift with the surface at this level \[m\], counted from the origin along the lift.
    #[must_use]
    pub fn surface_at(mut self, level: T) -> Self {
        self.surface = level;
        self
    }

    /// The same lift together with the body's own gravity g \[m/s²\], against the lift.
    #[must_use]
    pub fn with_gravity(mut self, gravity: T) -> Self {
        self.gravity = gravity;
        self
    }

    /// The same lift together with drag of coefficient c \[kg/s\], wherever the body touches the fluid.
    #[must_use]
    pub fn with_drag(mut self, coefficient: T) -> Self {
        self.drag = coefficient;
        self
    }

    /// Upwards, of length 1.
    fn up(&self) -> SVector<f64, D> {
        direction(&self.lift.map(to_f64))
    }

    /// The accelerations and rates of this body in the water.
    fn water(&self, body: &Body<T, D>) -> Water {
        let mass = to_f64(body.mass);
        Water {
            lift: length(&self.lift.map(to_f64)) / mass,
            gravity: to_f64(self.gravity),
            damping: to_f64(self.drag) / mass,
            half_height: 0.5 * to_f64(self.height),
        }
    }

    /// Height of the centre above the surface \[m\].
    fn height_above(&self, body: &Body<T, D>, up: &SVector<f64, D>) -> f64 {
        up.dot(&body.position.map(to_f64)) - to_f64(self.surface)
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for Buoyancy<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let (up, water) = (self.up(), self.water(body));
        let velocity = body.velocity.map(to_f64);
        let height = self.height_above(body, &up);
        let along = up.dot(&velocity);
        let piece = water.piece(water.place(height, along, 1.0));
        let across = velocity - up * along;
        (up * piece.acceleration(height, along) - across * piece.damping).map(from_f64)
    }

    /// Along the lift piece by piece; across it only drag acts, while the body is in the fluid.
    fn effect(&self, body: &Body<T, D>, _time: T, dt: T) -> Effect<T, D> {
        let (up, dt) = (self.up(), to_f64(dt));
        let velocity = body.velocity.map(to_f64);
        let along = up.dot(&velocity);
        let bob = Bob::new(self.height_above(body, &up), along);
        let Moved { upwards, across } = bob.after(&self.water(body), dt);
        let lines = [(up, upwards), (velocity - up * along, across)];
        Effect::Motion(motion(body, &SVector::zeros(), lines, dt))
    }

    /// Zero at the surface and above, but for gravity: `m g h`, and `½ L H s²` while a share s of
    /// the body is under water; below, L times the depth more.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        let up = self.up();
        let height = self.height_above(body, &up);
        let size = to_f64(self.height);
        let share = (0.5 - height / size).clamp(0.0, 1.0);
        let below = (-0.5 * size - height).max(0.0);
        let lift = length(&self.lift.map(to_f64)) * (0.5 * size * share * share + below);
        Some(from_f64(
            lift + to_f64(body.mass) * to_f64(self.gravity) * height,
        ))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_all_finite("the lift", &self.lift)?;
        ParameterError::unless_positive("the size of the lift", length(&self.lift))?;
        ParameterError::unless_positive("the height of the body", self.height)?;
        ParameterError::unless_finite("the level of the surface", self.surface)?;
        ParameterError::unless_not_negative("the acceleration of gravity", self.gravity)?;
        ParameterError::unless_not_negative("the drag coefficient", self.drag)
    }
}
