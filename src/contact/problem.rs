//! The contact problem: for each contact `p ≥ 0`, `n·v ≥ target`, `p (n·v - target) = 0`, and friction `|f| ≤ μ p` against the slip.

use super::fall::V;

/// Normal, friction and state of one contact in the problem.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touch {
    /// Index of the part of the ground.
    pub(super) part: usize,
    /// Unit normal, towards the body.
    pub(super) normal: V,
    pub(super) gap: f64,
    /// Velocity of the surface \[m/s\].
    pub(super) velocity: V,
    pub(super) restitution: f64,
    pub(super) friction: f64,
    pub(super) tangential_restitution: f64,
    pub(super) rolling: f64,
    /// Velocity of a belt along the surface, relative to the surface \[m/s\].
    pub(super) belt: V,
    /// Velocity that the contact response adds to the body \[m/s\].
    pub(super) push: V,
    /// Whether the body passes through the surface.
    pub(super) passes: bool,
    /// Whether the surface is flat at the contact.
    pub(super) is_flat: bool,
    /// Sides of the flat part: for each side the unit vector towards the inside, and the distance
    /// from the contact \[m\].
    pub(super) sides: [(V, f64); 4],
    pub(super) side_count: usize,
    /// Minimum velocity of the body along the normal \[m/s\].
    pub(super) target: f64,
    /// Velocity relative to which the slip is measured \[m/s\].
    pub(super) drive: V,
    /// Unit vector along the slip if its direction is given; else zero.
    pub(super) slip: V,
    /// Impulse along the normal \[N s\].
    pub(super) push_out: f64,
    /// Impulse of friction, along the surface \[N s\].
    pub(super) grip: V,
}

impl Touch {
    /// Returns the component of a vector along the surface.
    pub(super) fn along(&self, vector: &V) -> V {
        vector - self.normal * self.normal.dot(vector)
    }

    /// Returns the normal velocity of the body relative to the surface \[m/s\]; positive if the
    /// body leaves.
    pub(super) fn leaving(&self, velocity: &V) -> f64 {
        self.normal.dot(&(velocity - self.velocity))
    }

    /// Whether the contact sticks: friction is less than its maximum. The margin covers the
    /// rounding error of a friction that was scaled to its maximum.
    pub(super) fn sticks(&self) -> bool {
        self.grip.norm() < self.friction * self.push_out * (1.0 - 32.0 * f64::EPSILON)
    }

    pub(super) fn slip_of(&self, velocity: &V, spin: &V, radius: f64) -> V {
        self.along(&(velocity - self.drive)) + self.normal.cross(spin) * radius
    }

    pub(super) fn sides(&self) -> &[(V, f64)] {
        &self.sides[..self.side_count]
    }

    /// Returns how long a body with a constant velocity stays on the flat part \[s\].
    pub(super) fn time_on(&self, velocity: &V) -> f64 {
        let outward = self
            .sides()
            .iter()
            .filter(|side| side.0.dot(velocity) < 0.0);
        outward
            .map(|side| side.1 / -side.0.dot(velocity))
            .fold(f64::INFINITY, f64::min)
    }
}

/// Reciprocal mass `1/m`, reciprocal moment of inertia `1/I` (zero for a body that does not
/// rotate), and radius of a body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Inverse {
    pub(super) mass: f64,
    pub(super) inertia: f64,
    pub(super) radius: f64,
}

impl Inverse {
    /// Returns the effective mass for an impulse along a surface.
    pub(super) fn tangential_mass(&self) -> f64 {
        1.0 / (self.mass + self.radius * self.radius * self.inertia)
    }

    /// Applies the impulses of a contact to the body.
    pub(super) fn push(
        &self,
        touch: &Touch,
        (out, grip): (f64, V),
        velocity: &mut V,
        spin: &mut V,
    ) {
        *velocity += (touch.normal * out + grip) * self.mass;
        *spin -= touch.normal.cross(&grip) * (self.radius * self.inertia);
    }
}

/// Velocity and spin of the body after the impulses that solve the contact problem.
pub(super) struct Solved {
    pub(super) velocity: V,
    pub(super) spin: V,
    /// Whether the impulses solve the problem. If not, the contacts were pushed one after the
    /// other, as when a body jams.
    pub(super) is_settled: bool,
}

/// Maximum number of alternations between normal impulses and friction.
const MOST_TURNS: usize = 100;
/// Maximum number of sweeps over the contacts.
const MOST_SWEEPS: usize = 200;
/// Maximum number of rounds in which each contact is pushed alone.
const MOST_PUSHES: usize = 60;

/// Solves the contact problem, and stores the impulses in the contacts.
pub(super) fn solve(inverse: &Inverse, velocity: V, spin: V, touches: &mut [Touch]) -> Solved {
    for touch in touches.iter_mut() {
        touch.grip = V::zeros();
    }
    let problem = Problem {
        inverse,
        velocity,
        spin,
    };
    if problem.alternate(touches) || problem.sweep(touches) {
        return problem.applied(touches);
    }
    problem.push_in_turn(touches)
}

