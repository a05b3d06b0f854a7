//! Steps to a tolerance, by each of the three methods.

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, MagneticField, QuadraticDrag, UniformGravity, World2};

use crate::{Bits, Snapshots};

/// Advances a world ten times, with a short way back after every second advance, to tolerances from
/// 1e-3 to 1e-11 m. Halfway the world passes through a snapshot.
fn end(start: impl Fn() -> World2, duration: f64, snapshots: &mut Snapshots) -> u64 {
    let mut world = start();
    let mut tolerance = 1e-3;
    for part in 0..10 {
        if part == 5 {
            let state = snapshots.pass(&world.snapshot());
            world = start();
            world.restore(&state).unwrap();
        }
        world.advance(duration, tolerance).unwrap();
        if part % 2 == 1 {
            world.advance(-0.125 * duration, tolerance).unwrap();
        }
        tolerance *= 0.125;
    }
    Bits::of_world(&world)
}

/// An orbit of eccentricity 0.9, softened: the Runge–Kutta–Nyström pair.
pub fn an_orbit(snapshots: &mut Snapshots) -> u64 {
    let start = || {
        let mut world = World2::new();
        let planet = Body2::point(1.0)
            .at([1.9, 0.0])
            .moving([0.0, 0.229_415_733_870_561_77]);
        world.add_body(planet).unwrap();
        let pull = ForceField::new(|x: &Vector2<f64>, _| {
            let square = x.x * x.x + x.y * x.y + 1e-4;
            x * (-1.0 / (square * square.sqrt()))
        });
        world.add_force(pull).unwrap();
        world
    };
    end(start, 7.0, snapshots)
}

/// A throw with quadratic drag in wind: Dormand and Prince's pair.
pub fn a_throw_in_wind(snapshots: &mut Snapshots) -> u64 {
    let start = || {
        let mut world = World2::new();
        (world.add_body(Body2::point(0.5).moving([30.0, 20.0]))).unwrap();
        world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        let drag = QuadraticDrag::coefficient(0.01).in_wind([-3.0, 0.5]);
        world.add_force(drag).unwrap();
        world
    };
    end(start, 1.0, snapshots)
}

/// A charge in a magnetic field and a well: Gauss–Radau collocation in the frame of the field.
pub fn a_charge_in_a_well(snapshots: &mut Snapshots) -> u64 {
    let start = || {
        let mut world = World2::new();
        (world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([1.0, 0.0]))).unwrap();
        world.add_force(MagneticField::new(1e3)).unwrap();
        let well = ForceField::new(|x: &Vector2<f64>, _| x * -(x.x * x.x + x.y * x.y));
        world.add_force(well).unwrap();
        world
    };
    end(start, 1.0, snapshots)
}
