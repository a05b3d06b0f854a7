//! The motion of a point that bounces once, along the normal of the plane and along the plane.

use nalgebra::{ComplexField, RealField, SVector};

use super::super::drag_model::DragModel;
use super::super::times::Times;
use crate::ballistics::{quadratic_roots, root_between};
use crate::contact::Contact;
use crate::numbers::{direction, to_f64};

/// In how many parts of the time bounces are looked for in drag.
const PARTS: u16 = 128;

/// Steps of a search for a turn: each shortens its interval to two thirds.
const TURN_STEPS: usize = 80;

/// The height over the plane, from the launch to the hit.
///
/// `h(t) = h₀ + w₀ S(t) + c S₁(t)` up to the bounce at time s. As S₁ is convex over S, a path that falls at its bounce meets
/// the plane nowhere before, and one that is above it at the hit nowhere between.
#[derive(Debug, Clone, Copy)]
pub(super) struct NormalMotion {
    pub(super) model: DragModel,
    /// c: the acceleration away from the plane \[m/s²\].
    pub(super) pull: f64,
    /// Of launch and target \[m\]; positive.
    pub(super) heights: [f64; 2],
    /// e; positive.
    pub(super) restitution: f64,
    /// From launch to hit \[s\].
    pub(super) time: f64,
}

impl NormalMotion {
    /// The speed away from the plane of a launch that meets it at time s \[m/s\]: `w₀ = -(h₀ + c S₁)/S`.
    pub(super) fn launch_speed(&self, bounce: f64) -> f64 {
        let reach = self.model.reach(bounce);
        -self.heights[0] * reach.per_metre - self.pull * reach.against
    }

    /// The speed against the plane at the bounce, times S \[m\]: `-w S = h₀ S' + c (S₁ S' - S₁' S)`.
    fn approach(&self, bounce: f64) -> f64 {
        let ((glide, fall), (left, sinking)) = (self.model.carry(bounce), self.model.rates(bounce));
        self.heights[0] * left + self.pull * (fall * left - sinking * glide)
    }

    /// The height over the target at the hit, times S \[m s\]: `(c S₁(t - s) - h₁) S(s) - e w S(s) S(t - s)`.
    fn miss(&self, bounce: f64) -> f64 {
        let (glide, fall) = self.model.carry(self.time - bounce);
        let sunk = self.pull * fall - self.heights[1];
        sunk * self.model.carry(bounce).0 + self.restitution * self.approach(bounce) * glide
    }

    /// The times of bounces after which the target is hit.
    pub(super) fn bounces(&self) -> Times {
        let mut bounces = Times::none();
        if self.model.is_free() {
            let turns = self.turns();
            self.search([0.0, turns[0], turns[1], self.time], &mut bounces);
        } else {
            // parts are shorter towards both ends
            let at = |part: u16| {
                let angle = f64::from(part) * (core::f64::consts::FRAC_PI_2 / f64::from(PARTS));
                let sine = ComplexField::sin(angle);
                self.time * (sine * sine)
            };
            self.search((0..=PARTS).map(at), &mut bounces);
        }
        bounces.filter(|bounce| self.approach(bounce) > 0.0)
    }

    /// Without drag, where the miss turns, within the time:
    /// `3/2 c (1 + e) s² - (2 + e) c t s + c t²/2 - e h₀ - h₁ = 0`.
    fn turns(&self) -> [f64; 2] {
        let (c, e, time) = (self.pull, self.restitution, self.time);
        let roots = quadratic_roots(
            1.5 * c * (1.0 + e),
            -(2.0 + e) * c * time,
            0.5 * c * time * time - e * self.heights[0] - self.heights[1],
        );
        let mut turns = roots.map(|root| if root > 0.0 { root.min(time) } else { 0.0 });
        turns.sort_unstable_by(f64::total_cmp);
        turns
    }

