//! Linear laws: accelerations that are added before they are integrated.

use core::iter::Sum;
use core::ops::{Add, AddAssign};

use nalgebra::{RealField, SMatrix, SVector};

use super::{Flow, Gyration, Propagator, Response};
use crate::increment::Increment;
use crate::numbers::{from_f64, is_finite, to_f64};
use crate::space::Real;

/// An acceleration that is linear in position and velocity: `a = c + j t - γ v - ω² x + G v + C x`.
///
/// Laws add, and the sum is solved as one law: the motion under any number of constant, ramping,
/// drag, wind, spring, damper, magnetic, Coriolis, centrifugal and tidal terms on a body is exact
/// for any step. γ and ω² may be negative (driven or repelled motion). G rotates velocities,
/// `G v = v × Ω`. C is symmetric, a stiffness that depends on the direction. If G and C are zero,
/// the law is *isotropic*, and its solution needs only numbers instead of matrices.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::nalgebra::Vector2;
///
/// // gravity, a spring of 3 rad/s and air that moves: one law, one exact flow
/// let law = LinearLaw::gravity([0.0, -9.81])
///     + LinearLaw::spring(9.0).anchored_at([0.0, 2.0])
///     + LinearLaw::drag(0.1).in_wind([4.0, 0.0]);
///
/// let (mut x, mut v) = (Vector2::new(1.0, 2.0), Vector2::zeros());
/// law.flow(1000.0).advance(&mut x, &mut v, 0.0); // a thousand seconds at once: it has come to rest
/// assert!((law.acceleration(&x, &v, 0.0)).norm() < 1e-12);
///
/// // on a turntable of 0.5 rad/s a body left alone goes straight on, seen from outside
/// let turntable = LinearLaw::<f64, 2>::rotating_frame(0.5);
/// let (mut x, mut v) = (Vector2::new(1.0, 0.0), Vector2::new(0.0, -0.5)); // at rest outside
/// turntable.flow(std::f64::consts::PI).advance(&mut x, &mut v, 0.0); // a quarter turn
/// assert!((x - Vector2::new(0.0, -1.0)).norm() < 1e-15);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[non_exhaustive]
#[doc(alias("wind", "damped oscillator"))]
pub struct LinearLaw<T, const D: usize> {
    /// `c`: acceleration of a body at rest at the origin at time zero \[m/s²\].
    pub constant: SVector<T, D>,
    /// `j`: rate of change of the constant acceleration \[m/s³\].
    pub ramp: SVector<T, D>,
    /// γ: drag rate \[1/s\].
    pub damping: T,
    /// ω²: stiffness per mass \[1/s²\].
    #[cfg_attr(feature = "serde", serde(rename = "stiffness"))]
    pub stiffness_per_mass: T,
    /// G: gyration of velocities \[1/s\], antisymmetric, `G v = v × Ω`.
    pub gyration: SMatrix<T, D, D>,
    /// C: acceleration per distance, in addition to that of the isotropic stiffness \[1/s²\];
    /// symmetric.
    pub tide: SMatrix<T, D, D>,
}

impl<T: RealField + Copy, const D: usize> LinearLaw<T, D> {
    /// Returns the law of a free body: no acceleration.
    #[must_use]
    pub fn free() -> Self {
        Self {
            constant: SVector::zeros(),
            ramp: SVector::zeros(),
            damping: T::zero(),
            stiffness_per_mass: T::zero(),
            gyration: SMatrix::zeros(),
            tide: SMatrix::zeros(),
        }
    }

    /// Returns the law of a uniform acceleration \[m/s²\].
    #[must_use]
    pub fn gravity(acceleration: impl Into<SVector<T, D>>) -> Self {
        Self {
            constant: acceleration.into(),
            ..Self::free()
        }
    }

    /// Returns the law of drag at the rate γ \[1/s\], in still air.
    #[must_use]
    pub fn drag(rate: T) -> Self {
        Self {
            damping: rate,
            ..Self::free()
        }
    }

