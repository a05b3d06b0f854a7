//! A motion that overflows is an error like any other; no answer is NaN or infinite.

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, Effect, Force, LinearLaw, QuadraticDrag, Scheme, Spring, StepError, UniformGravity,
    World2,
};
use truths::Cases;

/// For any law, state and step: after a step that succeeds all numbers are finite, and after a step
/// that fails the world is unchanged.
#[test]
fn no_step_leaves_the_numbers() {
    struct Law(LinearLaw<f64, 2>);
    impl Force<f64, 2> for Law {
        fn acceleration(&self, body: &Body2, time: f64) -> Vector2<f64> {
            self.0.acceleration(&body.position, &body.velocity, time)
        }
        fn effect(&self, _: &Body2, _: f64, _: f64) -> Effect<f64, 2> {
            Effect::Law(self.0)
        }
    }
    let mut cases = Cases::new(21);
    let mut outcomes = [0; 2];
    for _ in 0..3000 {
        let mut some = |probability: f64, from: f64, to: f64| {
            let chosen = cases.chance(probability);
            let number = cases.signed_decades(from, to);
            if chosen { number } else { 0.0 }
        };
        let law = LinearLaw::gravity([some(0.5, 1e-3, 1e300), some(0.3, 1e-3, 1e300)])
            + LinearLaw::drag(some(0.3, 1e-2, 10.0))
            + LinearLaw::spring(some(0.3, 1e-2, 10.0))
            + LinearLaw::tidal([[some(0.3, 1e-2, 10.0), 0.0], [0.0, some(0.3, 1e-2, 10.0)]]);
        let body = Body2::point(1.0)
            .at([some(0.6, 1e280, 1e308), some(0.3, 1e280, 1e308)])
            .moving([some(0.6, 1e280, 1e308), some(0.3, 1e280, 1e308)]);
        let mut world = World2::new();
        world.add_force(Law(law)).unwrap();
        world.add_body(body).unwrap();
        let dt = some(1.0, 1e-2, 1e3);
        for _ in 0..8 {
            let before = world.body_slice()[0];
            let succeeded = world.step(dt).is_ok();
            outcomes[usize::from(succeeded)] += 1;
            let after = world.body_slice()[0];
            if !succeeded {
                assert_eq!(after, before);
                break;
            }
            let mut numbers = after.position.iter().chain(&after.velocity);
            assert!(numbers.all(|x| x.is_finite()), "{law:?}, {before:?}, {dt}");
        }
    }
    println!("refused, done: {outcomes:?}");
    assert!(outcomes.iter().all(|&count| count > 400)); // measured: 599 and 19 875
}

#[test]
fn overflow_is_told_with_its_force() {
    let mut world = World2::new();
    let body = world.add_body(Body2::point(1.0).moving([1.0, 0.0]));
    let body = body.unwrap();
    let repelled = world.add_force(Spring::stiffness(-1.0)).unwrap();
    let (force, kind) = (Some(repelled), Some("Spring"));
    let expected = StepError::NotFinite { body, force, kind };
    assert_eq!(world.step(1e4), Err(expected));
    world.remove_force(repelled).unwrap();

    // forces whose sum overflows, though each force is finite
    for _ in 0..2 {
        let gravity = UniformGravity::new([f64::MAX, 0.0]);
        world.add_force(gravity).unwrap();
    }
    assert!(matches!(world.step(1e-3), Err(StepError::NotFinite { .. })));
    assert_eq!(world[body].position.x, 0.0);

    // quadratic drag, backward beyond the time at which the speed was infinite
    let mut world = World2::new();
    let body = Body2::point(1.0).moving([10.0, 0.0]);
    world.add_body(body).unwrap();
    world.add_force(QuadraticDrag::coefficient(0.1)).unwrap();
    world.step(-0.5).unwrap();
    for dt in [-0.5, -1.0, -100.0] {
        let failed = world.step(dt);
        assert!(matches!(failed, Err(StepError::NotFinite { .. })), "{dt}");
    }
}

/// A world with flows only steps in place as long as that is safe. It must notice when it is not,
/// however the numbers became large.
#[test]
fn overflow_after_many_safe_steps() {
    let mut world = World2::new();
    let slow = world.add_body(Body2::point(1.0).moving([1.0, 0.0]));
    let slow = slow.unwrap();
    let fast = world.add_body(Body2::point(2.0)).unwrap();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let step_far = |world: &mut World2| {
        let before = world.body_slice().to_vec();
        assert!(matches!(world.step(1e10), Err(StepError::NotFinite { body, .. }) if body == fast));
        // nor has a body before the failing one moved
        assert_eq!(world.body_slice(), before);
    };
    for _ in 0..10 {
        world.step(0.1).unwrap();
    }
    world[fast].velocity.x = 1e300;
    step_far(&mut world);
    world[fast].velocity.x = 0.0;
    world.step(0.1).unwrap();
    world.apply_impulse(fast, [2e300, 0.0]).unwrap();
    step_far(&mut world);
    world[fast].velocity.x = 0.0;
    world.step(0.1).unwrap();
    world.set_scheme(Scheme::Rk4);
    world.step(1e-2).unwrap();
    world.set_scheme(Scheme::FlowKick);
    world[fast].position.x = 1.7e308;
    world[fast].velocity.x = 1e300;
    world.step(1.0).unwrap(); // near the largest number, but still finite
    step_far(&mut world);

    // a repelled body grows by itself beyond every bound, and then until it overflows
    world.remove_body(fast).unwrap();
    world.add_force(Spring::stiffness(-1.0)).unwrap();
    let steps = (0..).take_while(|_| world.step(1.0).is_ok()).count();
    // e^709 is near the largest number
    assert!((690..720).contains(&steps), "{steps}");
    assert!(world[slow].position.y.is_finite());
}
