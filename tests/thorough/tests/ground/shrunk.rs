//! Makes a failing scene smaller, as long as it fails in the same way.

use core::fmt::Write as _;

use kinstep::nalgebra::SVector;

use crate::numbers::Numbers;
use crate::random::{Measured, run};
use crate::scene::Scene;

/// The kind of failure that a message reports, by a word in it.
fn sort(message: &str) -> &'static str {
    ["deep", "energy", "finite", "overlap"]
        .into_iter()
        .find(|word| message.contains(word))
        .unwrap_or("error")
}

/// All scenes that are a little simpler.
fn simpler<const D: usize>(scene: &Scene<D>) -> Vec<Scene<D>> {
    let mut list = Vec::new();
    let mut add = |change: &dyn Fn(&mut Scene<D>)| {
        let mut scene = scene.clone();
        change(&mut scene);
        list.push(scene);
    };
    for index in 0..scene.balls.len() {
        add(&|scene| {
            scene.balls.remove(index);
            scene.rods.retain(|rod| !rod.ends.contains(&index));
            for end in scene.rods.iter_mut().flat_map(|rod| &mut rod.ends) {
                *end -= usize::from(*end > index);
            }
        });
    }
    for index in 0..scene.floors.len() {
        add(&|scene| {
            scene.floors.remove(index);
        });
    }
    for index in 0..scene.rods.len() {
        add(&|scene| {
            scene.rods.remove(index);
        });
    }
    add(&|scene| scene.drag = 0.0);
    add(&|scene| scene.closure = None);
    add(&|scene| scene.pairs = None);
    add(&|scene| scene.pairs = scene.pairs.map(|[restitution, _]| [restitution, 0.0]));
    add(&|scene| scene.pairs = scene.pairs.map(|[_, friction]| [0.0, friction]));
    for index in 0..scene.floors.len() {
        add(&|scene| scene.floors[index].friction = 0.0);
        add(&|scene| scene.floors[index].restitution = 0.0);
        add(&|scene| scene.floors[index].velocity = SVector::zeros());
    }
    for index in 0..scene.balls.len() {
        add(&|scene| scene.balls[index].spin = [0.0; 3]);
        add(&|scene| scene.balls[index].velocity = SVector::zeros());
        add(&|scene| scene.balls[index].radius = 0.0);
        add(&|scene| scene.balls[index].mass = 1.0);
        for digits in [10.0, 100.0, 1000.0] {
            let rounded = |number: f64| (number * digits).round() / digits;
            add(&|scene| {
                let ball = &mut scene.balls[index];
                ball.position = ball.position.map(rounded);
                ball.velocity = ball.velocity.map(rounded);
                ball.spin = ball.spin.map(rounded);
                ball.mass = rounded(ball.mass).max(0.1);
                ball.radius = rounded(ball.radius);
            });
        }
    }
    list
}

fn written<const D: usize>(scene: &Scene<D>) -> String {
    let mut text = String::new();
    let _ = write!(text, "{scene:?}");
    text
}

/// The smallest scene that fails in the same way.
pub fn shrunk<T: Numbers<D>, const D: usize>(mut scene: Scene<D>) -> Option<(Scene<D>, String)> {
    let fails = |scene: &Scene<D>| {
        let call = || run::<T, D>(scene, &mut Measured::default(), 0);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call));
        result.unwrap_or_else(|_| Err("panic".into())).err()
    };
    let mut message = fails(&scene)?;
    let kind = sort(&message);
    loop {
        let next = simpler(&scene).into_iter().find_map(|simple| {
            if written(&simple) == written(&scene) || !simple.starts_free() {
                return None;
            }
            let message = fails(&simple).filter(|message| sort(message) == kind)?;
            Some((simple, message))
        });
        let Some((simple, told)) = next else {
            return Some((scene, message));
        };
        (scene, message) = (simple, told);
    }
}
