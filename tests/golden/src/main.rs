//! Makes all runs and reports those that end with other bits than expected, on any machine:
//!
//! ```text
//! golden write FILE             writes the snapshots that the runs go through
//! golden read FILE              goes on from snapshots that were written, here or on another machine
//! golden read FILE write FILE   both
//! golden expected               runs nothing: prints the bits that each run is expected to end in
//! ```

#[cfg(target_family = "wasm")]
mod wasm;

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use golden::{Snapshots, check};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["expected"] {
        golden::expected().for_each(|(name, bits)| println!("{bits:#018X} {name}"));
        return Ok(ExitCode::SUCCESS);
    }
    let mut snapshots = Snapshots::default();
    let mut write = None;
    for pair in arguments.chunks(2) {
        match pair {
            [verb, file] if verb == "read" => snapshots = Snapshots::read(&fs::read(file)?)?,
            [verb, file] if verb == "write" => write = Some(file),
            _ => return Err("golden [read FILE] [write FILE], or golden expected".into()),
        }
    }
    let said = check(&mut snapshots);
    if let Some(file) = write {
        fs::write(file, snapshots.bytes())?;
    }
    match said {
        Ok(said) => {
            println!("{said}");
            Ok(ExitCode::SUCCESS)
        }
        Err(differences) => {
            eprintln!("{differences}");
            Ok(ExitCode::FAILURE)
        }
    }
}
