//! On an operating system: the start and the console of the C library.

use core::ffi::{c_char, c_int, c_void};
use core::fmt;

#[link(name = "c")]
unsafe extern "C" {
    fn write(file: c_int, bytes: *const c_void, count: usize) -> isize;
    pub safe fn abort() -> !;
}

/// The entry point, which the start code of the C library calls.
#[unsafe(no_mangle)]
extern "C" fn main(_count: c_int, _arguments: *const *const c_char) -> c_int {
    c_int::from(!crate::all_is_right())
}

/// The standard output.
pub struct Console;

impl fmt::Write for Console {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            // SAFETY: the pointer has as many bytes as the length says
            let count = unsafe { write(1, rest.as_ptr().cast(), rest.len()) };
            let written = usize::try_from(count).map_err(|_| fmt::Error)?;
            rest = rest.get(written..).ok_or(fmt::Error)?;
        }
        Ok(())
    }
}

/// The `alloc` that is delivered refers to this symbol, for programs that unwind; this one never
/// does. The standard library has its own, and there cannot be two.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
