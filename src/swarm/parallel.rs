//! One pass, on one thread or on all.

/// Bodies that can be told apart into those before a place and those from it on.
#[cfg_attr(
    not(all(feature = "rayon", not(target_family = "wasm"))),
    expect(dead_code, reason = "one thread takes them all at once")
)]
pub(super) trait Divisible: Send + Sized {
    /// How many there are.
    fn count(&self) -> usize;
    /// The first so many, and the rest.
    fn split(self, count: usize) -> (Self, Self);
}

/// Does the work on all bodies, and returns the least of the places that it returns.
///
/// With the feature `rayon` it goes on on all threads as soon as it is seen that this is worth it. The work on a body
/// must not depend on which others it is done together with.
pub(super) fn for_all<P: Divisible>(
    bodies: P,
    work: &(impl Fn(P) -> Option<usize> + Sync),
) -> Option<usize> {
    #[cfg(all(feature = "rayon", not(target_family = "wasm")))]
    if bodies.count() > FIRST && rayon::current_num_threads() > 1 {
        return on_all_threads(bodies, work);
    }
    work(bodies)
}

/// Starts on this thread, in pieces that double, and looks at the clock after each: the work on a body costs from half a
/// nanosecond to what a user's force costs. The others are woken if what is left takes long enough.
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
fn on_all_threads<P: Divisible>(
    mut bodies: P,
    work: &(impl Fn(P) -> Option<usize> + Sync),
) -> Option<usize> {
    use std::time::Instant;

    let start = Instant::now();
    let (mut done, mut piece, mut found) = (0, FIRST, None);
    while bodies.count() > piece {
        let (now, later) = bodies.split(piece);
        found = least(found, work(now));
        bodies = later;
        done += piece;
        let spent = start.elapsed().as_secs_f64();
        let left = spent * (bodies.count() as f64 / done as f64);
        if left >= WORTH_IT {
            // small pieces, as a thread may be held up
            let pieces = 8 * rayon::current_num_threads();
            let size = bodies.count().div_ceil(pieces).next_multiple_of(FIRST);
            return least(found, halve(bodies, size, work));
        }
        piece = done;
    }
    least(found, work(bodies))
}

/// The work on bodies that are halved until no part has more than so many.
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
fn halve<P: Divisible>(
    bodies: P,
    size: usize,
    work: &(impl Fn(P) -> Option<usize> + Sync),
) -> Option<usize> {
    if bodies.count() <= size {
        return work(bodies);
    }
    // whole pieces, so that all begin where memory lines do
    let half = (bodies.count() / 2)
        .next_multiple_of(size)
        .min(bodies.count());
    let (first, second) = bodies.split(half);
    let (first, second) = rayon::join(|| halve(first, size, work), || halve(second, size, work));
    least(first, second)
}

#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
fn least(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a.into_iter().chain(b).min()
}

/// So many bodies are moved before the clock is looked at: whole memory lines of any vectors.
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
const FIRST: usize = 8192;

/// So much work others are woken for \[s\].
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
const WORTH_IT: f64 = 1e-3;
