//! The shapes of parry as surfaces.
