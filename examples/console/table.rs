//! Tables that can be read as Markdown, too.

use comfy_table::{CellAlignment, Table, presets};

/// A table with words in its first column, and numbers on the right of all others.
pub(crate) fn table<S: Into<String>>(
    header: impl IntoIterator<Item = S>,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let header: Vec<String> = header.into_iter().map(S::into).collect();
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header);
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}
