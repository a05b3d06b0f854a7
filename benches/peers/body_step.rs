//! Time of a step per body, for kinstep, other contenders and the memory alone.
//!
//! ```text
//! CFLAGS="-O3 -DNDEBUG" cargo bench -p peers
//! CFLAGS="-O3 -DNDEBUG" cargo bench -p peers -- "f32 3-D/1000000"
//! ```
//!
//! Box2D is compiled from its source, which needs a C compiler. The flags are those of its own
//! release build; without them its assertions double its time.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use peers::{ALL, Contender};

const COUNTS: [usize; 4] = [1000, 10_000, 100_000, 1_000_000];
/// Number of steps that are not timed after bodies are created: the second step of a million bodies
/// takes 1.5 times as long as later ones.
const UNTIMED: usize = 3;

/// Time for which the thread was running. Other processes affect the caches, but do not add time.
struct ThreadClock;

impl Measurement for ThreadClock {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// Prints the error of each contender after 10 s; panics if a contender does not move by its own
/// rule.
fn off(_: &mut Criterion<ThreadClock>) {
    if !option_env!("CFLAGS").is_some_and(|flags| flags.contains("NDEBUG")) {
        println!("NOTE: Box2D is compiled with its assertions, without CFLAGS=\"-O3 -DNDEBUG\".");
    }
    for contender in &ALL {
        if let Some(off) = contender.off() {
            let (state, name) = (contender.state(), contender.name);
            println!("{state}, {name}: {off:.0e} m off after 10 s");
        }
    }
}

/// Measures contenders with the same number type, dimension and number of bodies one after the
/// other.
fn body_step(criterion: &mut Criterion<ThreadClock>) {
    for contenders in ALL.chunk_by(|one, next| one.state() == next.state()) {
        for count in COUNTS {
            let mut group = criterion.benchmark_group(format!("{}/{count}", contenders[0].state()));
            // bodies are created again so often that they stay near, but not so often that engines
            // need seconds for it
            let steps = (1_000_000 / count).clamp(10, 600);
            group.throughput(Throughput::Elements((count * steps) as u64));
            for Contender { name, build, .. } in contenders.iter().filter(|one| count <= one.most) {
                let started = || {
                    let mut bodies = build(count);
                    (0..UNTIMED).for_each(|_| bodies.step());
                    bodies
                };
                group.bench_function(*name, |bencher| {
                    bencher.iter_batched_ref(
                        started,
                        |bodies| (0..steps).for_each(|_| black_box(&mut *bodies).step()),
                        BatchSize::PerIteration,
                    );
                });
            }
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .with_measurement(ThreadClock)
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = off, body_step
}
criterion_main!(benches);
