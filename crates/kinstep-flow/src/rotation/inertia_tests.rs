//! The inertias of shapes are equal to integrals, sums of parts are equal to the whole, and
//! impossible inertias are rejected.

use nalgebra::{Matrix3, Quaternion, Unit, UnitQuaternion, Vector3};

use super::Inertia;
use crate::ParameterError;

fn tilted() -> UnitQuaternion<f64> {
    UnitQuaternion::from_euler_angles(0.3, -1.1, 2.0)
}

/// Returns the moments of a solid of revolution about y, by slices, for the half height `half`:
/// `∫ ½ r⁴` about y and `∫ (r⁴/4 + r² y²)` about a perpendicular axis, divided by the mass `∫ r²`.
fn by_slices(half: f64, radius: impl Fn(f64) -> f64) -> [f64; 2] {
    let slices = 200_000;
    let width = 2.0 * half / f64::from(slices);
    let mut sums = [0.0; 3];
    for slice in 0..slices {
        let y = (f64::from(slice) + 0.5) * width - half;
        let r2 = radius(y).powi(2);
        sums[0] += r2;
        sums[1] += 0.5 * r2 * r2;
        sums[2] += r2 * (0.25 * r2 + y * y);
    }
    [sums[1] / sums[0], sums[2] / sums[0]]
}

#[test]
fn shapes_are_integrals() {
    let cylinder = Inertia::cylinder(3.0, 0.4, 1.5).moments();
    let [along, across] = by_slices(0.75, |_| 0.4).map(|moment| 3.0 * moment);
    assert!((cylinder - Vector3::new(across, along, across)).amax() < 1e-9 * across);

    let capsule = Inertia::capsule(3.0, 0.4, 1.5).moments();
    let round = |y: f64| (0.16 - (y.abs() - 0.75).max(0.0).powi(2)).max(0.0).sqrt();
    let [along, across] = by_slices(1.15, round).map(|moment| 3.0 * moment);
    assert!((capsule - Vector3::new(across, along, across)).amax() < 1e-9 * across);

    // a capsule without a cylinder is a sphere; a shell is the difference of two spheres
    let sphere = Inertia::sphere(3.0, 0.4).moments();
    assert!((Inertia::capsule(3.0, 0.4, 0.0).moments() - sphere).amax() < 1e-15);
    let thick = 1e-6;
    let outer = Inertia::sphere((1.0_f64 + thick).powi(3), 1.0 + thick).moments();
    let skin = (outer - Inertia::sphere(1.0, 1.0).moments()) / ((1.0 + thick).powi(3) - 1.0);
    assert!((skin - Inertia::shell(1.0, 1.0).moments()).amax() < 3.0 * thick);
}

#[test]
fn halves_make_a_whole() {
    let whole = Inertia::cuboid(2.0, [0.6, 0.2, 0.3]).turned(tilted());
    let half = Inertia::cuboid(1.0, [0.3, 0.2, 0.3]).turned(tilted());
    let offset = tilted() * Vector3::new(0.15, 0.0, 0.0);
    let sum = half.moved(1.0, offset) + half.moved(1.0, -offset);
    let error = (sum.to_tensor() - whole.to_tensor()).amax();
    assert!(
        error < 8.0 * f64::EPSILON * whole.moments().max(),
        "{error:e}"
    );
    assert_eq!(sum.check(), Ok(()));
    let of_many: Inertia<f64> = [half.moved(1.0, offset), half.moved(1.0, -offset)]
        .into_iter()
        .sum();
    assert_eq!(of_many, sum);
}

#[test]
fn tensors_come_back() {
    for moments in [
        [1.0, 2.0, 2.5],
        [2.0, 2.0, 1.0],
        [1.0, 1.0, 1.0],
        [3.0, 1.0, 2.0 + 1e-9],
    ] {
        let inertia = Inertia::principal(moments).turned(tilted());
        let tensor = inertia.to_tensor();
        let again = Inertia::tensor(tensor).unwrap();
        assert!((again.to_tensor() - tensor).amax() < 16.0 * f64::EPSILON * tensor.amax());
        let single = Inertia::tensor(tensor.cast::<f32>()).unwrap();
        let back = single.to_tensor().cast::<f64>();
        assert!((back - tensor).amax() < 8.0 * f64::from(f32::EPSILON) * tensor.amax());
    }
}

