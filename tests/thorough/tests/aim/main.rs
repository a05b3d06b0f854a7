//! How to throw to hit.

mod bank;
mod batch;
mod earliest;
mod engines;
mod moving;
mod obstacles;
mod obstacles_special;
mod quadratic;
mod quadratic_special;
mod seeds;
mod special;
mod staying;
