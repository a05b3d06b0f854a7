//! Loops written by hand: memory access alone, and symplectic Euler over arrays and over structs.

use std::hint::black_box;

use kinstep::Float;
use kinstep::nalgebra::{SVector, Vector3, convert};
use multiversion::multiversion;

use crate::{Built, DRAG_RATE, DT, GRAVITY, built, gravity, numbers, quadratic_drag, starts, well};

/// Number of elements of a [`Line`].
const LANES: usize = 48;

/// Numbers that begin at the boundary of a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line<T>([T; LANES]);

/// All numbers of positions or of velocities, as lines; the last line is filled up with zeros.
fn lines<T: Float>(numbers: impl Iterator<Item = T>) -> Vec<Line<T>> {
    let numbers: Vec<T> = numbers.collect();
    let line = |chunk: &[T]| {
        let number = |lane| chunk.get(lane).copied().unwrap_or(T::zero());
        Line(std::array::from_fn(number))
    };
    numbers.chunks(LANES).map(line).collect()
}

/// The limit of the memory: all numbers of all states change their sign, in registers as wide as
/// the machine has. No step can be faster.
pub(crate) fn memory<T: Float, const D: usize>(count: usize) -> Built {
    let all = |which: usize| {
        lines(starts::<T, D>(count).flat_map(move |start| <[T; D]>::from(start[which])))
    };
    built(
        [all(0), all(1)],
        // with this factor the numbers neither grow nor shrink when it is applied repeatedly
        |[positions, velocities]| scale(positions, velocities, black_box(-T::one())),
        |[positions, _]| numbers(&SVector::<T, D>::from_fn(|axis, _| positions[0].0[axis])),
    )
}

/// `x *= factor` for positions and velocities together: that is faster than one after the other, if
/// both come from main memory.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn scale<T: Float>(positions: &mut [Line<T>], velocities: &mut [Line<T>], factor: T) {
    for (positions, velocities) in positions.iter_mut().zip(velocities) {
        for lane in 0..LANES {
            positions.0[lane] *= factor;
            velocities.0[lane] *= factor;
        }
    }
}

/// One array per component of a state, in a loop compiled with Rust's default target features.
pub(crate) fn arrays<T: Float>(count: usize) -> Built {
    axes(count, euler::<T>)
}

/// The loop of `arrays`, compiled also for wide registers.
pub(crate) fn wide_arrays<T: Float>(count: usize) -> Built {
    axes(count, wide_euler::<T>)
}

fn axes<T: Float>(count: usize, euler: fn(&mut [T], &mut [T], T, [T; 2])) -> Built {
    let array = |which: usize, axis: usize| -> Vec<T> {
        starts::<T, 3>(count)
            .map(|start| start[which][axis])
            .collect()
    };
    built(
        [0, 1, 2].map(|axis| [array(0, axis), array(1, axis)]),
        move |axes| {
            let numbers = [DT, DRAG_RATE].map(convert);
            for ([positions, velocities], gravity) in axes.iter_mut().zip(GRAVITY) {
                euler(positions, velocities, convert(gravity), numbers);
            }
        },
        |axes| numbers(&Vector3::from_fn(|axis, _| axes[axis][0][0])),
    )
}

/// `v += (g - γ v) h`, `x += v h`.
#[inline(always)]
fn euler<T: Float>(positions: &mut [T], velocities: &mut [T], gravity: T, [h, rate]: [T; 2]) {
    let (left, gained) = (T::one() - rate * h, gravity * h);
    for (x, v) in positions.iter_mut().zip(velocities) {
        *v = *v * left + gained;
        *x += *v * h;
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn wide_euler<T: Float>(positions: &mut [T], velocities: &mut [T], gravity: T, numbers: [T; 2]) {
    euler(positions, velocities, gravity, numbers);
}

/// A vector of structs with glam's vectors, as most people write it.
pub(crate) fn glam(count: usize) -> Built {
    type Body = [glam::Vec3; 2];
    let bodies = starts::<f32, 3>(count).map(|start| start.map(|x| <[f32; 3]>::from(x).into()));
    built(
        bodies.collect::<Vec<Body>>(),
        |bodies| {
            let (h, rate) = (DT as f32, DRAG_RATE as f32);
            let gained = glam::Vec3::from(GRAVITY.map(|g| g as f32)) * h;
            for [position, velocity] in bodies {
                *velocity = *velocity * (1.0 - rate * h) + gained;
                *position += *velocity * h;
            }
        },
        |bodies| bodies[0][0].to_array().map(f64::from).to_vec(),
    )
}

/// A vector of structs with nalgebra's vectors.
pub(crate) fn nalgebra<T: Float>(count: usize) -> Built {
    forced::<T>(count, |_, _| Vector3::zeros())
}

/// The loop of `nalgebra` with the force of the world's closure on 1 kg, evaluated at the start and
/// half a step later, as in a kick.
pub(crate) fn with_closure(count: usize) -> Built {
    forced(count, |_, velocity| {
        let first = quadratic_drag(velocity);
        quadratic_drag(&(velocity + first * (DT / 2.0)))
    })
}

/// The loop of `nalgebra` with the force of the world's field on 1 kg, evaluated once, as in a
/// world.
pub(crate) fn with_field(count: usize) -> Built {
    forced(count, |position, _| well(position))
}

fn forced<T: Float>(
    count: usize,
    acceleration: impl Fn(&Vector3<T>, &Vector3<T>) -> Vector3<T> + 'static,
) -> Built {
    built(
        starts::<T, 3>(count).collect::<Vec<_>>(),
        move |bodies| {
            let [h, rate]: [T; 2] = [DT, DRAG_RATE].map(convert);
            let (left, gained) = (T::one() - rate * h, gravity::<T, 3>() * h);
            for [position, velocity] in bodies {
                let acceleration = acceleration(position, velocity);
                *velocity = *velocity * left + gained + acceleration * h;
                *position += *velocity * h;
            }
        },
        |bodies| numbers(&bodies[0][0]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::THROW;

    #[test]
    fn the_memory_changes_every_number() {
        let mut memory = memory::<f32, 3>(50);
        memory.step();
        assert_eq!(memory.first(), THROW[0].map(|x| -x));

        let [mut positions, mut velocities] = [1.0, 3.0].map(|x| lines((0..500).map(|_| x)));
        scale(&mut positions, &mut velocities, -2.0);
        for (lines, x) in [(&positions, -2.0), (&velocities, -6.0)] {
            let all: Vec<f64> = lines.iter().flat_map(|line| line.0).collect();
            assert_eq!(all[..500], [x; 500]);
        }
    }
}
