//! Scenes of the crate and scene files are one format.

use kinstep::nalgebra::{SVector, UnitQuaternion, Vector3};
use kinstep::{
    AngularDrag, Body, Body2, Body3, BodyId, BuiltInForce, Buoyancy, ConstantForce, ConstantPower,
    ConstantTorque, DryFriction, Inertia, LinearDrag, MagneticField, Magnus, Mounted, PointGravity,
    QuadraticDrag, QuadraticFall, Real, Rod, RotatingFrame, Scene as Saved, Scheme, Spring, Tether,
    Thruster, TorsionSpring, UniformGravity, World,
};

use crate::flight::Flight;
use crate::model::Scene;
use crate::saved;
use crate::source::Source;
use crate::tests::{path, program, scene, shipped};
use crate::text::Written;

/// Every force of the crate.
fn forces<const D: usize>() -> Vec<BuiltInForce<f64, D>>
where
    f64: Real<D>,
{
    let vector = |x: f64| SVector::<f64, D>::from_fn(|axis, _| x - 0.3 * axis as f64);
    let axial = |x| <f64 as Real<D>>::axial_from([x, 0.5 * x, -0.2]);
    let fall = QuadraticFall::new(vector(-2.0)).with_terminal_speed(9.0);
    vec![
        UniformGravity::new(vector(-1.0)).into(),
        ConstantForce::new(vector(2.0)).ramping(vector(0.5)).into(),
        LinearDrag::rate(0.2).in_wind(vector(3.0)).into(),
        QuadraticDrag::coefficient(0.1).in_wind(vector(1.0)).into(),
        fall.in_wind(vector(0.5)).into(),
        Spring::stiffness(3.0).damping(0.1).into(),
        Tether::stiffness(40.0).length(0.5).damping(0.2).into(),
        MagneticField::new(axial(2.0)).charge(-0.5).into(),
        RotatingFrame::new(axial(0.3)).about(vector(1.0)).into(),
        Magnus::new(0.2, axial(4.0)).in_wind(vector(0.1)).into(),
        DryFriction::deceleration(0.7)
            .on_surface_moving(vector(0.2))
            .into(),
        ConstantPower::new(5.0).heading(vector(1.0)).into(),
        Buoyancy::new(vector(9.0), 0.6)
            .with_gravity(4.0)
            .with_drag(0.3)
            .into(),
        PointGravity::new(7.0).centered_at(vector(-3.0)).into(),
        ConstantTorque::new(axial(0.4)).into(),
        TorsionSpring::stiffness(2.0).damping(0.1).into(),
        AngularDrag::coefficient(0.3).into(),
        Thruster::new(vector(1.5)).mounted_at(vector(0.2)).into(),
        Spring::critically_damped(0.8)
            .anchored_at(vector(2.0))
            .into(),
        Rod::stiffness(30.0)
            .length(0.7)
            .anchored_at(vector(0.4))
            .into(),
    ]
}

/// A body for each force of the crate under that force, and forces on groups, at points and between bodies.
fn world_of_all<const D: usize>(body: Body<f64, D>) -> World<f64, D>
where
    f64: Real<D>,
{
    let mut world = World::new();
    let shift = |count: usize| SVector::<f64, D>::repeat(0.1 * count as f64);
    let mut bodies: Vec<BodyId> = Vec::new();
    for (count, force) in forces::<D>().into_iter().enumerate() {
        let place = body.position + shift(count);
        // only spheres are round in space
        let body = if D == 2 { body.round(0.01) } else { body };
        bodies.push(world.add_body(body.at(place)).unwrap());
        world.add_force_on(bodies[count], force).unwrap();
    }
    let (few, spring) = (bodies[2..5].iter().copied(), Spring::stiffness(2.0));
    world.add_force(UniformGravity::new(shift(1))).unwrap();
    world.add_force_on_each(few.clone(), spring).unwrap();
    world
        .add_force_except(few, ConstantForce::new(shift(2)))
        .unwrap();
    let mounted = Mounted::new(BuiltInForce::from(spring), shift(3));
    world.add_force_on(bodies[6], mounted).unwrap();
    let rod = Rod::stiffness(20.0).length(0.2);
    world.add_link(bodies[0], bodies[1], rod).unwrap();
    world
        .add_link_at(bodies[7], shift(1), bodies[8], shift(2), rod)
        .unwrap();
    world
}

