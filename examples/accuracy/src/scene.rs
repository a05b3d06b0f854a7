//! Scenes of discs, computed by three engines: kinstep in `f64`, Rapier and Box2D in `f32`.
//!
//! In Rapier and Box2D the discs never sleep, and each contact is computed anew. By default both
//! engines keep the normal of a contact until a disc has moved 5 cm, which holds a small disc up
//! beyond an edge. Discs that move at the start are bullets, which are followed between steps
//! (CCD), but only against bodies that are not bullets.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use boxdd::shapes::{box_polygon, circle, segment};
use boxdd::{
    BodyBuilder, BodyType, DistanceJointDef, Filter, Foundation, Position, ShapeDef,
    SurfaceMaterial, Vec2, WorldBuilder,
};
use kinstep::contact::Contact;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{AlignedBox, Plane};
use kinstep::{Body2, Spring, UniformGravity, World2};
use rapier3d::prelude::{
    ColliderBuilder, Group, InteractionGroups, InteractionTestMode, PhysicsWorld, RigidBodyBuilder,
    SharedShape, SpringJointBuilder, Vector as Vector3,
};

use crate::names::KINSTEP;

/// Position \[m\] and velocity \[m/s\] of the centre of a disc.
pub(crate) type State = [Vector2<f64>; 2];

/// The ground below the discs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Ground {
    /// No ground and no gravity: a table seen from above.
    Table,
    /// The line y = 0.
    Floor,
    /// A box below and left of the origin, of this size \[m\].
    Shelf(f64),
}

/// Discs of 1 kg without friction.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) ground: Ground,
    pub(crate) restitution: f64,
    /// Radius \[m\] and initial state of each disc.
    pub(crate) discs: Vec<(f64, State)>,
    /// Stiffness \[N/m\] and rest length \[m\] of the springs between each disc and the next. Discs
    /// on springs pass through each other.
    pub(crate) springs: Option<(f64, f64)>,
    /// Duration \[s\].
    pub(crate) duration: f64,
}

/// Result of an engine for a scene.
pub(crate) struct Played {
    /// The states of all discs after each step.
    pub(crate) states: Vec<Vec<State>>,
    /// Time that all steps took.
    pub(crate) time: Duration,
}

/// Function that computes a scene, given the number of steps per second.
pub(crate) type Play = fn(&Scene, u32) -> Result<Played>;

/// The engines.
pub(crate) const ENGINES: [(&str, Play); 3] = [
    (KINSTEP, kinstep),
    ("Rapier 0.36", rapier),
    ("Box2D 3.2", box2d),
];

/// Downward acceleration of gravity \[m/s²\]; a table has none.
pub(crate) const GRAVITY: f64 = 9.81;
/// Substeps of Box2D, as its manual proposes.
const SUBSTEPS: i32 = 4;
/// Half the length of the floor in Box2D \[m\].
const LONG: f32 = 20.0;

impl Scene {
    pub(crate) fn gravity(&self) -> f64 {
        if self.ground == Ground::Table {
            0.0
        } else {
            GRAVITY
        }
    }

    /// Kinetic, potential and elastic energy \[J\]; the ground has height 0.
    pub(crate) fn energy(&self, states: &[State]) -> f64 {
        let disc = |[x, v]: &State| 0.5 * v.norm_squared() + self.gravity() * x.y;
        let spring = |pair: &[State]| {
            let apart = (pair[1][0] - pair[0][0]).norm();
            let (stiffness, length) = self.springs.unwrap_or((0.0, 0.0));
            0.5 * stiffness * (apart - length).powi(2)
        };
        states.iter().map(disc).sum::<f64>() + states.windows(2).map(spring).sum::<f64>()
    }

