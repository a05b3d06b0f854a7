//! The floating-point types that large arrays can hold.

use nalgebra::RealField;

use super::exponential::Exponential;

/// `f32` or `f64`: the number types of a [`Swarm`](crate::swarm), whose arrays are plain memory.
///
/// A [`World`](crate::World) takes other number types, too.
///
/// ```
/// use kinstep::{Float, LinearLaw, Swarm};
///
/// fn fall<T: Float>(swarm: &mut Swarm<T, 2>, gravity: T, dt: T) -> bool {
///     swarm.step(&LinearLaw::gravity([T::zero(), -gravity]), dt).is_ok()
/// }
///
/// let mut swarm = Swarm::<f32, 2>::with_capacity(1);
/// assert!(fall(&mut swarm, 9.81, 0.1));
/// ```
pub trait Float: RealField + Copy + bytemuck::Pod + Exponential {}

impl Float for f32 {}
impl Float for f64 {}
