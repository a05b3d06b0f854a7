//! Networks of springs and dampers, and their motion to a hundred digits. One matrix exponential
//! gives the motion; it shares nothing with the formulas of the crate.

use kinstep::nalgebra::{SVector, convert};
use kinstep::{
    Body, BodyId, ConstantForce, Float, Force, LinearDrag, MagneticField, Magnus, Real,
    RotatingFrame, Scheme, Spring, UniformGravity, World,
};

use crate::Cases;
use crate::build::Build;
use crate::truth::{Big, big, small};

/// Bits of all numbers. Each squaring of the matrix loses one bit, and a mode that has decayed by
/// 2⁻ᵏ loses k bits.
const BITS: usize = 512;

/// A body of a network.
#[derive(Clone, Debug)]
pub struct Member<N, const D: usize> {
    pub mass: N,
    pub position: [N; D],
    pub velocity: [N; D],
    /// Whether the body is fixed: no force changes its velocity.
    pub is_fixed: bool,
}

/// Kind of a linear force. Each kind names the numbers and vectors of [`Acting`] that it uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// The acceleration.
    Gravity,
    /// The rate, and the wind.
    Drag,
    /// The coefficient, and the wind.
    Damper,
    /// Force, and its rate of change.
    Push,
    /// Stiffness and damping, and the anchor point.
    Anchor,
    /// Stiffness, damping and anchor point of a link between two bodies.
    Link,
    /// Angular velocity of a frame, in the plane its first number, and the point about which the
    /// frame rotates. The first number of the second vector is 1; it is a factor of the squared
    /// angular velocity, which a law stores as a number of its own.
    Frame,
    /// The magnetic field for a charge of 1 C, and the electric field.
    Field,
    /// Spin, wind, and the coefficient as the first number of the second vector.
    Lift,
}

/// A linear force.
#[derive(Clone, Debug)]
pub struct Acting<N, const D: usize> {
    pub kind: Kind,
    /// Indices of the bodies that the force acts on: one body, or the two ends of a link; empty for
    /// all bodies.
    pub on: Vec<usize>,
    pub numbers: [N; 3],
    pub vectors: [[N; D]; 2],
}

/// Bodies and the forces on them; `N` is the type of all numbers.
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
        let mut forces = Vec::new();
        for force in &self.forces {
            forces.push(Acting {
                kind: force.kind,
                on: force.on.clone(),
                numbers: force.numbers.each_ref().map(&mut to),
                vectors: (force.vectors.each_ref()).map(|vector| vector.each_ref().map(&mut to)),
            });
        }
        Net { members, forces }
    }
}

/// Which damping a random network has.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Damping {
    /// Damping that commutes with the springs: none, one rate for all bodies, or proportional to
    /// the stiffness.
    Commuting,
    Any,
}

impl<const D: usize> Net<f64, D> {
    /// A random tree or mesh of `n` bodies, anchored or free. Stiffnesses are between 1 N/m and
    /// `ratio` times as much (at least 1.5 times).
    pub fn random(
        cases: &mut Cases,
        n: usize,
        ratio: f64,
        damping: Damping,
        round: fn(f64) -> f64,
    ) -> Self {
        let mut net = Self::default();
        let vector = |cases: &mut Cases, size: f64| {
            <[f64; D]>::from(cases.vector::<f64, D>(size)).map(round)
        };
        for _ in 0..n {
            let (position, velocity) = (vector(cases, 2.0), vector(cases, 2.0));
            net.body(round(cases.decades(0.1, 10.0)), position, velocity);
        }
        // ratio of damping to stiffness, where it is equal for all springs
        let kind = cases.uniform(0.0..3.0);
        let share = cases.decades(1e-3, 1.0) / ratio.sqrt();
        let spring = |cases: &mut Cases| {
            let stiffness = round(cases.decades(1.0, ratio.max(1.5)));
            let coefficient = match damping {
                Damping::Commuting if kind < 2.0 => 0.0,
                Damping::Commuting => round(stiffness * share),
                Damping::Any if cases.chance(0.3) => 0.0,
                Damping::Any => round(stiffness.sqrt() * cases.decades(1e-2, 3.0)),
            };
            (stiffness, coefficient, vector(cases, 1.0))
        };
        for body in 1..n {
            let other = cases.below(body);
            let (stiffness, damping, point) = spring(cases);
            net.link([body, other], stiffness, damping, point);
        }
        // loops, and sometimes a second link between the same two bodies
        while n > 2 && cases.chance(0.5) {
            let ends = [0; 2].map(|_: usize| cases.below(n));
            if ends[0] != ends[1] {
                let (stiffness, damping, point) = spring(cases);
                net.link(ends, stiffness, damping, point);
            }
        }
        if cases.chance(0.5) {
            let (stiffness, damping, point) = spring(cases);
            net.anchor(0, stiffness, damping, point);
        }
        if damping == Damping::Commuting && kind < 1.0 {
            let rate = round(cases.decades(1e-3, 1.0));
            net.drag(None, rate, vector(cases, 3.0));
        }
        if cases.chance(0.5) {
            net.gravity(vector(cases, 10.0));
        }
        if cases.chance(0.5) {
            let (force, growth) = (vector(cases, 3.0), vector(cases, 1.0));
            net.push(n - 1, force, growth);
        }
        net
    }

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

