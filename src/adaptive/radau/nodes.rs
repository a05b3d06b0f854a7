//! Nodes of the collocation, and the polynomials that vanish at them.

/// Number of nodes: `0` and the roots of `P₇(2τ - 1) + P₈(2τ - 1)` between 0 and 1.
pub(super) const COUNT: usize = 8;

/// Number of coefficients of a polynomial, with that of `Π₈`, which only the error estimate and states inside steps use.
pub(super) const TERMS: usize = COUNT + 1;

/// What moves a coordinate beside its velocity at the start: `g₀` to `g₈`, the acceleration by its law at the start, and the step
/// times the rate of that for a fixed state, all in m/s².
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

/// `Π_k(τ) = (τ - h₀) … (τ - h_{k-1}) = Σ_m NEWTON[k][m] τᵐ`.
pub(super) const NEWTON: [[f64; TERMS]; TERMS] = [
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, -NODES[1], 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [
        0.0,
        0.010_140_802_830_063_63,
        -0.236_503_252_273_814_52,
        1.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
    ],
    [
        0.0,
        -0.003_575_897_729_251_617_6,
        0.093_537_695_259_462_07,
        -0.589_127_969_386_984_2,
        1.0,
        0.0,
        0.0,
        0.0,
        0.0,
    ],
    [
        0.0,
        0.001_956_565_409_947_221,
        -0.054_755_386_889_068_69,
        0.415_881_200_082_306_83,
        -1.136_281_595_717_539_6,
        1.0,
        0.0,
        0.0,
        0.0,
    ],
    [
        0.0,
        -0.001_436_530_236_370_891_5,
        0.042_158_527_721_268_706,
        -0.360_099_596_502_056_8,
        1.250_150_711_840_691,
        -1.870_491_772_932_95,
        1.0,
        0.0,
        0.0,
    ],
    [
        0.0,
        0.001_271_790_309_026_867_8,
        -0.038_760_357_915_906_77,
        0.360_962_243_452_846,
        -1.466_884_208_400_427,
        2.906_136_259_308_429_4,
        -2.755_812_719_772_045_7,
        1.0,
        0.0,
    ],
    [
        0.0,
        -0.001_243_201_243_201_243_2,
        0.039_160_839_160_839_164,
        -0.391_608_391_608_391_6,
        1.794_871_794_871_795,
        -4.307_692_307_692_307_5,
        5.6,
        -3.733_333_333_333_333_4,
        1.0,
    ],
];

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
