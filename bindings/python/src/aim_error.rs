//! Errors of many aims: a code for each, and the text of each that failed.

use kinstep_core::aim::AimError;
use pyo3::prelude::*;

/// Numbers the errors, and names them as the crate does.
macro_rules! numbered {
    ($($code:literal $name:ident),* $(,)?) => {
        /// The code of an error; 255 for one that has none here.
        pub(crate) fn code(error: &AimError) -> u8 {
            match error {
                $(AimError::$name { .. } => $code,)*
                _ => 255,
            }
        }

        /// Codes and names of all errors.
        #[pyfunction]
        pub(crate) fn _aim_error_names() -> Vec<(u8, &'static str)> {
            vec![$(($code, stringify!($name)),)* (255, "Other")]
        }
    };
}

numbered! {
    1 Air, 2 QuadraticAir, 3 Engine, 4 NotFinite, 5 Coincides, 6 Speed, 7 Time, 8 ArcHeight, 9 Curviness, 10 Apex,
    11 Slope, 12 Lob, 13 Plane, 14 Beside, 15 UnderTheLine, 16 NothingInTheWay, 17 ClearAfter, 18 TooLow, 19 OutOfRange,
    20 NeverMet, 21 NoLeastSpeed, 22 NoSuchSlope, 23 TooSlowAClimb, 24 NoTop, 25 NoUp, 26 Extreme, 27 Unfinished, 28 TargetFaster, 29 NoSteps, 30 NoPlanner,
}

/// The aims that failed, in ascending order, and why.
#[pyclass(frozen, module = "kinstep._kinstep")]
pub(crate) struct AimErrors {
    pub(crate) failed: Vec<(usize, AimError)>,
}

#[pymethods]
impl AimErrors {
    /// Why an aim failed; None if it did not.
    fn text(&self, aim: usize) -> Option<String> {
        let place = self.failed.binary_search_by_key(&aim, |(aim, _)| *aim);
        place.ok().map(|place| self.failed[place].1.to_string())
    }
}
