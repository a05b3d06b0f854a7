//! The window: a Bevy app without Bevy's renderer. Its `Transform`s are painted by macroquad, which builds in seconds.

use std::collections::VecDeque;
use std::time::Duration;

use anyhow::{Context, Result};
use bevy_app::{App, Update};
use bevy_ecs::prelude::{Component, Entity, Mut};
use bevy_math::{DVec3, Vec3};
use bevy_time::{Fixed, Time, TimePlugin};
use bevy_transform::components::Transform;
use kinstep::ballistics::{LawFlight, Trajectory};
use kinstep::{Body3, Inertia};
use kinstep_bevy::{KinstepPlugin, Physics, Simulated};
use macroquad::color::Color;
use macroquad::input::{KeyCode, MouseButton, is_key_pressed, is_mouse_button_pressed};
use macroquad::shapes::{draw_circle, draw_circle_lines, draw_line};
use macroquad::text::draw_text;
use macroquad::window::{clear_background, next_frame};
use support::window::{self, Side};

use crate::throw::{add_forces, tell};

const HELP: &str = "mouse: aim   click: throw   1 2 3: 5, 20, 64 steps a second   Esc: quit";
const VIEW: Side = Side {
    width: 44.0,
    bottom: -2.0,
};
/// Where clubs are thrown from \[m\].
const FROM: DVec3 = DVec3::new(1.0, 1.5, 0.0);
/// More clubs than this are not kept.
const MOST: usize = 20;
/// From one dot to the next \[s\], and the most of those.
const DOT: f64 = 0.05;
const DOTS: u32 = 80;
/// A club: its mass \[kg\], and half its sides \[m\].
const MASS: f64 = 0.5;
const HALF: [f64; 3] = [0.7, 0.15, 0.35];

const SKY: Color = Color::new(0.93, 0.95, 0.97, 1.0);
const INK: Color = Color::new(0.2, 0.2, 0.25, 1.0);
const DRAWN: Color = Color::new(0.0, 0.45, 0.7, 1.0);
const STEPPED: Color = Color::new(0.84, 0.37, 0.0, 1.0);

/// Opens the window until Esc is pressed, or for a number of frames.
pub(crate) fn play(frames: Option<u64>) -> Result<()> {
    let instead = "without --window it prints numbers";
    window::run("kinstep in Bevy", instead, all_frames(frames))
}

/// What the closed form says of a club, from when it was thrown \[s\].
#[derive(Component)]
struct Exact {
    flight: LawFlight<3>,
    thrown: f64,
}

async fn all_frames(frames: Option<u64>) -> Result<()> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, KinstepPlugin))
        .add_systems(Update, tell);
    app.update();
    add_forces(&mut *physics(&mut app)?)?;
    let mut thrown = VecDeque::new();
    let mut count = 0;
    while window::goes_on(count, frames) {
        for (key, rate) in [(KeyCode::Key1, 5), (KeyCode::Key2, 20), (KeyCode::Key3, 64)] {
            if is_key_pressed(key) {
                let mut fixed = app.world_mut().resource_mut::<Time<Fixed>>();
                fixed.set_timestep(Duration::from_secs(1) / rate);
            }
        }
        let aimed = VIEW.aimed(FROM.as_vec3().into()).into();
        // the first frame throws, so that there is something to see
        if count == 0 || is_mouse_button_pressed(MouseButton::Left) {
            thrown.push_back(throw(&mut app, aimed)?);
        }
        if thrown.len() > MOST
            && let Some(first) = thrown.pop_front()
        {
            // its body leaves the world with it
            app.world_mut().despawn(first);
        }
        app.update();
        paint(&mut app, aimed);
        next_frame().await;
        count += 1;
    }
    Ok(())
}

fn physics(app: &mut App) -> Result<Mut<'_, Physics>> {
    app.world_mut()
        .get_resource_mut::<Physics>()
        .context("there is no world")
}

/// Throws a club that turns.
fn throw(app: &mut App, velocity: DVec3) -> Result<Entity> {
    let mut physics = physics(app)?;
    let club = Body3::solid(MASS, Inertia::cuboid(MASS, HALF.map(|half| 2.0 * half)))
        .at(FROM)
        .moving(velocity)
        .spinning([0.02, 0.05, 4.0]);
    let body = physics.add_body(club)?;
    let exact = Exact {
        flight: physics.trajectory(body)?,
        thrown: physics.time(),
    };
    Ok(app.world_mut().spawn((Simulated(body), exact)).id())
}

fn paint(app: &mut App, aimed: DVec3) {
    clear_background(SKY);
    let scale = VIEW.scale();
    let world = app.world_mut();
    let fixed = *world.resource::<Time<Fixed>>();
    let mut entities = world.query::<(&Simulated, &Transform, &Exact)>();
    let physics = world.resource::<Physics>();
    let now = physics.time() + fixed.overstep().as_secs_f64();
    let mut drawn_off: f64 = 0.0;
    let mut stepped_off: f64 = 0.0;
    for (&Simulated(body), transform, exact) in entities.iter(world) {
        let at = |time: f64| Vec3::from(exact.flight.position(time - exact.thrown).cast::<f32>());
        for dot in 0..DOTS {
            let [x, y] = VIEW.pixel((at(exact.thrown + DOT * f64::from(dot))).into());
            draw_circle(x, y, 0.05 * scale, INK);
        }
        if let Some(body) = physics.body(body) {
            let stepped = DVec3::from(body.position).as_vec3();
            let [x, y] = VIEW.pixel((stepped).into());
            draw_circle_lines(x, y, 0.3 * scale, 2.0, STEPPED);
            stepped_off = stepped_off.max(f64::from(stepped.distance(at(now))));
        }
        draw_box(transform, HALF.map(|half| half as f32));
        drawn_off = drawn_off.max(f64::from(transform.translation.distance(at(now))));
    }
    let [x, y] = VIEW.pixel((FROM.as_vec3()).into());
    let [to_x, to_y] = VIEW.pixel(((FROM + aimed / Side::PULL).as_vec3()).into());
    draw_line(x, y, to_x, to_y, 2.0, INK);
    let rate = 1.0 / fixed.timestep().as_secs_f64();
    let told = [
        HELP.to_owned(),
        format!("boxes: Transforms, {drawn_off:.6} m off the closed form (dots)"),
        format!("rings: the last of {rate:.0} steps a second, {stepped_off:.3} m off"),
    ];
    for (line, text) in told.iter().enumerate() {
        draw_text(text, 16.0, 28.0 + 28.0 * line as f32, 24.0, INK);
    }
}

/// The edges of a box where a `Transform` has it.
fn draw_box(transform: &Transform, half: [f32; 3]) {
    let corner = |index: usize| {
        let side = |axis: usize| {
            if index >> axis & 1 == 0 {
                -half[axis]
            } else {
                half[axis]
            }
        };
        let corner = transform.transform_point(Vec3::new(side(0), side(1), side(2)));
        VIEW.pixel(corner.into())
    };
    for index in 0..8_usize {
        for axis in 0..3 {
            let other = index | 1 << axis;
            if other != index {
                let ([x, y], [to_x, to_y]) = (corner(index), corner(other));
                draw_line(x, y, to_x, to_y, 3.0, DRAWN);
            }
        }
    }
}
