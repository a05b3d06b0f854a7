use kinstep::nalgebra::Vector2;
use kinstep::trajectory::Trajectory;
use kinstep_flight::Ballistics;

/// Distance in metres by which a throw of this speed misses its target, in wind and drag.
fn miss(speed: f64) -> Result<f64, Box<dyn std::error::Error>> {
    let air = Ballistics::new([0.0, -9.81]).with_drag_rate(0.1); // m/s², 1/s
    let air = air.with_wind([-4.0, 0.0]); // m/s
    let (hand, target) = (Vector2::new(0.0, 1.5), Vector2::new(32.0, 3.0)); // m
    let throw = air.aim(hand, target).at_speed(speed)?.direct;
    let flight = air.launch(hand, throw.velocity);
    Ok((flight.position(throw.time_of_flight) - target).norm())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for speed in [22.0, 24.0, 40.0] {
        println!("{speed} m/s: {:e} m", miss(speed)?);
    }
    println!("15 m/s: {}", miss(15.0).unwrap_err());
    Ok(())
}
