//! Magnetic fields, rotating frames and lift: exact beside all other linear forces.

use approx::assert_abs_diff_eq;
use kinstep::ballistics::{Crossing, Plane, Trajectory, Until};
use kinstep::nalgebra::{DMatrix, DVector, SMatrix, SVector, Vector1, Vector2, Vector3};
use kinstep::swarm::SwarmError;
use kinstep::{
    Body, Body2, Body3, ConstantForce, Force, LinearDrag, LinearLaw, MagneticField, Magnus, Real,
    RotatingFrame, Scheme, Spring, StepError, Swarm, UniformGravity, World, World2, World3,
};
use truths::Cases;
use truths::truth::{Big, big, exponential, small};

/// The sum of the laws of many forces, in many digits, with the sizes of all that was added.
struct Total<const D: usize> {
    damping: [[Big; D]; D],
    stiffness: [[Big; D]; D],
    constant: [Big; D],
    ramp: [Big; D],
    sizes: Sizes<D>,
}

struct Sizes<const D: usize> {
    damping: SMatrix<f64, D, D>,
    stiffness: SMatrix<f64, D, D>,
    constant: SVector<f64, D>,
    ramp: SVector<f64, D>,
}

type Wide<const D: usize> = [[Big; D]; D];

fn wide<const R: usize, const C: usize>(of: impl Fn(usize, usize) -> Big) -> [[Big; C]; R] {
    core::array::from_fn(|i| core::array::from_fn(|k| of(i, k)))
}

fn times<const D: usize>(a: &Wide<D>, b: &Wide<D>) -> Wide<D> {
    wide(|i, k| (0..D).fold(big(0.0), |sum, j| sum + &a[i][j] * &b[j][k]))
}

fn on<const D: usize>(a: &Wide<D>, b: &SVector<f64, D>) -> [Big; D] {
    core::array::from_fn(|i| (0..D).fold(big(0.0), |sum, j| sum + &a[i][j] * big(b[j])))
}

/// G with `G v = v × Ω`, scaled.
fn gyration<const D: usize>(omega: &[f64; 3], scale: &Big) -> Wide<D> {
    let [x, y, z] = omega.map(|number| big(number) * scale);
    let zero = big(0.0);
    if D == 2 {
        let rows = [[zero.clone(), x.clone()], [-x, zero]];
        return wide(|i, k| rows[i][k].clone());
    }
    let rows = [
        [zero.clone(), z.clone(), -y.clone()],
        [-z, zero.clone(), x.clone()],
        [y, -x, zero],
    ];
    wide(|i, k| rows[i][k].clone())
}

impl<const D: usize> Total<D> {
    fn new() -> Self {
        Self {
            damping: wide(|_, _| big(0.0)),
            stiffness: wide(|_, _| big(0.0)),
            constant: core::array::from_fn(|_| big(0.0)),
            ramp: core::array::from_fn(|_| big(0.0)),
            sizes: Sizes {
                damping: SMatrix::zeros(),
                stiffness: SMatrix::zeros(),
                constant: SVector::zeros(),
                ramp: SVector::zeros(),
            },
        }
    }

    fn damp(&mut self, matrix: &Wide<D>) {
        for (i, row) in matrix.iter().enumerate() {
            for (k, entry) in row.iter().enumerate() {
                self.damping[i][k] += entry;
                self.sizes.damping[(i, k)] += small(entry).abs();
            }
        }
    }

    fn stiffen(&mut self, matrix: &Wide<D>) {
        for (i, row) in matrix.iter().enumerate() {
            for (k, entry) in row.iter().enumerate() {
                self.stiffness[i][k] += entry;
                self.sizes.stiffness[(i, k)] += small(entry).abs();
            }
        }
    }

    fn push(&mut self, vector: &[Big; D]) {
        for (i, entry) in vector.iter().enumerate() {
            self.constant[i] += entry;
            self.sizes.constant[i] += small(entry).abs();
        }
    }

    fn grow(&mut self, vector: &[Big; D]) {
        for (i, entry) in vector.iter().enumerate() {
            self.ramp[i] += entry;
            self.sizes.ramp[i] += small(entry).abs();
        }
    }
}

