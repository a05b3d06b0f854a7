//! Sixteen problems with their final states in quadruple precision, as worlds and as bare equations
//! for other solvers.
//!
//! | | equation | |
//! |--:|---|---|
//! | 1 | `a = -(9.81/1225) |v| v + g` | a throw with quadratic drag |
//! | 2 | `x'' = -9.81 sin x` | a pendulum from 3 rad |
//! | 3 | `a = -x/(|x|² + 1e-4)^(3/2)` | an orbit of eccentricity 0.9, softened |
//! | 4, 5 | `a = -x + (-2xy, y² - x²)` | Hénon and Heiles, with large and small amplitudes |
//! | 6 | `x'' = -1e6 x - x³` | Duffing, 160 turns |
//! | 7 | `x'' = -1e6 x + 1e5 cos t - 1e5 x³` | Duffing, driven slowly |
//! | 8 | `a = 1e3 (v_y, -v_x) - x |x|²` | a charge in a magnetic field and a well |
//! | 9 | `F = 100 s + 1e4 s³`, `s = |d| - 1` | a chain of 20 between walls |
//! | 10 | `a = -0.05 |v - w| (v - w) + g` | wind that switches seven times |
//! | 11 | `a = -1e3 v + 1e3 (sin 2y + cos t, cos 3x - y/2)` | strong drag in a flow |
//! | 12 | `a = -x/|x|³ + 1e-4 (cos 0.3 t, sin x)` | a perturbed orbit |
//! | 13 | `a = -25 x - 0.5 v + g` | linear laws only |
//! | 14 | `a = -2 (v - w) + g` | linear drag in the wind of problem 10 |
//! | 15 | `a = -100 x - 0.05 |v| v + g` | a spring and quadratic drag |
//! | 16 | `u = v - (sin y, cos x)`, `a = -1e4 |u| u + g` | dust in a flow: stiff, and not linear |

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, BodyId, ForceField, LinearDrag, MagneticField, PointGravity, QuadraticDrag, Spring,
    UniformGravity, World2,
};

/// Bodies of 1 kg under some forces, and their final state.
pub struct SmoothProblem {
    pub number: u32,
    pub name: &'static str,
    pub world: World2,
    /// Duration \[s\].
    pub duration: f64,
    pub bodies: Vec<BodyId>,
    /// Position and velocity `x, y, x', y'` of the first body at the end; solutions with two
    /// tolerances agree to 1e-17.
    pub truth: [f64; 4],
    /// Number of coordinates of each body that do not stay zero: the first only, or both.
    pub dimension: usize,
    /// Sets `y'` from the time \[s\] and `y`: coordinates of all bodies, then their velocities.
    pub slope: fn(f64, &[f64], &mut [f64]),
}

impl SmoothProblem {
    /// The state of the world as [`slope`](Self::slope) reads it.
    pub fn state(&self) -> Vec<f64> {
        let states = self.bodies.iter().map(|&id| &self.world[id]);
        let places = states.clone().map(|body| body.position);
        let velocities = states.map(|body| body.velocity);
        (places.chain(velocities))
            .flat_map(|vector| (0..self.dimension).map(move |axis| vector[axis]))
            .collect()
    }

    /// Error of the position of the first body at the end \[m\].
    pub fn error(&self, world: &World2) -> f64 {
        let [x, y, ..] = self.truth;
        (world[self.bodies[0]].position - Vector2::new(x, y)).norm()
    }

    /// Error of the velocity of the first body at the end \[m/s\].
    pub fn velocity_error(&self, world: &World2) -> f64 {
        let [.., x, y] = self.truth;
        (world[self.bodies[0]].velocity - Vector2::new(x, y)).norm()
    }

    /// Whether no force depends on velocity.
    pub fn is_of_place(&self) -> bool {
        matches!(self.number, 2..=7 | 9 | 12)
    }

    /// Whether a force is discontinuous in time.
    pub fn jumps(&self) -> bool {
        matches!(self.number, 10 | 14)
    }
}

/// All problems, in order.
pub fn all() -> impl Iterator<Item = SmoothProblem> {
    (1..=16).map(problem)
}

