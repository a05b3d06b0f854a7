//! No quantity has a natural size: a world whose units of length, time and mass are other powers of
//! two moves in the same way, or reports that it cannot. If squares overflow, an answer is right or
//! an error.

use kinstep::nalgebra::{SVector, convert, try_convert};
use kinstep::{
    Body, BuiltInForce, DryFriction, LinearDrag, PointGravity, QuadraticDrag, QuadraticFall, Real,
    Scheme, Spring, StepError, UniformGravity, World,
};

/// Units of length, time and mass, as exponents of two.
#[derive(Debug, Clone, Copy)]
struct Units {
    length: i32,
    time: i32,
    mass: i32,
}

/// Powers of length, time and mass in the unit of a quantity.
type Powers = [i32; 3];
const LENGTH: Powers = [1, 0, 0];
const TIME: Powers = [0, 1, 0];
const SPEED: Powers = [1, -1, 0];
const ACCELERATION: Powers = [1, -2, 0];
const STIFFNESS: Powers = [0, -2, 1];
const DAMPING: Powers = [0, -1, 1];
const DRAG: Powers = [-1, 0, 1];
const ATTRACTION: Powers = [3, -2, 0];

impl Units {
    const ONE: Self = Self {
        length: 0,
        time: 0,
        mass: 0,
    };

    /// The exponent of the unit of a quantity.
    fn exponent(self, [l, t, m]: Powers) -> i32 {
        l * self.length + t * self.time + m * self.mass
    }

    fn of<T: Real<D>, const D: usize>(self, number: f64, powers: Powers) -> T {
        convert(number * 2_f64.powi(self.exponent(powers)))
    }

    fn vector<T: Real<D>, const D: usize>(self, x: f64, y: f64, powers: Powers) -> SVector<T, D> {
        SVector::from_fn(|row, _| self.of([x, y, 0.3 * y][row], powers))
    }
}

/// Forces, each with the powers of its parameters.
fn forces<T: Real<D>, const D: usize>(units: Units) -> Vec<(BuiltInForce<T, D>, Vec<Powers>)> {
    let of = |number, powers| units.of::<T, D>(number, powers);
    let vector = |x, y, powers| units.vector::<T, D>(x, y, powers);
    let (wind, gravity) = (vector(0.2, 0.1, SPEED), vector(0.1, -1.0, ACCELERATION));
    let anchor = vector(0.3, -0.4, LENGTH);
    let quadratic = QuadraticDrag::coefficient(of(0.3, DRAG));
    let spring = Spring::stiffness(of(0.8, STIFFNESS)).damping(of(0.1, DAMPING));
    let rod = Spring::stiffness(of(0.8, STIFFNESS)).length(of(0.9, LENGTH));
    let tether = Spring::stiffness(of(0.8, STIFFNESS))
        .length(of(0.9, LENGTH))
        .pulls_only();
    let drag = LinearDrag::coefficient(of(0.3, DAMPING));
    let fall = QuadraticFall::new(gravity).with_terminal_speed(of(2.0, SPEED));
    let attractor = PointGravity::new(of(1.1, ATTRACTION));
    vec![
        (UniformGravity::new(gravity).into(), vec![]),
        (drag.in_wind(wind).into(), vec![DAMPING]),
        (quadratic.into(), vec![DRAG]),
        (quadratic.in_wind(wind).into(), vec![DRAG]),
        (fall.into(), vec![]),
        (
            DryFriction::deceleration(of(0.4, ACCELERATION)).into(),
            vec![],
        ),
        (spring.anchored_at(anchor).into(), vec![STIFFNESS, DAMPING]),
        (rod.into(), vec![STIFFNESS]),
        (tether.into(), vec![STIFFNESS]),
        (attractor.into(), vec![ATTRACTION]),
        (attractor.centered_at(anchor).into(), vec![ATTRACTION]),
    ]
}

/// How a force acts.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Acts {
    Alone,
    AsLink,
    /// Beside other forces, so that it kicks.
    Beside,
}

