//! The same bits: on every run, in a clone, on any number of threads, and, with `libm`, in every build.

use kinstep::ballistics::{Crossing, Plane};
use kinstep::nalgebra::Vector3;
use kinstep::swarm::{Block, Each, Landed};
use kinstep::{Float, LinearLaw, QuadraticDrag, Real, Swarm};

use super::scenes::{self, Bits, Numbers, STEPS, Scene};

/// The bits that a scene ends in.
fn end<T: Real<D>, const D: usize>(mut scene: Scene<T, D>) -> u64 {
    for step in 0..STEPS {
        scene.step(step);
    }
    Bits::of_world(&scene.world)
}

fn swarm<T: Float>(count: usize) -> Swarm<T, 3> {
    let mut numbers = Numbers::new(count as u64);
    let ten: T = kinstep::nalgebra::convert(10.0);
    let mut swarm = Swarm::with_capacity(count);
    swarm.add_group(kinstep::nalgebra::convert(3.0)).unwrap();
    for body in 0..count {
        let (position, velocity) = (numbers.vector() * ten, numbers.vector());
        swarm.push_into(body % 2, position, velocity).unwrap();
    }
    swarm
}

fn bits_of_swarm<T: Float>(swarm: &Swarm<T, 3>) -> u64 {
    let mut bits = Bits::new();
    bits.number(swarm.time());
    for vector in swarm.positions().iter().chain(swarm.velocities()) {
        bits.vector(vector);
    }
    bits.0
}

fn pull<T: Float>(block: &Block<'_, T, 3>, accelerations: &mut [Vector3<T>]) {
    for (x, acceleration) in block.positions.iter().zip(accelerations) {
        *acceleration -= x / (T::one() + x.norm());
    }
}

/// A swarm of two groups under laws of their own, kicked, and thinned by what falls through a plane.
fn a_swarm() -> u64 {
    let mut swarm = swarm::<f32>(200);
    let laws = |group: &kinstep::swarm::Group<f32>| {
        LinearLaw::gravity([0.0, -1.0, 0.0]) + LinearLaw::drag(0.1 * group.mass)
    };
    let ground = Plane::new([0.0, 1.0, 0.1], -60.0);
    let mut landed: Vec<Landed<f32, 3>> = Vec::new();
    let mut bits = Bits::new();
    for step in 0..STEPS {
        match step % 4 {
            0 => swarm.step(&laws, 0.02).unwrap(),
            1 => swarm.step_kicked(&laws, &pull, 0.02).unwrap(),
            2 => swarm
                .step_kicked(&laws, &Each(QuadraticDrag::coefficient(0.01)), 0.02)
                .unwrap(),
            _ => {
                swarm
                    .step_across(&laws, 0.02, &ground, Crossing::Descending, &mut landed)
                    .unwrap();
                for body in &landed {
                    bits.word(body.body as u64);
                    bits.number(body.time);
                    bits.vector(&body.position);
                    bits.vector(&body.velocity);
                }
                swarm.remove_landed(&landed).unwrap();
                for body in &landed {
                    swarm.push(-body.position, -body.velocity).unwrap();
                }
            }
        }
    }
    bits.word(bits_of_swarm(&swarm));
    bits.0
}

/// What runs a scene to its end.
type Run = fn() -> u64;

/// The scenes, and the bits they end in with the feature `libm`.
const SCENES: [(&str, u64, Run); 11] = [
    ("springs in wind, 3-D, f64", 0xAEFC_E669_912E_1AC6, || {
        end(scenes::springs_in_wind::<f64, 3>(1.0 / 60.0))
    }),
    (
        "springs in wind, 2-D, f32, backwards",
        0x1683_3AA9_A215_06A6,
        || end(scenes::springs_in_wind::<f32, 2>(-1.0 / 60.0)),
    ),
    ("links and closures", 0x3506_7CD6_AB3B_D5C5, || {
        end(scenes::links_and_closures())
    }),
    ("books and tops, f64", 0xF883_2200_E7B7_552D, || {
        end(scenes::books_and_tops::<f64>())
    }),
    ("books and tops, f32", 0x7F51_577F_B665_B274, || {
        end(scenes::books_and_tops::<f32>())
    }),
    ("planets", 0xB87C_E267_13C9_D1C3, || end(scenes::planets())),
    ("landers", 0x64B0_DB50_62AC_8C8B, || end(scenes::landers())),
    ("charges in a turning frame", 0xF808_99A3_1CEC_2038, || {
        end(scenes::charges_in_a_turning_frame())
    }),
    ("every scheme", 0x4C72_A228_0A0E_F8B7, || {
        end(scenes::every_scheme())
    }),
    ("a crowd", 0xF835_E9F7_65A2_0378, || end(scenes::a_crowd())),
    ("a swarm", 0xD827_3AA7_69CA_0BE2, a_swarm),
];

/// Runs everything, and says what ends in other bits.
#[cfg(feature = "libm")]
pub(crate) fn compare(expected: &[(&str, u64, Run)]) {
    let got = expected
        .iter()
        .map(|&(name, bits, run)| (name, bits, run()));
    let off = got.filter(|(_, bits, got)| got != bits);
    let off: Vec<String> = off
        .map(|(name, _, got)| format!("{name}: {got:#018X}"))
        .collect();
    assert!(off.is_empty(), "other bits:\n{}", off.join("\n"));
}

#[cfg(feature = "libm")]
#[test]
fn every_build_gives_these_bits() {
    compare(&SCENES);
}

/// A second run in the same process finds other addresses, and ends in the same bits; with `libm` it is one of many.
#[cfg(not(feature = "libm"))]
#[test]
fn every_run_gives_the_same_bits() {
    for (name, _, run) in SCENES {
        assert_eq!(run(), run(), "{name}");
    }
}

/// A clone goes on as its original does, whenever it was taken; so does a world that was written over by
/// [`clone_from`](Clone::clone_from), whatever it was before, and one at which nobody looks.
fn is_cloned<T: Real<D>, const D: usize>(scene: impl Fn() -> Scene<T, D>) {
    let mut original = scene();
    let mut written_over = scene();
    written_over.step(0);
    let mut clones = Vec::new();
    for step in 0..700 {
        original.step(step);
        if step % 150 == 40 {
            written_over.world.clone_from(&original.world);
            clones.push((step + 1, original.world.clone()));
            clones.push((step + 1, written_over.world.clone()));
        }
        if step > 640 {
            written_over.step(step);
        }
    }
    let end = Bits::of_world(&original.world);
    assert_eq!(Bits::of_world(&written_over.world), end);
    for (start, world) in clones {
        let mut clone = Scene { world, ..scene() };
        (start..700).for_each(|step| clone.step(step));
        assert_eq!(
            Bits::of_world(&clone.world),
            end,
            "cloned before step {start}"
        );
    }
}

#[test]
fn a_clone_goes_on_with_the_same_bits() {
    is_cloned(|| scenes::springs_in_wind::<f32, 3>(0.01));
    is_cloned(scenes::links_and_closures);
    is_cloned(scenes::books_and_tops::<f64>);
    is_cloned(scenes::planets);
    is_cloned(scenes::landers);
    is_cloned(scenes::charges_in_a_turning_frame);
    is_cloned(scenes::every_scheme);
    is_cloned(scenes::a_crowd);
}