    /// Returns the law of attraction to the origin with this stiffness per mass, `ω² = k/m`
    /// \[1/s²\]. Unlike a `Spring` \[N/m\], it gives the same motion for every mass.
    #[must_use]
    pub fn spring(stiffness_per_mass: T) -> Self {
        Self {
            stiffness_per_mass,
            ..Self::free()
        }
    }

    /// Returns the law of an acceleration that is linear in position, `a = C x` \[1/s²\]: tides,
    /// and springs whose stiffness depends on the direction. Only the symmetric part of the matrix
    /// is used.
    ///
    /// ```
    /// use kinstep_flow::LinearLaw;
    ///
    /// // a trap of 2 rad/s along x and 3 rad/s along y
    /// let trap = LinearLaw::tidal([[-4.0, 0.0], [0.0, -9.0]]);
    /// let (mut x, mut v) = ([1.0, 1.0].into(), [0.0, 0.0].into());
    /// trap.flow(std::f64::consts::PI).advance(&mut x, &mut v, 0.0);
    /// assert!((x.x - 1.0).abs() < 1e-15 && (x.y + 1.0).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn tidal(matrix: impl Into<SMatrix<T, D, D>>) -> Self {
        let matrix = matrix.into();
        let half = nalgebra::convert(0.5);
        Self {
            tide: matrix.map(|entry| entry * half) + matrix.transpose() * half,
            ..Self::free()
        }
    }

    /// Returns this law with its damping relative to air of velocity `wind` \[m/s\].
    #[must_use]
    pub fn in_wind(mut self, wind: impl Into<SVector<T, D>>) -> Self {
        self.constant += wind.into() * self.damping;
        self
    }

    /// Returns this law with its stiffness and tide about the point `anchor` \[m\].
    #[must_use]
    pub fn anchored_at(mut self, anchor: impl Into<SVector<T, D>>) -> Self {
        let anchor = anchor.into();
        self.constant += anchor * self.stiffness_per_mass;
        if !self.is_isotropic() {
            self.constant -= self.tide * anchor;
        }
        self
    }

    /// Returns this law with a constant acceleration that grows from time zero at this rate \[m/s³\].
    #[must_use]
    pub fn ramping(mut self, rate: impl Into<SVector<T, D>>) -> Self {
        self.ramp += rate.into();
        self
    }

    /// Returns `c + j t - γ v - ω² x + G v + C x` \[m/s²\].
    #[must_use]
    pub fn acceleration(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        time: T,
    ) -> SVector<T, D> {
        let isotropic = self.isotropic_acceleration(position, velocity, time);
        if self.is_isotropic() {
            return isotropic;
        }
        isotropic + self.gyration * velocity + self.tide * position
    }

    /// Returns `c + j t - γ v - ω² x` \[m/s²\].
    #[inline]
    #[doc(hidden)]
    pub fn isotropic_acceleration(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        time: T,
    ) -> SVector<T, D> {
        self.constant + self.ramp * time
            - velocity * self.damping
            - position * self.stiffness_per_mass
    }

    /// Whether the acceleration depends on velocity.
    #[doc(hidden)]
    pub fn depends_on_velocity(&self) -> bool {
        self.damping != T::zero() || self.gyration != SMatrix::<T, D, D>::zeros()
    }

    /// Returns the properties of the constant and the ramp that determine the form of a flow:
    /// whether the constant has a component along every axis, whether there is a ramp, and whether
    /// every axis has a component of the constant or of the ramp.
    #[doc(hidden)]
    pub fn form_of_push(&self) -> [bool; 3] {
        [
            !self.constant.iter().any(T::is_zero),
            !self.ramp.iter().all(T::is_zero),
            (self.constant.iter().zip(&self.ramp)).all(|(c, j)| !(c.is_zero() && j.is_zero())),
        ]
    }

    /// Whether this law is drag alone, in still air.
    #[doc(hidden)]
    pub fn is_damping_only(&self) -> bool {
        *self == Self::drag(self.damping)
    }

    /// Returns the exact increment by this law alone in a step of `dt` \[s\] that starts at `time`:
    /// `Δv = S a₀ + S₁ (j - K v)`, `Δx = S₁ a₀ + S₂ (j - K v)` with `K = ω² - C`.
    #[must_use]
    #[inline(never)]
    pub fn increment(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        time: T,
        dt: T,
    ) -> Increment<T, D> {
        if self.is_isotropic() {
            self.increment_by(&self.response(dt), position, velocity, time)
        } else {
            self.increment_gyrating(&self.gyration_over(dt), position, velocity, time)
        }
    }

    /// Returns the [`increment`](Self::increment) by an isotropic law, from its response for the
    /// step.
    #[doc(hidden)]
    pub fn increment_by(
        &self,
        response: &Response,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        time: T,
    ) -> Increment<T, D> {
        let start = self.acceleration(position, velocity, time);
        let slope = self.ramp - velocity * self.stiffness_per_mass;
        let [s, s1, s2]: [T; 3] =
            [response.velocity, response.position, response.ramp].map(from_f64);
        Increment {
            velocity: start * s + scaled(&slope, s1),
            position: scaled(&start, s1) + scaled(&slope, s2),
        }
    }

    /// Returns the [`increment`](Self::increment) by any law, from its response for the step.
    #[doc(hidden)]
    pub fn increment_gyrating(
        &self,
        response: &Gyration<D>,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        time: T,
    ) -> Increment<T, D> {
        let start = self.acceleration(position, velocity, time);
        let slope = self.ramp - velocity * self.stiffness_per_mass + self.tide * velocity;
        let (start, slope) = (start.map(to_f64), slope.map(to_f64));
        let [velocity, position] = response.increment(&start, &slope);
        Increment {
            velocity: velocity.map(from_f64),
            position: position.map(from_f64),
        }
    }

    /// Returns the exact motion under this law for `dt` \[s\], which can move any number of states.
    #[must_use]
    #[inline(never)]
    pub fn flow(&self, dt: T) -> Flow<T, D> {
        if self.is_isotropic() {
            let [damping, stiffness, dt] = [self.damping, self.stiffness_per_mass, dt].map(to_f64);
            Flow::new(self, &Propagator::new(damping, stiffness, dt), dt)
        } else {
            Flow::gyrating_by(self, &self.gyration_over(dt))
        }
    }

    /// Whether the law is the same along all directions: no gyration and no tide.
    #[doc(hidden)]
    pub fn is_isotropic(&self) -> bool {
        self.all_entries(T::is_zero)
    }

    /// Whether the law rotates a state by more than 2⁵² radians in `dt` \[s\] before the influence
    /// of the initial state has decayed. The phase and the state are then unknown.
    #[doc(hidden)]
    pub fn loses_its_phase(&self, dt: T) -> bool {
        !self.is_isotropic() && self.flow(dt).has_lost_its_phase()
    }

    /// Returns the response of any law for `dt` \[s\].
    #[doc(hidden)]
    pub fn gyration_over(&self, dt: T) -> Gyration<D> {
        Gyration::new(&self.wide(), to_f64(dt))
    }

    /// Returns the response to the damping and the stiffness of an isotropic law for `dt` \[s\].
    #[doc(hidden)]
    pub fn response(&self, dt: T) -> Response {
        Response::new(
            to_f64(self.damping),
            to_f64(self.stiffness_per_mass),
            to_f64(dt),
        )
    }

    /// Returns this law in `f64`.
    #[doc(hidden)]
    pub fn wide(&self) -> LinearLaw<f64, D> {
        LinearLaw {
            constant: self.constant.map(to_f64),
            ramp: self.ramp.map(to_f64),
            damping: to_f64(self.damping),
            stiffness_per_mass: to_f64(self.stiffness_per_mass),
            gyration: self.gyration.map(to_f64),
            tide: self.tide.map(to_f64),
        }
    }

    /// Whether every coefficient is finite.
    #[doc(hidden)]
    pub fn is_finite(&self) -> bool {
        is_finite(&self.constant)
            && is_finite(&self.ramp)
            && self.damping.is_finite()
            && self.stiffness_per_mass.is_finite()
            && self.all_entries(T::is_finite)
    }

    /// Whether `holds` is true for all entries of the matrices.
    fn all_entries(&self, holds: impl Fn(&T) -> bool) -> bool {
        // slices, because with iterators over matrices a call of `advance` for laws alone takes
        // 21,600 instructions instead of 17,200
        self.gyration.as_slice().iter().all(&holds) && self.tide.as_slice().iter().all(&holds)
    }
}

