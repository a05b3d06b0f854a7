//! Flights in closed form: where, when, and what engines do.

mod batch;
mod bounces;
mod crossings;
mod engines;
mod landing;
mod offset;
mod parry;
mod positions;
mod quadratic;
mod resting;
mod spins;
mod until;
