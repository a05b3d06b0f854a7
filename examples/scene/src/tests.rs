//! Tests of the whole program: its files, arguments and output.

use clap::CommandFactory;
use kinstep::{Body2, LinearDrag, Spring, UniformGravity, World2};
use support::drawing::well_formed::assert_well_formed;

use super::*;

/// Runs the program in the folder of the repository.
fn program(arguments: &[&str]) -> Result<String> {
    let mut all = vec!["scene"];
    all.extend(arguments);
    let mut arguments = Arguments::try_parse_from(all)?;
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    arguments.file = root.join(&arguments.file);
    report(&arguments)
}

/// Writes a file of this test with this content. Returns its path.
fn file(name: &str, content: &str) -> String {
    let path = std::env::temp_dir().join(format!("kinstep-scene-{}-{name}", std::process::id()));
    support::files::write(&path, content).unwrap();
    path.display().to_string()
}

/// Reads a file and removes it.
fn taken(path: &str) -> String {
    let text = read_to_string(path).unwrap();
    std::fs::remove_file(path).unwrap();
    text
}

const PROJECTILE: &str = "examples/scenes/projectile.ron";

/// A baseball, as a scene in the plane.
fn ball(force: &str) -> String {
    format!(
        "(version: 1, world: (\n state: (scheme: FlowKick, clock: (time: (sum: 0, carried: 0), steps: 0),\n\
         bodies: [(mass: 0.145, velocity: (3, 4))], body_names: (owners: [0], generations: [0], vacant: []),\n\
         targets: [Every], force_names: (owners: [0], generations: [0], vacant: []), pushes: []),\n\
         forces: [AtCentre({force})]))"
    )
}

/// The command in each file runs, with rows for all schemes, and draws a picture.
#[test]
fn every_scene_runs_as_its_first_lines_say() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenes");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "ron") {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = read_to_string(&path).unwrap();
        let command = text
            .lines()
            .find_map(|line| line.strip_prefix("// cargo run --release -p scene -- "));
        let command = command.unwrap_or_else(|| panic!("{name} has no command"));
        assert!(
            command.starts_with(&format!("examples/scenes/{name} ")),
            "{command}"
        );
        let picture = file(&format!("{name}.svg"), "");
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.extend(["--picture", &picture]);
        let report = program(&arguments).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        for scheme in Scheme::ALL {
            assert!(report.contains(&format!("\n{scheme} ")), "{name}: {report}");
        }
        let svg = taken(&picture);
        assert_well_formed(&svg);
        let seconds = arguments
            .iter()
            .position(|&it| it == "--dt")
            .map_or("0.0166667", |at| arguments[at + 1]);
        assert!(svg.contains(&format!(" steps of {seconds} s: ")), "{name}");
        count += 1;
    }
    assert!(count >= 10, "{count} scenes");
}

#[test]
fn a_broken_file_says_where() {
    let cases = [
        // in the plane and in space, the error is located at the mistake, not at the first vector
        (
            "UniformGravity((acceleration: (0, ten)))",
            5,
            "Expected float",
        ),
        (
            "UniformGravity((acceleration: (0, 0, ten)))",
            5,
            "Expected float",
        ),
        (
            "Sprong((stiffness: 3))",
            5,
            "Unexpected variant named `Sprong`",
        ),
        ("Spring((stiffness: 3, lenght: 1))", 5, "lenght"),
    ];
    for (number, (force, line, words)) in cases.into_iter().enumerate() {
        let path = file(&format!("broken-{number}.ron"), &ball(force));
        let error = format!("{:#}", program(&[&path]).unwrap_err());
        taken(&path);
        assert!(error.contains(&format!("{path}:{line}:")), "{error}");
        assert!(error.contains(words), "{error}");
    }
    // valid syntax, but an invalid world
    let path = file(
        "mass.ron",
        &ball("Spring((stiffness: 3))").replace("0.145", "-1"),
    );
    let error = format!("{:#}", program(&[&path]).unwrap_err());
    taken(&path);
    assert!(error.contains(&path) && error.contains("mass"), "{error}");
    let error = format!("{:#}", program(&["no/such.ron"]).unwrap_err());
    assert!(error.contains("no/such.ron cannot be read: "), "{error}");
}

