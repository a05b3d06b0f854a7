//! The machine's own numbers.

use nalgebra::RealField;

use super::exponential::Exponential;

/// A number of the machine, `f32` or `f64`: what is kept in great numbers, without anything between.
///
/// Numbers of other kinds can be simulated in a [`World`](crate::World).
pub trait Float: RealField + Copy + bytemuck::Pod + Exponential {}

impl Float for f32 {}
impl Float for f64 {}
