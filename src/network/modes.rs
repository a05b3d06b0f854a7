//! The modes of a network: what stays the same until its laws change.

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::{ComplexField, SVector};

use super::assembly::{Assembly, Part};
use super::eigen::{diagonalised, norm_rounded, reflection};
use super::products::padded;
use super::wide_matrix::{WideMatrix, ZERO};
use super::{LinkLaw, MOST_BODIES, MOST_DAMPED, NetworkLaws, NotSolved};
use crate::flow::LinearLaw;
use crate::numbers::DoubleDouble;

/// The modes of a network.
///
/// In `a = Qᵀ √m x` each mode is a point under a linear law of its own, or, if damping does not commute with the stiffness,
/// modes are coupled by damping alone.
#[derive(Debug)]
pub(super) struct Modes<const D: usize> {
    /// `√m` of each body \[kg^½\].
    pub(super) roots: Vec<f64>,
    /// Q: for each body its part in each mode, rows padded.
    pub(super) by_body: Vec<f64>,
    /// Qᵀ: for each mode the part of each body.
    pub(super) by_mode: Vec<f64>,
    /// The law of each mode, by stiffness ascending.
    pub(super) laws: Vec<LinearLaw<f64, D>>,
    /// `Σ q √m ω²` over the own laws of bodies, of each mode \[kg^½/s²\]: modal force per shift of the origin.
    pub(super) own_stiffness: Vec<f64>,
    /// `Σ q √m` of each mode \[kg^½\]: modal force per acceleration of all bodies.
    pub(super) shares: Vec<f64>,
    /// Whether a shift of the origin changes the forces on the modes.
    pub(super) has_origin: bool,
    /// Links to fixed ends.
    pub(super) fixed_links: Vec<FixedLink>,
    /// Damping that couples the modes.
    pub(super) coupling: Option<Coupling>,
    /// Damped frequency of each mode \[rad/s\], zero where it does not oscillate.
    pub(super) frequencies: Vec<f64>,
}

/// A link between a body and a fixed end.
#[derive(Debug, Clone, Copy)]
pub(super) struct FixedLink {
    pub(super) body: usize,
    /// Index of the fixed end.
    pub(super) fixed: usize,
    /// Force on the body per velocity of the fixed end and per position: `b/√m` and `k/√m`.
    pub(super) strength: [f64; 2],
}

/// Stiffness and damping of modes that damping couples.
#[derive(Debug)]
pub(super) struct Coupling {
    /// Λ \[1/s²\].
    pub(super) stiffness: Vec<DoubleDouble>,
    /// `Qᵀ D̂ Q` \[1/s\].
    pub(super) damping: WideMatrix,
}

/// Eigenvectors with stiffness and damping between them.
struct Basis {
    /// Qᵀ.
    transposed: WideMatrix,
    stiffness: Vec<DoubleDouble>,
    damping: Vec<DoubleDouble>,
    coupling: Option<WideMatrix>,
}

/// Eigenvalues below this share of the largest are zero.
const ZERO_SHARE: f64 = 1e-28;

impl<const D: usize> Modes<D> {
    pub(super) fn new(laws: &NetworkLaws<'_, D>) -> Result<Self, NotSolved> {
        let n = laws.masses.len();
        if n > MOST_BODIES {
            return Err(NotSolved::TooManyBodies);
        }
        let shared = shared_matrices(laws)?;
        let assembly = Assembly::new(laws)?;
        let mut basis = Basis::new(&assembly);
        if basis.coupling.is_some() {
            if n > MOST_DAMPED {
                return Err(NotSolved::TooManyDamped);
            }
            if !shared.is_isotropic() {
                return Err(NotSolved::Anisotropic);
            }
        }
        basis.sort();
        let modes = Self::from_basis(basis, &assembly, &shared, laws);
        let is_finite = modes.laws.iter().all(LinearLaw::is_finite)
            && (modes.by_body.iter().chain(&modes.own_stiffness)).all(|entry| entry.is_finite());
        if is_finite {
            Ok(modes)
        } else {
            Err(NotSolved::NotFinite)
        }
    }

