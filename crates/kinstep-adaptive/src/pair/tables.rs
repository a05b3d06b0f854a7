//! The coefficients of both pairs.
//!
//! - DOP853: Dormand and Prince (1981), with the estimates of the error and the dense output of Hairer, Nørsett and Wanner, Solving
//!   Ordinary Differential Equations I, 2nd ed., II.5 and II.6.
//! - RKN 12(10): Dormand, El-Mikkawy and Prince, IMA J. Numer. Anal. 7 (1987) 423, rounded from the rationals.

use super::{Pair, set, sums};
use crate::{ANY, Attempt, Columns, Equations, Workspace};

/// Maximum number of stages, including the stages for states inside a step.
pub(super) const MOST_STAGES: usize = 17;

/// A weight for each stage.
pub(super) type Weights = [f64; MOST_STAGES];

/// The coefficients of a pair of explicit Runge–Kutta formulas for `x'' = f`, as a Nyström method;
/// see [`Pair`](super::Pair).
pub(super) trait Table {
    /// Number of stages of a step.
    const STAGES: usize;
    /// The times `c` of the stages, as shares of the step.
    const NODES: Weights;
    /// The weights p of earlier accelerations in the coordinates of a stage.
    const POSITIONS: [Weights; MOST_STAGES];
    /// The weights q of earlier accelerations in the velocities of a stage; `None` if forces do not read velocities.
    const VELOCITIES: Option<[Weights; MOST_STAGES]>;
    /// Weights in the changes of coordinates and velocities.
    const CHANGE: [Weights; 2];
    /// Weights in the errors of coordinates and velocities, for one or two estimates.
    const ERRORS: &[[Weights; 2]];
}

/// Dormand and Prince's pair of order 8, with estimates of orders 5 and 3.
pub(super) struct Dop853;

impl Dop853 {
    /// Weights in the difference of the velocity at the end of the step and that at the last stage.
    pub(super) const LAST_DIFFERENCE: Weights = difference(&DOP853_A[12], &DOP853_A[11]);
}

impl Table for Dop853 {
    const STAGES: usize = 12;
    const NODES: Weights = padded(&DOP853_NODES);
    const POSITIONS: [Weights; MOST_STAGES] = product(&DOP853_A, &DOP853_A);
    const VELOCITIES: Option<[Weights; MOST_STAGES]> = Some(DOP853_A);
    const CHANGE: [Weights; 2] = [Self::POSITIONS[12], DOP853_A[12]];
    const ERRORS: &[[Weights; 2]] = {
        let velocities = [padded(&DOP853_ERROR_5), padded(&DOP853_ERROR_3)];
        let positions = product(&velocities, &DOP853_A);
        &[[positions[0], velocities[0]], [positions[1], velocities[1]]]
    };
}

/// The matrix `a` of DOP853.
pub(super) const DOP853_A: [Weights; MOST_STAGES] = lower(&DOP853_ROWS);

/// Dormand, El-Mikkawy and Prince's pair of orders 12 and 10.
pub(super) struct Rkn;

impl Table for Rkn {
    const STAGES: usize = 17;
    const NODES: Weights = RKN_NODES;
    const POSITIONS: [Weights; MOST_STAGES] = lower(&RKN_ROWS);
    const VELOCITIES: Option<[Weights; MOST_STAGES]> = None;
    const CHANGE: [Weights; 2] = [RKN_POSITION, RKN_VELOCITY];
    const ERRORS: &[[Weights; 2]] = &[[RKN_POSITION_ERROR, RKN_VELOCITY_ERROR]];
}

/// Returns a matrix from its rows below the diagonal, which are stored one after the other.
const fn lower(packed: &[f64]) -> [Weights; MOST_STAGES] {
    let mut rows = [[0.0; MOST_STAGES]; MOST_STAGES];
    let (mut row, mut column, mut i) = (1, 0, 0);
    while i < packed.len() {
        rows[row][column] = packed[i];
        column += 1;
        if column == row {
            (row, column) = (row + 1, 0);
        }
        i += 1;
    }
    rows
}

/// Converts weights of the velocities at the stages to weights of the accelerations that determine
/// these velocities.
const fn product<const N: usize>(
    weights: &[Weights; N],
    rows: &[Weights; MOST_STAGES],
) -> [Weights; N] {
    let mut products = [[0.0; MOST_STAGES]; N];
    let mut i = 0;
    while i < N {
        let mut j = 0;
        while j < MOST_STAGES {
            let mut k = 0;
            while k < MOST_STAGES {
                products[i][j] += weights[i][k] * rows[k][j];
                k += 1;
            }
            j += 1;
        }
        i += 1;
    }
    products
}

