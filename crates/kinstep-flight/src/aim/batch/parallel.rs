//! Applies one function to many values, on one thread or on all threads.

/// Writes the answer to each question. Both slices have the same length.
///
/// With the feature `rayon`, the work continues on all threads if enough work remains.
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

/// Starts on this thread with pieces whose size doubles each time, and reads the clock after each
/// piece: one answer takes from 30 ns to 100 µs, depending on plan, air and target. To wake other
/// threads takes 20 µs; they are woken if the remaining work takes far longer.
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
    // 16 pieces for each thread, because a thread may be interrupted: with 4 pieces, the wait for
    // the last piece took as long as the work
    let pieces = 16 * rayon::current_num_threads();
    let piece = questions.len().div_ceil(pieces);
    (questions.par_chunks(piece))
        .zip(answers.par_chunks_mut(piece))
        .for_each(|(questions, answers)| one_by_one(questions, answers, answer));
}

/// Number of answers written before the clock is first read.
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
const FIRST: usize = 8;

/// Measured time after which the cost of an answer is regarded as known \[s\].
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
const SAMPLE: f64 = 2e-5;

/// Minimum remaining work for which other threads are woken \[s\]. To wake them takes 2 % of this
/// time, measured with two threads. On a machine that was busy with other work, the wait for the
/// other thread took up to 20 %.
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
const WORTH_IT: f64 = 1e-3;
