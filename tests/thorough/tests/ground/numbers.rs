//! Functions of both widths of numbers, in the plane and in space, for the tests.

use kinstep::nalgebra::SVector;
use kinstep::{Body, Inertia, Real};
use truths::widths::Width;

/// A width of numbers in a dimension: how round bodies are made, and how they spin.
pub trait Numbers<const D: usize>: Width + Real<D> {
    /// A disc in the plane, a homogeneous sphere in space; a point if the radius is zero.
    fn round_body(mass: f64, radius: f64, spin: [f64; 3]) -> Body<Self, D>;

    /// Angular velocity \[rad/s\]; along the third axis in the plane.
    fn spin(body: &Body<Self, D>) -> [f64; 3];

    /// `I/(m r²)`.
    const SHAPE: f64;
}

macro_rules! numbers {
    ($($width:ty),*) => {$(
        impl Numbers<2> for $width {
            const SHAPE: f64 = 0.5;

            fn round_body(mass: f64, radius: f64, spin: [f64; 3]) -> Body<Self, 2> {
                let [mass, radius, turn] = [mass, radius, spin[2]].map(<Self as Width>::narrow);
                if radius == 0.0 {
                    return Body::<Self, 2>::point(mass);
                }
                Body::<Self, 2>::solid(mass, 0.5 * mass * radius * radius).round(radius).spinning(turn)
            }

            fn spin(body: &Body<Self, 2>) -> [f64; 3] {
                [0.0, 0.0, body.angular_velocity().wide()]
            }
        }

        impl Numbers<3> for $width {
            const SHAPE: f64 = 0.4;

            fn round_body(mass: f64, radius: f64, spin: [f64; 3]) -> Body<Self, 3> {
                let [mass, radius] = [mass, radius].map(<Self as Width>::narrow);
                if radius == 0.0 {
                    return Body::<Self, 3>::point(mass);
                }
                let inertia = Inertia::sphere(mass, radius);
                Body::<Self, 3>::solid(mass, inertia).round(radius).spinning(spin.map(<Self as Width>::narrow))
            }

            fn spin(body: &Body<Self, 3>) -> [f64; 3] {
                let spin = body.angular_velocity();
                [spin.x.wide(), spin.y.wide(), spin.z.wide()]
            }
        }
    )*};
}

numbers!(f32, f64);

/// A vector in `f64`.
pub fn wide<T: Width, const D: usize>(vector: &SVector<T, D>) -> SVector<f64, D> {
    vector.map(Width::wide)
}