/// A world of one body under random linear forces, and the same in many digits.
fn random<T: Real<D>, const D: usize>(
    cases: &mut Cases,
    dt: f64,
    round: fn(f64) -> f64,
) -> (World<T, D>, Body<f64, D>, Total<D>)
where
    f64: Real<D>,
{
    let narrow = |value: f64| -> T { kinstep::nalgebra::convert(value) };
    let axial = |omega: &[f64; 3]| T::axial_from(omega.map(narrow));
    let vector = |cases: &mut Cases, from: f64, to: f64| -> SVector<f64, D> {
        SVector::from_fn(|_, _| round(cases.signed_decades(from, to)))
    };
    let turn = |cases: &mut Cases, most: f64| -> [f64; 3] {
        let size = cases.decades(1e-4, most) / dt;
        let mut omega = core::array::from_fn(|_| round(size * cases.uniform(-1.0..1.0)));
        if D == 2 {
            (omega[1], omega[2]) = (0.0, 0.0);
        }
        omega
    };
    let mass = round(cases.decades(0.1, 10.0));
    let body = Body::<f64, D>::point(mass)
        .at(vector(cases, 1e-2, 1e2))
        .moving(vector(cases, 1e-2, 1e2));
    let mut world = World::<T, D>::new();
    let id = world
        .add_body(
            Body::point(narrow(mass))
                .at(body.position.map(narrow))
                .moving(body.velocity.map(narrow)),
        )
        .unwrap();
    let mut total = Total::new();
    let lift = |scale: &Big| wide(|i, k| if i == k { scale.clone() } else { big(0.0) });
    let inverse = big(1.0) / big(mass);
    let bigs = |vector: &SVector<f64, D>| core::array::from_fn(|i| big(vector[i]));
    if cases.chance(0.8) {
        let field = turn(cases, 6e4);
        let electric = vector(cases, 0.1, 10.0);
        let force = MagneticField::new(axial(&field)).with_electric_field(electric.map(narrow));
        world.add_force(force).unwrap();
        total.damp(&gyration::<D>(&field, &-inverse.clone()));
        total.push(&on(&lift(&inverse), &electric));
    }
    if cases.chance(0.5) {
        let gravity = vector(cases, 0.1, 30.0);
        world
            .add_force(UniformGravity::new(gravity.map(narrow)))
            .unwrap();
        total.push(&bigs(&gravity));
    }
    if cases.chance(0.5) {
        let rate = round(cases.decades(1e-4, 100.0) / dt);
        let wind = vector(cases, 0.1, 30.0);
        let drag = LinearDrag::rate(narrow(rate)).in_wind(wind.map(narrow));
        world.add_force(drag).unwrap();
        total.damp(&lift(&big(rate)));
        total.push(&on(&lift(&big(rate)), &wind));
    }
    if cases.chance(0.5) {
        let stiffness = round(mass * (cases.decades(1e-4, 1e3) / dt).powi(2));
        let damping = round(cases.decades(1e-4, 10.0) / dt);
        let anchor = vector(cases, 0.1, 30.0);
        let spring = Spring::stiffness(narrow(stiffness)).damping(narrow(damping));
        world
            .add_force(spring.anchored_at(anchor.map(narrow)))
            .unwrap();
        let stiffness = big(stiffness) * &inverse;
        total.damp(&lift(&(big(damping) * &inverse)));
        total.stiffen(&lift(&stiffness));
        total.push(&on(&lift(&stiffness), &anchor));
    }
    if cases.chance(0.4) {
        let omega = turn(cases, 30.0);
        let point = vector(cases, 0.1, 30.0);
        let frame = RotatingFrame::new(axial(&omega)).about(point.map(narrow));
        world.add_force(frame).unwrap();
        let g = gyration::<D>(&omega, &big(1.0));
        total.damp(&gyration::<D>(&omega, &big(-2.0)));
        let square = times(&g, &g);
        total.push(&on(&square, &point));
        total.stiffen(&square);
    }
    if cases.chance(0.4) {
        let (spin, wind) = (turn(cases, 1e3), vector(cases, 0.1, 30.0));
        let force = Magnus::new(narrow(0.25), axial(&spin)).in_wind(wind.map(narrow));
        world.add_force(force).unwrap();
        // ω × v = v × -ω
        let damping = gyration::<D>(&spin, &(big(0.25) * &inverse));
        total.push(&on(&damping, &wind));
        total.damp(&damping);
    }
    if cases.chance(0.3) {
        let (force, rate) = (vector(cases, 1e-2, 1e2), vector(cases, 1e-3, 1e1));
        let push = ConstantForce::new(force.map(narrow)).ramping(rate.map(narrow));
        world.add_force_on(id, push).unwrap();
        total.push(&on(&lift(&inverse), &force));
        total.grow(&on(&lift(&inverse), &rate));
    }
    (world, body, total)
}

/// `(x, v h)` after a time h, in units in which it is 1, by doubles: good enough to tell how it is conditioned.
struct Rough<const D: usize> {
    damping: SMatrix<f64, D, D>,
    stiffness: SMatrix<f64, D, D>,
    force: [SVector<f64, D>; 2],
    state: DVector<f64>,
}

impl<const D: usize> Rough<D> {
    fn map(&self) -> DMatrix<f64> {
        let n = 2 * D + 2;
        let mut a = DMatrix::zeros(n, n);
        for i in 0..D {
            a[(i, D + i)] = 1.0;
            for k in 0..D {
                a[(D + i, k)] = -self.stiffness[(i, k)];
                a[(D + i, D + k)] = -self.damping[(i, k)];
            }
            a[(D + i, 2 * D)] = self.force[0][i];
            a[(D + i, 2 * D + 1)] = self.force[1][i];
        }
        a[(2 * D + 1, 2 * D)] = 1.0;
        let halvings = 6 + a.norm().log2().max(0.0).ceil() as i32;
        a *= 0.5_f64.powi(halvings);
        let (mut sum, mut term) = (DMatrix::identity(n, n), DMatrix::identity(n, n));
        for k in 1..14 {
            term = &term * &a / f64::from(k);
            sum += &term;
        }
        for _ in 0..halvings {
            sum = &sum * &sum;
        }
        sum
    }

    fn after(&self) -> DVector<f64> {
        self.map() * &self.state
    }

