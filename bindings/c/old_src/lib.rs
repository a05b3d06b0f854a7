//! kinstep for C: worlds behind handles, flights and aims as plain structs, swarms in the caller's arrays.
//!
//! Every function but `kinstep_last_error` returns a `Status`. What a call did not do it leaves as it was. A panic ends at the
//! border and comes back as `KINSTEP_STATUS_PANIC`.
//!
//! The rules for callers are at the top of the header, `include/kinstep.h`; the SAFETY comments here rely on them.

#![deny(clippy::undocumented_unsafe_blocks, unsafe_op_in_unsafe_fn)]

// cbindgen writes the header in this order
mod kinds;
mod memory;
mod status;

mod space;
mod vector;

mod handles;
mod world;

mod body;
mod body_changes;
mod world_bodies;

mod force;
mod world_forces;

mod snapshot;

mod flight;
mod model;

mod aim;
mod planners;

mod swarm;
