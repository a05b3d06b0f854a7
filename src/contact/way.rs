//! Paths in closed form, with a lower bound of their height over a plane.

use super::fall::{Fall, Motion, V, drifted};
use super::slip::TurningSlip;

/// Path of the centre in a segment.
#[derive(Clone, Copy)]
pub(super) enum Way<'a> {
    /// From a velocity under `v' = g - c v`, plus a constant drift velocity.
    Arc {
        velocity: V,
        constant: V,
        drag: f64,
        drift: V,
    },
    /// While the slip changes direction: `x'' = G + s (u' - G)`, with `|x'' - G| = friction`.
    Turn {
        normal: V,
        velocity: V,
        pull: V,
        drift: V,
        share: f64,
        friction: f64,
        slip: V,
        turning: TurningSlip,
    },
    /// Under a general law, from a state at a time of the flow.
    Law {
        motion: &'a dyn Motion,
        position: V,
        velocity: V,
        start: f64,
    },
}

impl Way<'_> {
    /// Returns a path of constant velocity.
    pub(super) fn steady(velocity: V) -> Self {
        Self::Arc {
            velocity,
            constant: V::zeros(),
            drag: 0.0,
            drift: V::zeros(),
        }
    }

    /// Returns displacement and velocity after a duration.
    pub(super) fn at(&self, time: f64) -> (V, V) {
        match self {
            Self::Arc {
                velocity,
                constant,
                drag,
                drift,
            } => {
                let (moved, velocity) = drifted(velocity, constant, *drag, time);
                (moved + drift * time, velocity + drift)
            }
            Self::Turn {
                velocity,
                pull,
                drift,
                share,
                slip,
                turning,
                ..
            } => {
                let (slipped, now) = turning.at(time);
                let square = 0.5 * time * time;
                let lost = slipped - slip * time - pull * square;
                let change = now - slip - pull * time;
                (
                    (velocity + drift) * time + pull * square + lost * *share,
                    velocity + drift + pull * time + change * *share,
                )
            }
            Self::Law {
                motion,
                position,
                velocity,
                start,
            } => motion.flow(position, velocity, *start, time),
        }
    }

    pub(super) fn is_arc(&self) -> bool {
        matches!(self, Self::Arc { .. })
    }

    /// Duration \[s\] for which a bound of [`fall`](Self::fall) is valid.
    pub(super) fn stretch(&self, _: f64) -> f64 {
        match self {
            Self::Law { motion, .. } => 0.5 / motion.rate().max(f64::MIN_POSITIVE),
            _ => f64::INFINITY,
        }
    }

    /// Returns a height along a normal, relative to a surface, that falls no later than the path, from a time on and for a duration.
    /// The initial height is set to zero.
    pub(super) fn fall(
        &self,
        normal: &V,
        velocity: &V,
        surface: &V,
        time: f64,
        stretch: f64,
    ) -> Fall {
        let still = Fall {
            height: 0.0,
            speed: normal.dot(&(velocity - surface)),
            acceleration: 0.0,
            steady: 0.0,
            drag: 0.0,
        };
        match self {
            Self::Arc {
                constant,
                drag,
                drift,
                ..
            } => Fall {
                speed: normal.dot(&(velocity - drift)),
                acceleration: normal.dot(constant),
                steady: normal.dot(&(drift - surface)),
                drag: *drag,
                ..still
            },
            Self::Turn {
                normal: face,
                pull,
                friction,
                ..
            } => {
                let aside = (normal - face * face.dot(normal)).norm();
                Fall {
                    acceleration: normal.dot(pull) - friction * aside,
                    ..still
                }
            }
            Self::Law {
                motion,
                position,
                velocity: first,
                start,
            } => {
                let (moved, now) = motion.flow(position, first, *start, time);
                let pull = motion.acceleration(&(position + moved), &now, start + time);
                let rate = motion.rate();
                // bound of the jerk within half a radian
                let jerk = 1.65 * rate * (pull.norm() + rate * now.norm());
                let stretch = stretch.min(0.5 / rate.max(f64::MIN_POSITIVE));
                Fall {
                    acceleration: normal.dot(&pull) - jerk * stretch / 3.0,
                    ..still
                }
            }
        }
    }

    /// Returns an upper bound of the speed up to a time.
    pub(super) fn fastest(&self, time: f64) -> f64 {
        match self {
            Self::Arc {
                velocity,
                constant,
                drag,
                drift,
            } => {
                // under drag the speed approaches the terminal velocity
                let gain = constant.norm()
                    * if *drag > 0.0 {
                        time.min(1.0 / drag)
                    } else {
                        time
                    };
                velocity.norm() + drift.norm() + gain
            }
            Self::Turn {
                velocity,
                pull,
                drift,
                friction,
                ..
            } => velocity.norm() + drift.norm() + (pull.norm() + friction) * time,
            Self::Law {
                motion,
                position,
                velocity,
                start,
            } => {
                let pull = motion.acceleration(position, velocity, *start);
                let rate = motion.rate();
                // bounds from the growth of the energy
                let swing = 2.0 * (velocity.norm() + pull.norm() / rate.max(f64::MIN_POSITIVE));
                let growth = 2.0 * (velocity.norm() + pull.norm() * time);
                if rate * time < 0.5 {
                    growth
                } else {
                    swing.max(growth)
                }
            }
        }
    }
}