    /// How far relative errors of 1 in all that was given move each component.
    fn conditioning(&mut self, sizes: &Sizes<D>, h: f64) -> DVector<f64> {
        let base = self.after();
        let mut scale = self.map().abs() * {
            let mut size = self.state.abs();
            size[2 * D] = 0.0;
            size
        };
        scale += self.state.abs();
        let mut nudge = |this: &mut Self, size: f64, entry: &dyn Fn(&mut Self) -> &mut f64| {
            if size == 0.0 {
                return;
            }
            let old = *entry(this);
            *entry(this) = old + 1e-8 * size;
            let step = *entry(this) - old;
            scale += (this.after() - &base).abs() * (size / step.abs());
            *entry(this) = old;
        };
        for i in 0..D {
            for k in 0..D {
                nudge(self, sizes.damping[(i, k)] * h, &|this| {
                    &mut this.damping[(i, k)]
                });
                nudge(self, sizes.stiffness[(i, k)] * h * h, &|this| {
                    &mut this.stiffness[(i, k)]
                });
            }
            nudge(self, sizes.constant[i] * h * h, &|this| {
                &mut this.force[0][i]
            });
            nudge(self, sizes.ramp[i] * h * h * h, &|this| {
                &mut this.force[1][i]
            });
        }
        // time: x' and v' there
        for i in 0..D {
            let pull: f64 = (0..D)
                .map(|k| {
                    (self.stiffness[(i, k)] * base[k]).abs()
                        + (self.damping[(i, k)] * base[D + k]).abs()
                })
                .sum();
            scale[i] += base[D + i].abs();
            scale[D + i] += pull + self.force[0][i].abs() + self.force[1][i].abs();
        }
        scale
    }
}

/// The largest error of a step, in units of ε times conditioning; none if the step cannot be made.
fn error_of<T: Real<D>, const D: usize, const N: usize>(
    cases: &mut Cases,
    round: fn(f64) -> f64,
    epsilon: f64,
) -> Option<f64>
where
    f64: Real<D>,
{
    let dt = round(cases.decades(1e-6, 1e3));
    let (mut world, body, total) = random::<T, D>(cases, dt, round);
    world.step(kinstep::nalgebra::convert(dt)).ok()?;
    let h = big(dt);
    let zero = big(0.0);
    let matrix: [[Big; N]; N] = wide(|i, k| {
        if i < D {
            return big(f64::from(u8::from(k == i + D)));
        }
        if i == N - 1 {
            return big(f64::from(u8::from(k == N - 2)));
        }
        if i == N - 2 {
            return zero.clone();
        }
        match k {
            k if k < D => -(&total.stiffness[i - D][k] * &h * &h),
            k if k < 2 * D => -(&total.damping[i - D][k - D] * &h),
            k if k == N - 2 => &total.constant[i - D] * &h * &h,
            _ => &total.ramp[i - D] * &h * &h * &h,
        }
    });
    let map = exponential(&matrix);
    let start: [Big; N] = core::array::from_fn(|i| match i {
        i if i < D => big(body.position[i]),
        i if i < 2 * D => big(body.velocity[i - D]) * &h,
        i if i == N - 2 => big(1.0),
        _ => zero.clone(),
    });
    let truth: [f64; N] = core::array::from_fn(|i| {
        small(&(0..N).fold(zero.clone(), |sum, k| sum + &map[i][k] * &start[k]))
    });
    let mut rough = Rough {
        damping: SMatrix::from_fn(|i, k| small(&total.damping[i][k]) * dt),
        stiffness: SMatrix::from_fn(|i, k| small(&total.stiffness[i][k]) * dt * dt),
        force: [
            SVector::from_fn(|i, _| small(&total.constant[i]) * dt * dt),
            SVector::from_fn(|i, _| small(&total.ramp[i]) * dt * dt * dt),
        ],
        state: DVector::from_fn(N, |i, _| small(&start[i])),
    };
    let scale = rough.conditioning(&total.sizes, dt);
    let wide = |value: T| -> f64 { kinstep::nalgebra::try_convert(value).unwrap() };
    let after = &world.body_slice()[0];
    let worst = (0..D)
        .flat_map(|i| {
            let [x, v] = [wide(after.position[i]), wide(after.velocity[i]) * dt];
            [
                (x - truth[i]).abs() / scale[i],
                (v - truth[D + i]).abs() / scale[D + i],
            ]
        })
        .fold(0.0, f64::max);
    Some(worst / epsilon)
}

fn worst_of(mut error: impl FnMut() -> Option<f64>) -> f64 {
    let mut errors: Vec<f64> = (0..80).filter_map(|_| error()).collect();
    errors.sort_by(f64::total_cmp);
    let worst = errors[errors.len() - 1];
    println!(
        "{} steps, median {:.2} ε, worst {worst:.2} ε",
        errors.len(),
        errors[errors.len() / 2],
    );
    assert!(errors.len() > 70);
    worst
}

/// Magnetic and electric field, gravity, drag, wind, spring, frame, lift and ramp, about any axes, up to 10,000
/// turns in one step of the world.
#[test]
fn sums_that_gyrate_are_exact_f64() {
    let mut cases = Cases::new(70);
    let worst = worst_of(|| error_of::<f64, 3, 8>(&mut cases, |value| value, f64::EPSILON));
    assert!(worst < 4.0, "{worst} ε"); // measured: 1.0 and 0.6; up to 32 by doubling in f64
    let worst = worst_of(|| error_of::<f64, 2, 6>(&mut cases, |value| value, f64::EPSILON));
    assert!(worst < 4.0, "{worst} ε");
}

