//! The rotation of a body in a step of the energy-momentum rule.

use nalgebra::{ComplexField, Matrix3, Quaternion, RealField, UnitQuaternion, Vector3};

use crate::rotation::Inertia;

/// Orientation and angular momentum of a body. In 2-D the body moves in the plane of the first two
/// axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turning {
    /// The numbers of [`Real::orientation_numbers`](crate::Real::orientation_numbers): in 2-D the angle \[rad\] and three zeros, in 3-D a
    /// unit quaternion `i, j, k, w`.
    pub orientation: [f64; 4],
    /// Angular momentum about the centre of mass \[kg m²/s\], world frame; in 2-D only the first number is used.
    pub angular_momentum: [f64; 3],
}

impl Turning {
    pub(super) fn is_finite(&self) -> bool {
        let mut numbers = self.orientation.iter().chain(&self.angular_momentum);
        numbers.all(|number| number.is_finite())
    }
}

/// The state of a body at rest, with the identity quaternion.
pub(super) const UPRIGHT: Turning = Turning {
    orientation: [0.0, 0.0, 0.0, 1.0],
    angular_momentum: [0.0; 3],
};

/// The rotation of one body in a step, by the incremental rotation ϑ with `tan(angle/2) = |ϑ|/2`
/// (Simo and Wong 1991):
///
/// ```text
/// R₁ = cay(ϑ) R₀          cay(ϑ) = 1 + (ϑ^ + ϑ^²/2) 4/(4 + ϑ²)
/// L₀ = R₀ J W₀            L₁ = R₁ J (2 W - W₀)          W = R₀ᵀϑ/h
/// ```
///
/// Since `ϑ = R₁ R₀ᵀ ϑ`, the work `ϑ·(L₁ - L₀)/h = W·J(W₁ - W₀)` is the change of the energy of
/// rotation. Since `(R₁ - R₀) a = ϑ × (R₀ + R₁) a/2`, the work of a force with this mean arm is the
/// work for the displacement of the point where the force acts. The rotation has only second order,
/// also without a torque. If the smallest ratio of the moments of a slender body is below about
/// `h² ω Δω`, where Δω is the change of the rate perpendicular to the long axis in a step, the spin
/// about this axis is lost; the energy of the body is still conserved.
///
/// The unknown is q in `ϑ = h ω₀ + q`, in the frame of the principal axes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    /// Index of the body.
    pub(super) body: usize,
    /// Rotates vectors from the principal frame to the body's frame.
    axes: Matrix3<f64>,
    /// Principal moments J \[kg m²\].
    moments: Vector3<f64>,
    /// Longest arm of a bond \[m\].
    pub(super) reach: f64,
    /// Step h \[s\].
    step: f64,
    /// Initial angular velocity W₀ in the principal frame \[rad/s\].
    rate: Vector3<f64>,
    /// Incremental rotation ϑ \[rad\].
    rotation: Vector3<f64>,
    /// Unknown q \[rad\].
    deviation: Vector3<f64>,
    /// Rotation matrix R₀ at the start of the step.
    before: Matrix3<f64>,
    /// Rotation matrix R₁ at the end of the step.
    after: Matrix3<f64>,
    /// `cay(-ϑ)`. The equations of the rotation are multiplied by it, so that J is on the diagonal.
    back: Matrix3<f64>,
    /// Tangent M of `δR₁ = (M δϑ)^ R₁`.
    tangent: Matrix3<f64>,
}

impl Turn {
    pub(super) fn new<const D: usize>(body: usize, inertia: &Inertia<f64>, reach: f64) -> Self {
        let unit = Matrix3::identity();
        let (axes, moments) = if D == 2 {
            (unit, Vector3::repeat(inertia.moments().z))
        } else {
            let axes = inertia.axes().to_rotation_matrix();
            (axes.into_inner(), inertia.moments())
        };
        Self {
            body,
            axes,
            moments,
            reach,
            step: 0.0,
            rate: Vector3::zeros(),
            rotation: Vector3::zeros(),
            deviation: Vector3::zeros(),
            before: unit,
            after: unit,
            back: unit,
            tangent: unit,
        }
    }

    /// Converts an arm from the body's frame to the principal frame.
    pub(super) fn principal(&self, arm: &Vector3<f64>) -> Vector3<f64> {
        self.axes.tr_mul(arm)
    }

    pub(super) fn is_finite(&self) -> bool {
        let numbers = self.axes.iter().chain(self.moments.iter());
        numbers
            .chain([&self.reach])
            .all(|number| number.is_finite())
    }

    /// Stores the state at the start of a part of a step. The first estimate is a rotation at a
    /// constant rate.
    pub(super) fn start<const D: usize>(&mut self, turning: &Turning, step: f64) {
        self.before = matrix::<D>(&turning.orientation) * self.axes;
        let along = self.before.tr_mul(&axial::<D>(&turning.angular_momentum));
        self.rate = along.component_div(&self.moments);
        self.step = step;
        self.deviation = Vector3::zeros();
        self.rotation = self.before * self.rate * step;
        self.update();
    }

