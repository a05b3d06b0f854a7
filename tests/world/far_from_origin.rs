//! Positions in single precision far from the origin: the table of the guide agrees with worlds and
//! swarms.

use kinstep::{Body, LinearLaw, World};
use kinstep_swarm::Swarm;

/// The distance [m] that a point travels in 60 s at 10 m/s, from `start` on, in steps of `1 / rate`.
fn travelled(start: f32, rate: u32) -> [f32; 2] {
    let dt = 1.0 / rate as f32;
    let mut world = World::<f32, 2>::new();
    let body = Body::point(1.0).at([start, 0.0]).moving([10.0, 0.0]);
    let body = world.add_body(body).unwrap();
    let mut swarm = Swarm::<f32, 2>::with_capacity(1);
    swarm.push([start, 0.0], [10.0, 0.0]).unwrap();
    for _ in 0..60 * rate {
        world.step(dt).unwrap();
        swarm.step(&LinearLaw::free(), dt).unwrap();
    }
    [world[body].position.x, swarm.positions()[0].x].map(|end| end - start)
}

#[test]
fn the_table_of_the_guide_is_what_comes_out() {
    let guide = include_str!("../../src/guide/promises.md");
    let (_, part) = guide.split_once("far from the origin\n").unwrap();
    let rows = part
        .lines()
        .filter(|line| line.starts_with("| 1") || line.starts_with("| 3"));
    let number = |cell: &str| -> f32 { cell.trim().replace(',', "").parse().unwrap() };
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let [start, spacing, moved @ ..] = &cells[..] else {
            panic!("{row}");
        };
        let start = number(start);
        assert_eq!(start.next_up() - start, number(spacing), "{row}");
        let rates = [20, 60, 240];
        assert_eq!(moved.len(), rates.len());
        for (rate, told) in rates.into_iter().zip(moved) {
            let told = [number(told); 2];
            assert_eq!(
                travelled(start, rate).map(f32::round),
                told,
                "{rate} Hz: {row}"
            );
        }
        count += 1;
    }
    assert_eq!(count, 4);

    // the guide's advice: double precision, or an origin nearby
    let mut double = World::<f64, 2>::new();
    let body = Body::point(1.0).at([3e6, 0.0]).moving([10.0, 0.0]);
    let body = double.add_body(body).unwrap();
    (0..14_400).for_each(|_| double.step(1.0 / 240.0).unwrap());
    // measured: 2.2e-6 m
    assert!((double[body].position.x - 3e6 - 600.0).abs() < 1e-5);
    for rate in [20, 60, 240] {
        // measured: 7 mm at 240 Hz
        let near = travelled(0.0, rate);
        assert!(
            near.iter().all(|way| (way - 600.0).abs() < 0.01),
            "{near:?}"
        );
    }
}
