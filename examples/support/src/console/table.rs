//! Tables that are also valid Markdown.

use comfy_table::{CellAlignment, Table, presets};

/// A table with words in its first column, and right-aligned numbers in all others.
pub fn table<S: Into<String>>(
    header: impl IntoIterator<Item = S>,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    table_with_words(1, header, rows)
}

/// A table with words in its first `words` columns, and right-aligned numbers in all others.
pub fn table_with_words<S: Into<String>>(
    words: usize,
    header: impl IntoIterator<Item = S>,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let header: Vec<String> = header.into_iter().map(S::into).collect();
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header);
    table.add_rows(rows);
    for column in table.column_iter_mut().skip(words) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}