    fn from_basis(
        basis: Basis,
        assembly: &Assembly<D>,
        shared: &LinearLaw<f64, D>,
        laws: &NetworkLaws<'_, D>,
    ) -> Self {
        let n = laws.masses.len();
        let transposed = &basis.transposed;
        // Σ q value over bodies
        let modal = |mode: usize, value: &dyn Fn(usize) -> DoubleDouble| {
            let sum = (0..n).fold(ZERO, |sum, body| {
                sum + transposed.at(mode, body) * value(body)
            });
            sum.value()
        };
        let per_root = |body: usize, force: DoubleDouble| force * assembly.inverse_roots[body];
        let force = |mode: usize, part: usize| {
            SVector::from_fn(|axis, _| {
                modal(mode, &|body| {
                    per_root(body, assembly.forces[body][part][axis])
                })
            })
        };
        let law = |mode: usize| LinearLaw {
            constant: force(mode, 0),
            ramp: force(mode, 1),
            damping: basis.damping[mode].value(),
            stiffness_per_mass: basis.stiffness[mode].value(),
            ..*shared
        };
        let mode_laws: Vec<_> = (0..n).map(law).collect();
        let own = |body: usize| per_root(body, assembly.own_stiffness[body]);
        let (by_body, by_mode) = rounded(transposed);
        Self {
            roots: assembly.roots.iter().map(|root| root.value()).collect(),
            by_body,
            by_mode,
            has_origin: !(laws.own.iter())
                .all(|law| law.stiffness_per_mass == 0.0 && law.is_isotropic()),
            own_stiffness: (0..n).map(|mode| modal(mode, &own)).collect(),
            shares: (0..n)
                .map(|mode| modal(mode, &|body| assembly.roots[body]))
                .collect(),
            fixed_links: fixed_links(laws, &assembly.inverse_roots),
            frequencies: mode_laws.iter().map(frequency).collect(),
            laws: mode_laws,
            coupling: basis.coupling.map(|damping| Coupling {
                stiffness: basis.stiffness,
                damping,
            }),
        }
    }

    /// The part of a body in each mode.
    pub(super) fn row_of(&self, body: usize) -> &[f64] {
        let n = self.roots.len();
        let rows = self.by_body.get(body * padded(n)..).unwrap_or_default();
        rows.get(..n).unwrap_or_default()
    }
}

impl Basis {
    /// Modes of stiffness and damping together where they commute, else of the stiffness alone.
    fn new<const D: usize>(assembly: &Assembly<D>) -> Self {
        let (stiffness, damping) = (&assembly.stiffness, &assembly.damping);
        if damping.matrix.is_zero() {
            return Self::of_stiffness(assembly);
        }
        // a share of damping separates modes of the same stiffness that are damped differently
        let [stiff, damped] = [stiffness, damping].map(|part| power_of_two(part.matrix.most()));
        let share = 0.3125 * stiff / damped;
        let share = power_of_two(share);
        let sum = damping
            .matrix
            .clone()
            .scaled(if stiff == 0.0 { 1.0 } else { share });
        let sum = stiffness.matrix.plus_scaled(&sum, 1.0);
        let is_free = stiffness.is_free && damping.is_uniform;
        let (_, transposed) = diagonalised_free(sum, is_free, &assembly.roots);
        let [stiffness, damping] =
            [stiffness, damping].map(|part| between(&transposed, &part.matrix));
        if !(is_diagonal(&stiffness) && is_diagonal(&damping)) {
            return Self::of_stiffness(assembly);
        }
        let mut basis = Self {
            stiffness: diagonal(&stiffness),
            damping: diagonal(&damping),
            transposed,
            coupling: None,
        };
        basis.clear(&assembly.stiffness, &assembly.damping);
        basis
    }

    fn of_stiffness<const D: usize>(assembly: &Assembly<D>) -> Self {
        let stiffness = &assembly.stiffness;
        let (values, transposed) =
            diagonalised_free(stiffness.matrix.clone(), stiffness.is_free, &assembly.roots);
        let (damping, coupling) = if assembly.damping.matrix.is_zero() {
            (vec![ZERO; transposed.size()], None)
        } else {
            let matrix = between(&transposed, &assembly.damping.matrix);
            (diagonal(&matrix), Some(matrix))
        };
        let mut basis = Self {
            stiffness: diagonal(&values),
            damping,
            transposed,
            coupling,
        };
        basis.clear(stiffness, &assembly.damping);
        basis
    }

    /// Sets eigenvalues that are zero but for rounding to zero.
    fn clear(&mut self, stiffness: &Part, damping: &Part) {
        let sets = [
            (&mut self.stiffness, stiffness),
            (&mut self.damping, damping),
        ];
        for (values, part) in sets {
            let limit = part.matrix.most() * ZERO_SHARE;
            for value in values.iter_mut() {
                if ComplexField::abs(value.high) <= limit {
                    *value = ZERO;
                }
            }
        }
    }

    /// Orders modes by stiffness, then as they were found.
    fn sort(&mut self) {
        let n = self.transposed.size();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|a, b| self.stiffness[*a].high.total_cmp(&self.stiffness[*b].high));
        let sorted = |values: &[DoubleDouble]| order.iter().map(|mode| values[*mode]).collect();
        self.stiffness = sorted(&self.stiffness);
        self.damping = sorted(&self.damping);
        self.transposed =
            WideMatrix::from_fn(n, |mode, body| self.transposed.at(order[mode], body));
        self.coupling = (self.coupling.as_ref())
            .map(|matrix| WideMatrix::from_fn(n, |a, b| matrix.at(order[a], order[b])));
    }
}

