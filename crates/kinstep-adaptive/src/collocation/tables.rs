//! The nodes of the collocation, and the polynomials that vanish at these nodes.

use super::moments;
use crate::ANY;
use crate::flow::LinearLaw;
use alloc::vec::Vec;
use core::ops::Range;

/// Number of nodes. They are `0` and the roots of `P₇(2τ - 1) + P₈(2τ - 1)` between 0 and 1.
pub(super) const COUNT: usize = 8;

/// Number of coefficients of a polynomial. The last coefficient, of `Π₈`, is used only for the
/// error estimate and for states inside steps.
pub(super) const TERMS: usize = COUNT + 1;

/// Inputs that move a coordinate, in addition to its initial velocity, in m/s²: `g₀` to `g₈`; the
/// acceleration by the law at the start; and the step length times the rate of change of that
/// acceleration for a fixed state.
pub(super) type Pushes = [f64; TERMS + 2];

/// The nodes `h₀` to `h₇` as shares of the step.
pub(super) const NODES: [f64; COUNT] = [
    0.0,
    0.056_262_560_536_922_15,
    0.180_240_691_736_892_36,
    0.352_624_717_113_169_6,
    0.547_153_626_330_555_4,
    0.734_210_177_215_410_5,
    0.885_320_946_839_095_8,
    0.977_520_613_561_287_5,
];

/// All nodes except the first, and the end of the step.
pub(super) const POINTS: [f64; COUNT] = {
    let mut points = [1.0; COUNT];
    let mut k = 1;
    while k < COUNT {
        points[k - 1] = NODES[k];
        k += 1;
    }
    points
};

/// The rows of [`NEWTON`] up to the diagonal, one after the other.
#[rustfmt::skip]
const PACKED: [f64; 45] = [
    1.0,
    0.0, 1.0,
    0.0, -0.05626256053692215, 1.0,
    0.0, 0.01014080283006363, -0.23650325227381452, 1.0,
    0.0, -0.0035758977292516176, 0.09353769525946207, -0.5891279693869842, 1.0,
    0.0, 0.001956565409947221, -0.05475538688906869, 0.41588120008230683, -1.1362815957175396, 1.0,
    0.0, -0.0014365302363708915, 0.042158527721268706, -0.3600995965020568, 1.250150711840691, -1.87049177293295, 1.0,
    0.0, 0.0012717903090268678, -0.03876035791590677, 0.360962243452846, -1.466884208400427, 2.9061362593084294, -2.7558127197720457, 1.0,
    0.0, -0.0012432012432012432, 0.039160839160839164, -0.3916083916083916, 1.794871794871795, -4.3076923076923075, 5.6, -3.7333333333333334, 1.0,
];

/// Coefficients of `Π_k(τ) = (τ - h₀) … (τ - h_{k-1}) = Σ_m NEWTON[k][m] τᵐ`.
pub(super) const NEWTON: [[f64; TERMS]; TERMS] = {
    let mut rows = [[0.0; TERMS]; TERMS];
    let (mut row, mut i) = (0, 0);
    while row < TERMS {
        let mut column = 0;
        while column <= row {
            rows[row][column] = PACKED[i];
            (column, i) = (column + 1, i + 1);
        }
        row += 1;
    }
    rows
};

/// Coefficients of `τᵐ = Σ_k POWERS[m][k] Π_k(τ)`, from `τ Π_k = Π_{k+1} + h_k Π_k`.
pub(super) const POWERS: [[f64; COUNT]; COUNT] = {
    let mut powers = [[0.0; COUNT]; COUNT];
    powers[0][0] = 1.0;
    let mut m = 1;
    while m < COUNT {
        let mut k = 0;
        while k <= m {
            powers[m][k] = NODES[k] * powers[m - 1][k];
            if k > 0 {
                powers[m][k] += powers[m - 1][k - 1];
            }
            k += 1;
        }
        m += 1;
    }
    powers
};