#[test]
fn sums_that_gyrate_are_exact_f32() {
    let mut cases = Cases::new(71);
    let round = |value: f64| f64::from(value as f32);
    let epsilon = f64::from(f32::EPSILON);
    let worst = worst_of(|| error_of::<f32, 3, 8>(&mut cases, round, epsilon));
    assert!(worst < 4.0, "{worst} ε"); // measured: 0.6 and 0.5
    let worst = worst_of(|| error_of::<f32, 2, 6>(&mut cases, round, epsilon));
    assert!(worst < 4.0, "{worst} ε");
}

/// A frame alone is critical, a double root everywhere: `x = R(-Ωt) (x₀ + (v₀ + Ω × x₀) t)`.
#[test]
fn a_frame_alone_is_a_straight_line_seen_from_it() {
    let mut worst = 0.0_f64;
    for (omega, dt) in [
        (1e-12, 1.0),
        (1e-3, 1.0),
        (0.7, 1.0),
        (7.292e-5, 3600.0),
        (2.0, -30.0),
        (5.0, 200.0),
    ] {
        let (x, v) = (Vector2::new(1.0, -2.0), Vector2::new(0.3, 0.4));
        let law = LinearLaw::<f64, 2>::rotating_frame(omega);
        let (mut position, mut velocity) = (x, v);
        law.flow(dt).advance(&mut position, &mut velocity, 0.0);
        let seen = |w: f64, r: Vector2<f64>| Vector2::new(-r.y * w, r.x * w);
        let outside = v + seen(omega, x);
        let (sin, cos) = (-omega * dt).sin_cos();
        let turned = |r: Vector2<f64>| Vector2::new(r.x * cos - r.y * sin, r.x * sin + r.y * cos);
        let there = turned(x + outside * dt);
        let rate = turned(outside) - seen(omega, there);
        // the law holds Ω² and 2Ω on their own: critical to rounding, and no better
        let turns = 1.0 + omega * dt.abs();
        let scale = (x.norm() + outside.norm() * dt.abs()) * turns * turns;
        worst = worst.max((position - there).norm() / scale / f64::EPSILON);
        worst = worst.max(
            (velocity - rate).norm() / (scale * (omega + 1.0 / dt.abs()) + v.norm()) / f64::EPSILON,
        );
    }
    println!("frame: {worst:.2} ε");
    assert!(worst < 4.0); // measured: 0.4
}

/// Of a tide the symmetric part counts, whole, and nothing else does.
#[test]
fn a_tide_is_the_symmetric_part_of_its_matrix() {
    let skewed = LinearLaw::<f64, 2>::tidal([[-4.0, 3.0], [1.0, -9.0]]);
    assert_eq!(skewed, LinearLaw::tidal([[-4.0, 2.0], [2.0, -9.0]]));
    let (place, at_rest) = (Vector2::new(3.0, 5.0), Vector2::zeros());
    let acceleration = skewed.acceleration(&place, &at_rest, 0.0);
    assert_eq!(acceleration, Vector2::new(-2.0, -39.0));
}

/// What hardly turns is what does not turn, to rounding, and of no time comes nothing.
#[test]
fn limits_are_smooth() {
    let base = LinearLaw::<f64, 3>::gravity([1.0, -9.81, 2.0])
        + LinearLaw::drag(0.3).in_wind([3.0, 0.0, 1.0])
        + LinearLaw::spring(2.0);
    for dt in [1e-9, 0.01, 1.0, 50.0, -3.0] {
        for omega in [1e-300, 1e-30, 1e-17] {
            let turning = base + LinearLaw::gyrating(Vector3::new(omega, -omega, omega));
            let after = |law: &LinearLaw<f64, 3>| {
                let (mut x, mut v) = (Vector3::new(1.0, 2.0, 3.0), Vector3::new(-1.0, 5.0, 2.0));
                law.flow(dt).advance(&mut x, &mut v, 0.0);
                (x, v)
            };
            let (one, other) = (after(&base), after(&turning));
            let scale =
                16.0 * f64::EPSILON * (1.0 + dt.abs()) * (one.0.amax() + one.1.amax() + 8.0);
            assert_abs_diff_eq!(one.0, other.0, epsilon = scale);
            assert_abs_diff_eq!(one.1, other.1, epsilon = scale);
        }
    }
    let law = LinearLaw::<f64, 3>::rotating_frame([1.0, 2.0, 3.0]);
    let (mut x, mut v) = (Vector3::x(), Vector3::y());
    law.flow(0.0).advance(&mut x, &mut v, 0.0);
    assert_eq!((x, v), (Vector3::x(), Vector3::y()));
}

