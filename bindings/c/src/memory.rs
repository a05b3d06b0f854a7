//! What callers point to.
//!
//! Single structs arrive as `Option<&T>` and `Option<&mut MaybeUninit<T>>`, which a C pointer is: null, or valid by the rules in the
//! header. Arrays are made from a pointer and a count here.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use crate::status::{Failure, KinstepStatus, Outcome};

fn null(name: &str) -> Failure {
    Failure::new(
        KinstepStatus::NullPointer,
        format_args!("the pointer `{name}` is null"),
    )
}

/// What a pointer of this name points to. Call it for a result before the work, so that no result gets lost.
pub(crate) fn given<P>(pointer: Option<P>, name: &str) -> Outcome<P> {
    pointer.ok_or_else(|| null(name))
}

/// Whether `count` values can be at a pointer.
fn checked<T>(pointer: *const T, count: usize, name: &str) -> Outcome {
    if pointer.is_null() {
        return Err(null(name));
    }
    if !pointer.is_aligned() {
        return Err(Failure::new(
            KinstepStatus::NullPointer,
            format_args!(
                "the array `{name}` must start at a multiple of {} bytes",
                align_of::<T>()
            ),
        ));
    }
    let most = isize::MAX as usize / size_of::<T>();
    if count > most {
        return Err(Failure::invalid(format_args!(
            "the array `{name}` has {count} elements; no memory holds more than {most}"
        )));
    }
    Ok(())
}

/// An array to be read.
///
/// # Safety
/// A pointer that is not null has `count` initialised values that nothing writes to during `'a`.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, count: usize, name: &str) -> Outcome<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    checked(pointer, count, name)?;
    // SAFETY: not null, aligned and of a size that memory can have; the rest is the caller's promise
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// An array to be read and written.
///
/// # Safety
/// A pointer that is not null has `count` initialised values that nothing else reads or writes during `'a`.
pub(crate) unsafe fn array_mut<'a, T>(
    pointer: *mut T,
    count: usize,
    name: &str,
) -> Outcome<&'a mut [T]> {
    if count == 0 {
        return Ok(&mut []);
    }
    checked(pointer, count, name)?;
    // SAFETY: not null, aligned and of a size that memory can have; the rest is the caller's promise
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, count) })
}

/// Copies values to a buffer of the caller, and writes their number to `count`. A buffer that is too small gets nothing.
///
/// # Safety
/// A `buffer` that is not null has room for `capacity` values, and nothing else reads or writes it meanwhile.
pub(crate) unsafe fn fill<T: Copy>(
    values: &[T],
    buffer: *mut MaybeUninit<T>,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> Outcome {
    let needed = values.len();
    given(count, "count")?.write(needed);
    if needed > capacity {
        return Err(Failure::new(
            KinstepStatus::BufferTooSmall,
            format_args!("the buffer has room for {capacity} elements; {needed} are needed"),
        ));
    }
    // SAFETY: `needed` values fit; the rest is the caller's promise, and uninitialised values are allowed here
    let buffer = unsafe { array_mut(buffer, needed, "buffer") }?;
    for (out, value) in buffer.iter_mut().zip(values) {
        out.write(*value);
    }
    Ok(())
}

/// What the caller wants passed to a function.
#[derive(Clone, Copy)]
pub(crate) struct User(pub(crate) *mut c_void);

// SAFETY: only handed back; the header demands that it may be used on any thread that steps the world
unsafe impl Send for User {}
// SAFETY: as above
unsafe impl Sync for User {}

impl User {
    // closures would capture only the pointer, which is not `Send`, if they named the field
    pub(crate) fn pointer(self) -> *mut c_void {
        self.0
    }
}
