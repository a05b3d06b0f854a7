//! Contacts: bounces, friction, rolling and rest.

mod answers;
mod balls_on_terrain;
mod bounces;
mod in_world;
mod moving;
mod none_missed;
mod pairs;
mod sliding;
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
#[path = "../support/truth.rs"]
mod truth;
