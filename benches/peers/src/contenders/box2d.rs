//! Box2D 3, compiled from its source.
//!
//! Its bodies have mass and no shapes: none of them would touch anything, and Box2D would move each shape and its box
//! besides. They do not sleep.

use anyhow::Result;
use boxdd::{
    BodyBuilder, BodyId, BodyType, Foundation, MassData, Position, Vec2, World, WorldBuilder,
};

use crate::contender::{Built, Contender};
use crate::scene::{DRAG_RATE, DT, GRAVITY, Start, starts};

struct Bodies {
    world: World,
    first: Option<BodyId>,
    substeps: i32,
}

/// With as many substeps as its manual proposes.
pub(super) fn build(count: usize) -> Built {
    Ok(Box::new(bodies(count, 4)?))
}

/// With one substep.
pub(super) fn once(count: usize) -> Built {
    Ok(Box::new(bodies(count, 1)?))
}

fn bodies(count: usize, substeps: i32) -> Result<Bodies> {
    let foundation = Foundation::initialize_default()?;
    let [x, y, _] = GRAVITY.map(|g| g as f32);
    let definition = WorldBuilder::from(foundation.world_def())
        .gravity(Vec2::new(x, y))
        .enable_sleep(false);
    let mut world = foundation.create_world(definition.build()?)?;
    let mass = MassData::new(1.0, Vec2::new(0.0, 0.0), 1.0)?;
    let mut first = None;
    for Start { position, velocity } in starts::<f32, 2>(count) {
        let definition = BodyBuilder::from(foundation.body_def())
            .body_type(BodyType::Dynamic)
            .position(Position::new(position.x, position.y))
            .linear_velocity(Vec2::new(velocity.x, velocity.y))
            .linear_damping(DRAG_RATE as f32)
            .enable_sleep(false);
        let id = world.create_body(definition.build()?)?;
        world.body(id)?.set_mass_data(mass)?;
        first = first.or(Some(id));
    }
    Ok(Bodies {
        world,
        first,
        substeps,
    })
}

impl Contender for Bodies {
    fn step(&mut self) -> Result<()> {
        // nothing touches, so that there are no events to ask the step for
        drop(self.world.step(DT as f32, self.substeps)?);
        Ok(())
    }

    fn first(&mut self) -> Vec<f64> {
        let place = |id| self.world.body(id).ok()?.position().ok();
        let place = self.first.and_then(place);
        place.map_or(Vec::new(), |place| vec![place.x.into(), place.y.into()])
    }
}