/// The problem of a number from 1 to 16.
#[rustfmt::skip]
pub fn problem(number: u32) -> SmoothProblem {
    match number {
        1 => one_body(
            1,
            "quadratic drag",
            2,
            [0.0, 0.0, 30.0, 20.0],
            5.0,
            [94.87801778397136, -29.842891673270817, 11.582353397131445, -24.25329299291714],
            slope_1,
        ),
        2 => one_body(
            2,
            "pendulum of 3 rad",
            1,
            [3.0, 0.0, 0.0, 0.0],
            10.0,
            [2.9250556756999293, 0.0, 0.5116953847177389, 0.0],
            slope_2,
        ),
        3 => one_body(
            3,
            "Kepler, e = 0.9",
            2,
            [1.9, 0.0, 0.0, 0.22941573387056177],
            20.0,
            [1.7259738782425456, 0.12303627833835512, -0.3210681020578835, 0.22965983146125182],
            slope_3,
        ),
        4 => one_body(
            4,
            "Hénon–Heiles",
            2,
            [0.0, 0.1, 0.5, 0.0],
            50.0,
            [0.0771726489413148, 0.34700139147841114, 0.3797068953755942, -0.11185776076660965],
            slope_4,
        ),
        5 => one_body(
            5,
            "Hénon–Heiles, small",
            2,
            [0.0, 0.002, 0.01, 0.0],
            50.0,
            [-0.0026420726153357026, 0.0019320675520988057, 0.009643228416449993, 0.0005169274502757978],
            slope_5,
        ),
        6 => one_body(
            6,
            "Duffing, ω = 1000",
            1,
            [1.0, 0.0, 0.0, 0.0],
            1.0,
            [0.5620689089334653, 0.0, -827.0906792529825, 0.0],
            slope_6,
        ),
        7 => one_body(
            7,
            "Duffing, driven slowly",
            1,
            [0.1, 0.0, 0.0, 0.0],
            5.0,
            [0.028311662061359343, 0.0, 0.011014802109616221, 0.0],
            slope_7,
        ),
        8 => one_body(
            8,
            "magnetic field",
            2,
            [1.0, 0.0, 1.0, 0.0],
            1.0,
            [1.0008280608807927, 0.0005598972880036441, 0.5598956348406883, -0.8275617101643061],
            slope_8,
        ),
        9 => chain([1.01665641088736, -0.18458520942878145, -0.07628397563824704, 0.16480056409362123]),
        10 => one_body(
            10,
            "wind that switches",
            2,
            [0.0, 0.0, 20.0, 15.0],
            10.0,
            [28.586345161681617, -90.88576378863259, 2.838726235412679, -12.861149330137188],
            slope_10,
        ),
        11 => one_body(
            11,
            "strong drag",
            2,
            [1.0, 0.5, 0.0, 0.0],
            10.0,
            [6.6638565669977625, 0.48949073112847447, -0.009876152175214346, 0.17107512221178167],
            slope_11,
        ),
        12 => one_body(
            12,
            "Kepler with a perturbation",
            2,
            [0.5, 0.0, 0.0, 3_f64.sqrt()],
            50.0,
            [0.28003916579965676, -0.5499213901207117, 1.025073354988981, 1.092230116792174],
            slope_12,
        ),
        13 => one_body(
            13,
            "laws alone",
            2,
            [1.0, 0.0, 0.0, 2.0],
            10.0,
            [0.07638443180434033, -0.37301814960035784, 0.13239250800476224, 0.21001538406993986],
            slope_13,
        ),
        14 => one_body(
            14,
            "linear drag in wind that switches",
            2,
            [0.0, 0.0, 20.0, 15.0],
            10.0,
            [13.002089221307543, -32.52399145000806, 3.395821557384917, -3.6520170999838704],
            slope_14,
        ),
        15 => one_body(
            15,
            "spring and quadratic drag",
            2,
            [1.0, 0.0, 0.0, 20.0],
            10.0,
            [0.2207136680036695, -0.2688324002308306, 1.2799980790167174, 3.156365779237294],
            slope_15,
        ),
        16 => one_body(
            16,
            "stiff quadratic drag",
            2,
            [0.0, 0.0, 0.0, 0.96875],
            5.0,
            [2.77609428396862, -0.7695973679568497, -0.6936535034187816, -0.9656202229543867],
            slope_16,
        ),
        _ => panic!("there are sixteen problems"),
    }
}

