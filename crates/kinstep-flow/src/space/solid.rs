//! Implementation of `Real` for 3-D.

use nalgebra::{Matrix3, Quaternion, RealField, UnitQuaternion, Vector3};

use super::{BatchRotor, Real};
use crate::ParameterError;
use crate::numbers::to_f64;
use crate::rotation::{Inertia, Rotor};

impl<T: RealField + Copy> Real<3> for T {
    type Axial = Vector3<T>;
    type Orientation = UnitQuaternion<T>;
    type Inertia = Inertia<T>;
    type Rotor = Rotor;

    fn no_turn() -> Vector3<T> {
        Vector3::zeros()
    }

    fn cross(a: &Vector3<T>, b: &Vector3<T>) -> Vector3<T> {
        a.cross(b)
    }

    fn axial_dot(a: &Vector3<T>, b: &Vector3<T>) -> T {
        a.dot(b)
    }

    fn sweep(omega: &Vector3<T>, r: &Vector3<T>) -> Vector3<T> {
        omega.cross(r)
    }

    fn gyration(omega: &Vector3<T>) -> Matrix3<T> {
        // v × Ω = -Ω × v
        (-omega).cross_matrix()
    }

    fn upright() -> UnitQuaternion<T> {
        UnitQuaternion::identity()
    }

    fn rotate(orientation: &UnitQuaternion<T>, vector: &Vector3<T>) -> Vector3<T> {
        orientation * vector
    }

    fn unrotate(orientation: &UnitQuaternion<T>, vector: &Vector3<T>) -> Vector3<T> {
        orientation.inverse_transform_vector(vector)
    }

    fn no_inertia() -> Inertia<T> {
        Inertia::point()
    }

    fn unit_inertia() -> Inertia<T> {
        Inertia::principal(Vector3::repeat(T::one()))
    }

    fn is_point(inertia: &Inertia<T>) -> bool {
        inertia.is_point()
    }

    fn check_inertia(inertia: &Inertia<T>) -> Result<(), ParameterError<T>> {
        inertia.check()
    }

    fn angular_momentum(
        inertia: &Inertia<T>,
        orientation: &UnitQuaternion<T>,
        angular_velocity: &Vector3<T>,
    ) -> Vector3<T> {
        let axes = orientation * inertia.axes();
        let along = axes.inverse_transform_vector(angular_velocity);
        axes * along.component_mul(&inertia.moments())
    }

    fn angular_velocity(
        inertia: &Inertia<T>,
        orientation: &UnitQuaternion<T>,
        angular_momentum: &Vector3<T>,
    ) -> Vector3<T> {
        if inertia.is_point() {
            return Vector3::zeros();
        }
        let axes = orientation * inertia.axes();
        let along = axes.inverse_transform_vector(angular_momentum);
        axes * along.component_div(&inertia.moments())
    }

    fn wide_inertia(inertia: &Inertia<T>) -> Option<Inertia<f64>> {
        (!inertia.is_point()).then(|| inertia.wide())
    }

    fn wide_angular_velocity(
        inertia: &Inertia<T>,
        orientation: [f64; 4],
        angular_momentum: [f64; 3],
    ) -> [f64; 3] {
        if inertia.is_point() {
            return [0.0; 3];
        }
        let lies = UnitQuaternion::new_normalize(Quaternion::from(orientation));
        let axes = Quaternion::from(inertia.axes().coords.map(to_f64));
        let axes = lies * UnitQuaternion::new_normalize(axes);
        let along = axes.inverse_transform_vector(&Vector3::from(angular_momentum));
        let rate = axes * along.component_div(&inertia.moments().map(to_f64));
        rate.data.0[0]
    }

    fn axial_numbers(axial: &Vector3<T>) -> [T; 3] {
        axial.data.0[0]
    }

    fn axial_from(numbers: [T; 3]) -> Vector3<T> {
        Vector3::from(numbers)
    }

    fn orientation_numbers(orientation: &UnitQuaternion<T>) -> [T; 4] {
        orientation.coords.data.0[0]
    }

    fn orientation_from(numbers: [T; 4]) -> UnitQuaternion<T> {
        let quaternion = Quaternion::from(numbers);
        if quaternion.norm().is_finite() {
            return UnitQuaternion::new_normalize(quaternion);
        }
        // the squares of the components of this quaternion overflow
        UnitQuaternion::new_normalize(quaternion / quaternion.coords.amax())
    }

    fn orientation_slope(numbers: &[T; 4], angular_velocity: &Vector3<T>) -> [T; 4] {
        let omega = Quaternion::from_imag(*angular_velocity);
        let slope = omega * Quaternion::from(*numbers);
        (slope.coords * nalgebra::convert::<f64, T>(0.5)).data.0[0]
    }

    fn orientation_length(orientation: &UnitQuaternion<T>) -> T {
        orientation.coords.norm()
    }

    fn turn_between(from: &UnitQuaternion<T>, to: &UnitQuaternion<T>) -> Vector3<T> {
        (to * from.inverse()).scaled_axis()
    }

    fn turned_by(orientation: &UnitQuaternion<T>, angle: T) -> UnitQuaternion<T> {
        UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle) * orientation
    }

    fn rotor(inertia: &Inertia<T>) -> Rotor {
        Rotor::new(inertia)
    }

    fn coast(
        rotor: &Rotor,
        orientation: &UnitQuaternion<T>,
        angular_momentum: &Vector3<T>,
        dt: T,
    ) -> UnitQuaternion<T> {
        rotor.turned(orientation, angular_momentum, dt)
    }
}

impl<T: RealField + Copy> BatchRotor<T, UnitQuaternion<T>, Vector3<T>> for Rotor {
    fn suits_batches(&self) -> bool {
        self.is_asymmetric()
    }

    fn coast_all(
        rotors: &[&Self],
        orientations: &mut [UnitQuaternion<T>],
        angular_momenta: &[Vector3<T>],
        times: &[T],
    ) {
        Self::turn_all(rotors, orientations, angular_momenta, times);
    }
}
