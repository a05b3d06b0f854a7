//! What is printed at the end.

use std::path::Path;
use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

use crate::experiment::Experiment;
use crate::numbers::seconds;
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
    let mut table = Table::new();
    let header = ["experiment", "measured", "result"];
    table.load_style(presets::ASCII_MARKDOWN).set_header(header);
    for (experiment, section) in results {
        for (what, result) in &section.headlines {
            table.add_row([experiment.name, what, result]);
        }
    }
    if let Some(column) = table.column_iter_mut().last() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}
