//! The motion that a body follows between kicks, and the forces that kick it.
//!
//! | a body that is | follows | and is kicked by every other force |
//! |---|---|---|
//! | fixed | uniform motion | by no force |
//! | bound by a point gravity, the first one by slot | its orbit | also by forces with laws |
//! | in a solved component of links or rods | the motion of the component, which includes the body's own laws | |
//! | anything else, under a single exact force | the motion under this force, unless other forces are applied | |
//! | anything else | the sum of its laws, and of its thrusts if these are solved | |

use alloc::vec::Vec;

use nalgebra::SVector;

use super::attachment::{Attachment, Target};
use super::kind::Way;
use super::kind::{EffectKind, Kind};
use super::kind::{Kick, KickBy};
use super::topology::Topology;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::Real;

/// The motion in common with other bodies that a body follows instead of its own law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bond {
    None,
    /// The orbit under the force in this slot.
    Orbit(u32),
    /// The motion of the solved component with this index. `turns` is whether this motion rotates
    /// the body.
    Component {
        index: u32,
        turns: bool,
    },
}

/// The motion that a body follows.
pub(super) struct Assigned<T: Real<D>, const D: usize> {
    pub(super) law: LinearLaw<T, D>,
    /// How the body goes through a step, if it is not tied.
    pub(super) way: Way,
    /// The linear law of the body's angle.
    pub(super) angular_law: LinearLaw<T, 1>,
    /// The sum of the thrusts that are solved \[N\], in the body's frame.
    pub(super) thrust: Option<SVector<T, D>>,
}

/// Whether the motion under a thrust and this law together can be solved.
fn is_thrust_solved<T: Real<D>, const D: usize>(law: &LinearLaw<T, D>) -> bool {
    D == 2 && law.is_isotropic()
}

/// Returns the kick by a force on every body, for bodies without a bond; `None` if the kick depends on the body.
pub(super) fn common_kick<T: Real<D>, const D: usize>(
    slot: usize,
    force: &Attachment<T, D>,
) -> Option<KickBy> {
    if force.acts_between() {
        return None;
    }
    let Kind {
        effect,
        depends_on_velocity,
        turns_by_kicks,
        ..
    } = force.kind;
    Some(KickBy {
        slot,
        target: Target::Every,
        depends_on_velocity,
        accelerates: match effect {
            EffectKind::Law | EffectKind::Torque => None,
            EffectKind::Acceleration => Some(false),
            EffectKind::Motion => Some(true),
            EffectKind::Orbit | EffectKind::Rod | EffectKind::Thrust => return None,
        },
        turns: turns_by_kicks,
    })
}

/// Returns the kick by a force between all bodies, which acts on all bodies at once.
pub(super) fn kick_between<T: Real<D>, const D: usize>(
    slot: usize,
    force: &Attachment<T, D>,
) -> Option<KickBy> {
    force.acts_between().then_some(KickBy {
        slot,
        target: Target::Every,
        depends_on_velocity: force.kind.depends_on_velocity,
        accelerates: Some(false),
        turns: force.kind.turns_by_kicks,
    })
}

/// Determines the motion that a body follows, and adds the kicks on this body alone, in the order
/// of their forces. If the body has no bond, the kicks in `common` also act on it, and are not
/// added here.
pub(super) fn assign<T: Real<D>, const D: usize>(
    (index, body, bond): (usize, &Body<T, D>, Bond),
    topology: &Topology<T, D>,
    common: &[Kick],
    kicks: &mut Vec<Kick>,
) -> Assigned<T, D> {
    let mut assigned = Assigned {
        law: LinearLaw::free(),
        way: Way::Free,
        angular_law: LinearLaw::free(),
        thrust: None,
    };
    if body.is_fixed() {
        return assigned;
    }
    let start = kicks.len();
    let mut thrusts = 0;
    for slot in topology.on(index) {
        let force = &topology.slots()[slot];
        let kind = &force.kind;
        if force.target.is_link() || force.acts_between() {
            continue;
        }
        let is_common = bond == Bond::None && force.target == Target::Every;
        if is_common && !kind.has_law() && common_kick(slot, force).is_some() {
            continue;
        }
        let effect = force.effect(body);
        if !body.is_point()
            && let Some(law) = effect.angular_law(body)
        {
            assigned.angular_law += law;
        }
        let mut kick = KickBy {
            slot,
            target: Target::One(index),
            depends_on_velocity: kind.depends_on_velocity,
            accelerates: None,
            turns: !body.is_point() && turns_by_kicks(kind, bond),
        };
        match (kind.effect, bond) {
            (EffectKind::Law | EffectKind::Torque, _) => match (effect.law(), bond) {
                (Some(law), Bond::Orbit(_)) => {
                    kick.accelerates = (law != LinearLaw::free()).then_some(false);
                }
                (Some(law), _) => {
                    assigned.law += law;
                    // the common kicks already include the torque of this force
                    kick.turns &= !is_common;
                }
                // this force has a law for some bodies, but not for this one, so it kicks
                (None, _) => {
                    kick.accelerates = Some(false);
                    kick.depends_on_velocity = true;
                    kick.turns &= !is_common;
                }
            },
            (EffectKind::Acceleration, _) => kick.accelerates = Some(false),
            (EffectKind::Motion, _) => kick.accelerates = Some(bond == Bond::None),
            (EffectKind::Orbit, Bond::Orbit(by)) if by as usize == slot => kick.turns = false,
            (EffectKind::Orbit, _) => kick.accelerates = Some(false),
            (EffectKind::Rod, Bond::Component { .. }) => kick.turns = false,
            (EffectKind::Rod, _) => kick.accelerates = Some(false),
            (EffectKind::Thrust, _) => {
                kick.accelerates = Some(false);
                thrusts += 1;
            }
        }
        kicks.extend(kick.kicks());
    }
    if matches!(bond, Bond::Orbit(_)) {
        assigned.law = LinearLaw::free();
    }
    if thrusts > 0 && bond == Bond::None && is_thrust_solved(&assigned.law) {
        assigned.thrust = solve_thrusts(body, topology, kicks, start);
    }
    assigned.way = way_of(&assigned, common, &kicks[start..]);
    assigned
}

