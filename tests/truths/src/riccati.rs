//! The motion under `r' = -(a + b r + c r²)` to 30 digits, by Taylor series of the equation itself.

use crate::digits::{Big, small, with_bits};

/// Bits of all numbers in this module.
const PRECISION: usize = 128;

/// Number of terms of each series; their ratio is at most a sixteenth.
const TERMS: usize = 26;

pub fn number(value: f64) -> Big {
    with_bits(value, PRECISION)
}

#[derive(Clone)]
pub struct Riccati {
    pub law: [Big; 3],
    pub speed: Big,
    pub way: Big,
    pub time: Big,
}

impl Riccati {
    pub fn new(law: [f64; 3], speed: f64) -> Self {
        Self {
            law: law.map(number),
            speed: number(speed),
            way: number(0.0),
            time: number(0.0),
        }
    }

    /// `a + b r + c r²`
    pub fn deceleration(&self) -> Big {
        let [a, b, c] = &self.law;
        a + (b + c * &self.speed) * &self.speed
    }

    /// Advances by a time of either sign.
    pub fn advance(&mut self, time: &Big) {
        let [a, b, c] = self.law.clone();
        let mut left = time.clone();
        loop {
            let rate = (small(&a) * small(&c)).abs().sqrt()
                + small(&b).abs()
                + 2.0 * (small(&c) * small(&self.speed)).abs();
            let longest = 1.0 / 16.0 / rate.max(1e-200);
            let is_last = small(&left).abs() <= longest;
            let step = if is_last {
                left.clone()
            } else {
                number(longest.copysign(small(&left)))
            };
            let mut terms = vec![self.speed.clone()];
            for n in 0..TERMS {
                let square = (0..=n).fold(number(0.0), |sum, i| sum + &terms[i] * &terms[n - i]);
                let mut next = -(&b * &terms[n] + &c * square);
                if n == 0 {
                    next -= &a;
                }
                terms.push(next / number((n + 1) as f64));
            }
            let (mut speed, mut way) = (number(0.0), number(0.0));
            for (n, term) in terms.iter().enumerate().rev() {
                speed = speed * &step + term;
                way = way * &step + term / number((n + 1) as f64);
            }
            self.way += way * &step;
            self.speed = speed;
            self.time += &step;
            if is_last {
                return;
            }
            left -= step;
        }
    }

    /// Advances to the time at which the speed is zero, by Newton's method.
    pub fn advance_to_rest(&mut self) {
        for _ in 0..80 {
            let mut step = &self.speed / self.deceleration();
            let [a, _, c] = &self.law;
            let longest = 0.25 / (small(a) * small(c)).abs().sqrt();
            if small(&step).abs() > longest {
                // near a terminal speed a whole step would be too long
                step = number(longest.copysign(small(&step)));
            }
            if small(&self.speed) == 0.0 || small(&(&step / &self.time)).abs() < 1e-36 {
                break;
            }
            self.advance(&step);
        }
        self.speed = number(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_is_true() {
        // quadratic drag alone: r = r₀ / (1 + c r₀ t)
        let mut motion = Riccati::new([0.0, 0.0, 0.5], 4.0);
        motion.advance(&number(3.0));
        assert!((small(&motion.speed) - 4.0 / 7.0).abs() < 1e-16);
        assert!((small(&motion.way) - 2.0 * 7.0_f64.ln()).abs() < 1e-15);
        // dry and linear: the stop at ln(1 + k v/μ)/k, after (v - μ t)/k
        let mut motion = Riccati::new([2.0, 0.5, 0.0], 4.0);
        motion.advance_to_rest();
        let stop = number(1.0).ln_1p() / number(0.5);
        assert!(small(&(&motion.time - &stop)).abs() < 1e-30);
        let way = (number(4.0) - number(2.0) * stop) / number(0.5);
        assert!(small(&(&motion.way - way)).abs() < 1e-30);
        // dry and quadratic: the stop at atan(v √(c/μ)) / √(c μ)
        let mut motion = Riccati::new([2.0, 0.0, 0.5], 2.0);
        motion.advance_to_rest();
        assert!((small(&motion.time) - 1.0_f64.atan()).abs() < 1e-16);
    }
}
