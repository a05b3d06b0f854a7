//! The rules of engines, and times that can be compared.

pub mod engines;
pub mod gyroscopes;
pub mod timing;
