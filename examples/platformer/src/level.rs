//! The level: boxes, of which some move.

use kinstep::nalgebra::Vector2;
use kinstep::trajectory::AlignedBox;

/// Half the width and half the height of the player \[m\].
///
/// For the physics, the player is a point, and each box is larger by this on all sides. So the
/// player behaves as an upright rectangle, without any approximation.
pub const HALF: Vector2<f64> = Vector2::new(0.3, 0.5);

/// Effect of a piece of the level on the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The piece holds from all sides.
    Solid,
    /// The piece holds only from above; the down key lets the player through.
    OneWay,
    /// The piece throws up a player who falls on it.
    Pad,
    /// The piece ends the attempt.
    Spikes,
    /// The piece ends the game.
    Goal,
}

/// A periodic motion: forth, a rest, back, a rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Route {
    /// Velocity of the motion forth \[m/s\].
    pub velocity: Vector2<f64>,
    /// Duration of the motion in one direction \[s\].
    pub travel: f64,
    /// Duration of a rest \[s\].
    pub rest: f64,
}

impl Route {
    /// Time of the change of velocity with this index \[s\], and the velocity after it \[m/s\].
    #[must_use]
    pub fn change(&self, number: u64) -> (f64, Vector2<f64>) {
        let half = (number / 2) as f64 * (self.travel + self.rest);
        let leaves = number.is_multiple_of(2);
        match (leaves, (number / 2).is_multiple_of(2)) {
            (false, _) => (half + self.travel, Vector2::zeros()),
            (true, true) => (half, self.velocity),
            (true, false) => (half, -self.velocity),
        }
    }
}

/// A box of the level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    /// Effect of the box.
    pub kind: Kind,
    /// Lower left corner at the start \[m\].
    pub low: Vector2<f64>,
    /// Upper right corner at the start \[m\].
    pub high: Vector2<f64>,
    /// Motion of the box; `None` if it is at rest.
    pub route: Option<Route>,
}

impl Piece {
    const fn new(kind: Kind, x: [f64; 2], y: [f64; 2]) -> Self {
        Self {
            kind,
            low: Vector2::new(x[0], y[0]),
            high: Vector2::new(x[1], y[1]),
            route: None,
        }
    }

    const fn moving(mut self, velocity: [f64; 2], travel: f64, rest: f64) -> Self {
        let velocity = Vector2::new(velocity[0], velocity[1]);
        self.route = Some(Route {
            velocity,
            travel,
            rest,
        });
        self
    }

    /// The box that the centre of the player collides with. For a piece that holds only from above,
    /// it is the top edge.
    #[must_use]
    pub fn surface(&self) -> AlignedBox<f64, 2> {
        let mut surface = AlignedBox {
            min: self.low - HALF,
            max: self.high + HALF,
        };
        if self.kind == Kind::OneWay {
            surface.min.y = surface.max.y;
        }
        surface
    }

    /// Position from which the player falls onto the piece, near its left end \[m\].
    #[must_use]
    pub fn spawn(&self) -> Vector2<f64> {
        Vector2::new(self.low.x + 1.0, self.high.y + HALF.y + 0.25)
    }
}

/// Position at which the player starts \[m\].
pub const START: Vector2<f64> = Vector2::new(-1.0, 0.75);

/// All pieces at their initial positions; later ones are drawn in front of earlier ones.
pub const LEVEL: [Piece; 16] = [
    Piece::new(Kind::Spikes, [-3.0, 50.0], [-5.0, -3.0]),
    Piece::new(Kind::Solid, [-4.0, -3.0], [-4.0, 8.0]),
    Piece::new(Kind::Solid, [-3.0, 9.0], [-4.0, 0.0]),
    Piece::new(Kind::OneWay, [2.0, 5.0], [1.3, 1.5]),
    Piece::new(Kind::OneWay, [3.0, 6.5], [2.8, 3.0]),
    Piece::new(Kind::Solid, [13.0, 18.5], [-4.0, 0.0]),
    Piece::new(Kind::Solid, [15.5, 16.5], [0.0, 1.2]),
    Piece::new(Kind::OneWay, [19.0, 21.5], [-0.3, -0.1]).moving([0.0, 1.0], 4.25, 1.0),
    Piece::new(Kind::Solid, [22.5, 27.5], [-4.0, 4.0]),
    Piece::new(Kind::Solid, [28.5, 31.0], [3.6, 3.9]).moving([2.0, 0.0], 3.0, 1.25),
    Piece::new(Kind::Solid, [38.0, 41.0], [-4.0, 2.0]),
    Piece::new(Kind::Pad, [41.0, 44.0], [-4.0, 1.5]),
    Piece::new(Kind::Solid, [44.0, 50.0], [-4.0, 2.0]),
    Piece::new(Kind::OneWay, [45.0, 50.0], [4.3, 4.5]),
    Piece::new(Kind::Solid, [50.0, 51.0], [-4.0, 8.0]),
    Piece::new(Kind::Goal, [48.0, 48.5], [4.5, 6.0]),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A route rests at both ends, and is at its start again after a period.
    #[test]
    fn a_route_leads_back() {
        let route = Route {
            velocity: Vector2::new(2.0, 1.0),
            travel: 3.0,
            rest: 0.5,
        };
        let expected = [(0.0, 1.0), (3.0, 0.0), (3.5, -1.0), (6.5, 0.0), (7.0, 1.0)];
        for (number, (time, factor)) in (0..).zip(expected) {
            assert_eq!(route.change(number), (time, route.velocity * factor));
        }
    }
}