/// Whether a force rotates a solid body by kicks. It does not if a solved law of the angle or a
/// bond includes its torque.
fn turns_by_kicks(kind: &Kind, bond: Bond) -> bool {
    // if a component rotates the body, the angle of the body has no law of its own
    let is_turned = matches!(bond, Bond::Component { turns: true, .. });
    kind.turns_by_kicks || kind.has_angular_law && is_turned
}

/// Removes the kicks by thrusts, from index `start` on. Returns the sum of these thrusts \[N\].
fn solve_thrusts<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
    topology: &Topology<T, D>,
    kicks: &mut Vec<Kick>,
    start: usize,
) -> Option<SVector<T, D>> {
    let mut sum = None;
    let mut kept = start;
    for index in start..kicks.len() {
        let mut kick = kicks[index];
        let force = &topology.slots()[kick.slot as usize];
        if force.kind.effect == EffectKind::Thrust && kick.changes_velocity {
            let thrust = force.thrust(body);
            sum = match (sum, thrust) {
                (Some(sum), Some(thrust)) => Some(sum + thrust),
                (sum, thrust) => sum.or(thrust),
            };
            kick.changes_velocity = false;
        }
        if kick.changes_velocity || kick.changes_rotation {
            kicks[kept] = kick;
            kept += 1;
        }
    }
    kicks.truncate(kept);
    sum
}

fn way_of<T: Real<D>, const D: usize>(
    assigned: &Assigned<T, D>,
    common: &[Kick],
    own: &[Kick],
) -> Way {
    let all = || common.iter().chain(own);
    if all().next().is_none() {
        return Way::Free;
    }
    let by_velocity = all().any(|kick| kick.depends_on_velocity);
    // a torque of the same force would count as a second kick
    let is_alone = all().all(|kick| kick.is_exact)
        && all().count() == 1
        && assigned.thrust.is_none()
        && assigned.law == LinearLaw::free();
    if is_alone {
        Way::Alone { by_velocity }
    } else {
        Way::Kicked { by_velocity }
    }
}

/// Returns the kicks by a link between two bodies, of which at most one is fixed. `bonds` are the
/// bonds of the two bodies. `is_tie` is whether the link is a tie of a solved component.
pub(super) fn link_kicks<T: Real<D>, const D: usize>(
    slot: usize,
    force: &Attachment<T, D>,
    bonds: [Bond; 2],
    is_tie: bool,
) -> impl Iterator<Item = Kick> + use<T, D> {
    let by = bonds.map(|bond| match bond {
        Bond::Orbit(by) => Some(by as usize),
        _ => None,
    });
    let is_bound = by.contains(&Some(slot));
    let are_free = bonds == [Bond::None; 2];
    let kick = KickBy {
        slot,
        target: force.target,
        depends_on_velocity: force.kind.depends_on_velocity,
        accelerates: match force.kind.effect {
            _ if is_tie => None,
            EffectKind::Torque => None,
            EffectKind::Orbit => (!is_bound).then_some(false),
            EffectKind::Law | EffectKind::Motion => Some(are_free),
            EffectKind::Acceleration | EffectKind::Rod | EffectKind::Thrust => Some(false),
        },
        turns: force.kind.turns_by_kicks && !(is_bound || is_tie),
    };
    kick.kicks()
}