/// Two bodies under a force, after a step by a scheme, or after an advance if there is none; in
/// units of one.
fn after<T: Real<D>, const D: usize>(
    scheme: Option<Scheme>,
    force: usize,
    acts: Acts,
    units: Units,
) -> Result<Vec<f64>, StepError<T>> {
    let mut world = World::<T, D>::new();
    world.set_scheme(scheme.unwrap_or_default());
    let bodies = [
        (1.0, [1.0, 0.2], [-0.1, 0.9]),
        (2.5, [-0.7, 0.5], [0.3, -0.6]),
    ];
    let [one, other] = bodies.map(|(mass, [x, y], [v, w])| {
        let body = Body::point(units.of(mass, [0, 0, 1])).at(units.vector::<T, D>(x, y, LENGTH));
        world
            .add_body(body.moving(units.vector::<T, D>(v, w, SPEED)))
            .unwrap()
    });
    let (force, _) = forces::<T, D>(units).swap_remove(force);
    match acts {
        Acts::AsLink => world.add_link(one, other, force).unwrap(),
        _ => world.add_force(force).unwrap(),
    };
    if acts == Acts::Beside {
        let drag = LinearDrag::rate(units.of(0.1, [0, -1, 0]));
        world.add_force(drag).unwrap();
        let friction = DryFriction::deceleration(units.of(0.1, ACCELERATION));
        world.add_force(friction).unwrap();
    }
    let dt = units.of(0.3, TIME);
    match scheme {
        Some(_) => world.step(dt)?,
        None => {
            world.advance(dt, units.of::<T, D>(1e-9, LENGTH))?;
        }
    }
    let number = |value: T, powers| {
        let value: f64 = try_convert(value).unwrap();
        value * 2_f64.powi(-units.exponent(powers))
    };
    let states = world.body_slice().iter().flat_map(|body| {
        let at = body.position.map(|x| number(x, LENGTH));
        let moving = body.velocity.map(|v| number(v, SPEED));
        [at, moving]
    });
    Ok(states
        .flat_map(|state| state.iter().copied().collect::<Vec<_>>())
        .collect())
}

/// Checks worlds with these `exponents` of lengths and speeds; no parameter may be beyond `most`.
fn scales<T: Real<D>, const D: usize>(lengths: &[i32], speeds: &[i32], most: i32) {
    let rounding: f64 = try_convert(T::default_epsilon()).unwrap();
    let (mut wrong, mut tried, mut done) = (Vec::new(), 0, 0);
    for scheme in Scheme::ALL.into_iter().map(Some).chain([None]) {
        let most_off = f64::max(64.0 * rounding, if scheme.is_some() { 0.0 } else { 1e-9 });
        for (force, (kind, parameters)) in forces::<T, D>(Units::ONE).iter().enumerate() {
            for acts in [Acts::Alone, Acts::AsLink, Acts::Beside] {
                let expected = after::<T, D>(scheme, force, acts, Units::ONE).unwrap();
                for (&length, &speed) in lengths
                    .iter()
                    .flat_map(|l| speeds.iter().map(move |s| (l, s)))
                {
                    let time = length - speed;
                    let units = Units {
                        length,
                        time,
                        mass: 7,
                    };
                    let mut powers = [TIME, LENGTH, SPEED, ACCELERATION].iter().chain(parameters);
                    // nor may the cube of a short step underflow
                    if powers.any(|powers| units.exponent(*powers).abs() > most) || 3 * time < -most
                    {
                        continue;
                    }
                    tried += 1;
                    let Ok(found) = after::<T, D>(scheme, force, acts, units) else {
                        continue;
                    };
                    done += 1;
                    let pairs = expected.iter().zip(&found);
                    if !pairs.clone().all(|(a, b)| (a - b).abs() < most_off) {
                        wrong.push(format!("{scheme:?}, {kind:?}, {acts:?}, {units:?}"));
                    }
                }
            }
        }
    }
    println!("{done} of {tried}");
    assert!(
        wrong.is_empty(),
        "{} wrong: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(9)]
    );
    assert!(10 * done > 8 * tried);
}

#[test]
fn a_step_has_no_size() {
    let lengths = [-400, 400, 520, 700, 900];
    let speeds = [-900, -530, -400, 0, 400, 530, 900];
    scales::<f64, 2>(&lengths, &speeds, 960);
    scales::<f64, 3>(&lengths, &speeds, 960);
    let (lengths, speeds) = ([-40, 40, 70, 110], [-110, -70, -40, 0, 40, 70, 110]);
    scales::<f32, 2>(&lengths, &speeds, 116);
    scales::<f32, 3>(&lengths, &speeds, 116);
}

/// Orbits about an attractor have no natural size, also where squares of lengths overflow or
/// underflow.
#[test]
fn an_orbit_has_no_size() {
    for scheme in Scheme::ALL.into_iter().map(Some).chain([None]) {
        for acts in [Acts::Alone, Acts::AsLink] {
            for force in [9, 10] {
                let expected = after::<f64, 3>(scheme, force, acts, Units::ONE).unwrap();
                for length in [-900, -700, -530, 530, 700, 900] {
                    for time in [-400, 0, 300, 400] {
                        let units = Units {
                            length,
                            time,
                            mass: 0,
                        };
                        let powers = [TIME, LENGTH, SPEED, ACCELERATION, ATTRACTION];
                        if powers
                            .iter()
                            .any(|powers| units.exponent(*powers).abs() > 960)
                        {
                            continue;
                        }
                        let found = after::<f64, 3>(scheme, force, acts, units).unwrap();
                        let off = expected.iter().zip(&found).map(|(a, b)| (a - b).abs());
                        let off = off.fold(0.0, f64::max);
                        let what =
                            format!("{scheme:?}, {acts:?}, {force}, {units:?}: off by {off}");
                        assert!(off < 64.0 * f64::EPSILON, "{what}");
                    }
                }
            }
        }
    }
}
