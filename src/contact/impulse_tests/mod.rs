//! Collisions of round bodies: textbook values.

mod random;

use nalgebra::{SVector, Vector2, Vector3};

use super::Contact;
use super::pair_impulse::collide;
use crate::body::{Body, Body2, Body3};
use crate::rotation::Inertia;
use crate::space::Real;

const MASS: f64 = 0.3;
const RADIUS: f64 = 0.11;

/// A solid ball that moves along x and falls, with a spin about z.
fn ball(along: f64, fall: f64, spin: f64) -> Body3 {
    Body::solid(MASS, Inertia::sphere(MASS, RADIUS))
        .moving([along, -fall, 0.0])
        .spinning([0.0, 0.0, spin])
}

/// Velocity along x and up, and spin about z, after the ball met level ground.
fn after(contact: Contact<f64>, mut ball: Body3) -> [f64; 3] {
    bounce(
        &contact,
        &mut ball,
        RADIUS,
        &Vector3::y(),
        &Vector3::zeros(),
    )
    .expect("it falls");
    [ball.velocity.x, ball.velocity.y, ball.angular_velocity().z]
}

fn assert_near<const N: usize>(found: [f64; N], expected: [f64; N]) {
    for (found, expected) in found.into_iter().zip(expected) {
        // measured: at most 3.6e-15
        let off = (found - expected).abs();
        assert!(off <= 2e-14, "{found} instead of {expected}, off {off:e}");
    }
}

/// Friction that is strong enough stops the point that touches: `v' = (5 v - 2 R ω) / 7` with ω as seen here, whatever the
/// restitution; from no spin that is 5/7 v, and the ball rolls.
#[test]
fn a_ball_that_sticks_rolls_with_five_sevenths() {
    for (restitution, spin) in [(0.0, 0.0), (0.0, 30.0), (0.6, 80.0), (1.0, -20.0)] {
        let contact = Contact::new(restitution).with_friction(50.0);
        let (along, fall) = (7.0, 2.0);
        let rolling = (5.0 * along - 2.0 * RADIUS * spin) / 7.0;
        assert_near(
            after(contact, ball(along, fall, spin)),
            [rolling, restitution * fall, -rolling / RADIUS],
        );
    }
}

/// Keller 1986, Impact with friction: a sphere slides throughout the impact if `μ (1 + e) v_n < 2/7 |u|`; then
/// `v' = v - μ (1 + e) v_n` and `R ω' = R ω - 5/2 μ (1 + e) v_n` for u > 0. At the limit both laws agree.
#[test]
fn a_sphere_slides_or_sticks_as_keller_says() {
    let (restitution, along, fall, spin) = (0.5, 4.0, 3.0, 10.0);
    let sliding = along + RADIUS * spin;
    let limit = 2.0 / 7.0 * sliding / ((1.0 + restitution) * fall);
    for part in [0.1, 0.5, 0.999, 1.0, 1.001, 3.0] {
        let contact = Contact::new(restitution).with_friction(part * limit);
        let change = part.min(1.0) * limit * (1.0 + restitution) * fall;
        assert_near(
            after(contact, ball(along, fall, spin)),
            [
                along - change,
                restitution * fall,
                spin - 2.5 * change / RADIUS,
            ],
        );
    }
}

/// A backspin so strong that the point that touches moves forward: friction drives the ball back, up to sticking and no further.
#[test]
fn backspin_turns_a_ball_back() {
    let rubber = Contact::new(0.8).with_friction(10.0);
    let [along, _, spin] = after(rubber, ball(1.0, 5.0, 300.0));
    assert!(along < 0.0, "it comes back");
    assert_near([along + RADIUS * spin], [0.0]);
    // pure backspin without forward motion
    let expected = -2.0 / 7.0 * RADIUS * 90.0;
    assert_near([after(rubber, ball(0.0, 5.0, 90.0))[0]], [expected]);
}

