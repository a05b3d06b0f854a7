//! Planners: launches that hit.

mod batch;
mod earliest;
mod engines;
mod judge;
mod obstacles;
mod path;
mod quadratic;
mod quadratic_special;
mod random;
mod seeds;
mod special;
