//! Free rotation of many bodies at once: for schemes, not part of the public interface.

/// A rotor of which many may be moved at once.
pub trait BatchRotor<T, Orientation, Axial>: Sized {
    /// Whether a batch of rotors like this one is faster than one by one.
    #[must_use]
    fn suits_batches(&self) -> bool;

    /// Rotates each body freely for its own time \[s\], from slices of one length; the bits are those of
    /// [`Real::coast`](crate::Real::coast).
    fn coast_all(
        rotors: &[&Self],
        orientations: &mut [Orientation],
        angular_momenta: &[Axial],
        times: &[T],
    );
}