/// A run of the file in 50 steps ends in the same bits as the world itself, under each scheme.
fn runs_as_the_world_steps<const D: usize>(text: &str, world: &World<f64, D>)
where
    f64: Written<D>,
{
    let source = Source::new("saved.ron", text);
    let read: Saved<f64, D> = source.read_all().unwrap_or_else(|error| panic!("{error}"));
    let scene = Scene::of_saved(&source, &read, (0.01, 0.5)).unwrap();
    for scheme in Scheme::ALL {
        let run = Flight::run(&scene, scheme.into(), scene.dt, |_| ()).unwrap();
        let mut stepped = world.clone();
        stepped.set_scheme(scheme);
        for _ in 0..50 {
            stepped.step(0.01).unwrap();
        }
        let (run, stepped) = (run.world.scene().unwrap(), stepped.scene().unwrap());
        let bits = |scene| ron::to_string(scene).unwrap();
        assert_eq!(bits(&run), bits(&stepped), "{scheme}");
        assert_ne!(bits(&run), bits(&world.scene().unwrap()), "{scheme}");
    }
}

/// A scene as the crate writes it, pretty or not, runs; also one that is on its way.
fn is_a_scene_file<const D: usize>(body: Body<f64, D>, name: &str)
where
    f64: Written<D>,
{
    let mut world = world_of_all(body);
    let text = ron::to_string(&world.scene().unwrap()).unwrap();
    // the error of a force that is not known names all that are
    let unknown = ron::from_str::<BuiltInForce<f64, D>>("Wind").unwrap_err();
    let ron::Error::NoSuchEnumVariant { expected, .. } = unknown.code else {
        panic!("{unknown}");
    };
    for force in expected {
        assert!(text.contains(&format!("({force}((")), "{force}");
    }
    runs_as_the_world_steps(&text, &world);
    world.step(0.125).unwrap();
    let file = std::env::temp_dir().join(format!("{name}-{}.ron", std::process::id()));
    saved::write(&file, &world).unwrap();
    runs_as_the_world_steps(&std::fs::read_to_string(&file).unwrap(), &world);
    let path = file.display().to_string();
    let times = ["--dt", "0.01", "--duration", "0.1", "--scheme", "FlowKick"];
    let report = program(&[&[path.as_str()][..], &times].concat()).unwrap();
    let needed = program(&[&path, "--dt", "0.01"]).unwrap_err().to_string();
    std::fs::remove_file(&file).unwrap();
    let count = format!("20 bodies in {D} dimensions, 0.1 s in steps of 0.01 s");
    assert!(report.contains(&count), "{report}");
    assert!(
        report.contains("| FlowKick") && !report.contains("stopped"),
        "{report}"
    );
    assert!(
        needed.contains("--dt and --duration are needed"),
        "{needed}"
    );
}

#[test]
fn a_scene_of_the_crate_is_a_scene_file() {
    is_a_scene_file(
        Body2::solid(2.0, 0.5)
            .at([0.1, 0.2])
            .moving([1.0, 0.5])
            .spinning(0.3),
        "flat",
    );
    let orientation = UnitQuaternion::from_scaled_axis(Vector3::new(0.1, 0.2, 0.3));
    let inertia = Inertia::principal([0.5, 0.6, 0.9]).turned(orientation);
    let body = Body3::solid(2.0, inertia)
        .at([0.1, 0.2, 0.3])
        .moving([1.0, 0.5, -0.2]);
    is_a_scene_file(body.turned(orientation).spinning([0.3, -0.2, 0.1]), "solid");
}