/// Weights `w_nj = Π_{j ≤ k < n} 1/(h_n - h_k)` for j < n, and zero for all other j:
/// `g_n = w_n0 (N_n - g₀) - Σ_{j ≥ 1} w_nj g_j`.
pub(super) const DIFFERENCES: [[f64; COUNT]; COUNT] = {
    let mut weights = [[0.0; COUNT]; COUNT];
    let mut n = 1;
    while n < COUNT {
        let mut weight = 1.0;
        let mut j = n;
        while j > 0 {
            j -= 1;
            weight /= NODES[n] - NODES[j];
            weights[n][j] = weight;
        }
        n += 1;
    }
    weights
};

/// The values `Π_k(1)`; the last is `1 / 6435`.
pub(super) const AT_END: [f64; TERMS] = {
    let mut values = [1.0; TERMS];
    let mut k = 1;
    while k < TERMS {
        values[k] = values[k - 1] * (1.0 - NODES[k - 1]);
        k += 1;
    }
    values
};

/// Binomial coefficients `C(k, j)`.
pub(super) const BINOMIALS: [[f64; COUNT]; COUNT] = {
    let mut binomials = [[0.0; COUNT]; COUNT];
    let mut k = 0;
    while k < COUNT {
        binomials[k][0] = 1.0;
        let mut j = 1;
        while j <= k {
            binomials[k][j] = binomials[k - 1][j - 1] + binomials[k - 1][j];
            j += 1;
        }
        k += 1;
    }
    binomials
};

/// Maximum of `|∬ Π₈|` within the step.
pub(super) const LARGEST_INSIDE: f64 = 1.3742e-7;

// Tables of the effect of laws and polynomial accelerations on the state, for some step lengths.

/// Number of step lengths for which the tables of a law are kept if there are few laws. A driven
/// oscillation uses 17 lengths to 1e-3 m.
const KEPT: usize = 32;

/// The n-th law keeps 1/n of this number of tables, but at least two.
const TABLES_OF_FIRST: usize = 256;

/// Maximum number of laws that are kept for the next call.
const MOST_LAWS: usize = 64;

/// The effect on the state, at one time, of an acceleration `Σ g_k Π_k(τ)` and of the law itself,
/// in units of the step h:
///
/// ```text
/// X_k = Σ_m c_km m! M_{m+2}(t)/h^{m+2}       V_k = Σ_m c_km m! M_{m+1}(t)/h^{m+1}       Π_k = Σ_m c_km τᵐ
/// ```
///
/// In these units, the two pushes of the law change the position by `S₁/h²` and `S₂/h³`, and the
/// velocity by `S/h` and `S₁/h²`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Row {
    /// For each push: change of position divided by `h²` and by the push, and change of velocity
    /// divided by h and by the push.
    pub(super) terms: [[f64; 2]; TERMS + 2],
}

impl Row {
    pub(super) const ZERO: Self = Self {
        terms: [[0.0; 2]; TERMS + 2],
    };

    /// Computes the row at a share of the step. `moments` are in units of the elapsed time.
    fn new(share: f64, moments: &[f64; moments::COUNT]) -> Self {
        let mut scaled = *moments;
        let mut power = 1.0;
        for moment in &mut scaled {
            *moment *= power;
            power *= share;
        }
        let mut row = Self::ZERO;
        let mut factorial = 1.0;
        for m in 0..TERMS {
            factorial *= m.max(1) as f64;
            let (x, v) = (factorial * scaled[m + 2], factorial * scaled[m + 1]);
            for ([row_x, row_v], polynomial) in row.terms.iter_mut().zip(&NEWTON).skip(m) {
                *row_x += polynomial[m] * x;
                *row_v += polynomial[m] * v;
            }
        }
        row.terms[TERMS] = [scaled[2], scaled[1]];
        row.terms[TERMS + 1] = [scaled[3], scaled[2]];
        row
    }

