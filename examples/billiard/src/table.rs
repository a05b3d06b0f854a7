//! The table, its balls and how they touch: SI units, x along the table, y across it, z up.

use anyhow::Result;
use kinstep::ballistics::Plane;
use kinstep::contact::Contact;
use kinstep::nalgebra::Vector2;
use kinstep::{Body3, BodyId, Inertia, UniformGravity, World3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Radius of a ball \[m\]: half of 57.15 mm.
pub(crate) const RADIUS: f64 = 0.028_575;
/// Mass of a ball \[kg\].
pub(crate) const MASS: f64 = 0.17;
/// Half the length and half the width between the cushions \[m\]: a nine-foot table.
pub(crate) const HALF: [f64; 2] = [1.27, 0.635];
/// The cue ball, and those of the triangle.
pub(crate) const BALLS: usize = 16;
/// How far the balls of the triangle are apart \[m\].
const GAP: f64 = 2e-4;

/// Normals \[-\] and offsets \[m\] of the cushions in the plane of the table.
pub(crate) const CUSHIONS: [([f64; 2], f64); 4] = [
    ([1.0, 0.0], -HALF[0]),
    ([-1.0, 0.0], -HALF[0]),
    ([0.0, 1.0], -HALF[1]),
    ([0.0, -1.0], -HALF[1]),
];

/// Where the balls lie before the break \[m\], the cue ball first. The seed moves each of the others by less than a quarter of
/// their gaps.
pub(crate) fn rack(seed: u64) -> [Vector2<f64>; BALLS] {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut balls = [Vector2::new(-0.5 * HALF[0], 0.0); BALLS];
    let pitch = 2.0 * RADIUS + GAP;
    let rows = (0..5).flat_map(|row| (0..=row).map(move |place| (row, place)));
    for (ball, (row, place)) in balls.iter_mut().skip(1).zip(rows) {
        let x = 0.5 * HALF[0] + f64::from(row) * pitch * 0.75_f64.sqrt();
        let y = (f64::from(place) - 0.5 * f64::from(row)) * pitch;
        let mut off = || random.random_range(-0.15..0.15) * GAP;
        *ball = Vector2::new(x + off(), y + off());
    }
    balls
}

/// A world with cloth, cushions and the balls of a rack.
pub(crate) fn set_up(seed: u64) -> Result<(World3, Vec<BodyId>)> {
    let mut world = World3::new();
    world.add_force(UniformGravity::new([0.0, 0.0, -9.81]))?;
    let cloth = Contact::new(0.0).with_friction(0.2).with_rolling(0.01);
    world.add_surface(Plane::new([0.0, 0.0, 1.0], 0.0), cloth)?;
    let cushions = CUSHIONS.map(|([x, y], offset)| Plane::new([x, y, 0.0], offset));
    world.add_surface(cushions, Contact::new(0.75))?;
    world.set_body_contact(Some(Contact::new(0.95)))?;
    let ball = Body3::solid(MASS, Inertia::sphere(MASS, RADIUS)).round(RADIUS);
    let mut balls = Vec::new();
    for at in rack(seed) {
        balls.push(world.add_body(ball.at([at.x, at.y, RADIUS]))?);
    }
    Ok((world, balls))
}