/// A step of a + b is a step of a and a step of b, both over eight decades and of either sign.
#[test]
fn gyrating_laws_have_the_flow_property() {
    let mut cases = Cases::new(72);
    let mut worst = 0.0_f64;
    for _ in 0..4000 {
        let mut vector =
            |size: f64| -> Vector3<f64> { Vector3::from_fn(|_, _| cases.uniform(-size..size)) };
        let mut law = LinearLaw::<f64, 3>::gravity(vector(5.0)).ramping(vector(1.0))
            + LinearLaw::gyrating(vector(3.0));
        let (wind, omega, anchor) = (vector(3.0), vector(0.3), vector(3.0));
        let (x, v) = (vector(9.0), vector(9.0));
        if cases.chance(0.5) {
            law += LinearLaw::spring(cases.decades(1e-2, 10.0)).anchored_at(anchor);
        }
        if cases.chance(0.5) {
            law += LinearLaw::drag(cases.decades(1e-3, 0.5)).in_wind(wind);
        }
        if cases.chance(0.5) {
            law += LinearLaw::rotating_frame(omega);
        }
        let a = cases.signed_decades(1e-7, 10.0);
        let b = cases.signed_decades(1e-7, 10.0);
        let moved = |(mut x, mut v): (Vector3<f64>, Vector3<f64>), dt, time| {
            law.flow(dt).advance(&mut x, &mut v, time);
            (x, v)
        };
        let middle = moved((x, v), a, 0.0);
        let (twice, once) = (moved(middle, b, a), moved((x, v), a + b, 0.0));
        // how large numbers get on the way, and how an error grows in the second step
        let growth = |dt: f64| {
            let mut still = law;
            (still.constant, still.ramp) = (Vector3::zeros(), Vector3::zeros());
            (0..6)
                .map(|axis| {
                    let unit = |first: usize| {
                        Vector3::from_fn(|i, _| f64::from(u8::from(i + first == axis)))
                    };
                    let (mut x, mut v) = (unit(0), unit(3));
                    still.flow(dt).advance(&mut x, &mut v, 0.0);
                    x.norm() + v.norm()
                })
                .fold(1.0, f64::max)
        };
        let phase = 1.0 + 5.0 * (a.abs() + b.abs());
        let size = |(x, v): &(Vector3<f64>, Vector3<f64>)| x.norm() + v.norm();
        let push =
            (law.constant.norm() + law.ramp.norm() * (a.abs() + b.abs())) * (a.abs() + b.abs());
        let scale = phase * growth(b) * (growth(a) * (size(&(x, v)) + push) + size(&middle) + push);
        let error = (twice.0 - once.0).norm() + (twice.1 - once.1).norm();
        worst = worst.max(error / scale / f64::EPSILON);
    }
    println!("flow property: {worst:.2} ε");
    assert!(worst < 4.0); // measured: 0.5
}

/// Speed in a magnetic field and the Jacobi energy in a frame, over 100,000 steps of equal length.
#[test]
fn energy_does_not_drift() {
    let mut worst = [0.0_f64; 2];
    for phase in [0.003, 0.05, 0.3, 0.9, 1.7, 6.0, 40.0] {
        let field = LinearLaw::<f64, 3>::gyrating(Vector3::new(0.6, -0.3, 0.74) * phase);
        let frame = LinearLaw::<f64, 3>::rotating_frame([0.0, 0.1 * phase, 0.2 * phase])
            + LinearLaw::spring(phase * phase);
        for (law, worst) in [field, frame].iter().zip(&mut worst) {
            let flow = law.flow(1.0);
            let (mut x, mut v) = (
                Vector3::new(1.0, 0.5, -0.3),
                Vector3::new(0.2, -1.0, 0.7) * phase,
            );
            let energy = |x: &Vector3<f64>, v: &Vector3<f64>| {
                v.norm_squared() + law.stiffness_per_mass * x.norm_squared()
                    - x.dot(&(law.tide * x))
            };
            let start = energy(&x, &v);
            for _ in 0..100_000 {
                flow.advance(&mut x, &mut v, 0.0);
            }
            let drift = energy(&x, &v) / start - 1.0;
            println!("phase {phase}: {drift:e}");
            *worst = worst.max(drift.abs());
        }
    }
    // measured: 2.5e-12 both; 4.8e-10 with coefficients that are computed, and kept, to one f64
    assert!(worst[0] < 1e-11 && worst[1] < 1e-11, "{worst:?}");
}

/// The new forces say in their laws what they say as accelerations, and refuse what is not finite.
#[test]
fn forces_and_their_laws_agree() {
    let body = Body3::point(0.4)
        .at([1.0, -2.0, 0.5])
        .moving([3.0, 1.0, -2.0]);
    let forces: [&dyn Force<f64, 3>; 4] = [
        &MagneticField::new([0.3, -1.0, 2.0]).charge(-0.2),
        &MagneticField::new([0.0, 0.0, 2.0]).with_electric_field([1.0, 2.0, 3.0]),
        &RotatingFrame::new([0.1, 0.2, -0.3]).about([5.0, 0.0, 1.0]),
        &Magnus::new(0.01, [0.0, 30.0, 5.0]).in_wind([3.0, 0.0, 1.0]),
    ];
    for force in forces {
        let effect = force.effect(&body, 0.0, 0.0);
        let law = effect.law().unwrap();
        let (one, other) = (
            law.acceleration(&body.position, &body.velocity, 2.0),
            force.acceleration(&body, 2.0),
        );
        assert_abs_diff_eq!(one, other, epsilon = 16.0 * f64::EPSILON * other.norm());
        assert!(force.check().is_ok() && effect.depends_on_velocity());
    }
    let flat = Body2::point(0.4).at([1.0, -2.0]).moving([3.0, 1.0]);
    let spin: &dyn Force<f64, 2> = &Magnus::new(0.01, 30.0);
    let field: &dyn Force<f64, 2> = &MagneticField::new(-0.75);
    // 30 × 0.01 = 0.3 = 0.4 × 0.75: lift is a field of the other sign
    assert_abs_diff_eq!(
        spin.acceleration(&flat, 0.0),
        field.acceleration(&flat, 0.0) * 0.4,
        epsilon = 1e-15
    );
    let mut world = World3::new();
    let refused = world
        .add_force(MagneticField::new([0.0, f64::NAN, 0.0]))
        .unwrap_err();
    assert!(
        refused.to_string().contains("the magnetic field is NaN"),
        "{refused}"
    );
    assert!(
        world
            .add_force(MagneticField::new([0.0; 3]).charge(f64::INFINITY))
            .is_err()
    );
    assert!(
        world
            .add_force(RotatingFrame::new([f64::INFINITY, 0.0, 0.0]))
            .is_err()
    );
    assert!(
        world
            .add_force(RotatingFrame::new([0.0; 3]).about([f64::NAN; 3]))
            .is_err()
    );
    assert!(world.add_force(Magnus::new(f64::NAN, [0.0; 3])).is_err());
    assert!(
        world
            .add_force(Magnus::new(1.0, [0.0; 3]).in_wind([f64::NAN; 3]))
            .is_err()
    );
}

