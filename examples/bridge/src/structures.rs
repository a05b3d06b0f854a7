//! The structures: a triple pendulum, a rope, a bridge.

use crate::cart::Cart;
use crate::structure::{Bar, State, Structure, Vector};

/// Frames in a second \[Hz\], and the length of one \[s\].
pub const RATE: f64 = 60.0;
pub const FRAME: f64 = 1.0 / RATE;

/// Bays of the bridge, and the length of every rod of it \[m\].
pub const BAYS: usize = 8;
pub const BAY: f64 = 2.0;

/// A structure and for how long it is watched.
#[derive(Debug)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// After so much time positions are compared with the truth \[s\].
    pub short: f64,
    /// So long its energy is watched \[s\].
    pub long: f64,
    /// The structure; its rods have a stiffness of 1 N/m.
    soft: fn() -> Structure,
}

/// All of them.
pub static CASES: [Case; 3] = [PENDULUM, ROPE, BRIDGE];

/// Three bodies of 1 kg on rods of 1 m, let go in a straight line 1 rad from the vertical.
pub const PENDULUM: Case = Case {
    name: "triple pendulum",
    short: 2.0,
    long: 100.0,
    soft: pendulum,
};

/// Fifty rods, 5 m and 1 kg in all, let go horizontally.
pub const ROPE: Case = Case {
    name: "rope of 50",
    short: 1.0,
    long: 20.0,
    soft: rope,
};

/// A Warren truss of eight bays of 2 m between two fixed feet, 15 nodes of 100 kg, let go unloaded; a cart of 400 kg rolls
/// over it in four seconds.
pub const BRIDGE: Case = Case {
    name: "bridge",
    short: 2.0,
    long: 100.0,
    soft: bridge,
};

impl Case {
    /// The structure with rods as stiff as this: Ωh, the largest frequency times the length of a frame.
    pub fn with_stiffness(&self, frequency_times_frame: f64) -> Structure {
        (self.soft)().with_largest_frequency(frequency_times_frame * RATE)
    }
}

/// A rod without stiffness, as long as the distance between its ends.
fn rod(ends: [usize; 2], length: f64) -> Bar {
    Bar {
        ends,
        stiffness: 1.0,
        length,
    }
}

/// Equal bodies in a line that starts at a support, each tied to the one before it.
fn line(count: usize, mass: f64, length: f64, direction: Vector) -> Structure {
    let positions = (1..=count).map(|place| direction * (length * place as f64));
    let rods = (0..count).map(|node| rod([node, node.checked_sub(1).unwrap_or(count)], length));
    Structure {
        masses: vec![mass; count],
        supports: vec![Vector::zeros()],
        rods: rods.collect(),
        start: State::at_rest(positions.collect()),
        cart: None,
    }
}

fn pendulum() -> Structure {
    line(3, 1.0, 1.0, Vector::new(1_f64.sin(), -1_f64.cos()))
}

fn rope() -> Structure {
    line(50, 0.02, 0.1, Vector::new(1.0, 0.0))
}

/// Nodes in a zigzag, `\/\/…\/`, which begins at the top and ends there; the feet of the first and the last diagonal stand on
/// the supports.
fn bridge() -> Structure {
    let count = 2 * BAYS - 1;
    let height = BAY * 0.75_f64.sqrt();
    let place = |step: usize| {
        let y = if step % 2 == 1 { height } else { 0.0 };
        Vector::new(0.5 * BAY * step as f64, y)
    };
    // along the zigzag: the left foot, the nodes, the right foot
    let end = |step: usize| match step {
        0 => count,
        step if step > count => count + 1,
        step => step - 1,
    };
    let diagonals = (0..=count).map(|step| rod([end(step), end(step + 1)], BAY));
    let chords = (0..count).map(|step| rod([end(step), end(step + 2)], BAY));
    let deck = (0..=BAYS).map(|bay| Some(end(2 * bay)).filter(|end| *end < count));
    Structure {
        masses: vec![100.0; count],
        supports: vec![place(0), place(count + 1)],
        rods: diagonals.chain(chords).collect(),
        start: State::at_rest((1..=count).map(place).collect()),
        cart: Some(Cart {
            mass: 400.0,
            speed: BAY * BAYS as f64 / 4.0,
            bay: BAY,
            deck: deck.collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain that hangs from one end has `ω = 2 √(k/m) sin((2j - 1)π / (4n + 2))`.
    #[test]
    fn the_largest_frequency_of_a_line_is_known() {
        let largest = |count: f64, stiffness: f64, mass: f64| {
            let angle = (2.0 * count - 1.0) * std::f64::consts::PI / (4.0 * count + 2.0);
            2.0 * (stiffness / mass).sqrt() * angle.sin()
        };
        for (structure, count, mass) in [(pendulum(), 3.0, 1.0), (rope(), 50.0, 0.02)] {
            let expected = largest(count, 1.0, mass);
            // measured: 2e-16
            assert!((structure.largest_frequency() / expected - 1.0).abs() < 1e-13);
        }
        let stiff = PENDULUM.with_stiffness(100.0);
        assert!((stiff.largest_frequency() / 6000.0 - 1.0).abs() < 1e-13);
    }

    #[test]
    fn every_rod_starts_at_its_rest_length() {
        for case in &CASES {
            let structure = case.with_stiffness(1.0);
            for rod in &structure.rods {
                let along = structure.along(rod, &structure.start.positions);
                assert!((along.norm() - rod.length).abs() < 1e-14, "{rod:?}");
            }
        }
    }

    #[test]
    fn the_bridge_is_a_warren_truss() {
        let bridge = bridge();
        assert_eq!((bridge.nodes(), bridge.rods.len()), (15, 31));
        // every node has four rods but those at the ends of the upper chord
        let rods = |node| {
            (bridge.rods.iter())
                .filter(|rod| rod.ends.contains(&node))
                .count()
        };
        let counts: Vec<usize> = (0..15).map(rods).collect();
        assert_eq!((counts[0], counts[14]), (3, 3));
        assert!(counts[1..14].iter().all(|&count| count == 4));
    }
}