struct Problem<'a> {
    inverse: &'a Inverse,
    velocity: V,
    spin: V,
}

impl Problem<'_> {
    fn applied(&self, touches: &[Touch]) -> Solved {
        let (mut velocity, mut spin) = (self.velocity, self.spin);
        for touch in touches {
            let impulses = (touch.push_out, touch.grip);
            self.inverse.push(touch, impulses, &mut velocity, &mut spin);
        }
        Solved {
            velocity,
            spin,
            is_settled: true,
        }
    }

    /// Returns the friction impulse that stops the slip, or the maximum friction impulse if that is
    /// smaller.
    fn grip(&self, touch: &Touch, out: f64, velocity: &V, spin: &V) -> V {
        let most = touch.friction * out;
        if touch.slip != V::zeros() {
            return touch.slip * -most;
        }
        let slip = touch.slip_of(velocity, spin, self.inverse.radius);
        within(touch.grip - slip * self.inverse.tangential_mass(), most)
    }

    /// Computes the normal impulses for given friction, then friction for given normal impulses,
    /// until they converge. Returns whether they converged.
    fn alternate(&self, touches: &mut [Touch]) -> bool {
        let is_single = touches.len() == 1;
        for _ in 0..MOST_TURNS {
            let gripped = touches.iter().map(|touch| touch.grip * self.inverse.mass);
            normals(
                self.inverse.mass,
                gripped.fold(self.velocity, |sum, grip| sum + grip),
                touches,
            );
            let Solved {
                mut velocity,
                mut spin,
                ..
            } = self.applied(touches);
            let (mut change, mut size) = (0.0_f64, 0.0_f64);
            for touch in touches.iter_mut().filter(|touch| touch.friction > 0.0) {
                let grip = self.grip(touch, touch.push_out, &velocity, &spin);
                let more = grip - touch.grip;
                (self.inverse).push(touch, (0.0, more), &mut velocity, &mut spin);
                change = change.max(more.norm());
                size = size.max(touch.push_out + grip.norm());
                touch.grip = grip;
            }
            if is_single || change <= 4.0 * f64::EPSILON * size {
                return true;
            }
        }
        false
    }

    /// Updates one contact after the other: each update adds to the impulse of the contact, and
    /// limits the sum. Converges more often than [`alternate`](Self::alternate), but slowly.
    /// Returns whether it converged.
    fn sweep(&self, touches: &mut [Touch]) -> bool {
        for touch in touches.iter_mut() {
            (touch.push_out, touch.grip) = (0.0, V::zeros());
        }
        let (mut velocity, mut spin) = (self.velocity, self.spin);
        for _ in 0..MOST_SWEEPS {
            let (mut change, mut size) = (0.0_f64, 0.0_f64);
            for touch in touches.iter_mut() {
                let lack = touch.target - touch.normal.dot(&velocity);
                let out = (touch.push_out + lack / self.inverse.mass).max(0.0);
                let more = (out - touch.push_out, V::zeros());
                self.inverse.push(touch, more, &mut velocity, &mut spin);
                let grip = self.grip(touch, out, &velocity, &spin);
                let gripped = grip - touch.grip;
                (self.inverse).push(touch, (0.0, gripped), &mut velocity, &mut spin);
                change = change.max(more.0.abs()).max(gripped.norm());
                size = size.max(out + grip.norm());
                (touch.push_out, touch.grip) = (out, grip);
            }
            if change <= 8.0 * f64::EPSILON * size {
                return true;
            }
        }
        false
    }

    /// Pushes one contact after the other. Each push is an inelastic impact, which reduces the
    /// energy. At the end the body approaches no surface.
    fn push_in_turn(&self, touches: &mut [Touch]) -> Solved {
        for touch in touches.iter_mut() {
            (touch.push_out, touch.grip) = (0.0, V::zeros());
        }
        let (mut velocity, mut spin) = (self.velocity, self.spin);
        let mass = self.inverse.tangential_mass();
        let mut is_done = false;
        for _ in 0..MOST_PUSHES {
            is_done = true;
            for touch in touches.iter_mut() {
                let lack = touch.target - touch.normal.dot(&velocity);
                if lack <= 4.0 * f64::EPSILON * (velocity.norm() + touch.target.abs()) {
                    continue;
                }
                let out = lack / self.inverse.mass;
                let slip = touch.slip_of(&velocity, &spin, self.inverse.radius);
                let grip = within(slip * -mass, touch.friction * out);
                (self.inverse).push(touch, (out, grip), &mut velocity, &mut spin);
                touch.push_out += out;
                touch.grip += grip;
                is_done = false;
            }
            if is_done {
                break;
            }
        }
        if !is_done {
            let mut last = velocity;
            let before: [f64; MOST_TOUCHES] =
                core::array::from_fn(|index| touches.get(index).map_or(0.0, |one| one.push_out));
            normals(self.inverse.mass, velocity, touches);
            for (touch, before) in touches.iter_mut().zip(before) {
                last += touch.normal * (touch.push_out * self.inverse.mass);
                touch.push_out += before;
            }
            velocity = last;
        }
        Solved {
            velocity,
            spin,
            is_settled: false,
        }
    }
}

