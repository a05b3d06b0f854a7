//! Makes any call with any input: there is no panic, no endless search and no NaN in an answer, and
//! a call that fails changes nothing. `CASES=100000` makes more cases; a case that fails is named.

mod answers;
mod draw;
mod parts;
mod swarms;
mod worlds;

use draw::Draw;

/// Random calls of one kind, for one dimension and one type of numbers.
type Calls = fn(&mut Draw);

/// Calls in the plane and in space, in both precisions.
macro_rules! all {
    ($calls:path) => {{
        use $calls as calls;
        let kinds: &[Calls] = &[
            calls::<f64, 2>,
            calls::<f64, 3>,
            calls::<f32, 2>,
            calls::<f32, 3>,
        ];
        kinds
    }};
}

/// Prints the number of a case if it fails.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("case {}", self.0);
        }
    }
}

/// Makes all cases; without optimisation a tenth of them.
fn attack(kinds: &[Calls], cases: u64) {
    let cases = if cfg!(debug_assertions) {
        cases / 10
    } else {
        cases
    };
    let asked = std::env::var("CASES").ok().and_then(|n| n.parse().ok());
    for case in 0..asked.unwrap_or(cases) {
        let _named = Named(case);
        kinds[case as usize % kinds.len()](&mut Draw::new(case));
    }
}

#[test]
fn of_worlds() {
    attack(all!(worlds::of_worlds), 2000);
}

#[test]
fn of_flights() {
    attack(&[answers::of_flights::<2>, answers::of_flights::<3>], 400);
}

#[test]
fn of_aims() {
    attack(&[answers::of_aims::<2>, answers::of_aims::<3>], 3000);
}

#[test]
fn of_swarms() {
    attack(all!(swarms::of_swarms), 1000);
}
