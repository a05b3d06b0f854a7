//! How calls end: a status, and the reason of the last failure of each thread.

use std::cell::UnsafeCell;
use std::ffi::c_char;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kinstep_common::Kind;

/// How a call ended. After all but `KINSTEP_STATUS_OK` `kinstep_last_error` has the reason in words.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KinstepStatus {
    /// Done.
    Ok = 0,
    /// A pointer that must be given is null, or an array is not aligned.
    NullPointer = 1,
    /// The handle is null or of no world, or its world was freed.
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
    /// The bytes are no snapshot or scene, or do not fit the world.
    RestoreFailed = 8,
    /// There is no such event, no launch that hits, or no centre of mass.
    NoAnswer = 9,
    /// The buffer is too small; the size that is needed was written.
    BufferTooSmall = 10,
    /// An error inside the library: please report it.
    Panic = 11,
    /// The world has no such surface.
    NoSuchSurface = 12,
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: KinstepStatus,
    pub(crate) text: String,
}

pub(crate) type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(status: KinstepStatus, reason: impl Display) -> Self {
        Self {
            status,
            text: reason.to_string(),
        }
    }

    pub(crate) fn invalid(reason: impl Display) -> Self {
        Self::new(KinstepStatus::InvalidArgument, reason)
    }
}

impl From<kinstep_common::Failure> for Failure {
    fn from(failure: kinstep_common::Failure) -> Self {
        let status = match failure.kind {
            Kind::Invalid => KinstepStatus::InvalidArgument,
            Kind::NoSuchBody => KinstepStatus::NoSuchBody,
            Kind::NoSuchForce => KinstepStatus::NoSuchForce,
            Kind::NoSuchSurface => KinstepStatus::NoSuchSurface,
            Kind::Step | Kind::Stopped => KinstepStatus::StepFailed,
            Kind::Restore => KinstepStatus::RestoreFailed,
            Kind::NoAnswer => KinstepStatus::NoAnswer,
        };
        Self {
            status,
            text: failure.message,
        }
    }
}

/// Bytes of the longest reason, with the zero at its end.
const ROOM: usize = 1024;

thread_local! {
    /// The reason of the last failure. C reads it through a pointer that stays valid as long as the thread.
    static LAST_ERROR: UnsafeCell<[u8; ROOM]> = const { UnsafeCell::new([0; ROOM]) };
}

/// Keeps a reason, cut at a whole character if it is too long.
fn keep(text: &str) {
    // a text from outside may have zeros, which would end it
    let text = text.replace('\0', "");
    let mut end = text.len().min(ROOM - 1);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let write = |last: &UnsafeCell<[u8; ROOM]>| {
        // SAFETY: only this function writes, on this thread, and nothing reads meanwhile
        let last = unsafe { &mut *last.get() };
        last[..end].copy_from_slice(&text.as_bytes()[..end]);
        last[end] = 0;
    };
    // a thread that ends has no reason any more
    let _ = LAST_ERROR.try_with(write);
}

/// Does the work of a call, and returns its status.
pub(crate) fn reported(work: impl FnOnce() -> Outcome) -> KinstepStatus {
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return KinstepStatus::Ok,
        Ok(Err(failure)) => failure,
        Err(panic) => {
            let text = (panic.downcast_ref::<String>().map(String::as_str))
                .or(panic.downcast_ref::<&str>().copied())
                .unwrap_or("no reason given");
            Failure::new(
                KinstepStatus::Panic,
                format_args!("an error inside kinstep: {text}"),
            )
        }
    };
    keep(&failure.text);
    failure.status
}

/// The reason of the last failure on this thread, in UTF-8; empty if there was none. The pointer stays valid as long as
/// the thread; the next call that fails on this thread changes the text.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_last_error() -> *const c_char {
    LAST_ERROR
        .try_with(|last| last.get().cast_const().cast())
        .unwrap_or(c"".as_ptr())
}

/// The version of the library, such as `KINSTEP_VERSION` of the header that belongs to it.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    fn last() -> String {
        // SAFETY: a text that ends in zero
        unsafe { CStr::from_ptr(kinstep_last_error()) }
            .to_string_lossy()
            .into_owned()
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
            let status = reported(|| {
                work();
                Ok(())
            });
            assert_eq!((status, last()), (KinstepStatus::Panic, words.into()));
        }
        assert_eq!(reported(|| Ok(())), KinstepStatus::Ok);
    }

    #[test]
    fn long_reasons_are_cut_at_a_whole_character() {
        let pointer = kinstep_last_error();
        reported(|| Err(Failure::invalid("é".repeat(2000))));
        assert_eq!(last(), "é".repeat((ROOM - 1) / 2));
        reported(|| Err(Failure::invalid("short")));
        assert_eq!((last(), kinstep_last_error()), ("short".into(), pointer));
    }
}
