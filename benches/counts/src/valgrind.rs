//! What valgrind counts.
//!
//! A path is run in a process of its own, N times and 2 N times over: the difference is N repetitions, without what
//! came before the first. Instructions are counted that ran, whatever memory and other processes did meanwhile.

use std::process::{Command, Stdio};
use std::{env, io};

/// N; as many digits as 2 N, so that both are read in as many instructions.
const REPETITIONS: u32 = 4;

/// Why there is no count.
#[derive(Debug, thiserror::Error)]
pub enum ValgrindError {
    #[error("valgrind is not there ({0}); Debian and Ubuntu have it: `apt-get install valgrind`")]
    Missing(io::Error),
    #[error("`counts {arguments}` failed under valgrind:\n{told}")]
    Failed { arguments: String, told: String },
    #[error("what valgrind says of `{0}` could not be understood")]
    Unreadable(String),
}

/// Instructions of one repetition of a path.
pub fn instructions(name: &str) -> Result<u64, ValgrindError> {
    let [once, twice] =
        [REPETITIONS, 2 * REPETITIONS].map(|repetitions| counted(name, repetitions));
    (twice?.checked_sub(once?))
        .map(|difference| (difference + u64::from(REPETITIONS) / 2) / u64::from(REPETITIONS))
        .ok_or_else(|| ValgrindError::Unreadable(name.into()))
}

/// The widest registers that a program finds under valgrind.
pub fn registers() -> Result<String, ValgrindError> {
    let told = told(&["--tool=none"], &["--registers"])?;
    Ok(told.trim().into())
}

/// The widest registers that this process finds, of those that there are versions of a loop for.
pub fn registers_here() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            "AVX-512"
        } else if is_x86_feature_detected!("avx2") {
            "AVX2"
        } else {
            "SSE2"
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    std::env::consts::ARCH
}

/// Instructions of a whole process that runs a path so often.
fn counted(name: &str, repetitions: u32) -> Result<u64, ValgrindError> {
    let cachegrind = [
        "--tool=cachegrind",
        "--cache-sim=no",
        "--cachegrind-out-file=/dev/stdout",
    ];
    let profile = told(
        &cachegrind,
        &[name, "--repetitions", &repetitions.to_string()],
    )?;
    summary(&profile).ok_or_else(|| ValgrindError::Unreadable(name.into()))
}

/// What this program, run under a tool of valgrind, and the tool write to standard output.
fn told(tool: &[&str], arguments: &[&str]) -> Result<String, ValgrindError> {
    let this = env::current_exe().map_err(ValgrindError::Missing)?;
    let output = Command::new("valgrind")
        .args(tool)
        .arg(this)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(ValgrindError::Missing)?;
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(ValgrindError::Failed {
            arguments: arguments.join(" "),
            told: text(&output.stderr),
        })
    }
}

/// The sum at the end of what cachegrind writes.
fn summary(profile: &str) -> Option<u64> {
    let line = profile
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("summary:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn the_sum_is_found() {
        let profile = "desc: none\nevents: Ir\nfl=a.rs\nfn=f\n1 20\n2 30\nsummary: 50\n";
        assert_eq!(summary(profile), Some(50));
        assert_eq!(summary("events: Ir\n"), None);
        assert_eq!(summary("summary: many\n"), None);
    }
}
