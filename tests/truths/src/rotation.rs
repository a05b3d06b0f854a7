//! Free rotation to more than thirty digits, twice: as a power series of Euler's equations, step by
//! step, and as one jump in closed form, which the series checks.

use kinstep::nalgebra::{Quaternion, UnitQuaternion, Vector3};

use crate::Cases;
use crate::elliptic::{Big, big, carlson_rj, jacobi, pi, quarter_period, small};

pub type Triple = [Big; 3];

/// A body that rotates freely: principal moments about the axes of its frame, quaternion (w, x, y,
/// z) and angular momentum in the world.
#[derive(Clone)]
pub struct Turning {
    pub moments: Triple,
    pub orientation: [Big; 4],
    pub spin: Triple,
}

impl Turning {
    /// The same numbers in many digits, with the quaternion normalised to length 1.
    pub fn new(moments: [f64; 3], orientation: &UnitQuaternion<f64>, spin: &Vector3<f64>) -> Self {
        let q = orientation.quaternion();
        let q = [q.w, q.i, q.j, q.k].map(big);
        let length = dot(&q, &q).sqrt();
        Self {
            moments: moments.map(big),
            orientation: q.map(|part| part / &length),
            spin: [spin.x, spin.y, spin.z].map(big),
        }
    }

    /// Rotates the principal axes by a quaternion, in the body's frame: `q a`.
    pub fn times(mut self, axes: &UnitQuaternion<f64>) -> Self {
        let [aw, ax, ay, az] = Self::new([1.0; 3], axes, &Vector3::zeros()).orientation;
        let [w, x, y, z] = &self.orientation;
        self.orientation = [
            w * &aw - x * &ax - y * &ay - z * &az,
            w * &ax + x * &aw + y * &az - z * &ay,
            w * &ay - x * &az + y * &aw + z * &ax,
            w * &az + x * &ay - y * &ax + z * &aw,
        ];
        self
    }

    /// The columns of the rotation from the body to the world.
    pub fn columns(&self) -> [Triple; 3] {
        columns(&self.orientation)
    }

    /// The angular momentum in the body's frame.
    pub fn along(&self) -> Triple {
        self.columns().map(|column| dot(&column, &self.spin))
    }

    /// The largest difference between the columns of a rotation in `f64` and those of this body.
    pub fn distance(&self, rotation: &UnitQuaternion<f64>) -> f64 {
        let other = Self::new([1.0; 3], rotation, &Vector3::zeros()).columns();
        difference(&self.columns(), &other)
    }

    /// The body after `dt`, by power series of 30 terms, each over a seventh of a radian.
    pub fn by_series(&self, dt: f64) -> Self {
        let along = self.along();
        let inverse = self.moments.clone().map(|moment| big(1.0) / moment);
        let fastest = (0..3)
            .map(|axis| small(&(&along[axis] * &inverse[axis])).abs())
            .fold(0.0, f64::max);
        let steps = (7.0 * fastest * dt.abs()).ceil().max(1.0);
        let h = big(dt) / big(steps);
        let (mut q, mut m) = (self.orientation.clone(), along);
        for _ in 0..steps as usize {
            (q, m) = series(&inverse, q, m, &h);
        }
        Self {
            orientation: q,
            ..self.clone()
        }
    }

    /// The state after `dt`, in one jump: columns of the rotation, and angular momentum in the
    /// body's frame.
    ///
    /// Moments must be in rising order.
    pub fn jump(&self, dt: f64) -> ([Triple; 3], Triple) {
        let (turn, n) = jump(&self.moments, &self.along(), &big(dt));
        let start = self.columns();
        // R dR, by columns
        let end = turn.map(|column| {
            core::array::from_fn(|row| {
                (0..3).fold(big(0.0), |sum, k| sum + &start[k][row] * &column[k])
            })
        });
        (end, n)
    }
}

/// The largest difference of components.
pub fn distance(a: &Triple, b: &Triple) -> f64 {
    (a.iter().zip(b)).fold(0.0, |worst, (a, b)| small(&(a - b)).abs().max(worst))
}

/// The largest difference of entries.
pub fn difference(a: &[Triple; 3], b: &[Triple; 3]) -> f64 {
    (a.iter().flatten().zip(b.iter().flatten()))
        .map(|(a, b)| small(&(a - b)).abs())
        .fold(0.0, f64::max)
}

