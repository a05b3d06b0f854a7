//! Functions that differ between a desktop and a browser. Both have the same names.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod desktop;

#[cfg(target_arch = "wasm32")]
pub(crate) use browser::*;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use desktop::*;
