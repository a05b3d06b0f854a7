//! Orientation and angular momentum as slices of `f64`, for bodies of any precision.

use nalgebra::{ComplexField, Quaternion, RealField, Vector3};

use super::Body;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// Returns the number of components of an orientation.
const fn orientation_count<const D: usize>() -> usize {
    if D == 2 { 1 } else { 4 }
}

/// Returns the number of components of an orientation and an angular momentum together.
pub(crate) const fn count<const D: usize>() -> usize {
    if D == 2 { 2 } else { 7 }
}

/// Splits `numbers` into the numbers of each body.
pub(crate) fn chunks<const D: usize>(numbers: &[f64]) -> impl Iterator<Item = &[f64]> {
    numbers.chunks_exact(count::<D>())
}

/// Returns the numbers of a body: its orientation, then its angular momentum, then zeros.
pub(crate) fn numbers<T: Real<D>, const D: usize>(body: &Body<T, D>) -> [f64; 7] {
    let mut numbers = [0.0; 7];
    let orientation = T::orientation_numbers(&body.orientation());
    let orientation = orientation.into_iter().take(orientation_count::<D>());
    let all = orientation.chain(T::axial_numbers(&body.spin_angular_momentum()));
    for (number, of_body) in numbers.iter_mut().zip(all) {
        *number = to_f64(of_body);
    }
    numbers
}

/// Writes orientation and angular momentum to a body, and normalises its quaternion. The integrated
/// numbers themselves are not normalised.
pub(crate) fn write_to<T: Real<D>, const D: usize>(body: &mut Body<T, D>, numbers: &[f64]) {
    let (orientation, angular_momentum) = split::<D>(numbers);
    body.set_rotation(
        T::orientation_from(orientation.map(from_f64)),
        T::axial_from(angular_momentum.map(from_f64)),
    );
}

/// Writes to `slope` the rates of change of the numbers of a body under a torque: `θ' = ω` in the plane, `q' = ½ ω q` in
/// space, and `L' = τ`.
pub(crate) fn slope<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
    torque: &T::Axial,
    numbers: &[f64],
    slope: &mut [f64],
) {
    let (orientation, _) = split::<D>(numbers);
    let omega = angular_velocity(body, numbers);
    let (orientation_rate, spin_rate) = slope.split_at_mut(orientation_count::<D>());
    if D == 2 {
        orientation_rate[0] = omega[0];
    } else {
        let product = Quaternion::from_imag(Vector3::from(omega)) * Quaternion::from(orientation);
        orientation_rate.copy_from_slice((product * 0.5).coords.as_slice());
    }
    for (slope, torque) in spin_rate.iter_mut().zip(T::axial_numbers(torque)) {
        *slope = to_f64(torque);
    }
}

/// Returns the weight of an error of each number of a body \[m and m/s per unit\]: an error of
/// orientation displaces a point at this radius, and an error of L changes the velocity of that
/// point. The weights follow from `δθ` in the plane, `|δq| = δθ/2` in space, and `δω = δL/I` with
/// the smallest moment of inertia.
pub(crate) fn sizes<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
    radius: f64,
) -> impl Iterator<Item = [f64; 2]> + use<T, D> {
    let [least, _] = moments(body);
    let turn = if D == 2 { radius } else { 2.0 * radius };
    let numbers = (0..count::<D>()).map(|index| index < orientation_count::<D>());
    numbers.map(move |is_orientation| match is_orientation {
        true => [turn, 0.0],
        false => [0.0, radius / least],
    })
}

/// Returns the maximum radius of gyration of a body \[m\].
pub(crate) fn radius_of_gyration<T: Real<D>, const D: usize>(body: &Body<T, D>) -> f64 {
    let [_, most] = moments(body);
    ComplexField::sqrt(most / to_f64(body.mass))
}

/// Returns the angle of the rotation between the orientations of two bodies \[rad\]; in the plane
/// it includes full rotations.
///
/// For unit quaternions at an angle φ, `|p - q| = 2 sin(φ/2)` and `|p + q| = 2 cos(φ/2)`; the rotation between them has the
/// angle 2φ, and q and -q are the same orientation.
pub(crate) fn angle_between<T: Real<D>, const D: usize>(
    one: &Body<T, D>,
    other: &Body<T, D>,
) -> f64 {
    let [one, other] =
        [one, other].map(|body| T::orientation_numbers(&body.orientation()).map(to_f64));
    let length = |sign: f64| -> f64 {
        let squares = (one.iter().zip(other)).map(|(a, b)| (a + sign * b) * (a + sign * b));
        ComplexField::sqrt(squares.sum::<f64>())
    };
    let (difference, sum) = (length(-1.0), length(1.0));
    if D == 2 {
        return difference;
    }
    4.0 * RealField::atan2(difference.min(sum), difference.max(sum))
}

/// Returns the smallest and the largest moment of inertia \[kg m²\]; in the plane both are equal.
fn moments<T: Real<D>, const D: usize>(body: &Body<T, D>) -> [f64; 2] {
    if D == 2 {
        // I · 1 rad/s
        let unit = T::axial_from([T::one(), T::zero(), T::zero()]);
        let momentum = T::angular_momentum(&body.inertia(), &body.orientation(), &unit);
        return [to_f64(T::axial_numbers(&momentum)[0]); 2];
    }
    let moments = T::wide_inertia(&body.inertia()).map(|inertia| inertia.moments());
    moments.map_or([1.0; 2], |moments| [moments.min(), moments.max()])
}

/// Returns the rotational energy `½ ω·L` \[J\] of a body with these numbers.
pub(crate) fn energy<T: Real<D>, const D: usize>(body: &Body<T, D>, numbers: &[f64]) -> f64 {
    let (_, angular_momentum) = split::<D>(numbers);
    let products = angular_velocity(body, numbers)
        .into_iter()
        .zip(angular_momentum);
    0.5 * products
        .map(|(omega, angular_momentum)| omega * angular_momentum)
        .sum::<f64>()
}

/// Returns the angular velocity ω \[rad/s\].
fn angular_velocity<T: Real<D>, const D: usize>(body: &Body<T, D>, numbers: &[f64]) -> [f64; 3] {
    let (orientation, angular_momentum) = split::<D>(numbers);
    T::wide_angular_velocity(&body.inertia(), orientation, angular_momentum)
}

/// Returns the orientation and angular momentum, padded with zeros.
fn split<const D: usize>(numbers: &[f64]) -> ([f64; 4], [f64; 3]) {
    let (of_orientation, of_spin) = numbers[..count::<D>()].split_at(orientation_count::<D>());
    let (mut orientation, mut angular_momentum) = ([0.0; 4], [0.0; 3]);
    orientation[..of_orientation.len()].copy_from_slice(of_orientation);
    angular_momentum[..of_spin.len()].copy_from_slice(of_spin);
    (orientation, angular_momentum)
}
