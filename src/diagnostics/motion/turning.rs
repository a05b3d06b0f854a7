//! Orientation and angular momentum as numbers.

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

/// The numbers of a body: its orientation, then its angular momentum.
pub(super) fn numbers<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
) -> impl Iterator<Item = f64> + use<T, D> {
    let (lies, spin) = lengths::<D>();
    let orientation = T::orientation_numbers(&body.orientation()).into_iter();
    let momentum = T::axial_numbers(&body.spin()).into_iter();
    (orientation.take(lies))
        .chain(momentum.take(spin))
        .map(widen)
}

/// Lays a body as its numbers say; a quaternion is brought to length 1 here, and only here.
pub(super) fn lay<T: Real<D>, const D: usize>(body: &mut Body<T, D>, numbers: &[f64]) {
    let (lies, _) = lengths::<D>();
    let spin = filled_up(&numbers[lies..]).map(narrow);
    body.lay(
        T::orientation_from(filled_up(&numbers[..lies]).map(narrow)),
        T::axial_from(spin),
    );
}

/// The rates of change of the numbers of a body that lies as they say, under a torque.
pub(super) fn slope<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
    torque: &T::Axial,
    numbers: &[f64],
    slope: &mut [f64],
) {
    let (lies, _) = lengths::<D>();
    let (turning, kicked) = slope.split_at_mut(lies);
    let orientation = filled_up(&numbers[..lies]).map(narrow);
    let rates = T::orientation_slope(&orientation, &body.angular_velocity());
    for (slope, rate) in turning.iter_mut().zip(rates) {
        *slope = widen(rate);
    }
    for (slope, rate) in kicked.iter_mut().zip(T::axial_numbers(torque)) {
        *slope = widen(rate);
    }
}

/// Numbers with zeros after them.
fn filled_up<const N: usize>(numbers: &[f64]) -> [f64; N] {
    let mut all = [0.0; N];
    all[..numbers.len()].copy_from_slice(numbers);
    all
}