    fn act(
        &mut self,
        kind: Kind,
        on: impl IntoIterator<Item = usize>,
        numbers: [f64; 3],
        vectors: [[f64; D]; 2],
    ) {
        self.forces.push(Acting {
            kind,
            on: on.into_iter().collect(),
            numbers,
            vectors,
        });
    }

    /// Adds gravity.
    pub fn gravity(&mut self, g: [f64; D]) {
        self.act(Kind::Gravity, None, [0.0; 3], [g, [0.0; D]]);
    }

    /// Adds drag by its rate, on one body or on all.
    pub fn drag(&mut self, on: Option<usize>, rate: f64, wind: [f64; D]) {
        self.act(Kind::Drag, on, [rate, 0.0, 0.0], [wind, [0.0; D]]);
    }

    /// Adds drag by its coefficient.
    pub fn damper(&mut self, on: Option<usize>, coefficient: f64, wind: [f64; D]) {
        self.act(Kind::Damper, on, [coefficient, 0.0, 0.0], [wind, [0.0; D]]);
    }

    /// Adds a force that grows linearly with time.
    pub fn push(&mut self, on: usize, force: [f64; D], growth: [f64; D]) {
        self.act(Kind::Push, [on], [0.0; 3], [force, growth]);
    }

    /// Adds a spring to a point.
    pub fn anchor(&mut self, on: usize, stiffness: f64, damping: f64, point: [f64; D]) {
        self.act(
            Kind::Anchor,
            [on],
            [stiffness, damping, 0.0],
            [point, [0.0; D]],
        );
    }

    /// Adds a link.
    pub fn link(&mut self, ends: [usize; 2], stiffness: f64, damping: f64, point: [f64; D]) {
        self.act(
            Kind::Link,
            ends,
            [stiffness, damping, 0.0],
            [point, [0.0; D]],
        );
    }

    /// Adds a frame that rotates about a point.
    pub fn frame(&mut self, omega: [f64; 3], point: [f64; D]) {
        self.act(Kind::Frame, None, omega, [point, [1.0; D]]);
    }

    /// Adds a magnetic and an electric field.
    pub fn field(&mut self, on: Option<usize>, field: [f64; 3], electric: [f64; D]) {
        self.act(Kind::Field, on, field, [electric, [0.0; D]]);
    }

    /// Adds lift.
    pub fn lift(&mut self, coefficient: f64, spin: [f64; 3], wind: [f64; D]) {
        self.act(Kind::Lift, None, spin, [wind, [coefficient; D]]);
    }

    /// The forces of a kind.
    pub fn of_kind(&mut self, kind: Kind) -> impl Iterator<Item = &mut Acting<f64, D>> {
        (self.forces.iter_mut()).filter(move |force| force.kind == kind)
    }