    /// Returns the effect of the pushes, without that of `g₈`.
    #[inline(always)]
    pub(super) fn times(&self, pushes: &Pushes) -> [f64; 2] {
        // adds four separate sums, so that no addition waits for the previous one
        let term = |k: usize| {
            let [x, v] = &self.terms[k];
            [x * pushes[k], v * pushes[k]]
        };
        let pair = |k: usize, other: usize| sum(term(k), term(other));
        let evens = sum(sum(pair(0, 4), term(TERMS)), pair(2, 6));
        let odds = sum(sum(pair(1, 5), term(TERMS + 1)), pair(3, 7));
        sum(evens, odds)
    }
}

#[inline(always)]
pub(super) fn sum(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

/// The effect of a polynomial acceleration under a law. The constant and the ramp of the law are
/// left out.
#[derive(Debug, Clone)]
pub(super) struct Law<const D: usize> {
    law: LinearLaw<f64, D>,
    /// Number of rows at a point: 1 if the axes are independent and equal, else D × D.
    pub(super) width: usize,
    /// Step lengths that have tables \[s\]; NaN for an unused slot.
    lengths: Vec<f64>,
    /// The rows of all points of a step, for each length.
    rows: Vec<Row>,
    /// Index of the table that is replaced next.
    next: usize,
    /// Index of the first row of the table that was selected last.
    selected: usize,
}

impl<const D: usize> Law<D> {
    /// Creates a law with memory for this number of tables.
    pub(super) fn new(law: &LinearLaw<f64, D>, kept: usize) -> Self {
        let width = if law.is_isotropic() { 1 } else { D * D };
        let mut law = *law;
        law.constant.fill(0.0);
        law.ramp.fill(0.0);
        Self {
            law,
            width,
            lengths: alloc::vec![f64::NAN; kept],
            rows: alloc::vec![Row::ZERO; kept * COUNT * width],
            next: 0,
            selected: 0,
        }
    }

    /// Whether the law is equal to another law, apart from constant and ramp.
    fn is_of(&self, law: &LinearLaw<f64, D>) -> bool {
        self.law.damping == law.damping
            && self.law.stiffness_per_mass == law.stiffness_per_mass
            && self.law.gyration == law.gyration
            && self.law.tide == law.tide
    }

    /// Computes the rows at a share of a step.
    pub(super) fn set_rows(&self, share: f64, h: f64, rows: &mut [Row]) {
        let time = share * h;
        if let [row] = rows {
            let (damping, stiffness) = (self.law.damping, self.law.stiffness_per_mass);
            *row = Row::new(share, &moments::of_numbers(damping, stiffness, time));
            return;
        }
        let mut matrices = moments::of_matrices(&self.law, time);
        if share == 1.0 && time != 0.0 {
            // the first moments move the state under the law alone, so their errors add up over
            // steps, and they must be accurate
            moments::set_first(&mut matrices, &self.law, time);
        }
        for (index, row) in rows.iter_mut().enumerate() {
            let entry = (index / D, index % D);
            let moments = core::array::from_fn(|i| matrices[i][entry]);
            *row = Row::new(share, &moments);
        }
    }

    /// Selects the table for a step length; computes it if it is not stored.
    #[inline(never)]
    fn select(&mut self, h: f64) {
        let size = COUNT * self.width;
        if let Some(known) = self.lengths.iter().position(|length| *length == h) {
            self.selected = known * size;
            return;
        }
        self.lengths[self.next] = h;
        self.selected = self.next * size;
        self.next = (self.next + 1) % self.lengths.len();
        let mut rows = core::mem::take(&mut self.rows);
        let table = &mut rows[self.selected..self.selected + size];
        for (rows, share) in table.chunks_exact_mut(self.width).zip(POINTS) {
            self.set_rows(share, h, rows);
        }
        self.rows = rows;
    }

    /// Returns the rows at a point of the selected table. Point n - 1 is node n; the last point is
    /// the end of the step.
    #[inline]
    pub(super) fn rows(&self, point: usize) -> &[Row] {
        let first = self.selected + point * self.width;
        &self.rows[first..first + self.width]
    }
}

/// The laws of all islands, with their tables.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tables<const D: usize> {
    pub(super) laws: Vec<Law<D>>,
}

