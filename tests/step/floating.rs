//! Buoyancy: air, waterline and depth are three linear laws, exact together for any step.

use kinstep::nalgebra::{SVector, Vector2, convert, try_convert};
use kinstep::{
    Body, Body2, Buoyancy, Force, LinearDrag, Real, Scheme, UniformGravity, World, World2,
};
use truths::Cases;
use truths::riccati::number;
use truths::truth::{Big, small};

fn stepped<T: Real<D>, const D: usize>(
    force: impl Force<T, D> + Clone + 'static,
    body: Body<T, D>,
    dt: f64,
) -> Body<T, D> {
    let mut world = World::new();
    world.add_force(force).unwrap();
    let id = world.add_body(body).unwrap();
    world.step(convert(dt)).unwrap();
    world[id]
}

/// The motion along up to 30 digits: Taylor's series of the law in place, in small steps, with the
/// borders solved for by Newton's steps.
struct Truth {
    lift: Big,
    gravity: Big,
    damping: Big,
    half: Big,
    height: Big,
    velocity: Big,
    /// Borders passed so far.
    passings: u32,
    /// Way across for a unit of velocity at the start, and what is left of it.
    across: [Big; 2],
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Air,
    Waterline,
    Depth,
}

impl Truth {
    /// Height and velocity after a short time; across too, where this is an exponential.
    fn moved(&self, place: Place, time: &Big) -> (Big, Big, [Big; 2]) {
        let (constant, damping, stiffness) = match place {
            Place::Air => (-&self.gravity, number(0.0), number(0.0)),
            Place::Waterline => (
                &self.lift / number(2.0) - &self.gravity,
                self.damping.clone(),
                &self.lift / number(2.0) / &self.half,
            ),
            Place::Depth => (
                &self.lift - &self.gravity,
                self.damping.clone(),
                number(0.0),
            ),
        };
        let series = |start: [Big; 2], constant: &Big, stiffness: &Big| {
            let mut terms = start.to_vec();
            for n in 0..26_u32 {
                let n = n as usize;
                let mut next =
                    -(&damping * number((n + 1) as f64) * &terms[n + 1]) - stiffness * &terms[n];
                if n == 0 {
                    next += constant;
                }
                terms.push(next / number(((n + 1) * (n + 2)) as f64));
            }
            let (mut height, mut velocity) = (number(0.0), number(0.0));
            for (n, term) in terms.iter().enumerate().rev() {
                height = height * time + term;
                if n > 0 {
                    velocity = velocity * time + term * number(n as f64);
                }
            }
            (height, velocity)
        };
        let zero = number(0.0);
        let (height, velocity) = series(
            [self.height.clone(), self.velocity.clone()],
            &constant,
            &stiffness,
        );
        let (way, left) = series(self.across.clone(), &zero, &zero);
        (height, velocity, [way, left])
    }

    fn place(&self, onward: f64) -> Place {
        let (above, below) = (
            small(&(&self.height - &self.half)),
            small(&(&self.height + &self.half)),
        );
        if above > 0.0 || (above == 0.0 && onward > 0.0) {
            Place::Air
        } else if below < 0.0 || (below == 0.0 && onward < 0.0) {
            Place::Depth
        } else {
            Place::Waterline
        }
    }

    fn advance(&mut self, time: f64) {
        let omega = (small(&self.lift) / small(&self.half)).sqrt() + small(&self.damping);
        let mut left = number(time);
        let mut place = self.place(small(&self.velocity) * time);
        while small(&left) != 0.0 {
            let longest = (0.03 / omega).copysign(time);
            let mut step = if small(&left).abs() < longest.abs() {
                left.clone()
            } else {
                number(longest)
            };
            let (height, _, _) = self.moved(place, &step);
            let (top, bottom) = (self.half.clone(), -&self.half);
            let border = match place {
                Place::Air if height < top => Some((top, Place::Waterline)),
                Place::Waterline if height > top => Some((top, Place::Air)),
                Place::Waterline if height < bottom => Some((bottom, Place::Depth)),
                Place::Depth if height > bottom => Some((bottom, Place::Waterline)),
                _ => None,
            };
            if let Some((border, _)) = &border {
                for _ in 0..60 {
                    let (height, velocity, _) = self.moved(place, &step);
                    let miss = (height - border) / velocity;
                    step -= &miss;
                    if small(&miss).abs() < 1e-33 / omega {
                        break;
                    }
                }
            }
            (self.height, self.velocity, self.across) = self.moved(place, &step);
            if let Some((border, next)) = border {
                self.height = border;
                place = next;
                self.passings += 1;
            }
            left -= step;
        }
    }
}