const fn difference(one: &Weights, other: &Weights) -> Weights {
    let mut weights = *one;
    let mut i = 0;
    while i < MOST_STAGES {
        weights[i] -= other[i];
        i += 1;
    }
    weights
}

/// Returns the weights of the first stages, followed by zeros.
const fn padded(first: &[f64]) -> Weights {
    let mut weights = [0.0; MOST_STAGES];
    let mut i = 0;
    while i < first.len() {
        weights[i] = first[i];
        i += 1;
    }
    weights
}

/// The times `c` of the stages of DOP853, as shares of the step. The thirteenth stage is at the end
/// of the step; the last three are for states inside the step.
#[rustfmt::skip]
const DOP853_NODES: [f64; 16] = [
    0.0, 0.05260015195876773, 0.0789002279381516, 0.1183503419072274, 0.2816496580927726, 0.3333333333333333, 0.25, 0.3076923076923077,
    0.6512820512820513, 0.6, 0.8571428571428571, 1.0, 1.0, 0.1, 0.2, 0.7777777777777778,
];

/// The weights `a` of earlier slopes, row by row. The thirteenth row is `b`.
#[rustfmt::skip]
const DOP853_ROWS: [f64; 120] = [
    0.05260015195876773, 0.0197250569845379, 0.0591751709536137, 0.02958758547680685, 0.0, 0.08876275643042054, 0.2413651341592667, 0.0,
    -0.8845494793282861, 0.924834003261792, 0.037037037037037035, 0.0, 0.0, 0.17082860872947386, 0.12546768756682242, 0.037109375, 0.0,
    0.0, 0.17025221101954405, 0.06021653898045596, -0.017578125, 0.03709200011850479, 0.0, 0.0, 0.17038392571223998, 0.10726203044637328,
    -0.015319437748624402, 0.008273789163814023, 0.6241109587160757, 0.0, 0.0, -3.3608926294469414, -0.868219346841726, 27.59209969944671,
    20.154067550477894, -43.48988418106996, 0.47766253643826434, 0.0, 0.0, -2.4881146199716677, -0.590290826836843, 21.230051448181193,
    15.279233632882423, -33.28821096898486, -0.020331201708508627, -0.9371424300859873, 0.0, 0.0, 5.186372428844064, 1.0914373489967295,
    -8.149787010746927, -18.52006565999696, 22.739487099350505, 2.4936055526796523, -3.0467644718982196, 2.273310147516538, 0.0, 0.0,
    -10.53449546673725, -2.0008720582248625, -17.9589318631188, 27.94888452941996, -2.8589982771350235, -8.87285693353063,
    12.360567175794303, 0.6433927460157636, 0.054293734116568765, 0.0, 0.0, 0.0, 0.0, 4.450312892752409, 1.8915178993145003,
    -5.801203960010585, 0.3111643669578199, -0.1521609496625161, 0.20136540080403034, 0.04471061572777259, 0.056167502283047954, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.25350021021662483, -0.2462390374708025, -0.12419142326381637, 0.15329179827876568, 0.00820105229563469,
    0.007567897660545699, -0.008298, 0.03183464816350214, 0.0, 0.0, 0.0, 0.0, 0.028300909672366776, 0.053541988307438566,
    -0.05492374857139099, 0.0, 0.0, -0.00010834732869724932, 0.0003825710908356584, -0.00034046500868740456, 0.1413124436746325,
    -0.42889630158379194, 0.0, 0.0, 0.0, 0.0, -4.697621415361164, 7.683421196062599, 4.06898981839711, 0.3567271874552811, 0.0, 0.0, 0.0,
    -0.0013990241651590145, 2.9475147891527724, -9.15095847217987,
];

/// Weights of the estimate of order 5.
#[rustfmt::skip]
const DOP853_ERROR_5: [f64; 12] = [
    0.01312004499419488, 0.0, 0.0, 0.0, 0.0, -1.2251564463762044, -0.4957589496572502, 1.6643771824549864, -0.35032884874997366,
    0.3341791187130175, 0.08192320648511571, -0.022355307863886294,
];

