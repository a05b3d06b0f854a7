//! The motion of a body that bobs up and down, computed from border to border.

use nalgebra::ComplexField;

use super::super::course::Course;
use super::arcs::Exit;
use super::piece::{Piece, Place, Water};
use crate::flow::Decay;

/// The approximate largest number of evaluations of the motion in one step: some 1200 borders, a third of a
/// millisecond.
const MOST: u32 = 4096;

/// The motion along up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bob {
    /// Height of the centre above the surface \[m\].
    height: f64,
    /// Upwards \[m/s\].
    velocity: f64,
}

/// The effect of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moved {
    /// Upwards.
    pub(super) upwards: Course,
    /// Across, for a unit of velocity.
    pub(super) across: Course,
}

impl Bob {
    pub(super) fn new(height: f64, velocity: f64) -> Self {
        Self { height, velocity }
    }

    /// The effect of `time` \[s\], which may be negative.
    pub(super) fn after(self, water: &Water, time: f64) -> Moved {
        let mut across = Course {
            end: 1.0,
            // without drag the displacement across is known in advance
            length: if water.damping == 0.0 { time } else { 0.0 },
            gained: 0.0,
            lead: 0.0,
        };
        let mut bob = self;
        let (mut elapsed, mut remaining) = (0.0, time);
        let mut place = water.place(self.height, self.velocity, time);
        let mut first: Option<Passing> = None;
        let mut asked = 0;
        while asked < MOST {
            let piece = water.piece(place);
            let Some(exit) = piece.exit(bob.height, bob.velocity, remaining) else {
                across = drift(across, water, &piece, remaining);
                let last = piece.course(bob.height, bob.velocity, remaining);
                if asked == 0 {
                    // no border passed: the course of the piece itself, without a difference of heights
                    return Moved {
                        upwards: last,
                        across,
                    };
                }
                let length = (bob.height - self.height) + last.length;
                return Moved {
                    upwards: Course {
                        end: last.end,
                        length,
                        gained: last.end - self.velocity,
                        lead: length - self.velocity * time,
                    },
                    across,
                };
            };
            across = drift(across, water, &piece, exit.time);
            asked += exit.asked;
            elapsed += exit.time;
            remaining -= exit.time;
            let passing = Passing {
                from: place,
                upwards: exit.upwards,
                elapsed,
            };
            bob = bob_at(water, place, &exit, time);
            place = beyond(place, exit.upwards);
            if water.damping == 0.0 {
                match first {
                    None => first = Some(passing),
                    Some(before) => remaining = passing.without_turns(&before, remaining),
                }
            }
        }
        Moved {
            upwards: Course::UNKNOWN,
            across,
        }
    }
}

/// The body on a border: exactly at its height, with a velocity through it.
fn bob_at(water: &Water, place: Place, exit: &Exit, time: f64) -> Bob {
    let piece = water.piece(place);
    let through = if exit.upwards == (time > 0.0) {
        exit.velocity.max(0.0)
    } else {
        exit.velocity.min(0.0)
    };
    Bob {
        height: if exit.upwards {
            piece.top
        } else {
            piece.bottom
        },
        velocity: through,
    }
}

/// The piece on the other side of a border.
fn beyond(place: Place, upwards: bool) -> Place {
    match (place, upwards) {
        (Place::Waterline, true) => Place::Air,
        (Place::Waterline, false) => Place::Depth,
        (Place::Air | Place::Depth, _) => Place::Waterline,
    }
}

/// Adds the drag on the velocity across the lift during one more piece.
fn drift(before: Course, water: &Water, piece: &Piece, time: f64) -> Course {
    if water.damping == 0.0 {
        return before;
    }
    let damping = piece.damping;
    if damping == 0.0 {
        return Course {
            length: before.length + before.end * time,
            lead: before.lead + before.gained * time,
            ..before
        };
    }
    let decay = Decay::new(damping, time);
    let loss = -damping * decay.velocity;
    let way = -damping * decay.position;
    Course {
        end: before.end * decay.left,
        length: before.length + before.end * decay.velocity,
        gained: before.gained + loss + before.gained * loss,
        lead: before.lead + way + before.gained * (time + way),
    }
}

/// A border that was passed, and when \[s\] since the start.
#[derive(Debug, Clone, Copy)]
struct Passing {
    from: Place,
    upwards: bool,
    elapsed: f64,
}

impl Passing {
    /// The remaining time \[s\] without whole periods, if the same border was passed in the same direction before:
    /// without drag the motion is periodic.
    fn without_turns(&self, before: &Self, remaining: f64) -> f64 {
        if self.from != before.from || self.upwards != before.upwards {
            return remaining;
        }
        let turn = self.elapsed - before.elapsed;
        let turns = ComplexField::floor(remaining / turn);
        let left = ComplexField::mul_add(-turns, turn, remaining);
        if !left.is_finite() {
            remaining
        } else if left * turn < 0.0 {
            // for very many periods their number is rounded, and the phase is lost
            0.0
        } else {
            left
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// Evaluations of the motion per border, mean and maximum, for random laws whose parameters span this many
    /// decades. Checks that all exits lie on their borders.
    fn asked(decades: f64) -> (f64, u32) {
        let mut random = Pcg64Mcg::seed_from_u64(9);
        let (mut sum, mut count, mut most) = (0, 0, 0);
        for _ in 0..2000 {
            let mut number = || 10_f64.powf(random.random_range(-decades..decades));
            let [lift, height, gravity, damping] = [(); 4].map(|()| number());
            let water = Water {
                lift: lift + gravity,
                gravity,
                damping,
                half_height: height,
            };
            let [above, velocity, time] = [(); 3].map(|()| number());
            let mut bob = Bob::new(above - height, -velocity);
            let mut place = water.place(bob.height, bob.velocity, time);
            for _ in 0..20 {
                let piece = water.piece(place);
                let Some(exit) = piece.exit(bob.height, bob.velocity, time) else {
                    break;
                };
                (sum, count, most) = (sum + exit.asked, count + 1, most.max(exit.asked));
                let border = if exit.upwards {
                    piece.top
                } else {
                    piece.bottom
                };
                let whole = border - bob.height;
                let way = piece.course(bob.height, bob.velocity, exit.time).length;
                let scale = border.abs()
                    + whole.abs()
                    + exit.time * (bob.velocity.abs() + exit.velocity.abs());
                assert!(
                    (way - whole).abs() < 1e-12 * scale,
                    "{water:?}: {way:e} instead of {whole:e}"
                );
                bob = bob_at(&water, place, &exit, time);
                place = beyond(place, exit.upwards);
            }
        }
        assert!(count > 2000, "{decades}: {count}");
        (f64::from(sum) / f64::from(count), most)
    }

    #[test]
    fn a_border_takes_few_evaluations() {
        for decades in [1.0, 3.0, 30.0, 100.0] {
            let (mean, most) = asked(decades);
            println!("{decades} decades: {mean:.2}, at most {most}");
            // measured: 3.2 and 90
            assert!(mean < 4.0 && most < 200, "{decades}");
        }
    }
}
