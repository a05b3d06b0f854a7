//! Errors of many aims: a code for each, and the text of each that failed.

use kinstep_flight::aim::AimError;
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
    1 Parameter, 2 NotFinite, 3 Coincides, 4 Speed, 5 Time, 6 ArcHeight, 7 Curviness, 8 Apex, 9 Slope, 10 Lob, 11 Plane,
    12 Beside, 13 UnderTheLine, 14 NothingInTheWay, 15 ClearAfter, 16 TooLow, 17 OutOfRange, 18 NeverMet,
    19 NoLeastSpeed, 20 NoSuchSlope, 21 TooSlowAClimb, 22 NoTop, 23 NoUp, 24 Extreme, 25 Unfinished, 26 TargetFaster,
    27 NoSteps, 28 NoPlanner,
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