/// Weights of the estimate of order 3.
#[rustfmt::skip]
const DOP853_ERROR_3: [f64; 12] = [
    -0.18980075407240762, 0.0, 0.0, 0.0, 0.0, 4.450312892752409, 1.8915178993145003, -5.801203960010585, -0.4226823213237919,
    -0.1521609496625161, 0.20136540080403034, 0.022651792198360825,
];

/// The weights `d` for states inside a step, in four rows.
#[rustfmt::skip]
pub(super) const DOP853_DENSE: [f64; 64] = [
    -8.428938276109013, 0.0, 0.0, 0.0, 0.0, 0.5667149535193777, -3.0689499459498917, 2.38466765651207, 2.117034582445028,
    -0.871391583777973, 2.2404374302607883, 0.6315787787694688, -0.08899033645133331, 18.148505520854727, -9.194632392478356,
    -4.436036387594894, 10.427508642579134, 0.0, 0.0, 0.0, 0.0, 242.28349177525817, 165.20045171727028, -374.5467547226902,
    -22.113666853125306, 7.733432668472264, -30.674084731089398, -9.332130526430229, 15.697238121770845, -31.139403219565178,
    -9.35292435884448, 35.81684148639408, 19.985053242002433, 0.0, 0.0, 0.0, 0.0, -387.0373087493518, -189.17813819516758,
    527.8081592054236, -11.57390253995963, 6.8812326946963, -1.0006050966910838, 0.7777137798053443, -2.778205752353508,
    -60.19669523126412, 84.32040550667716, 11.99229113618279, -25.69393346270375, 0.0, 0.0, 0.0, 0.0, -154.18974869023643,
    -231.5293791760455, 357.6391179106141, 93.40532418362432, -37.45832313645163, 104.0996495089623, 29.8402934266605, -43.53345659001114,
    96.32455395918828, -39.17726167561544, -149.72683625798564,
];

/// The times `c` of the stages of RKN 12(10).
#[rustfmt::skip]
const RKN_NODES: [f64; 17] = [
    0.0, 0.02, 0.04, 0.1, 0.13333333333333333, 0.16, 0.05, 0.2, 0.25, 0.3333333333333333, 0.5, 0.5555555555555556, 0.75,
    0.8571428571428571, 0.9452162222720143, 1.0, 1.0,
];

/// The weights `a` of earlier accelerations in positions, row by row.
#[rustfmt::skip]
const RKN_ROWS: [f64; 136] = [
    0.0002, 0.0002666666666666667, 0.0005333333333333334, 0.002916666666666667, -0.004166666666666667, 0.00625, 0.0016460905349794238,
    0.0, 0.0054869684499314125, 0.0017558299039780521, 0.0019456, 0.0, 0.007151746031746032, 0.0029127111111111113, 0.0007899428571428571,
    0.00056640625, 0.0, 0.0008809730489417989, -0.0004369212962962963, 0.00033900669642857143, -9.946469907407407e-5,
    0.0030833333333333333, 0.0, 0.0, 0.0017777777777777779, 0.0027, 0.0015782828282828283, 0.01086060606060606, 0.00365183937480113, 0.0,
    0.003965171714072343, 0.0031972582629306284, 0.008221467306855435, -0.0013130926959572379, 0.009771586968064868, 0.003755769069232834,
    0.003707241068718501, 0.0, 0.005082045854555286, 0.001174708002175412, -0.021147629915126993, 0.06010463698107881,
    0.02010573476850619, -0.02835075012293358, 0.014879568918581932, 0.03512537656073344, 0.0, -0.008615749195138479,
    -0.005791448051007917, 1.945554823782616, -3.4351238674565137, -0.10930701107475221, 2.3496383118995166, -0.7560094086870229,
    0.10952897222156927, 0.020527792537482496, 0.0, -0.00728644676448018, -0.0021153556079618403, 0.9275807968723522, -1.6522824844257367,
    -0.02107956300568657, 1.2065364326207872, -0.4137144770010661, 0.09079873982809654, 0.005355552600533985, -0.14324078875545515, 0.0,
    0.012528703773091817, 0.006826019163969827, -4.799555395574387, 5.6986250439519415, 0.7553430369523645, -0.12755487858281084,
    -1.9605926051117384, 0.9185609056635262, -0.23880085505284432, 0.15911081357234216, 0.8045019205520489, 0.0, -0.016658527067011247,
    -0.021415834042629735, 16.827235928962466, -11.172835357176098, -3.377159297226324, -15.243326655360846, 17.179835738215417,
    -5.437719239823995, 1.3878671618364655, -0.5925827732652812, 0.029603873171297354, -0.913296766697358, 0.0, 0.0024112725757805178,
    0.01765812269386174, -14.851649779720384, 2.1589708670045757, 3.99791558311788, 28.434151800232232, -25.2593643549416,
    7.733878542362238, -1.8913028948478674, 1.0014845070224718, 0.004641199599109052, 0.011218755022148957, -0.27519629720559396, 0.0,
    0.03661188877915492, 0.009789519688231562, -12.293062345886211, 14.207226453937903, 1.5866476906789537, 2.4577735327595946,
    -8.935193694403273, 4.373672731613407, -1.8347181765449492, 1.1592085289061491, -0.017290253165383924, 0.019325977904460768,
    0.005204442937554993, 1.3076391847404059, 0.0, 0.017364109189745843, -0.018544456454265796, 14.811522032867726, 9.38317630848247,
    -5.2284261999445425, -48.95128052584765, 38.297096034337926, -10.58738133697598, 2.4332304376226275, -1.0453406042575444,
    0.0717732095086726, 0.0021622109708082783, 0.007009595759602514, 0.0,
];

