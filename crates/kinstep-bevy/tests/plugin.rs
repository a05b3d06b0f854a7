//! The plugin in an `App` without a window, under a clock that is set by hand.

use std::time::{Duration, Instant};

use bevy_app::App;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_math::{DQuat, DVec3, Quat, Vec3};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use kinstep::nalgebra::{UnitQuaternion, Vector3};
use kinstep::trajectory::Trajectory;
use kinstep::{Body3, BodyId, Inertia, LinearDrag, QuadraticDrag, StepError, UniformGravity};
use kinstep_bevy::{KinstepPlugin, Physics, Simulated, StepFailed};

/// A game without a window.
struct Game {
    app: App,
    start: Instant,
}

impl Game {
    fn new() -> Self {
        let mut app = App::new();
        app.add_plugins((TimePlugin, KinstepPlugin));
        let mut game = Self {
            app,
            start: Instant::now(),
        };
        // the first frame sets the clock
        game.frame_at(0.0);
        game
    }

    /// With gravity and air.
    fn outdoors() -> Self {
        let mut game = Self::new();
        let mut physics = game.physics();
        physics
            .add_force(UniformGravity::new([0.0, -9.81, 0.0]))
            .unwrap();
        physics
            .add_force(LinearDrag::rate(0.3).in_wind([3.0, 0.0, 0.0]))
            .unwrap();
        game
    }

    fn physics(&mut self) -> Mut<'_, Physics> {
        self.app.world_mut().resource_mut::<Physics>()
    }

    fn spawn(&mut self, body: Body3) -> (Entity, BodyId) {
        let body = self.physics().add_body(body).unwrap();
        (self.app.world_mut().spawn(Simulated(body)).id(), body)
    }

    /// A frame at a time after the start \[s\].
    fn frame_at(&mut self, seconds: f64) {
        let now = self.start + Duration::from_secs_f64(seconds);
        self.app
            .insert_resource(TimeUpdateStrategy::ManualInstant(now));
        self.app.update();
    }

    /// Frames at a rate \[Hz\] for so long \[s\].
    fn run(&mut self, rate: u32, seconds: u32) {
        for frame in 1..=rate * seconds {
            self.frame_at(f64::from(frame) / f64::from(rate));
        }
    }

    fn transform(&self, entity: Entity) -> Transform {
        *self.app.world().get::<Transform>(entity).unwrap()
    }

    /// Since the last time of asking, or the last two frames.
    fn failures(&self, cursor: &mut MessageCursor<StepFailed>) -> Vec<StepError<f64>> {
        let messages = self.app.world().resource::<Messages<StepFailed>>();
        cursor.read(messages).map(|failed| failed.error).collect()
    }
}

fn ball() -> Body3 {
    Body3::point(0.145)
        .at(DVec3::new(0.0, 1.5, 0.0))
        .moving([30.0, 8.0, 2.0])
}

/// A book that tumbles about its middle axis.
fn book() -> Body3 {
    let lying = UnitQuaternion::from(DQuat::from_rotation_x(0.4));
    let book = Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22]));
    book.turned(lying)
        .spinning(DVec3::new(0.01, 6.0, 0.02))
        .moving([0.0, 20.0, 1.0])
}

/// Bodies, bit by bit: position, velocity, orientation.
fn bits(game: &mut Game, bodies: [BodyId; 2]) -> Vec<u64> {
    let physics = game.physics();
    let numbers = bodies.into_iter().flat_map(|body| {
        let body = physics.body(body).unwrap();
        let lies = body.orientation().coords;
        body.position
            .iter()
            .chain(body.velocity.iter())
            .chain(lies.iter())
            .copied()
            .collect::<Vec<_>>()
    });
    numbers.map(f64::to_bits).collect()
}

