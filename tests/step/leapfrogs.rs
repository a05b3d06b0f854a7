//! Compares flow–kick–flow with kick–flow–kick and velocity Verlet. If no force is linear, the
//! latter two are the same.

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, LinearLaw, Scheme, Spring, UniformGravity, World2};
use truths::build::Build;

/// Number of steps of a run.
const STEPS: usize = 400;
/// Number of runs, each from a later state of one true motion.
const STARTS: usize = 100;
/// Number of steps of the true motion in each step of a run.
const TRUE_STEPS: usize = 20;

type State = (Vector2<f64>, Vector2<f64>);

/// A body under forces per mass that depend only on its position.
struct Problem {
    acceleration: fn(&Vector2<f64>) -> Vector2<f64>,
    /// Stiffness per mass of an additional spring [1/s²].
    spring: f64,
    start: State,
    /// Duration of a run [s].
    duration: f64,
}

impl Problem {
    fn world(&self, scheme: Scheme, (position, velocity): State) -> World2 {
        let mut world = World2::new();
        world.set_scheme(scheme);
        let acceleration = self.acceleration;
        world.pull(ForceField::new(move |x: &Vector2<f64>, _| acceleration(x)));
        if self.spring != 0.0 {
            world.pull(Spring::stiffness(self.spring));
        }
        world.put(Body2::point(1.0).at(position).moving(velocity));
        world
    }

    /// The states of a run: its start, and then one state after every `every` steps of `h`.
    fn run(&self, scheme: Scheme, start: State, h: f64, every: usize, count: usize) -> Vec<State> {
        let mut world = self.world(scheme, start);
        let mut states = vec![start];
        for _ in 0..count {
            (0..every).for_each(|_| world.step(h).unwrap());
            let body = world.body_slice()[0];
            states.push((body.position, body.velocity));
        }
        states
    }

    /// Kick, flow, kick, with the exact flow of the spring.
    fn kick_flow_kick(&self, start: State, h: f64, count: usize) -> Vec<State> {
        let flow = LinearLaw::spring(self.spring).flow(h);
        let (mut x, mut v) = start;
        let mut states = vec![start];
        for _ in 0..count {
            v += (self.acceleration)(&x) * (0.5 * h);
            flow.advance(&mut x, &mut v, 0.0);
            v += (self.acceleration)(&x) * (0.5 * h);
            states.push((x, v));
        }
        states
    }

    /// The error of FlowKick divided by that of another stepper. An error is the root mean square
    /// over a run: of the run from the start, and of runs from starts all along the motion.
    fn ratios(&self, other: Stepper) -> [f64; 2] {
        let h = self.duration / STEPS as f64;
        let (start, fine) = (self.start, h / TRUE_STEPS as f64);
        let truth = self.run(Scheme::FlowKick4, start, fine, TRUE_STEPS, 2 * STEPS);
        let square_errors = |step: Stepper, first: usize| -> f64 {
            (step(self, truth[first], h).iter().zip(&truth[first..]))
                .map(|(state, truth)| (state.0 - truth.0).norm_squared())
                .sum()
        };
        let [flow, other] = [FLOW_KICK, other].map(|stepper| {
            let starts = (0..STARTS).map(|start| start * STEPS / STARTS);
            let errors = starts.map(|first| square_errors(stepper, first));
            errors.collect::<Vec<_>>()
        });
        let all = flow.iter().sum::<f64>() / other.iter().sum::<f64>();
        [flow[0] / other[0], all].map(f64::sqrt)
    }

    /// Compares the ratios with the documentation of [`Scheme`] and of the derivation of the kick.
    #[track_caller]
    fn assert_ratios(&self, name: &str, other: Stepper, expected: [f64; 2]) {
        let ratios = self.ratios(other);
        println!("{name:45} {:6.3} {:6.3}", ratios[0], ratios[1]);
        let mut pairs = ratios.iter().zip(expected);
        let are_near = pairs.all(|(got, told)| (got / told - 1.0).abs() < 0.1);
        assert!(are_near, "{name}: {ratios:?}, not {expected:?}");
    }
}

