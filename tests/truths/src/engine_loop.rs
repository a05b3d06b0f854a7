//! The loops of the engines, as published, to 150 digits; and the same loop repeated a million
//! times.

use crate::truth::{Big, big, small};

/// A rule: from position, velocity and acceleration along an axis to the next position and
/// velocity.
pub type Rule = Box<dyn Fn(Big, Big, &Big) -> (Big, Big)>;

/// A rule of `n` equal substeps.
fn substeps(n: u32, step: impl Fn(Big, Big, &Big) -> (Big, Big) + 'static) -> Rule {
    Box::new(move |x, v, a| (0..n).fold((x, v), |(x, v), _| step(x, v, a)))
}

fn zero_or(number: Big) -> Big {
    if small(&number) > 0.0 {
        number
    } else {
        big(0.0)
    }
}

/// Rapier: damping once, after all moves.
pub fn rapier(dt: f64, n: u32, d: f64) -> Rule {
    let (dt, d) = (big(dt), big(d));
    let h = &dt / big(f64::from(n));
    let moves = substeps(n, move |x, v, a| {
        let v = v + a * &h;
        (x + &v * &h, v)
    });
    Box::new(move |x, v, a| {
        let (x, v) = moves(x, v, a);
        (x, v / (big(1.0) + &dt * &d))
    })
}

/// Avian and Box2D: damping first, in every substep.
pub fn damped_substeps(dt: f64, n: u32, d: f64) -> Rule {
    let (h, d) = (big(dt) / big(f64::from(n)), big(d));
    substeps(n, move |x, v, a| {
        let v = v / (big(1.0) + &h * &d) + a * &h;
        (x + &v * &h, v)
    })
}

/// Unity, PhysX, Jolt.
pub fn damping_last(dt: f64, _: u32, d: f64) -> Rule {
    let (h, d) = (big(dt), big(d));
    Box::new(move |x, v, a| {
        let v = (v + a * &h) * zero_or(big(1.0) - &d * &h);
        (x + &v * &h, v)
    })
}

/// Godot.
pub fn damping_first(dt: f64, _: u32, d: f64) -> Rule {
    let (h, d) = (big(dt), big(d));
    Box::new(move |x, v, a| {
        let v = v * zero_or(big(1.0) - &d * &h) + a * &h;
        (x + &v * &h, v)
    })
}

/// Bullet.
pub fn power(dt: f64, _: u32, d: f64) -> Rule {
    let h = big(dt);
    let left = if d == 1.0 {
        big(0.0)
    } else {
        (&h * (big(1.0) - big(d)).ln()).exp()
    };
    Box::new(move |x, v, a| {
        let v = v * &left + a * &h;
        (x + &v * &h, v)
    })
}

/// Symplectic Euler.
pub fn symplectic(dt: f64, _: u32, d: f64) -> Rule {
    let (h, d) = (big(dt), big(d));
    Box::new(move |x, v, a| {
        let v = &v + (a - &d * &v) * &h;
        (x + &v * &h, v)
    })
}

/// Explicit Euler.
pub fn explicit(dt: f64, _: u32, d: f64) -> Rule {
    let (h, d) = (big(dt), big(d));
    Box::new(move |x, v, a| (x + &v * &h, &v + (a - &d * &v) * &h))
}

/// The linear map of a rule: `x' = x + v xv + a xa`, `v' = v vv + a va`.
#[derive(Clone)]
pub struct Map {
    pub xv: Big,
    pub xa: Big,
    pub vv: Big,
    pub va: Big,
}

impl Map {
    /// The map of a rule: its effect on a velocity of 1, and the effect of an acceleration of 1.
    pub fn of(rule: &Rule) -> Self {
        let (xv, vv) = rule(big(0.0), big(1.0), &big(0.0));
        let (xa, va) = rule(big(0.0), big(0.0), &big(1.0));
        Self { xv, xa, vv, va }
    }

    /// The map with the sizes of all its terms.
    pub fn sizes(&self) -> Self {
        let size = |number: &Big| {
            let is_negative = small(number) < 0.0;
            if is_negative { -number } else { number.clone() }
        };
        Self {
            xv: size(&self.xv),
            xa: size(&self.xa),
            vv: size(&self.vv),
            va: size(&self.va),
        }
    }

    /// This map, then the other one.
    fn then(&self, next: &Self) -> Self {
        Self {
            xv: &self.xv + &next.xv * &self.vv,
            xa: &self.xa + &next.xv * &self.va + &next.xa,
            vv: &next.vv * &self.vv,
            va: &next.vv * &self.va + &next.va,
        }
    }

    /// This map, n times.
    pub fn times(&self, mut n: u64) -> Self {
        let mut all = Self {
            xv: big(0.0),
            xa: big(0.0),
            vv: big(1.0),
            va: big(0.0),
        };
        let mut doubled = self.clone();
        while n > 0 {
            if n % 2 == 1 {
                all = all.then(&doubled);
            }
            n /= 2;
            if n > 0 {
                doubled = doubled.then(&doubled);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_squaring_is_the_loop() {
        let rules: [fn(f64, u32, f64) -> Rule; 6] = [
            rapier,
            damped_substeps,
            damping_last,
            damping_first,
            symplectic,
            explicit,
        ];
        let rows = rules.map(|rule| [0.0, 1e-9, 0.3, 29.9, 60.0].map(|d| rule(0.02, 4, d)));
        let powers = [0.0, 1e-9, 0.3, 1.0].map(|d| power(0.02, 1, d));
        for rule in rows.into_iter().flatten().chain(powers) {
            let map = Map::of(&rule);
            let [x0, v0, a] = [-70.0, 8.5, -9.81].map(big);
            let (mut x, mut v) = (x0.clone(), v0.clone());
            for n in 1..=20 {
                (x, v) = rule(x, v, &a);
                let all = map.times(n);
                let far = small(&(&x - (&x0 + &v0 * &all.xv + &a * &all.xa)));
                let fast = small(&(&v - (&v0 * &all.vv + &a * &all.va)));
                assert!(far.abs() < 1e-140 && fast.abs() < 1e-140, "{far} {fast}");
            }
        }
    }
}
