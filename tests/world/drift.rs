//! The verdict on quantities that should stay constant is right for every scheme and any length of
//! a run; where no verdict is possible, there is an error.

use kinstep::diagnostics::{DiagnosticsError, Drift, DriftKind, DriftReport};
use kinstep::{Body, Body2, LinearDrag, Scheme, Spring, UniformGravity, World, World2};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use DriftKind::{Bounded, Jumped, Rounding, Secular, Unclear};

use truths::pendulum::pendulum;
use truths::two_springs::two_springs;

/// The drift of the energy of a world over a number of steps.
fn energy_drift(world: &World2, scheme: Scheme, steps: u64, dt: f64) -> DriftReport<f64> {
    let mut world = world.clone();
    world.set_scheme(scheme);
    let mut drift = Drift::new();
    drift.record(world.time(), world.energy().total());
    for _ in 0..steps {
        world.step(dt).unwrap();
        drift.record(world.time(), world.energy().total());
    }
    drift.report().unwrap()
}

#[test]
fn energy_is_labelled_alike_in_short_and_long_runs() {
    let springs = [
        (Scheme::SymplecticEuler, Bounded),
        (Scheme::VelocityVerlet, Bounded),
        (Scheme::Rk4, Secular),
        (Scheme::Kinematic, Secular),
        (Scheme::AverageAcceleration, Secular),
        (Scheme::FlowKick, Rounding),
        (Scheme::FlowKick4, Rounding),
        (Scheme::WeakKick, Rounding),
    ];
    let swing = [
        (Scheme::SymplecticEuler, Bounded),
        (Scheme::VelocityVerlet, Bounded),
        (Scheme::Rk4, Secular),
        (Scheme::AverageAcceleration, Secular),
        (Scheme::FlowKick, Bounded),
    ];
    // at longer steps, where errors exceed rounding
    let swing_at_2_hz = [(Scheme::FlowKick4, Bounded), (Scheme::WeakKick, Bounded)];
    let h = 1.0 / 60.0;
    for (world, h, labels) in [
        (two_springs(), h, &springs[..]),
        (pendulum(2.0), h, &swing[..]),
        (pendulum(2.0), 30.0 * h, &swing_at_2_hz[..]),
    ] {
        for &(scheme, kind) in labels {
            for steps in [10_000, 100_000, 400_000] {
                let report = energy_drift(&world, scheme, steps, h);
                assert_eq!(report.kind, kind, "{scheme}, {steps} steps: {report}");
            }
        }
    }
}

/// The rates of drift agree with theory: `e^(ω₁²ω₂²h⁴/6)` per step for Kinematic,
/// `e^(-(ω₁⁴+ω₂⁴)h⁴/24)` for AverageAcceleration, `-ω⁶h⁶/72` for Rk4.
#[test]
fn rates_are_what_theory_says() {
    let h = 1.0 / 60.0_f64;
    let rates = [
        (Scheme::Kinematic, 4.0 * 9.0 * h.powi(3) / 6.0),
        (
            Scheme::AverageAcceleration,
            -(16.0 + 81.0) * h.powi(3) / 24.0,
        ),
        (Scheme::Rk4, -(13.0_f64.powi(3)) * h.powi(5) / 72.0),
    ];
    for (scheme, rate) in rates {
        let report = energy_drift(&two_springs(), scheme, 10_000, h);
        // the mean of e^(rt) - 1 over the run grows a little faster than rt; measured: 0.25 % off
        let mean = 1.0 + 0.5 * rate * 10_000.0 * h;
        assert!(
            (report.rate / (rate * mean) - 1.0).abs() < 0.01,
            "{scheme}: {report}"
        );
        assert!(
            report.rate_error < 0.01 * report.rate.abs(),
            "{scheme}: {report}"
        );
        // a line, on which the oscillations of the beginning are still visible; measured: 0.85 to
        // 1.00
        let exponent = report.envelope_exponent;
        assert!((exponent - 0.95).abs() < 0.15, "{scheme}: {exponent}");
    }
    let bounded = energy_drift(&two_springs(), Scheme::SymplecticEuler, 100_000, h);
    assert!(bounded.envelope_exponent.abs() < 1e-3, "{bounded:?}");
    // the energy oscillates by ± Wh/2 around its mean; the amplitude is half of the range
    let band = 0.5 * 13.0_f64.sqrt() * h;
    assert!((bounded.amplitude / band - 1.0).abs() < 0.02, "{bounded:?}");
}

