//! A swarm bounces off planes, exactly, whatever the step.

use kinstep::ballistics::Plane;
use kinstep::contact::Contact;
use kinstep::nalgebra::{SVector, Vector2, Vector3, convert, convert_unchecked};
use kinstep::swarm::{StepBouncingError, SwarmError};
use kinstep::{Float, LinearLaw, Swarm, Swarm2};
use truths::Cases;
use truths::truth::{Big, Exact, big, small};

pub(crate) const G: f64 = 9.81;

pub(crate) fn one2(position: [f64; 2], velocity: [f64; 2]) -> Swarm2 {
    let mut swarm = Swarm2::with_capacity(1);
    swarm.push(position, velocity).unwrap();
    swarm
}

fn floor2() -> [Plane<f64, 2>; 1] {
    [Plane::new([0.0, 1.0], 0.0)]
}

/// Position and velocity under gravity and drag, along the ground and upwards, to 150 digits.
#[derive(Clone)]
struct Exactly {
    x: Big,
    y: Big,
    vx: Big,
    vy: Big,
}

impl Exactly {
    fn after(&self, rate: f64, time: &Big) -> Self {
        let exact = Exact::new(&big(rate), &big(0.0), time);
        let gravity = big(-G);
        Self {
            x: &self.x + &exact.xv * &self.vx,
            y: &self.y + &exact.xv * &self.vy + &exact.xc * &gravity,
            vx: &exact.vv * &self.vx,
            vy: &exact.vv * &self.vy + &exact.vc * &gravity,
        }
    }

    /// The state at the ground, and when: Newton's method from a time that is too late.
    fn at_ground(&self, rate: f64) -> (Big, Self) {
        let (y, vy) = (small(&self.y), small(&self.vy));
        let mut time = big((vy + (vy * vy + 2.0 * G * y).sqrt()) / G);
        for _ in 0..9 {
            let at = self.after(rate, &time);
            time -= &at.y / &at.vy;
        }
        let at = self.after(rate, &time);
        (time, at)
    }
}

/// Fifty bounces under gravity and drag, in one step and in many.
#[test]
fn fifty_bounces_are_those_of_many_digits() {
    let (rate, restitution, start) = (0.1, 0.8, ([0.25, 1.5], [3.0, 4.0]));
    let mut truth = Exactly {
        x: big(start.0[0]),
        y: big(start.0[1]),
        vx: big(start.1[0]),
        vy: big(start.1[1]),
    };
    let mut elapsed = big(0.0);
    for _ in 0..50 {
        let (hop, at) = truth.at_ground(rate);
        elapsed += hop;
        let vy = -(&at.vy * big(restitution));
        truth = Exactly {
            y: big(0.0),
            vy,
            ..at
        };
    }
    // near the top of the next hop
    let end = small(&elapsed) + small(&truth.vy) / G;
    let last = truth.after(rate, &(big(end) - elapsed));
    let law = LinearLaw::gravity([0.0, -G]) + LinearLaw::drag(rate);
    for rate in [0.0, 5.0, 60.0, 240.0] {
        let mut swarm = one2(start.0, start.1);
        let mut step = |dt: f64| {
            let contact = Contact::new(restitution);
            (swarm.step_bouncing(&law, dt, &floor2(), contact)).unwrap();
        };
        let steps = (end * rate).floor();
        (0..steps as usize).for_each(|_| step(1.0 / rate));
        step(if rate > 0.0 {
            end - steps * (1.0 / rate)
        } else {
            end
        });
        let (x, v) = (swarm.positions()[0], swarm.velocities()[0]);
        let off = [
            small(&(big(x.x) - &last.x)),
            small(&(big(x.y) - &last.y)),
            small(&(big(v.x) - &last.vx)),
            small(&(big(v.y) - &last.vy)),
        ];
        println!(
            "{rate} Hz: {off:?}; hop of {:e} m, {:e} m/s",
            small(&last.y),
            small(&truth.vy)
        );
        assert!(small(&last.y) > 1e-11);
        // measured: 1.2e-14 m, 1.2e-15 m/s along the ground; 8e-25 m, 7.5e-14 m/s across
        assert!(off[0].abs() < 1e-12 && off[2].abs() < 1e-12, "{off:?}");
        assert!(off[1].abs() < 1e-15 && off[3].abs() < 1e-12, "{off:?}");
    }
}

