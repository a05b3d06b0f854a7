//! Worlds and swarms as bytes, from which runs continue on any machine.

use kinstep::Real;
use serde::{Serialize, de::DeserializeOwned};

/// A type of numbers that can be written and read, with its orientations and inertias.
pub trait Kept<const D: usize>:
    Real<
        D,
        Axial: Serialize + DeserializeOwned,
        Orientation: Serialize + DeserializeOwned,
        Inertia: Serialize + DeserializeOwned,
    > + Serialize
    + DeserializeOwned
{
}

impl<T, const D: usize> Kept<D> for T where
    T: Real<
            D,
            Axial: Serialize + DeserializeOwned,
            Orientation: Serialize + DeserializeOwned,
            Inertia: Serialize + DeserializeOwned,
        > + Serialize
        + DeserializeOwned
{
}

/// The snapshots that runs write halfway, in their order, and those from which they continue.
#[derive(Debug, Clone, Default)]
pub struct Snapshots {
    written: Vec<Vec<u8>>,
    /// Snapshots that another program wrote; without them each run continues from its own.
    read: Option<Vec<Vec<u8>>>,
}

impl Snapshots {
    /// Runs continue from the snapshots in `bytes`, which [`Snapshots::bytes`] wrote, on this
    /// machine or on another.
    ///
    /// # Errors
    ///
    /// If `bytes` hold no snapshots.
    pub fn read(bytes: &[u8]) -> Result<Self, postcard::Error> {
        Ok(Self {
            written: Vec::new(),
            read: Some(postcard::from_bytes(bytes)?),
        })
    }

    /// The snapshots that the runs wrote.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(&self.written).expect("bytes can be written")
    }

    /// Writes a state, and returns the state from which to continue.
    pub(crate) fn pass<W: Serialize + DeserializeOwned>(&mut self, state: &W) -> W {
        let own = postcard::to_allocvec(state).expect("a state can be written");
        let next = self.written.len();
        let bytes = match &self.read {
            None => &own,
            Some(read) => read.get(next).expect("a snapshot for each run"),
        };
        let state = postcard::from_bytes(bytes).expect("a snapshot of this run");
        self.written.push(own);
        state
    }

    /// Whether the runs wrote other bytes than they read.
    pub(crate) fn differ(&self) -> bool {
        (self.read.as_ref()).is_some_and(|read| *read != self.written)
    }
}
