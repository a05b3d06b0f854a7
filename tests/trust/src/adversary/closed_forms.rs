//! What is computed without a world: turning, orbits, laws and their parts.

use kinstep::flow::{Response, log_ratio, phi_1, phi_2};
use kinstep::nalgebra::{Matrix3, SVector, convert};
use kinstep::orbit::{KeplerFlow, Orbit};
use kinstep::rotation::Rotor;
use kinstep::{Float, Inertia, Real};

use super::draw::{Draw, Manners, is_finite, is_nan};
use super::parts::{Space, body, force, inertia, law, rotation};

pub(crate) fn of_turns<T: Float + Real<3>>(draw: &mut Draw) {
    let inertia: Inertia<T> = match draw.below(3) {
        0 => {
            let tensor = Matrix3::from_fn(|_, _| draw.number());
            let Ok(inertia) = Inertia::tensor(tensor) else {
                return;
            };
            inertia.check().unwrap();
            inertia
        }
        _ => inertia(draw),
    };
    let (orientation, spin, dt) = (
        rotation::<T>(draw),
        draw.vector::<T, 3>(),
        draw.number::<T>(),
    );
    let rotor = Rotor::new(&inertia);
    let turned = rotor.turned(&orientation, &spin, dt);
    if inertia.check().is_err() || draw.manners() == Manners::Wild {
        return;
    }
    let rounding: T = T::default_epsilon() * convert(16.0);
    let length = turned.coords.norm();
    let unit = (orientation.coords.norm() - T::one()).abs() < rounding;
    let tame = draw.manners() == Manners::Tame && inertia.moments().amin() > convert(1e-3);
    if unit && (tame || !is_nan(&length)) {
        assert!((length - T::one()).abs() < rounding, "{turned} {length}");
    }
    if tame {
        let tensor = inertia.to_tensor();
        assert!(tensor.iter().all(|number| number.is_finite()), "{tensor}");
        let turned = inertia.turned(orientation);
        assert_eq!(turned.moments(), inertia.moments());
        inertia
            .moved(T::one(), draw.vector::<T, 3>())
            .check()
            .unwrap();
    }
}

pub(crate) fn of_orbits<T: Space<D>, const D: usize>(draw: &mut Draw) {
    let [x, v] = draw.vectors::<T, D, 2>();
    let (mu, dt): (T, T) = (draw.number(), draw.number());
    let step = KeplerFlow::new(mu, &x, &v, dt);
    let Ok(orbit) = Orbit::new(mu, x, v) else {
        assert!(x.norm() == T::zero() || !(mu.is_finite() && is_finite(&x) && is_finite(&v)));
        return;
    };
    let _ = (orbit.specific_angular_momentum(), step.increment);
    let (eccentricity, energy) = (orbit.eccentricity(), orbit.specific_energy());
    assert!(!is_nan(&eccentricity), "{orbit:?}");
    // beyond the sizes that are promised the rest of the shape may be NaN
    if draw.manners() != Manners::Tame {
        return;
    }
    let (apoapsis, period) = (orbit.apoapsis(), orbit.period());
    let lengths = [orbit.periapsis(), orbit.semi_major_axis()];
    assert!(!is_nan(&energy), "{orbit:?}: {energy}");
    assert!(
        apoapsis.is_none_or(|number| number > T::zero()),
        "{orbit:?}: {apoapsis:?}"
    );
    assert!(
        period.is_none_or(|number| number > T::zero()),
        "{orbit:?}: {period:?}"
    );
    assert!(
        !lengths.iter().any(|number| is_nan(number)),
        "{orbit:?}: {lengths:?}"
    );
    // an ellipse that is not too thin keeps its energy; a fast pass through the centre does not: 1.3e-4 of it was
    // seen to go, and velocities that are not finite
    let (x, v) = orbit.at(dt);
    if eccentricity < convert(0.99) && x.norm() > T::zero() {
        assert!(is_finite(&x) && is_finite(&v), "{orbit:?} after {dt}");
        let kinetic = v.norm_squared() * convert(0.5);
        let potential = -mu / x.norm();
        let scale = kinetic.abs() + potential.abs() + energy.abs();
        let error = (kinetic + potential - energy).abs();
        // what is near the centre is known to a part of how near
        let slack: T = T::default_epsilon() * convert(1e6);
        assert!(
            error <= scale * slack,
            "{orbit:?} after {dt}: {error} of {scale}"
        );
    }
}

pub(crate) fn of_laws<T: Space<D>, const D: usize>(draw: &mut Draw) {
    let law = law::<T, D>(draw);
    let [x, v] = draw.vectors::<T, D, 2>();
    let (time, dt): (T, T) = (draw.number(), draw.number());
    let _ = (
        law.acceleration(&x, &v, time),
        law.increment(&x, &v, time, dt),
    );
    let (mut position, mut velocity) = (x, v);
    law.flow(dt).advance(&mut position, &mut velocity, time);
    let [a, b, c]: [f64; 3] = std::array::from_fn(|_| draw.number());
    let _ = (Response::new(a, b, c), log_ratio(b));
    if a.is_finite() {
        assert!(!phi_1(a).is_nan() && !phi_2(a).is_nan(), "{a}");
    }
    if dt == T::zero() && draw.manners() == Manners::Tame {
        assert!(position == x && velocity == v, "nothing happens in no time");
    }
}

/// What a force says of any body, asked by itself.
pub(crate) fn of_forces<T: Space<D>, const D: usize>(draw: &mut Draw) {
    use kinstep::Force;

    let force = force::<T, D>(draw);
    let body = body::<T, D>(draw);
    let (time, dt): (T, T) = (draw.number(), draw.number());
    let acceleration = force.acceleration(&body, time);
    let _ = (
        force.increment(&body, time, dt),
        force.effect(&body, time, dt),
    );
    let _ = force.torque(&body, time);
    let potential = force.potential_energy(&body, time);
    let mut accelerations = [SVector::zeros(); 2];
    force.accelerate(&[body; 2], time, &mut accelerations);
    let is_sound = force.check().is_ok() && force.check_on(&body).is_ok();
    if is_sound && draw.manners() == Manners::Tame && body.mass > convert(1e-3) {
        // the pull at the very centre has no direction
        if is_finite(&acceleration) {
            assert_eq!(accelerations, [acceleration; 2], "{force:?}");
            assert!(
                !potential.is_some_and(|energy| is_nan(&energy)),
                "{force:?} {body:?}"
            );
        }
    }
}
