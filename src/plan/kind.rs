//! Properties of a force that schemes need in addition to its values. They are determined once,
//! when the force is added.

use super::attachment::Target;
use super::laws::Laws;
use super::solution::IslandMotion;
use crate::body::Body;
use crate::force::{Effect, Force};
use crate::space::Real;
use alloc::vec::Vec;

/// Kind of an [`Effect`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EffectKind {
    Acceleration,
    Motion,
    Law,
    Orbit,
    Rod,
    Thrust,
    /// [`Effect::Torque`] or [`Effect::AngularLaw`].
    Torque,
}

/// Properties of a force that do not depend on the body or its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) effect: EffectKind,
    /// Whether the force acts between all bodies, and has no effect on a single body.
    pub(super) acts_between: bool,
    /// Whether the force's acceleration or torque may depend on velocity or angular velocity.
    pub(crate) depends_on_velocity: bool,
    /// Whether the force has a law of the angle, and this law can be solved.
    pub(crate) has_angular_law: bool,
    /// Whether the force has a torque that acts as a kick, because no solved law of the angle
    /// includes it.
    pub(crate) turns_by_kicks: bool,
}

impl Kind {
    /// Determines the kind of a force from its effect on a body at rest at the origin. The body has
    /// 1 kg and 1 kg m²; for a link it is a point of 1 kg.
    pub(super) fn of<T: Real<D>, const D: usize>(
        force: &dyn Force<T, D>,
        target: Target,
        is_mounted: bool,
    ) -> Self {
        let is_link = target.is_link();
        let body = if is_link {
            Body::point(T::one())
        } else {
            Body::solid(T::one(), T::unit_inertia())
        };
        let effect = force.effect(&body, T::zero(), T::zero());
        let acts_between = force.acts_between_bodies();
        let is_on_one = !(is_link || acts_between);
        let has_angular_law = is_on_one && effect.angular_law(&body).is_some();
        let turns = || force.torque(&body, T::zero()).is_some();
        let kind = match effect {
            Effect::Acceleration { .. } => EffectKind::Acceleration,
            Effect::Motion(_) => EffectKind::Motion,
            Effect::Law(_) => EffectKind::Law,
            Effect::Orbit(_) => EffectKind::Orbit,
            Effect::Spring { .. } => EffectKind::Rod,
            Effect::Thrust { .. } => EffectKind::Thrust,
            Effect::Torque { .. } | Effect::AngularLaw(_) => EffectKind::Torque,
        };
        Self {
            // a link off the centres of its bodies rotates them; the motion is known only for a rod
            effect: match kind {
                EffectKind::Rod => EffectKind::Rod,
                _ if is_mounted || acts_between => EffectKind::Acceleration,
                _ => kind,
            },
            acts_between,
            depends_on_velocity: effect.depends_on_velocity(),
            has_angular_law,
            turns_by_kicks: if is_link {
                is_mounted
            } else {
                !has_angular_law && turns()
            },
        }
    }

    /// Whether the force has a law. The law of a torque does not change the position.
    pub(crate) fn has_law(&self) -> bool {
        matches!(self.effect, EffectKind::Law | EffectKind::Torque)
    }
}

// Kicks: changes of velocity or angular momentum by forces, between flows.

/// A kick by a force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kick {
    /// Slot of the force.
    pub(crate) slot: u32,
    /// The bodies that are kicked, by world index; in a block of tied bodies, by index in the
    /// block.
    pub(crate) target: Target,
    /// Whether the kick is the exact motion under its force.
    pub(crate) is_exact: bool,
    /// Whether the acceleration or torque may depend on velocity or angular velocity.
    pub(crate) depends_on_velocity: bool,
    pub(crate) changes_velocity: bool,
    /// Whether the kick changes angular momentum.
    pub(crate) changes_rotation: bool,
}

/// The effect of a force that is not part of a flow. It makes one or two kicks: one by exact
/// motion, one by acceleration and torque.
#[derive(Debug, Clone, Copy)]
pub(super) struct KickBy {
    pub(super) slot: usize,
    pub(super) target: Target,
    pub(super) depends_on_velocity: bool,
    /// How the force changes velocities: by its exact motion (true), by its acceleration (false),
    /// or not at all (`None`).
    pub(super) accelerates: Option<IsExact>,
    pub(super) turns: bool,
}

/// Whether a kick acts by the exact motion under its force.
pub(super) type IsExact = bool;

impl KickBy {
    /// Returns the kicks, at most two.
    pub(super) fn kicks(self) -> impl Iterator<Item = Kick> {
        let is_exact = self.accelerates == Some(true);
        let kick = Kick {
            slot: super::narrow(self.slot),
            target: self.target,
            is_exact: false,
            depends_on_velocity: self.depends_on_velocity,
            changes_velocity: self.accelerates == Some(false),
            changes_rotation: self.turns,
        };
        let exact = Kick {
            is_exact: true,
            changes_velocity: is_exact,
            changes_rotation: false,
            ..kick
        };
        [exact, kick]
            .into_iter()
            .filter(|kick| kick.changes_velocity || kick.changes_rotation)
    }
}

// The row of each body, and runs of consecutive bodies that go through a step in the same way.

/// The motion that a body follows between kicks, and how it goes through a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    /// The number of the body's law in [`Laws`]; [`NO_LAW`](Self::NO_LAW) before the law is known.
    pub(crate) law: u32,
    pub(crate) way: Way,
    pub(crate) is_fixed: bool,
}

