//! How calls end: a status, and a text for the last failure of each thread.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a call ended. After all but `KINSTEP_STATUS_OK` `kinstep_last_error` has the reason in words.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Done.
    Ok = 0,
    /// A pointer that must be given is null, or an array is not aligned.
    NullPointer = 1,
    /// The handle is null, or its world was freed before.
    NoSuchWorld = 2,
    /// Another call is using the world, on another thread or around a function that it called.
    Busy = 3,
    /// A number, a kind or a vector is not valid.
    InvalidArgument = 4,
    /// The world has no such body.
    NoSuchBody = 5,
    /// The world has no such force.
    NoSuchForce = 6,
    /// The step cannot be made.
    StepFailed = 7,
    /// The bytes are no snapshot or scene that fits.
    RestoreFailed = 8,
    /// There is no such event, or no launch that hits.
    NoAnswer = 9,
    /// The buffer is too small; the size that it needs was written.
    BufferTooSmall = 10,
    /// An error inside the library: please report it.
    Panic = 11,
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) text: String,
}

impl Failure {
    pub(crate) fn new(status: Status, reason: impl Display) -> Self {
        let text = reason.to_string();
        Self { status, text }
    }

    pub(crate) fn invalid(reason: impl Display) -> Self {
        Self::new(Status::InvalidArgument, reason)
    }
}

pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// Gives an error of the crate its status.
pub(crate) trait OrStatus<T> {
    fn or_status(self, status: Status) -> Outcome<T>;
}

impl<T, E: Display> OrStatus<T> for Result<T, E> {
    fn or_status(self, status: Status) -> Outcome<T> {
        self.map_err(|error| Failure::new(status, error))
    }
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::new(CString::default());
}

/// Does the work of a call, and returns its status.
pub(crate) fn reported(work: impl FnOnce() -> Outcome) -> Status {
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return Status::Ok,
        Ok(Err(failure)) => failure,
        Err(panic) => {
            let text = (panic.downcast_ref::<String>().map(String::as_str))
                .or(panic.downcast_ref::<&str>().copied())
                .unwrap_or("no reason given");
            Failure::new(
                Status::Panic,
                format_args!("an error inside kinstep: {text}"),
            )
        }
    };
    // a text from outside may have zeros, which would end it
    let text = CString::new(failure.text.replace('\0', "")).unwrap_or_default();
    LAST_ERROR.with_borrow_mut(|last| *last = text);
    failure.status
}

/// The reason of the last failure on this thread, in UTF-8; empty if there was none. It stays valid until the next call that
/// fails on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_last_error() -> *const c_char {
    LAST_ERROR
        .try_with(|last| last.try_borrow().map_or(c"".as_ptr(), |text| text.as_ptr()))
        .unwrap_or(CStr::as_ptr(c""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs work that panics, and returns the status and the text.
    fn after_panic(work: fn()) -> (Status, String) {
        let status = reported(|| {
            work();
            Ok(())
        });
        // SAFETY: the text stays until the next failure on this thread
        let text = unsafe { CStr::from_ptr(kinstep_last_error()) };
        (status, text.to_string_lossy().into_owned())
    }

    #[test]
    fn panics_end_at_the_border() {
        let panics: [(fn(), &str); 3] = [
            (|| panic!("body {}", 7), "an error inside kinstep: body 7"),
            (|| panic!("plain"), "an error inside kinstep: plain"),
            (
                || std::panic::panic_any(7),
                "an error inside kinstep: no reason given",
            ),
        ];
        for (work, words) in panics {
            assert_eq!(after_panic(work), (Status::Panic, words.into()));
        }
        assert_eq!(reported(|| Ok(())), Status::Ok);
    }
}
