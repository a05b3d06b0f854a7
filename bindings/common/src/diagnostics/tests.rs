//! Diagnostics of each type of world, compared with the crate called directly.

use super::*;
use crate::motion::tests::{on_each_type, state, swings};

fn keys(record: &impl Serialize) -> Vec<String> {
    let written = serde_json::to_value(record).unwrap();
    written.as_object().unwrap().keys().cloned().collect()
}

fn compares_as_the_crate<T: Space<D> + LowerExp, const D: usize>(of: fn(World<T, D>) -> AnyWorld) {
    let start = swings::<T, D>();
    let world = of(start.clone());
    let before = state(&world);
    let methods = [Method::Scheme(Scheme::Rk4), Method::Tolerance(1e-3)];
    let found = world
        .compare_schemes(0.25, 40, &methods, &mut || true)
        .unwrap();
    let direct = [Scheme::Rk4.into(), diagnostics::Method::to(T::of(1e-3))];
    let direct = diagnostics::compare_methods(&start, T::of(0.25), 40, &direct).unwrap();
    assert_eq!(
        (found.is_exact, found.uncertainty),
        (false, direct.uncertainty.wide())
    );
    for (run, direct) in found.runs.iter().zip(direct.runs) {
        assert_eq!(*run, direct.into());
        assert!(run.energy.is_some() && run.phase.is_some());
    }
    assert_eq!(found.runs[1].method, "to 1e-3 m");

    let found = world.reference(&[2.0, 0.5], &mut || true).unwrap();
    let mut direct = diagnostics::Reference::new(&start);
    direct.advance(T::of(2.0)).unwrap();
    direct.advance(T::of(-1.5)).unwrap();
    let last = &direct.world().body_slice()[1];
    let wide: Vec<_> = last.velocity.iter().map(|number| number.wide()).collect();
    assert_eq!(found.velocities[3 * D..], wide);
    let bodies: Vec<_> = start.ids().map(BodyId::to_bits).collect();
    assert_eq!((found.bodies, found.is_exact), (bodies, false));

    let no = &mut || false;
    let stopped = [
        world.compare_schemes(1e-3, 1 << 40, &methods, no).err(),
        world.reference(&[1e6], no).err(),
    ];
    assert!(
        stopped
            .into_iter()
            .all(|failure| failure.unwrap().kind == Kind::Stopped)
    );
    assert_eq!(state(&world), before);
}

#[test]
fn results_are_those_of_the_crate() {
    on_each_type!(compares_as_the_crate);
}

#[test]
fn drifts_are_those_of_the_crate() {
    let (times, values): (Vec<_>, Vec<_>) = (0..100_u32)
        .map(|i| (f64::from(i), 2.0 + 1e-3 * f64::from(i)))
        .unzip();
    let mut direct = Drift::new().relative_to(0.5).sampled_every(3);
    direct.extend(times.iter().copied().zip(values.iter().copied()));
    let found = drift(&times, &values, Some(0.5), 3).unwrap();
    assert_eq!(found, (&direct.report().unwrap()).into());
    assert_eq!((&*found.kind, found.scale), ("secular", 0.5));
}

#[test]
fn refusals_have_the_value() {
    let world = AnyWorld::Plane(swings());
    let yes = &mut || true;
    let refused = |failure: Option<Failure>, kind, part: &str| {
        let failure = failure.unwrap();
        assert_eq!(failure.kind, kind);
        assert!(failure.message.contains(part), "{failure}");
    };
    use Kind::{Invalid, Step};
    refused(
        drift(&[0.0], &[], None, 1).err(),
        Invalid,
        "1 times and 0 values",
    );
    refused(
        drift(&[0.0, 1.0], &[1.0, f64::NAN], None, 1).err(),
        Invalid,
        "sample 1 is NaN at 1 s",
    );
    refused(
        drift(&[0.0, 1.0], &[1.0; 2], Some(0.0), 1).err(),
        Invalid,
        "scale of 0",
    );
    refused(
        world.compare_schemes(0.1, 0, &[], yes).err(),
        Invalid,
        "at least one step",
    );
    refused(
        world.compare_schemes(f64::NAN, 1, &[], yes).err(),
        Step,
        "NaN s",
    );
    refused(world.reference(&[f64::INFINITY], yes).err(), Step, "inf s");
    refused(
        Method::named("Rk5").err(),
        Invalid,
        "`Rk5`, expected one of",
    );
}

#[test]
fn methods_are_names_or_numbers() {
    let read: Vec<Method> = serde_json::from_str(r#"["Rk4", 1e-6, 1]"#).unwrap();
    let [tight, loose] = [1e-6, 1.0].map(Method::Tolerance);
    assert_eq!(read, [Method::Scheme(Scheme::Rk4), tight, loose]);
    let wrong = serde_json::from_str::<Method>(r#""Rk5""#).unwrap_err();
    assert!(wrong.to_string().contains("`Rk5`"), "{wrong}");
    assert_eq!(Method::schemes().count(), Scheme::ALL.len());
}

#[test]
fn fields_have_the_names_of_python() {
    let world = AnyWorld::Plane(swings());
    let methods = [Method::Scheme(Scheme::Rk4)];
    let found = world
        .compare_schemes(0.25, 4, &methods, &mut || true)
        .unwrap();
    let drift = found.runs[0].energy.as_ref().unwrap();
    let names = |names: &str| {
        let mut names: Vec<_> = names.split(' ').map(String::from).collect();
        names.sort();
        names
    };
    assert_eq!(
        keys(drift),
        names("kind rate rate_error amplitude worst last jump envelope_exponent scale samples")
    );
    assert_eq!(
        keys(&found.runs[0]),
        names(
            "method position_error worst_position_error orientation_error worst_orientation_error energy_error energy phase_error phase stopped_after error"
        )
    );
    assert_eq!(
        keys(&found),
        names("is_exact uncertainty orientation_uncertainty energy_scale runs")
    );
}