/// A world of all that conserves, stepped and run back.
#[test]
fn a_world_keeps_its_jacobi_energy() {
    let mut world = World3::new();
    world
        .add_force(UniformGravity::new([0.0, 0.0, -9.81]))
        .unwrap();
    world
        .add_force(RotatingFrame::new([0.1, 0.3, 0.2]))
        .unwrap();
    let field = MagneticField::new([0.0, 1.0, 0.4]).with_electric_field([0.5, 0.0, 0.0]);
    world.add_force(field).unwrap();
    let start = Body3::point(0.7)
        .at([1.0, 2.0, 0.0])
        .moving([0.0, 1.0, 3.0]);
    let ball = world.add_body(start).unwrap();
    world.add_force_on(ball, Spring::stiffness(8.0)).unwrap();
    let energy = world.energy().total();
    for scheme in [Scheme::FlowKick, Scheme::FlowKick4, Scheme::FlowKick6] {
        world.set_scheme(scheme);
        for dt in [1e-3, 0.1, 7.0, 300.0, -200.0] {
            world.step(dt).unwrap();
            let change = (world.energy().total() - energy).abs();
            // measured: 2e-13 of energies around 40 J
            assert!(change < 1e-11, "{scheme} {dt}: {change:e}");
        }
    }
    world.step(-world.time()).unwrap();
    assert!((world[ball].position - start.position).norm() < 1e-11);

    // kicked, too, it keeps what a kick keeps: second order
    let errors = [0.02, 0.01].map(|dt| {
        let mut kicked = world.clone();
        kicked.set_scheme(Scheme::FlowKick);
        kicked
            .add_force(|body: &Body3, _: f64| body.position * -body.position.norm())
            .unwrap();
        let mut fine = kicked.clone();
        for _ in 0..(1.0_f64 / dt).round() as usize {
            kicked.step(dt).unwrap();
        }
        for _ in 0..2000 {
            fine.step(5e-4).unwrap();
        }
        (kicked[ball].position - fine[ball].position).norm()
    });
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 2.0).abs() < 0.1, "{order}");
}

/// A charge in a field, under gravity and drag: its flight is known without steps, and a step stops on the
/// ground.
#[test]
fn worlds_know_where_what_gyrates_will_be() {
    let mut world = World3::new();
    world
        .add_force(UniformGravity::new([0.0, 0.0, -9.81]))
        .unwrap();
    world.add_force(LinearDrag::rate(0.1)).unwrap();
    world
        .add_force(MagneticField::new([0.3, 0.1, 1.5]))
        .unwrap();
    let ball = Body3::point(0.5)
        .at([0.0, 0.0, 2.0])
        .moving([3.0, 1.0, 4.0]);
    let ball = world.add_body(ball).unwrap();
    let flight = world.trajectory(ball).unwrap();

    let mut stepped = world.clone();
    for _ in 0..120 {
        stepped.step(1.0 / 60.0).unwrap();
    }
    let off = (flight.position(2.0) - stepped[ball].position).norm();
    assert!(off < 64.0 * f64::EPSILON * 20.0, "{off:e}");

    let ground = Plane::new([0.0, 0.0, 1.0], 0.0);
    let landing = flight.crossing(&ground, Crossing::Descending).unwrap();
    let until = Until::crossing(ball, ground, Crossing::Descending);
    let event = world.step_until(5.0, &until).unwrap().unwrap();
    assert!(
        (event.time - landing.time).abs() < 1e-14,
        "{event:?} {landing:?}"
    );
    assert!(world[ball].position.z.abs() < 1e-14);
}

/// What does no work keeps its energy: rounding the same matrix at every step would lose 3e-12 to 4e-11 in a million
/// steps.
#[test]
fn what_gyrates_keeps_its_energy_for_a_million_steps() {
    let axis = Vector3::new(0.3, -2.0, 1.1);
    let tide = SMatrix::<f64, 3, 3>::new(-4.0, 0.3, 0.1, 0.3, -9.0, 0.2, 0.1, 0.2, -2.0);
    let field = LinearLaw::gyrating(axis);
    for (name, law) in [
        ("field", field),
        ("field and spring", field + LinearLaw::spring(2.0)),
        ("tide", LinearLaw::tidal(tide)),
        ("field and tide", field + LinearLaw::tidal(tide)),
    ] {
        for dt in [0.05, 0.7, 3.0, 300.0] {
            let flow = law.flow(dt);
            let energy = |x: &Vector3<f64>, v: &Vector3<f64>| {
                v.norm_squared() + law.stiffness_per_mass * x.norm_squared()
                    - x.dot(&(law.tide * x))
            };
            let (mut x, mut v) = (Vector3::new(1.0, 0.3, -0.4), Vector3::new(-0.2, 1.7, 0.6));
            let start = energy(&x, &v);
            let mut worst = 0.0_f64;
            for _ in 0..1_000_000 {
                flow.advance(&mut x, &mut v, 0.0);
                worst = worst.max((energy(&x, &v) / start - 1.0).abs());
            }
            assert!(worst < 1e-12, "{name} {dt}: {worst:e}"); // measured: 2e-13 at most
        }
    }
}

