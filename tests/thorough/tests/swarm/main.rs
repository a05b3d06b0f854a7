//! Swarms of very many points.

mod crossings;
mod samples;
mod steps;
mod threads;
