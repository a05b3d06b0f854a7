//! The midpoint rule with contacts, for motions without a closed form, and kicks of bodies in
//! contact.
//!
//! The mean velocity of a substep of duration h solves the contact problem with the target `-d/h`
//! for a gap d. Friction opposes the mean slip, and a contact pushes only if its gap closes. So the
//! work of a contact is never positive.

use super::fall::V;
use super::mobile::{Mobile, frame};
use super::paths::Way;
use super::problem::{Touch, solve};
use super::segments::Flow;

/// Maximum number of rounds that adapt normals and gaps of curved contacts to the mean velocity.
const MOST_ROUNDS: usize = 6;
/// Number of rounds that limit rebound and slip, needed because limiting one contact disturbs the
/// next.
const CUTS: usize = 8;

impl Flow<'_, '_> {
    /// Moves the body by one substep under its law.
    pub(super) fn midpoint(&mut self, body: &mut Mobile, time: f64) {
        let (way, velocity) = self
            .law
            .flow(&body.position, &body.velocity, self.clock, time);
        self.constrain(body, time, way, velocity);
    }

    /// Moves the body by one substep. Without contacts the body would move by `way` and end with the velocity `free`.
    fn constrain(&mut self, body: &mut Mobile, time: f64, way: V, free: V) {
        let mean = (free - body.velocity) / time;
        let wanted = way / time;
        let fastest = (0..self.ground.count()).map(|part| self.ground.velocity(part).norm());
        let fastest = fastest.fold(0.0, f64::max);
        let reach = 2.0 * way.norm() + (mean.norm() * time + fastest) * time + self.tolerance;
        self.collect(body, reach, false);
        let mut touches = core::mem::take(&mut self.lists.touches);
        touches.retain(|touch| !touch.passes);
        let start = body.clone();
        self.started = Some(start.velocity);
        // the mean spin includes half of the change by torques
        body.spin += self.law.turning * (0.5 * time);
        (body.velocity, body.spin) = self.mean_motion(body, &mut touches, (time, wanted));
        // rolling resistance opposes the mean velocity, unless rolling ends in this substep
        let resists = |touch: &&Touch| touch.rolling > 0.0 && touch.push_out > 0.0;
        let is_resisted = (touches.iter().filter(resists))
            .all(|touch| touch.sticks() && body.rolls_on(touch, touch.push_out));
        if is_resisted {
            // mean of a steady push; its effect on the displacement has the weight 1 - drag time/3
            let steady = 1.0 + self.law.drag * time / 3.0;
            for touch in touches.iter().filter(resists) {
                body.resist(touch, touch.push_out * steady);
            }
        }
        let (w, spin) = (body.velocity, body.spin);
        (body.velocity, body.spin) = (start.velocity, start.spin);
        let mut pushing = core::mem::take(&mut self.lists.others);
        pushing.clear();
        pushing.extend(touches.iter().filter(|touch| touch.push_out > 0.0));
        self.lists.touches = touches;

        let still =
            frame(&pushing).filter(|_| pushing.iter().all(|touch| touch.belt == V::zeros()));
        let most = still.map(|still| {
            let work = body.mass * mean.dot(&((w - still) * time));
            (still, body.kinetic(&still) + work)
        });
        if let Some((still, most)) = most
            && most < 0.0
        {
            // the available energy does not suffice for this step: the body rests
            body.velocity = still;
            body.spin = V::zeros();
            (self.way, self.from) = (Some(Way::steady(still)), body.position);
            body.position += still * time;
            self.lists.others = pushing;
            return;
        }
        (self.way, self.from) = (Some(Way::steady(w)), body.position);
        body.position += w * time;
        // drag also acts on the change of velocity by contacts, on average for half of the substep
        let lag = (1.0 + 0.5 * self.law.drag * time).max(0.5);
        body.velocity = free + (w - wanted) * (2.0 / lag);
        body.spin = spin * 2.0 - body.spin;
        self.cut(
            body,
            &mut pushing,
            &start,
            (w, spin, is_resisted),
            (time, mean),
        );
        for touch in &mut pushing {
            self.hold(touch.part, 2.0 * touch.push_out, touch.grip * 2.0);
            touch.target = touch.normal.dot(&touch.velocity);
            (touch.slip, touch.friction) = (V::zeros(), 0.0);
        }
        if !pushing.is_empty() {
            body.velocity = solve(&body.inverse, body.velocity, body.spin, &mut pushing).velocity;
            if let Some((still, most)) = most {
                body.cap(most, &still);
            }
        }
        body.turn(&(spin * time));
        self.lists.others = pushing;
    }

