//! What everyone computes: bodies that fall through air and touch nothing.

use kinstep::Float;
use kinstep::nalgebra::{SVector, convert};

/// \[s\]
pub(crate) const DT: f64 = 1.0 / 60.0;
/// \[1/s\]
pub(crate) const DRAG_RATE: f64 = 0.1;
/// Along as many axes as there are \[m/s²\]. It is slanted so that no velocity dies away: numbers next to zero would
/// cost some contenders a hundred times as much as others, and no one is measured by them.
pub(crate) const GRAVITY: [f64; 3] = [0.3, -9.81, 0.2];

/// Where a body starts \[m\], and with what velocity \[m/s\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Start<T, const D: usize> {
    pub(crate) position: SVector<T, D>,
    pub(crate) velocity: SVector<T, D>,
}

/// The throw of the first body, in numbers that `f32` has.
pub(crate) const THROW: [[f64; 3]; 2] = [[0.0, 1.5, 0.0], [30.0, 8.0, -5.0]];

/// The starts of so many bodies: the first is the throw, the others are scattered about it.
pub(crate) fn starts<T: Float, const D: usize>(
    count: usize,
) -> impl ExactSizeIterator<Item = Start<T, D>> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let [position, velocity] = THROW;
    (0..count).map(move |index| {
        let scattered = |size: f64| {
            move |axis: usize| size * (index as f64 * GOLDEN * (axis + 1) as f64).fract()
        };
        let (place, push) = (scattered(100.0), scattered(10.0));
        Start {
            position: SVector::from_fn(|axis, _| convert(position[axis] + place(axis))),
            velocity: SVector::from_fn(|axis, _| convert(velocity[axis] + push(axis))),
        }
    })
}

/// Gravity along the axes that there are \[m/s²\].
pub(crate) fn gravity<T: Float, const D: usize>() -> SVector<T, D> {
    SVector::from_fn(|axis, _| convert(GRAVITY[axis]))
}

/// Where the throw is after t seconds: `x = x₀ + u t + (v₀ - u) (1 - e^(-γt))/γ` with `u = g/γ` \[m\].
pub(crate) fn closed_form(t: f64) -> [f64; 3] {
    let [position, velocity] = THROW;
    let reach = -(-DRAG_RATE * t).exp_m1() / DRAG_RATE;
    std::array::from_fn(|axis| {
        let terminal = GRAVITY[axis] / DRAG_RATE;
        position[axis] + terminal * t + (velocity[axis] - terminal) * reach
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_body_is_the_throw() {
        let start: Start<f32, 3> = starts(5).next().unwrap();
        let [position, velocity] = THROW;
        assert_eq!(<[f64; 3]>::from(start.position.map(f64::from)), position);
        assert_eq!(<[f64; 3]>::from(start.velocity.map(f64::from)), velocity);
    }

    #[test]
    fn no_two_bodies_start_alike() {
        let all: Vec<Start<f64, 2>> = starts(1000).collect();
        for (index, start) in all.iter().enumerate() {
            assert!(!all[..index].contains(start), "{index}");
        }
    }

    #[test]
    fn the_closed_form_starts_at_the_throw_and_falls() {
        assert_eq!(closed_form(0.0), THROW[0]);
        // free fall for 1 ms: drag takes γ v t²/2 of the way, 1.5e-6 m
        let t = 1e-3;
        for (axis, x) in closed_form(t).into_iter().enumerate() {
            let free = THROW[0][axis] + THROW[1][axis] * t + GRAVITY[axis] * t * t / 2.0;
            let lost = DRAG_RATE * THROW[1][axis] * t * t / 2.0;
            assert!((x - (free - lost)).abs() < 1e-9, "{axis}: {x}");
        }
    }
}