    /// Steps an engine until the end of the scene.
    fn play<W>(
        &self,
        rate: u32,
        world: &mut W,
        step: impl Fn(&mut W, f64) -> Result<()>,
        states: impl Fn(&mut W) -> Result<Vec<State>>,
    ) -> Result<Played> {
        let mut played = Played {
            states: Vec::new(),
            time: Duration::ZERO,
        };
        let dt = 1.0 / f64::from(rate);
        for _ in 0..(self.duration * f64::from(rate)).round() as usize {
            let start = Instant::now();
            step(world, dt)?;
            played.time += start.elapsed();
            played.states.push(states(world)?);
        }
        Ok(played)
    }
}

fn kinstep(scene: &Scene, rate: u32) -> Result<Played> {
    let mut world = World2::new();
    let contact = Contact::new(scene.restitution);
    if scene.ground != Ground::Table {
        world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
    }
    match scene.ground {
        Ground::Table => {}
        Ground::Floor => {
            world.add_surface(Plane::new([0.0, 1.0], 0.0), contact)?;
        }
        Ground::Shelf(size) => {
            let half = 0.5 * size;
            world.add_surface(AlignedBox::around([-half; 2], [half; 2]), contact)?;
        }
    }
    let mut ids = Vec::new();
    for (radius, [at, velocity]) in &scene.discs {
        let disc = Body2::solid(1.0, 0.5 * radius * radius).round(*radius);
        ids.push(world.add_body(disc.at(*at).moving(*velocity))?);
    }
    match scene.springs {
        Some((stiffness, length)) => {
            for pair in ids.windows(2) {
                let spring = Spring::stiffness(stiffness).length(length);
                world.add_link(pair[0], pair[1], spring)?;
            }
        }
        None if ids.len() > 1 => world.set_body_contact(Some(contact))?,
        None => {}
    }
    scene.play(
        rate,
        &mut world,
        |world, dt| Ok(world.step(dt)?),
        |world| {
            let state = |id: &_| [world[*id].position, world[*id].velocity];
            Ok(ids.iter().map(state).collect())
        },
    )
}

/// In Rapier the discs are balls in the plane z = 0.
fn rapier(scene: &Scene, rate: u32) -> Result<Played> {
    let vector = |x: f64, y: f64| Vector3::new(x as f32, y as f32, 0.0);
    let mut world = PhysicsWorld::new();
    world.gravity = vector(0.0, -scene.gravity());
    world.integration_parameters.contact_recycling = false;
    let restitution = scene.restitution as f32;
    let ground = match scene.ground {
        Ground::Table => None,
        Ground::Floor => Some(ColliderBuilder::new(SharedShape::halfspace(vector(
            0.0, 1.0,
        )))),
        Ground::Shelf(size) => {
            let half = 0.5 * size;
            let shelf = ColliderBuilder::cuboid(half as f32, half as f32, half as f32);
            Some(shelf.translation(vector(-half, -half)))
        }
    };
    if let Some(ground) = ground {
        world.insert_collider(ground.friction(0.0).restitution(restitution), None);
    }
    // discs on springs collide only with the ground
    let meets = match scene.springs {
        Some(_) => Group::ALL.difference(Group::GROUP_1),
        None => Group::ALL,
    };
    let groups = InteractionGroups::new(Group::GROUP_1, meets, InteractionTestMode::And);
    let mut discs = Vec::new();
    for (radius, [at, velocity]) in &scene.discs {
        let body = RigidBodyBuilder::dynamic()
            .translation(vector(at.x, at.y))
            .linvel(vector(velocity.x, velocity.y))
            .enabled_translations(true, true, false)
            .ccd_enabled(velocity.norm() > 0.0)
            .can_sleep(false);
        let shape = ColliderBuilder::ball(*radius as f32).mass(1.0);
        let shape = shape.friction(0.0).restitution(restitution);
        discs.push(world.insert(body, shape.collision_groups(groups)).0);
    }
    if let Some((stiffness, length)) = scene.springs {
        for pair in discs.windows(2) {
            let spring = SpringJointBuilder::new(length as f32, stiffness as f32, 0.0);
            world.insert_impulse_joint(pair[0], pair[1], spring);
        }
    }
    scene.play(
        rate,
        &mut world,
        |world, dt| {
            world.integration_parameters.dt = dt as f32;
            world.step();
            Ok(())
        },
        |world| {
            let state = |disc: &_| {
                let body = world.bodies.get(*disc).context("Rapier has lost a disc")?;
                Ok([body.translation(), body.linvel()]
                    .map(|it| Vector2::new(it.x.into(), it.y.into())))
            };
            discs.iter().map(state).collect()
        },
    )
}

