//! Trait bounds for serde.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Data that serde can write and read.
pub trait Saved: Serialize + DeserializeOwned {}

impl<T: Serialize + DeserializeOwned> Saved for T {}

/// A number type whose vectors serde can write and read.
pub trait SavedNumber: nalgebra::RealField + Saved {}

impl<T: nalgebra::RealField + Saved> SavedNumber for T {}
