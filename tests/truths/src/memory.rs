//! Memory that one thread takes.

use allocation_counter::{AllocationInfo, measure};

/// The memory that `run` takes on one thread. To wake other threads sometimes takes memory of its
/// own.
pub fn taken_on_one_thread(run: impl FnOnce() + Send) -> AllocationInfo {
    #[cfg(feature = "rayon")]
    return rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a machine has a thread to spare")
        .install(|| measure(run));
    #[cfg(not(feature = "rayon"))]
    measure(run)
}
