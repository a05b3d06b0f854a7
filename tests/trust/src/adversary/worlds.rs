//! Calls of a world in random order, with random and extreme arguments.

use kinstep::Until;
use kinstep::diagnostics::{Ledger, Reference, compare_schemes};
use kinstep::nalgebra::convert;
use kinstep::trajectory::{Crossing, Plane, Sphere};
use kinstep::{BodyId, ForceField, ForceId, Mounted, Scheme, Snapshot, Torque, World};

use super::answers::asked;
use super::draw::{Draw, is_finite, is_nan};
use super::parts::{Space, axial, body, force};
use crate::worlds::bits;

pub(super) fn of_worlds<T: Space<D>, const D: usize>(draw: &mut Draw) {
    let mut player = Player::<T, D> {
        world: World::new(),
        bodies: Vec::new(),
        forces: Vec::new(),
        snapshots: Vec::new(),
        went_back: false,
    };
    for call in 0..24 {
        let (before, forces) = (bits(&player.world), player.world.forces().count());
        let succeeded = match draw.below(6) {
            // the first calls add bodies
            _ if call < 3 => player.change(draw, 0),
            0 | 1 => {
                let which = draw.below(11);
                player.change(draw, which)
            }
            2 => player.write(draw),
            3 | 4 => player.step(draw),
            _ => player.look(draw),
        };
        if !succeeded {
            let after = (bits(&player.world), player.world.forces().count());
            assert!(after == (before, forces), "a failed call changed something");
        }
    }
}

struct Player<T: Space<D>, const D: usize> {
    world: World<T, D>,
    /// Ids that the world has issued, including stale ones.
    bodies: Vec<BodyId>,
    forces: Vec<ForceId>,
    snapshots: Vec<Snapshot<T, D>>,
    /// Whether a snapshot was restored: the world may then issue again ids that it issued after the
    /// snapshot.
    went_back: bool,
}

impl<T: Space<D>, const D: usize> Player<T, D> {
    /// Adds, removes or replaces a body or a force, or sets the scheme.
    fn change(&mut self, draw: &mut Draw, which: usize) -> bool {
        let (world, force) = (&mut self.world, force::<T, D>(draw));
        let [a, b] = draw.vectors::<T, D, 2>();
        if which < 2 || self.bodies.is_empty() {
            let added = world.add_body(body::<T, D>(draw));
            let is_new = added.is_ok_and(|id| !self.bodies.contains(&id));
            assert!(
                is_new || added.is_err() || self.went_back,
                "an id came to mean another body"
            );
            self.bodies.extend(added.ok());
            return added.is_ok();
        }
        let [one, other] = [(); 2].map(|()| draw.one_of(&self.bodies));
        let added = match which {
            2 => world.add_force(force).ok(),
            3 if draw.is_so() => world.add_force_on(one, Mounted::new(force, a)).ok(),
            3 | 4 => world.add_force_on(one, force).ok(),
            5 if draw.is_so() => world.add_link_at(one, a, other, b, force).ok(),
            5 => world.add_link(one, other, force).ok(),
            6 => {
                let (is_there, count) = (world.contains(one), world.len());
                assert_eq!(world.remove_body(one).is_ok(), is_there);
                assert!(!world.contains(one) && world.len() + usize::from(is_there) == count);
                return is_there;
            }
            7 if !self.forces.is_empty() => {
                return world.remove_force(draw.one_of(&self.forces)).is_ok();
            }
            8 if !self.forces.is_empty() => {
                return (world.replace_force(draw.one_of(&self.forces), force)).is_ok();
            }
            // forces of user code that return arbitrary values
            9 if draw.is_so() => {
                let turn = axial::<T, D>(draw);
                let torque = Torque::new(move |_: &kinstep::Body<T, D>, _: T| turn);
                world.add_force(torque).ok()
            }
            9 => {
                let size = draw.number::<T>();
                let field = ForceField::new(move |x: &_, _| a + x);
                let field = field.with_potential(move |_: &_, _| size);
                world.add_force(field).ok()
            }
            _ => {
                world.set_scheme(draw.one_of(&Scheme::ALL));
                return true;
            }
        };
        self.forces.extend(added);
        added.is_some()
    }

    /// Writes to a body, or applies a force or an impulse to it.
    fn write(&mut self, draw: &mut Draw) -> bool {
        let id = draw.one_of(&self.bodies_or_none());
        let ([a, b], new) = (draw.vectors::<T, D, 2>(), body::<T, D>(draw));
        let (world, Some(id)) = (&mut self.world, id) else {
            return false;
        };
        let which = draw.below(8);
        match which {
            0 => return world.apply_force(id, a).is_ok(),
            1 => return world.apply_impulse(id, a).is_ok(),
            2 => return world.apply_impulse_at(id, a, b).is_ok(),
            _ => {}
        }
        let Some(body) = world.body_mut(id) else {
            return false;
        };
        match which {
            3 => body.position = a,
            4 => body.velocity = a,
            5 => body.mass = draw.number(),
            6 => body.set_inertia(new.inertia()),
            _ => *body = new,
        }
        true
    }

    fn bodies_or_none(&self) -> Vec<Option<BodyId>> {
        let ids: Vec<_> = self.bodies.iter().copied().map(Some).collect();
        if ids.is_empty() { vec![None] } else { ids }
    }