/// Consecutive coordinates under one law: any number of them under an isotropic law, D under any
/// other law.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    pub(super) law: usize,
    pub(super) coordinates: Range<usize>,
}

impl<const D: usize> Tables<D> {
    /// Forgets all laws if there are many. No island may be using them.
    pub(crate) fn forget_many(&mut self) {
        if self.laws.len() > MOST_LAWS {
            self.laws.clear();
        }
    }

    /// Creates the parts for bodies with laws, followed by coordinates without a law.
    pub(super) fn set_parts(
        &mut self,
        laws: &[LinearLaw<f64, D>],
        count: usize,
        parts: &mut Vec<Part>,
    ) {
        parts.clear();
        let free = (count > laws.len() * D).then(LinearLaw::free);
        let axes = (laws.iter().map(|law| (law, D)))
            .chain(free.iter().map(|law| (law, count - laws.len() * D)));
        for (law, axes) in axes {
            let start = parts.last().map_or(0, |part| part.coordinates.end);
            // most bodies have the law of the previous body
            let neighbour = parts.last().map(|part| part.law);
            let known = neighbour.filter(|&known| self.laws[known].is_of(law));
            let known = known.or_else(|| self.laws.iter().position(|known| known.is_of(law)));
            let known = known.unwrap_or_else(|| {
                let kept = TABLES_OF_FIRST / (self.laws.len() + 1);
                self.laws.push(Law::new(law, kept.clamp(2, KEPT)));
                self.laws.len() - 1
            });
            match parts.last_mut() {
                Some(part) if part.law == known && law.is_isotropic() => {
                    part.coordinates.end += axes
                }
                _ => parts.push(Part {
                    law: known,
                    coordinates: start..start + axes,
                }),
            }
        }
    }

    /// Selects the tables of some parts for a step length \[s\].
    #[inline(never)]
    pub(super) fn select(&mut self, parts: &[Part], h: f64) {
        for part in parts {
            self.laws[part.law].select(h);
        }
    }

    /// Computes the effect of pushes at a point, without that of `g₈`, and passes it to `put` for
    /// each coordinate. There are N coordinates in one part, or any number for [`ANY`].
    #[inline(always)]
    pub(super) fn each<const N: usize>(
        &self,
        parts: &[Part],
        point: usize,
        pushes: &[Pushes],
        mut put: impl FnMut(usize, [f64; 2]),
    ) {
        let parts = if N == ANY { parts } else { &parts[..1] };
        for part in parts {
            let rows = self.laws[part.law].rows(point);
            let coordinates = if N == ANY {
                part.coordinates.clone()
            } else {
                0..N
            };
            let columns = coordinates.clone().zip(&pushes[coordinates.clone()]);
            // has a separate loop for the law of most bodies, which saves 3 to 7 % of the time of a
            // step
            if let [row] = rows {
                for (coordinate, pushes) in columns {
                    put(coordinate, row.times(pushes));
                }
                continue;
            }
            for (coordinate, rows) in coordinates.zip(rows.chunks_exact(D)) {
                let mut effect = [0.0; 2];
                for (row, (_, pushes)) in rows.iter().zip(columns.clone()) {
                    effect = sum(effect, row.times(pushes));
                }
                put(coordinate, effect);
            }
        }
    }
}

/// Returns the rows that act on a coordinate. Each comes with the coordinate whose push the row
/// multiplies.
#[inline(always)]
pub(super) fn each_row(
    rows: &[Row],
    coordinates: &Range<usize>,
    coordinate: usize,
    mut with: impl FnMut(&Row, usize),
) {
    if let [row] = rows {
        with(row, coordinate);
        return;
    }
    let axes = coordinates.len();
    let first = (coordinate - coordinates.start) * axes;
    for (row, from) in rows[first..first + axes].iter().zip(coordinates.clone()) {
        with(row, from);
    }
}
