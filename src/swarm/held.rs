//! The planes that hold a body: those that keep its acceleration from leading below them.

use nalgebra::{SMatrix, SVector};

use crate::ballistics::Plane;

/// The most planes that hold a body at once.
const MOST: usize = 3;

/// The planes, of unit normals, that hold a body.
#[derive(Clone, Copy)]
pub(super) struct Held<const D: usize> {
    planes: [Option<Plane<f64, D>>; MOST],
    /// By how much they push, along their normals \[m/s²\].
    reactions: SVector<f64, MOST>,
}

impl<const D: usize> Held<D> {
    /// The planes among these that hold a body of an acceleration \[m/s²\]: the set of least reactions λ, none of them
    /// negative, with `n · (a + Σ λ n) ≥ 0` for each plane.
    ///
    /// As in the method of active sets: adds the plane into which the acceleration leads most, and removes those that would pull.
    pub(super) fn of(
        acceleration: &SVector<f64, D>,
        planes: impl Iterator<Item = Plane<f64, D>> + Clone,
    ) -> Self {
        let mut held = Self {
            planes: [None; MOST],
            reactions: SVector::zeros(),
        };
        let rounding = 64.0 * f64::EPSILON * acceleration.norm();
        for _ in 0..MOST_CHANGES {
            let left = (held.planes.iter().flatten().zip(held.reactions.iter()))
                .fold(*acceleration, |left, (plane, push)| {
                    left + plane.normal * *push
                });
            let into = |plane: &Plane<f64, D>| plane.normal.dot(&left);
            let next = planes.clone().min_by(|a, b| into(a).total_cmp(&into(b)));
            match next.filter(|plane| into(plane) < -rounding) {
                Some(plane) if held.insert(plane) => held.remove_those_that_pull(acceleration),
                _ => break,
            }
        }
        held
    }

    /// Adds a plane; fails if there is no room.
    fn insert(&mut self, plane: Plane<f64, D>) -> bool {
        let free = self.planes.iter_mut().find(|place| place.is_none());
        free.is_some_and(|place| place.replace(plane).is_none())
    }

    /// Removes planes that would pull, the worst first. The places of the others are packed.
    fn remove_those_that_pull(&mut self, acceleration: &SVector<f64, D>) {
        for _ in 0..=MOST {
            self.reactions = self.reactions(acceleration);
            let count = self.count();
            let push = |place: &usize| self.reactions[*place];
            let worst = (0..count).min_by(|a, b| push(a).total_cmp(&push(b)));
            match worst {
                Some(place) if push(&place) <= 0.0 => {
                    self.planes[place] =
                        self.planes[count - 1].take().filter(|_| place + 1 < count);
                }
                _ => return,
            }
        }
    }

    fn count(&self) -> usize {
        self.planes.iter().flatten().count()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    pub(super) fn contains(&self, plane: &Plane<f64, D>) -> bool {
        self.planes.contains(&Some(*plane))
    }

    /// The sum of the pushes \[m/s²\].
    pub(super) fn push(&self) -> f64 {
        self.reactions.sum()
    }

    /// λ with `nᵢ · (a + Σ λⱼ nⱼ) = 0`; zero if the normals depend on each other.
    pub(super) fn reactions(&self, acceleration: &SVector<f64, D>) -> SVector<f64, MOST> {
        let pulls = SVector::from_fn(|row, _| {
            self.planes[row].map_or(0.0, |plane| -plane.normal.dot(acceleration))
        });
        if self.count() <= 1 {
            return pulls;
        }
        let gram = SMatrix::<f64, MOST, MOST>::from_fn(|row, column| {
            match (self.planes[row], self.planes[column]) {
                _ if row == column => 1.0,
                (Some(a), Some(b)) => a.normal.dot(&b.normal),
                _ => 0.0,
            }
        });
        gram.lu().solve(&pulls).unwrap_or_else(SVector::zeros)
    }

    /// When the first plane ceases to push \[s\], for reactions that change at a rate \[m/s³\]; may be infinite.
    pub(super) fn end_of_push(&self, rates: &SVector<f64, MOST>) -> f64 {
        (self.reactions.iter().zip(rates.iter()))
            .filter(|(_, rate)| **rate < 0.0)
            .fold(f64::INFINITY, |first, (push, rate)| first.min(-push / rate))
    }

    /// The matrix that keeps what is along all planes.
    pub(super) fn along(&self) -> SMatrix<f64, D, D> {
        let planes = self.planes.iter().flatten();
        planes.fold(SMatrix::identity(), |along, plane| {
            let rest: SVector<f64, D> = along * plane.normal;
            match rest.try_normalize(1e-9) {
                Some(unit) => along - unit * unit.transpose(),
                None => along,
            }
        })
    }

    /// Moves a position that is off the planes by rounding onto them.
    pub(super) fn snap(&self, position: &mut SVector<f64, D>) {
        // once is exact for one plane
        for _ in 0..self.count() {
            for plane in self.planes.iter().flatten() {
                *position -= plane.normal * plane.height(*position);
            }
        }
    }
}

/// The most planes that are added one after the other.
const MOST_CHANGES: usize = 16;