    /// Returns the mean velocity and mean spin of a substep.
    fn mean_motion(
        &self,
        body: &Mobile,
        touches: &mut [Touch],
        (time, wanted): (f64, V),
    ) -> (V, V) {
        let near_by = 8.0 * self.tolerance;
        let radius = body.radius();
        let near = |touch: &Touch, position: &V, at: f64| {
            self.near(touch.part, position, radius, f64::INFINITY, at)
        };
        let start = |touch: &mut Touch| {
            touch.target = touch.normal.dot(&touch.velocity) - touch.gap.max(0.0) / time;
            touch.drive = touch.velocity + touch.belt;
            touch.slip = V::zeros();
        };
        touches.iter_mut().for_each(start);
        let mut solved = solve(&body.inverse, wanted, body.spin, touches);
        for _ in 1..MOST_ROUNDS {
            let w = solved.velocity;
            let mut has_moved = false;
            for touch in touches.iter_mut() {
                if touch.is_flat || touch.gap > near_by {
                    continue;
                }
                let half = near(touch, &(body.position + w * (0.5 * time)), 0.5 * time);
                let end = near(touch, &(body.position + w * time), time);
                if let (Some(half), Some(end)) = (half, end) {
                    touch.normal = half.normal;
                    touch.target = touch.normal.dot(&w) - end.gap / time;
                    has_moved = true;
                }
            }
            if !has_moved {
                break;
            }
            solved = solve(&body.inverse, wanted, body.spin, touches);
        }
        // a convex surface lies beyond the planes through its nearest points. If the body is inside
        // a surface at the end of the substep, these planes, taken at the start, replace the
        // surfaces
        let end = body.position + solved.velocity * time;
        let is_deep = |touch: &Touch| {
            !touch.is_flat && near(touch, &end, time).is_some_and(|near| near.gap < -near_by)
        };
        if touches.iter().any(is_deep) {
            for touch in touches.iter_mut() {
                if let Some(near) = near(touch, &body.position, 0.0) {
                    touch.normal = near.normal;
                }
                start(touch);
            }
            solved = solve(&body.inverse, wanted, body.spin, touches);
        }
        (solved.velocity, solved.spin)
    }

    /// Limits rebound and slip at the end of a substep to what the laws of contact allow.
    fn cut(
        &self,
        body: &mut Mobile,
        touches: &mut [Touch],
        start: &Mobile,
        (w, spin, is_resisted): (V, V, bool),
        (time, mean): (f64, V),
    ) {
        let fast = 2.0 * mean.norm() * time;
        let mass = body.inverse.tangential_mass();
        let radius = body.radius();
        let count = if touches.len() > 1 { CUTS } else { 1 };
        let mut are_bouncing = false;
        for round in 0..count {
            for touch in touches.iter_mut() {
                let middle = touch.slip_of(&w, &spin, radius);
                let came = -touch.leaving(&start.velocity);
                let rebound = if came > fast {
                    touch.restitution * came
                } else {
                    0.0
                };
                are_bouncing |= rebound > 0.0;
                let sticks = touch.sticks();
                if round == 0
                    && !touch.is_flat
                    && let Some(near) =
                        self.near(touch.part, &body.position, radius, f64::INFINITY, time)
                {
                    touch.normal = near.normal;
                }
                let leaves = touch.leaving(&body.velocity);
                if leaves > rebound || rebound > 0.0 && round == 0 {
                    body.velocity -= touch.normal * (leaves - rebound);
                }
                let slip = touch.slip_of(&body.velocity, &body.spin, radius);
                if touch.friction > 0.0 && (sticks || slip.dot(&middle) < 0.0) {
                    let impulses = (0.0, slip * -mass);
                    (body.inverse).push(touch, impulses, &mut body.velocity, &mut body.spin);
                    if round == 0 && !is_resisted {
                        body.resist(touch, 2.0 * touch.push_out);
                    }
                }
            }
        }
        // the body rests: there are enough walls, none rebounds, and the mean motion is zero
        if touches.len() >= self.dimension.max(2)
            && !are_bouncing
            && let Some(still) = frame(touches)
            && (w - still).norm() * time <= self.tolerance
        {
            body.velocity = still;
        }
    }