#[test]
fn f32_is_forgiven_its_own_rounding() {
    let mut world = World::<f32, 2>::new();
    world.add_body(Body::point(1.0).at([1.0, 0.0])).unwrap();
    world.add_force(Spring::stiffness(1.0)).unwrap();
    let mut drift = Drift::new();
    for _ in 0..100_000 {
        world.step(1e-2).unwrap();
        drift.record(world.time(), world.energy().total());
    }
    let report = drift.report().unwrap();
    assert_eq!(report.kind, Rounding, "{report}");
    assert!(report.worst > 1e-7, "{report}: it does round");
}

#[test]
fn a_run_may_be_sampled_now_and_then() {
    let mut world = two_springs();
    let [mut every, mut thousandth] =
        [Drift::new(), Drift::new().sampled_every(1000)].map(|drift| drift.relative_to(6.5));
    for sample in 0..100 {
        for _ in 0..1000 {
            world.step(1.0 / 60.0).unwrap();
        }
        let energy = 6.5 + 1e-13 * f64::from(sample);
        every.record(world.time(), energy);
        thousandth.record(world.time(), energy);
    }
    assert_eq!(every.report().unwrap().kind, Secular);
    assert_eq!(thousandth.report().unwrap().kind, Rounding);
}

/// The verdict on a function of time, sampled 60 times a second.
fn verdict(mut value: impl FnMut(f64) -> f64, samples: u32) -> DriftReport<f64> {
    let mut drift = Drift::new().relative_to(1.0);
    for sample in 0..samples {
        let time = f64::from(sample) / 60.0;
        drift.record(time, value(time));
    }
    drift.report().unwrap()
}

/// Growth is secular, too, if it is not along a straight line.
#[test]
fn growth_that_is_no_line_is_secular() {
    let long = 100_000;
    let explosion = verdict(|t| (0.01 * t).exp_m1(), long);
    assert_eq!(explosion.kind, Secular, "{explosion}");
    assert!(explosion.envelope_exponent > 2.0);
    let resonance = verdict(|t| 1e-3 * t * (7.0 * t).sin(), long);
    assert_eq!(resonance.kind, Secular, "{resonance}");
    assert!((resonance.envelope_exponent - 1.0).abs() < 0.05);
    let huge = verdict(|t| 1e200 * t.powi(4), long);
    assert_eq!(huge.kind, Secular, "{huge}");
    assert!(huge.rate.is_finite() && huge.rate_error.is_finite());
    // slow waves are no growth
    let waves = verdict(|t| (7.0 * t).sin() + 0.5 * (0.01 * t).cos(), long);
    assert_eq!(waves.kind, Bounded, "{waves}");
    // a short peak in each period, as for a body that passes close by a star
    let spikes = verdict(|t| 1e-3 / (1.001 - (0.5 * t).cos()), 4_000);
    assert_eq!(spikes.kind, Bounded, "{spikes}");
    let constant = verdict(|_| 1.0, 32);
    assert_eq!((constant.kind, constant.worst), (Rounding, 0.0));
}

/// A jump that stays is reported: at the start, as when a moon is lost, early or late, up or down,
/// beside waves half as large or none.
#[test]
fn a_jump_that_stays_is_told() {
    let early = [0.002, 0.01, 0.02];
    let later = [0.05, 0.1, 0.31, 0.5, 0.77, 0.9];
    let beside_little = [(1e-3, 0.0), (-6e-4, 5e-5), (0.7, 1e-9)];
    let beside_waves = [(1e-3, 0.0), (1e-3, 5e-4), (-2e-3, 3e-4), (0.7, 1e-9)];
    for samples in [1_000, 10_000, 77_777] {
        let end = f64::from(samples) / 60.0;
        for (shares, jumps) in [(&early[..], &beside_little[..]), (&later, &beside_waves)] {
            for (&share, &(jump, wave)) in shares
                .iter()
                .flat_map(|share| jumps.iter().map(move |jump| (share, jump)))
            {
                let value = |t: f64| {
                    let wave = wave * (20.0 * t).cos();
                    wave + if t > share * end { jump } else { 0.0 }
                };
                let report = verdict(value, samples);
                let name = format!("{samples} {share} {jump} {wave}: {report}");
                assert_eq!(report.kind, Jumped, "{name}");
                let off = (report.jump / jump - 1.0).abs();
                // measured: 0.06 (early, in blocks of 1/37) and 0.08 (the start is a crest of the wave)
                assert!(off < 0.1, "{name}: {off}");
                assert!(report.to_string().starts_with("jumped once, by "), "{name}");
            }
        }
    }
    // a wave that starts at its crest or its trough returns there, which is no jump
    let (crest, trough) = (verdict(f64::cos, 2_000), verdict(|t| -t.cos(), 2_000));
    assert_eq!((crest.kind, trough.kind), (Bounded, Bounded));
}

