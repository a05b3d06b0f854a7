//! Implementation of `Real` for 2-D.

use nalgebra::{Matrix2, RealField, Vector2};

use super::{BatchRotor, Real};
use crate::ParameterError;
use crate::numbers::{flushed, to_f64};
use crate::rotation::Inertia;

impl<T: RealField + Copy> Real<2> for T {
    type Axial = T;
    type Orientation = T;
    type Inertia = T;
    /// `1 / I`, zero for a point.
    type Rotor = T;

    fn no_turn() -> T {
        T::zero()
    }

    fn cross(a: &Vector2<T>, b: &Vector2<T>) -> T {
        a.perp(b)
    }

    fn axial_dot(a: &T, b: &T) -> T {
        *a * *b
    }

    fn sweep(omega: &T, r: &Vector2<T>) -> Vector2<T> {
        Vector2::new(-r.y * *omega, r.x * *omega)
    }

    fn gyration(omega: &T) -> Matrix2<T> {
        Matrix2::new(T::zero(), *omega, -*omega, T::zero())
    }

    fn upright() -> T {
        T::zero()
    }

    fn rotate(orientation: &T, vector: &Vector2<T>) -> Vector2<T> {
        let (sin, cos) = orientation.sin_cos();
        Vector2::new(
            vector.x * cos - vector.y * sin,
            vector.x * sin + vector.y * cos,
        )
    }

    fn unrotate(orientation: &T, vector: &Vector2<T>) -> Vector2<T> {
        Real::<2>::rotate(&-*orientation, vector)
    }

    fn no_inertia() -> T {
        T::zero()
    }

    fn unit_inertia() -> T {
        T::one()
    }

    fn is_point(inertia: &T) -> bool {
        *inertia == T::zero()
    }

    fn check_inertia(inertia: &T) -> Result<(), ParameterError<T>> {
        ParameterError::unless_not_negative("the moment of inertia [kg m²]", *inertia)
    }

    fn angular_momentum(inertia: &T, _orientation: &T, angular_velocity: &T) -> T {
        *inertia * *angular_velocity
    }

    fn angular_velocity(inertia: &T, _orientation: &T, angular_momentum: &T) -> T {
        if *inertia == T::zero() {
            return T::zero();
        }
        *angular_momentum / *inertia
    }

    fn wide_angular_velocity(
        inertia: &T,
        _orientation: [f64; 4],
        angular_momentum: [f64; 3],
    ) -> [f64; 3] {
        if *inertia == T::zero() {
            return [0.0; 3];
        }
        [angular_momentum[0] / to_f64(*inertia), 0.0, 0.0]
    }

    fn wide_inertia(inertia: &T) -> Option<Inertia<f64>> {
        (*inertia != T::zero()).then(|| Inertia::principal([to_f64(*inertia); 3]))
    }

    fn axial_numbers(axial: &T) -> [T; 3] {
        [*axial, T::zero(), T::zero()]
    }

    fn axial_from(numbers: [T; 3]) -> T {
        numbers[0]
    }

    fn orientation_numbers(orientation: &T) -> [T; 4] {
        [*orientation, T::zero(), T::zero(), T::zero()]
    }

    fn orientation_from(numbers: [T; 4]) -> T {
        numbers[0]
    }

    fn orientation_slope(_numbers: &[T; 4], angular_velocity: &T) -> [T; 4] {
        Real::<2>::orientation_numbers(angular_velocity)
    }

    fn orientation_length(orientation: &T) -> T {
        // 1, or NaN if the angle is not finite
        T::one() + *orientation * T::zero()
    }

    fn turn_between(from: &T, to: &T) -> T {
        *to - *from
    }

    fn turned_by(orientation: &T, angle: T) -> T {
        *orientation + angle
    }

    fn rotor(inertia: &T) -> T {
        if *inertia == T::zero() {
            return T::zero();
        }
        inertia.recip()
    }

    fn coast(rotor: &T, orientation: &T, angular_momentum: &T, dt: T) -> T {
        flushed(*orientation + *angular_momentum * *rotor * dt)
    }
}

impl<T: RealField + Copy> BatchRotor<T, T, T> for T {
    fn suits_batches(&self) -> bool {
        false
    }

    fn coast_all(rotors: &[&T], orientations: &mut [T], angular_momenta: &[T], times: &[T]) {
        let bodies = (rotors.iter().zip(orientations)).zip(angular_momenta.iter().zip(times));
        for ((rotor, orientation), (angular_momentum, dt)) in bodies {
            *orientation = <T as Real<2>>::coast(rotor, orientation, angular_momentum, *dt);
        }
    }
}
