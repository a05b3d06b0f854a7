//! Flights in closed form: where, when, and what engines do.

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