/// A room of planes whose normals are not of unit length: floor, two oblique walls, a ceiling.
pub(crate) fn room<T: Float, const D: usize>() -> Vec<Plane<T, D>> {
    let plane = |x: f64, y: f64, z: f64, distance: f64| {
        let numbers = [x, y, z];
        let normal = SVector::from_fn(|axis, _| convert(numbers.get(axis).copied().unwrap_or(0.0)));
        Plane::new(normal, convert(distance))
    };
    let mut planes = vec![
        plane(0.0, 2.0, 0.0, -1.0),
        plane(1.0, 0.3, 0.0, -9.0),
        plane(-1.0, 0.5, 0.0, -9.0),
        plane(0.1, -1.0, 0.0, -20.0),
    ];
    if D == 3 {
        planes.push(plane(0.2, 0.1, 1.0, -7.0));
        planes.push(plane(0.0, 0.4, -3.0, -25.0));
    }
    planes
}

pub(crate) fn crowd<T: Float, const D: usize>(seed: u128, count: usize) -> Swarm<T, D> {
    let mut cases = Cases::new(seed);
    let mut swarm = Swarm::with_capacity(count);
    for _ in 0..count {
        let place = SVector::from_fn(|axis, _| {
            convert(cases.uniform(if axis == 1 { 0.5..8.0 } else { -4.0..4.0 }))
        });
        let velocity = SVector::from_fn(|_, _| convert(cases.uniform(-9.0..9.0)));
        swarm.push(place, velocity).unwrap();
    }
    swarm
}

fn down<T: Float, const D: usize>() -> SVector<T, D> {
    SVector::from_fn(|axis, _| convert(if axis == 1 { -G } else { 0.0 }))
}

fn wide<T: Float>(value: T) -> f64 {
    convert_unchecked(value)
}

/// Whatever the contact: no body gets below a plane, and none gains energy.
fn stays_above_and_gains_no_energy<T: Float, const D: usize>(count: usize, seconds: f64) {
    let epsilon = wide(T::default_epsilon());
    let planes = room::<T, D>();
    for (restitution, friction) in [(0.0, 0.0), (0.0, 0.4), (0.6, 0.0), (0.7, 0.3), (1.0, 0.0)] {
        let contact = Contact::new(convert(restitution)).with_friction(convert(friction));
        let law = LinearLaw::gravity(down::<T, D>());
        let mut swarm = crowd::<T, D>(7, count);
        let energies = |swarm: &Swarm<T, D>| -> Vec<f64> {
            (swarm.positions().iter().zip(swarm.velocities()))
                .map(|(x, v)| 0.5 * wide(v.norm_squared()) + G * wide(x[1]))
                .collect()
        };
        let mut before = energies(&swarm);
        let (mut deepest, mut gain) = (0.0_f64, 0.0_f64);
        for _ in 0..(seconds * 20.0) as usize {
            swarm
                .step_bouncing(&law, convert(0.05), &planes, contact)
                .unwrap();
            for plane in &planes {
                let heights = swarm
                    .positions()
                    .iter()
                    .map(|x| wide(plane.height(*x)) / wide(plane.normal.norm()));
                deepest = heights.fold(deepest, f64::min);
            }
            let after = energies(&swarm);
            gain = (before.iter().zip(&after)).fold(gain, |gain, (a, b)| gain.max(b - a));
            before = after;
        }
        println!(
            "{D}, e {restitution}, μ {friction}: depth {:.1} ε, gain {:.1} ε",
            -deepest / epsilon,
            gain / epsilon
        );
        // coordinates of up to 20 m, energies of up to 300 J/kg; measured: 15 ε and 768 ε
        assert!(-deepest < 64.0 * epsilon, "depth {deepest:e}");
        assert!(gain < 4096.0 * epsilon, "gain {gain:e}");
    }
}

