//! Networks of springs and dampers, and their motion to a hundred digits by one matrix exponential that shares nothing
//! with the formulas of the crate.

use crate::Cases;
use crate::truth::{Big, big, small};
use kinstep::nalgebra::SVector;
use kinstep::{
    Body, ConstantForce, Float, LinearDrag, MagneticField, Real, RotatingFrame, Spring,
    UniformGravity, World,
};

/// Bits of all numbers. Of them the squarings lose one each, and modes that have decayed what they have decayed by.
const BITS: usize = 512;

/// A body of a network.
#[derive(Clone, Debug)]
pub struct Member<N, const D: usize> {
    pub mass: N,
    pub position: [N; D],
    pub velocity: [N; D],
    /// Whether it moves on at its velocity, whatever pulls.
    pub is_fixed: bool,
}

/// A linear force, on one body (`on`) or on all.
#[derive(Clone, Debug)]
pub enum Acting<N, const D: usize> {
    Gravity([N; D]),
    Drag {
        on: Option<usize>,
        rate: N,
        wind: [N; D],
    },
    Damper {
        on: Option<usize>,
        coefficient: N,
        wind: [N; D],
    },
    Push {
        on: usize,
        force: [N; D],
        growth: [N; D],
    },
    Anchor {
        on: usize,
        stiffness: N,
        damping: N,
        point: [N; D],
    },
    Link {
        ends: [usize; 2],
        stiffness: N,
        damping: N,
        point: [N; D],
    },
    /// In the plane the first number counts.
    Frame {
        omega: [N; 3],
        point: [N; D],
    },
    /// For a charge of 1 C.
    Field {
        on: Option<usize>,
        field: [N; 3],
    },
}

/// Bodies and the forces on them, in any kind of number.
#[derive(Clone, Debug, Default)]
pub struct Net<N, const D: usize> {
    pub members: Vec<Member<N, D>>,
    pub forces: Vec<Acting<N, D>>,
}

/// A state: `[position, velocity]` of each body.
pub type States<const D: usize> = Vec<[SVector<f64, D>; 2]>;

impl<N: Clone, const D: usize> Net<N, D> {
    /// The same network with every number mapped.
    pub fn map<M>(&self, mut to: impl FnMut(&N) -> M) -> Net<M, D> {
        let mut members = Vec::new();
        for member in &self.members {
            members.push(Member {
                mass: to(&member.mass),
                position: member.position.each_ref().map(&mut to),
                velocity: member.velocity.each_ref().map(&mut to),
                is_fixed: member.is_fixed,
            });
        }
        let forces = (self.forces.iter())
            .map(|force| match force {
                Acting::Gravity(g) => Acting::Gravity(g.each_ref().map(&mut to)),
                Acting::Drag { on, rate, wind } => Acting::Drag {
                    on: *on,
                    rate: to(rate),
                    wind: wind.each_ref().map(&mut to),
                },
                Acting::Damper {
                    on,
                    coefficient,
                    wind,
                } => Acting::Damper {
                    on: *on,
                    coefficient: to(coefficient),
                    wind: wind.each_ref().map(&mut to),
                },
                Acting::Push { on, force, growth } => Acting::Push {
                    on: *on,
                    force: force.each_ref().map(&mut to),
                    growth: growth.each_ref().map(&mut to),
                },
                Acting::Anchor {
                    on,
                    stiffness,
                    damping,
                    point,
                } => Acting::Anchor {
                    on: *on,
                    stiffness: to(stiffness),
                    damping: to(damping),
                    point: point.each_ref().map(&mut to),
                },
                Acting::Link {
                    ends,
                    stiffness,
                    damping,
                    point,
                } => Acting::Link {
                    ends: *ends,
                    stiffness: to(stiffness),
                    damping: to(damping),
                    point: point.each_ref().map(&mut to),
                },
                Acting::Frame { omega, point } => Acting::Frame {
                    omega: omega.each_ref().map(&mut to),
                    point: point.each_ref().map(&mut to),
                },
                Acting::Field { on, field } => Acting::Field {
                    on: *on,
                    field: field.each_ref().map(&mut to),
                },
            })
            .collect();
        Net { members, forces }
    }
}

impl<const D: usize> Net<f64, D> {
    /// Adds a body; returns its index.
    pub fn body(&mut self, mass: f64, position: [f64; D], velocity: [f64; D]) -> usize {
        self.members.push(Member {
            mass,
            position,
            velocity,
            is_fixed: false,
        });
        self.members.len() - 1
    }

