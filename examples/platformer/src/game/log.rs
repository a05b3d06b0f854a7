//! Events of a game.

use std::fmt;

use kinstep::nalgebra::Vector2;

/// Kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The player jumps off the ground.
    Jumps,
    /// The player jumps a moment after the ground ended.
    JumpsLate,
    /// The player lands, and jumps at once: the key was pressed a moment before.
    JumpsOnLanding,
    /// A pad throws the player up.
    Springs,
    /// The highest point of a flight.
    Apex,
    /// The player lands.
    Lands,
    /// The ground ends under the player.
    Leaves,
    /// The player drops through a platform that holds only from above.
    Drops,
    /// The player falls into the spikes.
    Dies,
    /// The player returns to the last safe ground.
    Returns,
    /// The player reaches the goal.
    Finishes,
}

/// An event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// Time since the start \[s\].
    pub time: f64,
    /// Kind of the event.
    pub what: What,
    /// Position of the centre of the player \[m\].
    pub at: Vector2<f64>,
}

impl fmt::Display for What {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Jumps => "jumps",
            Self::JumpsLate => "jumps, a moment after the edge",
            Self::JumpsOnLanding => "lands and jumps",
            Self::Springs => "is thrown up by a pad",
            Self::Apex => "is at the top",
            Self::Lands => "lands",
            Self::Leaves => "runs over an edge",
            Self::Drops => "drops through a platform",
            Self::Dies => "falls into the spikes",
            Self::Returns => "returns",
            Self::Finishes => "is at the goal",
        })
    }
}
