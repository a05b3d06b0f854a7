//! A swarm is written and read as a whole, and goes on as if it had never stopped.

use kinstep::LinearLaw;
use kinstep::swarm::{Swarm, Swarm2};

fn swarm() -> Swarm2 {
    let mut swarm = Swarm2::with_capacity(200);
    let heavy = swarm.add_group(3.0).unwrap();
    for i in 0..100 {
        let i = f64::from(i);
        swarm.push([i, i.sin()], [i.cos(), 0.1]).unwrap();
        swarm
            .push_into(heavy, [-i, i.cos()], [0.3, i.sin()])
            .unwrap();
    }
    for _ in 0..100 {
        swarm.step(&law(), 0.01).unwrap();
    }
    swarm
}

fn law() -> LinearLaw<f64, 2> {
    // it knows what time it is
    LinearLaw::gravity([0.0, -9.81]).ramping([0.1, 0.0]) + LinearLaw::drag(0.2)
}

#[test]
fn what_is_read_goes_on_to_the_bit() {
    let mut swarm = swarm();
    let written = ron::to_string(&swarm).unwrap();
    let mut read: Swarm2 = ron::from_str(&written).unwrap();
    assert_eq!(ron::to_string(&read).unwrap(), written);
    assert_eq!(read.capacity(), 200);
    assert!(read.groups().eq(swarm.groups()));
    for _ in 0..100 {
        swarm.step(&law(), 0.013).unwrap();
        read.step(&law(), 0.013).unwrap();
    }
    assert_eq!(read.positions(), swarm.positions());
    assert_eq!(read.velocities(), swarm.velocities());
    assert_eq!(read.time(), swarm.time());
}

/// Anything that is no swarm is refused with a sentence about it.
#[test]
fn what_is_no_swarm_is_refused() {
    let written = "(version:1,capacity:3,clock:(time:(sum:1.5,carried:0.0),steps:3),\
                   groups:[(1.0,1),(2.0,1)],positions:[(1.0,2.0),(3.0,4.0)],velocities:[(0.0,0.0),(5.0,6.0)])";
    let sound: Swarm<f64, 2> = ron::from_str(written).unwrap();
    assert_eq!((sound.len(), sound.time()), (2, 1.5));
    for (part, wrong, word) in [
        ("version:1", "version:2", "version 2"),
        ("capacity:3", "capacity:1", "room for 1"),
        ("capacity:3", &format!("capacity:{}", isize::MAX), "memory"),
        ("sum:1.5", "sum:NaN", "time"),
        ("carried:0.0", "carried:inf", "time"),
        ("(2.0,1)]", "(2.0,2)]", "hold 3"),
        ("(2.0,1)]", &format!("(2.0,{})]", usize::MAX), "hold"),
        ("(2.0,1)]", "(-2.0,1)]", "mass of group 1 is -2"),
        ("[(1.0,1),(2.0,1)]", "[]", "no group"),
        ("(3.0,4.0)", "(3.0,NaN)", "not finite"),
        ("(5.0,6.0)", "(inf,6.0)", "not finite"),
        ("(5.0,6.0)", "(5.0,6.0),(7.0,8.0)", "3 velocities"),
    ] {
        assert!(written.contains(part), "{part}");
        let hostile = written.replace(part, wrong);
        let error = ron::from_str::<Swarm<f64, 2>>(&hostile)
            .expect_err(wrong)
            .to_string();
        assert!(error.contains(word), "{wrong}: {error}");
    }
    for end in 0..written.len() {
        assert!(
            ron::from_str::<Swarm<f64, 2>>(&written[..end]).is_err(),
            "cut at {end}"
        );
    }
}