/// The states of a run of a problem from a start, in steps of `h`.
type Stepper = fn(&Problem, State, f64) -> Vec<State>;

const FLOW_KICK: Stepper = |problem, start, h| problem.run(Scheme::FlowKick, start, h, 1, STEPS);
const VERLET: Stepper = |problem, start, h| problem.run(Scheme::VelocityVerlet, start, h, 1, STEPS);
const KICK_FLOW_KICK: Stepper = |problem, start, h| problem.kick_flow_kick(start, h, STEPS);

fn duffing(x: &Vector2<f64>) -> Vector2<f64> {
    x.map(|x| -x - x * x * x)
}

fn pendulum(x: &Vector2<f64>) -> Vector2<f64> {
    x.map(|x| -x.sin())
}

fn gravity(x: &Vector2<f64>) -> Vector2<f64> {
    x * -(x.norm_squared() + 1e-2).powf(-1.5)
}

/// Drift–kick–drift is kick–drift–kick, seen half a kick and half a drift later. So both have the
/// same frequencies, bounds and stability; they differ by the orbit on which they put a start.
#[test]
fn flow_kick_and_velocity_verlet_are_the_same_motion_where_nothing_is_linear() {
    let h = 0.2;
    let problem = Problem {
        acceleration: duffing,
        spring: 0.0,
        start: (Vector2::new(1.0, 0.6), Vector2::zeros()),
        duration: 200.0,
    };
    let later = |(x, v): State| {
        let v = v + duffing(&x) * (0.5 * h);
        (x + v * (0.5 * h), v)
    };
    let verlet = problem.run(Scheme::VelocityVerlet, problem.start, h, 1, 1000);
    let flow = problem.run(Scheme::FlowKick, later(problem.start), h, 1, 1000);
    let apart = |((x, v), flow): (State, &State)| (x - flow.0).norm() + (v - flow.1).norm();
    let furthest = (verlet.into_iter().map(later).zip(&flow)).map(apart);
    let furthest = furthest.fold(0.0, f64::max);
    // measured: 4e-13; the states are of size 1
    assert!(furthest < 4e-12, "{furthest:e}");
}

fn at_rest(x: f64) -> State {
    (Vector2::new(x, 0.0), Vector2::zeros())
}

fn at_full_speed(v: f64) -> State {
    (Vector2::zeros(), Vector2::new(v, 0.0))
}

/// A problem of 20 s under kicks alone.
fn kicked(acceleration: fn(&Vector2<f64>) -> Vector2<f64>, start: State) -> Problem {
    Problem {
        acceleration,
        spring: 0.0,
        start,
        duration: 20.0,
    }
}

/// It depends on the start of a motion which of the two leapfrogs is more accurate.
#[test]
fn which_leapfrog_is_nearer_depends_on_the_start() {
    let orbit = |r, v| (Vector2::new(r, 0.0), Vector2::new(0.0, v));
    let at_bottom = at_full_speed((2.0 - 2.0 * 2.0_f64.cos()).sqrt());
    let near = kicked(duffing, at_rest(1.0));
    let middle = kicked(duffing, at_full_speed(1.5_f64.sqrt()));
    let mut far = kicked(duffing, at_rest(3.0));
    far.duration = 5.0;
    let high = kicked(pendulum, at_rest(2.0));
    let bottom = kicked(pendulum, at_bottom);
    let apocentre = kicked(gravity, orbit(1.6, 0.5));
    let pericentre = kicked(gravity, orbit(0.4, 2.0));
    for (name, problem, expected) in [
        ("Duffing, 1 m, rest", near, [2.6, 1.0]),
        ("Duffing, 1 m, full speed", middle, [0.70, 1.0]),
        ("Duffing, 3 m, rest", far, [6.1, 1.0]),
        ("pendulum, 2 rad, rest", high, [0.85, 0.70]),
        ("pendulum, 2 rad, full speed", bottom, [0.65, 0.71]),
        ("gravity, apocentre", apocentre, [1.02, 0.63]),
        ("gravity, pericentre", pericentre, [0.144, 0.52]),
    ] {
        problem.assert_ratios(name, VERLET, expected);
        // kick–flow–kick makes the same steps
        problem.assert_ratios(name, KICK_FLOW_KICK, expected);
    }
}