/// Maximum number of contacts of a body at the same time; contacts with larger gaps are left out.
pub(super) const MOST_TOUCHES: usize = 16;

fn within(vector: V, most: f64) -> V {
    let size = vector.norm();
    if size > most {
        vector * (most / size)
    } else {
        vector
    }
}

/// A set of at most three active contacts, and the change of velocity by each \[m/s\].
#[derive(Clone, Copy)]
struct Active {
    contacts: [(usize, f64); 3],
    count: usize,
    /// Residual: maximum violation of the contact conditions by this set \[m/s\].
    miss: f64,
}

/// Finds the normal impulses by enumeration of sets of at most three active contacts. If no set
/// solves the problem, improves the set with the smallest residual, one contact after the other.
fn normals(inverse_mass: f64, velocity: V, touches: &mut [Touch]) {
    let lack = |touch: &Touch, velocity: &V| touch.target - touch.normal.dot(velocity);
    let all_lack = |velocity: &V| {
        let lacks = touches.iter().map(|touch| lack(touch, velocity));
        lacks.fold(0.0, f64::max)
    };
    let targets = touches.iter().map(|touch| touch.target.abs());
    let size = velocity.norm() + targets.fold(0.0, f64::max);
    let nothing = [(0, 0.0); 3];
    let mut best = Active {
        contacts: nothing,
        count: 0,
        miss: all_lack(&velocity),
    };
    // stores a set in `best` if its residual is smaller; returns whether the set solves the problem
    let offer = |set: &[(usize, f64)], best: &mut Active| {
        let (mut velocity, mut sum) = (velocity, size);
        for &(index, change) in set {
            let pushes = change >= 0.0;
            if !pushes {
                return false;
            }
            velocity += touches[index].normal * change;
            sum += change;
        }
        // the final velocity at an active contact must equal its target
        let missed = set
            .iter()
            .map(|(index, _)| lack(&touches[*index], &velocity).abs());
        let miss = missed.fold(all_lack(&velocity), f64::max);
        let is_right = miss <= 16.0 * f64::EPSILON * sum;
        if is_right || miss < best.miss {
            let mut contacts = nothing;
            contacts[..set.len()].copy_from_slice(set);
            *best = Active {
                contacts,
                count: set.len(),
                miss: if is_right { 0.0 } else { miss },
            };
        }
        is_right
    };
    let count = touches.len();
    let pairs = || (0..count).flat_map(|one| (0..one).map(move |two| [one, two]));
    let lacks = |index: usize| lack(&touches[index], &velocity);
    let normal = |index: usize| touches[index].normal;
    let _ = best.miss <= 0.0
        || (0..count).any(|index| offer(&[(index, lacks(index))], &mut best))
        || pairs().any(|[one, two]| {
            let cosine = normal(one).dot(&normal(two));
            let determinant = normal(one).cross(&normal(two)).norm_squared();
            let (a, b) = (lacks(one), lacks(two));
            let set = [
                (one, (a - cosine * b) / determinant),
                (two, (b - cosine * a) / determinant),
            ];
            determinant > f64::EPSILON * f64::EPSILON && offer(&set, &mut best)
        })
        || pairs().any(|[one, two]| {
            (0..two).any(|three| {
                let [a, b, c] = [one, two, three].map(normal);
                let crosses = [b.cross(&c), c.cross(&a), a.cross(&b)];
                let determinant = a.dot(&crosses[0]);
                let change =
                    (crosses[0] * lacks(one) + crosses[1] * lacks(two)) + crosses[2] * lacks(three);
                let change = change / determinant;
                let set = [one, two, three].into_iter().zip(crosses);
                let mut sizes = set.map(|(index, cross)| (index, cross.dot(&change) / determinant));
                let set = core::array::from_fn::<_, 3, _>(|_| sizes.next().unwrap_or_default());
                determinant.abs() > f64::EPSILON && offer(&set, &mut best)
            })
        });
    for touch in touches.iter_mut() {
        touch.push_out = 0.0;
    }
    for &(index, change) in &best.contacts[..best.count] {
        touches[index].push_out = change / inverse_mass;
    }
    if best.miss > 0.0 {
        improve(inverse_mass, velocity, touches);
    }
}

fn improve(inverse_mass: f64, velocity: V, touches: &mut [Touch]) {
    let pushes = touches
        .iter()
        .map(|touch| touch.normal * (touch.push_out * inverse_mass));
    let mut now = pushes.fold(velocity, |sum, push| sum + push);
    for _ in 0..MOST_TURNS {
        for touch in touches.iter_mut() {
            let lack = touch.target - touch.normal.dot(&now);
            let out = (touch.push_out + lack / inverse_mass).max(0.0);
            now += touch.normal * ((out - touch.push_out) * inverse_mass);
            touch.push_out = out;
        }
    }
}