#[test]
fn bodies_stay_above_planes_and_gain_no_energy() {
    stays_above_and_gains_no_energy::<f64, 2>(5_000, 6.0);
    stays_above_and_gains_no_energy::<f64, 3>(5_000, 6.0);
    stays_above_and_gains_no_energy::<f32, 2>(5_000, 6.0);
    stays_above_and_gains_no_energy::<f32, 3>(5_000, 6.0);
}

/// One step, and steps at 5, 60 and 240 Hz.
#[test]
fn the_length_of_steps_does_not_matter() {
    let law = LinearLaw::gravity([0.0, -G, 0.0]) + LinearLaw::drag(0.2);
    let planes = [
        Plane::new([0.0, 3.0, 0.0], 0.0),
        Plane::new([1.0, 0.0, 0.0], -6.0),
        Plane::new([-2.0, 0.0, 0.0], -12.0),
    ];
    let contact = Contact::new(0.7).with_friction(0.2);
    let after = |rate: usize| {
        let mut swarm = crowd::<f64, 3>(3, 2000);
        let dt = 1.0 / rate as f64;
        let steps = if rate == 0 { 1 } else { 5 * rate };
        let dt = if rate == 0 { 5.0 } else { dt };
        for _ in 0..steps {
            swarm.step_bouncing(&law, dt, &planes, contact).unwrap();
        }
        swarm
    };
    let once = after(0);
    for rate in [5, 60, 240] {
        let split = after(rate);
        let off = |a: &[Vector3<f64>], b: &[Vector3<f64>]| {
            let off = a.iter().zip(b).map(|(a, b)| (a - b).norm());
            off.fold(0.0, f64::max)
        };
        let x = off(once.positions(), split.positions());
        let v = off(once.velocities(), split.velocities());
        println!("{rate} Hz: {x:e} m, {v:e} m/s");
        assert!(x < 1e-12 && v < 1e-12, "{rate} Hz: {x:e} m, {v:e} m/s");
    }
}

/// While a body slides at every touch, friction takes μ times the momentum that the floor has given, through all bounces and
/// after them.
#[test]
fn friction_is_that_of_the_push_through_all_bounces() {
    let law = LinearLaw::gravity([0.0, -G]);
    for restitution in [0.0, 0.3, 0.8] {
        let contact = Contact::new(restitution).with_friction(0.1);
        let mut swarm = one2([0.0, 2.0], [40.0, 1.0]);
        let mut time = 0.0;
        while time < 5.0 {
            (swarm.step_bouncing(&law, 0.125, &floor2(), contact)).unwrap();
            time += 0.125;
        }
        let v = swarm.velocities()[0];
        // by 5 s all bounces are over: u + 2 u e/(g (1 - e)) with u = 6.3 m/s takes 5.8 s for e = 0.8
        let pushed = v.y - 1.0 + G * time;
        let expected = 40.0 - 0.1 * pushed;
        println!("e = {restitution}: {v:?}, off by {:e}", v.x - expected);
        assert!((v.x - expected).abs() < 1e-12, "{:e}", v.x - expected);
    }
}

/// Without loss the energy stays; without bounces the body stays at once; a step of zero changes no bit; without a pull a body
/// bounces between walls for ever.
#[test]
fn limits_of_restitution() {
    let law = LinearLaw::gravity([0.0, -G]);
    let mut swarm = one2([0.0, 3.0], [1.0, 0.0]);
    let period = 2.0 * (2.0 * 3.0_f64 / G).sqrt();
    for _ in 0..100 {
        (swarm.step_bouncing(&law, period, &floor2(), Contact::new(1.0))).unwrap();
    }
    // measured: 4e-13
    assert!((swarm.positions()[0].y - 3.0).abs() < 1e-11);
    assert!((swarm.positions()[0].x - 100.0 * period).abs() < 1e-11);

    let mut swarm = one2([0.0, 3.0], [1.0, 0.0]);
    (swarm.step_bouncing(&law, period, &floor2(), Contact::new(0.0))).unwrap();
    assert_eq!(swarm.velocities()[0], Vector2::new(1.0, 0.0));
    assert_eq!(swarm.positions()[0].y, 0.0);

    swarm.states_mut().0[0].x = -0.0;
    swarm.states_mut().1[0].y = -1.0;
    let before = swarm.clone();
    (swarm.step_bouncing(&law, 0.0, &floor2(), Contact::new(0.0))).unwrap();
    assert_eq!(swarm.positions()[0].x.to_bits(), (-0.0_f64).to_bits());
    assert_eq!(swarm.velocities(), before.velocities());

    let walls = [Plane::new([1.0, 0.0], 0.0), Plane::new([-1.0, 0.0], -1.0)];
    let mut swarm = one2([0.25, 0.0], [3.0, 0.5]);
    (swarm.step_bouncing(&LinearLaw::free(), 100.0, &walls, Contact::new(1.0))).unwrap();
    // 300 m and a quarter: 300 walls, an even number
    assert!((swarm.positions()[0] - Vector2::new(0.25, 50.0)).norm() < 1e-11);
    assert_eq!(swarm.velocities()[0], Vector2::new(3.0, 0.5));
}

