//! Orientation and angular momentum as numbers, in `f64` whatever the precision of the bodies.

use nalgebra::{Quaternion, Vector3};

use crate::body::Body;
use crate::space::{Real, narrow, widen};

/// How many numbers make an orientation, and how many an angular momentum.
pub(super) const fn lengths<const D: usize>() -> (usize, usize) {
    if D == 2 { (1, 1) } else { (4, 3) }
}

/// The numbers of one body after those of the other.
pub(super) fn chunks<const D: usize>(numbers: &[f64]) -> impl Iterator<Item = &[f64]> {
    let (lies, spin) = lengths::<D>();
    numbers.chunks_exact(lies + spin)
}

/// The numbers of a body: its orientation, then its angular momentum, then zeros.
pub(super) fn numbers<T: Real<D>, const D: usize>(body: &Body<T, D>) -> [f64; 7] {
    let (lies, _) = lengths::<D>();
    let mut numbers = [0.0; 7];
    let orientation = T::orientation_numbers(&body.orientation());
    let all = (orientation.into_iter().take(lies)).chain(T::axial_numbers(&body.spin()));
    for (number, of_body) in numbers.iter_mut().zip(all) {
        *number = widen(of_body);
    }
    numbers
}

/// Lays a body as its numbers say; a quaternion is brought to length 1 where it is read, and only there.
pub(super) fn lay<T: Real<D>, const D: usize>(body: &mut Body<T, D>, numbers: &[f64]) {
    let (orientation, spin) = taken_apart::<D>(numbers);
    body.lay(
        T::orientation_from(orientation.map(narrow)),
        T::axial_from(spin.map(narrow)),
    );
}

/// The rates of change of the numbers of a body under a torque: `θ' = ω` in the plane, `q' = ½ ω q` in
/// space, and `L' = τ`.
pub(super) fn slope<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
    torque: &T::Axial,
    numbers: &[f64],
    slope: &mut [f64],
) {
    let (orientation, _) = taken_apart::<D>(numbers);
    let rate = rate(body, numbers);
    let (turning, kicked) = slope.split_at_mut(lengths::<D>().0);
    if D == 2 {
        turning[0] = rate[0];
    } else {
        let turned = Quaternion::from_imag(Vector3::from(rate)) * Quaternion::from(orientation);
        turning.copy_from_slice((turned * 0.5).coords.as_slice());
    }
    for (slope, torque) in kicked.iter_mut().zip(T::axial_numbers(torque)) {
        *slope = widen(torque);
    }
}

/// `½ ω·L` \[J\] of a body with these numbers.
pub(super) fn energy<T: Real<D>, const D: usize>(body: &Body<T, D>, numbers: &[f64]) -> f64 {
    let (_, spin) = taken_apart::<D>(numbers);
    let products = rate(body, numbers).into_iter().zip(spin);
    0.5 * products.map(|(rate, spin)| rate * spin).sum::<f64>()
}

/// ω \[rad/s\].
fn rate<T: Real<D>, const D: usize>(body: &Body<T, D>, numbers: &[f64]) -> [f64; 3] {
    let (orientation, spin) = taken_apart::<D>(numbers);
    T::wide_angular_velocity(&body.inertia(), orientation, spin)
}

/// Orientation and angular momentum, filled up with zeros.
fn taken_apart<const D: usize>(numbers: &[f64]) -> ([f64; 4], [f64; 3]) {
    let (lies, spin) = lengths::<D>();
    let (mut orientation, mut momentum) = ([0.0; 4], [0.0; 3]);
    orientation[..lies].copy_from_slice(&numbers[..lies]);
    momentum[..spin].copy_from_slice(&numbers[lies..lies + spin]);
    (orientation, momentum)
}
