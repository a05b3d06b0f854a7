//! Memory: a restore takes none, and a request for more than there is gets none.

use allocation_counter::measure;
use golden::scenes::{self, Scene};
use kinstep::{Body2, Real, UniformGravity, World2};

/// A frame is kept, eight are played, and the frame is restored: the first round may allocate,
/// later ones do not.
fn takes_no_memory<T: Real<D>, const D: usize>(what: &str, mut scene: Scene<T, D>) {
    for step in 0..100 {
        scene.step(step);
    }
    let mut world = scene.world;
    let clone = measure(|| drop(world.clone())).count_total;
    assert!(clone > 0, "{what}: nothing is counted");
    let mut kept = world.clone();
    let mut round = || {
        kept.clone_from(&world);
        for _ in 0..8 {
            world.step(scene.dt).unwrap();
        }
        world.clone_from(&kept);
    };
    round();
    let later = measure(&mut round).count_total;
    assert_eq!(later, 0, "{what}: a clone takes {clone}");
}

#[test]
fn a_world_is_put_back_without_memory() {
    takes_no_memory("springs in wind", scenes::springs_in_wind::<f64, 3>(0.01));
    takes_no_memory("links and closures", scenes::links_and_closures());
    takes_no_memory("books and tops", scenes::books_and_tops::<f64>());
    takes_no_memory("planets", scenes::planets());
    takes_no_memory("landers", scenes::landers());
    takes_no_memory("a crowd", scenes::a_crowd());
}

/// A clone makes as many allocations for many bodies as for few.
#[test]
fn a_clone_takes_few_pieces_of_memory() {
    let mut scene = scenes::a_crowd();
    (0..100).for_each(|step| scene.step(step));
    let clone = measure(|| drop(scene.world.clone()));
    // measured: 23
    assert!(clone.count_total <= 30, "{}", clone.count_total);
}

#[test]
fn a_world_for_more_bodies_than_there_is_memory_has_room_for_none() {
    let mut world = World2::with_capacity(usize::MAX);
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let ball = world.add_body(Body2::point(1.0)).unwrap();
    world.reserve(usize::MAX);
    world.reserve(usize::MAX / 1000);
    world.step(1.0).unwrap();
    assert_eq!(world[ball].velocity.y, -9.81);
}