/// Box2D, without its minimum speed of a bounce.
fn box2d(scene: &Scene, rate: u32) -> Result<Played> {
    let vector = |it: &Vector2<f64>| Vec2::new(it.x as f32, it.y as f32);
    let foundation = Foundation::initialize_default()?;
    let definition = WorldBuilder::from(foundation.world_def())
        .gravity(Vec2::new(0.0, -scene.gravity() as f32))
        .restitution_threshold(0.0)
        .enable_sleep(false);
    let mut world = foundation.create_world(definition.build()?)?;
    world.set_contact_recycle_distance(0.0)?;
    let material = SurfaceMaterial::new()
        .with_friction(0.0)?
        .with_restitution(scene.restitution as f32)?;
    let shape = || ShapeDef::builder().material(material);
    let half = match scene.ground {
        Ground::Shelf(size) => 0.5 * size as f32,
        _ => 0.0,
    };
    let body = BodyBuilder::from(foundation.body_def()).position(Position::new(-half, -half));
    let ground = world.create_body(body.build()?)?;
    match scene.ground {
        Ground::Table => {}
        Ground::Floor => {
            let line = segment([-LONG, 0.0], [LONG, 0.0])?;
            (world.body(ground)?).create_segment(&shape().build()?, &line)?;
        }
        Ground::Shelf(_) => {
            let shelf = box_polygon(half, half)?;
            (world.body(ground)?).create_polygon(&shape().build()?, &shelf)?;
        }
    }
    let mut filter = Filter::new();
    // discs of one negative group pass through each other
    filter.group_index = if scene.springs.is_some() { -1 } else { 0 };
    let mut discs = Vec::new();
    for (radius, [at, velocity]) in &scene.discs {
        let body = BodyBuilder::from(foundation.body_def())
            .body_type(BodyType::Dynamic)
            .position(Position::new(at.x as f32, at.y as f32))
            .linear_velocity(vector(velocity))
            .bullet(velocity.norm() > 0.0)
            .enable_sleep(false);
        let disc = world.create_body(body.build()?)?;
        let density = 1.0 / (std::f64::consts::PI * radius * radius);
        let shape = shape().density(density as f32).filter(filter).build()?;
        let round = circle([0.0_f32, 0.0], *radius as f32)?;
        world.body(disc)?.create_circle(&shape, &round)?;
        discs.push(disc);
    }
    if let Some((stiffness, length)) = scene.springs {
        // f = √(k/μ)/2π, with the reduced mass μ of two discs
        let hertz = (stiffness / 0.5).sqrt() / std::f64::consts::TAU;
        for pair in discs.windows(2) {
            let spring = DistanceJointDef::new(world.joint_base(pair[0], pair[1])?)
                .length(length as f32)
                .enable_spring(true)
                .hertz(hertz as f32)
                .damping_ratio(0.0);
            world.create_distance_joint(&spring)?;
        }
    }
    scene.play(
        rate,
        &mut world,
        |world, dt| {
            drop(world.step(dt as f32, SUBSTEPS)?);
            Ok(())
        },
        |world| {
            let mut states = Vec::new();
            for disc in &discs {
                let body = world.body(*disc)?;
                let (at, velocity) = (body.position()?, body.linear_velocity()?);
                states.push([
                    Vector2::new(at.x.into(), at.y.into()),
                    Vector2::new(velocity.x.into(), velocity.y.into()),
                ]);
            }
            Ok(states)
        },
    )
}