const GRAVITY: [f64; 2] = [0.0, -9.81];
/// Drag coefficient of a ball with a terminal speed of 35 m/s \[kg/m\].
const BALL_DRAG: f64 = 9.81 / (35.0 * 35.0);
/// Square of the softening length \[m²\].
const SOFTENING: f64 = 1e-4;
/// Angular velocity of the charge in the magnetic field \[rad/s\].
const GYRATION: f64 = 1e3;
const BODIES: usize = 20;

/// Times at which the wind of problems 10 and 14 changes \[s\].
pub const SWITCHES: [f64; 7] = [0.7, 1.9, 3.3, 4.1, 5.8, 7.7, 9.1];

/// The wind of problems 10 and 14 \[m/s\].
pub fn wind(time: f64) -> [f64; 2] {
    const WINDS: [[f64; 2]; 8] = [
        [0.0, 0.0],
        [8.0, -2.0],
        [-5.0, 4.0],
        [3.0, -6.0],
        [-9.0, 1.0],
        [6.0, 5.0],
        [0.0, -3.0],
        [4.0, 2.0],
    ];
    WINDS[SWITCHES.partition_point(|&switch| switch <= time)]
}

fn one_body(
    number: u32,
    name: &'static str,
    dimension: usize,
    start: [f64; 4],
    duration: f64,
    truth: [f64; 4],
    slope: fn(f64, &[f64], &mut [f64]),
) -> SmoothProblem {
    let mut world = World2::new();
    let [x, y, vx, vy] = start;
    let body = Body2::point(1.0).at([x, y]).moving([vx, vy]);
    let bodies = vec![world.add_body(body).unwrap()];
    add_laws(&mut world, number);
    add_rest(&mut world, number);
    SmoothProblem {
        number,
        name,
        world,
        duration,
        bodies,
        truth,
        dimension,
        slope,
    }
}

/// Adds the forces that have laws, and the orbit.
fn add_laws(world: &mut World2, number: u32) {
    let stiffness = match number {
        4 | 5 => Some(1.0),
        6 | 7 => Some(1e6),
        13 => Some(25.0),
        15 => Some(100.0),
        _ => None,
    };
    let rate = match number {
        11 => Some(1e3),
        13 => Some(0.5),
        14 => Some(2.0),
        _ => None,
    };
    if let Some(stiffness) = stiffness {
        world.add_force(Spring::stiffness(stiffness)).unwrap();
    }
    if let Some(rate) = rate {
        world.add_force(LinearDrag::rate(rate)).unwrap();
    }
    if matches!(number, 1 | 10 | 13..=16) {
        world.add_force(UniformGravity::new(GRAVITY)).unwrap();
    }
    if number == 8 {
        world.add_force(MagneticField::new(GYRATION)).unwrap();
    }
    if number == 12 {
        world.add_force(PointGravity::new(1.0)).unwrap();
    }
}

/// Adds the forces that have no law.
fn add_rest(world: &mut World2, number: u32) {
    match number {
        1 => {
            (world.add_force(QuadraticDrag::coefficient(BALL_DRAG))).unwrap();
        }
        2 => add_field(world, pendulum),
        3 => add_field(world, softened_orbit),
        4 | 5 => add_field(world, henon_heiles),
        6 => add_field(world, duffing),
        7 => add_field(world, slow_duffing),
        8 => add_field(world, well),
        10 => add_closure(world, drag_in_wind),
        11 => add_field(world, eddies),
        12 => add_field(world, perturbation),
        14 => add_field(world, push_of_wind),
        15 => add_closure(world, quadratic_drag),
        16 => add_closure(world, drag_of_dust),
        _ => (),
    }
}

/// Adds a force that is a function of time and position.
fn add_field(
    world: &mut World2,
    force: impl Fn(f64, [f64; 2]) -> [f64; 2] + Send + Sync + 'static,
) {
    let field = move |x: &Vector2<f64>, time: f64| force(time, [x.x, x.y]).into();
    world.add_force(ForceField::new(field)).unwrap();
}

/// Adds a force that is a function of time, position and velocity.
fn add_closure(
    world: &mut World2,
    force: impl Fn(f64, [f64; 2], [f64; 2]) -> [f64; 2] + Send + Sync + 'static,
) {
    let closure = move |body: &Body2, time: f64| {
        let [place, velocity] = [body.position, body.velocity].map(|x| [x.x, x.y]);
        force(time, place, velocity).into()
    };
    world.add_force(closure).unwrap();
}

