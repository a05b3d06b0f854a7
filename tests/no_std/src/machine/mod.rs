//! Replaces what the standard library would provide: a start, memory, a console, and an end for
//! panics.

#[cfg(target_os = "none")]
#[path = "bare.rs"]
mod system;
#[cfg(not(target_os = "none"))]
#[path = "hosted.rs"]
mod system;

use core::fmt::Write;
use core::panic::PanicInfo;

use spinning_top::RawSpinlock;
use talc::TalcLock;
use talc::source::Claim;

pub use system::Console;

/// Bytes of memory: more than all results take.
const ROOM: usize = 1 << 20;

static mut MEMORY: [u8; ROOM] = [0; ROOM];

#[global_allocator]
static ALLOCATOR: TalcLock<RawSpinlock, Claim> = TalcLock::new(
    // SAFETY: nothing else reads or writes this memory
    unsafe { Claim::array(&raw mut MEMORY) },
);

#[panic_handler]
fn panicked(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Console, "{info}");
    system::abort()
}
