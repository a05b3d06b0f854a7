//! Mounting point of a bond on a body that rotates, and the action of the bond there.

use nalgebra::{Matrix3, Matrix3x6, Matrix6x3, SMatrix, SVector, Vector3};

use super::band::Band;
use super::parts::{Action, BodyPart};
use super::turn::Turn;

/// One end of a bond.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mount {
    /// Index of the end.
    pub(super) end: usize,
    /// Index of the rotation of its body, if the body rotates.
    pub(super) turn: Option<usize>,
    /// Mounting point from the centre of mass, in the principal frame \[m\].
    pub(super) arm: Vector3<f64>,
}

/// Equations and unknowns of the body at an end: three of its centre, three of its rotation.
struct Lever {
    /// Index of its first row in the band.
    row: usize,
    /// For each row, index among the six unknowns.
    numbers: &'static [usize],
    sign: f64,
    /// Maps a force to the right sides: `[1; cay(-ϑ) a^]`.
    force: Matrix6x3<f64>,
    /// Maps the unknowns to the displacement of the mounting point: `[1 P]`.
    motion: Matrix3x6<f64>,
    /// `cay(-ϑ) F^ P/2` for the force on the first end.
    twist: Matrix3<f64>,
}

/// Indices of the unknowns of a body that rotates: displacement and rotation; in 2-D, rotation about the third axis.
pub(super) fn turning_numbers<const D: usize>() -> &'static [usize] {
    if D == 2 {
        &[0, 1, 5]
    } else {
        &[0, 1, 2, 3, 4, 5]
    }
}

/// Embeds a 2-D vector in 3-D (z = 0); a 3-D vector is unchanged.
pub(super) fn widened<const D: usize>(vector: &SVector<f64, D>) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| vector.get(axis).copied().unwrap_or(0.0))
}

/// The first D components of a 3-D vector.
pub(super) fn narrowed<const D: usize>(vector: &Vector3<f64>) -> SVector<f64, D> {
    SVector::from_fn(|axis, _| vector.get(axis).copied().unwrap_or(0.0))
}

impl Mount {
    /// `R₀ a`: vector from the centre to the mounting point at the start \[m\].
    pub(super) fn before<const D: usize>(&self, turns: &[Turn]) -> SVector<f64, D> {
        match self.turn.and_then(|turn| turns.get(turn)) {
            Some(turn) => narrowed(&turn.arm_before(&self.arm)),
            None => SVector::zeros(),
        }
    }

    /// `(R₁ - R₀) a`: displacement of the mounting point by the rotation \[m\].
    pub(super) fn displacement<const D: usize>(&self, turns: &[Turn]) -> SVector<f64, D> {
        match self.turn.and_then(|turn| turns.get(turn)) {
            Some(turn) => narrowed(&turn.displacement(&self.arm)),
            None => SVector::zeros(),
        }
    }

    fn lever<const D: usize>(
        &self,
        bodies: &[BodyPart<D>],
        turns: &[Turn],
        sign: f64,
        force: &Vector3<f64>,
    ) -> Option<Lever> {
        let body = bodies.get(self.end)?;
        let mut lever = Lever {
            row: body.row,
            numbers: &turning_numbers::<D>()[..D],
            sign,
            force: Matrix6x3::zeros(),
            motion: Matrix3x6::zeros(),
            twist: Matrix3::zeros(),
        };
        lever.force.fixed_rows_mut::<3>(0).fill_with_identity();
        lever.motion.fixed_columns_mut::<3>(0).fill_with_identity();
        if let Some(turn) = self.turn.and_then(|turn| turns.get(turn)) {
            let motion = turn.motion(&self.arm);
            lever.numbers = turning_numbers::<D>();
            lever
                .force
                .fixed_rows_mut::<3>(3)
                .copy_from(&turn.lever(&self.arm));
            lever.motion.fixed_columns_mut::<3>(3).copy_from(&motion);
            lever.twist = turn.twist(force, &motion);
        }
        Some(lever)
    }
}

/// Adds an action at the first mounting point, and the opposite action at the second.
/// With the displacements u of the mounting points and `S = -∂F/∂u` for the first, the residual of the body at one end changes with the
/// unknowns of the body at the other end by `± [1; a^] S [1 P]`. It also changes as the body rotates the arm of the force.
pub(super) fn act_mounted<const D: usize>(
    bodies: &[BodyPart<D>],
    turns: &[Turn],
    (band, right): (&mut Band, &mut [f64]),
    mounts: &[Mount; 2],
    action: &Action<D>,
) {
    let [force, kept] = [&action.force, &action.load].map(widened);
    let stiffness = Matrix3::from_fn(|row, column| {
        let entry = (row < D && column < D).then(|| action.stiffness[(row, column)]);
        entry.unwrap_or(0.0)
    });
    let [first, second] = mounts;
    let levers = [
        first.lever(bodies, turns, 1.0, &kept),
        second.lever(bodies, turns, -1.0, &kept),
    ];
    for at in levers.iter().flatten() {
        let load = at.force * force * at.sign;
        for (row, number) in at.numbers.iter().enumerate() {
            right[at.row + row] += load[*number];
        }
        let pull = at.force * stiffness;
        for of in levers.iter().flatten() {
            let mut block = pull * of.motion * (at.sign * of.sign);
            if core::ptr::eq(at, of) {
                let mut turning = block.fixed_view_mut::<3, 3>(3, 3);
                turning += at.twist * at.sign;
            }
            add_numbers(band, [at, of], &block);
        }
    }
}

/// Adds the entries whose rows and columns are unknowns to the band.
fn add_numbers(band: &mut Band, [at, of]: [&Lever; 2], block: &SMatrix<f64, 6, 6>) {
    for (row, first) in at.numbers.iter().enumerate() {
        for (column, second) in of.numbers.iter().enumerate() {
            band.add(at.row + row, of.row + column, block[(*first, *second)]);
        }
    }
}
