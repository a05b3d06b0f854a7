//! Short forms that build and run worlds: an error fails the test at the line of the call.

use kinstep::nalgebra::{SVector, convert};
use kinstep::{Body, BodyId, Force, ForceId, Real, Scheme, World};

/// Bodies, forces and steps that must succeed.
pub trait Build<T: Real<D>, const D: usize> {
    /// Adds a body.
    fn put(&mut self, body: Body<T, D>) -> BodyId;

    /// Adds a force on all bodies.
    fn pull(&mut self, force: impl Force<T, D> + 'static) -> ForceId;

    /// Adds a force on one body.
    fn pull_on(&mut self, body: BodyId, force: impl Force<T, D> + 'static) -> ForceId;

    /// Adds a force between two bodies.
    fn tie(&mut self, ends: [BodyId; 2], force: impl Force<T, D> + 'static) -> ForceId;

    /// Adds a force between points of two bodies, each in the frame of its body \[m\].
    fn tie_at(
        &mut self,
        ends: [BodyId; 2],
        points: [[T; D]; 2],
        force: impl Force<T, D> + 'static,
    ) -> ForceId;

    /// Makes equal steps of `dt` \[s\].
    fn run(&mut self, dt: T, steps: u32);
}

impl<T: Real<D>, const D: usize> Build<T, D> for World<T, D> {
    #[track_caller]
    fn put(&mut self, body: Body<T, D>) -> BodyId {
        self.add_body(body).unwrap()
    }

    #[track_caller]
    fn pull(&mut self, force: impl Force<T, D> + 'static) -> ForceId {
        self.add_force(force).unwrap()
    }

    #[track_caller]
    fn pull_on(&mut self, body: BodyId, force: impl Force<T, D> + 'static) -> ForceId {
        self.add_force_on(body, force).unwrap()
    }

    #[track_caller]
    fn tie(&mut self, [a, b]: [BodyId; 2], force: impl Force<T, D> + 'static) -> ForceId {
        self.add_link(a, b, force).unwrap()
    }

    #[track_caller]
    fn tie_at(
        &mut self,
        [a, b]: [BodyId; 2],
        [on_a, on_b]: [[T; D]; 2],
        force: impl Force<T, D> + 'static,
    ) -> ForceId {
        self.add_link_at(a, on_a, b, on_b, force).unwrap()
    }

    #[track_caller]
    fn run(&mut self, dt: T, steps: u32) {
        for _ in 0..steps {
            self.step(dt).unwrap();
        }
    }
}

/// A point of a mass \[kg\] at a position \[m\] with a velocity \[m/s\].
pub fn thrown<T: Real<D>, const D: usize>(
    mass: T,
    position: impl Into<SVector<T, D>>,
    velocity: impl Into<SVector<T, D>>,
) -> Body<T, D> {
    Body::point(mass).at(position).moving(velocity)
}

/// A body after one step in a world with only this force.
#[track_caller]
pub fn stepped<T: Real<D>, const D: usize>(
    force: impl Force<T, D> + 'static,
    body: Body<T, D>,
    dt: f64,
) -> Body<T, D> {
    stepped_by(Scheme::default(), force, body, dt)
}

/// Like [`stepped`], by a scheme.
#[track_caller]
pub fn stepped_by<T: Real<D>, const D: usize>(
    scheme: Scheme,
    force: impl Force<T, D> + 'static,
    body: Body<T, D>,
    dt: f64,
) -> Body<T, D> {
    let mut world = World::new();
    world.set_scheme(scheme);
    world.pull(force);
    let id = world.put(body);
    let told = world.step(convert(dt));
    assert!(told.is_ok(), "{scheme}, {dt:e} s: {told:?}");
    world[id]
}
