//! How good a simulation is: the drift of what should be constant, and the errors of schemes.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use kinstep_common::diagnostics::{DriftRecord, Method, drift};
use kinstep_common::words;

use crate::KinstepScheme;
use crate::handles::KinstepWorld;
use crate::memory::{array, fill, given};
use crate::status::{KinstepStatus, Outcome, reported};

/// The drift of a quantity that should be constant. Errors are changes since the first sample, relative to a scale.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepDrift {
    /// "rounding", "bounded", "secular", "jumped" or "unclear".
    pub kind: [c_char; 16],
    /// Slope of the error [1/s], and its standard error.
    pub rate: f64,
    pub rate_error: f64,
    /// Half of the range of the error in a block of samples.
    pub amplitude: f64,
    /// The largest absolute error, and the last one.
    pub worst: f64,
    pub last: f64,
    /// Height of the jump; zero without one.
    pub jump: f64,
    pub samples: u64,
}

/// The errors of one scheme over a run.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepSchemeErrors {
    /// Largest distance of a body from the reference motion at the end [m].
    pub position: f64,
    /// The largest such distance on the way [m].
    pub worst_position: f64,
    /// Largest angle between an orientation and that of the reference motion at the end [rad]; zero if all bodies are points.
    pub orientation: f64,
    /// Energy error at the end, relative to the energy scale of the run.
    pub energy: f64,
    /// Number of steps made, after which the errors were measured: fewer than asked for if a step failed.
    pub steps: u64,
}

impl From<&DriftRecord> for KinstepDrift {
    fn from(report: &DriftRecord) -> Self {
        let mut kind = [0; 16];
        for (character, byte) in kind.iter_mut().zip(report.kind.bytes().take(15)) {
            *character = byte as c_char;
        }
        Self {
            kind,
            rate: report.rate,
            rate_error: report.rate_error,
            amplitude: report.amplitude,
            worst: report.worst,
            last: report.last,
            jump: report.jump,
            samples: report.samples,
        }
    }
}

/// Writes the drift of `count` values at some times [s], such as the energy of a world. Errors are relative to `scale`, or to the
/// absolute first value if `scale` is zero.
///
/// # Safety
/// `times` and `values` have `count` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_drift(
    times: *const f64,
    values: *const f64,
    count: usize,
    scale: f64,
    report: Option<&mut MaybeUninit<KinstepDrift>>,
) -> KinstepStatus {
    reported(|| {
        let out = given(report, "report")?;
        // SAFETY: the caller's promise
        let (times, values) = unsafe {
            (
                array(times, count, "times")?,
                array(values, count, "values")?,
            )
        };
        let scale = (scale != 0.0).then_some(scale);
        out.write((&drift(times, values, scale, 1)?).into());
        Ok(())
    })
}

/// Moves copies of a world by some steps of `dt` [s], each by another of `count` schemes, and writes the errors of each
/// against the reference motion, which is exact or integrated to rounding. The world stays as it is.
///
/// # Safety
/// `schemes` has `count` elements, and `errors` has room for as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_compare_schemes(
    world: KinstepWorld,
    dt: f64,
    steps: u64,
    schemes: *const KinstepScheme,
    errors: *mut MaybeUninit<KinstepSchemeErrors>,
    count: usize,
) -> KinstepStatus {
    world.call(|world| {
        // SAFETY: the caller's promise
        let schemes = unsafe { array(schemes, count, "schemes") }?;
        let method =
            |number: &KinstepScheme| Ok(Method::Scheme(words::numbered(*number, "scheme")?));
        let methods = schemes.iter().map(method).collect::<Outcome<Vec<_>>>()?;
        let compared = world.compare_schemes(dt, steps, &methods, &mut || true)?;
        let found: Vec<_> = (compared.runs.iter())
            .map(|run| KinstepSchemeErrors {
                position: run.position_error,
                worst_position: run.worst_position_error,
                orientation: run.orientation_error.unwrap_or(0.0),
                energy: run.energy_error,
                steps: run.stopped_after.unwrap_or(steps),
            })
            .collect();
        // SAFETY: the caller's promise
        unsafe { fill(&found, errors, count, Some(&mut MaybeUninit::uninit())) }
    })
}
