//! What is asked of the crate, and what was measured.

use crate::contender::{State, Who};
use crate::rounds::Rounds;
use crate::statistics::Quartiles;

/// What noise is allowed to take.
const NOISE: f64 = 0.15;

/// What a measured value has to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

/// Whether it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Holds,
    /// But for no more than noise may take.
    Nearly,
    Missed,
}

/// Something that is asked.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) what: String,
    pub(crate) bodies: usize,
    pub(crate) bound: Bound,
    pub(crate) measured: Quartiles,
}

impl Asked {
    pub(crate) fn verdict(&self) -> Verdict {
        let median = self.measured.median;
        let (holds, nearly) = match self.bound {
            Bound::AtLeast(least) => (median >= least, median >= least * (1.0 - NOISE)),
            Bound::AtMost(most) => (median <= most, median <= most * (1.0 + NOISE)),
        };
        match (holds, nearly) {
            (true, _) => Verdict::Holds,
            (false, true) => Verdict::Nearly,
            (false, false) => Verdict::Missed,
        }
    }
}

/// All that is asked of so many bodies, and can be answered.
pub(crate) fn asked(rounds: &Rounds) -> Vec<Asked> {
    use Bound::{AtLeast, AtMost};
    use Who::{
        Arrays, ClosureTwice, Field, Glam, Memory, Rapier, Swarm, SwarmFar, WideArrays, World,
        WorldWithClosure, WorldWithField,
    };

    let (single, double) = (State::F32_3D, State::F64_3D);
    let bodies = rounds.bodies;
    let ratio = |one, other, state| rounds.ratio((one, state), (other, state));
    let mut all = Vec::new();
    let mut ask = |what: String, bound, measured: Option<Quartiles>| {
        all.extend(measured.map(|measured| Asked {
            what,
            bodies,
            bound,
            measured,
        }));
    };

    // fewer bodies do not pay for the start of a step
    let share = if bodies < 10_000 { 0.4 } else { 0.85 };
    for state in [State::F32_3D, State::F32_2D, State::F64_3D, State::F64_2D] {
        let what = format!("speed of a Swarm, as a share of the memory's, {state}");
        ask(what, AtLeast(share), ratio(Memory, Swarm, state));
    }
    for by_hand in [Arrays, WideArrays] {
        let what = format!("time {}, in those of a Swarm", by_hand.name());
        ask(what, AtLeast(1.0), ratio(by_hand, Swarm, single));
    }
    let what = "time of a step of 100 dt, in those of one dt".to_owned();
    ask(what, AtMost(1.3), ratio(SwarmFar, Swarm, single));
    if bodies <= 100_000 {
        for (kinstep, by_hand, most) in [
            (WorldWithClosure, ClosureTwice, 2.2),
            (WorldWithField, Field, 1.6),
        ] {
            let what = format!("time of {}, in those {}", kinstep.name(), by_hand.name());
            ask(what, AtMost(most), ratio(kinstep, by_hand, double));
        }
    }
    if bodies == 1_000_000 {
        let what = format!("time {}, in those of a Swarm", Glam.name());
        ask(what, AtLeast(2.2), ratio(Glam, Swarm, single));
    }
    if bodies == 100_000 {
        let time = |who| rounds.time(who, double);
        ask(format!("{} [ns]", World.name()), AtMost(5.0), time(World));
        let what = format!("time of {}, in those of a World", Rapier.name());
        let measured = rounds.ratio((Rapier, single), (World, double));
        ask(what, AtLeast(50.0), measured);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::made_up;

    fn verdict(bound: Bound, value: f64) -> Verdict {
        Asked {
            what: String::new(),
            bodies: 1,
            bound,
            measured: Quartiles::of([value]).unwrap(),
        }
        .verdict()
    }

    #[test]
    fn noise_is_allowed_for_on_the_right_side() {
        assert_eq!(verdict(Bound::AtLeast(50.0), 50.0), Verdict::Holds);
        assert_eq!(verdict(Bound::AtLeast(50.0), 43.0), Verdict::Nearly);
        assert_eq!(verdict(Bound::AtLeast(50.0), 42.0), Verdict::Missed);
        assert_eq!(verdict(Bound::AtMost(5.0), 5.0), Verdict::Holds);
        assert_eq!(verdict(Bound::AtMost(5.0), 5.7), Verdict::Nearly);
        assert_eq!(verdict(Bound::AtMost(5.0), 5.8), Verdict::Missed);
    }

    #[test]
    fn what_was_not_measured_is_not_judged() {
        let world = (Who::World, State::F64_3D, &[4.0][..]);
        assert_eq!(asked(&made_up(10_000, &[world])).len(), 0);
        let asked = asked(&made_up(100_000, &[world]));
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].verdict(), Verdict::Holds);
    }

    #[test]
    fn a_few_bodies_are_asked_for_less() {
        let times = [
            (Who::Memory, State::F64_2D, &[0.5][..]),
            (Who::Swarm, State::F64_2D, &[1.0][..]),
        ];
        let verdict = |bodies| asked(&made_up(bodies, &times))[0].verdict();
        assert_eq!(verdict(1_000), Verdict::Holds);
        assert_eq!(verdict(10_000), Verdict::Missed);
    }
}
