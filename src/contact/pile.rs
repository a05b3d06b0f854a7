//! Groups of balls in contact. The midpoint rule moves the whole group; its contacts are solved one
//! after the other.

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

/// Maximum number of contact updates in all sweeps together.
const MOST_LOOKS: usize = 8192;
/// Minimum number of sweeps, which takes precedence over [`MOST_LOOKS`].
const LEAST_SWEEPS: usize = 100;
/// Minimum and maximum number of rounds that adapt normals and gaps to the motion. More than the
/// minimum are made while a ball sinks into a wall, or into another ball by more than a millionth
/// of its radius.
const ROUNDS: [usize; 2] = [4, 20];

/// Moves a group by one substep, which starts at a time of the flow and has a duration. `acting`
/// returns how two members act on each other, or `None` if they pass through each other.
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
    // a collision may accelerate each body to the speed of any other body
    let ways = (members.iter().zip(&free)).map(|(one, free)| {
        let pull = (free.1 - one.body.velocity).norm() * time;
        free.0.norm() + pull
    });
    let reach = 2.0 * ways.fold(0.0, f64::max);
    let mut contacts = Vec::new();
    for a in 0..members.len() {
        collect(members, (a, reach), acting, (clock, time), &mut contacts);
    }
    // contacts with walls are solved last: the remaining error is then an overlap of bodies, not of
    // a body and a wall
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
        // the available energy does not suffice for this step, so all bodies of the group stop
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
    // impact law: removes the impulses of the midpoint rule, and applies impulses after which each
    // contact has its rebound speed
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

/// Collects the contacts of a member with its ground and with earlier members. `reach` is the
/// maximum displacement of each body \[m\].
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

/// Returns the minimum allowed gap at the end of a step \[m\]. A small overlap, caused by rounding
/// and sweeps, has to shrink over several steps; a large overlap may stay.
fn kept(gap: f64, radius: f64) -> f64 {
    let is_small = gap > -1e-3 * radius;
    if is_small { 0.75 * gap.min(0.0) } else { gap }
}

/// Returns the gap between two balls after a relative displacement \[m\], and the unit normal
/// towards the first ball.
pub(super) fn apart(a: &Mobile, b: &Mobile, moved: V) -> (f64, V) {
    let offset = a.position - b.position + moved;
    let size = offset.norm();
    let normal = if size > 0.0 { offset / size } else { V::x() };
    (size - a.radius() - b.radius(), normal)
}

/// Returns gap and normal of a contact after its bodies have moved for `time` at their mean
/// velocities.
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

/// Adapts normal and target of a closed contact to the motion. An open contact keeps its plane from
/// the start of the step.
///
/// Returns whether the overlap at the end exceeds the allowed overlap.
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

/// Returns the relative velocity of the two centres at a contact \[m/s\].
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

/// Solves the contacts, starting from the stored impulses: each update adds to the impulse of one
/// contact, and limits the sum. If the impulses do not converge, the solver continues with the
/// contacts with walls alone.
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

/// Updates all contacts one after the other, up to `most` times. Returns whether the impulses
/// converged.
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