/// So many turns that no digit of the angle is known are refused, and nothing changes; where damping ends all memory, there
/// is an answer at any time.
#[test]
fn lost_phases_are_refused() {
    for dt in [1e17, 1e30, 1e50, 1e100, 1e300] {
        for spring in [0.0, 4.0] {
            let mut world = World2::new();
            let body = world
                .add_body(Body2::point(1.0).at([1.0, 2.0]).moving([0.7, 0.0]))
                .unwrap();
            world.add_force(MagneticField::new(1.0)).unwrap();
            world.add_force(Spring::stiffness(spring)).unwrap();
            let before = world[body];
            assert_eq!(world.step(dt), Err(StepError::PhaseLost { body, dt }));
            assert_eq!(world[body], before);

            let law = LinearLaw::gyrating(1.0) + LinearLaw::spring(spring);
            let mut swarm = Swarm::<f64, 2>::with_capacity(1);
            swarm.push([1.0, 2.0], [0.7, 0.0]).unwrap();
            let refused = Err(SwarmError::PhaseLost { group: 0, dt });
            assert_eq!(swarm.step(&law, dt), refused);

            // with drag it comes to rest: where friction and field let it drift, or at the anchor
            world.add_force(LinearDrag::rate(0.5)).unwrap();
            world.step(dt).unwrap();
            let start = if spring > 0.0 {
                Vector2::zeros()
            } else {
                // 0 = v - γ x + x × Ω from launch to rest
                let [v, rate] = [0.7, 0.5];
                Vector2::new(v * rate, -v) / (rate * rate + 1.0) + before.position
            };
            assert_abs_diff_eq!(world[body].position, start, epsilon = 1e-15);
            assert_eq!(world[body].velocity, Vector2::zeros());
        }
    }
}

/// What a slow spring does beside a field and drag, after times of many times 2⁵² radians: the fast part has died away, and
/// what is left creeps, or spirals, towards the anchor.
#[test]
fn a_slow_creep_beside_a_field_has_an_answer_at_any_time() {
    use nalgebra::Complex;

    // γ, Ω, ω² and the time
    let cases = [
        [1.0, 1.0, 1e-17, 1e17],
        [2.0, -50.0, 1e-30, 3e33],
        [2.0, 50.0, -1e-20, 2e22],
        [0.3, 7.0, 1e-8, 2e12],
        [1.0, 1.0, 1e-150, 1e150],
        [1e120, 1e120, 1e100, 1e20],
        [1.0, 1e-300, 1e-40, 1e40],
        [1e-9, 1.0, 1e-17, 1e17],
        [1e-17, 1.0, 0.0, 1e21],
    ];
    for [damping, turning, stiffness, dt] in cases {
        // z'' = -b z' - ω² z with b = γ + iΩ has the slow root l = 2ω² / (b + √(b² - 4ω²)), and the fast one b - l
        let b = Complex::new(damping, turning);
        let square: Complex<f64> = 1.0 - 4.0 * stiffness / b / b;
        let root = b * square.sqrt();
        let creep: Complex<f64> = 2.0 * stiffness / (b + root);
        let fast = b - creep;
        let (x, v) = (Complex::new(1.0, 2.0), Complex::new(0.7, -0.3) * b);
        let left = (-creep * dt).exp();
        let after = (v + fast * x) / (fast - creep) * left;
        let speed = -creep * after;
        let tolerance = |size: f64| 32.0 * f64::EPSILON * size * (1.0 + (creep * dt).norm());

        let mut world = World2::new();
        let body = Body2::point(1.0).at([x.re, x.im]).moving([v.re, v.im]);
        let body = world.add_body(body).unwrap();
        world.add_force(MagneticField::new(turning)).unwrap();
        world.add_force(LinearDrag::rate(damping)).unwrap();
        world.add_force(Spring::stiffness(stiffness)).unwrap();
        world.step(dt).unwrap();
        let [x, v] = [world[body].position, world[body].velocity];
        let off = (x - Vector2::new(after.re, after.im)).norm();
        assert!(off <= tolerance(after.norm()), "{b} {stiffness:e}: {off:e}");
        let off = (v - Vector2::new(speed.re, speed.im)).norm();
        assert!(off <= tolerance(speed.norm()), "{b} {stiffness:e}: {off:e}");

        // the pull c + j t from rest: the integrals of what a push leaves, once and twice
        let (pull, ramp) = (Complex::new(0.0, 2.0) * b, Complex::new(1.0, 0.0) * b / dt);
        let [way, area] = if stiffness == 0.0 {
            [dt.into(), (0.5 * dt * dt).into()]
        } else {
            let way = (1.0 - left) / creep;
            [way, (dt - way) / creep]
        };
        let way = way - 1.0 / fast;
        let area = area - (dt - 1.0 / fast) / fast;
        let after = (pull * way + ramp * area) / (fast - creep);
        let law = LinearLaw::gyrating(turning)
            + LinearLaw::drag(damping)
            + LinearLaw::spring(stiffness)
            + LinearLaw::gravity([pull.re, pull.im]).ramping([ramp.re, ramp.im]);
        let (mut x, mut v) = (Vector2::zeros(), Vector2::zeros());
        law.flow(dt).advance(&mut x, &mut v, 0.0);
        let off = (x - Vector2::new(after.re, after.im)).norm();
        assert!(off <= tolerance(after.norm()), "{b} {stiffness:e}: {off:e}");
    }
}

