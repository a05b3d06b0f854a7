//! Elliptic functions and integrals to 80 digits, by methods that share nothing with those of the
//! crate: sn, cn and dn by halving and doubling, `R_J` by duplication to the end.

use crate::digits::with_bits;
pub use crate::digits::{Big, small};

/// 320 bits: 96 digits, some of which doubling may lose.
const PRECISION: usize = 320;

pub fn big(value: f64) -> Big {
    with_bits(value, PRECISION)
}

pub fn pi() -> Big {
    big(1.0).atan() * big(4.0)
}

/// K for the complementary parameter `1 - m`, by the AGM.
pub fn quarter_period(complement: &Big) -> Big {
    let (mut a, mut g) = (big(1.0), complement.sqrt());
    for _ in 0..40 {
        (a, g) = ((&a + &g) / big(2.0), (&a * &g).sqrt());
    }
    pi() / (a * big(2.0))
}

/// sn, cn and dn at `u` for the complementary parameter `1 - m`.
pub fn jacobi(u: &Big, complement: &Big) -> [Big; 3] {
    let one = big(1.0);
    let m = &one - complement;
    let halvings = 12 + small(u).abs().max(1.0).log2().ceil() as isize;
    let start = u.clone() >> halvings;
    let [s, c, d] = jacobi_series(&start, &m);
    // formulas for the double argument; the precision has room for the digits that they lose
    let (mut s, mut c, mut d) = (s, c, d);
    for _ in 0..halvings {
        let (s2, c2, d2) = (&s * &s, &c * &c, &d * &d);
        let below = &one - &m * &s2 * &s2;
        let new_s = big(2.0) * &s * &c * &d / &below;
        let new_c = (&c2 - &s2 * &d2) / &below;
        let new_d = (&d2 - &m * &s2 * &c2) / &below;
        (s, c, d) = (new_s, new_c, new_d);
    }
    [s, c, d]
}

/// The power series from s' = c d, c' = -s d, d' = -m s c; for |u| below 1/4096.
fn jacobi_series(u: &Big, m: &Big) -> [Big; 3] {
    let mut terms = [vec![big(0.0)], vec![big(1.0)], vec![big(1.0)]];
    let product = |a: &[Big], b: &[Big]| {
        (a.iter().zip(b.iter().rev())).fold(big(0.0), |sum, (a, b)| sum + a * b)
    };
    for k in 1..26 {
        let [s, c, d] = &terms;
        let by = big(f64::from(k));
        let next = [
            product(c, d) / &by,
            -product(s, d) / &by,
            -(m * product(s, c)) / &by,
        ];
        for (terms, next) in terms.iter_mut().zip(next) {
            terms.push(next);
        }
    }
    terms.map(|terms| (terms.iter().rev()).fold(big(0.0), |sum, term| sum * u + term))
}

/// `R_J(x, y, z, p)` by duplication until only the first terms of the series count.
pub fn carlson_rj(arguments: [&Big; 4]) -> Big {
    let [mut x, mut y, mut z, mut p] = arguments.map(Big::clone);
    let (mut sum, mut scale) = (big(0.0), big(1.0));
    for _ in 0..28 {
        let [a, b, c, e] = [&x, &y, &z, &p].map(|value| value.sqrt());
        let d = (&e + &a) * (&e + &b) * (&e + &c);
        let over = (&p - &x) * (&p - &y) * (&p - &z) / (&d * &d);
        let ratio = if over > big(0.0) {
            let root = over.sqrt();
            root.atan() / root
        } else {
            big(1.0)
        };
        sum += &scale * big(6.0) / &d * ratio;
        let lambda = &a * &b + &b * &c + &c * &a;
        [x, y, z, p] = [x, y, z, p].map(|value| (value + &lambda) / big(4.0));
        scale /= big(4.0);
    }
    let mean = (&x + &y + &z + &p + &p) / big(5.0);
    let [a, b, c] = [x, y, z].map(|value| (&mean - value) / &mean);
    let e = -(&a + &b + &c) / big(2.0);
    let e2 = &a * &b + &b * &c + &c * &a - big(3.0) * &e * &e;
    let series = big(1.0) - big(3.0) * e2 / big(14.0);
    sum + scale * series / (&mean * mean.sqrt())
}

#[test]
fn the_truth_is_true() {
    let [sn, cn, dn] = jacobi(&big(1.5), &big(1.0)).map(|value| small(&value));
    assert!((sn - 1.5_f64.sin()).abs() < 1e-16 && (cn - 1.5_f64.cos()).abs() < 1e-16 && dn == 1.0);
    let [sn, cn, dn] = jacobi(&big(-1.5), &big(0.0)).map(|value| small(&value));
    let sech = 1.5_f64.cosh().recip();
    assert!((sn + 1.5_f64.tanh()).abs() < 3e-16 && (cn - sech).abs() < 2e-16 && cn == dn);
    // R_J(x, x, x, x) = x^(-3/2); R_J(2, 3, 4, 5), a published value of Carlson
    let four = big(4.0);
    assert!((small(&carlson_rj([&four; 4])) - 0.125).abs() < 1e-16);
    let value = carlson_rj([&big(2.0), &big(3.0), &big(4.0), &big(5.0)]);
    assert!((small(&value) - 0.142_975_796_671_567_54).abs() < 1e-16);
}