/// The weights `b` in the change of the position.
#[rustfmt::skip]
const RKN_POSITION: [f64; 17] = [
    0.012127868517185414, 0.0, 0.0, 0.0, 0.0, 0.0, 0.08629746251568875, 0.2525469581187147, -0.1974186799326823, 0.2031869190789726,
    -0.020775808077714918, 0.10967804874502014, 0.038065132526466504, 0.01163406880432423, 0.0046580297040248785, 0.0, 0.0,
];

/// The weights `b'` in the change of the velocity.
#[rustfmt::skip]
const RKN_VELOCITY: [f64; 17] = [
    0.012127868517185414, 0.0, 0.0, 0.0, 0.0, 0.0, 0.09083943422704079, 0.3156836976483934, -0.2632249065769097, 0.3047803786184589,
    -0.041551616155429835, 0.2467756096762953, 0.15226053010586602, 0.08143848163026961, 0.08502571193890811, -0.009155189630077963,
    0.025,
];

/// The weights `b - b̂` in the error of the position.
#[rustfmt::skip]
const RKN_POSITION_ERROR: [f64; 17] = [
    -0.004880833389821577, 0.0, 0.0, 0.0, 0.0, 0.0, 0.014038126584857338, -0.11947921920803832, 0.20440246507662121, -0.1322681492223791,
    0.11053069299761689, -0.07975385787102851, 0.011224330486437457, -0.004671596801593694, 0.0008580413473282841, 0.0, 0.0,
];

/// The weights `b' - b̂'` in the error of the velocity.
#[rustfmt::skip]
const RKN_VELOCITY_ERROR: [f64; 17] = [
    -0.004880833389821577, 0.0, 0.0, 0.0, 0.0, 0.0, 0.014776975352481408, -0.1493490240100479, 0.2725366201021616, -0.19840222383356862,
    0.22106138599523378, -0.17944618020981415, 0.04489732194574983, -0.03270117761115586, 0.015662325288859434, -0.029155189630077964,
    0.025,
];

// States inside a step.