    /// Adds a fixed body; returns its index.
    pub fn support(&mut self, position: [f64; D], velocity: [f64; D]) -> usize {
        let index = self.body(1.0, position, velocity);
        self.members[index].is_fixed = true;
        index
    }

    /// Adds a link.
    pub fn link(&mut self, ends: [usize; 2], stiffness: f64, damping: f64, point: [f64; D]) {
        self.forces.push(Acting::Link {
            ends,
            stiffness,
            damping,
            point,
        });
    }

    /// Adds a spring to a point.
    pub fn anchor(&mut self, on: usize, stiffness: f64, damping: f64, point: [f64; D]) {
        self.forces.push(Acting::Anchor {
            on,
            stiffness,
            damping,
            point,
        });
    }

    /// The world of this network: bodies and forces in its order.
    pub fn world<T: Real<D> + Float>(&self) -> World<T, D> {
        let narrow = |number: f64| -> T { kinstep::nalgebra::convert(number) };
        let vector = |numbers: &[f64; D]| SVector::<T, D>::from(numbers.map(narrow));
        let mut world = World::new();
        let mut ids = vec![];
        for member in &self.members {
            let body = Body::<T, D>::point(narrow(member.mass))
                .at(vector(&member.position))
                .moving(vector(&member.velocity));
            let body = if member.is_fixed { body.fixed() } else { body };
            ids.push(world.add_body(body).unwrap());
        }
        for force in &self.forces {
            match force {
                Acting::Gravity(g) => {
                    world.add_force(UniformGravity::new(vector(g))).unwrap();
                }
                Acting::Drag { on, rate, wind } => {
                    let drag = LinearDrag::rate(narrow(*rate)).in_wind(vector(wind));
                    match on {
                        Some(on) => world.add_force_on(ids[*on], drag).unwrap(),
                        None => world.add_force(drag).unwrap(),
                    };
                }
                Acting::Damper {
                    on,
                    coefficient,
                    wind,
                } => {
                    let drag = LinearDrag::coefficient(narrow(*coefficient)).in_wind(vector(wind));
                    match on {
                        Some(on) => world.add_force_on(ids[*on], drag).unwrap(),
                        None => world.add_force(drag).unwrap(),
                    };
                }
                Acting::Push { on, force, growth } => {
                    let push = ConstantForce::new(vector(force)).ramping(vector(growth));
                    world.add_force_on(ids[*on], push).unwrap();
                }
                Acting::Anchor {
                    on,
                    stiffness,
                    damping,
                    point,
                } => {
                    let spring = Spring::stiffness(narrow(*stiffness)).damping(narrow(*damping));
                    let spring = spring.anchored_at(vector(point));
                    world.add_force_on(ids[*on], spring).unwrap();
                }
                Acting::Link {
                    ends,
                    stiffness,
                    damping,
                    point,
                } => {
                    let spring = Spring::stiffness(narrow(*stiffness)).damping(narrow(*damping));
                    let spring = spring.anchored_at(vector(point));
                    world.add_link(ids[ends[0]], ids[ends[1]], spring).unwrap();
                }
                Acting::Frame { omega, point } => {
                    let frame = RotatingFrame::new(T::axial_from(omega.map(narrow)));
                    world.add_force(frame.about(vector(point))).unwrap();
                }
                Acting::Field { on, field } => {
                    let field = MagneticField::new(T::axial_from(field.map(narrow)));
                    match on {
                        Some(on) => world.add_force_on(ids[*on], field).unwrap(),
                        None => world.add_force(field).unwrap(),
                    };
                }
            }
        }
        world
    }

    /// The states after `dt`, from rounding nothing but the result.
    pub fn after(&self, dt: f64) -> States<D> {
        rounded(&self.map(|number| wide(*number)).moved(&wide(dt)))
    }

    /// The same forces on bodies in these states.
    pub fn starting_from(&self, states: &[[SVector<f64, D>; 2]]) -> Self {
        let mut net = self.clone();
        for (member, [position, velocity]) in net.members.iter_mut().zip(states) {
            member.position = (*position).into();
            member.velocity = (*velocity).into();
        }
        net
    }

    /// Bounds of the largest frequency \[rad/s\] and of the largest rate of damping \[1/s\], by Gershgorin.
    pub fn rates(&self) -> [f64; 2] {
        let (damping, stiffness) = self.map(|number| wide(*number)).equations().rate();
        [stiffness.sqrt(), damping]
    }

