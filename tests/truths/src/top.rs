//! A heavy top to 60 digits: Euler's equations in the frame of the body, by Taylor series in 256
//! bits. Nothing is shared with the crate, which rotates bodies in the frame of the world.

use crate::digits::{Big, with_bits};

type Series = Vec<Big>;

const PRECISION: usize = 256;
/// Number of terms of each series; angles of 1/2 per stretch to the 36th are 1e-11.
const TERMS: usize = 36;

fn big(value: f64) -> Big {
    with_bits(value, PRECISION)
}

/// `m' = m × ω + c × γ`, `γ' = γ × ω`, `q' = ½ q ω`, with `ω = I⁻¹ m`, all in the body's frame.
pub struct Top {
    /// Principal moments \[kg m²\], along the axes of the body.
    pub moments: [f64; 3],
    /// Arm from the pivot to the centre of mass \[m\], body frame.
    pub arm: [f64; 3],
    /// Weight \[N\], world frame.
    pub weight: [f64; 3],
}

/// State of a rotating top: angular momentum, weight and quaternion `i, j, k, w`.
pub struct Turning {
    momentum: [Big; 3],
    weight: [Big; 3],
    lies: [Big; 4],
}

impl Top {
    /// The top with its axes along those of the world, and with an angular momentum \[kg m²/s\].
    pub fn spinning(&self, momentum: [f64; 3]) -> Turning {
        Turning {
            momentum: momentum.map(big),
            weight: self.weight.map(big),
            lies: [0.0, 0.0, 0.0, 1.0].map(big),
        }
    }

    /// Advances by a time \[s\], in this number of stretches.
    pub fn advance(&self, turning: &mut Turning, time: f64, stretches: u32) {
        let length = big(time) / big(f64::from(stretches));
        for _ in 0..stretches {
            self.cross(turning, &length);
        }
    }

    fn cross(&self, turning: &mut Turning, length: &Big) {
        let moments = self.moments.map(big);
        let arm = self.arm.map(big);
        let mut momentum = turning.momentum.clone().map(|value| vec![value]);
        let mut weight = turning.weight.clone().map(|value| vec![value]);
        let mut lies = turning.lies.clone().map(|value| vec![value]);
        let mut rate: [Series; 3] = [const { Vec::new() }; 3];
        for term in 0..TERMS {
            for axis in 0..3 {
                rate[axis].push(&momentum[axis][term] / &moments[axis]);
            }
            let one_more = big(1.0) / big(term as f64 + 1.0);
            for axis in 0..3 {
                let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
                let pull = &arm[a] * &weight[b][term] - &arm[b] * &weight[a][term];
                let turned = product(&momentum[a], &rate[b]) - product(&momentum[b], &rate[a]);
                let follows = product(&weight[a], &rate[b]) - product(&weight[b], &rate[a]);
                // the series of this axis are not read again for this term
                momentum[axis].push((turned + pull) * &one_more);
                weight[axis].push(follows * &one_more);
            }
            let [x, y, z, w] = &lies;
            let [a, b, c] = &rate;
            let slopes = [
                product(w, a) + product(y, c) - product(z, b),
                product(w, b) + product(z, a) - product(x, c),
                product(w, c) + product(x, b) - product(y, a),
                -(product(x, a) + product(y, b) + product(z, c)),
            ];
            for (series, slope) in lies.iter_mut().zip(slopes) {
                series.push((slope >> 1) * &one_more);
            }
        }
        turning.momentum = momentum.map(|series| at(&series, length));
        turning.weight = weight.map(|series| at(&series, length));
        turning.lies = lies.map(|series| at(&series, length));
    }
}

impl Turning {
    /// The quaternion from the body's frame to the world's, `i, j, k, w`.
    pub fn lies(&self) -> [f64; 4] {
        self.lies.clone().map(|number| number.to_f64().value())
    }

    /// Angular momentum \[kg m²/s\], body frame.
    pub fn momentum(&self) -> [f64; 3] {
        self.momentum.clone().map(|number| number.to_f64().value())
    }
}

/// The last term of the product of two series, up to the length of the shorter one.
fn product(one: &Series, other: &Series) -> Big {
    let last = one.len().min(other.len()) - 1;
    (0..=last).fold(big(0.0), |sum, term| sum + &one[term] * &other[last - term])
}

fn at(series: &Series, time: &Big) -> Big {
    (series.iter().rev()).fold(big(0.0), |sum, term| sum * time + term)
}