/// Stages of RKN 12(10) whose accelerations are interpolated by a polynomial of degree 10. At the
/// last node, the end of the step, the mean of two stages is used.
pub(super) const MET: [usize; 11] = [0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Share of the second last stage in the mean at the end of the step; the last stage has the
/// remaining share.
const END_SHARE: f64 = -0.5778036730219959;

/// Points between -1 and 1, and weights, of a Gauss quadrature that is exact to degree 11. Each
/// point is used with both signs.
const GAUSS: [[f64; 2]; 3] = [
    [0.238_619_186_083_196_9, 0.467_913_934_572_691],
    [0.661_209_386_466_264_5, 0.360_761_573_048_138_6],
    [0.932_469_514_203_152, 0.171_324_492_379_170_35],
];

/// Returns the weights of the accelerations at a share θ of a step of RKN 12(10), for the change of
/// coordinates divided by `h²`, and of velocities divided by h: `∫₀^θ (θ - s) ℓ_j ds` and
/// `∫₀^θ ℓ_j ds`, with the Lagrange polynomials ℓ of the interpolated nodes. At θ = 1 they are
/// equal to the weights of the pair.
pub(super) fn nystrom_weights(share: f64) -> [Weights; 2] {
    let mut weights = [[0.0; MOST_STAGES]; 2];
    for [point, weight] in GAUSS {
        for point in [point, -point] {
            // as a share of [0, θ]
            let at = 0.5 + 0.5 * point;
            let weight = 0.5 * weight * share;
            for stage in MET {
                let mut value = 1.0;
                for other in MET {
                    if other != stage {
                        let node = RKN_NODES[other];
                        value *= (share * at - node) / (RKN_NODES[stage] - node);
                    }
                }
                weights[0][stage] += weight * share * (1.0 - at) * value;
                weights[1][stage] += weight * value;
            }
        }
    }
    for row in &mut weights {
        let end = row[15];
        (row[15], row[16]) = (END_SHARE * end, (1.0 - END_SHARE) * end);
    }
    weights
}

/// Returns the weights of the slopes in the change of the state at a share θ of a step of DOP853:
/// `θ (b + θ' (p + θ (q + θ' (d₁ + θ (d₂ + θ' (d₃ + θ d₄))))))` with `θ' = 1 - θ`. p and q are such
/// that the slopes at both ends are correct.
pub(super) fn dop853_weights(share: f64) -> Weights {
    let rest = 1.0 - share;
    let mut weights = [0.0; MOST_STAGES];
    let stages = DOP853_DENSE.len() / 4;
    for (i, weight) in weights[..stages].iter_mut().enumerate() {
        let b = DOP853_A[Dop853::STAGES][i];
        let start = f64::from(u8::from(i == 0));
        let end = f64::from(u8::from(i == Dop853::STAGES));
        let [d1, d2, d3, d4] = [0, 1, 2, 3].map(|row| DOP853_DENSE[stages * row + i]);
        let tail = d1 + share * (d2 + rest * (d3 + share * d4));
        *weight = share * (b + rest * (start - b + share * (2.0 * b - start - end + rest * tail)));
    }
    weights
}

impl Pair {
    /// Prepares states inside the last step. DOP853 needs three more evaluations, and one at the
    /// end of the step unless accelerations and slopes are known there. Returns the number of
    /// evaluations.
    pub(crate) fn prepare<const D: usize>(
        &mut self,
        equations: &mut impl Equations,
        step: &Attempt<'_>,
        known: Option<[&[f64]; 2]>,
        work: &mut Workspace<D>,
    ) -> u64 {
        let (mut stages, mut evaluations) = (Dop853::STAGES..Dop853::STAGES + 4, 0);
        if self.is_dense || self.is_nystrom() {
            return 0;
        }
        self.is_dense = true;
        if let Some([accelerations, slopes]) = known {
            set::<ANY>(&mut self.accelerations, stages.start, accelerations);
            set::<ANY>(&mut self.slopes, stages.start, slopes);
            stages.start += 1;
        }
        // an acceleration that is not finite makes the state non-finite, so it need not be reported
        // here
        let _ = self.evaluate::<Dop853, ANY, D>(equations, step, stages, work, &mut evaluations);
        evaluations
    }

    /// Moves `at` from the start of the last step, of length h \[s\], to a share θ of the step.
    pub(crate) fn sample<const D: usize>(
        &self,
        h: f64,
        share: f64,
        at: &mut Columns,
        work: &mut Workspace<D>,
    ) {
        let [positions, velocities] = if self.is_nystrom() {
            nystrom_weights(share)
        } else {
            let weights = dop853_weights(share);
            let [positions] = product(&[weights], &DOP853_A);
            [positions, weights]
        };
        let room = &mut work.change;
        let (x, v, z) = (&at.x, &at.v, &at.z);
        let of_position = |i: usize, sum: f64| x[i] + (share * h * v[i] + h * (h * sum));
        let (accelerations, slopes) = (&self.accelerations, &self.slopes);
        sums::<ANY, MOST_STAGES>(accelerations, &positions, &mut room.x, of_position);
        sums::<ANY, MOST_STAGES>(accelerations, &velocities, &mut room.v, |i, sum| {
            v[i] + h * sum
        });
        sums::<ANY, MOST_STAGES>(slopes, &velocities, &mut room.z, |i, sum| z[i] + h * sum);
        at.clone_from(room);
    }
}
