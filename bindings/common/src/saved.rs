//! Worlds as bytes: snapshots without forces, and scenes with them.
//!
//! The first byte tells a snapshot from a scene, the second has the dimensions, with the highest bit for `f32`; the rest
//! is the crate's own form, written by postcard.

use kinstep::{Scene, Snapshot, World};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::{Failure, OrFailure, Outcome};
use crate::on;
use crate::space::Space;
use crate::world::AnyWorld;

const SNAPSHOT: u8 = b's';
const SCENE: u8 = b'c';
const SINGLE: u8 = 0x80;

fn written(head: [u8; 2], value: &impl Serialize) -> Outcome<Vec<u8>> {
    postcard::to_extend(value, head.to_vec()).or_invalid()
}

fn read<V: DeserializeOwned>(bytes: &[u8]) -> Outcome<V> {
    let (value, rest) = postcard::take_from_bytes(bytes).map_err(Failure::restore)?;
    match rest.len() {
        0 => Ok(value),
        more => Err(Failure::restore(format_args!(
            "there are {more} bytes more than the state has"
        ))),
    }
}

/// The dimensions byte and what follows it.
fn opened<'a>(bytes: &'a [u8], first: u8, name: &str) -> Outcome<(u8, &'a [u8])> {
    match bytes {
        [kind, dimensions, rest @ ..] if *kind == first => Ok((*dimensions, rest)),
        _ => Err(Failure::restore(format_args!(
            "these {} bytes are no {name}",
            bytes.len()
        ))),
    }
}

fn restore<T: Space<D>, const D: usize>(world: &mut World<T, D>, bytes: &[u8]) -> Outcome {
    let snapshot: Snapshot<T, D> = read(bytes)?;
    world.restore(&snapshot).map_err(Failure::restore)
}

fn loaded<T: Space<D>, const D: usize>(bytes: &[u8]) -> Outcome<World<T, D>> {
    let scene: Scene<T, D> = read(bytes)?;
    scene.world().map_err(Failure::restore)
}

impl AnyWorld {
    fn head(&self, first: u8) -> [u8; 2] {
        let dimensions = if self.dimensions() == 2 { 2 } else { 3 };
        [
            first,
            dimensions | if self.is_single() { SINGLE } else { 0 },
        ]
    }

    /// Returns the state without the forces.
    ///
    /// # Errors
    /// Fails if the memory is full.
    pub fn snapshot(&self) -> Outcome<Vec<u8>> {
        on!(self, world => written(self.head(SNAPSHOT), &world.snapshot()))
    }

    /// Puts the world back to the state of a snapshot, to the bit. It must have the forces of then.
    ///
    /// # Errors
    /// Fails if the bytes are no snapshot of this kind of world, or the forces do not fit; the world is then as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Outcome {
        let (dimensions, rest) = opened(bytes, SNAPSHOT, "snapshot")?;
        if dimensions != self.head(SNAPSHOT)[1] {
            let own = self.dimensions();
            return Err(Failure::restore(format_args!(
                "the snapshot is of a world of {} dimensions{}; this one has {own}{}",
                dimensions & !SINGLE,
                if dimensions & SINGLE == 0 {
                    ""
                } else {
                    " in f32"
                },
                if self.is_single() { " in f32" } else { "" },
            )));
        }
        on!(self, world => restore(world, rest))
    }

    /// Returns the state with the forces.
    ///
    /// # Errors
    /// Fails if a force is a function, which cannot be written.
    pub fn scene(&self) -> Outcome<Vec<u8>> {
        on!(self, world => written(self.head(SCENE), &world.scene().or_invalid()?))
    }

    /// Returns the world of a scene, with the same ids.
    ///
    /// # Errors
    /// Fails if the bytes are no scene.
    pub fn from_scene(bytes: &[u8]) -> Outcome<Self> {
        let (dimensions, rest) = opened(bytes, SCENE, "scene")?;
        let mut world = Self::new(u32::from(dimensions & !SINGLE), dimensions & SINGLE != 0)
            .map_err(|failure| {
                Failure::restore(format_args!("this scene cannot be loaded: {failure}"))
            })?;
        on!(&mut world, world => *world = loaded(rest)?);
        Ok(world)
    }
}