impl<T: Real<D>, const D: usize> LinearLaw<T, D> {
    /// Returns the law of the acceleration `v × Ω`, with Ω in \[rad/s\]. A charge in a magnetic
    /// field B has `Ω = (q/m) B`.
    ///
    /// ```
    /// use kinstep_flow::LinearLaw;
    /// use kinstep_flow::nalgebra::Vector3;
    ///
    /// // one turn and a quarter about z; along it nothing happens
    /// let law = LinearLaw::<f64, 3>::gyrating(Vector3::z() * 2.0);
    /// let (mut x, mut v) = (Vector3::zeros(), Vector3::new(1.0, 0.0, 3.0));
    /// law.flow(1.25 * std::f64::consts::PI).advance(&mut x, &mut v, 0.0);
    /// assert!((v - Vector3::new(0.0, -1.0, 3.0)).norm() < 1e-14);
    /// ```
    #[must_use]
    pub fn gyrating(omega: impl Into<T::Axial>) -> Self {
        Self {
            gyration: T::gyration(&omega.into()),
            ..Self::free()
        }
    }

    /// Returns the law of the accelerations in a frame that rotates with Ω \[rad/s\] about its
    /// origin: Coriolis `2 v × Ω` and centrifugal `-Ω × (Ω × x)`.
    #[must_use]
    pub fn rotating_frame(omega: impl Into<T::Axial>) -> Self {
        let gyration = T::gyration(&omega.into());
        Self {
            gyration: gyration + gyration,
            // G² x = Ω × (Ω × x)
            tide: -(gyration * gyration),
            ..Self::free()
        }
    }
}