    /// The world of this network, with its bodies and forces in the same order.
    pub fn world<T: Real<D> + Float>(&self) -> World<T, D> {
        fn add<T: Real<D>, const D: usize>(
            world: &mut World<T, D>,
            on: &[BodyId],
            force: impl Force<T, D> + 'static,
        ) {
            match on {
                [] => world.pull(force),
                &[on] => world.pull_on(on, force),
                &[a, b, ..] => world.tie([a, b], force),
            };
        }
        let mut world = World::new();
        let mut ids = vec![];
        for member in &self.members {
            let body = Body::<T, D>::point(convert(member.mass))
                .at(member.position.map(convert))
                .moving(member.velocity.map(convert));
            ids.push(world.put(if member.is_fixed { body.fixed() } else { body }));
        }
        for force in &self.forces {
            let on: Vec<_> = force.on.iter().map(|&index| ids[index]).collect();
            let [a, b, _] = force.numbers.map(convert::<f64, T>);
            let [vector, growth] = force.vectors.map(|vector| vector.map(convert::<f64, T>));
            let axial = T::axial_from(force.numbers.map(convert));
            let world = &mut world;
            match force.kind {
                Kind::Gravity => add(world, &on, UniformGravity::new(vector)),
                Kind::Drag => add(world, &on, LinearDrag::rate(a).in_wind(vector)),
                Kind::Damper => add(world, &on, LinearDrag::coefficient(a).in_wind(vector)),
                Kind::Push => add(world, &on, ConstantForce::new(vector).ramping(growth)),
                Kind::Anchor | Kind::Link => {
                    add(
                        world,
                        &on,
                        Spring::stiffness(a).damping(b).anchored_at(vector),
                    );
                }
                Kind::Frame => add(world, &on, RotatingFrame::new(axial).about(vector)),
                Kind::Field => {
                    add(
                        world,
                        &on,
                        MagneticField::new(axial).with_electric_field(vector),
                    );
                }
                Kind::Lift => add(world, &on, Magnus::new(growth[0], axial).in_wind(vector)),
            }
        }
        world
    }

    /// The states after `dt`; only the result is rounded.
    pub fn after(&self, dt: f64) -> States<D> {
        rounded(&self.map(|number| wide(*number)).moved(&wide(dt)))
    }

    /// The same network with its bodies in the given states.
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

    /// The larger one of the errors of positions and of velocities after `dt`, in units of
    /// `epsilon` times the sum of the conditioning and the size of the initial state.
    ///
    /// The conditioning is the first-order change of the result when each input number, including
    /// the step, has a relative change between 1/2 and 1, up or down. These changes are chosen at
    /// random `samples` times; the largest result counts.
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
                let share = cases.signed_decades(0.5, 1.0);
                wide(number) * (wide(1.0) + wide(share) * &nudge)
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
        if (states.iter().flatten().flatten()).any(|number| !number.is_finite()) {
            return f64::INFINITY;
        }
        let mut worst = 0.0_f64;
        for (state, exact) in states.iter().zip(&exact) {
            for part in 0..2 {
                for axis in 0..D {
                    let error = wide(state[part][axis]) - &exact[part][axis];
                    let error = small(&error).abs() / (epsilon * (moved[part] + scale[part]));
                    worst = worst.max(if error.is_nan() { f64::INFINITY } else { error });
                }
            }
        }
        worst
    }

    /// Like [`error_of`](Self::error_of), for one step of the world of this network. A step that
    /// fails has an infinite error.
    pub fn error_of_step<T: Real<D> + Float>(
        &self,
        dt: f64,
        epsilon: f64,
        samples: usize,
        cases: &mut Cases,
    ) -> f64 {
        let mut world = self.world::<T>();
        if world.step(convert(dt)).is_err() {
            return f64::INFINITY;
        }
        let states = states(&world);
        self.error_of(&states, dt, epsilon, samples, cases)
    }
}

/// The states of all bodies of a world, in double precision.
pub fn states<T: Real<D> + Float, const D: usize>(world: &World<T, D>) -> States<D> {
    (world.body_slice().iter())
        .map(|body| {
            [body.position, body.velocity]
                .map(|part| part.map(kinstep::nalgebra::convert_unchecked))
        })
        .collect()
}

/// The largest distance between positions of the same body, and the largest between velocities.
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

/// The states after one second, made in `steps` equal steps.
pub fn after_a_second<const D: usize>(
    world: &World<f64, D>,
    scheme: Scheme,
    steps: u32,
) -> States<D>
where
    f64: Real<D>,
{
    let mut world = world.clone();
    world.set_scheme(scheme);
    world.run(1.0 / f64::from(steps), steps);
    states(&world)
}