/// The world has the same bits at 20, 60 and 144 frames a second, a game at one frame a step included, also with a
/// force that is not linear.
#[test]
fn the_frame_rate_does_not_change_the_world() {
    let ends = [20, 60, 64, 144].map(|rate| {
        let mut game = Game::outdoors();
        let (ball, book) = (game.spawn(ball()), game.spawn(book()));
        game.physics()
            .add_force_on(ball.1, QuadraticDrag::coefficient(1e-3))
            .unwrap();
        game.run(rate, 3);
        assert_eq!(game.physics().steps(), 3 * 64, "at {rate} Hz");
        bits(&mut game, [ball.1, book.1])
    });
    assert!(ends.iter().all(|end| *end == ends[0]));
}

/// What a frame draws is where the body is at the time of that frame, not at the last step.
#[test]
fn a_frame_draws_the_time_of_the_frame() {
    for rate in [20, 60, 144, 1000] {
        let mut game = Game::outdoors();
        let ((thrown, ball), (tumbling, book)) = (game.spawn(ball()), game.spawn(book()));
        let path = game.physics().trajectory(ball).unwrap();
        let start = game.physics().clone();
        for frame in 1..=rate * 2 {
            let seconds = f64::from(frame) / f64::from(rate);
            game.frame_at(seconds);

            let (drawn, exact) = (game.transform(thrown).translation, path.position(seconds));
            let off = (drawn.as_dvec3() - DVec3::from(exact)).length();
            // rounded to f32 once; the clock counts nanoseconds, at some 30 m/s
            let allowed = f64::from(f32::EPSILON) * exact.norm() + 1e-9 * 32.0;
            assert!(off <= allowed, "{off:e} m off at {seconds} s, {rate} Hz");

            if frame % 10 == 0 {
                let mut once = start.clone();
                once.step(seconds).unwrap();
                let lies = DQuat::from(once[book].orientation()).as_quat();
                let turned = game.transform(tumbling).rotation;
                // of unit quaternions; turning at 6 rad/s for a nanosecond is far less
                // q and -q lie alike
                assert!(
                    turned.dot(lies).abs() > 1.0 - 4.0 * f32::EPSILON,
                    "{turned} for {lies}"
                );
                assert!(turned.angle_between(Quat::IDENTITY) > 0.01);
            }
        }
    }
}