/// Every scene of the examples that has only forces of the crate is saved as a scene of the crate, which is the same world.
#[test]
fn the_start_of_a_scene_is_saved() {
    let file = std::env::temp_dir().join(format!("start-{}.ron", std::process::id()));
    let name = file.display().to_string();
    let save = |scene: &str| {
        let arguments = [
            &path(scene),
            "--save",
            &name,
            "--scheme",
            "FlowKick",
            "--duration",
            "0.5",
        ];
        program(&arguments).map(|_| std::fs::read_to_string(&file).unwrap())
    };
    let truss: Saved<f64, 2> = ron::from_str(&save("truss.ron").unwrap()).unwrap();
    assert_eq!(truss, shipped::<2>("truss.ron").world.scene().unwrap());
    let probe: Saved<f64, 3> = ron::from_str(&save("tumbling_probe.ron").unwrap()).unwrap();
    assert_eq!(
        probe,
        shipped::<3>("tumbling_probe.ron").world.scene().unwrap()
    );
    let code = format!("{:#}", save("pendulum.ron").unwrap_err());
    std::fs::remove_file(&file).unwrap();
    assert!(
        code.starts_with("the scene cannot be saved: the force ForceField"),
        "{code}"
    );
}

/// Every kind of target, and every field of a body.
#[test]
fn targets_and_bodies_are_those_of_the_crate() {
    let text = r#"(
        title: "targets", dimension: 2, dt: 0.1, duration: 1,
        bodies: [
            (mass: 1, name: "a", position: (1, 2), velocity: (0, 1), radius: 0.25),
            (name: "b", mass: 2, inertia: 0.5, orientation: 0.3, spin: 0.2),
            (name: "c", mass: 0, position: (5, 0)),
        ],
        forces: [
            (force: UniformGravity(acceleration: (0, -1))),
            (on: "b", force: Thruster(force: (0, 3), arm: (1, 0), throttle: 0.5)),
            (on: ["c", "a"], force: Spring((stiffness: 3))),
            (except: "c", force: AtCentre(LinearDrag(strength: Rate(0.2)))),
            (except: ["a", "c"], force: AtPoint(force: Spring(stiffness: 4), arm: (0, 1))),
        ],
        links: [
            (between: ("a", "b"), force: PointGravity(strength: 2)),
            (between: ("b", "c"), at: ((0.5, 0), (0, 0)), force: Rod(stiffness: 9, length: 1)),
        ],
    )"#;
    let mut world = World::new();
    let [a, b, c] = [
        Body2::point(1.0)
            .at([1.0, 2.0])
            .moving([0.0, 1.0])
            .round(0.25),
        Body2::solid(2.0, 0.5).turned(0.3).spinning(0.4),
        Body2::point(1.0).fixed().at([5.0, 0.0]),
    ]
    .map(|body| world.add_body(body).unwrap());
    world.add_force(UniformGravity::new([0.0, -1.0])).unwrap();
    let thruster = Thruster::new([0.0, 3.0])
        .mounted_at([1.0, 0.0])
        .throttled(0.5);
    world.add_force_on(b, thruster).unwrap();
    world
        .add_force_on_each([a, c], Spring::stiffness(3.0))
        .unwrap();
    world.add_force_except([c], LinearDrag::rate(0.2)).unwrap();
    let mounted = Mounted::new(Spring::stiffness(4.0), [0.0, 1.0]);
    world.add_force_except([a, c], mounted).unwrap();
    world.add_link(a, b, PointGravity::new(2.0)).unwrap();
    let rod = Rod::stiffness(9.0).length(1.0);
    world
        .add_link_at(b, [0.5, 0.0], c, [0.0, 0.0], rod)
        .unwrap();
    let read = scene::<2>(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.world.scene().unwrap(), world.scene().unwrap());
    assert_eq!(read.losses, ["thrust", "drag"]);
}
