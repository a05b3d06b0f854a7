//! A scene as plain numbers, its world in either width of numbers, and what follows about it
//! without the crate: depths and energy.

use kinstep::contact::Contact;
use kinstep::nalgebra::SVector;
use kinstep::trajectory::{AlignedBox, Plane};
use kinstep::{Body, BodyId, LinearDrag, Spring, UniformGravity, World};

use crate::G;
use crate::numbers::{Numbers, wide};

/// A half-space or a box.
#[derive(Debug, Clone, Copy)]
pub enum Shape<const D: usize> {
    Plane {
        normal: SVector<f64, D>,
        distance: f64,
    },
    Box {
        center: SVector<f64, D>,
        half: SVector<f64, D>,
    },
}

/// A surface of a scene.
#[derive(Debug, Clone, Copy)]
pub struct Floor<const D: usize> {
    pub shape: Shape<D>,
    pub restitution: f64,
    pub friction: f64,
    /// Velocity \[m/s\].
    pub velocity: SVector<f64, D>,
}

/// A round body or a point.
#[derive(Debug, Clone, Copy)]
pub struct Ball<const D: usize> {
    pub position: SVector<f64, D>,
    pub velocity: SVector<f64, D>,
    pub spin: [f64; 3],
    pub mass: f64,
    pub radius: f64,
}

/// A spring with a rest length between two bodies.
#[derive(Debug, Clone, Copy)]
pub struct Rod {
    pub ends: [usize; 2],
    pub stiffness: f64,
    pub length: f64,
}

/// A force given as a function.
#[derive(Debug, Clone, Copy)]
pub enum Closure {
    /// The weight of each body.
    Weight,
    /// A force `F = -k x` to the origin, with k in N/m, beside gravity as a law.
    Pull(f64),
}

#[derive(Debug, Clone)]
pub struct Scene<const D: usize> {
    pub floors: Vec<Floor<D>>,
    pub balls: Vec<Ball<D>>,
    pub rods: Vec<Rod>,
    /// Drag rate \[1/s\].
    pub drag: f64,
    pub closure: Option<Closure>,
    /// Restitution and friction between bodies.
    pub pairs: Option<[f64; 2]>,
    /// Steps per second, and duration \[s\].
    pub rate: f64,
    pub duration: f64,
}

/// The world of a scene, with its surfaces and bodies as they are rounded in its width.
pub struct Built<T: Numbers<D>, const D: usize> {
    pub world: World<T, D>,
    pub ids: Vec<BodyId>,
    pub floors: Vec<Floor<D>>,
}

impl<const D: usize> Shape<D> {
    /// Signed distance of a point \[m\].
    pub fn distance(&self, point: &SVector<f64, D>) -> f64 {
        match self {
            Self::Plane { normal, distance } => {
                let size = normal.norm();
                (normal.dot(point) - distance) / size
            }
            Self::Box { center, half } => {
                let beyond = (point - center).abs() - half;
                let outside = beyond.map(|side| side.max(0.0)).norm();
                outside + beyond.max().min(0.0)
            }
        }
    }
}

impl<const D: usize> Floor<D> {
    /// Gap between the surface and a round body at a time \[m\].
    pub fn gap(&self, position: &SVector<f64, D>, radius: f64, time: f64) -> f64 {
        self.shape.distance(&(position - self.velocity * time)) - radius
    }
}

/// The unit vector upwards.
pub fn up<const D: usize>() -> SVector<f64, D> {
    SVector::from_fn(|axis, _| if axis == 1 { 1.0 } else { 0.0 })
}