fn pendulum(_: f64, [x, _]: [f64; 2]) -> [f64; 2] {
    [-9.81 * x.sin(), 0.0]
}

fn softened_orbit(_: f64, [x, y]: [f64; 2]) -> [f64; 2] {
    let square = x * x + y * y + SOFTENING;
    let pull = -1.0 / (square * square.sqrt());
    [pull * x, pull * y]
}

fn henon_heiles(_: f64, [x, y]: [f64; 2]) -> [f64; 2] {
    [-2.0 * x * y, y * y - x * x]
}

fn duffing(_: f64, [x, _]: [f64; 2]) -> [f64; 2] {
    [-x * x * x, 0.0]
}

fn slow_duffing(time: f64, [x, _]: [f64; 2]) -> [f64; 2] {
    [1e5 * time.cos() - 1e5 * x * x * x, 0.0]
}

fn well(_: f64, [x, y]: [f64; 2]) -> [f64; 2] {
    let square = x * x + y * y;
    [-x * square, -y * square]
}

fn drag_in_wind(time: f64, _: [f64; 2], velocity: [f64; 2]) -> [f64; 2] {
    drag(0.05, velocity, wind(time))
}

fn eddies(time: f64, [x, y]: [f64; 2]) -> [f64; 2] {
    let flow = (2.0 * y).sin() + time.cos();
    [1e3 * flow, 1e3 * ((3.0 * x).cos() - 0.5 * y)]
}

fn perturbation(time: f64, [x, _]: [f64; 2]) -> [f64; 2] {
    [1e-4 * (0.3 * time).cos(), 1e-4 * x.sin()]
}

fn push_of_wind(time: f64, _: [f64; 2]) -> [f64; 2] {
    wind(time).map(|speed| 2.0 * speed)
}

fn quadratic_drag(_: f64, _: [f64; 2], velocity: [f64; 2]) -> [f64; 2] {
    drag(0.05, velocity, [0.0, 0.0])
}

fn drag_of_dust(_: f64, [x, y]: [f64; 2], velocity: [f64; 2]) -> [f64; 2] {
    drag(1e4, velocity, [y.sin(), x.cos()])
}

/// Acceleration by quadratic drag, `-k |v - w| (v - w)`.
fn drag(coefficient: f64, [vx, vy]: [f64; 2], [wx, wy]: [f64; 2]) -> [f64; 2] {
    let (ux, uy) = (vx - wx, vy - wy);
    let rate = coefficient * (ux * ux + uy * uy).sqrt();
    [-rate * ux, -rate * uy]
}

/// Sets the derivative of the state of one body in the plane, given its acceleration.
fn plane(y: &[f64], dy: &mut [f64], [ax, ay]: [f64; 2]) {
    dy.copy_from_slice(&[y[2], y[3], ax, ay]);
}

fn place(y: &[f64]) -> [f64; 2] {
    [y[0], y[1]]
}

fn velocity(y: &[f64]) -> [f64; 2] {
    [y[2], y[3]]
}

fn slope_1(_: f64, y: &[f64], dy: &mut [f64]) {
    let [x, fall] = drag(BALL_DRAG, velocity(y), [0.0, 0.0]);
    plane(y, dy, [x, fall - 9.81]);
}

fn slope_2(time: f64, y: &[f64], dy: &mut [f64]) {
    dy.copy_from_slice(&[y[1], pendulum(time, [y[0], 0.0])[0]]);
}

fn slope_3(time: f64, y: &[f64], dy: &mut [f64]) {
    plane(y, dy, softened_orbit(time, place(y)));
}

fn slope_4(time: f64, y: &[f64], dy: &mut [f64]) {
    let [x, up] = henon_heiles(time, place(y));
    plane(y, dy, [x - y[0], up - y[1]]);
}

fn slope_5(time: f64, y: &[f64], dy: &mut [f64]) {
    slope_4(time, y, dy);
}

fn slope_6(time: f64, y: &[f64], dy: &mut [f64]) {
    dy.copy_from_slice(&[y[1], duffing(time, [y[0], 0.0])[0] - 1e6 * y[0]]);
}

fn slope_7(time: f64, y: &[f64], dy: &mut [f64]) {
    dy.copy_from_slice(&[y[1], slow_duffing(time, [y[0], 0.0])[0] - 1e6 * y[0]]);
}

