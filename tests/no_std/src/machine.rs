//! What the standard library would bring: memory, a console, and an end for panics.

use core::ffi::{c_int, c_void};
use core::fmt::Write;
use core::panic::PanicInfo;

use spinning_top::RawSpinlock;
use talc::TalcLock;
use talc::source::Claim;

/// More than all that is asked takes.
const ROOM: usize = 1 << 20;

static mut MEMORY: [u8; ROOM] = [0; ROOM];

#[global_allocator]
static ALLOCATOR: TalcLock<RawSpinlock, Claim> = TalcLock::new(
    // SAFETY: nothing else reads or writes this memory
    unsafe { Claim::array(&raw mut MEMORY) },
);

#[link(name = "c")]
unsafe extern "C" {
    fn write(file: c_int, bytes: *const c_void, count: usize) -> isize;
    safe fn abort() -> !;
}

/// The standard output.
pub struct Console;

impl Write for Console {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            // SAFETY: as many bytes are there as it is told
            let count = unsafe { write(1, rest.as_ptr().cast(), rest.len()) };
            let written = usize::try_from(count).map_err(|_| core::fmt::Error)?;
            rest = rest.get(written..).ok_or(core::fmt::Error)?;
        }
        Ok(())
    }
}

/// Named by `alloc` as it is delivered, for programs that unwind; this one never does. The standard library has its own,
/// and there cannot be two.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

#[panic_handler]
fn panicked(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Console, "{info}");
    abort()
}
