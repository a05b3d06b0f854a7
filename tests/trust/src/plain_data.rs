//! What is written is read back the same.

use kinstep::aim::{Firing, Grid, Order, Plan};
use kinstep::ballistics::{AlignedBox, Ballistics, EngineStep, QuadraticAir};
use kinstep::nalgebra::UnitQuaternion;
use kinstep::{
    AngularDrag, Body2, Body3, Buoyancy, ConstantForce, ConstantPower, ConstantTorque, DryFriction,
    Inertia, LinearDrag, LinearLaw, MagneticField, Magnus, Mounted, PointGravity, QuadraticDrag,
    QuadraticFall, Rod, RotatingFrame, Scheme, Spring, Tether, Thruster, TorsionSpring,
    UniformGravity, World2,
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
    let orientation = UnitQuaternion::from_euler_angles(0.1, 0.2, 0.3);
    let inertia = Inertia::cuboid(1.2, [0.03, 0.15, 0.22]).turned(orientation);
    let book = Body3::solid(1.2, inertia).turned(orientation);
    round_trip(&book.spinning([1.0, 2.0, 3.0]));
    round_trip(&Body2::solid(1.0, 2.0).turned(7.0).spinning(-1.0));
    round_trip(&ConstantTorque::<f64, 3>::new([1.0, 2.0, 3.0]));
    round_trip(&ConstantTorque::<f64, 2>::new(1.0));
    round_trip(&Spring::<f64, 3>::critically_damped(0.25).anchored_at([1.0, 2.0, 3.0]));
    round_trip(&TorsionSpring::<f64, 3>::stiffness(2.0).toward(orientation));
    round_trip(&TorsionSpring::<f64, 2>::stiffness(2.0).toward(1.0));
    round_trip(&AngularDrag::coefficient(0.1));
    round_trip(&Thruster::<f64, 2>::new([0.0, 45e3]).mounted_at([0.5, -1.0]));
    round_trip(&Mounted::new(
        Spring::<f64, 3>::stiffness(2.0),
        [0.1, 0.2, 0.3],
    ));
    round_trip(&MagneticField::<f64, 3>::new([0.0, 0.0, 1.5]).charge(2.0));
    round_trip(&RotatingFrame::<f64, 3>::new([0.0, 0.0, 7e-5]));
    round_trip(&Magnus::<f64, 3>::new(0.1, [0.0, 100.0, 0.0]));
    round_trip(&DryFriction::<f64, 2>::sliding(0.3, 10.0));
    round_trip(&ConstantPower::<f64, 2>::new(100.0));
    round_trip(&QuadraticFall::<f64, 2>::new([0.0, -9.81]).with_terminal_speed(50.0));
    round_trip(&Buoyancy::<f64, 2>::new([0.0, 20.0], 1.0));
    round_trip(&Tether::<f64, 2>::stiffness(3.0).length(1.0));
    round_trip(&Rod::<f64, 2>::stiffness(3.0).length(1.0));
    let still = Ballistics::new([0.0, -9.81]).with_terminal_speed(30.0);
    for air in [still.quadratic(), QuadraticAir::new([0.0, 0.0], 0.1)] {
        round_trip::<QuadraticAir<f64, 2>>(&air);
        round_trip(&air.launch([1.0, 2.0], [60.0, 40.0]));
    }
    let order = Order::<f64, 3>::new([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]);
    round_trip(&order.moving([0.1, 0.2, 0.3]));
    let mut world = World2::new();
    let body = world.add_body(Body2::point(1.0)).unwrap();
    let force = world.add_force(Spring::stiffness(1.0)).unwrap();
    round_trip(&body);
    round_trip(&force);
    round_trip(&world.energy());
}

/// A table of another size than its grid's, or a grid of no cells, is no table.
#[test]
fn tables_are_read_back_the_same_or_not_at_all() {
    let air = Ballistics::<f64, 3>::new([0.0, -9.81, 0.0]).with_drag_rate(0.1);
    let region = AlignedBox::around([0.0, 0.0, 0.0], [40.0, 0.0, 40.0]);
    let grid = Grid::new(region, [5, 1, 4]).unwrap();
    let firing = air
        .firing([0.0, 1.0, 0.0], &Plan::Speed(15.0), &grid)
        .unwrap();
    let text = ron::to_string(&firing).unwrap();
    assert_eq!(ron::from_str::<Firing<f64, 3>>(&text).unwrap(), firing);
    let shorter = text.replacen("None,", "", 1);
    assert!(shorter != text && ron::from_str::<Firing<f64, 3>>(&shorter).is_err());
    let text = ron::to_string(&grid).unwrap();
    let none = text.replacen('5', "0", 1);
    assert!(
        none != text && ron::from_str::<Grid<f64, 3>>(&none).is_err(),
        "{none}"
    );
}