fn worst_bob<T: Real<D>, const D: usize>(round: fn(f64) -> f64, epsilon: f64) -> [f64; 2]
where
    f64: Real<D>,
{
    let mut cases = Cases::new(21);
    let mut worst = [0.0_f64; 2];
    let mut passings = 0;
    for case in 0..90 {
        let height = round(cases.decades(0.05, 5.0));
        let gravity = if cases.chance(0.15) {
            0.0
        } else {
            round(cases.decades(1.0, 20.0))
        };
        let lift = round(cases.decades(0.5, 5.0) * gravity.max(1.0));
        let omega = (2.0 * lift / height).sqrt();
        let drag = if cases.chance(0.4) {
            0.0
        } else {
            round(cases.decades(1e-3, 4.0) * omega)
        };
        // sometimes exactly at a border
        let start = match case % 6 {
            0 => 0.5 * height,
            1 => -0.5 * height,
            _ => round(cases.uniform(-2.0..2.0) * height),
        };
        let speed = if case % 9 == 0 {
            0.0
        } else {
            round(cases.uniform(-2.0..2.0) * omega * height)
        };
        let sideways = round(speed / 3.0);
        let mut dt = if cases.chance(0.4) {
            round(cases.signed_decades(1e-4, 12.0) / omega)
        } else {
            round(cases.uniform(-12.0..12.0) / omega)
        };
        if dt < 0.0 && drag > 0.0 {
            // back in time, drag makes it fast
            dt = dt.max(round(-3.0 / drag.max(omega)));
        }
        let unit = |axis: usize| SVector::<f64, D>::from_fn(|i, _| f64::from(u8::from(i == axis)));
        let narrow = |vector: SVector<f64, D>| vector.map(|value| convert::<f64, T>(value));
        let body = Body::<T, D>::point(T::one())
            .at(narrow(unit(1) * start))
            .moving(narrow(unit(1) * speed + unit(0) * sideways));
        let buoyancy = Buoyancy::new(narrow(unit(1) * lift), convert(height))
            .with_gravity(convert(gravity))
            .with_drag(convert(drag));
        let after = stepped(buoyancy, body, dt);

        let mut truth = Truth {
            lift: number(lift),
            gravity: number(gravity),
            damping: number(drag),
            half: number(height / 2.0),
            height: number(start),
            velocity: number(speed),
            passings: 0,
            across: [number(0.0), number(1.0)],
        };
        truth.advance(dt);
        passings += truth.passings;
        let [way, left] = [0, 1].map(|i| small(&truth.across[i]) * sideways);
        let wide = |vector: SVector<T, D>| -> SVector<f64, D> {
            vector.map(|value| try_convert(value).expect("a number"))
        };
        let end_velocity = unit(1) * small(&truth.velocity) + unit(0) * left;
        let end_position = unit(1) * small(&truth.height) + unit(0) * way;
        // a phase is as good as the time; rounding on the way grows as drag does backward
        let phase = 1.0 + omega * dt.abs();
        let grown = if dt < 0.0 { (-drag * dt).exp() } else { 1.0 };
        let fast = (speed.abs().max(small(&truth.velocity).abs())
            + lift.max(gravity) * dt.abs()
            + omega * (start.abs() + height))
            * phase
            * grown;
        let far = start.abs() + height + fast * dt.abs();
        let error = f64::max(
            (wide(after.velocity) - end_velocity).amax() / fast,
            (wide(after.position) - end_position).amax() / far,
        );
        let which = usize::from(dt < 0.0);
        worst[which] = worst[which].max(error / epsilon);
    }
    println!(
        "bob: {:.2} ε, backward {:.2} ε, {passings} borders",
        worst[0], worst[1]
    );
    assert!(passings > 40);
    worst
}

#[test]
fn floating_is_exact() {
    let wide = worst_bob::<f64, 3>(|value| value, f64::EPSILON);
    let narrow = worst_bob::<f32, 2>(|value| f64::from(value as f32), f64::from(f32::EPSILON));
    for worst in [wide, narrow] {
        assert!(worst[0] < 2.0 && worst[1] < 2.0); // measured: 0.45
    }
}

