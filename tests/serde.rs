//! What is written is read back the same (feature `serde`).
#![cfg(feature = "serde")]

use kinstep::ballistics::EngineStep;
use kinstep::{
    Body2, Body3, ConstantForce, LinearDrag, LinearLaw, PointGravity, QuadraticDrag, Scheme,
    Spring, UniformGravity, World2,
};
use serde::{Serialize, de::DeserializeOwned};

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let text = ron::to_string(value).unwrap();
    assert_eq!(&ron::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn everything_plain_comes_back() {
    round_trip(
        &Body2::point(0.1)
            .at([1.0 / 3.0, -0.0])
            .moving([1e-300, 1e300]),
    );
    round_trip(&Body3::point(0.1).at([1.0, 2.0, 3.0]));
    round_trip(&UniformGravity::<f64, 2>::new([0.0, -9.81]));
    round_trip(&ConstantForce::<f64, 3>::new([1.0, 2.0, 3.0]).ramping([0.1, 0.2, 0.3]));
    round_trip(&LinearDrag::<f32, 2>::rate(0.2).in_wind([3.0, 0.0]));
    round_trip(&LinearDrag::<f64, 2>::coefficient(0.2));
    round_trip(&PointGravity::<f64, 3>::new(3.986e14).centered_at([1.0, 2.0, 3.0]));
    round_trip(&QuadraticDrag::<f64, 2>::coefficient(0.2).in_wind([3.0, 0.0]));
    round_trip(
        &Spring::<f64, 2>::stiffness(3.0)
            .damping(0.1)
            .anchored_at([1.0, 1.0]),
    );
    round_trip(&(LinearLaw::<f64, 2>::spring(4.0) + LinearLaw::gravity([0.0, -9.81])));
    let host = EngineStep::<f64, 2>::rapier(0.02).damping(0.1);
    round_trip(&host);
    round_trip(&host.launch([0.0, 1.0], [2.0, 3.0]));
    for scheme in Scheme::ALL {
        round_trip(&scheme);
    }
    let mut world = World2::new();
    let body = world.add_body(Body2::point(1.0)).unwrap();
    let force = world.add_force(Spring::stiffness(1.0)).unwrap();
    round_trip(&body);
    round_trip(&force);
    round_trip(&world.energy());
}