/// Eigenvalues and eigenvectors. Of a free network the first is `√m/√M`, with whatever eigenvalue the matrix gives it.
fn diagonalised_free(
    matrix: WideMatrix,
    is_free: bool,
    roots: &[DoubleDouble],
) -> (WideMatrix, WideMatrix) {
    let n = matrix.size();
    // entries near 1: nothing overflows
    let scale = power_of_two(matrix.most());
    let scale = if scale == 0.0 { 1.0 } else { scale };
    let matrix = matrix.scaled(1.0 / scale);
    if !is_free {
        let (values, transposed) = diagonalised(matrix, WideMatrix::one(n));
        return (values.scaled(scale), transposed);
    }
    let mass = roots.iter().fold(ZERO, |sum, root| sum + *root * *root);
    let root = mass.root();
    let direction: Vec<_> = roots.iter().map(|part| part.over(root)).collect();
    let start = reflection(&direction);
    let mut matrix = between(&start, &matrix);
    for other in 1..n {
        matrix.set(0, other, ZERO);
        matrix.set(other, 0, ZERO);
    }
    let (values, transposed) = diagonalised(matrix, start);
    (values.scaled(scale), transposed)
}

/// `Qᵀ A Q`, exactly symmetric.
fn between(transposed: &WideMatrix, matrix: &WideMatrix) -> WideMatrix {
    let mut product = (transposed.times(matrix)).times(&transposed.transposed());
    for row in 0..product.size() {
        for column in 0..row {
            product.set(column, row, product.at(row, column));
        }
    }
    product
}

fn diagonal(matrix: &WideMatrix) -> Vec<DoubleDouble> {
    (0..matrix.size()).map(|row| matrix.at(row, row)).collect()
}

/// Whether what is beside the diagonal is below the rounding of the coefficients: `8 ε √(d_a d_b)`.
fn is_diagonal(matrix: &WideMatrix) -> bool {
    // rounding of the matrix itself
    let floor = matrix.most() * 1e-29;
    let size = |row: usize| ComplexField::sqrt(ComplexField::abs(matrix.at(row, row).high));
    (0..matrix.size()).all(|row| {
        (0..row).all(|column| {
            let limit = 8.0 * f64::EPSILON * size(row) * size(column) + floor;
            ComplexField::abs(matrix.at(row, column).high) <= limit
        })
    })
}

/// Q and Qᵀ in `f64`, rows padded.
fn rounded(transposed: &WideMatrix) -> (Vec<f64>, Vec<f64>) {
    let n = transposed.size();
    let stride = padded(n);
    let (mut by_body, mut by_mode) = (vec![0.0; n * stride], vec![0.0; n * stride]);
    for mode in 0..n {
        let row = &mut by_mode[mode * stride..][..n];
        row.copy_from_slice(&transposed.high()[mode * n..][..n]);
        norm_rounded(row);
        for (body, entry) in row.iter().enumerate() {
            by_body[body * stride + mode] = *entry;
        }
    }
    (by_body, by_mode)
}

/// The gyration and tide that all bodies share.
fn shared_matrices<const D: usize>(
    laws: &NetworkLaws<'_, D>,
) -> Result<LinearLaw<f64, D>, NotSolved> {
    let shared = laws.own.first().copied().unwrap_or(LinearLaw::free());
    let is_shared = (laws.own.iter())
        .all(|law| law.gyration == shared.gyration && law.tide == shared.tide)
        && laws.links.iter().all(|link| link.law.is_isotropic());
    let is_finite = laws.own.iter().all(LinearLaw::is_finite);
    match (is_finite, is_shared) {
        (false, _) => Err(NotSolved::NotFinite),
        (true, false) => Err(NotSolved::Anisotropic),
        (true, true) => Ok(LinearLaw {
            gyration: shared.gyration,
            tide: shared.tide,
            ..LinearLaw::free()
        }),
    }
}

fn fixed_links<const D: usize>(
    laws: &NetworkLaws<'_, D>,
    inverse_roots: &[DoubleDouble],
) -> Vec<FixedLink> {
    let n = laws.masses.len();
    let link = |link: &LinkLaw<D>| {
        let (body, fixed) = match link.ends {
            [first, second] if first < n && second >= n => (first, second - n),
            [first, second] if first >= n && second < n => (second, first - n),
            _ => return None,
        };
        let strength = |rate: f64| {
            (DoubleDouble::product(link.reduced_mass, rate) * inverse_roots[body]).value()
        };
        Some(FixedLink {
            body,
            fixed,
            strength: [
                strength(link.law.damping),
                strength(link.law.stiffness_per_mass),
            ],
        })
    };
    laws.links.iter().filter_map(link).collect()
}

/// `√(λ - γ²/4)`.
fn frequency<const D: usize>(law: &LinearLaw<f64, D>) -> f64 {
    let half = 0.5 * law.damping;
    let square = law.stiffness_per_mass - half * half;
    if square > 0.0 {
        ComplexField::sqrt(square)
    } else {
        0.0
    }
}

/// The power of two next below a positive number; zero of anything else.
fn power_of_two(number: f64) -> f64 {
    if number.is_normal() && number > 0.0 {
        f64::from_bits(number.to_bits() & 0x7ff0_0000_0000_0000)
    } else {
        0.0
    }
}
