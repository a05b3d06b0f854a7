//! Every call of a world in any order, with anything.

use kinstep::ballistics::{Crossing, Plane, Sphere, Until};
use kinstep::diagnostics::{Drift, Ledger, Reference, compare_schemes};
use kinstep::{BodyId, ForceField, ForceId, Mounted, Scheme, Snapshot, Torque, World};

use super::draw::{Draw, Manners, is_finite, is_nan};
use super::parts::{Space, axial, body, force};
use crate::worlds::bits;

/// What is called in one case at most.
const CALLS: usize = 24;

pub(crate) fn of_worlds<T: Space<D>, const D: usize>(draw: &mut Draw) {
    let mut player = Player::<T, D> {
        world: World::new(),
        bodies: Vec::new(),
        forces: Vec::new(),
        snapshots: Vec::new(),
    };
    for _ in 0..CALLS {
        if draw.is_used_up() {
            break;
        }
        player.call(draw);
    }
}

struct Player<T: Space<D>, const D: usize> {
    world: World<T, D>,
    /// Ids that were given, stale ones too.
    bodies: Vec<BodyId>,
    forces: Vec<ForceId>,
    snapshots: Vec<Snapshot<T, D>>,
}

impl<T: Space<D>, const D: usize> Player<T, D> {
    fn call(&mut self, draw: &mut Draw) {
        let before = (bits(&self.world), self.world.scene().ok());
        let succeeded = match draw.below(6) {
            0 | 1 => self.change(draw),
            2 => self.write(draw),
            3 | 4 => self.step(draw),
            _ => self.look(draw),
        };
        if !succeeded {
            assert_eq!(
                bits(&self.world),
                before.0,
                "a failed call changed something"
            );
            // a NaN that was written to a body is never equal to itself
            if let (Some(before), Ok(scene)) = (before.1, self.world.scene()) {
                assert_eq!(scene.forces().len(), before.forces().len());
            }
        }
    }

    fn some_body(&self, draw: &mut Draw) -> Option<BodyId> {
        (!self.bodies.is_empty()).then(|| draw.one_of(&self.bodies))
    }

    /// Adds, removes and replaces.
    fn change(&mut self, draw: &mut Draw) -> bool {
        let world = &mut self.world;
        match draw.below(11) {
            0 | 1 => {
                let added = world.add_body(body::<T, D>(draw));
                self.bodies.extend(added.ok());
                added.is_ok()
            }
            2 => {
                let added = world.add_force(force::<T, D>(draw));
                self.forces.extend(added.ok());
                added.is_ok()
            }
            3 | 4 => {
                let Some(body) = self.some_body(draw) else {
                    return false;
                };
                let force = force::<T, D>(draw);
                let added = if draw.is_so() {
                    self.world
                        .add_force_on(body, Mounted::new(force, draw.vector::<T, D>()))
                } else {
                    self.world.add_force_on(body, force)
                };
                self.forces.extend(added.ok());
                added.is_ok()
            }
            5 => {
                let (Some(one), Some(other)) = (self.some_body(draw), self.some_body(draw)) else {
                    return false;
                };
                let force = force::<T, D>(draw);
                let added = if draw.is_so() {
                    let [at, on_other] = draw.vectors::<T, D, 2>();
                    self.world.add_link_at(one, at, other, on_other, force)
                } else {
                    self.world.add_link(one, other, force)
                };
                self.forces.extend(added.ok());
                added.is_ok()
            }
            6 => {
                let Some(body) = self.some_body(draw) else {
                    return false;
                };
                self.world.remove_body(body).is_ok()
            }
            7 if !self.forces.is_empty() => world.remove_force(draw.one_of(&self.forces)).is_ok(),
            8 if !self.forces.is_empty() => {
                let id = draw.one_of(&self.forces);
                world.replace_force(id, force::<T, D>(draw)).is_ok()
            }
            9 => {
                // code that answers anything
                let (answer, turn) = (draw.vector::<T, D>(), axial::<T, D>(draw));
                let added = if draw.is_so() {
                    world.add_force(Torque::new(move |_: &kinstep::Body<T, D>, _: T| turn))
                } else {
                    let size = draw.number::<T>();
                    let field = ForceField::new(move |x: &_, _| answer + x)
                        .with_potential(move |_: &_, _| size);
                    world.add_force(field)
                };
                self.forces.extend(added.ok());
                added.is_ok()
            }
            _ => {
                world.set_scheme(draw.one_of(&Scheme::ALL));
                true
            }
        }
    }

    /// Writes to bodies, hits and pushes them.
    fn write(&mut self, draw: &mut Draw) -> bool {
        let Some(id) = self.some_body(draw) else {
            return false;
        };
        let [a, b] = draw.vectors::<T, D, 2>();
        let world = &mut self.world;
        match draw.below(8) {
            0 => world.apply_force(id, a).is_ok(),
            1 => world.apply_impulse(id, a).is_ok(),
            2 => world.apply_impulse_at(id, a, b).is_ok(),
            what => {
                let new = body::<T, D>(draw);
                let Some(body) = world.body_mut(id) else {
                    return false;
                };
                match what {
                    3 => body.position = a,
                    4 => body.velocity = a,
                    5 => body.mass = draw.number(),
                    6 => body.set_inertia(new.inertia()),
                    _ => *body = new,
                }
                true
            }
        }
    }