/// Bodies that no plane is near move as by `step`, to the bit.
#[test]
fn bodies_that_stay_clear_take_plain_steps() {
    let law = LinearLaw::gravity([0.0, -G, 0.0]) + LinearLaw::drag(0.2);
    let mut plain = crowd::<f32, 3>(5, 1000);
    let mut bouncing = crowd::<f32, 3>(5, 1000);
    let law = law_in_f32(&law);
    for _ in 0..10 {
        plain.step(&law, 0.1).unwrap();
        let planes = [Plane::new([0.0, 1.0, 0.0], -50.0)];
        (bouncing.step_bouncing(&law, 0.1, &planes, Contact::new(0.5))).unwrap();
    }
    assert_eq!(plain, bouncing);
}

fn law_in_f32(law: &LinearLaw<f64, 3>) -> LinearLaw<f32, 3> {
    LinearLaw::gravity(law.constant.map(|x| x as f32)) + LinearLaw::drag(law.damping as f32)
}

/// Each error, and the swarm is as before.
#[test]
fn a_step_that_fails_changes_nothing() {
    let law = LinearLaw::gravity([0.0, -G]);
    let (floor, contact) = (floor2(), Contact::new(0.5));
    let mut swarm = one2([0.0, 1.0], [1.0, 0.0]);
    let before = swarm.clone();
    let bad = swarm.step_bouncing(&law, 0.1, &floor, Contact::new(1.5));
    assert!(matches!(bad, Err(StepBouncingError::Contact(error)) if error.value == 1.5));
    let nan = swarm.step_bouncing(&law, 0.1, &floor, Contact::new(f64::NAN));
    assert!(matches!(nan, Err(StepBouncingError::Contact(_))));
    let planes = [floor[0], Plane::new([0.0, f64::NAN], 0.0)];
    let bad = swarm.step_bouncing(&law, 0.1, &planes, contact);
    assert!(matches!(
        bad,
        Err(StepBouncingError::Plane { plane: 1, .. })
    ));
    let back = swarm.step_bouncing(&law, -0.1, &floor, contact);
    assert_eq!(back, Err(StepBouncingError::Backwards { dt: -0.1 }));
    let nan = swarm.step_bouncing(&law, f64::NAN, &floor, contact);
    assert!(matches!(
        nan,
        Err(StepBouncingError::Step(SwarmError::Duration { .. }))
    ));
    assert_eq!(swarm, before);

    // between walls a millimetre apart, without loss
    let walls = [Plane::new([1.0, 0.0], 0.0), Plane::new([-1.0, 0.0], -1e-3)];
    swarm.clear();
    swarm.reserve(2).unwrap();
    swarm.push([5e-4, 0.0], [0.0, 0.0]).unwrap();
    swarm.push([5e-4, 0.0], [100.0, 0.0]).unwrap();
    let before = swarm.clone();
    let caught = swarm.step_bouncing(&law, 1.0, &walls, Contact::new(1.0));
    let expected = StepBouncingError::TooManyContacts {
        body: 1,
        contacts: 10_000,
    };
    assert_eq!(caught, Err(expected));
    assert_eq!(swarm, before);
    swarm.states_mut().1[0].x = f64::NAN;
    let nan = swarm.step_bouncing(&law, 1.0, &walls, Contact::new(1.0));
    assert_eq!(nan, Err(SwarmError::State { body: 0 }.into()));
}
