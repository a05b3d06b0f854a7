//! A structure in a world of kinstep.

use anyhow::Result;
use kinstep::{Body2, BodyId, Rod, Scheme, UniformGravity, World2};

use crate::method::Motion;
use crate::structure::{GRAVITY, State, Structure, Vector};

/// A world with a body for each node and a link for each rod.
#[derive(Debug)]
pub struct KinstepWorld {
    /// The world.
    pub world: World2,
    ids: Vec<BodyId>,
}

impl KinstepWorld {
    /// The structure in a world that moves by this scheme.
    ///
    /// # Errors
    /// The world refuses a body or a rod.
    pub fn new(structure: &Structure, scheme: Scheme) -> Result<Self> {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
        let State {
            positions,
            velocities,
        } = &structure.start;
        let mut ids = Vec::new();
        for ((mass, position), velocity) in structure.masses.iter().zip(positions).zip(velocities) {
            ids.push(world.add_body(Body2::point(*mass).at(*position).moving(*velocity))?);
        }
        for bar in &structure.rods {
            let rod = Rod::stiffness(bar.stiffness).length(bar.length);
            match bar.ends.map(|end| ids.get(end).copied()) {
                [Some(first), Some(second)] => world.add_link(first, second, rod)?,
                [Some(node), None] => {
                    let support = structure.end(positions, bar.ends[1]);
                    world.add_force_on(node, rod.anchored_at(support))?
                }
                [None, Some(node)] => {
                    let support = structure.end(positions, bar.ends[0]);
                    world.add_force_on(node, rod.anchored_at(support))?
                }
                [None, None] => continue,
            };
        }
        Ok(Self { world, ids })
    }
}

impl Motion for KinstepWorld {
    fn step(&mut self, h: f64, loads: &[Vector]) -> Result<()> {
        for (id, load) in self.ids.iter().zip(loads) {
            if *load != Vector::zeros() {
                self.world.apply_force(*id, *load)?;
            }
        }
        self.world.step(h)?;
        Ok(())
    }

    fn state(&self) -> State {
        let bodies = || self.ids.iter().map(|id| &self.world[*id]);
        State {
            positions: bodies().map(|body| body.position).collect(),
            velocities: bodies().map(|body| body.velocity).collect(),
        }
    }
}
