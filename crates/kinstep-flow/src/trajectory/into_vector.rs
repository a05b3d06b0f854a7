//! Conversion from vectors of other types and other number types.

use nalgebra::SVector;

/// A vector of `f32` or `f64` that can be converted to nalgebra's vector of `f64`, which is the
/// argument type of flights and aims. The conversion is exact.
///
/// The trait is implemented for arrays and nalgebra's vectors; with the features `glam` and `mint` also for the vectors of these crates,
/// and for the points of `mint`.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::Trajectory;
/// use kinstep_flow::nalgebra::Vector2;
///
/// let law = LinearLaw::gravity([0.0, -9.81]);
/// let thrown = Vector2::new(30.0_f32, 8.0); // as an engine has it
/// assert_eq!(law.launch([0.0, 1.5], thrown).velocity(0.0), Vector2::new(30.0, 8.0));
/// ```
pub trait IntoVector<const D: usize> {
    /// The ε of the component type. Aims tolerate rounding errors of this size, such as that of the
    /// smallest speed if a caller stores this speed in `f32`.
    const EPSILON: f64;

    /// Returns the vector in `f64`.
    #[must_use]
    fn into_vector(self) -> SVector<f64, D>;
}

/// A component of a vector: `f32` or `f64`.
pub trait Component: Into<f64> + Copy {
    /// The distance from 1 to the next larger number.
    const EPSILON: f64;
}

impl Component for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
}

impl Component for f64 {
    const EPSILON: f64 = f64::EPSILON;
}

impl<S: Component, const D: usize> IntoVector<D> for [S; D] {
    const EPSILON: f64 = S::EPSILON;

    fn into_vector(self) -> SVector<f64, D> {
        self.map(Into::into).into()
    }
}

impl<S: Component, const D: usize> IntoVector<D> for SVector<S, D> {
    const EPSILON: f64 = S::EPSILON;

    fn into_vector(self) -> SVector<f64, D> {
        let [components] = self.data.0;
        components.into_vector()
    }
}

/// Implementation for vectors of glam.
#[cfg(feature = "glam")]
macro_rules! into_vector {
    ($dimension:literal: $($vector:ty: $number:ty),*) => {$(
        impl IntoVector<$dimension> for $vector {
            const EPSILON: f64 = <$number as Component>::EPSILON;

            fn into_vector(self) -> SVector<f64, $dimension> {
                <[_; $dimension]>::from(self).into_vector()
            }
        }
    )*};
}

#[cfg(feature = "glam")]
into_vector!(2: glam::Vec2: f32, glam::DVec2: f64);
#[cfg(feature = "glam")]
into_vector!(3: glam::Vec3: f32, glam::Vec3A: f32, glam::DVec3: f64);

/// Implementation for vectors and points of mint.
#[cfg(feature = "mint")]
macro_rules! into_vector_of_any {
    ($dimension:literal: $($vector:ident),*) => {$(
        impl<S: Component> IntoVector<$dimension> for mint::$vector<S> {
            const EPSILON: f64 = S::EPSILON;

            fn into_vector(self) -> SVector<f64, $dimension> {
                <[S; $dimension]>::from(self).into_vector()
            }
        }
    )*};
}

#[cfg(feature = "mint")]
into_vector_of_any!(2: Vector2, Point2);
#[cfg(feature = "mint")]
into_vector_of_any!(3: Vector3, Point3);

#[cfg(test)]
mod tests {
    use nalgebra::Vector2;

    use super::*;

    #[test]
    fn vectors_of_single_precision_keep_their_numbers() {
        let wide = Vector2::new(f64::from(0.1_f32), f64::from(-2.7_f32));
        assert_eq!([0.1_f32, -2.7].into_vector(), wide);
        assert_eq!(Vector2::new(0.1_f32, -2.7).into_vector(), wide);
        assert_eq!(wide.into_vector(), wide);
        #[cfg(feature = "glam")]
        assert_eq!(glam::Vec2::new(0.1, -2.7).into_vector(), wide);
        #[cfg(feature = "mint")]
        assert_eq!(mint::Point2::from([0.1_f32, -2.7]).into_vector(), wide);
    }
}