    /// The errors of positions and velocities after `dt`, the larger one in units of `epsilon` times the conditioning and the size
    /// of the start.
    ///
    /// The conditioning is how far the result moves to first order if each number that goes in, the
    /// step too, changes by a share of 1 up or down: the worst of `samples` random choices of signs.
    pub fn error_of(
        &self,
        states: &[[SVector<f64, D>; 2]],
        dt: f64,
        epsilon: f64,
        samples: usize,
        cases: &mut Cases,
    ) -> f64 {
        let exact = self.map(|number| wide(*number)).moved(&wide(dt));
        let mut scale = [0.0_f64; 2];
        for member in &self.members {
            for axis in 0..D {
                scale[0] = scale[0].max(member.position[axis].abs());
                scale[1] = scale[1].max(member.velocity[axis].abs());
            }
        }
        let mut moved = [0.0_f64; 2];
        for _ in 0..samples {
            let nudge = wide(1.0) >> 200;
            let mut nudged = |number: f64| {
                let sign = if cases.chance(0.5) { 1.0 } else { -1.0 };
                wide(number) * (wide(1.0) + wide(sign) * &nudge)
            };
            let step = nudged(dt);
            let other = self.map(|number| nudged(*number)).moved(&step);
            for (exact, other) in exact.iter().zip(&other) {
                for part in 0..2 {
                    for axis in 0..D {
                        let change = small(&((&other[part][axis] - &exact[part][axis]) / &nudge));
                        moved[part] = moved[part].max(change.abs());
                    }
                }
            }
        }
        let mut worst = 0.0_f64;
        for (state, exact) in states.iter().zip(&exact) {
            for part in 0..2 {
                for axis in 0..D {
                    let error = wide(state[part][axis]) - &exact[part][axis];
                    let error = small(&error).abs() / (epsilon * (moved[part] + scale[part]));
                    // a state that is not a number is an infinite error
                    worst = worst.max(if error.is_nan() { f64::INFINITY } else { error });
                }
            }
        }
        worst
    }

    /// As [`error_of`](Self::error_of), of one step of the world of this network. A step that fails has an infinite error.
    pub fn error_of_step<T: Real<D> + Float>(
        &self,
        dt: f64,
        epsilon: f64,
        samples: usize,
        cases: &mut Cases,
    ) -> f64 {
        let mut world = self.world::<T>();
        if world.step(kinstep::nalgebra::convert(dt)).is_err() {
            return f64::INFINITY;
        }
        let states = states(&world);
        if states
            .iter()
            .flatten()
            .any(|part| !part.iter().all(|number| number.is_finite()))
        {
            return f64::INFINITY;
        }
        self.error_of(&states, dt, epsilon, samples, cases)
    }
}

/// The states of all bodies of a world, in doubles.
pub fn states<T: Real<D> + Float, const D: usize>(world: &World<T, D>) -> States<D> {
    (world.body_slice().iter())
        .map(|body| {
            [body.position, body.velocity]
                .map(|part| part.map(kinstep::nalgebra::convert_unchecked))
        })
        .collect()
}

/// The largest distance of positions, and of velocities.
pub fn apart<const D: usize>(
    one: &[[SVector<f64, D>; 2]],
    other: &[[SVector<f64, D>; 2]],
) -> [f64; 2] {
    let mut worst = [0.0_f64; 2];
    for (one, other) in one.iter().zip(other) {
        for part in 0..2 {
            let distance = (one[part] - other[part]).norm();
            worst[part] = worst[part].max(if distance.is_nan() {
                f64::INFINITY
            } else {
                distance
            });
        }
    }
    worst
}

fn wide(number: f64) -> Big {
    big(number).with_precision(BITS).value()
}

fn rounded<const D: usize>(states: &[[[Big; D]; 2]]) -> States<D> {
    (states.iter())
        .map(|state| [0, 1].map(|part| SVector::from_fn(|axis, _| small(&state[part][axis]))))
        .collect()
}

type Matrix = Vec<Vec<Big>>;

fn zeros(rows: usize, columns: usize) -> Matrix {
    vec![vec![wide(0.0); columns]; rows]
}

/// `a = constant + ramp t - damping v - stiffness x`: rows and columns are all coordinates where something turns
/// velocities (`is_full`), and else bodies, the same for each axis.
struct Equations<const D: usize> {
    stiffness: Matrix,
    damping: Matrix,
    constant: Vec<[Big; D]>,
    ramp: Vec<[Big; D]>,
    is_full: bool,
}

impl<const D: usize> Equations<D> {
    fn add(matrix: &mut Matrix, is_full: bool, row: usize, column: usize, value: &Big) {
        if is_full {
            for axis in 0..D {
                matrix[row * D + axis][column * D + axis] += value;
            }
        } else {
            matrix[row][column] += value;
        }
    }