/// In space the creep across a field is that in the plane, and the creep along it that without a field.
#[test]
fn a_slow_creep_along_a_field_has_none_of_it() {
    let axes = [[2.0, 1.0, -2.0], [-2.0, 2.0, -1.0], [1.0, 2.0, 2.0]];
    let [one, other, axis] = axes.map(|direction| Vector3::from(direction) / 3.0);
    for [damping, turning, stiffness, dt] in [
        [1.0, 1.0, 1e-17, 1e17],
        [2.0, -50.0, 1e-30, 1e32],
        [2.0, 50.0, -1e-20, 1e21],
        [1.0, 1e9, 1e-17, 1e20],
    ] {
        let law = LinearLaw::<f64, 2>::drag(damping) + LinearLaw::spring(stiffness);
        let flow = (law + LinearLaw::gyrating(turning)).flow(dt);
        let (mut x, mut v) = (Vector2::new(1.0, 2.0), Vector2::new(0.7, -0.3) * damping);
        let in_space = |x: &Vector2<f64>, along: f64| one * x.x + other * x.y + axis * along;
        let (mut place, mut velocity) = (in_space(&x, -3.0), in_space(&v, 0.4 * damping));
        flow.advance(&mut x, &mut v, 0.0);

        let law = LinearLaw::<f64, 1>::drag(damping) + LinearLaw::spring(stiffness);
        let (mut along, mut rate) = (Vector1::new(-3.0), Vector1::new(0.4 * damping));
        law.flow(dt).advance(&mut along, &mut rate, 0.0);

        let law = LinearLaw::<f64, 3>::drag(damping) + LinearLaw::spring(stiffness);
        let flow = (law + LinearLaw::gyrating(axis * turning)).flow(dt);
        flow.advance(&mut place, &mut velocity, 0.0);
        let off = (place - in_space(&x, along.x)).norm();
        let tolerance = 64.0 * f64::EPSILON * (x.norm() + along.norm());
        assert!(off < tolerance, "{turning} {stiffness:e}: {off:e}");
        let off = (velocity - in_space(&v, rate.x)).norm();
        let tolerance = 64.0 * f64::EPSILON * (v.norm() + rate.norm());
        assert!(off <= tolerance, "{turning} {stiffness:e}: {off:e}");
    }
}

/// Without a field each axis of a tide is a law of its own.
#[test]
fn a_slow_creep_in_a_tide_is_that_of_each_axis() {
    let rates = [1e-18, -3e-18, 0.0];
    let tide = SMatrix::<f64, 3, 3>::from_diagonal(&Vector3::from(rates));
    let pull = LinearLaw::drag(1.0) + LinearLaw::gravity([1.0, 2.0, 3.0]);
    for dt in [1e17, 5e17, 3e18] {
        let (mut x, mut v) = (Vector3::new(1.0, 2.0, -3.0), Vector3::new(-4.0, 5.0, 6.0));
        let (start, speed) = (x, v);
        (pull + LinearLaw::tidal(tide))
            .flow(dt)
            .advance(&mut x, &mut v, 0.0);
        for axis in 0..3 {
            let law = LinearLaw::<f64, 1>::drag(1.0)
                + LinearLaw::spring(-rates[axis])
                + LinearLaw::gravity([pull.constant[axis]]);
            let (mut along, mut rate) = ([start[axis]].into(), [speed[axis]].into());
            law.flow(dt).advance(&mut along, &mut rate, 0.0);
            assert!((x[axis] / along.x - 1.0).abs() < 1e-14, "{axis} {dt:e}");
            let scale = rate.x.abs() + f64::EPSILON;
            assert!((v[axis] - rate.x).abs() < 1e-14 * scale, "{axis} {dt:e}");
        }
    }
}

/// A field turns by Ω t for any Ω, also where the square of Ω overflows or fades.
#[test]
fn a_field_of_any_size_turns() {
    for turning in [1e-280, 1e-170, 1e-120, 1.0, 1e160, 1e280] {
        for angle in [0.1_f64, 3.0, 40.0] {
            let flow = LinearLaw::gyrating(turning).flow(angle / turning);
            let (mut x, mut v) = (Vector2::zeros(), Vector2::new(1.0, 0.0));
            flow.advance(&mut x, &mut v, 0.0);
            let end = Vector2::new(angle.cos(), -angle.sin());
            let way = Vector2::new(angle.sin(), angle.cos() - 1.0);
            let tolerance = 4.0 * f64::EPSILON * (1.0 + angle);
            assert!((v - end).norm() < tolerance, "{turning:e} {angle}: {v}");
            assert!(
                (x * turning - way).norm() < tolerance,
                "{turning:e} {angle}: {x}"
            );
        }
    }
}
