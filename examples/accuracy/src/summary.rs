//! What is printed at the end.

use std::path::Path;
use std::time::Duration;

use support::console::table::table_with_words;
use support::drawing::numbers::seconds;

use crate::experiment::Experiment;
use crate::section::Section;

/// The headlines of all experiments, where kinstep loses, and where the page is.
pub(crate) fn report(results: &[(&Experiment, Section)], page: &Path, elapsed: Duration) -> String {
    let mut lines = vec![table(results)];
    let losses: Vec<&String> = (results.iter())
        .flat_map(|(_, section)| &section.losses)
        .collect();
    if !losses.is_empty() {
        lines.push("\nWhere kinstep loses:".to_owned());
        lines.extend(losses.into_iter().map(|loss| format!("- {loss}")));
    }
    lines.push(format!(
        "\nmeasured in {}; the page is {}",
        seconds(elapsed.as_secs_f64()),
        page.display()
    ));
    lines.join("\n")
}

/// A row for each headline.
fn table(results: &[(&Experiment, Section)]) -> String {
    let rows = results.iter().flat_map(|(experiment, section)| {
        let headlines = section.headlines.iter();
        headlines
            .map(|(what, result)| vec![experiment.name.to_owned(), what.clone(), result.clone()])
    });
    table_with_words(2, ["experiment", "measured", "result"], rows)
}