fn slope_8(time: f64, y: &[f64], dy: &mut [f64]) {
    let [x, up] = well(time, place(y));
    plane(y, dy, [x + GYRATION * y[3], up - GYRATION * y[2]]);
}

fn slope_10(time: f64, y: &[f64], dy: &mut [f64]) {
    let [x, up] = drag_in_wind(time, place(y), velocity(y));
    plane(y, dy, [x, up - 9.81]);
}

fn slope_11(time: f64, y: &[f64], dy: &mut [f64]) {
    let [x, up] = eddies(time, place(y));
    plane(y, dy, [x - 1e3 * y[2], up - 1e3 * y[3]]);
}

fn slope_12(time: f64, y: &[f64], dy: &mut [f64]) {
    let [x, up] = perturbation(time, place(y));
    let square = y[0] * y[0] + y[1] * y[1];
    let pull = -1.0 / (square * square.sqrt());
    plane(y, dy, [x + pull * y[0], up + pull * y[1]]);
}

fn slope_13(_: f64, y: &[f64], dy: &mut [f64]) {
    let [x, up] = [0, 1].map(|axis| -25.0 * y[axis] - 0.5 * y[axis + 2]);
    plane(y, dy, [x, up - 9.81]);
}

fn slope_14(time: f64, y: &[f64], dy: &mut [f64]) {
    let [x, up] = push_of_wind(time, place(y));
    plane(y, dy, [x - 2.0 * y[2], up - 2.0 * y[3] - 9.81]);
}

fn slope_15(time: f64, y: &[f64], dy: &mut [f64]) {
    let [x, up] = quadratic_drag(time, place(y), velocity(y));
    plane(y, dy, [x - 100.0 * y[0], up - 100.0 * y[1] - 9.81]);
}

fn slope_16(time: f64, y: &[f64], dy: &mut [f64]) {
    let [x, up] = drag_of_dust(time, place(y), velocity(y));
    plane(y, dy, [x, up - 9.81]);
}

/// Force of a link of the chain on one of its ends, given the vector from the other end to it.
fn link([x, y]: [f64; 2]) -> [f64; 2] {
    let length = (x * x + y * y).sqrt();
    let stretch = length - 1.0;
    let pull = -(100.0 * stretch + 1e4 * stretch * stretch * stretch) / length;
    [pull * x, pull * y]
}

/// A chain of bodies that start at `(i, 0)`, between walls at 0 and 21.
fn chain(truth: [f64; 4]) -> SmoothProblem {
    let mut world = World2::new();
    let bodies: Vec<BodyId> = (0..BODIES as u32)
        .map(|i| {
            let along = (f64::from(3 * i % 7) - 3.0) / 4.0;
            let across = (f64::from(7 * i % 5) - 2.0) / 2.0;
            let body = Body2::point(1.0).at([f64::from(i + 1), 0.0]);
            world.add_body(body.moving([along, across])).unwrap()
        })
        .collect();
    for pair in bodies.windows(2) {
        let field = ForceField::new(|x: &Vector2<f64>, _| Vector2::from(link([x.x, x.y])));
        world.add_link(pair[0], pair[1], field).unwrap();
    }
    for (body, wall) in [(bodies[0], 0.0), (bodies[BODIES - 1], 21.0)] {
        let field =
            ForceField::new(move |x: &Vector2<f64>, _| Vector2::from(link([x.x - wall, x.y])));
        world.add_force_on(body, field).unwrap();
    }
    SmoothProblem {
        number: 9,
        name: "chain of 20",
        world,
        duration: 5.0,
        bodies,
        truth,
        dimension: 2,
        slope: slope_9,
    }
}

fn slope_9(_: f64, y: &[f64], dy: &mut [f64]) {
    let (places, velocities) = y.split_at(2 * BODIES);
    let (slopes, accelerations) = dy.split_at_mut(2 * BODIES);
    slopes.copy_from_slice(velocities);
    accelerations.fill(0.0);
    // link i is on the left of body i
    for i in 0..=BODIES {
        let left = match i {
            0 => [0.0, 0.0],
            _ => place(&places[2 * i - 2..]),
        };
        let right = match i {
            BODIES => [21.0, 0.0],
            _ => place(&places[2 * i..]),
        };
        let pull = link([right[0] - left[0], right[1] - left[1]]);
        for axis in 0..2 {
            if i < BODIES {
                accelerations[2 * i + axis] += pull[axis];
            }
            if i > 0 {
                accelerations[2 * i - 2 + axis] -= pull[axis];
            }
        }
    }
}

