//! A cart that rolls over a deck.

use crate::structure::{GRAVITY, Vector};

/// A weight that rolls from the first node of a deck to the last at a constant speed.
///
/// Its weight rests on the two nodes that it is between, on each in proportion to its nearness. The inertia of
/// the cart is left out, as in textbooks on moving loads.
#[derive(Debug, Clone)]
pub struct Cart {
    /// Its mass \[kg\].
    pub mass: f64,
    /// Its speed along the deck \[m/s\].
    pub speed: f64,
    /// Distance between neighbours of the deck \[m\].
    pub bay: f64,
    /// Places of the deck, from where it starts: a node, or none for a support.
    pub deck: Vec<Option<usize>>,
}

impl Cart {
    /// How far it has come along the deck at a time \[m\]; none before and after its ride.
    pub fn position(&self, time: f64) -> Option<f64> {
        let along = self.speed * time;
        let length = self.bay * self.deck.len().saturating_sub(1) as f64;
        (0.0..length).contains(&along).then_some(along)
    }

    /// Adds its weight to the loads on the nodes \[N\].
    pub fn write_loads(&self, time: f64, loads: &mut [Vector]) {
        let Some(along) = self.position(time) else {
            return;
        };
        let bays = along / self.bay;
        let place = bays.floor();
        let share = bays - place;
        for (offset, share) in [(0, 1.0 - share), (1, share)] {
            if let Some(&Some(node)) = self.deck.get(place as usize + offset) {
                loads[node].y -= share * self.mass * GRAVITY;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_is_shared_by_nearness() {
        let cart = Cart {
            mass: 10.0,
            speed: 4.0,
            bay: 2.0,
            deck: vec![None, Some(1), Some(0), None],
        };
        let loads = |time| {
            let mut loads = [Vector::zeros(); 2];
            cart.write_loads(time, &mut loads);
            loads.map(|load| load.y / (-10.0 * GRAVITY))
        };
        assert_eq!(loads(0.125), [0.0, 0.25]);
        assert_eq!(loads(0.5), [0.0, 1.0]);
        assert_eq!(loads(0.875), [0.75, 0.25]);
        assert_eq!(loads(1.375), [0.25, 0.0]);
        // before and after
        assert_eq!(loads(-0.1), [0.0, 0.0]);
        assert_eq!(loads(1.5), [0.0, 0.0]);
    }
}