/// A step of a + b is a step of a and one of b, over eight decades and in both directions of time.
#[test]
fn floating_has_the_flow_property() {
    let mut cases = Cases::new(22);
    let mut worst = 0.0_f64;
    for _ in 0..3_000 {
        let drag = if cases.chance(0.3) {
            0.0
        } else {
            cases.decades(1e-2, 10.0)
        };
        let buoyancy = Buoyancy::new([0.6 * 20.0, 0.8 * 20.0], cases.decades(0.1, 2.0))
            .with_gravity(9.81)
            .with_drag(drag)
            .surface_at(1.0);
        let body = Body2::point(1.0)
            .at([cases.uniform(-2.0..2.0), cases.uniform(-2.0..3.0)])
            .moving([cases.uniform(-5.0..5.0), cases.uniform(-5.0..5.0)]);
        let limit = if drag == 0.0 {
            30.0
        } else {
            (1.0 / drag).min(30.0)
        };
        let a = cases.signed_decades(1e-7, 30.0).max(-limit);
        let b = cases.signed_decades(1e-7, 30.0).max(-limit);
        let twice = stepped(buoyancy, stepped(buoyancy, body, a), b);
        let once = stepped(buoyancy, body, a + b);
        // back in time, rounding grows with drag
        let back = f64::max(0.0, -a) + f64::max(0.0, -b);
        let phase = (1.0 + 20.0 * (a.abs() + b.abs())) * (drag * back).exp();
        let speed = 40.0 * phase;
        let way = (5.0 + 40.0 * (a.abs() + b.abs())) * phase;
        worst = worst.max((twice.velocity - once.velocity).amax() / speed / f64::EPSILON);
        worst = worst.max((twice.position - once.position).amax() / way / f64::EPSILON);
    }
    println!("flow property of floating: {worst:.2} ε");
    assert!(worst < 4.0); // measured: 0.8
}

/// Without drag the energy stays, whatever the step, and over an hour in one step.
#[test]
fn a_bob_without_drag_keeps_its_energy() {
    let buoyancy = Buoyancy::new([0.0, 30.0], 0.4)
        .with_gravity(9.81)
        .surface_at(2.0);
    // thrown in from a metre above, it dives and leaps
    let body = Body2::point(1.2).at([0.0, 3.0]).moving([0.3, -1.0]);
    let mut once = World2::new();
    once.add_force(buoyancy).unwrap();
    let id = once.add_body(body).unwrap();
    let mut often = once.clone();
    let energy = once.energy().total();
    let (mut worst, mut places) = (0.0_f64, [0; 3]);
    for _ in 0..36_000 {
        often.step(0.1).unwrap();
        worst = worst.max((often.energy().total() - energy).abs());
        let height = often[id].position.y - 2.0;
        places[usize::from(height > -0.2) + usize::from(height > 0.2)] += 1;
    }
    once.step(3600.0).unwrap();
    worst = worst.max((once.energy().total() - energy).abs());
    println!("energy {:.1e}, {places:?}", worst / energy);
    assert!(places.iter().all(|&count| count > 1000));
    assert!(worst < 1e-11 * energy); // measured: 1e-12
    // a thousand turns and more: the phase is as good as the period times their number
    let difference = (once[id].position - often[id].position).norm();
    println!("one step or 36,000: {difference:.1e} m");
    assert!(difference < 1e-8); // measured: 5e-10
    // of so many turns that the phase is lost the energy is not
    for dt in [1e9, 1e20, 1e100] {
        let mut long = World2::new();
        long.add_force(buoyancy).unwrap();
        long.add_body(body.moving([0.0, -1.0])).unwrap();
        let energy = long.energy().total();
        long.step(dt).unwrap();
        assert!(
            (long.energy().total() - energy).abs() < 1e-11 * energy,
            "{dt}"
        );
    }
}

/// The potential is continuous, and its slope is the force.
#[test]
fn the_potential_is_that_of_the_force() {
    let buoyancy = Buoyancy::new([0.0, 30.0], 0.4)
        .with_gravity(3.0)
        .surface_at(2.0);
    let energy = |y: f64| {
        let body = Body2::point(1.2).at([7.0, y]);
        (
            buoyancy.potential_energy(&body, 0.0).unwrap(),
            buoyancy.acceleration(&body, 0.0).y * 1.2,
        )
    };
    for border in [1.8, 2.2] {
        let (below, above) = (energy(border - 1e-9).0, energy(border + 1e-9).0);
        assert!((below - above).abs() < 1e-7, "{border}");
    }
    for y in [0.5, 1.7, 1.9, 2.0, 2.1, 2.5] {
        // quadratic in each place: the central difference is its slope
        let slope = (energy(y + 0.01).0 - energy(y - 0.01).0) / 0.02;
        assert!((slope + energy(y).1).abs() < 1e-12 * 30.0 / 0.02, "{y}");
    }
}