/// Garwin 1969, Kinematics of an ultraelastic rough ball: thrown without spin between the floor and the underside of a table,
/// it comes back with -333/343 of its velocity.
#[test]
fn a_superball_returns_from_under_a_table() {
    let superball = Contact::new(1.0)
        .with_friction(100.0)
        .with_tangential_restitution(1.0);
    let mut thrown = ball(343.0, 100.0, 0.0);
    let energy = thrown.kinetic_energy();
    for (up, along, spin) in [
        (1.0, 147.0, -490.0),
        (-1.0, -217.0, 420.0),
        (1.0, -333.0, 130.0),
    ] {
        let normal = Vector3::y() * up;
        bounce(&superball, &mut thrown, RADIUS, &normal, &Vector3::zeros()).expect("it touches");
        // measured: at most 1.2e-13 of 343 m/s
        assert!((thrown.velocity.x - along).abs() < 1e-12);
        assert!((RADIUS * thrown.angular_velocity().z - spin).abs() < 1e-12);
        assert!((thrown.kinetic_energy() - energy).abs() < 4.0 * f64::EPSILON * energy);
    }
}

/// A tangential restitution of β returns β of the sliding, if the friction is strong enough; otherwise friction alone decides.
#[test]
fn tangential_restitution_reverses_the_sliding_in_part() {
    let (along, fall) = (3.0, 6.0);
    for part in [0.0, 0.25, 1.0] {
        let contact = Contact::new(0.7)
            .with_friction(1.0)
            .with_tangential_restitution(part);
        let [velocity, _, spin] = after(contact, ball(along, fall, 0.0));
        assert_near([velocity + RADIUS * spin], [-part * along]);
        let slippery = contact.with_friction(0.01);
        let plain = slippery.with_tangential_restitution(0.0);
        assert_eq!(
            after(slippery, ball(along, fall, 0.0)),
            after(plain, ball(along, fall, 0.0))
        );
    }
}

#[test]
fn a_contact_that_is_not_valid_is_refused() {
    let contact = Contact::new(0.5).with_friction(0.3);
    assert_eq!(contact.check(), Ok(()));
    for part in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        let contact = contact.with_tangential_restitution(part);
        let error = contact.check().expect_err("out of range");
        assert_eq!(error.parameter, "the tangential restitution");
    }
}

/// What falls on a belt at rest relative to the ground gets 2/7 of the velocity of the belt.
#[test]
fn a_belt_carries_a_ball_along() {
    let mut fallen = ball(0.0, 2.0, 0.0);
    let belt = Vector3::new(3.5, 0.0, 0.0);
    let contact = Contact::new(0.0).with_friction(2.0);
    bounce(&contact, &mut fallen, RADIUS, &Vector3::y(), &belt).expect("it falls");
    assert_near(fallen.velocity.into(), [1.0, 0.0, 0.0]);
    // a surface that comes up: 1 + e times its speed more
    let rising = Vector3::new(0.0, 1.5, 0.0);
    let mut resting = ball(0.0, 0.0, 0.0);
    bounce(
        &Contact::new(0.6),
        &mut resting,
        RADIUS,
        &Vector3::y(),
        &rising,
    )
    .expect("it is hit");
    assert_near(resting.velocity.into(), [0.0, 2.4, 0.0]);
}

/// Two equal balls exchange what they have along the normal; a resting one hit off-centre leaves at a right angle.
#[test]
fn equal_balls_exchange_their_velocities() {
    let radii = (RADIUS, RADIUS);
    let disc = || Body2::solid(MASS, 0.5 * MASS * RADIUS * RADIUS);
    let (mut a, mut b) = (disc().moving([-3.0, 0.0]), disc().moving([1.0, 0.0]));
    collide(&Contact::new(1.0), &mut a, &mut b, &Vector2::x(), radii).expect("they approach");
    assert_near(a.velocity.into(), [1.0, 0.0]);
    assert_near(b.velocity.into(), [-3.0, 0.0]);

    let normal = Vector2::new(0.6, 0.8);
    let (mut a, mut b) = (disc().moving([-3.0, 0.0]), disc());
    collide(&Contact::new(1.0), &mut a, &mut b, &normal, radii).expect("they approach");
    assert_near([a.velocity.dot(&b.velocity)], [0.0]);
    assert_near(b.velocity.into(), [-1.08, -1.44]);
}

