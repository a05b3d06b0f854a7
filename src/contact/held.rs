//! The surfaces on which a body stays.

use nalgebra::{RealField, SMatrix, SVector};

use super::Contact;
use crate::ballistics::FlatPart;

/// The most surfaces that hold a body at once.
const MOST: usize = 3;

/// A surface on which a body stays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Held<T, const D: usize> {
    /// The number of the obstacle.
    pub(super) number: usize,
    /// Unit normal, on the side of the body.
    pub(super) normal: SVector<T, D>,
    /// Its flat part about the body; none if it is curved.
    pub(super) part: Option<FlatPart<T, D>>,
    /// How body and surface act on each other.
    pub(super) contact: Contact<T>,
    /// Velocity of a belt along the surface \[m/s\].
    pub(super) belt: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Held<T, D> {
    /// Whether its normal is the given one, to 1e-5 radians.
    pub(super) fn is_like(&self, normal: &SVector<T, D>) -> bool {
        (self.normal - normal).norm_squared() < nalgebra::convert(1e-10)
    }
}

/// The surfaces on which a body stays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct HeldSet<T, const D: usize>([Option<Held<T, D>>; MOST]);

impl<T: RealField + Copy, const D: usize> HeldSet<T, D> {
    pub(super) fn none() -> Self {
        Self([None; MOST])
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Held<T, D>> {
        self.0.iter().flatten()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Adds a surface, in place of an older one of the same direction, or of the last if there is no room.
    pub(super) fn insert(&mut self, held: Held<T, D>) {
        let is_same = |other: &Option<Held<T, D>>| {
            other.is_none_or(|other| other.normal.dot(&held.normal) > nalgebra::convert(1.0 - 1e-9))
        };
        let place = self.0.iter().position(is_same).unwrap_or(MOST - 1);
        self.0[place] = Some(held);
        // no two of the same direction
        for other in place + 1..MOST {
            if self.0[other].is_some() && is_same(&self.0[other]) {
                self.0[other] = None;
            }
        }
    }

    /// Removes the surface of a normal.
    pub(super) fn remove(&mut self, normal: &SVector<T, D>) {
        for held in &mut self.0 {
            if held.is_some_and(|held| held.normal == *normal) {
                *held = None;
            }
        }
    }

    /// Removes a curved surface, on which a body stays for a short time only, and returns it.
    pub(super) fn take_curved(&mut self) -> Option<Held<T, D>> {
        let is_curved =
            |held: &&mut Option<Held<T, D>>| held.is_some_and(|held| held.part.is_none());
        self.0.iter_mut().find(is_curved)?.take()
    }

    /// The matrix that keeps what is along all surfaces.
    pub(super) fn along(&self) -> SMatrix<T, D, D> {
        self.iter().fold(SMatrix::identity(), |along, held| {
            let rest: SVector<T, D> = along * held.normal;
            match rest.try_normalize(nalgebra::convert(1e-6)) {
                Some(unit) => along - unit * unit.transpose(),
                None => along,
            }
        })
    }

    /// Removes surfaces that do not hold a body back, and returns the accelerations \[m/s²\] by which the others do, in the order
    /// of [`iter`](Self::iter). The function tells how a surface sees the body accelerate.
    pub(super) fn hold_back(
        &mut self,
        acceleration: impl Fn(&Held<T, D>) -> SVector<T, D>,
    ) -> [T; MOST] {
        loop {
            let reactions = self.reactions(&acceleration);
            let least = (0..MOST)
                .filter(|place| self.0[*place].is_some())
                .min_by(|a, b| {
                    reactions[*a]
                        .partial_cmp(&reactions[*b])
                        .unwrap_or(core::cmp::Ordering::Equal)
                });
            match least {
                Some(place) if reactions[place] <= T::zero() => self.0[place] = None,
                _ => return self.packed(&reactions),
            }
        }
    }

    /// λ with `nᵢ · (aᵢ + Σ λⱼ nⱼ) = 0`.
    fn reactions(&self, acceleration: impl Fn(&Held<T, D>) -> SVector<T, D>) -> SVector<T, MOST> {
        let mut gram = SMatrix::<T, MOST, MOST>::identity();
        let mut pulls = SVector::<T, MOST>::zeros();
        for (row, held) in self.0.iter().enumerate() {
            let Some(held) = held else { continue };
            pulls[row] = -held.normal.dot(&acceleration(held));
            for (column, other) in self.0.iter().enumerate() {
                if let Some(other) = other {
                    gram[(row, column)] = held.normal.dot(&other.normal);
                }
            }
        }
        // normals that depend on each other: one of them does not hold
        gram.lu().solve(&pulls).unwrap_or_else(SVector::zeros)
    }

    fn packed(&self, reactions: &SVector<T, MOST>) -> [T; MOST] {
        let mut packed = [T::zero(); MOST];
        let places = (0..MOST).filter(|place| self.0[*place].is_some());
        for (reaction, place) in packed.iter_mut().zip(places) {
            *reaction = reactions[place];
        }
        packed
    }
}
