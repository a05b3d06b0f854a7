//! A game that is saved, ends, and continues from its file, equal to the bit to a game without
//! interruption.
//!
//! ```sh
//! cargo run --release --example save
//! ```

use std::error::Error;
use std::path::Path;

use kinstep::{Body2, LinearDrag, QuadraticDrag, Scene, Spring, UniformGravity, World2};

fn main() -> Result<(), Box<dyn Error>> {
    let file = Path::new("target/save/game.ron");

    // an uninterrupted game, for comparison
    let mut unstopped = game()?;
    play(&mut unstopped, 600)?;
    play(&mut unstopped, 600)?;

    save_and_quit(file)?;
    let mut resumed = load(file)?;
    println!("loaded {} at {} s", file.display(), resumed.time());
    play(&mut resumed, 600)?;

    println!("x of each ball [m]: without a stop        resumed");
    for (one, other) in unstopped.body_slice().iter().zip(resumed.body_slice()) {
        println!(
            "           {:+.17e}  {:+.17e}",
            one.position.x, other.position.x
        );
    }
    // compares everything, also what was not printed: the clock, the ids, and signs of zeros
    let same = ron::to_string(&unstopped.scene()?)? == ron::to_string(&resumed.scene()?)?;
    if !same {
        return Err("the resumed game is another one".into());
    }
    println!("the same bits after {} steps", resumed.steps());
    Ok(())
}

/// A rope of five balls in the wind.
fn game() -> Result<World2, Box<dyn Error>> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81]))?;
    world.add_force(LinearDrag::rate(0.1).in_wind([3.0, 0.0]))?;
    world.add_force(QuadraticDrag::coefficient(0.02))?;
    let mut last = None;
    for i in 0..5 {
        let ball = world.add_body(Body2::point(0.2).at([f64::from(i), 0.0]))?;
        let spring = Spring::stiffness(80.0).damping(0.1);
        match last {
            None => world.add_force_on(ball, spring)?,
            Some(last) => world.add_link(ball, last, spring.anchored_at([0.0, -0.5]))?,
        };
        last = Some(ball);
    }
    Ok(world)
}

fn play(world: &mut World2, steps: u32) -> Result<(), Box<dyn Error>> {
    for _ in 0..steps {
        world.step(1.0 / 60.0)?;
    }
    Ok(())
}

/// Plays for ten seconds, writes the whole state to a file, and drops it.
fn save_and_quit(file: &Path) -> Result<(), Box<dyn Error>> {
    let mut world = game()?;
    play(&mut world, 600)?;
    let text = ron::ser::to_string_pretty(&world.scene()?, ron::ser::PrettyConfig::new())?;
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, text)?;
    Ok(())
}

/// Reads a world. The file may contain anything: if it is no valid world, the error says why.
fn load(file: &Path) -> Result<World2, Box<dyn Error>> {
    let scene: Scene<f64, 2> = ron::from_str(&std::fs::read_to_string(file)?)?;
    Ok(scene.world()?)
}
