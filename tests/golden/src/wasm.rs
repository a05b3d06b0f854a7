//! Replaces files and a console: `run.mjs` calls these functions, and reads and writes memory at
//! the addresses that they return.

use std::sync::Mutex;

use golden::{Snapshots, check};

/// The snapshots from which to continue, if any; those written; and the message.
static READ: Mutex<Option<Vec<u8>>> = Mutex::new(None);
static WRITTEN: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static SAID: Mutex<String> = Mutex::new(String::new());

/// Returns the address of this number of bytes, for the snapshots from which to continue.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    let mut read = READ.lock().unwrap();
    read.insert(vec![0; length]).as_mut_ptr()
}

/// Makes all runs; returns whether all bits are as expected. A panic leaves its text as the
/// message.
#[unsafe(no_mangle)]
extern "C" fn run() -> bool {
    std::panic::set_hook(Box::new(|panic| *SAID.lock().unwrap() = panic.to_string()));
    let mut snapshots = match &*READ.lock().unwrap() {
        None => Snapshots::default(),
        Some(bytes) => Snapshots::read(bytes).unwrap(),
    };
    let said = check(&mut snapshots);
    *WRITTEN.lock().unwrap() = snapshots.bytes();
    let right = said.is_ok();
    *SAID.lock().unwrap() = said.unwrap_or_else(|differences| differences);
    right
}

/// Address of the snapshots written.
#[unsafe(no_mangle)]
extern "C" fn written() -> *const u8 {
    WRITTEN.lock().unwrap().as_ptr()
}

/// Number of bytes of the snapshots written.
#[unsafe(no_mangle)]
extern "C" fn written_length() -> usize {
    WRITTEN.lock().unwrap().len()
}

/// Address of the message.
#[unsafe(no_mangle)]
extern "C" fn said() -> *const u8 {
    SAID.lock().unwrap().as_ptr()
}

/// Number of bytes of the message.
#[unsafe(no_mangle)]
extern "C" fn said_length() -> usize {
    SAID.lock().unwrap().len()
}