impl<T: RealField + Copy, const D: usize> Add for LinearLaw<T, D> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<T: RealField + Copy, const D: usize> AddAssign for LinearLaw<T, D> {
    fn add_assign(&mut self, other: Self) {
        self.constant += other.constant;
        self.ramp += other.ramp;
        self.damping += other.damping;
        self.stiffness_per_mass += other.stiffness_per_mass;
        self.gyration += other.gyration;
        self.tide += other.tide;
    }
}

impl<T: RealField + Copy, const D: usize> Sum for LinearLaw<T, D> {
    fn sum<I: Iterator<Item = Self>>(laws: I) -> Self {
        laws.fold(Self::free(), Add::add)
    }
}

/// Returns `vector` times `by`, with 0 · ∞ = 0, because a zero vector may be multiplied by an
/// overflowed response.
pub fn scaled<T: RealField + Copy, const D: usize>(vector: &SVector<T, D>, by: T) -> SVector<T, D> {
    vector.map(|value| if value.is_zero() { value } else { value * by })
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix2, Vector2};

    use super::*;

    #[test]
    fn one_coefficient_that_is_not_finite_is_found() {
        let law = LinearLaw::<f64, 2>::free();
        assert!(law.is_finite());
        for bad in [f64::NAN, f64::INFINITY] {
            let vector = Vector2::new(0.0, bad);
            let matrix = Matrix2::new(0.0, bad, 0.0, 0.0);
            let spoiled = [
                LinearLaw {
                    constant: vector,
                    ..law
                },
                LinearLaw {
                    ramp: vector,
                    ..law
                },
                LinearLaw {
                    damping: bad,
                    ..law
                },
                LinearLaw {
                    stiffness_per_mass: bad,
                    ..law
                },
                LinearLaw {
                    gyration: matrix,
                    ..law
                },
                LinearLaw {
                    tide: matrix,
                    ..law
                },
            ];
            for law in spoiled {
                assert!(!law.is_finite(), "{law:?}");
            }
        }
    }
}
