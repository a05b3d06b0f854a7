//! Where the target flies, and through which air shells do.

use kinstep::ballistics::Ballistics;
use kinstep::nalgebra::Vector3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Gravity \[m/s²\], downward.
pub(crate) const GRAVITY: [f64; 3] = [0.0, -9.81, 0.0];
/// Drag rate of shells \[1/s\].
pub(crate) const DRAG_RATE: f64 = 0.15;
/// The muzzle \[m\].
pub(crate) const MUZZLE: [f64; 3] = [0.0, 2.0, 0.0];
/// Seconds between two shots.
const RELOAD: f64 = 0.5;

/// Position \[m\] and velocity \[m/s\] of the target at first.
pub(crate) const START: ([f64; 3], [f64; 3]) = ([90.0, 40.0, -40.0], [0.0, 0.0, 15.0]);
/// The target turns to places in here: from, to \[m\].
const ROOM: [[f64; 3]; 2] = [[40.0, 25.0, -70.0], [110.0, 60.0, 70.0]];
/// As fast as it likes to be \[m/s\].
const FASTEST: f64 = 18.0;
/// How long it keeps a course: least, most \[s\].
const LEG: [f64; 2] = [2.0, 5.0];

/// All that a battle is decided by, but for the gunner.
#[derive(Debug, Clone)]
pub(crate) struct Scenario {
    pub(crate) hz: f64,
    /// Steps while the turret fires.
    pub(crate) steps: u64,
    /// At the muzzle \[m/s\].
    pub(crate) speed: f64,
    /// Velocity of the air along z \[m/s\].
    pub(crate) wind: f64,
    /// The course of the target. The last leg goes on for ever.
    pub(crate) legs: Vec<Leg>,
}

/// A stretch of constant acceleration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Leg {
    /// The step at which it begins.
    pub(crate) from: u64,
    /// The step at which the next one begins.
    pub(crate) to: u64,
    /// \[m/s²\]
    pub(crate) acceleration: Vector3<f64>,
}

impl Scenario {
    /// With a course by lot.
    pub(crate) fn new(seed: u64, hz: f64, steps: u64, speed: f64, wind: f64) -> Self {
        Self {
            hz,
            steps,
            speed,
            wind,
            legs: legs(seed, hz, steps),
        }
    }

    /// What shells fly through.
    pub(crate) fn air(&self) -> Ballistics<f64, 3> {
        Ballistics::new(GRAVITY)
            .with_drag_rate(DRAG_RATE)
            .with_wind(self.wind())
    }

    /// \[m/s\]
    pub(crate) fn wind(&self) -> [f64; 3] {
        [0.0, 0.0, self.wind]
    }

    /// Length of a step \[s\].
    pub(crate) fn dt(&self) -> f64 {
        1.0 / self.hz
    }

    /// Whether the turret fires before this step.
    pub(crate) fn fires(&self, step: u64) -> bool {
        let steps = ((RELOAD * self.hz).round() as u64).max(1);
        step < self.steps && step.is_multiple_of(steps)
    }

    /// The leg of this step.
    pub(crate) fn leg(&self, step: u64) -> usize {
        self.legs.partition_point(|leg| leg.to <= step)
    }
}

/// Straight on and round a curve in turn, for some steps and then for ever.
fn legs(seed: u64, hz: f64, steps: u64) -> Vec<Leg> {
    let mut lot = Pcg64Mcg::seed_from_u64(seed);
    let mut legs: Vec<Leg> = Vec::new();
    let (mut position, mut velocity) = (Vector3::from(START.0), Vector3::from(START.1));
    let mut from = 0;
    while from < steps {
        let length = ((lot.random_range(LEG[0]..LEG[1]) * hz).round() as u64).max(1);
        let time = length as f64 / hz;
        let acceleration = if legs.len().is_multiple_of(2) {
            Vector3::zeros()
        } else {
            let wish = (place(&mut lot) - position) / time;
            (wish.cap_magnitude(FASTEST) - velocity) / time
        };
        position += (velocity + acceleration * (0.5 * time)) * time;
        velocity += acceleration * time;
        let to = from + length;
        legs.push(Leg {
            from,
            to,
            acceleration,
        });
        from = to;
    }
    if let Some(last) = legs.last_mut() {
        last.to = u64::MAX;
    }
    legs
}

/// Somewhere in the room.
fn place(lot: &mut Pcg64Mcg) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| lot.random_range(ROOM[0][axis]..ROOM[1][axis]))
}