#[test]
fn floating_at_its_limits() {
    let water = Buoyancy::new([0.0, 20.0], 1.0);
    // in the air without gravity: nothing
    let above = Body2::point(2.0).at([0.0, 3.0]).moving([1.0, 0.5]);
    assert_eq!(stepped(water, above, 8.0), above.at([8.0, 7.0]));
    assert_eq!(stepped(water.with_gravity(9.0), above, 0.0), above);
    // at rest exactly at the surface without gravity, and where it floats with it
    let at_surface = Body2::point(2.0).at([0.0, 0.5]);
    for dt in [-1e6, -1.0, 1e-9, 1.0, 1e6] {
        assert_eq!(stepped(water, at_surface, dt), at_surface, "{dt}");
        let floating = Body2::point(2.0);
        assert_eq!(
            stepped(water.with_gravity(5.0), floating, dt),
            floating,
            "{dt}"
        );
        // as heavy as what it displaces: it hovers at any depth
        let hovering = Body2::point(2.0).at([0.0, -3.0]);
        assert_eq!(
            stepped(water.with_gravity(10.0), hovering, dt),
            hovering,
            "{dt}"
        );
    }
    // from rest at full submersion: half a swing, from border to border without leaving
    let sunk = Body2::point(2.0).at([0.0, -0.5]);
    let half_swing = std::f64::consts::PI / 10.0_f64.sqrt();
    let up = stepped(water.with_gravity(5.0), sunk, half_swing);
    assert!((up.position.y - 0.5).abs() < 1e-14 && up.velocity.y.abs() < 1e-14);
    // heavier than what it displaces: it sinks at its terminal speed in the end
    let stone = stepped(water.with_gravity(15.0).with_drag(4.0), above, 100.0);
    assert!((stone.velocity.y + 10.0 / 4.0).abs() < 1e-13 && stone.velocity.x.abs() < 1e-13);
    // barely damped, and run back until it leaves the water: after many swings
    let still = Buoyancy::new([0.0, 20.0], 1.0)
        .with_gravity(5.0)
        .with_drag(1e-2);
    let calm = Body2::point(2.0).at([0.0, 1e-6]);
    let back = stepped(still, calm, -6000.0);
    let again = stepped(still, back, 6000.0);
    assert!(back.velocity.norm() > 2.0);
    // what rounding made of the start is small again
    assert!((again.position - calm.position).norm() < 1e-9);
}

/// A light drag and a step of days: as many borders as there are, or a refusal.
#[test]
fn a_step_of_too_many_borders_is_refused() {
    let water = Buoyancy::new([0.0, 20.0], 1.0)
        .with_gravity(5.0)
        .with_drag(1e-2);
    let body = Body2::point(2.0).at([0.0, 3.0]);
    let calm = stepped(water, body, 2e4);
    assert!(calm.position.norm() < 1e-12 && calm.velocity.norm() < 1e-12);

    let mut world = World2::new();
    world.add_force(water.with_drag(1e-9)).unwrap();
    let id = world.add_body(body).unwrap();
    assert!(world.step(1e9).is_err());
    assert_eq!(world[id], body);
}

/// In a world with other forces it is a kick: second order, as long as no border is passed at rest.
#[test]
fn beside_other_forces_it_is_second_order() {
    let run = |steps: u32, scheme| {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        world.add_force(LinearDrag::rate(0.3)).unwrap();
        world.add_force(Buoyancy::new([0.0, 20.0], 4.0)).unwrap();
        let id = world
            .add_body(Body2::point(1.0).moving([1.0, 0.5]))
            .unwrap();
        for _ in 0..steps {
            world.step(2.0 / f64::from(steps)).unwrap();
        }
        world[id].position
    };
    let truth: Vector2<f64> = run(4096, Scheme::Rk4);
    let error = |steps| (run(steps, Scheme::FlowKick) - truth).norm();
    let order = (error(64) / error(128)).log2();
    assert!((order - 2.0).abs() < 0.05, "{order}");
}

#[test]
fn bad_water_is_refused() {
    fn refused(water: Buoyancy<f64, 2>, message: &str) {
        assert_eq!(water.check().unwrap_err().to_string(), message);
        assert!(World2::new().add_force(water).is_err());
    }
    let water = Buoyancy::new([0.0, 1.0], 1.0);
    refused(
        Buoyancy::new([0.0, f64::NAN], 1.0),
        "the lift is NaN; it must be finite",
    );
    refused(
        Buoyancy::new([0.0, 0.0], 1.0),
        "the size of the lift is 0; it must be finite and positive",
    );
    refused(
        Buoyancy::new([0.0, 1.0], 0.0),
        "the height of the body is 0; it must be finite and positive",
    );
    refused(
        water.surface_at(f64::INFINITY),
        "the level of the surface is inf; it must be finite",
    );
    refused(
        water.with_gravity(-1.0),
        "the acceleration of gravity is -1; it must be finite and not negative",
    );
    refused(
        water.with_drag(-1.0),
        "the drag coefficient is -1; it must be finite and not negative",
    );
}