/// Order of convergence of the positions after one second, observed between `steps` and twice as
/// many steps; infinite if only rounding errors are left.
pub fn order<const D: usize>(
    world: &World<f64, D>,
    scheme: Scheme,
    steps: u32,
    truth: &[[SVector<f64, D>; 2]],
) -> f64
where
    f64: Real<D>,
{
    let [coarse, fine] =
        [steps, 2 * steps].map(|steps| apart(&after_a_second(world, scheme, steps), truth)[0]);
    let order = (coarse / fine).log2();
    println!("{scheme}: order {order:.3} (errors {coarse:.1e}, {fine:.1e})");
    if coarse < 1e-13 { f64::INFINITY } else { order }
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

/// Equation of motion `a = constant + ramp t - damping v - stiffness x`. Rows and columns are
/// coordinates if a force rotates velocities (`is_full`); otherwise they are bodies, and the
/// matrices are the same for each axis.
struct Equations<const D: usize> {
    stiffness: Matrix,
    damping: Matrix,
    constant: Vec<[Big; D]>,
    ramp: Vec<[Big; D]>,
    is_full: bool,
}

/// The matrix G with `G v = v × Ω`; in the plane only the first number of Ω counts.
fn gyration<const D: usize>(omega: &[Big; 3]) -> [[Big; 3]; 3] {
    let zero = wide(0.0);
    let [x, y, z] = omega.clone();
    if D == 2 {
        let none = [zero.clone(), zero.clone(), zero.clone()];
        return [
            [zero.clone(), x.clone(), zero.clone()],
            [-x, zero.clone(), zero],
            none,
        ];
    }
    [
        [zero.clone(), z.clone(), -y.clone()],
        [-z, zero.clone(), x.clone()],
        [y, -x, zero],
    ]
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

    /// Adds `scale v × Ω` to the acceleration of a body, as a negative part of the damping matrix.
    fn turn(&mut self, body: usize, omega: &[Big; 3], scale: &Big) {
        for (i, row) in gyration::<D>(omega).iter().enumerate().take(D) {
            for (k, entry) in row.iter().enumerate().take(D) {
                self.damping[body * D + i][body * D + k] -= entry * scale;
            }
        }
    }

    /// Adds the centrifugal acceleration about a point, `-Ω × (Ω × r) = -G² r`, as the stiffness
    /// G².
    fn square(&mut self, body: usize, omega: &[Big; 3], point: &[Big; D], factor: &Big) {
        let rows = gyration::<D>(omega);
        for i in 0..D {
            for k in 0..D {
                let square = (0..D).fold(wide(0.0), |sum, j| sum + &rows[i][j] * &rows[j][k]);
                let square = square * factor;
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
            .any(|force| matches!(force.kind, Kind::Frame | Kind::Field | Kind::Lift));
        let size = if is_full { n * D } else { n };
        let mut equations = Equations {
            stiffness: zeros(size, size),
            damping: zeros(size, size),
            constant: vec![core::array::from_fn(|_| wide(0.0)); n],
            ramp: vec![core::array::from_fn(|_| wide(0.0)); n],
            is_full,
        };
        for force in &self.forces {
            let [first, growth] = &force.vectors;
            let is_on = |body: usize| force.on.is_empty() || force.on.contains(&body);
            for body in (0..n).filter(|&body| is_on(body) && !self.members[body].is_fixed) {
                let inverse = wide(1.0) / &self.members[body].mass;
                let [a, b, _] = force.numbers.each_ref().map(|number| number * &inverse);
                match force.kind {
                    Kind::Gravity => equations.push(body, |axis| first[axis].clone()),
                    Kind::Drag | Kind::Damper => {
                        let by_mass = force.kind == Kind::Damper;
                        let rate = if by_mass { a } else { force.numbers[0].clone() };
                        equations.damp(body, body, &rate);
                        equations.push(body, |axis| &rate * &first[axis]);
                    }
                    Kind::Push => {
                        equations.push(body, |axis| &first[axis] * &inverse);
                        for (sum, growth) in equations.ramp[body].iter_mut().zip(growth) {
                            *sum += growth * &inverse;
                        }
                    }
                    Kind::Anchor | Kind::Link => {
                        equations.stiffen(body, body, &a);
                        equations.damp(body, body, &b);
                        // the anchor point is relative to the second end
                        let is_second = force.on[0] != body;
                        let sign = wide(if is_second { -1.0 } else { 1.0 });
                        equations.push(body, |axis| &a * &first[axis] * &sign);
                        if let &[one, other] = &force.on[..] {
                            let there = if is_second { one } else { other };
                            equations.stiffen(body, there, &-a);
                            equations.damp(body, there, &-b);
                        }
                    }
                    Kind::Frame => {
                        equations.turn(body, &force.numbers, &wide(2.0));
                        equations.square(body, &force.numbers, first, &growth[0]);
                    }
                    Kind::Field => {
                        equations.turn(body, &force.numbers, &inverse);
                        equations.push(body, |axis| &first[axis] * &inverse);
                    }
                    Kind::Lift => {
                        // ω × (v - w) = (v - w) × -ω
                        let scale = -&growth[0] * &inverse;
                        equations.turn(body, &force.numbers, &scale);
                        let turn = gyration::<D>(&force.numbers);
                        equations.push(body, |i| {
                            (0..D).fold(wide(0.0), |sum, k| sum - &turn[i][k] * &first[k]) * &scale
                        });
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
        // each axis has its own constant and ramp, unless all axes form one system
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
    // each term adds 10 bits, and the bits of its factorial
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

#[cfg(test)]
mod tests {
    use super::*;
    use kinstep::nalgebra::{Vector2, Vector3};

    #[test]
    fn the_truth_is_true() {
        // two bodies on a spring, and their centre of mass in gravity: ω² = k/μ = 9 · 3/2
        let mut net = Net::<f64, 2>::default();
        net.body(1.0, [1.0, 0.0], [0.0, 0.0]);
        net.body(2.0, [0.0, 0.0], [0.0, 0.0]);
        net.link([0, 1], 9.0, 0.0, [0.0, 0.0]);
        net.gravity([0.0, -2.0]);
        let after = net.after(1.5);
        let separation = (13.5_f64.sqrt() * 1.5).cos();
        let difference = after[0][0] - after[1][0];
        assert!((difference - Vector2::new(separation, 0.0)).norm() < 1e-15);
        let middle = (after[0][0] + after[1][0] * 2.0) / 3.0;
        assert!((middle - Vector2::new(1.0 / 3.0, -2.25)).norm() < 1e-15);

        // a body circles in a field; a body at rest circles as seen from a rotating frame
        let mut net = Net::<f64, 2>::default();
        net.body(2.0, [0.0, 0.0], [3.0, 0.0]);
        net.field(None, [4.0, 0.0, 0.0], [0.0; 2]);
        let velocity = net.after(0.7)[0][1];
        let turned = Vector2::new(1.4_f64.cos(), -1.4_f64.sin()) * 3.0;
        assert!((velocity - turned).norm() < 1e-15);
        let mut net = Net::<f64, 3>::default();
        net.body(2.0, [3.0, 0.0, 0.0], [0.0, -6.0, 0.0]);
        net.frame([0.0, 0.0, 2.0], [0.0; 3]);
        let position = net.after(0.7)[0][0];
        let turned = Vector3::new(1.4_f64.cos(), -1.4_f64.sin(), 0.0) * 3.0;
        assert!((position - turned).norm() < 1e-15);

        // all forces at once, against a thousand Runge–Kutta steps, which use only accelerations
        let mut net = Net::<f64, 3>::random(&mut Cases::new(3), 4, 10.0, Damping::Any, |x| x);
        let support = net.support([1.0, 2.0, 3.0], [-0.5, 0.2, 0.1]);
        net.link([support, 1], 3.0, 0.2, [0.1, 0.2, 0.3]);
        net.link([2, support], 2.0, 0.0, [0.1, 0.2, 0.3]);
        net.anchor(3, 2.0, 0.3, [4.0, -1.0, 0.5]);
        net.damper(Some(1), 0.3, [1.0, 2.0, -1.0]);
        net.drag(Some(2), 0.2, [1.0, 0.0, 0.5]);
        net.frame([0.2, 0.3, -0.4], [1.0, 0.0, 2.0]);
        net.field(Some(0), [0.5, -1.0, 2.0], [0.3, 0.0, -0.2]);
        net.lift(0.25, [0.4, 1.0, -0.6], [2.0, 0.5, 1.0]);
        let stepped = after_a_second(&net.world(), Scheme::Rk4, 1024);
        let [position, velocity] = apart(&stepped, &net.after(1.0));
        println!("a thousand steps of Runge and Kutta: {position:.1e} m, {velocity:.1e} m/s");
        assert!(position < 1e-9 && velocity < 1e-9);
    }
}
