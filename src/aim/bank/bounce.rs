//! The motion of a point that bounces once, along the normal of the plane and along the plane.

use nalgebra::{RealField, SVector};

use super::super::drag_model::DragModel;
use super::super::moving::{Curve, Interval, MonotoneFunction, Quantity, RootSearch};
use super::super::times::Times;
use crate::contact::Contact;
use crate::numbers::{direction, to_f64};

/// The height over the plane, from the launch to the bounce at time s, and after it.
///
/// `h(t) = h₀ + w₀ S(t) + c S₁(t)` up to the bounce. As S₁ is convex over S, a path that falls at its bounce meets the plane
/// nowhere before, and one that is above it at the hit nowhere between.
#[derive(Debug, Clone, Copy)]
pub(super) struct NormalMotion {
    pub(super) model: DragModel,
    /// c: the acceleration away from the plane \[m/s²\].
    pub(super) pull: f64,
    /// Of launch and target \[m\]; positive.
    pub(super) heights: [f64; 2],
    /// e; positive.
    pub(super) restitution: f64,
}

impl NormalMotion {
    /// The speed away from the plane of a launch that meets it at time s \[m/s\]: `w₀ = -(h₀ + c S₁)/S`.
    pub(super) fn launch_speed(&self, bounce: f64) -> f64 {
        let reach = self.model.reach(bounce);
        -self.heights[0] * reach.per_metre - self.pull * reach.against
    }

    /// The speed against the plane at the bounce, times S \[m\]: `-w S = h₀ S' - c (S² - S₁ S')`, where the bracket is
    /// `S' R` with the fall R backward in time.
    pub(super) fn approach<Q: Quantity>(&self, bounce: Q) -> Q {
        let rate = self.model.drag_rate();
        let left = bounce.through(MonotoneFunction::Left(rate));
        let returned = bounce.through(MonotoneFunction::Returned(rate));
        left.scaled(self.heights[0]) - returned.scaled(self.pull)
    }

    /// The times of bounces after which the target is hit at a time \[s\]. If the search is given up, the number of its steps.
    pub(super) fn bounces(&self, time: f64) -> Result<Times, usize> {
        let motion = self;
        let span = Interval::new((EARLIEST * time).max(f64::MIN_POSITIVE), time);
        let bounces = RootSearch::new(&Miss { motion, time }, span).run()?;
        Ok(bounces.filter(|bounce| self.approach(bounce) > 0.0))
    }
}

/// The earliest bounce looked for, as a share of the time.
const EARLIEST: f64 = 1e-200;

/// The height over the target at the hit, as a function of the time s of the bounce, times S \[m s\]:
/// `(c S₁(t - s) - h₁) S(s) - e w S(s) S(t - s)`.
struct Miss<'a> {
    motion: &'a NormalMotion,
    /// t \[s\]
    time: f64,
}

impl Curve for Miss<'_> {
    fn at<Q: Quantity>(&self, bounce: Q) -> Q {
        let motion = self.motion;
        let [glide, sunk] =
            [MonotoneFunction::Glide, MonotoneFunction::Sunk].map(|f| f(motion.model));
        let later = Q::constant(self.time) - bounce;
        let fall = later.through(sunk).scaled(motion.pull) - Q::constant(motion.heights[1]);
        let rise = motion.approach(bounce).scaled(motion.restitution) * later.through(glide);
        fall * bounce.through(glide) + rise
    }
}

/// What friction does at the bounce.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surface {
    /// μ (1 + e)
    pub(super) grip: f64,
    /// β
    pub(super) tangential_restitution: f64,
}

impl Surface {
    pub(super) fn new<T: RealField + Copy>(contact: &Contact<T>) -> Self {
        Self {
            grip: to_f64(contact.friction) * (1.0 + to_f64(contact.restitution)),
            tangential_restitution: to_f64(contact.tangential_restitution),
        }
    }

    /// The velocities of launch along the plane that go the way `d` along it \[m/s\]: sliding towards `r` and against it, and
    /// sticking. The times are those before and after the bounce \[s\].
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
        [bounce, after]: [f64; 2],
        way: &SVector<f64, D>,
        pull: &SVector<f64, D>,
    ) -> [Option<SVector<f64, D>>; 3] {
        let model = motion.model;
        let (glide, (left, sinking)) = (model.carry(bounce).0, model.rates(bounce));
        let b = model.carry(after).0;
        let a = glide / left;
        let rest = self.rest(motion, [bounce, after], way, pull);
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

    /// r of [`launches`](Self::launches) \[m\].
    pub(super) fn rest<const D: usize>(
        &self,
        motion: &NormalMotion,
        [bounce, after]: [f64; 2],
        way: &SVector<f64, D>,
        pull: &SVector<f64, D>,
    ) -> SVector<f64, D> {
        let model = motion.model;
        let ((glide, fall), (left, sinking)) = (model.carry(bounce), model.rates(bounce));
        way - pull * (fall - sinking * (glide / left) + model.carry(after).1)
    }
}
