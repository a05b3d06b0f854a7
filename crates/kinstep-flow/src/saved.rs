//! What can be written and read with serde: the bounds of derived implementations, named once.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Data that can be written and read.
pub trait Saved: Serialize + DeserializeOwned {}

impl<T: Serialize + DeserializeOwned> Saved for T {}

/// A number whose vectors can be written and read.
pub trait SavedNumber: nalgebra::RealField + Saved {}

impl<T: nalgebra::RealField + Saved> SavedNumber for T {}
