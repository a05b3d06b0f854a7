//! Floating-point types of large arrays.

use nalgebra::RealField;

use super::exponential::Exponential;

/// `f32` or `f64`: the number types of large arrays, stored as plain memory.
///
/// ```
/// use kinstep_flow::{Float, LinearLaw};
///
/// fn fall<T: Float>(positions: &mut [[T; 2]], velocities: &mut [[T; 2]], gravity: T, dt: T) -> bool {
///     let law = LinearLaw::gravity([T::zero(), -gravity]);
///     law.flow(dt).advance_all(positions, velocities, T::zero()).is_ok()
/// }
///
/// assert!(fall(&mut [[0.0_f32; 2]; 10], &mut [[1.0; 2]; 10], 9.81, 0.1));
/// ```
pub trait Float: RealField + Copy + bytemuck::Pod + Exponential {}

impl Float for f32 {}
impl Float for f64 {}
