//! A swarm is written and read as a whole, and continues as if it had never stopped.

use kinstep::LinearLaw;
use kinstep_swarm::Swarm2;

#[test]
fn what_is_read_goes_on_to_the_bit() {
    // a ramp depends on the time of the swarm
    let law = LinearLaw::gravity([0.0, -9.81]).ramping([0.1, 0.0]) + LinearLaw::drag(0.2);
    let mut swarm = Swarm2::with_capacity(200);
    let heavy = swarm.add_group(3.0).unwrap();
    for i in (0..100).map(f64::from) {
        swarm.push([i, i.sin()], [i.cos(), 0.1]).unwrap();
        (swarm.push_into(heavy, [-i, i.cos()], [0.3, i.sin()])).unwrap();
    }
    for _ in 0..100 {
        swarm.step(&law, 0.01).unwrap();
    }
    let written = ron::to_string(&swarm).unwrap();
    let mut read: Swarm2 = ron::from_str(&written).unwrap();
    assert_eq!(ron::to_string(&read).unwrap(), written);
    assert_eq!(read.capacity(), 200);
    assert!(read.groups().eq(swarm.groups()));
    for _ in 0..100 {
        swarm.step(&law, 0.013).unwrap();
        read.step(&law, 0.013).unwrap();
    }
    assert_eq!(read.positions(), swarm.positions());
    assert_eq!(read.velocities(), swarm.velocities());
    assert_eq!(read.time(), swarm.time());
}