impl<const D: usize> Scene<D> {
    /// The world of a scene.
    pub fn build<T: Numbers<D>>(&self) -> Built<T, D> {
        let mut world = World::<T, D>::new();
        let gravity = up::<D>() * -G;
        match self.closure {
            Some(Closure::Weight) => {
                let weight = move |body: &Body<T, D>, _: T| {
                    let pull: SVector<T, D> = gravity.map(T::narrow);
                    pull * body.mass
                };
                world.add_force(weight).unwrap();
            }
            Some(Closure::Pull(stiffness)) => {
                let gravity: SVector<T, D> = gravity.map(T::narrow);
                world.add_force(UniformGravity::new(gravity)).unwrap();
                let pull = move |body: &Body<T, D>, _: T| body.position * T::narrow(-stiffness);
                world.add_force(pull).unwrap();
            }
            None => {
                let gravity: SVector<T, D> = gravity.map(T::narrow);
                world.add_force(UniformGravity::new(gravity)).unwrap();
            }
        }
        if self.drag > 0.0 {
            world
                .add_force(LinearDrag::rate(T::narrow(self.drag)))
                .unwrap();
        }
        let contact = |restitution: f64, friction: f64| {
            Contact::new(T::narrow(restitution)).with_friction(T::narrow(friction))
        };
        let mut floors = self.floors.clone();
        for floor in &mut floors {
            let contact = contact(floor.restitution, floor.friction);
            let surface = match &mut floor.shape {
                Shape::Plane { normal, distance } => {
                    let held: SVector<T, D> = normal.map(T::narrow);
                    let far = T::narrow(*distance);
                    (*normal, *distance) = (wide(&held), far.wide());
                    world.add_surface(Plane::new(held, far), contact).unwrap()
                }
                Shape::Box { center, half } => {
                    let middle: SVector<T, D> = center.map(T::narrow);
                    let extents: SVector<T, D> = half.map(T::narrow);
                    let held = AlignedBox::around(middle, extents);
                    let [min, max] = [wide(&held.min), wide(&held.max)];
                    (*center, *half) = ((min + max) * 0.5, (max - min) * 0.5);
                    world.add_surface(held, contact).unwrap()
                }
            };
            if floor.velocity.norm() > 0.0 {
                let velocity: SVector<T, D> = floor.velocity.map(T::narrow);
                floor.velocity = wide(&velocity);
                world.set_surface_velocity(surface, velocity).unwrap();
            }
        }
        if let Some([restitution, friction]) = self.pairs {
            world
                .set_body_contact(Some(contact(restitution, friction)))
                .unwrap();
        }
        let mut ids = Vec::new();
        for ball in &self.balls {
            let [position, velocity] = [ball.position, ball.velocity].map(|v| v.map(T::narrow));
            let body = T::round_body(ball.mass, ball.radius, ball.spin);
            let body: Body<T, D> = body.at(position).moving(velocity);
            ids.push(world.add_body(body).unwrap());
        }
        for rod in &self.rods {
            let spring = Spring::stiffness(T::narrow(rod.stiffness)).length(T::narrow(rod.length));
            let [first, second] = rod.ends.map(|end| ids[end]);
            world.add_link(first, second, spring).unwrap();
        }
        Built { world, ids, floors }
    }

    /// Length of a step \[s\].
    pub fn step<T: Numbers<D>>(&self) -> T {
        T::narrow(1.0 / self.rate)
    }

    /// Whether nothing overlaps at the start.
    pub fn starts_free(&self) -> bool {
        self.balls.iter().enumerate().all(|(index, ball)| {
            let floors = &mut self.floors.iter();
            let others = &mut self.balls[..index].iter();
            floors.all(|floor| floor.gap(&ball.position, ball.radius, 0.0) >= 0.0)
                && (self.pairs.is_none()
                    || others.all(|other| {
                        (other.position - ball.position).norm() >= ball.radius + other.radius
                    }))
        })
    }

    pub fn has_moving_floors(&self) -> bool {
        let mut floors = self.floors.iter();
        floors.any(|floor| floor.velocity.norm() > 0.0)
    }
}

/// Kinetic energy, energy of rotation and of weight of one body, and the sum of the sizes of these
/// terms \[J\].
pub fn energy_of<T: Numbers<D>, const D: usize>(body: &Body<T, D>) -> [f64; 2] {
    let (mass, radius) = (body.mass.wide(), body.radius().wide());
    let velocity = wide(&body.velocity);
    let kinetic = 0.5 * mass * velocity.norm_squared();
    let turning = if radius > 0.0 {
        let spin = T::spin(body);
        let rate: f64 = spin.iter().map(|rate| rate * rate).sum();
        0.5 * T::SHAPE * mass * radius * radius * rate
    } else {
        0.0
    };
    let position = wide(&body.position);
    let weight = mass * G * position[1];
    [
        kinetic + turning + weight,
        kinetic + turning + mass * G * (position.abs().sum() + radius),
    ]
}

impl<T: Numbers<D>, const D: usize> Built<T, D> {
    /// Kinetic energy, energy of rotation, of weight and of springs, and the sum of the sizes of
    /// these terms \[J\].
    pub fn energy(&self, rods: &[Rod]) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for id in &self.ids {
            let [energy, size] = energy_of(&self.world[*id]);
            sums[0] += energy;
            sums[1] += size;
        }
        for rod in rods {
            let [a, b] = rod
                .ends
                .map(|end| wide(&self.world[self.ids[end]].position));
            let [stiffness, length] = [rod.stiffness, rod.length].map(T::held);
            let stored = 0.5 * stiffness * ((a - b).norm() - length).powi(2);
            // a rounding error of a position changes the energy by the force times this error
            sums[0] += stored;
            sums[1] += stored
                + stiffness * ((a - b).norm() - length).abs() * (a.abs().sum() + b.abs().sum());
        }
        sums
    }

    /// Whether all numbers of all bodies are finite.
    pub fn is_finite(&self) -> bool {
        self.ids.iter().all(|id| {
            let body = &self.world[*id];
            let spin = T::spin(body).iter().all(|rate| rate.is_finite());
            let is_finite = |number: &T| number.wide_or_nan().is_finite();
            spin && body.position.iter().all(is_finite) && body.velocity.iter().all(is_finite)
        })
    }
}

/// Numbers that may be NaN.
pub trait MaybeNan {
    fn wide_or_nan(&self) -> f64;
}

impl<T: truths::widths::Width> MaybeNan for T {
    fn wide_or_nan(&self) -> f64 {
        kinstep::nalgebra::try_convert(*self).unwrap_or(f64::NAN)
    }
}
