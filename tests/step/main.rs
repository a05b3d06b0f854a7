//! How exact a step is.

mod conserved;
mod critical;
mod fewer_kicks;
mod floating;
mod gyration;
mod kepler;
mod leapfrogs;
mod long_steps;
mod more_forces;
mod mounted_links;
mod networks;
mod orbits;
mod orders;
mod rest;
mod rods;
mod rotor;
mod stability;
mod sums;
mod turning;
mod weak_kicks;