/// No jump is reported if it is hidden in waves, comes back, is one of two, or is on a rising line.
#[test]
fn what_does_not_stay_is_no_jump() {
    let (samples, end) = (20_000, 20_000.0 / 60.0);
    let level = |t: f64, from: f64, to: f64| f64::from(u8::from(t > from * end && t < to * end));
    let wave = |t: f64| 1e-3 * (20.0 * t).cos();
    type Series<'a> = &'a dyn Fn(f64) -> f64;
    let series: [(Series<'_>, DriftKind); 6] = [
        (&|t| wave(t) + 4e-5 * level(t, 0.6, 2.0), Bounded),
        (&|t| wave(t) + 0.1 * level(t, 0.6, 0.61), Bounded),
        (&|t| wave(t) + 1e-2 * level(t, 0.3, 0.7), Bounded),
        (&|t| wave(t) + 1e-3 * t + 1e-2 * level(t, 0.3, 2.0), Secular),
        (&|t| level(t, 0.3, 2.0) + level(t, 0.6, 2.0), Secular),
        // the last moment does not tell what stays
        (&|t| wave(t) + 1e-2 * level(t, 0.999, 2.0), Bounded),
    ];
    let kinds = series.map(|(value, kind)| (verdict(value, samples), kind));
    for (number, (report, kind)) in kinds.into_iter().enumerate() {
        assert_eq!(
            (report.kind, report.jump),
            (kind, 0.0),
            "{number}: {report}"
        );
    }
}

/// A random walk that goes far by many small steps is no jump; nor are noise, encounters that come
/// and go, and slow waves.
#[test]
fn chance_does_not_jump() {
    let mut random = Pcg64::seed_from_u64(21);
    let mut kinds = [0; 2];
    for _ in 0..1000 {
        let mut walk = 0.0;
        let walked = verdict(
            |_| {
                walk += random.random_range(-1e-3..1e-3);
                walk
            },
            2_000,
        );
        assert_ne!(walked.kind, Jumped, "{walked}");
        kinds[usize::from(walked.kind == Secular)] += 1;
        let noise = verdict(|_| random.random_range(-1e-3..1e-3), 2_000);
        assert_eq!(noise.kind, Bounded, "{noise}");
        let (at, width): (f64, f64) = (
            random.random_range(2.0..28.0),
            random.random_range(0.01..1.0),
        );
        let met = verdict(|t| 1e-3 / (1.0 + ((t - at) / width).powi(2)), 2_000);
        assert_ne!(met.kind, Jumped, "{at} {width}: {met}");
        let (rate, phase) = (random.random_range(0.1..3.0), random.random_range(0.0..6.3));
        let slow = verdict(|t: f64| (rate * t + phase).sin(), 2_000);
        assert_ne!(slow.kind, Jumped, "{rate} {phase}: {slow}");
    }
    // most walks have a visible slope
    assert!(kinds[1] > kinds[0], "{kinds:?}"); // measured: 636 of 1000
}

#[test]
fn a_trend_hidden_in_waves_is_found() {
    let mut drift = Drift::new().relative_to(1.0);
    for sample in 0..1_000_000 {
        let time = f64::from(sample) / 60.0;
        drift.record(time, 1e-3 * (3.6 * time).sin() - 1e-7 * time);
    }
    let report = drift.report().unwrap();
    assert_eq!(report.kind, Secular, "{report}");
    assert!(
        (report.rate + 1e-7).abs() < 4.0 * report.rate_error,
        "{report}"
    );
    assert!((report.rate + 1e-7).abs() < 1e-9, "{report}");
    assert!((report.amplitude / 1e-3 - 1.0).abs() < 0.1, "{report}");
}

/// Any series can be judged, also one that is meant to change, as the velocity of a falling body.
#[test]
fn any_series_will_do() {
    let mut world = World2::new();
    let body = (world.add_body(Body2::point(2.0).moving([3.0, 4.0]))).unwrap();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(LinearDrag::rate(0.1)).unwrap();
    let mut falling = Drift::new();
    for _ in 0..1000 {
        world.step(-0.01).unwrap();
        falling.record(world.time(), world[body].velocity.y);
    }
    // steps go backward in time, where the velocity grows, so its rate is negative
    let report = falling.report().unwrap();
    assert_eq!(report.kind, Secular);
    assert!(report.rate < 0.0, "{report}");
}

#[test]
fn a_series_without_a_verdict_says_why() {
    let mut drift = Drift::<f64>::new();
    assert_eq!(drift.report(), Err(DiagnosticsError::Empty));
    drift.record(0.0, 3.0);
    assert_eq!(
        drift.report(),
        Err(DiagnosticsError::Standstill { time: 0.0 })
    );
    for _ in 1..40 {
        drift.record(0.0, 3.0);
    }
    assert_eq!(
        drift.report(),
        Err(DiagnosticsError::Standstill { time: 0.0 })
    );
    drift.record(1.0, 3.0);
    assert!(drift.report().is_ok());

    let mut spoiled = drift.clone();
    spoiled.record(2.0, f64::INFINITY);
    spoiled.record(f64::NAN, 1.0);
    let error = DiagnosticsError::Sample {
        sample: 41,
        time: 2.0,
        value: f64::INFINITY,
    };
    assert_eq!(spoiled.report(), Err(error));
    assert_eq!(
        error.to_string(),
        "sample 41 is inf at 2 s; it must be finite"
    );

    for bad in [0.0, f64::NAN, f64::INFINITY] {
        let Err(DiagnosticsError::Scale { scale }) = drift.clone().relative_to(bad).report() else {
            panic!("{bad}");
        };
        assert!(scale == bad || bad.is_nan());
    }
    let mut from_zero = Drift::new();
    for sample in 0..40 {
        from_zero.record(f64::from(sample), 1e-3 * f64::from(sample));
    }
    let error = from_zero.report().unwrap_err();
    assert_eq!(error, DiagnosticsError::Scale { scale: 0.0 });
    assert!(error.to_string().contains("give a scale"), "{error}");
    assert!((from_zero.relative_to(-2.0).report().unwrap().rate - 5e-4).abs() < 1e-12);
}

/// A series of few samples has a rate, its error and the worst sample; only the kind of the drift
/// needs 32 samples.
#[test]
fn few_samples_have_numbers_without_a_verdict() {
    let line = |samples: i32| -> Drift<f64> {
        let sample = |i: i32| (f64::from(i), 2.0 - 0.5 * f64::from(i));
        (0..samples).map(sample).collect()
    };
    for samples in 2..32 {
        let report = line(samples).report().unwrap();
        assert_eq!((report.kind, report.samples), (Unclear, samples as u64));
        assert!((report.rate + 0.25).abs() < 1e-15, "{report:?}");
        let last = -0.25 * f64::from(samples - 1);
        assert_eq!((report.last, report.worst), (last, -last));
        assert_eq!((report.jump, report.envelope_exponent), (0.0, 0.0));
        // two samples are always on a line, so the error of the rate is unknown
        let known = if samples == 2 { f64::INFINITY } else { 1e-7 };
        assert!(report.rate_error <= known, "{report:?}");
        assert_eq!(report.rate_error.is_infinite(), samples == 2);
    }
    assert_eq!(line(32).report().unwrap().kind, Secular);
    assert_eq!(
        line(3).report().unwrap().to_string(),
        "unclear after 3 samples, -2.50e-1/s ± 0e0/s, worst 5.0e-1"
    );

    // a change of less than two roundings per step counts as rounding, for any number of samples
    let still: Drift<f64> = (0..2).map(|i| (f64::from(i), 3.0)).collect();
    assert_eq!(still.report().unwrap().kind, Rounding);

    let single: Drift<f32> = (0..20)
        .map(|i| (i as f32, 1.0 + 1e-3 * (i % 2) as f32))
        .collect();
    let report = single.report().unwrap();
    assert_eq!(report.kind, Unclear);
    assert!((report.worst - 1e-3).abs() < 1e-6 && report.rate.is_finite());
}

/// A line is recognised at any size, also if sums of times and changes, or their squares, overflow.
#[test]
fn a_line_is_a_line_at_any_size() {
    for (seconds, size) in [
        (1.0, 1.0),
        (1e306, 1e-200),
        (1e-200, 1e100),
        (1e-100, 1e306),
    ] {
        let mut drift = Drift::<f64>::new().relative_to(size);
        for sample in 0..100 {
            let at = f64::from(sample);
            drift.record(at * seconds, at * size);
        }
        let DriftReport { kind, rate, .. } = drift.report().unwrap();
        assert_eq!(kind, Secular);
        assert!((rate * seconds - 1.0).abs() < 1e-12, "{rate} {seconds}");
    }
}

/// A constant series does not drift, for any scale.
#[test]
fn no_change_is_no_drift() {
    let mut drift = Drift::<f64>::new().relative_to(5e-324);
    (0..40).for_each(|sample| drift.record(f64::from(sample), 3.0));
    let report = drift.report().unwrap();
    assert_eq!((report.kind, report.rate), (Bounded, 0.0));
    assert_eq!((report.rate_error, report.amplitude), (0.0, 0.0));
}
