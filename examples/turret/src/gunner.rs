//! Who aims, and how.

use kinstep::aim::{AimError, Launch};
use kinstep::ballistics::Ballistics;
use kinstep::nalgebra::Vector3;

use crate::scenario::MUZZLE;

/// A way to lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gunner {
    /// Solves for the hit.
    Exact,
    /// Takes the time that a shell needs to where the target is: once round the fixed point.
    OneRound,
    /// Takes the distance over the speed for that time.
    Straight,
}

/// What is seen of the target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sight {
    /// \[m\]
    pub(crate) position: Vector3<f64>,
    /// \[m/s\]
    pub(crate) velocity: Vector3<f64>,
    /// \[m/s²\]
    pub(crate) acceleration: Vector3<f64>,
}

impl Gunner {
    pub(crate) const ALL: [Self; 3] = [Self::Exact, Self::OneRound, Self::Straight];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Exact => "aim.moving(v).accelerating(a)",
            Self::OneRound => "p + v t + a t²/2, t to p",
            Self::Straight => "p + v d/s",
        }
    }

    /// The direct arc. Where those who guess the time think that the target will be, they hit exactly.
    pub(crate) fn aim(
        self,
        air: &Ballistics<f64, 3>,
        sight: &Sight,
        speed: f64,
    ) -> Result<Launch<f64, 3>, AimError<f64>> {
        let still = |place: Vector3<f64>| air.aim(MUZZLE, place);
        let aim = match self {
            Self::Exact => still(sight.position)
                .moving(sight.velocity)
                .accelerating(sight.acceleration),
            Self::OneRound => {
                let now = still(sight.position).at_speed(speed)?.direct;
                still(sight.after(now.time_of_flight))
            }
            Self::Straight => {
                let distance = (sight.position - Vector3::from(MUZZLE)).norm();
                still(sight.position + sight.velocity * (distance / speed))
            }
        };
        aim.earliest_at_speed(speed)
    }
}

impl Sight {
    /// Where the target will be if it keeps its course \[m\].
    pub(crate) fn after(&self, time: f64) -> Vector3<f64> {
        self.position + (self.velocity + self.acceleration * (0.5 * time)) * time
    }
}