/// Two spheres that stick: the tangential impulse is 2/7 of the reduced mass times the sliding, for any masses and radii.
#[test]
fn two_spheres_stick_with_two_sevenths() {
    let sphere = |mass: f64, radius: f64| Body3::solid(mass, Inertia::sphere(mass, radius));
    let mut a = sphere(2.0, 0.5).moving([4.0, -1.0, 2.0]);
    let mut b = sphere(6.0, 0.2).spinning([0.0, 0.0, 5.0]);
    // sliding: 4 m/s - 1 m/s along x by the spin of b, 2 m/s along z
    let contact = Contact::new(0.25).with_friction(9.0);
    let impulse = collide(&contact, &mut a, &mut b, &Vector3::y(), (0.5, 0.2));
    let impulse = impulse.expect("they approach");
    let expected = Vector3::new(-5.0, 0.0, -2.0) * (2.0 / 7.0 * 1.5);
    assert_near(impulse.into(), [expected.x, 1.25 * 1.5, expected.z]);
}

/// A spin of any size does not decide whether two bodies approach.
#[test]
fn bodies_that_do_not_approach_are_left_alone() {
    let contact = Contact::new(0.5).with_friction(0.5);
    let radii = (RADIUS, RADIUS);
    let normal = Vector3::new(0.48, 0.6, 0.64);
    let spinning = || ball(0.0, 0.0, 1e12).spinning([3e11, -1e12, 2e11]);
    for velocity in [Vector3::zeros(), normal * 1e-9, normal] {
        let (mut a, mut b) = (spinning().moving(velocity), spinning());
        let before = (a, b);
        assert_eq!(collide(&contact, &mut a, &mut b, &normal, radii), None);
        assert_eq!((a, b), before);
    }
    let (mut a, mut b) = (spinning().moving(-normal * 1e-9), spinning());
    assert!(collide(&contact, &mut a, &mut b, &normal, radii).is_some());

    let (mut a, mut b) = (ball(1.0, 2.0, 0.0).fixed(), ball(0.0, 0.0, 0.0).fixed());
    assert_eq!(collide(&contact, &mut a, &mut b, &normal, radii), None);
    let mut lost = ball(f64::NAN, 2.0, 0.0);
    assert_eq!(bounce(&contact, &mut lost, RADIUS, &normal, &normal), None);
}

/// Squares of the sliding neither vanish nor overflow.
#[test]
fn friction_acts_at_any_speed() {
    let contact = Contact::new(0.0).with_friction(1.0);
    for speed in [1e-200, 1e-30, 1e30, 1e150] {
        let slowed = contact.velocity_after([speed, -2.0 * speed], [0.0, 1.0]);
        assert_eq!(slowed, Vector2::new(0.0, 0.0), "{speed:e}");
    }
}

/// Lets a round body of a radius \[m\] bounce off a surface that moves with a velocity \[m/s\], and returns the impulse on it
/// \[N s\]. The unit normal points to the side of the body. None, and no change, if the two do not approach, the body is fixed,
/// or a velocity is not finite.
fn bounce<T: Real<D>, const D: usize>(
    contact: &Contact<T>,
    body: &mut Body<T, D>,
    radius: T,
    normal: &SVector<T, D>,
    surface_velocity: &SVector<T, D>,
) -> Option<SVector<T, D>> {
    let mut surface = Body::point(T::one()).fixed().moving(*surface_velocity);
    collide(contact, body, &mut surface, normal, (radius, T::zero()))
}
