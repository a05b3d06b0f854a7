//! A ball that bounces, under three engines and in closed form.

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use support::drawing::numbers::metres;

use crate::headless::apart;
use crate::peers::{Ball, PEERS, Scene};

/// Acceleration \[m/s²\].
const G: f64 = 9.81;
/// Height of the lowest point of the ball at the start \[m\].
const HEIGHT: f64 = 2.0;
/// Radius of the ball \[m\].
const RADIUS: f64 = 0.1;
/// Horizontal speed \[m/s\].
const SPEED: f64 = 1.0;
/// Share of the speed after a bounce.
const RESTITUTION: f64 = 0.8;
/// When positions are compared \[s\].
const WHEN: u32 = 5;
/// Until when the ball is watched \[s\].
const LONGEST: u32 = 12;
/// Steps in a second.
const RATES: [u32; 4] = [5, 30, 60, 240];
/// The rate whose error and time of rest are told.
const TOLD: u32 = 60;
/// Slower than this along the vertical, the ball is at rest \[m/s\].
const SLOW: f64 = 0.05;

/// What an engine did.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bounces {
    pub(crate) name: &'static str,
    /// Distance from the closed form after 5 s at 60 Hz \[m\].
    pub(crate) error: f64,
    /// Largest distance of two rates after 5 s \[m\].
    pub(crate) spread: f64,
    /// Time from which the ball is at rest, to a step \[s\]; none if it is not within 12 s.
    pub(crate) rests: Option<f64>,
}

/// All engines.
pub(crate) fn measure() -> Result<Vec<Bounces>> {
    let scene = Scene {
        balls: vec![Ball {
            position: Vector2::new(0.0, HEIGHT + RADIUS),
            velocity: Vector2::new(SPEED, 0.0),
        }],
        radius: RADIUS,
        gravity: [0.0, -G],
        walls: vec![([0.0, 1.0], 0.0)],
        restitution: RESTITUTION,
    };
    let mut measured = Vec::new();
    for (name, build) in PEERS {
        let (mut places, mut error, mut rests) = (Vec::new(), 0.0, None);
        for rate in RATES {
            let mut world = build(&scene)?;
            let mut moved = 0;
            for step in 1..=LONGEST * rate {
                world.step(1.0 / f64::from(rate))?;
                let Some(ball) = world.balls()?.pop() else {
                    continue;
                };
                if step == WHEN * rate {
                    places.push(ball.position);
                    if rate == TOLD {
                        error = (ball.position - closed_form(WHEN.into())).norm();
                    }
                }
                if ball.velocity.y.abs() > SLOW {
                    moved = step;
                }
            }
            if rate == TOLD && moved < LONGEST * rate {
                rests = Some(f64::from(moved + 1) / f64::from(rate));
            }
        }
        let pairs = places
            .iter()
            .flat_map(|a| places.iter().map(move |b| (*a, *b)));
        let spread = pairs
            .map(|(a, b)| apart([a].into_iter(), [b].into_iter()))
            .fold(0.0, f64::max);
        measured.push(Bounces {
            name,
            error,
            spread,
            rests,
        });
    }
    Ok(measured)
}

/// When all bounces have ended \[s\]: the fall takes `t₀ = √(2h/g)`, and flight n takes `2 eⁿ t₀`.
pub(crate) fn rest() -> f64 {
    fall() * (1.0 + RESTITUTION) / (1.0 - RESTITUTION)
}

fn fall() -> f64 {
    (2.0 * HEIGHT / G).sqrt()
}

/// Where the centre of the ball is at a time \[m\].
pub(crate) fn closed_form(time: f64) -> Vector2<f64> {
    let x = SPEED * time;
    if time >= rest() {
        return Vector2::new(x, RADIUS);
    }
    if time <= fall() {
        return Vector2::new(x, RADIUS + HEIGHT - 0.5 * G * time * time);
    }
    // flight n starts with the speed eⁿ g t₀
    let (mut since, mut speed) = (time - fall(), RESTITUTION * G * fall());
    while since > 2.0 * speed / G {
        since -= 2.0 * speed / G;
        speed *= RESTITUTION;
    }
    Vector2::new(x, RADIUS + since * (speed - 0.5 * G * since))
}

/// What the table shows.
pub(crate) fn title() -> String {
    format!(
        "A ball dropped from {HEIGHT} m, with {SPEED} m/s sideways and restitution {RESTITUTION}; its bounces end after {:.2} s",
        rest()
    )
}

/// The table, as Markdown.
pub(crate) fn table(measured: &[Bounces]) -> String {
    let header = [
        "after 5 s of bouncing",
        "off by, at 60 Hz",
        "5, 30, 60 and 240 Hz differ by",
        "at rest after, at 60 Hz",
    ];
    let rows = measured.iter().map(|bounces| {
        let rests = bounces.rests;
        vec![
            bounces.name.to_owned(),
            metres(bounces.error),
            metres(bounces.spread),
            rests.map_or("never".to_owned(), |rests| format!("{rests:.2} s")),
        ]
    });
    support::console::table::table(header, rows)
}