    fn stiffen(&mut self, row: usize, column: usize, value: &Big) {
        Self::add(&mut self.stiffness, self.is_full, row, column, value);
    }

    fn damp(&mut self, row: usize, column: usize, value: &Big) {
        Self::add(&mut self.damping, self.is_full, row, column, value);
    }

    /// Adds a constant acceleration.
    fn push(&mut self, body: usize, part: impl Fn(usize) -> Big) {
        for (axis, sum) in self.constant[body].iter_mut().enumerate() {
            *sum += part(axis);
        }
    }

    /// Adds `scale v × Ω` to the acceleration of a body, as part of what is subtracted; and the square where it is asked for.
    fn turn(&mut self, body: usize, omega: &[Big; 3], scale: &Big, centrifugal: Option<&[Big; D]>) {
        let zero = wide(0.0);
        let [x, y, z] = omega.clone();
        let rows = if D == 2 {
            [
                [zero.clone(), x.clone(), zero.clone()],
                [-x, zero.clone(), zero.clone()],
                [zero.clone(), zero.clone(), zero],
            ]
        } else {
            [
                [zero.clone(), z.clone(), -y.clone()],
                [-z, zero.clone(), x.clone()],
                [y, -x, zero],
            ]
        };
        for i in 0..D {
            for k in 0..D {
                self.damping[body * D + i][body * D + k] -= &rows[i][k] * scale;
                let Some(point) = centrifugal else { continue };
                // -Ω × (Ω × r) = -G² r, stiffness is G²
                let square = (0..D).fold(wide(0.0), |sum, j| sum + &rows[i][j] * &rows[j][k]);
                self.constant[body][i] += &square * &point[k];
                self.stiffness[body * D + i][body * D + k] += square;
            }
        }
    }

    /// Bounds of ‖damping‖ and ‖stiffness‖.
    fn rate(&self) -> (f64, f64) {
        let size = |matrix: &Matrix| {
            (matrix.iter())
                .map(|row| row.iter().map(|entry| small(entry).abs()).sum())
                .fold(0.0, f64::max)
        };
        (size(&self.damping), size(&self.stiffness))
    }
}

impl<const D: usize> Net<Big, D> {
    fn equations(&self) -> Equations<D> {
        let n = self.members.len();
        let is_full = (self.forces.iter())
            .any(|force| matches!(force, Acting::Frame { .. } | Acting::Field { .. }));
        let size = if is_full { n * D } else { n };
        let mut equations = Equations {
            stiffness: zeros(size, size),
            damping: zeros(size, size),
            constant: vec![core::array::from_fn(|_| wide(0.0)); n],
            ramp: vec![core::array::from_fn(|_| wide(0.0)); n],
            is_full,
        };
        let free = |on: Option<usize>| {
            let is_free =
                |&body: &usize| !self.members[body].is_fixed && on.is_none_or(|on| on == body);
            (0..n).filter(is_free).collect::<Vec<_>>()
        };
        for force in &self.forces {
            match force {
                Acting::Gravity(g) => {
                    for body in free(None) {
                        equations.push(body, |axis| g[axis].clone());
                    }
                }
                Acting::Drag { on, rate, wind } => {
                    for body in free(*on) {
                        equations.damp(body, body, rate);
                        equations.push(body, |axis| rate * &wind[axis]);
                    }
                }
                Acting::Damper {
                    on,
                    coefficient,
                    wind,
                } => {
                    for body in free(*on) {
                        let rate = coefficient / &self.members[body].mass;
                        equations.damp(body, body, &rate);
                        equations.push(body, |axis| &rate * &wind[axis]);
                    }
                }
                Acting::Push { on, force, growth } => {
                    for body in free(Some(*on)) {
                        let mass = &self.members[body].mass;
                        equations.push(body, |axis| &force[axis] / mass);
                        for (sum, growth) in equations.ramp[body].iter_mut().zip(growth) {
                            *sum += growth / mass;
                        }
                    }
                }
                Acting::Anchor {
                    on,
                    stiffness,
                    damping,
                    point,
                } => {
                    for body in free(Some(*on)) {
                        let mass = &self.members[body].mass;
                        let [stiffness, damping] = [stiffness, damping].map(|of| of / mass);
                        equations.stiffen(body, body, &stiffness);
                        equations.damp(body, body, &damping);
                        equations.push(body, |axis| &stiffness * &point[axis]);
                    }
                }
                Acting::Link {
                    ends,
                    stiffness,
                    damping,
                    point,
                } => {
                    for (here, there, sign) in [(ends[0], ends[1], 1.0), (ends[1], ends[0], -1.0)] {
                        for body in free(Some(here)) {
                            let mass = &self.members[body].mass;
                            let [stiffness, damping] = [stiffness, damping].map(|of| of / mass);
                            equations.stiffen(body, body, &stiffness);
                            equations.damp(body, body, &damping);
                            equations.push(body, |axis| &stiffness * &point[axis] * wide(sign));
                            equations.stiffen(body, there, &-stiffness);
                            equations.damp(body, there, &-damping);
                        }
                    }
                }
                Acting::Frame { omega, point } => {
                    for body in free(None) {
                        equations.turn(body, omega, &wide(2.0), Some(point));
                    }
                }
                Acting::Field { on, field } => {
                    for body in free(*on) {
                        let inverse = wide(1.0) / &self.members[body].mass;
                        equations.turn(body, field, &inverse, None);
                    }
                }
            }
        }
        equations
    }

