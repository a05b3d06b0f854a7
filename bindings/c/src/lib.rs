//! kinstep for C, and for all that calls C: worlds behind handles, flights and aims as plain structs, swarms in the
//! caller's arrays.
//!
//! Every function but a few that cannot fail returns a `KinstepStatus`. A call that fails changes nothing. A panic ends
//! here and comes back as `KINSTEP_STATUS_PANIC`. What the functions do is in `kinstep-common`; here are their
//! signatures, and the checks of pointers.
//!
//! The rules for callers are at the top of the header, `include/kinstep.h`; the SAFETY comments here rely on them. The
//! header, the structs of forces and their constructors are made by `cargo run -p table`.

#![deny(clippy::undocumented_unsafe_blocks, unsafe_op_in_unsafe_fn)]

mod aims;
mod bodies;
mod contacts;
mod diagnostics;
mod flights;
mod forces;
mod handles;
#[rustfmt::skip]
mod made;
mod memory;
mod motion;
mod saved;
mod status;
mod swarms;
mod types;
mod world;

/// A number that the header shows as an enum: any number may arrive, and is checked.
type Number = u32;

type KinstepForceKind = Number;
type KinstepScheme = Number;
type KinstepContactKind = Number;
type KinstepCrossing = Number;
type KinstepModelKind = Number;
type KinstepPlanKind = Number;
type KinstepUntilKind = Number;
