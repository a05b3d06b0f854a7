//! Angles and paths that throws of several toys share.

use kinstep::ballistics::Trajectory;
use kinstep::nalgebra::Vector2;

/// Gravity \[m/s²\], downward.
pub(crate) const GRAVITY: [f64; 2] = [0.0, -9.81];

/// A velocity \[m/s\] of a speed \[m/s\] at an angle over the horizon \[degrees\].
pub(crate) fn velocity(speed: f64, degrees: f64) -> Vector2<f64> {
    // of libm: the standard library's may have other bits elsewhere
    let (sin, cos) = libm::sincos(degrees.to_radians());
    Vector2::new(cos, sin) * speed
}

/// The angle of a velocity over the horizon \[degrees\].
pub(crate) fn degrees(velocity: &Vector2<f64>) -> f64 {
    libm::atan2(velocity.y, velocity.x).to_degrees()
}

/// Appends a curve: a number for what it is, its time \[s\], the count of its points, and the points \[m\].
pub(crate) fn curve(
    numbers: &mut Vec<f64>,
    what: usize,
    time: f64,
    points: impl ExactSizeIterator<Item = Vector2<f64>>,
) {
    numbers.extend([what as f64, time, points.len() as f64]);
    for point in points {
        numbers.extend([point.x, point.y]);
    }
}

/// Points of a flight at equal times from its start to a time \[s\].
pub(crate) fn points(
    flight: &impl Trajectory<f64, 2>,
    time: f64,
) -> impl ExactSizeIterator<Item = Vector2<f64>> {
    const PARTS: u32 = 64;
    (0..PARTS + 1).map(move |part| flight.position(time * f64::from(part) / f64::from(PARTS)))
}