/// Tests that worlds, bare equations and final states agree.
#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of steps of the midpoint rules that are extrapolated to steps of zero.
    const PARTS: [u32; 8] = [2, 4, 6, 8, 10, 12, 14, 16];

    /// One step of the Gragg–Bulirsch–Stoer method, of order 16.
    fn extrapolated_step(problem: &SmoothProblem, time: f64, step: f64, y: &[f64]) -> Vec<f64> {
        let size = y.len();
        let mut slope = vec![0.0; size];
        let mut table: Vec<Vec<f64>> = Vec::new();
        for (row, &parts) in PARTS.iter().enumerate() {
            let h = step / f64::from(parts);
            (problem.slope)(time, y, &mut slope);
            let mut before = y.to_vec();
            let mut now: Vec<f64> = (0..size).map(|i| y[i] + h * slope[i]).collect();
            for part in 1..parts {
                (problem.slope)(time + f64::from(part) * h, &now, &mut slope);
                for i in 0..size {
                    let next = before[i] + 2.0 * h * slope[i];
                    before[i] = now[i];
                    now[i] = next;
                }
            }
            // Neville's scheme in h²
            let mut newest = vec![now];
            for column in 1..=row {
                let ratio = f64::from(parts) / f64::from(PARTS[row - column]);
                let weight = 1.0 / (ratio * ratio - 1.0);
                let (fine, coarse) = (&newest[column - 1], &table[column - 1]);
                let better = |i: usize| fine[i] + (fine[i] - coarse[i]) * weight;
                let better = (0..size).map(better).collect();
                newest.push(better);
            }
            table = newest;
        }
        table.pop().unwrap()
    }

    /// The final state of a problem, by equal steps of at most `most` \[s\] between switches of the
    /// wind.
    fn end(problem: &SmoothProblem, most: f64) -> Vec<f64> {
        let switches = SWITCHES.iter().copied().filter(|_| problem.jumps());
        let mut y = problem.state();
        let mut time = 0.0;
        for end in switches.chain([problem.duration]) {
            let steps = ((end - time) / most).ceil();
            let length = (end - time) / steps;
            for step in 0..steps as u32 {
                // the last evaluation of a step is before a switch at its end
                let from = (time + f64::from(step) * length).next_up();
                y = extrapolated_step(problem, from, length.next_down(), &y);
            }
            time = end;
        }
        y
    }

    #[test]
    fn bare_equations_lead_to_the_truths() {
        for problem in all() {
            // length of a step [s], by the fastest motion of each problem
            let step = match problem.number {
                6..=8 | 11 => 5e-4,
                16 => 1e-3,
                3 => 5e-3,
                _ => 0.02,
            };
            let end = end(&problem, step);
            let [x, y, vx, vy] = problem.truth;
            let (places, velocities) = end.split_at(end.len() / 2);
            let axes = 0..problem.dimension;
            let pairs = (places[axes.clone()].iter().zip([x, y]))
                .chain(velocities[axes].iter().zip([vx, vy]));
            for (found, truth) in pairs {
                let error = (found - truth).abs() / truth.abs().max(1.0);
                println!("{}: {error:.1e}", problem.number);
                assert!(error < 1e-9, "{}: {error:.1e}", problem.name);
            }
        }
    }

    #[test]
    fn worlds_have_the_accelerations_of_the_bare_equations() {
        for problem in all() {
            let y = problem.state();
            let mut slope = vec![0.0; y.len()];
            (problem.slope)(0.0, &y, &mut slope);
            for (body, id) in problem.bodies.iter().enumerate() {
                let acceleration = problem.world.acceleration(*id).unwrap();
                let place = y.len() / 2 + body * problem.dimension;
                for axis in 0..problem.dimension {
                    let (found, expected) = (acceleration[axis], slope[place + axis]);
                    let rounding = 4.0 * f64::EPSILON * expected.abs().max(1.0);
                    let off = (found - expected).abs();
                    assert!(off <= rounding, "{}: {found} {expected}", problem.name);
                }
            }
        }
    }
}
