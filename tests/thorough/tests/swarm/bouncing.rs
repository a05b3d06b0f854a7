//! A swarm bounces off planes, exactly, whatever the step.

use kinstep::ballistics::Plane;
use kinstep::contact::Contact;
use kinstep::swarm::{StepBouncingError, SwarmError};
use kinstep::{LinearLaw, Swarm2};
use truths::bounces::Bouncing;
use truths::truth::{big, small};

const G: f64 = 9.81;

fn one2(position: [f64; 2], velocity: [f64; 2]) -> Swarm2 {
    let mut swarm = Swarm2::with_capacity(1);
    swarm.push(position, velocity).unwrap();
    swarm
}

fn floor2() -> [Plane<f64, 2>; 1] {
    [Plane::new([0.0, 1.0], 0.0)]
}

/// Fifty bounces under gravity and drag, in one step and in many.
#[test]
fn fifty_bounces_are_those_of_many_digits() {
    let (drag, restitution, start) = (0.1, 0.8, ([0.25, 1.5], [3.0, 4.0]));
    let start_of_hop = |body: Bouncing, _| body.bounced(drag, restitution);
    let hop = (0..50).fold(Bouncing::new(start.0, start.1), start_of_hop);
    // near the top of the next hop
    let end = small(&hop.time) + small(&hop.vy) / G;
    let last = hop.after(drag, &(big(end) - &hop.time));
    assert!(small(&last.y) > 1e-11);
    let law = LinearLaw::gravity([0.0, -G]) + LinearLaw::drag(drag);
    for rate in [0.0, 5.0, 60.0, 240.0] {
        let mut swarm = one2(start.0, start.1);
        let mut step = |dt: f64| {
            let contact = Contact::new(restitution);
            (swarm.step_bouncing(&law, dt, &floor2(), contact)).unwrap();
        };
        let steps = (end * rate).floor();
        (0..steps as usize).for_each(|_| step(1.0 / rate));
        step(if rate > 0.0 {
            end - steps * (1.0 / rate)
        } else {
            end
        });
        let (x, v) = (swarm.positions()[0], swarm.velocities()[0]);
        let off = [
            small(&(big(x.x) - &last.x)),
            small(&(big(x.y) - &last.y)),
            small(&(big(v.x) - &last.vx)),
            small(&(big(v.y) - &last.vy)),
        ];
        // measured: 1.2e-14 m, 1.2e-15 m/s along the ground; 8e-25 m, 7.5e-14 m/s across
        assert!(
            off[0].abs() < 1e-12 && off[2].abs() < 1e-12,
            "{rate} Hz: {off:?}"
        );
        assert!(
            off[1].abs() < 1e-15 && off[3].abs() < 1e-12,
            "{rate} Hz: {off:?}"
        );
    }
}

/// Each error, and the swarm is as before.
#[test]
fn a_step_that_fails_changes_nothing() {
    type Planes<'a> = &'a [Plane<f64, 2>];
    fn fails(swarm: &mut Swarm2, dt: f64, planes: Planes, bounce: f64) -> StepBouncingError<f64> {
        let (before, law) = (swarm.clone(), LinearLaw::gravity([0.0, -G]));
        let error = swarm.step_bouncing(&law, dt, planes, Contact::new(bounce));
        assert_eq!(*swarm, before);
        error.unwrap_err()
    }
    let floor = floor2();
    let mut swarm = one2([0.0, 1.0], [1.0, 0.0]);
    let bad = fails(&mut swarm, 0.1, &floor, 1.5);
    assert!(matches!(bad, StepBouncingError::Contact(error) if error.value == 1.5));
    let nan = fails(&mut swarm, 0.1, &floor, f64::NAN);
    assert!(matches!(nan, StepBouncingError::Contact(_)));
    let planes = [floor[0], Plane::new([0.0, f64::NAN], 0.0)];
    let bad = fails(&mut swarm, 0.1, &planes, 0.5);
    assert!(matches!(bad, StepBouncingError::Plane { plane: 1, .. }));
    let back = fails(&mut swarm, -0.1, &floor, 0.5);
    assert_eq!(back, StepBouncingError::Backwards { dt: -0.1 });
    let nan = fails(&mut swarm, f64::NAN, &floor, 0.5);
    assert!(matches!(
        nan,
        StepBouncingError::Step(SwarmError::Duration { .. })
    ));

    // between walls a millimetre apart, without loss
    let walls = [Plane::new([1.0, 0.0], 0.0), Plane::new([-1.0, 0.0], -1e-3)];
    let mut swarm = one2([5e-4, 0.0], [0.0, 0.0]);
    swarm.reserve(1).unwrap();
    swarm.push([5e-4, 0.0], [100.0, 0.0]).unwrap();
    let expected = StepBouncingError::TooManyContacts {
        body: 1,
        contacts: 10_000,
    };
    assert_eq!(fails(&mut swarm, 1.0, &walls, 1.0), expected);
    swarm.states_mut().1[0].x = f64::NAN;
    let law = LinearLaw::gravity([0.0, -G]);
    let nan = swarm.step_bouncing(&law, 1.0, &walls, Contact::new(1.0));
    assert_eq!(nan, Err(SwarmError::State { body: 0 }.into()));
}
