//! Contacts: bounces, friction, rolling and rest.

mod answers;
mod balls_on_terrain;
mod bounces;
mod in_world;
mod moving;
mod none_missed;
mod pairs;
mod sliding;
