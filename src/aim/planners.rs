//! The ways to hit, one method each.

use nalgebra::RealField;

use super::aim::Aim;
use super::error::AimError;
use super::launch::Launch;
use crate::space::widen;

impl<T: RealField + Copy, const D: usize> Aim<T, D> {
    /// Hits after a time \[s\].
    ///
    /// # Errors
    /// [`AimError::Time`], or what was given makes no sense.
    pub fn in_time(&self, time: T) -> Result<Launch<T, D>, AimError<T>> {
        let task = self.task()?;
        if !(time.is_finite() && time > T::zero()) {
            return Err(AimError::Time { time });
        }
        Ok(task.launch(widen(time)))
    }
}
