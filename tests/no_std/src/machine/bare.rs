//! On Arm without an operating system: semihosting, by which an emulator prints for the program and ends it. The call is
//! that of Thumb code on an A-profile processor, which `qemu-arm` runs; a microcontroller has `bkpt 0xAB` instead. See
//! *Semihosting for AArch32 and AArch64* by Arm.

use core::arch::asm;
use core::fmt;

/// Operation that prints the byte at the address in the argument.
const SYS_WRITEC: usize = 0x03;
/// Operation that ends the program; the argument is the reason.
const SYS_EXIT: usize = 0x18;
const APPLICATION_EXIT: usize = 0x2_0026;
const RUN_TIME_ERROR: usize = 0x2_0023;

fn call(operation: usize, argument: usize) {
    // SAFETY: the emulator reads what `argument` points to and writes nothing but the answer in `r0`
    unsafe {
        asm!("svc 0xAB", inlateout("r0") operation => _, in("r1") argument, options(nostack));
    }
}

fn exit(reason: usize) -> ! {
    loop {
        call(SYS_EXIT, reason);
    }
}

/// The entry point, where an emulator starts, with a stack.
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    exit(if crate::all_is_right() {
        APPLICATION_EXIT
    } else {
        RUN_TIME_ERROR
    })
}

pub fn abort() -> ! {
    exit(RUN_TIME_ERROR)
}

/// The console of the emulator.
pub struct Console;

impl fmt::Write for Console {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.as_bytes() {
            call(SYS_WRITEC, core::ptr::from_ref(byte).addr());
        }
        Ok(())
    }
}