/// With a spring in the flow, FlowKick is the more accurate the weaker the kicks are.
#[test]
fn the_weaker_the_kick_the_nearer_is_the_flow_in_halves() {
    let cubic = |x: &Vector2<f64>| x.map(|x| -x * x * x);
    let weak = |x: &Vector2<f64>| x.map(|x| -0.1 * x * x * x);
    let sine = |x: &Vector2<f64>| x.map(|x| -(x - 0.5).sin());
    let beside = |spring, acceleration, start| Problem {
        spring,
        ..kicked(acceleration, start)
    };
    let rest = at_rest(1.0);
    let middle = at_full_speed(1.5_f64.sqrt());
    let [slow, fast] = [1.0, 10.0].map(at_full_speed);
    for (name, problem, expected) in [
        ("cubic, rest", beside(1.0, cubic, rest), [0.90, 0.33]),
        ("cubic, speed", beside(1.0, cubic, middle), [0.27, 0.32]),
        ("weak, rest", beside(1.0, weak, rest), [0.023, 0.017]),
    ] {
        problem.assert_ratios(name, VERLET, expected);
    }
    for (name, problem, expected) in [
        ("cubic, rest", beside(1.0, cubic, rest), [7.4, 0.97]),
        ("cubic, speed", beside(1.0, cubic, middle), [1.0, 0.96]),
        ("weak, rest", beside(1.0, weak, rest), [3.5, 0.74]),
        ("weak, speed", beside(1.0, weak, slow), [0.85, 0.78]),
        // ωh = 0.5, and 4 and 8 beyond the first resonances
        ("stiff, rest", beside(100.0, sine, rest), [0.52, 0.52]),
        ("stiff, speed", beside(100.0, sine, fast), [0.49, 0.52]),
        ("stiffer", beside(6400.0, sine, rest), [0.83, 1.02]),
        ("stiffest", beside(25600.0, sine, rest), [2.2, 2.5]),
    ] {
        problem.assert_ratios(name, KICK_FLOW_KICK, expected);
    }
}

/// If kicks balance a constant acceleration c, a body stays at rest: under FlowKick at a distance
/// `c h²/8` from the balance, along the kick.
#[test]
fn a_body_rests_beside_where_kicks_balance_gravity() {
    let (g, h) = (9.81, 1.0 / 60.0);
    // -g - 20 y - 20 y³ = 0
    let balance = (0..50).fold(-0.4_f64, |y, _| {
        y - (g + 20.0 * y + 20.0 * y.powi(3)) / (20.0 + 60.0 * y * y)
    });
    for (scheme, beside) in [
        (Scheme::VelocityVerlet, 0.0),
        (Scheme::FlowKick, g * h * h / 8.0),
    ] {
        let problem = Problem {
            acceleration: |x| x.map(|x| -20.0 * (x + x * x * x)),
            spring: 0.0,
            start: (Vector2::new(0.0, balance + beside), Vector2::zeros()),
            duration: 0.0,
        };
        let mut world = problem.world(scheme, problem.start);
        world.pull(UniformGravity::new([0.0, -g]));
        for _ in 0..1000 {
            world.step(h).unwrap();
            let off = world.body_slice()[0].position.y - problem.start.0.y;
            // measured: 2e-16
            assert!(off.abs() < 1e-14, "{scheme}: {off:e}");
        }
    }
}
