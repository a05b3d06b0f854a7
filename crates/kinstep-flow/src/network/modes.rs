//! The modes of a network: all data that depend only on its laws.

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::{ComplexField, SVector};

use super::assembly::Assembly;
use super::basis::Basis;
use super::basis::{Pair, padded};
use super::eigen::norm_rounded;
use super::wide_matrix::{WideMatrix, ZERO};
use super::{LinkLaw, MOST_BODIES, MOST_DAMPED, NetworkLaws, NotSolved};
use crate::flow::LinearLaw;
use crate::numbers::DoubleDouble;

/// The modes of a network.
///
/// In the coordinates `a = Qᵀ √m x`, each mode moves like one point under its own linear law. If
/// the damping matrix does not commute with the stiffness matrix, damping couples the modes.
#[derive(Debug)]
pub(super) struct Modes<const D: usize> {
    /// `√m` of each body \[kg^½\].
    pub(super) roots: Vec<f64>,
    /// Q: one padded row for each body, with the body's component of each mode.
    pub(super) by_body: Vec<f64>,
    /// Qᵀ: one padded row for each mode, with the component of each body.
    pub(super) by_mode: Vec<f64>,
    /// Law of each mode, sorted by ascending stiffness.
    pub(super) laws: Vec<LinearLaw<f64, D>>,
    /// `Σ q √m ω²`, the sum of the own laws of bodies, for each mode \[kg^½/s²\]: the modal force
    /// per displacement of the origin.
    pub(super) own_stiffness: Vec<f64>,
    /// `Σ q √m` for each mode \[kg^½\]: the modal force per acceleration that is common to all
    /// bodies.
    pub(super) shares: Vec<f64>,
    /// Whether a displacement of the origin changes the forces on the modes.
    pub(super) has_origin: bool,
    /// Anchor points of the own laws of bodies \[m\].
    anchors: Vec<[f64; D]>,
    /// Links between bodies and fixed ends.
    pub(super) fixed_links: Vec<FixedLink>,
    /// Stiffness and damping of the modes, if damping couples them.
    pub(super) coupling: Option<Coupling>,
    /// Damped frequency of each mode \[rad/s\]; zero if the mode does not oscillate.
    pub(super) frequencies: Vec<f64>,
}

/// A link between a body and a fixed end.
#[derive(Debug, Clone, Copy)]
pub(super) struct FixedLink {
    pub(super) body: usize,
    /// Index of the fixed end.
    pub(super) fixed: usize,
    /// Force on the body divided by `√m`, per velocity and per displacement of the fixed end:
    /// `b/√m` and `k/√m`.
    pub(super) strength: [f64; 2],
}

/// Stiffness and damping of coupled modes.
#[derive(Debug)]
pub(super) struct Coupling {
    /// Eigenvalues Λ of the stiffness \[1/s²\].
    pub(super) stiffness: Vec<DoubleDouble>,
    /// `Qᵀ D̂ Q` \[1/s\].
    pub(super) damping: WideMatrix,
}

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
        // the sum of q · value for all bodies
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
            has_origin: shared.tide.iter().any(|entry| *entry != 0.0)
                || laws.own.iter().any(|law| law.stiffness_per_mass != 0.0),
            anchors: anchors(laws.own),
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

    /// Returns the origin for the positions in a step \[m\]. If the forces do not depend on the
    /// position of the network, the origin is the first body. Otherwise it is the origin of the
    /// world, an anchor or a fixed end, whichever is nearest to the first body. With the first body
    /// as the origin, energies would drift: the motion of this body would act as a force with
    /// rounded coefficients.
    pub(super) fn origin(&self, positions: &[[f64; D]], fixed: &[Pair<D>]) -> [f64; D] {
        let mut nearest = [0.0; D];
        let Some(first) = positions.first() else {
            return nearest;
        };
        if !self.has_origin && self.fixed_links.is_empty() {
            return *first;
        }
        let distance = |position: &[f64; D]| {
            let components = position.iter().zip(first);
            components.fold(0.0, |sum, (a, b)| sum + ComplexField::abs(a - b))
        };
        let mut least = distance(&nearest);
        let ends = self
            .fixed_links
            .iter()
            .filter_map(|link| fixed.get(link.fixed));
        for position in self
            .anchors
            .iter()
            .chain(ends.map(|[position, _]| position))
        {
            let apart = distance(position);
            if apart < least {
                (nearest, least) = (*position, apart);
            }
        }
        nearest
    }

    /// Returns the component of a body in each mode.
    pub(super) fn row_of(&self, body: usize) -> &[f64] {
        let n = self.roots.len();
        let rows = self.by_body.get(body * padded(n)..).unwrap_or_default();
        rows.get(..n).unwrap_or_default()
    }
}

/// Returns Q and Qᵀ in `f64`, with padded rows.
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

/// Returns the gyration and the tide, which must be the same for all bodies, as a law.
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

/// Returns the anchor points `c/ω²` of the laws, without duplicates.
fn anchors<const D: usize>(own: &[LinearLaw<f64, D>]) -> Vec<[f64; D]> {
    let mut anchors: Vec<[f64; D]> = Vec::new();
    for law in own {
        let anchor: [f64; D] = (law.constant / law.stiffness_per_mass).into();
        let is_place = anchor.iter().all(|component| component.is_finite());
        if law.stiffness_per_mass != 0.0 && is_place && !anchors.contains(&anchor) {
            anchors.push(anchor);
        }
    }
    anchors
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

/// Returns `√(λ - γ²/4)`.
fn frequency<const D: usize>(law: &LinearLaw<f64, D>) -> f64 {
    let half = 0.5 * law.damping;
    let square = law.stiffness_per_mass - half * half;
    if square > 0.0 {
        ComplexField::sqrt(square)
    } else {
        0.0
    }
}
