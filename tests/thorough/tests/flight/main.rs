//! Flights in closed form: their positions, their events, and the steps of engines.

mod balls;
mod batch;
mod bounces;
mod crossings;
mod engines;
mod landing;
mod parry;
mod positions;
mod quadratic;
mod resting;
mod until;