pub fn columns(q: &[Big; 4]) -> [Triple; 3] {
    let [w, x, y, z] = q;
    let two = big(2.0);
    let one = big(1.0);
    [
        [
            &one - &two * (y * y + z * z),
            &two * (x * y + w * z),
            &two * (x * z - w * y),
        ],
        [
            &two * (x * y - w * z),
            &one - &two * (x * x + z * z),
            &two * (y * z + w * x),
        ],
        [
            &two * (x * z + w * y),
            &two * (y * z - w * x),
            &one - &two * (x * x + y * y),
        ],
    ]
}

fn dot<const N: usize>(a: &[Big; N], b: &[Big; N]) -> Big {
    (a.iter().zip(b)).fold(big(0.0), |sum, (a, b)| sum + a * b)
}

fn cross(a: &Triple, b: &Triple) -> Triple {
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

/// One step of the series solution of `m' = m × ω`, `q' = ½ q ω`, `ω = I⁻¹ m`.
fn series(inverse: &Triple, q: [Big; 4], m: Triple, h: &Big) -> ([Big; 4], Triple) {
    let mut qs = vec![q];
    let mut ms = vec![m];
    let mut omegas: Vec<Triple> = Vec::new();
    for k in 0..30 {
        omegas.push(core::array::from_fn(|i| &ms[k][i] * &inverse[i]));
        let mut m = [0.0; 3].map(big);
        let mut q = [0.0; 4].map(big);
        for j in 0..=k {
            let (a, omega) = (&qs[j], &omegas[k - j]);
            for (sum, term) in m.iter_mut().zip(cross(&ms[j], omega)) {
                *sum += term;
            }
            let vector = [a[1].clone(), a[2].clone(), a[3].clone()];
            q[0] -= dot(&vector, omega);
            for (i, term) in cross(&vector, omega).into_iter().enumerate() {
                q[i + 1] += term + &a[0] * &omega[i];
            }
        }
        let by = big((k + 1) as f64);
        qs.push(q.map(|term| term / (big(2.0) * &by)));
        ms.push(m.map(|term| term / &by));
    }
    let at = |terms: Vec<&Big>| {
        terms
            .iter()
            .rev()
            .fold(big(0.0), |sum, term| sum * h + *term)
    };
    (
        core::array::from_fn(|i| at(qs.iter().map(|q| &q[i]).collect())),
        core::array::from_fn(|i| at(ms.iter().map(|m| &m[i]).collect())),
    )
}

/// The jump of a spin about a principal axis; about the middle axis the closed form divides zero by
/// zero after many turns.
fn steady(moments: &Triple, m: &Triple, dt: &Big) -> Option<([Triple; 3], Triple)> {
    let zero = big(0.0);
    let (j, k, l) = (0..3)
        .map(|axis| (axis, (axis + 1) % 3, (axis + 2) % 3))
        .find(|&(_, k, l)| m[k] == zero && m[l] == zero)?;
    let angle = &m[j] * dt / &moments[j];
    let turns = small(&(&angle / (pi() * big(2.0)))).round();
    let angle = angle - pi() * big(2.0 * turns);
    let (s, c) = (angle.sin(), angle.cos());
    let mut columns = [0; 3].map(|_| [0.0; 3].map(big));
    columns[j][j] = big(1.0);
    (columns[k][k], columns[k][l]) = (c.clone(), s.clone());
    (columns[l][k], columns[l][l]) = (-s, c);
    Some((columns, m.clone()))
}

/// Columns of the rotation as seen from the initial frame of the body, and m after it: the closed
/// form that the crate uses, written as it is derived, with an arctangent and three matrices.
fn jump(moments: &Triple, m: &Triple, dt: &Big) -> ([Triple; 3], Triple) {
    if let Some(turned) = steady(moments, m, dt) {
        return turned;
    }
    let [i1, i2, i3] = moments;
    let b1 = (i3 - i2) / (i2 * i3);
    let b2 = (i3 - i1) / (i1 * i3);
    let b3 = (i2 - i1) / (i1 * i2);
    let [m1, m2, m3] = m;
    let zero = big(0.0);
    let one = big(1.0);
    let length = dot(m, m).sqrt();
    let (r, rb) = if b2 == zero {
        (big(0.5), big(0.5))
    } else {
        (&b1 / &b2, &b3 / &b2)
    };
    let q1 = m1 * m1 + &r * m2 * m2;
    let q3 = m3 * m3 + &rb * m2 * m2;
    let diff = &rb * m1 * m1 - &r * m3 * m3;
    let size = (&rb * &q1).max(&r * &q3);
    let rate = &b2 * size.sqrt();
    let (z, c, d, complement, halves) = if small(&rate) == 0.0 {
        (dt.clone(), one.clone(), one.clone(), one.clone(), 0.0)
    } else {
        let away = if diff < zero { -&diff } else { diff.clone() };
        let complement = away / &size;
        let h = &rate * dt;
        let (period, halves) = if small(&complement) == 0.0 {
            (zero.clone(), 0.0)
        } else {
            let period = quarter_period(&complement);
            let halves = small(&(&h / (&period * big(2.0)))).round();
            (period, halves)
        };
        let [s, c, d] = jacobi(&(h - &period * big(2.0 * halves)), &complement);
        let sign = big(if halves % 2.0 == 0.0 { 1.0 } else { -1.0 });
        (s * &sign / &rate, c * sign, d, complement, halves)
    };
    let f = [-(&b1 * m2 * m3), &b2 * m1 * m3, -(&b3 * m1 * m2)];
    let n = if diff >= zero {
        let below = &d * &d + &b1 * &b2 * m3 * m3 * &z * &z;
        [
            (m1 * &d + &z * &c * &f[0]) / &below,
            (m2 * &c * &d + &z * &f[1]) / &below,
            (m3 * &c + &z * &d * &f[2]) / &below,
        ]
    } else {
        let below = &d * &d + &b3 * &b2 * m1 * m1 * &z * &z;
        [
            (m1 * &c + &z * &d * &f[0]) / &below,
            (m2 * &c * &d + &z * &f[1]) / &below,
            (m3 * &d + &z * &c * &f[2]) / &below,
        ]
    };
    let (e, rho, q, b, moment, sign) = if q1 >= q3 {
        (2, &rb, &q3, &b3, i1, big(-1.0))
    } else {
        (0, &r, &q1, &b1, i3, big(1.0))
    };
    let across = dot(&n, &n) - &n[e] * &n[e];
    let reach = &b2 * &b2 * rho * q;
    let odd = big(if halves % 2.0 == 0.0 { 1.0 } else { -1.0 });
    let near = carlson_rj([&(&c * &c), &(&d * &d), &one, &(&one + &reach * &z * &z)]);
    let mut integral = odd * &z * &z * &z / big(3.0) * near;
    if halves != 0.0 {
        let whole = carlson_rj([&zero, &complement, &one, &(&one + &reach / (&rate * &rate))]);
        integral += big(2.0 * halves) / (big(3.0) * &rate * &rate * &rate) * whole;
    }
    let sine = b * &length * &z * m2 * &n[1];
    let cosine = across - rho * m2 * &b2 * &n[0] * &n[2] * &z;
    let psi =
        &length * dt / moment + sign * (&b2 * &reach * &length * integral + (sine / cosine).atan());
    let turns = small(&(&psi / (pi() * big(2.0)))).round();
    let psi = psi - pi() * big(2.0 * turns);
    let axis: Triple = core::array::from_fn(|i| big(if i == e { 1.0 } else { 0.0 }));
    let frame = |m: &Triple| {
        let unit = |v: Triple| {
            let length = dot(&v, &v).sqrt();
            v.map(|part| part / &length)
        };
        let m = unit(m.clone());
        let first = unit(cross(&axis, &m));
        let second = cross(&m, &first);
        [first, second, m]
    };
    let (at_m, at_n) = (frame(m), frame(&n));
    let (s, c) = (psi.sin(), psi.cos());
    // F(m) R_z(ψ), by columns
    let turned: [Triple; 3] = [
        core::array::from_fn(|i| &at_m[0][i] * &c + &at_m[1][i] * &s),
        core::array::from_fn(|i| &at_m[1][i] * &c - &at_m[0][i] * &s),
        at_m[2].clone(),
    ];
    let turn = core::array::from_fn(|column| {
        core::array::from_fn(|row| {
            (0..3).fold(big(0.0), |sum, k| sum + &turned[k][row] * &at_n[k][column])
        })
    });
    (turn, n)
}

/// A random direction.
pub fn any_direction(cases: &mut Cases) -> Vector3<f64> {
    let z: f64 = cases.uniform(-1.0..1.0);
    let angle = cases.uniform(0.0..core::f64::consts::TAU);
    let across = (1.0 - z * z).sqrt();
    Vector3::new(across * angle.cos(), across * angle.sin(), z)
}

/// A random orientation.
pub fn any_orientation(cases: &mut Cases) -> UnitQuaternion<f64> {
    let mut part = || cases.uniform(-1.0..1.0);
    UnitQuaternion::new_normalize(Quaternion::new(part(), part(), part(), part()))
}

/// Moments of inertia that a body can have, in rising order.
fn any_moments(cases: &mut Cases) -> [f64; 3] {
    let mut moments = [0.0; 3].map(|_: f64| cases.uniform(0.1..1.0));
    moments.sort_by(f64::total_cmp);
    moments[2] = moments[2].min(moments[0] + moments[1]);
    moments
}

/// A body and its angular momentum along the principal axes, with a name.
pub type Case = (&'static str, [f64; 3], Vector3<f64>);

/// Cases of every kind of inertia and every kind of motion.
pub fn special_cases(cases: &mut Cases) -> Vec<Case> {
    let book = [0.9, 1.6, 2.3];
    let mut list: Vec<Case> = Vec::new();
    for _ in 0..25 {
        list.push(("asymmetric", any_moments(cases), any_direction(cases)));
    }
    for _ in 0..6 {
        let m = any_direction(cases);
        list.push(("oblate", [1.0, 1.0, 1.7], m));
        list.push(("prolate", [0.3, 1.0, 1.0], m));
        list.push(("1e-9 oblate", [1.0 - 1e-9, 1.0, 1.7], m));
        list.push(("1e-4 prolate", [0.3, 1.0, 1.0001], m));
        list.push(("near a sphere", [1.0 - 1e-5, 1.0, 1.0 + 1.3e-5], m));
        list.push(("a sphere", [1.0; 3], m));
        for thin in [1e-6, 1e-9, 1e-12] {
            let rod = [thin, 1.0, 1.0 + 0.5 * thin];
            list.push(("a thin rod", rod, Vector3::new(m.x * thin, m.y, m.z)));
        }
    }
    let [i1, i2, i3]: [f64; 3] = book;
    let separatrix = Vector3::new(
        (i1 * (i3 - i2) / (i2 * (i3 - i1))).sqrt(),
        0.0,
        (i3 * (i2 - i1) / (i2 * (i3 - i1))).sqrt(),
    );
    for off in [0.0, 1e-6, -1e-6, 1e-12, -1e-12] {
        for share in [0.0, 0.3, -0.9] {
            let m = (separatrix + Vector3::new(off, 0.0, 0.0)) * (1.0_f64 - share * share).sqrt();
            list.push(("the separatrix", book, m + Vector3::new(0.0, share, 0.0)));
        }
    }
    for axis in 0..3 {
        for off in [0.0, 1e-4, 1e-5, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9] {
            let mut m = any_direction(cases) * off;
            m[axis] = if cases.chance(0.5) { 1.0 } else { -1.0 };
            list.push(("a steady spin", book, m));
        }
    }
    list
}

/// Size of the angular velocity \[rad/s\] for an angular momentum along the principal axes.
pub fn fastest(moments: [f64; 3], m: &Vector3<f64>) -> f64 {
    m.component_div(&Vector3::from(moments)).norm()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_is_true() {
        let mut cases = Cases::new(1);
        let orientation = any_orientation(&mut cases);
        let mut worst = 0.0_f64;
        for (_, moments, m) in special_cases(&mut cases).into_iter().step_by(3) {
            let start = Turning::new(moments, &orientation, &(orientation * m));
            let dt = cases.uniform(-0.3..0.3) / fastest(moments, &m);
            let (jumped, along) = start.jump(dt);
            let series = start.by_series(dt);
            worst = worst.max(difference(&series.columns(), &jumped));
            let n = series.along();
            worst = worst.max(difference(
                &[n.clone(), n.clone(), n],
                &[0; 3].map(|_| along.clone()),
            ));
        }
        println!("series and jump: {worst:.1e}");
        assert!(worst < 1e-28);
        // over some turns
        let m = Vector3::new(0.2, 0.9, -0.4);
        let start = Turning::new([0.9, 1.6, 2.3], &orientation, &(orientation * m));
        for dt in [15.0, -20.0] {
            let distance = difference(&start.by_series(dt).columns(), &start.jump(dt).0);
            println!("series and jump over {dt} s: {distance:.1e}");
            assert!(distance < 1e-27);
        }
    }
}
