//! Memory, as one thread takes it.

use allocation_counter::{AllocationInfo, measure};

/// What `run` takes on one thread: to wake others takes memory of its own, once in a while.
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
