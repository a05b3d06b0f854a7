//! One function over many values, on one thread or on all.

/// Writes the answer to each question; both slices are of one length.
///
/// With the feature `rayon` it continues on all threads if the work left is worth waking them.
pub(super) fn answer_all<Q: Sync, A: Send>(
    questions: &[Q],
    answers: &mut [A],
    answer: impl Fn(&Q) -> A + Sync,
) {
    #[cfg(all(feature = "rayon", not(target_family = "wasm")))]
    if questions.len() > FIRST && rayon::current_num_threads() > 1 {
        return on_all_threads(questions, answers, &answer);
    }
    one_by_one(questions, answers, &answer);
}

fn one_by_one<Q, A>(questions: &[Q], answers: &mut [A], answer: &impl Fn(&Q) -> A) {
    for (question, written) in questions.iter().zip(answers) {
        *written = answer(question);
    }
}

/// Starts on this thread, in pieces that double, and reads the clock after each: an answer takes from 30 ns to 100 µs,
/// depending on plan, air and target. Other threads are woken, which takes 20 µs, if the rest takes far longer.
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
fn on_all_threads<Q: Sync, A: Send>(
    mut questions: &[Q],
    mut answers: &mut [A],
    answer: &(impl Fn(&Q) -> A + Sync),
) {
    use rayon::prelude::*;
    use std::time::Instant;

    let start = Instant::now();
    let mut done = 0;
    while !questions.is_empty() {
        let piece = done.max(FIRST).min(questions.len());
        let (now, later) = questions.split_at(piece);
        let (written, unwritten) = core::mem::take(&mut answers).split_at_mut(piece);
        one_by_one(now, written, answer);
        (questions, answers) = (later, unwritten);
        done += piece;
        let spent = start.elapsed().as_secs_f64();
        let left = spent * (questions.len() as f64 / done as f64);
        if spent >= SAMPLE && left >= WORTH_IT {
            break;
        }
    }
    if questions.is_empty() {
        return;
    }
    // 16 pieces for each thread, as a thread may be interrupted: with 4, the wait for the last took up to as long as the work
    let pieces = 16 * rayon::current_num_threads();
    let piece = questions.len().div_ceil(pieces);
    (questions.par_chunks(piece))
        .zip(answers.par_chunks_mut(piece))
        .for_each(|(questions, answers)| one_by_one(questions, answers, answer));
}

/// How many answers are written before the clock is read.
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
const FIRST: usize = 8;

/// How long to measure before the cost of an answer is known \[s\].
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
const SAMPLE: f64 = 2e-5;

/// The least work left for which other threads are woken \[s\]. Measured with two threads, waking costs 2 % of it; on a
/// machine with fewer cores than work, the wait for the other thread has cost up to 20 %.
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
const WORTH_IT: f64 = 1e-3;
