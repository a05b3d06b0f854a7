//! Nodes of the collocation, and the polynomials that vanish at them.

/// Number of nodes: `0` and the roots of `P₇(2τ - 1) + P₈(2τ - 1)` between 0 and 1.
pub(super) const COUNT: usize = 8;

/// Number of coefficients of a polynomial, including that of `Π₈`, which only the error estimate and states inside steps
/// use.
pub(super) const TERMS: usize = COUNT + 1;

/// The inputs that move a coordinate in addition to its initial velocity, in m/s²: `g₀` to `g₈`, the acceleration by its law
/// at the start, and the step length times the rate of this acceleration for a fixed state.
pub(super) type Pushes = [f64; TERMS + 2];

/// `h₀` to `h₇` as shares of the step.
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

/// The nodes after the first, and the end.
pub(super) const POINTS: [f64; COUNT] = {
    let mut points = [1.0; COUNT];
    let mut k = 1;
    while k < COUNT {
        points[k - 1] = NODES[k];
        k += 1;
    }
    points
};

/// The rows of [`NEWTON`] up to the diagonal.
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

/// `Π_k(τ) = (τ - h₀) … (τ - h_{k-1}) = Σ_m NEWTON[k][m] τᵐ`.
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

/// `τᵐ = Σ_k POWERS[m][k] Π_k(τ)`, from `τ Π_k = Π_{k+1} + h_k Π_k`.
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

/// `w_nj = Π_{j ≤ k < n} 1/(h_n - h_k)` for j < n, and zero for others: `g_n = w_n0 (N_n - g₀) - Σ_{j ≥ 1} w_nj g_j`.
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

/// `Π_k(1)`; the last is `1 / 6435`.
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

/// `max |∬ Π₈|` over the step.
pub(super) const LARGEST_INSIDE: f64 = 1.3742e-7;