#[test]
fn an_entity_is_there_at_once_and_keeps_its_scale() {
    let mut game = Game::outdoors();
    let body = game.physics().add_body(book().at([1.0, 2.0, 3.0])).unwrap();
    let large = Transform::from_scale(Vec3::splat(7.0));
    let entity = game.app.world_mut().spawn((Simulated(body), large)).id();
    let transform = game.transform(entity);
    assert_eq!(transform.translation, Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(transform.rotation, DQuat::from_rotation_x(0.4).as_quat());
    game.run(60, 1);
    let transform = game.transform(entity);
    assert_eq!(transform.scale, Vec3::splat(7.0));
    assert!(transform.translation.y > 10.0);
}

#[test]
fn a_point_leaves_the_rotation_to_the_game() {
    let mut game = Game::outdoors();
    let body = game.physics().add_body(ball()).unwrap();
    let turned = Transform::from_rotation(Quat::from_rotation_z(1.0));
    let entity = game.app.world_mut().spawn((Simulated(body), turned)).id();
    game.run(60, 1);
    assert_eq!(game.transform(entity).rotation, turned.rotation);
}

#[test]
fn the_body_goes_with_its_entity() {
    let mut game = Game::outdoors();
    let (despawned, first) = game.spawn(ball());
    let (stripped, second) = game.spawn(ball());
    let (stays, third) = game.spawn(ball());
    let drag = game
        .physics()
        .add_force_on(first, QuadraticDrag::coefficient(1e-3))
        .unwrap();
    game.run(60, 1);

    game.app.world_mut().despawn(despawned);
    assert!(game.physics().body(first).is_none());
    assert!(
        game.physics().remove_force(drag).is_err(),
        "its force went with it"
    );
    game.app
        .world_mut()
        .entity_mut(stripped)
        .remove::<Simulated>();
    assert!(game.physics().body(second).is_none());

    let before = game.transform(stripped);
    game.frame_at(1.2);
    assert_eq!(game.transform(stripped), before);
    assert_eq!(game.physics().body_slice().len(), 1);
    assert!(game.physics().body(third).is_some());
    assert!(game.transform(stays).translation.x > before.translation.x);
}

#[test]
fn another_name_frees_the_body_and_the_same_name_keeps_it() {
    let mut game = Game::outdoors();
    let (entity, first) = game.spawn(ball());
    game.app
        .world_mut()
        .entity_mut(entity)
        .insert(Simulated(first));
    assert!(game.physics().body(first).is_some());

    let second = game.physics().add_body(ball().at([0.0, 9.0, 0.0])).unwrap();
    game.app
        .world_mut()
        .entity_mut(entity)
        .insert(Simulated(second));
    assert!(game.physics().body(first).is_none());
    assert!(game.physics().body(second).is_some());
    assert_eq!(game.transform(entity).translation.y, 9.0);
}

#[test]
fn an_entity_whose_body_the_game_took_out_stays() {
    let mut game = Game::outdoors();
    let (entity, body) = game.spawn(ball());
    game.run(60, 1);
    let before = game.transform(entity);
    game.physics().remove_body(body).unwrap();
    game.frame_at(1.5);
    assert_eq!(game.transform(entity), before);
    game.app.world_mut().despawn(entity);
}

/// A step that is refused is told, the picture stays finite, and the world goes on once the game has mended it.
#[test]
fn a_step_that_is_refused_is_told() {
    let mut game = Game::outdoors();
    let mut cursor = MessageCursor::default();
    let (entity, good) = game.spawn(ball());
    let (broken, bad) = game.spawn(ball());
    game.run(60, 1);
    assert_eq!(game.failures(&mut cursor), []);
    let steps = game.physics().steps();

    game.physics().body_mut(bad).unwrap().velocity.y = f64::NAN;
    for frame in 1..=6 {
        game.frame_at(1.0 + f64::from(frame) / 60.0);
        let failures = game.failures(&mut cursor);
        assert!(
            failures
                .iter()
                .all(|error| *error == StepError::State { body: bad })
        );
        assert!(!failures.is_empty(), "a step in every frame, or two");
        assert!(game.transform(entity).is_finite());
    }
    assert_eq!(game.physics().steps(), steps, "nothing moved");

    game.app.world_mut().despawn(broken);
    game.frame_at(1.2);
    assert_eq!(game.failures(&mut cursor), []);
    assert!(game.physics().steps() > steps && game.physics().body(good).is_some());
}

/// Impulses between frames, in a world of the game's own, and with time that stands still.
#[test]
fn a_game_may_bring_its_world_and_pause() {
    let mut game = Game::new();
    game.app.insert_resource(Physics::default());
    game.app.insert_resource(Time::<Fixed>::from_hz(100.0));
    let (entity, body) = game.spawn(Body3::point(2.0));
    game.physics()
        .apply_impulse(body, DVec3::new(6.0, 0.0, 0.0))
        .unwrap();
    game.frame_at(0.125);
    assert_eq!(game.physics().steps(), 12);
    assert_eq!(game.physics()[body].velocity, Vector3::new(3.0, 0.0, 0.0));
    assert!((game.transform(entity).translation.x - 0.375).abs() < f32::EPSILON);

    let mut time = game
        .app
        .world_mut()
        .resource_mut::<Time<bevy_time::Virtual>>();
    time.pause();
    let before = game.transform(entity);
    game.frame_at(5.0);
    assert_eq!(game.transform(entity), before);
}

/// Without a clock, or without a world, frames pass and nothing moves.
#[test]
fn what_is_missing_is_no_panic() {
    let mut app = App::new();
    app.add_plugins(KinstepPlugin);
    app.update();
    assert_eq!(app.world().resource::<Physics>().steps(), 0);

    let mut game = Game::outdoors();
    let (entity, _) = game.spawn(ball());
    game.app.world_mut().remove_resource::<Physics>();
    game.run(60, 1);
    game.app.world_mut().despawn(entity);
}