#[test]
fn rods_are_parts_but_no_bodies() {
    let point = Inertia::<f64>::point();
    let arm = tilted() * Vector3::new(0.5, 0.0, 0.0);
    let rod = point.moved(2.0, arm) + point.moved(2.0, -arm);
    let refused = rod.check();
    assert!(
        matches!(
            refused,
            Err(ParameterError {
                value: 0.0,
                requirement: "positive",
                ..
            })
        ),
        "{refused:?}"
    );
    let across = tilted() * Vector3::new(0.0, 0.3, 0.0);
    let cross = rod + point.moved(2.0, across) + point.moved(2.0, -across);
    // in a plate, the largest moment is the sum of the other two
    assert_eq!(cross.check(), Ok(()));
    assert_eq!(point.check(), Ok(()));
    assert!((point + point).is_point());
}

/// A body is valid if its largest moment is the sum of the other two to rounding, like that of a
/// plate.
#[test]
fn a_plate_whose_moments_are_rounded_is_a_body() {
    let check = |share: f64| Inertia::principal([0.1, 0.2, 0.3 * share]).check();
    for steps in -4..=4 {
        let share = 1.0 + f64::from(steps) * f64::EPSILON;
        assert_eq!(check(share), Ok(()), "{share}");
    }
    assert!(check(1.0 + 1e-14).is_err());
}

#[test]
fn what_no_body_has_is_refused() {
    let check = |moments: [f64; 3]| Inertia::principal(moments).check();
    let told = |moments| check(moments).unwrap_err().to_string();
    let second = "the principal moment about axis 1 [kg m²]";
    assert_eq!(
        told([1.0, -2.0, 1.0]),
        format!("{second} is -2; it must be positive")
    );
    assert_eq!(
        told([1.0, 0.0, 1.0]),
        format!("{second} is 0; it must be positive")
    );
    let most = format!("{second} is 4; it must be at most the sum of the other two");
    assert_eq!(told([1.0, 4.0, 2.0]), most);
    assert_eq!(check([0.1, 0.2, 0.1 + 0.2]), Ok(()));
    assert_eq!(
        told([1.0, f64::NAN, 2.0]),
        format!("{second} is NaN; it must be finite")
    );

    let mut tensor = Matrix3::from_diagonal(&Vector3::new(1.0, 2.0, 2.5));
    tensor[(0, 2)] = 0.1;
    let told = |tensor| Inertia::tensor(tensor).unwrap_err().to_string();
    let skew = "entry (0, 2) of the inertia [kg m²] is 0.1; it must be that with row and column exchanged, for an inertia is symmetric";
    assert_eq!(told(tensor), skew);
    tensor[(2, 1)] = f64::INFINITY;
    assert_eq!(
        told(tensor),
        "entry (2, 1) of the inertia [kg m²] is inf; it must be finite"
    );

    for length in [0.0, 2.0, f64::NAN] {
        let unsound = Inertia {
            moments: Vector3::repeat(1.0),
            axes: Unit::new_unchecked(Quaternion::new(length, 0.0, 0.0, 0.0)),
        };
        let error = unsound.check().unwrap_err();
        assert_eq!(
            error.parameter,
            "the length of the quaternion of the principal axes"
        );
    }
    // no builder panics
    let hopeless = Inertia::sphere(f64::NAN, 1.0).moved(f64::INFINITY, [1.0, 2.0, f64::NAN]);
    assert!((hopeless + hopeless).turned(tilted()).check().is_err());
    assert!(
        Inertia::sphere(1e300, 1e300)
            .moved(1.0, [1.0; 3])
            .check()
            .is_err()
    );
}