/// How a body goes through a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The body follows its law over the whole step.
    Free,
    /// The body follows its law between kicks, some of which may depend on velocity.
    Kicked { by_velocity: bool },
    /// A single force acts on the body, and the motion under this force is known. It is a kick only
    /// if other forces are applied.
    Alone { by_velocity: bool },
    /// The island of the body goes through a step as a whole.
    Tied,
}

impl Way {
    /// Returns how a body moves if it is not tied.
    pub(super) fn motion(self) -> IslandMotion {
        match self {
            Self::Free => IslandMotion::Exact,
            Self::Alone { .. } => IslandMotion::ExactUnlessPushed,
            Self::Kicked { .. } | Self::Tied => IslandMotion::Kicked,
        }
    }
}

impl Row {
    pub(super) const NO_LAW: u32 = u32::MAX;

    /// The row of a body before anything is known about it.
    pub(super) const NEW: Self = Self {
        law: Self::NO_LAW,
        way: Way::Free,
        is_fixed: false,
    };
}

/// Consecutive bodies that go through a step in the same way, and whose laws share a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    /// Index of the last body, plus one.
    pub(crate) end: usize,
    /// The number of the law of the first body.
    pub(crate) law: u32,
    /// Whether the other bodies may follow other laws.
    pub(crate) is_varied: bool,
    pub(crate) way: Way,
}

/// All rows, and the indices at which runs of rows start.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) list: Vec<Row>,
    /// One bit per index, set if the law or the way of the body differs from that of the body
    /// before.
    new_laws: Vec<u64>,
    /// One bit per index, set if the way of the body, or the flow of its law, differs from that of
    /// the body before.
    new_flows: Vec<u64>,
    /// The number of rows that are not [`Way::Free`].
    not_free: usize,
}

/// Minimum number of consecutive bodies with one law that form a run of their own. A flow under one
/// law takes a third of the time of a flow under several laws.
const MANY: usize = 8;

/// Maximum number of bodies in a run under several laws. After such a run, consecutive bodies with
/// one law are searched for again.
const LONGEST_VARIED: usize = 64;

impl Rows {
    /// Whether every body is [`Way::Free`].
    pub(crate) fn are_free(&self) -> bool {
        self.not_free == 0
    }

    pub(super) fn set_way(&mut self, index: usize, way: Way) {
        let old = core::mem::replace(&mut self.list[index].way, way);
        self.not_free += usize::from(way != Way::Free);
        self.not_free -= usize::from(old != Way::Free);
    }

    /// Removes the row at `index`; the last row moves to that index.
    pub(super) fn swap_remove(&mut self, index: usize) -> Row {
        self.set_way(index, Way::Free);
        self.list.swap_remove(index)
    }

    /// Recomputes where runs start, after the rows at these indices were changed.
    pub(super) fn find_starts<T: Real<D>, const D: usize>(
        &mut self,
        changed: impl Iterator<Item = usize>,
        laws: &Laws<T, D>,
    ) {
        let words = self.list.len().div_ceil(64);
        self.new_laws.resize(words, 0);
        self.new_flows.resize(words, 0);
        let with_next = changed.flat_map(|index| [index, index + 1]);
        for index in with_next.filter(|index| (1..self.list.len()).contains(index)) {
            let [before, row] = [self.list[index - 1], self.list[index]];
            let is_like = before.way == row.way;
            let has_law = is_like && before.law == row.law;
            let has_flow = has_law || is_like && laws.shared(before.law) == laws.shared(row.law);
            set_bit(&mut self.new_laws, index, !has_law);
            set_bit(&mut self.new_flows, index, !has_flow);
        }
    }

    /// Returns the run that begins at index `first`, up to index `limit`.
    // inlined: a call would cost as much as the work
    #[inline(always)]
    pub(crate) fn run(&self, first: usize, limit: usize) -> Run {
        let Row { law, way, .. } = self.list[first];
        let end = next_set(&self.new_laws, first + 1, limit);
        let has_one_law = end - first >= MANY || end == limit || is_set(&self.new_flows, end);
        Run {
            end: if has_one_law {
                end
            } else {
                next_set(&self.new_flows, end, limit.min(first + LONGEST_VARIED))
            },
            law,
            is_varied: !has_one_law,
            way,
        }
    }

    /// Copies `source`, and reuses the memory of `self`.
    pub(super) fn copy_from(&mut self, source: &Self) {
        let Self {
            list,
            new_laws,
            new_flows,
            not_free,
        } = source;
        self.list.clone_from(list);
        self.new_laws.clone_from(new_laws);
        self.new_flows.clone_from(new_flows);
        self.not_free = *not_free;
    }
}

/// Returns the index of the first set bit from `index` on; `limit` if there is none before it.
/// `index` must not exceed `limit`.
#[inline]
fn next_set(bits: &[u64], index: usize, limit: usize) -> usize {
    if index >= limit || is_set(bits, index) {
        return index;
    }
    let (mut word, last) = (index / 64, (limit - 1) / 64);
    let mut found = bits[word] & (u64::MAX << (index % 64));
    while found == 0 && word < last {
        word += 1;
        found = bits[word];
    }
    if found == 0 {
        return limit;
    }
    limit.min(word * 64 + found.trailing_zeros() as usize)
}

#[inline]
fn is_set(bits: &[u64], index: usize) -> bool {
    bits[index / 64] >> (index % 64) & 1 == 1
}

fn set_bit(bits: &mut [u64], index: usize, is_set: bool) {
    let (word, bit) = (&mut bits[index / 64], index % 64);
    *word = *word & !(1 << bit) | u64::from(is_set) << bit;
}