    /// The states after a time h.
    fn moved(&self, h: &Big) -> Vec<[[Big; D]; 2]> {
        let equations = self.equations();
        // velocities in units of a rate Ω, so that no block of the matrix is larger than Ωh
        let (damping, stiffness) = equations.rate();
        let rate = stiffness.sqrt().max(damping).max(1.0 / small(h).abs());
        let rate = wide(2.0_f64.powf(rate.log2().ceil()));
        let size = equations.stiffness.len();
        // an axis has its own constant and ramp, unless the axes are one system
        let columns = if equations.is_full { 1 } else { D };
        let (x, v, one, time) = (0, size, 2 * size, 2 * size + columns);
        let mut matrix = zeros(2 * (size + columns), 2 * (size + columns));
        let fast = &rate * h;
        let slow = h / &rate;
        for i in 0..size {
            matrix[x + i][v + i] = fast.clone();
            for k in 0..size {
                matrix[v + i][x + k] = -&equations.stiffness[i][k] * &slow;
                matrix[v + i][v + k] = -&equations.damping[i][k] * h;
            }
            for column in 0..columns {
                let (body, axis) = if equations.is_full {
                    (i / D, i % D)
                } else {
                    (i, column)
                };
                matrix[v + i][one + column] = &equations.constant[body][axis] * &slow;
                matrix[v + i][time + column] = &equations.ramp[body][axis] * &slow * h;
            }
        }
        for column in 0..columns {
            matrix[time + column][one + column] = wide(1.0);
        }
        let exponential = exponential(matrix, small(&fast).abs() * 2.0);
        (0..self.members.len())
            .map(|body| {
                [0, 1].map(|part| {
                    core::array::from_fn(|axis| {
                        let (row, column) = if equations.is_full {
                            (part * size + body * D + axis, 0)
                        } else {
                            (part * size + body, axis)
                        };
                        let row = &exponential[row];
                        let mut sum = row[one + column].clone();
                        for i in 0..size {
                            let (body, axis) = if equations.is_full {
                                (i / D, i % D)
                            } else {
                                (i, axis)
                            };
                            let member = &self.members[body];
                            sum += &row[x + i] * &member.position[axis];
                            sum += &row[v + i] * &member.velocity[axis] / &rate;
                        }
                        if part == 0 { sum } else { sum * &rate }
                    })
                })
            })
            .collect()
    }
}

/// `exp(A)` by its series and squaring. `size` bounds the norm of A, constants and ramps left out.
fn exponential(mut matrix: Matrix, size: f64) -> Matrix {
    let halvings = 10 + size.max(1.0).log2().ceil() as isize;
    for entry in matrix.iter_mut().flatten() {
        *entry = entry.clone() >> halvings;
    }
    let n = matrix.len();
    let mut term = zeros(n, n);
    for (i, row) in term.iter_mut().enumerate() {
        row[i] = wide(1.0);
    }
    let mut sum = term.clone();
    // 10 bits a term and those of the factorial
    for k in 1..42 {
        term = product(&matrix, &term);
        for (sum, term) in sum.iter_mut().flatten().zip(term.iter_mut().flatten()) {
            *term = &*term / wide(f64::from(k));
            *sum += &*term;
        }
    }
    for _ in 0..halvings {
        sum = product(&sum, &sum);
    }
    sum
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let n = a.len();
    let mut result = zeros(n, n);
    for (row, sums) in a.iter().zip(&mut result) {
        for (factor, b) in row.iter().zip(b) {
            if *factor == Big::ZERO {
                continue;
            }
            for (sum, entry) in sums.iter_mut().zip(b) {
                if *entry != Big::ZERO {
                    *sum += factor * entry;
                }
            }
        }
    }
    result
}