    /// Makes a step, a step that ends at an event, or a step of a ledger.
    fn step(&mut self, draw: &mut Draw) -> bool {
        let (dt, steps): (T, _) = (draw.number(), self.world.steps());
        let [a, b] = draw.vectors::<T, D, 2>();
        let id = draw.one_of(&self.bodies_or_none());
        let succeeded = match (draw.below(5), id) {
            (0, Some(id)) => {
                let which = [Crossing::Any, Crossing::Ascending, Crossing::Descending];
                let until = match draw.below(3) {
                    0 => Until::crossing(id, Plane::new(a, draw.number()), draw.one_of(&which)),
                    1 => Until::apex(id, a),
                    _ => Until::sphere(id, Sphere::new(b, draw.number()), draw.one_of(&which)),
                };
                let event = self.world.step_until(dt, &until);
                if let Ok(Some(event)) = event {
                    assert!(event.time.is_finite(), "{event:?}");
                    assert!(is_finite(&event.position) && is_finite(&event.velocity));
                }
                event.is_ok()
            }
            (1, _) if self.is_soon_done(draw, dt) => {
                let mut ledger = Ledger::new(&self.world);
                // a body at the centre of an attraction has infinite energy
                let has_energy = self.world.energy().total().is_finite();
                let stepped = ledger.step(&mut self.world, dt).is_ok();
                let balance = ledger.balance();
                if self.is_tame(draw) && has_energy {
                    assert!(!is_nan(&balance.change.total()), "{balance:?}");
                }
                stepped
            }
            _ => self.world.step(dt).is_ok(),
        };
        // an event at the start is reported without a step
        let stepped = succeeded && self.world.steps() > steps;
        for body in self.world.body_slice().iter().filter(|_| stepped) {
            let spin = T::axial_numbers(&body.spin_angular_momentum());
            let mut numbers = body.position.iter().chain(&body.velocity).chain(&spin);
            assert!(numbers.all(|number| number.is_finite()), "{body:?}");
            let off = T::orientation_length(&body.orientation()) - T::one();
            let slack: T = convert::<f64, T>(64.0) * T::default_epsilon();
            assert!(off.abs() < slack, "{body:?}: {off}");
        }
        succeeded
    }

    /// Whether a reference ends soon: it makes 2^24 evaluations before it reports that a motion is
    /// too stiff.
    fn is_soon_done(&self, draw: &Draw, dt: T) -> bool {
        let moves = dt.is_finite() && dt != T::zero();
        !moves || self.is_tame(draw) && dt.abs() < T::one()
    }

    /// Whether products of all numbers are finite, and all bodies have a valid inertia. An invalid
    /// inertia may be written to a body; the next step rejects it.
    fn is_tame(&self, draw: &Draw) -> bool {
        let most: T = convert(1e6);
        let mut bodies = self.world.body_slice().iter();
        draw.is_tame()
            && bodies.all(|body| {
                let possible = World::new().add_body(*body).is_ok();
                possible
                    && body.position.amax() < most
                    && body.velocity.amax() < most
                    && body.mass < most
            })
    }

    /// Queries, saves or restores the world.
    fn look(&mut self, draw: &mut Draw) -> bool {
        let dt: T = draw.number();
        match draw.below(7) {
            0 => self.snapshots.push(self.world.snapshot()),
            1 if !self.snapshots.is_empty() => {
                let snapshot = &self.snapshots[draw.below(self.snapshots.len())];
                let restored = self.world.restore(snapshot).is_ok();
                self.went_back |= restored;
                return restored;
            }
            2 => {
                let scene = self.world.scene().ok();
                if let Some(mut again) = scene.and_then(|scene| scene.world().ok()) {
                    let mut world = self.world.clone();
                    assert_eq!(again.step(dt).is_ok(), world.step(dt).is_ok());
                    assert_eq!(bits(&again), bits(&world));
                }
            }
            3 if self.is_soon_done(draw, dt) => {
                let schemes = [draw.one_of(&Scheme::ALL), Scheme::FlowKick];
                let before = bits(&self.world);
                let table = compare_schemes(&self.world, dt, draw.below(3) as u64, &schemes);
                assert_eq!(bits(&self.world), before);
                for run in table.iter().flat_map(|table| &table.runs) {
                    let errors = [run.position_error, run.energy_error];
                    assert!(!errors.iter().any(is_nan), "{run:?}");
                }
            }
            4 if self.is_soon_done(draw, dt) => {
                let mut reference = Reference::new(&self.world);
                if reference.advance(dt).is_err() {
                    // all bits are unchanged, except for the scheme
                    let mut world = self.world.clone();
                    world.set_scheme(reference.world().scheme());
                    assert_eq!(bits(reference.world()), bits(&world));
                }
            }
            5 => {
                if let Some(id) = draw.one_of(&self.bodies_or_none())
                    && let Ok(flight) = self.world.trajectory(id)
                {
                    asked(draw, &flight);
                }
            }
            _ => {
                let (energy, momentum) = (self.world.energy(), self.world.momentum());
                let center = self.world.center_of_mass();
                if self.is_tame(draw) {
                    assert!(is_finite(&momentum) && center.is_none_or(|x| is_finite(&x)));
                    assert!(!is_nan(&energy.kinetic));
                }
                self.world.reserve(draw.below(9));
            }
        }
        true
    }
}
