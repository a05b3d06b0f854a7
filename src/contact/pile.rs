//! Groups of balls in contact: the midpoint rule for the whole group, solved contact by contact.

use alloc::vec::Vec;

use super::fall::{Law, V};
use super::ground::{Acting, Ground, Meeting};
use super::mobile::Mobile;
use super::problem::Touch;

/// A body of the group.
pub(super) struct Member<'a> {
    pub(super) body: Mobile,
    pub(super) law: Law<'a>,
    pub(super) ground: &'a dyn Ground,
    /// Parts that the body passes through.
    pub(super) marks: Vec<usize>,
}

/// A contact of a member with another member, or with a part of the ground of the member.
#[derive(Clone, Copy)]
struct Contact {
    a: usize,
    b: Option<usize>,
    touch: Touch,
    rebound: f64,
}

/// Maximum number of contact visits in all sweeps together, and minimum number of sweeps.
const MOST_LOOKS: usize = 8192;
const LEAST_SWEEPS: usize = 100;
/// Numbers of rounds in which normals and gaps follow the motion: first the minimum, then the maximum, which applies while a ball sinks
/// into a wall, or into another ball by a millionth of its radius.
const ROUNDS: [usize; 2] = [4, 20];

/// Moves a group over a duration, starting at a time of the flow. `acting` returns how two members act on each other, or `None` if they
/// pass through each other.
pub(super) fn step(
    members: &mut [Member<'_>],
    acting: &dyn Fn(usize, usize) -> Option<Acting>,
    (clock, time): (f64, f64),
    tolerance: f64,
) {
    let free: Vec<(V, V)> = (members.iter())
        .map(|one| (one.law).flow(&one.body.position, &one.body.velocity, clock, time))
        .collect();
    let before: f64 = members
        .iter()
        .map(|one| one.body.kinetic(&V::zeros()))
        .sum();
    let start: Vec<(V, V)> = members
        .iter()
        .map(|one| (one.body.velocity, one.body.spin))
        .collect();
    let wanted: Vec<(V, V)> = (members.iter().zip(&free))
        .map(|(one, free)| {
            (
                free.0 / time,
                one.body.spin + one.law.turning * (0.5 * time),
            )
        })
        .collect();
    // a body may reach the speed of any other body
    let ways = (members.iter().zip(&free)).map(|(one, free)| {
        let pull = (free.1 - one.body.velocity).norm() * time;
        free.0.norm() + pull
    });
    let reach = 2.0 * ways.fold(0.0, f64::max);
    let mut contacts = Vec::new();
    for a in 0..members.len() {
        collect(members, (a, reach), acting, (clock, time), &mut contacts);
    }
    // contacts with walls last, so that the error left by the sweeps is between bodies
    contacts.sort_by_key(|contact| contact.b.is_none());
    let mut mean = wanted.clone();
    for round in 0..ROUNDS[1] {
        if round > 0 {
            let mut is_inside = false;
            for contact in &mut contacts {
                is_inside |= follow(members, contact, &mean, (clock, time), tolerance);
            }
            if round >= ROUNDS[0] && !is_inside {
                break;
            }
        }
        mean.clone_from(&wanted);
        solve(members, &mut mean, &mut contacts);
    }
    let work = (members.iter().zip(&free))
        .zip(&mean)
        .map(|((one, free), mean)| {
            one.body.mass * ((free.1 - one.body.velocity) / time).dot(&(mean.0 * time))
        });
    let most = before + work.sum::<f64>();
    let are_still = contacts
        .iter()
        .all(|contact| contact.touch.velocity == V::zeros() && contact.touch.belt == V::zeros());
    if most < 0.0 && are_still {
        // the energy does not suffice for this step, so the pile sleeps
        for one in members.iter_mut() {
            (one.body.velocity, one.body.spin) = (V::zeros(), V::zeros());
        }
        return;
    }
    let mut after: Vec<(V, V)> = Vec::with_capacity(members.len());
    for (index, one) in members.iter_mut().enumerate() {
        let (velocity, spin) = mean[index];
        let body = &mut one.body;
        body.position += velocity * time;
        body.turn(&(spin * time));
        let end = free[index].1 + (velocity - wanted[index].0) * 2.0;
        after.push((end, spin * 2.0 - body.spin));
    }
    // the impact law: replaces the impulses of the step by those that leave each contact at its rebound speed
    contacts.retain(|contact| contact.touch.push_out > 0.0);
    for contact in &mut contacts {
        let (mut touch, normal) = (contact.touch, contact.touch.normal);
        let (out, grip) = (2.0 * touch.push_out, touch.grip * 2.0);
        push(members, &mut after, contact, -out, -grip);
        let came = -normal.dot(&relative(&start, contact));
        let pull = |index: usize| (free[index].1 - start[index].0).norm();
        let fast = 2.0 * (pull(contact.a) + contact.b.map_or(0.0, pull));
        let rebound = if came > fast {
            contact.rebound * came
        } else {
            0.0
        };
        if let Some(end) = near(members, contact, &[], 0.0, clock + time) {
            touch.normal = end.1;
        }
        touch.target = touch.normal.dot(&touch.velocity) + rebound;
        (touch.push_out, touch.grip) = (out, grip);
        contact.touch = touch;
    }
    solve(members, &mut after, &mut contacts);
    for (one, (velocity, spin)) in members.iter_mut().zip(after) {
        (one.body.velocity, one.body.spin) = (velocity, spin);
    }
    for contact in contacts.iter().filter(|contact| contact.b.is_none()) {
        let touch = &contact.touch;
        members[contact.a].body.resist(touch, touch.push_out);
    }
    let now: f64 = members
        .iter()
        .map(|one| one.body.kinetic(&V::zeros()))
        .sum();
    if now > most && are_still {
        let scale = nalgebra::ComplexField::sqrt(most.max(0.0) / now);
        for one in members {
            one.body.velocity *= scale;
            one.body.spin *= scale;
        }
    }
}

/// Collects the contacts of a member with its ground and with earlier members, given how far each may move \[m\].
fn collect(
    members: &[Member<'_>],
    (a, reach): (usize, f64),
    acting: &dyn Fn(usize, usize) -> Option<Acting>,
    (clock, time): (f64, f64),
    contacts: &mut Vec<Contact>,
) {
    let one = &members[a];
    let mut add =
        |b: Option<usize>, part: usize, (gap, normal): (f64, V), velocity: V, acting: Acting| {
            let belt = acting.belt - normal * normal.dot(&acting.belt);
            let touch = Touch {
                part,
                normal,
                gap,
                velocity,
                restitution: acting.restitution,
                friction: acting.friction,
                tangential_restitution: 0.0,
                rolling: acting.rolling,
                belt,
                push: V::zeros(),
                passes: false,
                is_flat: false,
                sides: [(V::zeros(), 0.0); 4],
                side_count: 0,
                target: normal.dot(&velocity) - (gap - kept(gap, one.body.radius())) / time,
                drive: velocity + belt,
                slip: V::zeros(),
                push_out: 0.0,
                grip: V::zeros(),
            };
            if !acting.passes {
                contacts.push(Contact {
                    a,
                    b,
                    touch,
                    rebound: acting.restitution,
                });
            }
        };
    for part in 0..one.ground.count() {
        let velocity = one.ground.velocity(part);
        let far = reach + velocity.norm() * time;
        let radius = one.body.radius();
        let near = one
            .ground
            .near(part, &one.body.position, radius, far, clock);
        let Some(near) = near.filter(|_| !one.marks.contains(&part)) else {
            continue;
        };
        let meeting = Meeting {
            part,
            time: clock,
            point: one.body.position - near.normal * radius,
            normal: near.normal,
            velocity: one.body.velocity - velocity,
        };
        if let Some(acting) = one.ground.acting(&meeting) {
            add(None, part, (near.gap, near.normal), velocity, acting);
        }
    }
    for (b, other) in members.iter().enumerate().take(a) {
        let apart = apart(&one.body, &other.body, V::zeros());
        if apart.0 <= 2.0 * reach
            && let Some(acting) = acting(a, b)
        {
            add(Some(b), 0, apart, V::zeros(), acting);
        }
    }
}

/// Minimum gap at the end of a step: a small overlap, caused by rounding and sweeps, shrinks over several steps; a large overlap is
/// kept.
fn kept(gap: f64, radius: f64) -> f64 {
    let is_small = gap > -1e-3 * radius;
    if is_small { 0.75 * gap.min(0.0) } else { gap }
}

/// The gap between two balls after a relative displacement, and the unit normal towards the first ball.
pub(super) fn apart(a: &Mobile, b: &Mobile, moved: V) -> (f64, V) {
    let offset = a.position - b.position + moved;
    let size = offset.norm();
    let normal = if size > 0.0 { offset / size } else { V::x() };
    (size - a.radius() - b.radius(), normal)
}

/// Returns gap and normal of a contact after the bodies of the contact have moved at their mean velocities.
fn near(
    members: &[Member<'_>],
    contact: &Contact,
    mean: &[(V, V)],
    time: f64,
    at: f64,
) -> Option<(f64, V)> {
    let moved = |index: usize| mean.get(index).map_or(V::zeros(), |mean| mean.0 * time);
    let body = &members[contact.a].body;
    match contact.b {
        Some(b) => Some(apart(body, &members[b].body, moved(contact.a) - moved(b))),
        None => {
            let position = body.position + moved(contact.a);
            let ground = members[contact.a].ground;
            let near = ground.near(
                contact.touch.part,
                &position,
                body.radius(),
                f64::INFINITY,
                at,
            )?;
            Some((near.gap, near.normal))
        }
    }
}

/// Updates the normal and the target of a closed contact to the motion. An open contact keeps the half-plane at the start of the step.
///
/// Returns whether the final overlap exceeds the allowed one.
fn follow(
    members: &[Member<'_>],
    contact: &mut Contact,
    mean: &[(V, V)],
    (clock, time): (f64, f64),
    tolerance: f64,
) -> bool {
    let size = members[contact.a].body.radius();
    if contact.touch.gap > (1e-3 * size).max(8.0 * tolerance) {
        return false;
    }
    let half = near(members, contact, mean, 0.5 * time, clock + 0.5 * time);
    let end = near(members, contact, mean, time, clock + time);
    if let (Some((_, normal)), Some((gap, _))) = (half, end) {
        let now = normal.dot(&relative(mean, contact));
        let depth = kept(contact.touch.gap, size) - gap;
        contact.touch.normal = normal;
        contact.touch.target = now + depth / time;
        let allowed = if contact.b.is_none() {
            0.0
        } else {
            1e-6 * size
        };
        return depth > allowed.max(8.0 * tolerance);
    }
    false
}

/// Relative velocity of the centres at a contact.
fn relative(states: &[(V, V)], contact: &Contact) -> V {
    states[contact.a].0 - contact.b.map_or(V::zeros(), |b| states[b].0)
}

/// Applies the impulses of a contact to both bodies.
fn push(members: &[Member<'_>], states: &mut [(V, V)], contact: &Contact, out: f64, grip: V) {
    let state = &mut states[contact.a];
    let impulse = contact.touch.normal * out + grip;
    let turn = contact.touch.normal.cross(&grip);
    let inverse = members[contact.a].body.inverse;
    state.0 += impulse * inverse.mass;
    state.1 -= turn * (inverse.radius * inverse.inertia);
    if let Some(b) = contact.b {
        let (state, inverse) = (&mut states[b], members[b].body.inverse);
        state.0 -= impulse * inverse.mass;
        state.1 -= turn * (inverse.radius * inverse.inertia);
    }
}

/// Solves the contacts in turn, with clamped sums, until the impulses converge; else continues with the wall contacts alone. Starts from
/// the stored impulses.
fn solve(members: &[Member<'_>], states: &mut [(V, V)], contacts: &mut [Contact]) {
    for contact in contacts.iter() {
        push(
            members,
            states,
            contact,
            contact.touch.push_out,
            contact.touch.grip,
        );
    }
    let most = (MOST_LOOKS / contacts.len().max(1)).max(LEAST_SWEEPS);
    if !sweep(members, states, contacts, most) {
        let walls = contacts.partition_point(|contact| contact.b.is_some());
        sweep(members, states, &mut contacts[walls..], most);
    }
}

/// Sweeps over the contacts; returns whether the impulses converged.
fn sweep(
    members: &[Member<'_>],
    states: &mut [(V, V)],
    contacts: &mut [Contact],
    most: usize,
) -> bool {
    for _ in 0..most {
        let (mut change, mut size) = (0.0_f64, 0.0_f64);
        for contact in contacts.iter_mut() {
            let inverses = [Some(contact.a), contact.b]
                .map(|body| body.map(|body| members[body].body.inverse));
            let masses = inverses.iter().flatten();
            let inverse: f64 = masses.clone().map(|inverse| inverse.mass).sum();
            let along: f64 = masses.map(|inverse| 1.0 / inverse.tangential_mass()).sum();
            let touch = contact.touch;
            let lack = touch.target - touch.normal.dot(&relative(states, contact));
            let out = (touch.push_out + lack / inverse).max(0.0);
            push(members, states, contact, out - touch.push_out, V::zeros());
            let turning = states[contact.a].1 * members[contact.a].body.radius()
                + contact
                    .b
                    .map_or(V::zeros(), |b| states[b].1 * members[b].body.radius());
            let slip = touch.along(&(relative(states, contact) - touch.drive))
                + touch.normal.cross(&turning);
            let grip = touch.grip - slip / along;
            let most = touch.friction * out;
            let grip = if grip.norm() > most {
                grip * (most / grip.norm())
            } else {
                grip
            };
            push(members, states, contact, 0.0, grip - touch.grip);
            change = change
                .max((out - touch.push_out).abs())
                .max((grip - touch.grip).norm());
            size = size.max(out);
            (contact.touch.push_out, contact.touch.grip) = (out, grip);
        }
        if change <= 1e-13 * size {
            return true;
        }
    }
    false
}