#[test]
fn the_csv_has_a_row_for_each_scheme_step_and_body() {
    let path = file("rows.csv", "");
    let schemes = ["--scheme", "flowkick", "--scheme", "Rk4"];
    let arguments = [
        &[PROJECTILE, "--dt", "0.5", "--time", "2", "--csv", &path][..],
        &schemes,
    ]
    .concat();
    program(&arguments).unwrap();
    let text = taken(&path);
    let rows: Vec<&str> = text.lines().collect();
    let header = "scheme,time [s],body,x [m],y [m],z [m],vx [m/s],vy [m/s],vz [m/s],energy [J]";
    assert_eq!(rows[0], header);
    assert_eq!(rows.len(), 1 + 2 * 5);
    // ½ m v² + m g y = 0.0725 (30² + 18²) + 0.145 · 9.81 · 1.5
    assert_eq!(
        rows[1],
        "FlowKick,0.0,0,0.0,1.5,0.0,30.0,18.0,0.0,90.87367499999999"
    );
    assert!(rows[5].starts_with("FlowKick,2.0,0,"), "{}", rows[5]);
    assert!(rows[10].starts_with("Rk4,2.0,0,"), "{}", rows[10]);

    // x = x₀ + w t + (v - w)(1 - e^(-γt))/γ with wind w = -3 and γ = 0.28
    let x: f64 = rows[5].split(',').nth(3).unwrap().parse().unwrap();
    let exact = -3.0 * 2.0 - 33.0 * (-0.28_f64 * 2.0).exp_m1() / 0.28;
    assert!(
        (x - exact).abs() < 8.0 * f64::EPSILON * exact,
        "{x} {exact}"
    );
}

#[test]
fn two_schemes_give_two_curves() {
    let curves = |schemes: &[&str]| {
        let path = file(&format!("curves-{}.svg", schemes.len()), "");
        let mut arguments = vec![
            PROJECTILE,
            "--dt",
            "0.25",
            "--time",
            "4",
            "--picture",
            &path,
        ];
        schemes
            .iter()
            .for_each(|scheme| arguments.extend(["--scheme", scheme]));
        program(&arguments).unwrap();
        let svg = taken(&path);
        let width = |it: &&str| it.contains("stroke-width=\"2\"");
        (svg.split("<path ").filter(width).count(), svg)
    };
    let (one, _) = curves(&["FlowKick"]);
    let (two, svg) = curves(&["FlowKick", "SymplecticEuler"]);
    assert!(one == 1 && two == 2, "{one} {two}");
    assert!(svg.contains(">kinstep (FlowKick): ") && svg.contains(">SymplecticEuler: 7.8 m off<"));
    // names are not clipped at the axes
    let axes = svg
        .split("<g clip-path")
        .nth(1)
        .unwrap()
        .split("</g>")
        .next()
        .unwrap();
    assert!(axes.contains("<circle") && !axes.contains("m off"));
    // a dot at each of the 16 steps and the start, and one more at the end
    assert_eq!(svg.matches("<circle").count(), 2 * 18);
}

/// A world that a program saves, after some steps, is a scene file: it continues to the bit.
#[test]
fn a_saved_world_runs_on_to_the_bit() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world
        .add_force(LinearDrag::rate(0.1).in_wind([3.0, 0.0]))
        .unwrap();
    let ball = world.add_body(Body2::point(0.2).at([1.0, 0.0])).unwrap();
    let box_ = world.add_body(Body2::point(0.7).at([0.0, 0.3])).unwrap();
    world
        .add_force_on(ball, Spring::stiffness(80.0).damping(0.1))
        .unwrap();
    world
        .add_link(ball, box_, Spring::stiffness(50.0).length(1.0))
        .unwrap();
    for _ in 0..7 {
        world.step(0.03).unwrap();
    }
    let saved = file(
        "saved.ron",
        &ron::to_string(&world.scene().unwrap()).unwrap(),
    );
    let csv = file("saved.csv", "");
    let step = ["--dt", "0.03", "--time", "0.3", "--scheme", "FlowKick"];
    program(&[&[&saved, "--csv", &csv][..], &step].concat()).unwrap();
    taken(&saved);
    for _ in 0..10 {
        world.step(0.03).unwrap();
    }
    let text = taken(&csv);
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    for (row, body) in last.iter().rev().zip(world.body_slice()) {
        let numbers: Vec<f64> = row
            .split(',')
            .skip(1)
            .map(|it| it.parse().unwrap())
            .collect();
        assert_eq!(numbers[0].to_bits(), world.time().to_bits());
        for (number, bits) in numbers[2..]
            .iter()
            .zip(body.position.iter().chain(&body.velocity))
        {
            assert_eq!(number.to_bits(), bits.to_bits(), "{row}");
        }
    }
    assert_eq!(last.len(), 2);
}

#[test]
fn the_command_line_is_checked() {
    Arguments::command().debug_assert();
    for (option, wrong) in [
        ("--dt", "0"),
        ("--dt", "-1"),
        ("--dt", "nan"),
        ("--time", "inf"),
        ("--scheme", "Rk5"),
    ] {
        assert!(
            Arguments::try_parse_from(["scene", "file.ron", option, wrong]).is_err(),
            "{option} {wrong}"
        );
    }
    let help = Arguments::command().render_long_help().to_string();
    for scheme in Scheme::ALL {
        assert!(help.contains(&scheme.to_string()), "{scheme}");
    }
    let long = program(&[PROJECTILE, "--dt", "1e-9"]).unwrap_err();
    assert!(long.to_string().contains("at most 1e9"), "{long}");
    let unwritable = program(&[PROJECTILE, "--csv", "/dev/null/place.csv"]).unwrap_err();
    assert!(format!("{unwritable:#}").starts_with("/dev/null/place.csv cannot be written: "));
}