    /// Adds the roots of the miss between times in order, each pair of which holds at most one turn.
    fn search(&self, times: impl IntoIterator<Item = f64>, found: &mut Times) {
        let mut last: Option<[(f64, f64); 2]> = None;
        for time in times {
            let next = (time, self.miss(time));
            let Some([before, at]) = last else {
                last = Some([next, next]);
                continue;
            };
            let is_turn = before.1 * at.1 > 0.0
                && at.1 * next.1 > 0.0
                && at.1.abs() <= before.1.abs().min(next.1.abs());
            if is_turn {
                let turn = self.least(before.0, next.0, at.1.signum());
                if self.miss(turn) * at.1 <= 0.0 {
                    self.root(before, turn, found);
                    self.root((turn, -at.1), next.0, found);
                }
            } else if (at.1 < 0.0) != (next.1 < 0.0) {
                self.root(at, next.0, found);
            }
            last = Some([at, next]);
        }
    }

    /// Adds the root between two times.
    fn root(&self, (from, value): (f64, f64), to: f64, found: &mut Times) {
        let miss = |time| (self.miss(time), f64::NAN);
        found.push(root_between(miss, (from, to), value < 0.0, None));
    }

    /// Where the miss, times a sign, is least between two times.
    fn least(&self, mut from: f64, mut to: f64, sign: f64) -> f64 {
        for _ in 0..TURN_STEPS {
            let third = (to - from) / 3.0;
            let [early, late] = [from + third, to - third];
            if sign * self.miss(early) < sign * self.miss(late) {
                to = late;
            } else {
                from = early;
            }
        }
        0.5 * (from + to)
    }
}

/// What friction does at the bounce.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surface {
    /// μ (1 + e)
    grip: f64,
    /// β
    tangential_restitution: f64,
}

impl Surface {
    pub(super) fn new<T: RealField + Copy>(contact: &Contact<T>) -> Self {
        Self {
            grip: to_f64(contact.friction) * (1.0 + to_f64(contact.restitution)),
            tangential_restitution: to_f64(contact.tangential_restitution),
        }
    }

    /// The velocities of launch along the plane that go the way `d` along it \[m/s\].
    ///
    /// With u before and u' after the bounce, `a = S/S'` at the bounce and `b = S(t - s)`:
    ///
    /// ```text
    /// u a + u' b = r = d - c (S₁(s) - S₁'(s) a + S₁(t - s))        u₀ = (u - c S₁')/S'
    /// sliding:   u' = u - m u/|u|,  m = μ (1 + e) w       if (1 + β) |u| > m
    /// sticking:  u' = -β u                                if (1 + β) |u| ≤ m
    /// ```
    pub(super) fn launches<const D: usize>(
        &self,
        motion: &NormalMotion,
        bounce: f64,
        way: &SVector<f64, D>,
        pull: &SVector<f64, D>,
    ) -> [Option<SVector<f64, D>>; 3] {
        let model = motion.model;
        let ((glide, fall), (left, sinking)) = (model.carry(bounce), model.rates(bounce));
        let (b, later) = model.carry(motion.time - bounce);
        let a = glide / left;
        let rest = way - pull * (fall - sinking * a + later);
        let most = self.grip * motion.approach(bounce) / glide;
        let (toward, size) = (direction(&rest), rest.norm());
        let reversal = 1.0 + self.tangential_restitution;
        let slides = |speed: f64| speed * reversal > most || most == 0.0;
        let ahead = (size + most * b) / (a + b);
        let back = (most * b - size) / (a + b);
        let stuck = rest / (a - self.tangential_restitution * b);
        let before = |speed: SVector<f64, D>| (speed - pull * sinking) / left;
        [
            (slides(ahead) && (size > 0.0 || most == 0.0)).then(|| before(toward * ahead)),
            (back > 0.0 && size > 0.0 && slides(back)).then(|| before(toward * -back)),
            (!slides(stuck.norm())).then(|| before(stuck)),
        ]
    }
}
