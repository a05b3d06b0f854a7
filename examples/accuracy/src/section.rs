//! What an experiment found: a section of the page.

use support::quotes::Quote;

use crate::chart::Chart;

/// A section of the page, and its lines of the summary.
#[derive(Debug, Default)]
pub(crate) struct Section {
    /// What is asked and how it is measured, in paragraphs.
    pub(crate) text: Vec<String>,
    /// Figures and tables, in the order of the page.
    pub(crate) parts: Vec<Part>,
    /// What was measured, in a few words, and the result.
    pub(crate) headlines: Vec<(String, String)>,
    /// Sentences about where kinstep is not the best.
    pub(crate) losses: Vec<String>,
    /// Figures that the README quotes.
    pub(crate) quotes: Vec<Quote>,
}

/// A part of a section.
#[derive(Debug)]
pub(crate) enum Part {
    /// A plot with its finding.
    Figure(Figure),
    /// A table.
    Table(Table),
}

/// A plot, and one sentence made from its data.
#[derive(Debug)]
pub(crate) struct Figure {
    /// Its name among the files of the experiment, as `two-springs`.
    pub(crate) name: &'static str,
    /// What is drawn.
    pub(crate) chart: Chart,
    /// What it shows, in one sentence.
    pub(crate) finding: String,
    /// The data as CSV, if there is more than what is drawn.
    records: Option<Records>,
}

/// A table of the page, written as CSV too.
#[derive(Debug)]
pub(crate) struct Table {
    /// Its name among the files of the experiment.
    pub(crate) name: &'static str,
    /// What stands above it.
    pub(crate) title: String,
    /// Its cells.
    pub(crate) records: Records,
    /// What it shows, in one sentence, if it needs one.
    pub(crate) finding: Option<String>,
    /// What is in its cells.
    pub(crate) cells: Cells,
}

/// What is in the cells of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cells {
    /// Numbers, under a name in the first column.
    Numbers,
    /// Sentences.
    Words,
}

/// Rows under a header.
#[derive(Debug, Clone)]
pub(crate) struct Records {
    /// Names of the columns, with units.
    pub(crate) header: Vec<String>,
    /// As many cells in each as there are columns.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Section {
    /// A section that starts with some paragraphs.
    pub(crate) fn new<S: Into<String>>(text: impl IntoIterator<Item = S>) -> Self {
        Self {
            text: text.into_iter().map(S::into).collect(),
            ..Self::default()
        }
    }

    /// Adds a figure: a plot with its finding.
    pub(crate) fn draw(&mut self, name: &'static str, chart: Chart, finding: String) {
        self.parts.push(Part::Figure(Figure {
            name,
            chart,
            finding,
            records: None,
        }));
    }

    /// Adds a figure whose data as CSV are more than what is drawn.
    pub(crate) fn draw_with_records(
        &mut self,
        name: &'static str,
        chart: Chart,
        finding: String,
        records: Records,
    ) {
        self.parts.push(Part::Figure(Figure {
            name,
            chart,
            finding,
            records: Some(records),
        }));
    }

    /// Adds a table.
    pub(crate) fn tabulate(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// Adds a line of the summary: what was measured, and the result.
    pub(crate) fn headline(&mut self, what: impl Into<String>, result: impl Into<String>) {
        self.headlines.push((what.into(), result.into()));
    }

    /// Adds a figure that the README quotes.
    pub(crate) fn quote(&mut self, name: &'static str, value: impl Into<String>) {
        self.quotes.push((name, value.into()));
    }

    /// Adds a sentence about where kinstep is not the best.
    pub(crate) fn admit(&mut self, loss: impl Into<String>) {
        self.losses.push(loss.into());
    }
}

impl Part {
    /// Its name among the files of the experiment.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Figure(figure) => figure.name,
            Self::Table(table) => table.name,
        }
    }

    /// What it shows, in one sentence.
    pub(crate) fn finding(&self) -> Option<&str> {
        match self {
            Self::Figure(figure) => Some(&figure.finding),
            Self::Table(table) => table.finding.as_deref(),
        }
    }

    /// Its data.
    pub(crate) fn records(&self) -> Records {
        match self {
            Self::Figure(figure) => {
                (figure.records.clone()).unwrap_or_else(|| figure.chart.records())
            }
            Self::Table(table) => table.records.clone(),
        }
    }
}

impl Table {
    /// A table under a title.
    pub(crate) fn new<S: Into<String>>(
        name: &'static str,
        title: impl Into<String>,
        header: impl IntoIterator<Item = S>,
        rows: Vec<Vec<String>>,
    ) -> Self {
        Self {
            name,
            title: title.into(),
            records: Records {
                header: header.into_iter().map(S::into).collect(),
                rows,
            },
            finding: None,
            cells: Cells::Numbers,
        }
    }

    /// The same table for sentences.
    pub(crate) fn of_words(mut self) -> Self {
        self.cells = Cells::Words;
        self
    }

    /// The same table with a sentence about it.
    pub(crate) fn with_finding(mut self, finding: String) -> Self {
        self.finding = Some(finding);
        self
    }
}
