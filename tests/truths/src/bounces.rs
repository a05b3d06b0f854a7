//! A body that bounces off level ground under gravity and linear drag, to 150 digits.

use crate::truth::{Big, Exact, big, small};

const G: f64 = 9.81;

/// Time, position and velocity, along the ground and upwards.
#[derive(Clone)]
pub struct Bouncing {
    pub time: Big,
    pub x: Big,
    pub y: Big,
    pub vx: Big,
    pub vy: Big,
}

impl Bouncing {
    pub fn new(position: [f64; 2], velocity: [f64; 2]) -> Self {
        let ([x, y], [vx, vy]) = (position.map(big), velocity.map(big));
        let time = big(0.0);
        Self { time, x, y, vx, vy }
    }

    /// The state in flight after a time.
    pub fn after(&self, rate: f64, time: &Big) -> Self {
        let exact = Exact::new(&big(rate), &big(0.0), time);
        let gravity = big(-G);
        Self {
            time: &self.time + time,
            x: &self.x + &exact.xv * &self.vx,
            y: &self.y + &exact.xv * &self.vy + &exact.xc * &gravity,
            vx: &exact.vv * &self.vx,
            vy: &exact.vv * &self.vy + &exact.vc * &gravity,
        }
    }

    /// The state after the next bounce, by Newton's method from the time without drag.
    pub fn bounced(&self, rate: f64, restitution: f64) -> Self {
        let (y, vy) = (small(&self.y), small(&self.vy));
        let mut time = big((vy + (vy * vy + 2.0 * G * y).sqrt()) / G);
        for _ in 0..9 {
            let at = self.after(rate, &time);
            time -= &at.y / &at.vy;
        }
        let at = self.after(rate, &time);
        let vy = -(&at.vy * big(restitution));
        let y = big(0.0);
        Self { y, vy, ..at }
    }
}
