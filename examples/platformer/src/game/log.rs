//! What happened in a game.

use std::fmt;

use kinstep::nalgebra::Vector2;

/// What happened.
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
    /// The player drops through what holds from above.
    Drops,
    /// The player falls into the spikes.
    Dies,
    /// The player stands where the last ground was reached.
    Returns,
    /// The player is at the goal.
    Finishes,
}

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// \[s\]
    pub time: f64,
    /// What.
    pub what: What,
    /// Where the centre of the player was \[m\].
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
