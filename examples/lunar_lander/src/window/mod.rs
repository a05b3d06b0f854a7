//! The window: keys, frames, and what is painted.