    /// Whether a body at rest on curved contacts stays there until its state, its forces or a
    /// surface changes.
    pub(super) fn rests_on_curves(
        &self,
        body: &mut Mobile,
        pull: &V,
        gained: (&V, &V),
        same: f64,
    ) -> bool {
        let touches = &self.lists.touches;
        let Some(still) = frame(touches) else {
            return false;
        };
        let (a, turn) = gained;
        let slips = touches
            .iter()
            .any(|touch| touch.slip != V::zeros() || touch.belt != V::zeros());
        if still != V::zeros() || slips || (body.velocity - still).norm() > same {
            return false;
        }
        let resistance = |touch: &Touch| {
            let turns = body.inverse.inertia > 0.0;
            let held = touch.rolling * touch.push_out * body.inverse.mass;
            if turns {
                held * body.rolling_share()
            } else {
                0.0
            }
        };
        let held = touches.iter().map(resistance).fold(0.0, f64::max);
        let rounding = 64.0 * f64::EPSILON * pull.norm();
        if a.norm() > held.max(rounding) || held == 0.0 && turn.norm() * body.radius() > rounding {
            return false;
        }
        body.velocity = still;
        if touches.iter().any(|touch| touch.friction > 0.0) {
            let upright = touches.iter().fold(body.spin, |spin, touch| {
                if touches.len() == 1 {
                    touch.normal * touch.normal.dot(&spin)
                } else {
                    V::zeros()
                }
            });
            body.spin = upright;
        }
        true
    }

    /// Changes the velocity of a body between two flows. The impulses of the contacts in the flow
    /// before the kick, which lasts half a step, also act against the kick. The first attempt uses
    /// twice these impulses, for a whole step. It applies if all contacts then still push and
    /// stick; else the impulses are used once.
    pub(super) fn kick(&mut self, body: &mut Mobile, change: V) {
        self.set_tolerance(body, 0.0);
        let pull = self
            .law
            .acceleration(&body.position, &body.velocity, self.clock);
        let slow = self.slow(body, &pull);
        self.collect(body, 8.0 * self.tolerance, true);
        let mut touches = core::mem::take(&mut self.lists.touches);
        touches.retain(|touch| !touch.passes && touch.leaving(&body.velocity) <= slow);
        body.memory.kicked = change;
        body.velocity += change;
        let (velocity, spin) = (body.velocity, body.spin);
        for share in [2.0, 1.0] {
            if touches.is_empty() {
                break;
            }
            let (mut free, mut turning) = (velocity, spin);
            for touch in &mut touches {
                touch.target = touch.normal.dot(&touch.velocity);
                touch.drive = touch.velocity + touch.belt;
                touch.slip = V::zeros();
                let held = self
                    .lists
                    .before
                    .iter()
                    .find(|held| held.part == touch.part);
                let (out, grip) = held.map_or((0.0, V::zeros()), |held| (held.out, held.grip));
                let back = (-out * share, grip * -share);
                body.inverse.push(touch, back, &mut free, &mut turning);
            }
            let solved = solve(&body.inverse, free, turning, &mut touches);
            (body.velocity, body.spin) = (solved.velocity, solved.spin);
            let holds =
                |touch: &Touch| touch.push_out > 0.0 && (touch.friction == 0.0 || touch.sticks());
            if touches.iter().all(holds) {
                if let [touch] = &touches[..] {
                    body.velocity -= touch.normal * touch.leaving(&body.velocity);
                    if touch.friction > 0.0 && body.inverse.inertia == 0.0 {
                        body.velocity = touch.velocity + touch.belt;
                    }
                }
                break;
            }
        }
        self.lists.touches = touches;
    }
}
