//! Plain data is read back as it was written; all forces are tested in `resumed`.

use kinstep::Until;
use kinstep::nalgebra::UnitQuaternion;
use kinstep::orbit::Orbit;
use kinstep::trajectory::{
    AlignedBox, Chain, Crossing, Heightfield, Placed, Plane, Sphere, Trajectory,
};
use kinstep::{
    Body2, Body3, BuiltInForce, ConstantForce, DryFriction, Effect, Force, Inertia, LinearDrag,
    LinearLaw, MagneticField, Magnus, MutualGravity, PointGravity, QuadraticDrag, QuadraticFall,
    RotatingFrame, Scene, Scheme, Spring, Thruster, TorsionSpring, UniformGravity, World2,
};
use kinstep_flight::aim::Order;
use kinstep_flight::{Ballistics, EngineStep, QuadraticAir};
use serde::{Serialize, de::DeserializeOwned};

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let text = ron::to_string(value).unwrap();
    assert_eq!(&ron::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn everything_plain_comes_back() {
    let body = Body2::point(0.1).at([1.0 / 3.0, -0.0]);
    round_trip(&body.moving([1e-300, 1e300]));
    round_trip(&Body2::solid(1.0, 2.0).turned(7.0).spinning(-1.0));
    round_trip(&Body3::point(0.1).at([1.0, 2.0, 3.0]));
    let orientation = UnitQuaternion::from_euler_angles(0.1, 0.2, 0.3);
    let inertia = Inertia::cuboid(1.2, [0.03, 0.15, 0.22]).turned(orientation);
    let book = Body3::solid(1.2, inertia).turned(orientation);
    round_trip(&book.spinning([1.0, 2.0, 3.0]));
    round_trip(&LinearDrag::<f32, 2>::rate(0.2).in_wind([3.0, 0.0]));
    round_trip(&(LinearLaw::<f64, 2>::spring(4.0) + LinearLaw::gravity([0.0, -9.81])));
    round_trip(&Scheme::ALL);
    let host = EngineStep::<2>::rapier(0.02).damping(0.1);
    round_trip(&host);
    round_trip(&host.launch([0.0, 1.0], [2.0, 3.0]));
    let still = Ballistics::new([0.0, -9.81]).with_terminal_speed(30.0);
    for air in [still.quadratic(), QuadraticAir::new([0.0, 0.0], 0.1)] {
        round_trip::<QuadraticAir<2>>(&air);
        round_trip(&air.launch([1.0, 2.0], [60.0, 40.0]));
    }
    let order = Order::<3>::new([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]);
    round_trip(&order.moving([0.1, 0.2, 0.3]));
    let corners = [[0.0, 0.0], [0.5, 2.0], [3.0, 1.0 / 3.0]];
    round_trip(&Chain::<f64>::closed(corners).unwrap());
    round_trip(&Chain::<f64>::open(corners).unwrap());
    let rows = [[0.1, 0.2], [0.3, 1.0 / 3.0]];
    round_trip(&Heightfield::<f64, 3>::new([0.0, -1.0, 0.0], [1.0; 3], 0.5, &rows).unwrap());
    let region = AlignedBox::around([0.0, 0.0, 0.0], [40.0, 0.0, 40.0]);
    round_trip(&Placed::new(region, [1.0, 2.0, 3.0], orientation).unwrap());
    let mut world = World2::new();
    let body = world.add_body(Body2::point(1.0)).unwrap();
    round_trip(&body);
    round_trip(&world.add_force(Spring::stiffness(1.0)).unwrap());
    round_trip(&world.energy());
    // results: events, landings, awaited events, orbits, increments, motions
    let flight =
        (Ballistics::new([0.0, -9.81]).with_drag_rate(0.1)).launch([0.0, 1.5], [30.0, 8.0]);
    round_trip(&flight.apex().unwrap());
    let ground = Plane::new([0.0, 1.0], 0.0);
    round_trip(&flight.landing(&ground, 0.0..60.0).unwrap().unwrap());
    round_trip(&Until::crossing(body, ground, Crossing::Any));
    round_trip(&Until::apex(body, [0.0, 1.0]));
    round_trip(&Until::sphere(
        body,
        Sphere::new([0.0, 1.0], 2.0),
        Crossing::Descending,
    ));
    let body = Body2::point(1.0).moving([1.0, 2.0]);
    round_trip(&Spring::stiffness(2.0).increment(&body, 0.0, 0.1));
    let Effect::Motion(motion) = QuadraticDrag::coefficient(0.1).effect(&body, 0.0, 0.1) else {
        panic!("a motion is known")
    };
    round_trip(&motion);
    round_trip(&Orbit::new(2.0, [1.0, 0.0], [0.0, 1.2]).unwrap());
}

/// Formats that number variants keep the number of each scheme.
#[test]
fn schemes_keep_their_numbers() {
    let written = Scheme::ALL.map(|scheme| postcard::to_allocvec(&scheme).unwrap());
    assert_eq!(written.concat(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    for (scheme, bytes) in Scheme::ALL.into_iter().zip(written) {
        assert_eq!(postcard::from_bytes(&bytes), Ok(scheme));
    }
    assert!(postcard::from_bytes::<Scheme>(&[9]).is_err());
}

/// The scene in the documentation of `Scene`, which leaves out neutral values, is the world built
/// by hand.
#[test]
fn the_scene_in_the_documentation_leaves_out_what_is_neutral() {
    const WRITTEN: &str = include_str!("../../../src/world/snapshot/written.ron");
    let mut world = World2::new();
    let bodies = [
        Body2::point(2.0),
        Body2::point(0.5).at([3.0, 1.0]).moving([0.0, -2.0]),
        Body2::solid(8.0, 1.5).turned(0.2).spinning(0.5),
    ];
    let [hung, tied, rocket] = bodies.map(|body| world.add_body(body).unwrap());
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force_on(hung, Spring::stiffness(40.0)).unwrap();
    let rod = Spring::stiffness(100.0).length(3.0).damping(0.1);
    world.add_link(hung, tied, rod).unwrap();
    let engine = Thruster::new([0.0, 12.0]);
    world.add_force_on(rocket, engine).unwrap();
    let read: Scene<f64, 2> = ron::from_str(WRITTEN).unwrap();
    assert_eq!(read, world.scene().unwrap());
}

/// Every force of the crate, written without its neutral fields, is read as the force that is
/// constructed.
#[rustfmt::skip]
#[test]
fn what_is_left_out_of_a_force_is_neutral() {
    fn is<const D: usize>(text: &str, force: impl Into<BuiltInForce<f64, D>>)
    where
        f64: kinstep::Real<D>,
        BuiltInForce<f64, D>: DeserializeOwned,
    {
        let read: BuiltInForce<f64, D> = ron::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read, force.into(), "{text}");
    }
    let down = [0.0, -9.81];
    is::<2>("ConstantForce((force: (0, -9.81)))", ConstantForce::new(down));
    is::<2>("LinearDrag((strength: Rate(0.2)))", LinearDrag::rate(0.2));
    is::<2>("QuadraticDrag((coefficient: 0.2))", QuadraticDrag::coefficient(0.2));
    let fall = QuadraticFall::new(down).with_terminal_speed(55.0);
    is::<2>("QuadraticFall((gravity: (0, -9.81), drag: TerminalSpeed(55)))", fall);
    is::<3>("Spring((stiffness: 3))", Spring::stiffness(3.0));
    is::<3>("Spring((stiffness: 3, length: Some(2), pulls_only: true))", Spring::stiffness(3.0).length(2.0).pulls_only());
    is::<3>("Spring((stiffness: 3, length: Some(2)))", Spring::stiffness(3.0).length(2.0));
    is::<2>("MagneticField((field: 2))", MagneticField::new(2.0));
    is::<2>("RotatingFrame((angular_velocity: 2))", RotatingFrame::new(2.0));
    is::<3>("Magnus((coefficient: 2, angular_velocity: (0, 0, 1)))", Magnus::new(2.0, [0.0, 0.0, 1.0]));
    is::<2>("DryFriction((strength: Deceleration(2)))", DryFriction::deceleration(2.0));
    is::<3>("PointGravity((strength: 2))", PointGravity::new(2.0));
    is::<3>("MutualGravity((gravitation: 2))", MutualGravity::new(2.0));
    is::<2>("TorsionSpring((stiffness: 2))", TorsionSpring::stiffness(2.0));
    is::<3>("TorsionSpring((stiffness: 2))", TorsionSpring::stiffness(2.0));
    is::<3>("Thruster((force: (1, 2, 3)))", Thruster::new([1.0, 2.0, 3.0]));
    is::<3>("CriticalSpring((half_life: 2))", Spring::critically_damped(2.0));
    for wrong in ["Spring((damping: 1))", "Spring((stiffness: 1, dampng: 1))", "Thruster((throttle: 1))"] {
        assert!(ron::from_str::<BuiltInForce<f64, 2>>(wrong).is_err(), "{wrong}");
    }
    let inertia: Inertia<f64> = ron::from_str("(moments: (1, 2, 2.5))").unwrap();
    assert_eq!(inertia, Inertia::principal([1.0, 2.0, 2.5]));
}