    /// Steps in one way or another.
    fn step(&mut self, draw: &mut Draw) -> bool {
        let dt: T = draw.number();
        let succeeded = match draw.below(5) {
            0 => {
                let Some(id) = self.some_body(draw) else {
                    return false;
                };
                let [a, b] = draw.vectors::<T, D, 2>();
                let until = match draw.below(3) {
                    0 => {
                        let plane = Plane::new(a, draw.number());
                        let which = [Crossing::Any, Crossing::Ascending, Crossing::Descending];
                        Until::crossing(id, plane, draw.one_of(&which))
                    }
                    1 => Until::apex(id, a),
                    _ => Until::leaving(id, Sphere::new(b, draw.number())),
                };
                match self.world.step_until(dt, &until) {
                    Ok(event) => {
                        if let Some(event) = event {
                            assert!(event.time.is_finite(), "{event:?}");
                            assert!(is_finite(&event.position) && is_finite(&event.velocity));
                        }
                        true
                    }
                    Err(_) => false,
                }
            }
            1 if self.is_soon_done(draw, dt) => {
                let mut ledger = Ledger::new(&self.world);
                // a body in the centre of what attracts it has an infinite energy
                let has_energy = self.world.energy().total().is_finite();
                let stepped = ledger.step(&mut self.world, dt).is_ok();
                let balance = ledger.balance();
                if draw.manners() == Manners::Tame && self.is_tame() && has_energy {
                    assert!(!is_nan(&balance.change.total()), "{balance:?}");
                }
                stepped
            }
            _ => self.world.step(dt).is_ok(),
        };
        if succeeded {
            for body in self.world.body_slice() {
                assert!(is_finite(&body.position), "{body:?}");
                assert!(is_finite(&body.velocity), "{body:?}");
                let numbers = T::axial_numbers(&body.spin_angular_momentum());
                assert!(numbers.iter().all(|number| number.is_finite()), "{body:?}");
                let length = T::orientation_length(&body.orientation());
                assert!(
                    (length - T::one()).abs()
                        < T::default_epsilon() * kinstep::nalgebra::convert(64.0),
                    "{length}"
                );
            }
        }
        succeeded
    }

    /// A reference takes its 2^24 evaluations before it says that a motion is too stiff, which is long, and in a debug
    /// build as long as all else.
    fn is_soon_done(&self, draw: &Draw, dt: T) -> bool {
        let moves = dt.is_finite() && dt != T::zero();
        let is_long = cfg!(debug_assertions) && dt.abs() > T::one();
        !moves || draw.manners() == Manners::Tame && self.is_tame() && !is_long
    }

    /// Nothing has grown beyond what a product of numbers can be.
    fn is_tame(&self) -> bool {
        let most: T = kinstep::nalgebra::convert(1e6);
        self.world.body_slice().iter().all(|body| {
            body.position.amax() < most && body.velocity.amax() < most && body.mass < most
        })
    }

    /// Asks, saves and goes back.
    fn look(&mut self, draw: &mut Draw) -> bool {
        let dt: T = draw.number();
        match draw.below(8) {
            0 => {
                self.snapshots.push(self.world.snapshot());
                true
            }
            1 => {
                let Some(count) = self.snapshots.len().checked_sub(1) else {
                    return false;
                };
                let snapshot = &self.snapshots[draw.below(count + 1)];
                self.world.restore(snapshot).is_ok()
            }
            2 => {
                let again = self.world.scene().ok().and_then(|scene| scene.world().ok());
                if let Some(mut again) = again {
                    let mut world = self.world.clone();
                    assert_eq!(bits(&again), bits(&world));
                    let stepped = (again.step(dt), world.step(dt));
                    assert_eq!(stepped.0.is_ok(), stepped.1.is_ok());
                    assert_eq!(bits(&again), bits(&world));
                }
                true
            }
            3 if self.is_soon_done(draw, dt) => {
                let schemes = [draw.one_of(&Scheme::ALL), Scheme::FlowKick];
                let steps = draw.below(3) as u64;
                let before = bits(&self.world);
                let table = compare_schemes(&self.world, dt, steps, &schemes);
                assert_eq!(bits(&self.world), before);
                if let Ok(table) = table {
                    for run in &table.runs {
                        assert!(
                            !is_nan(&run.position_error) && !is_nan(&run.energy_error),
                            "{run:?}"
                        );
                    }
                }
                true
            }
            4 if self.is_soon_done(draw, dt) => {
                let mut reference = Reference::new(&self.world);
                if reference.advance(dt).is_err() {
                    // but for the scheme, which is none of its own
                    let mut world = self.world.clone();
                    world.set_scheme(reference.world().scheme());
                    assert_eq!(bits(reference.world()), bits(&world));
                }
                true
            }
            5 => {
                let Some(id) = self.some_body(draw) else {
                    return false;
                };
                if let Ok(flight) = self.world.trajectory(id) {
                    super::flight_calls::asked(draw, &flight);
                }
                true
            }
            6 => {
                let mut drift = Drift::new();
                if draw.is_so() {
                    drift = drift
                        .relative_to(draw.number())
                        .sampled_every(draw.below(3) as u64);
                }
                for _ in 0..draw.below(40) {
                    drift.record(draw.number::<T>(), draw.number());
                }
                if let Ok(report) = drift.report() {
                    let numbers = [
                        report.rate,
                        report.rate_error,
                        report.amplitude,
                        report.worst,
                    ];
                    assert!(numbers.iter().all(|number| !is_nan(number)), "{report:?}");
                }
                true
            }
            _ => {
                let (energy, momentum) = (self.world.energy(), self.world.momentum());
                let center = self.world.center_of_mass();
                let _ = (self.world.angular_momentum(), self.world.is_linear());
                if draw.manners() == Manners::Tame && self.is_tame() {
                    assert!(is_finite(&momentum));
                    assert!(center.is_none_or(|center| is_finite(&center)));
                    assert!(!is_nan(&energy.kinetic));
                }
                self.world.reserve(draw.below(9));
                true
            }
        }
    }
}
