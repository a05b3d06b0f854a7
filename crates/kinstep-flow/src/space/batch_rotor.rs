//! The free rotation of many bodies at once, for schemes. It is not part of the public interface.

/// A rotor type that can rotate many bodies at once.
pub trait BatchRotor<T, Orientation, Axial>: Sized {
    /// Whether a batch of rotors like this one is faster than the rotors one by one.
    #[must_use]
    fn suits_batches(&self) -> bool;

    /// Rotates each body freely for its own time \[s\]. The slices have equal lengths. The bits are
    /// the same as by [`Real::coast`](crate::Real::coast).
    fn coast_all(
        rotors: &[&Self],
        orientations: &mut [Orientation],
        angular_momenta: &[Axial],
        times: &[T],
    );
}