    /// Adds a correction to the rotation.
    pub(super) fn correct(&mut self, correction: &Vector3<f64>) {
        self.deviation += correction;
        self.rotation += correction;
        self.update();
    }

    fn update(&mut self) {
        let share = 4.0 / (4.0 + self.rotation.norm_squared());
        let cross = self.rotation.cross_matrix();
        let square = cross * cross * 0.5;
        let unit = Matrix3::identity();
        self.after = (unit + (cross + square) * share) * self.before;
        self.back = unit + (square - cross) * share;
        self.tangent = (unit + cross * 0.5) * share;
    }

    /// Returns `R₀ a` for an arm in the principal frame \[m\].
    pub(super) fn arm_before(&self, arm: &Vector3<f64>) -> Vector3<f64> {
        self.before * arm
    }

    /// Returns `(R₀ + R₁) a/2`
    fn arm_mean(&self, arm: &Vector3<f64>) -> Vector3<f64> {
        (self.before * arm + self.after * arm) * 0.5
    }

    /// Returns `(R₁ - R₀) a = ϑ × (R₀ + R₁) a/2`, without cancellation.
    pub(super) fn displacement(&self, arm: &Vector3<f64>) -> Vector3<f64> {
        self.rotation.cross(&self.arm_mean(arm))
    }

    /// Returns the matrix that maps a force to its torque times `cay(-ϑ)`.
    pub(super) fn lever(&self, arm: &Vector3<f64>) -> Matrix3<f64> {
        self.back * self.arm_mean(arm).cross_matrix()
    }

    /// Returns the matrix P of `δ(R₁ a) = P δϑ`.
    pub(super) fn motion(&self, arm: &Vector3<f64>) -> Matrix3<f64> {
        -(self.after * arm).cross_matrix() * self.tangent
    }

    /// Returns the derivative of `-cay(-ϑ) τ` by the arm, `cay(-ϑ) F^ P/2`.
    pub(super) fn twist(&self, force: &Vector3<f64>, motion: &Matrix3<f64>) -> Matrix3<f64> {
        self.back * force.cross_matrix() * motion * 0.5
    }

    /// Returns `(h/2)(L₁ - L₀) = R₁ J R₀ᵀ q + (h/2) ϑ × (R₀ + R₁) J W₀/2`, without cancellation \[kg m²\].
    fn gain(&self) -> Vector3<f64> {
        let added = (self.moments).component_mul(&self.before.tr_mul(&self.deviation));
        let kept = self.moments.component_mul(&self.rate);
        self.after * added + self.rotation.cross(&self.arm_mean(&kept)) * (0.5 * self.step)
    }

    /// Returns `cay(-ϑ) (h/2)(L₁ - L₀)` \[kg m²\].
    pub(super) fn residual(&self) -> Vector3<f64> {
        self.back * self.gain()
    }

    /// Returns `R₀ J R₀ᵀ - cay(-ϑ) (R₁ (J R₀ᵀ q + (h/2) J W₀))^ M` \[kg m²\].
    pub(super) fn stiffness(&self) -> Matrix3<f64> {
        let rate = self.before.tr_mul(&self.deviation) + self.rate * (0.5 * self.step);
        let turned = self.after * self.moments.component_mul(&rate);
        let inertia = self.before * Matrix3::from_diagonal(&self.moments) * self.before.transpose();
        inertia - self.back * turned.cross_matrix() * self.tangent
    }

    /// Returns the length of the path of the mounting point that is farthest from the centre \[m\].
    pub(super) fn way(&self) -> f64 {
        self.reach * self.rotation.norm()
    }

    /// Writes the state at the end of a part.
    pub(super) fn finish<const D: usize>(&self, turning: &mut Turning) {
        let gain = self.gain() * 2.0 / self.step;
        if D == 2 {
            turning.orientation[0] += 2.0 * RealField::atan2(0.5 * self.rotation.z, 1.0);
            turning.angular_momentum[0] += gain.z;
            return;
        }
        let half = Quaternion::from_imag(self.rotation * 0.5) + Quaternion::identity();
        let after = half * Quaternion::from(turning.orientation);
        turning.orientation = (after / after.norm()).coords.into();
        let momentum = Vector3::from(turning.angular_momentum) + gain;
        turning.angular_momentum = momentum.into();
    }
}

/// Returns the rotation matrix from the body's frame to the world frame.
pub(super) fn matrix<const D: usize>(orientation: &[f64; 4]) -> Matrix3<f64> {
    if D == 2 {
        let (sine, cosine) = ComplexField::sin_cos(orientation[0]);
        return Matrix3::new(cosine, -sine, 0.0, sine, cosine, 0.0, 0.0, 0.0, 1.0);
    }
    let unit = UnitQuaternion::new_normalize(Quaternion::from(*orientation));
    unit.to_rotation_matrix().into_inner()
}

/// Returns the axial vector with these numbers.
fn axial<const D: usize>(numbers: &[f64; 3]) -> Vector3<f64> {
    if D == 2 {
        return Vector3::z() * numbers[0];
    }
    Vector3::from(*numbers)
}
