//! Points in slices of the caller.

use nalgebra::SVector;

use super::aligned_vec::{flat, flat_ref};
use super::kick::first_non_finite;
use super::parallel::{BodySlices, run_on_threads};
use super::{StepSlicesError, SwarmError};
use crate::flow::{Flow, LinearLaw};
use crate::numbers::{Float, from_f64, is_finite, larger, max_abs};

/// Moves points that are in slices of the caller by `dt` \[s\] under a law, exactly: a [`Swarm::step`](super::Swarm::step) without
/// a swarm, to the same bits.
///
/// `time` \[s\] is that before the step, which only laws with a ramp depend on. A step of zero changes no bit.
///
/// ```
/// use kinstep::nalgebra::Vector3;
/// use kinstep::{LinearLaw, swarm};
///
/// let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(0.1);
/// let (mut positions, mut velocities) = (vec![Vector3::zeros(); 1000], vec![Vector3::x(); 1000]);
/// swarm::step_slices(&law, 0.0, 1.0 / 60.0, &mut positions, &mut velocities)?;
/// # assert!(positions[999].x > 0.016);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the slices are not equally long, or for the reasons of [`Swarm::step`](super::Swarm::step), in which the only group is 0.
/// The slices are then unchanged.
pub fn step_slices<T: Float, const D: usize>(
    law: &LinearLaw<T, D>,
    time: T,
    dt: T,
    positions: &mut [SVector<T, D>],
    velocities: &mut [SVector<T, D>],
) -> Result<(), StepSlicesError<T>> {
    if positions.len() != velocities.len() {
        return Err(StepSlicesError::Lengths {
            positions: positions.len(),
            velocities: velocities.len(),
        });
    }
    if !(time.is_finite() && (time + dt).is_finite()) {
        return Err(SwarmError::Duration { dt }.into());
    }
    if !law.is_finite() {
        return Err(SwarmError::Law { group: 0 }.into());
    }
    let flow = law.flow(dt);
    if flow.has_lost_its_phase() {
        return Err(SwarmError::PhaseLost { group: 0, dt }.into());
    }
    check_overflow(&flow, time, positions, velocities)?;
    if dt != T::zero() {
        advance(&flow, time, 0, positions, velocities);
    }
    Ok(())
}

/// Fails if a state is not finite, or would not be after the flow.
fn check_overflow<T: Float, const D: usize>(
    flow: &Flow<T, D>,
    time: T,
    positions: &[SVector<T, D>],
    velocities: &[SVector<T, D>],
) -> Result<(), SwarmError<T>> {
    let largest = max_abs(flat_ref(positions)).zip(max_abs(flat_ref(velocities)));
    let Some((position, velocity)) = largest else {
        let body = first_non_finite(positions, velocities).unwrap_or(0);
        return Err(SwarmError::State { body });
    };
    let after = flow.bound().after(larger(position, velocity), time);
    if (after * from_f64(16.0)).is_finite() {
        return Ok(());
    }
    let overflows = |(x, v): (&SVector<T, D>, &SVector<T, D>)| {
        let (mut x, mut v) = (*x, *v);
        flow.advance(&mut x, &mut v, time);
        !(is_finite(&x) && is_finite(&v))
    };
    match positions.iter().zip(velocities).position(overflows) {
        None => Ok(()),
        Some(body) => Err(SwarmError::NotFinite { body }),
    }
}

/// Moves all points along a flow from `time` \[s\]; the first of them has the place `first`.
pub(super) fn advance<T: Float, const D: usize>(
    flow: &Flow<T, D>,
    time: T,
    first: usize,
    positions: &mut [SVector<T, D>],
    velocities: &mut [SVector<T, D>],
) {
    let batch_flow = flow.batch_at(time);
    let states = BodySlices {
        first,
        read: [],
        written: [positions, velocities],
    };
    run_on_threads(states, &|states| {
        let [positions, velocities] = states.written;
        batch_flow.advance(flat(positions), flat(velocities));
        None
    });
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use nalgebra::Vector3;

    use super::*;
    use crate::Swarm3;

    /// A law with all parts that need no matrices, and with a time that matters.
    fn law() -> LinearLaw<f64, 3> {
        let force = LinearLaw::gravity([0.0, -9.81, 0.0]).ramping([0.1, 0.0, 0.0]);
        force + LinearLaw::drag(0.1) + LinearLaw::spring(0.3)
    }

    #[test]
    fn slices_step_as_a_swarm_does() {
        let mut swarm = Swarm3::with_capacity(100);
        for i in 0..100 {
            let x = f64::from(i);
            swarm.push([x, 0.5, -x], [1.0, x, 0.0]).unwrap();
        }
        let (mut x, mut v): (Vec<_>, Vec<_>) =
            (swarm.positions().into(), swarm.velocities().into());
        let (law, mut time) = (law(), 0.0);
        for dt in [0.25, 0.0, -0.5, 3.0] {
            swarm.step(&law, dt).unwrap();
            step_slices(&law, time, dt, &mut x, &mut v).unwrap();
            time += dt;
        }
        assert_eq!((&x[..], &v[..]), (swarm.positions(), swarm.velocities()));
    }

    #[test]
    fn what_cannot_be_stepped_stays() {
        let states = || ([Vector3::x(); 3], [Vector3::y(); 3]);
        let refused = |law: LinearLaw<f64, 3>, dt, spoil: fn(&mut [Vector3<f64>; 3])| {
            let (mut x, mut v) = states();
            spoil(&mut x);
            let before = (x.map(|x| x.map(f64::to_bits)), v);
            let error = step_slices(&law, 0.0, dt, &mut x, &mut v).unwrap_err();
            assert_eq!((x.map(|x| x.map(f64::to_bits)), v), before);
            error
        };
        let (nan, fine) = (f64::NAN, |_: &mut [Vector3<f64>; 3]| ());
        let error = refused(law(), f64::INFINITY, fine);
        assert_eq!(
            error,
            StepSlicesError::Step(SwarmError::Duration { dt: f64::INFINITY })
        );
        let error = refused(LinearLaw::drag(nan), 1.0, fine);
        assert_eq!(error, StepSlicesError::Step(SwarmError::Law { group: 0 }));
        let error = refused(law(), 1.0, |x| x[1].y = f64::NAN);
        assert_eq!(error, StepSlicesError::Step(SwarmError::State { body: 1 }));
        let error = refused(LinearLaw::spring(-1.0), 1.0, |x| x[2].y = f64::MAX);
        assert_eq!(
            error,
            StepSlicesError::Step(SwarmError::NotFinite { body: 2 })
        );
        let (mut x, mut v) = states();
        let error = step_slices(&law(), 0.0, 1.0, &mut x[..2], &mut v).unwrap_err();
        assert_eq!(
            error,
            StepSlicesError::Lengths {
                positions: 2,
                velocities: 3
            }
        );
    }
}
