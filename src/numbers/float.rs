//! The floating-point types that large arrays can hold.

use nalgebra::RealField;

use super::exponential::Exponential;

/// `f32` or `f64`: the number types of a [`Swarm`](crate::swarm), whose arrays are plain memory.
///
/// A [`World`](crate::World) takes other number types, too.
pub trait Float: RealField + Copy + bytemuck::Pod + Exponential {}

impl Float for f32 {}
impl Float for f64 {}
