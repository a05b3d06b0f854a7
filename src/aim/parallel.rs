//! One function over many values, on one thread or on all.

/// Writes the answer to each question; both slices are of one length.
///
/// With the feature `rayon` on all threads, if the questions are worth at least so many of the plainest ones.
pub(super) fn answer_all<Q: Sync, A: Send>(
    questions: &[Q],
    answers: &mut [A],
    weight: impl FnOnce() -> usize,
    answer: impl Fn(&Q) -> A + Sync,
) {
    #[cfg(feature = "rayon")]
    if weight() >= LEAST && rayon::current_num_threads() > 1 {
        use rayon::prelude::*;

        let pieces = 4 * rayon::current_num_threads();
        let piece = questions.len().div_ceil(pieces);
        (questions.par_chunks(piece))
            .zip(answers.par_chunks_mut(piece))
            .for_each(|(questions, answers)| one_by_one(questions, answers, &answer));
        return;
    }
    #[cfg(not(feature = "rayon"))]
    let _ = weight;
    one_by_one(questions, answers, &answer);
}

fn one_by_one<Q, A>(questions: &[Q], answers: &mut [A], answer: &impl Fn(&Q) -> A) {
    for (question, written) in questions.iter().zip(answers) {
        *written = answer(question);
    }
}

/// From so many throws at targets that stay on, a second thread is worth waking.
#[cfg(feature = "rayon")]
const LEAST: usize = 1024;
