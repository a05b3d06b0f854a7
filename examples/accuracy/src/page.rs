//! The page: HTML that needs nothing but itself.

use std::time::Duration;

use support::drawing::numbers::seconds;

use crate::experiment::Experiment;
use crate::palette;
use crate::section::{Cells, Figure, Part, Records, Section, Table};

/// The style sheet without the colours of curves on dark paper.
const STYLE: &str = include_str!("page.css");

/// The whole page.
pub(crate) fn html(results: &[(&Experiment, Section)], elapsed: Duration) -> String {
    let sections = results
        .iter()
        .map(|(experiment, section)| self::section(experiment, section));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>The accuracy of kinstep</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>\n{STYLE}@media (prefers-color-scheme: dark) {{\n{}}}\n</style>\n</head>\n<body>\n\
         <h1>The accuracy of kinstep</h1>\n{}{}{}{}</body>\n</html>\n",
        palette::dark_rules(),
        introduction(elapsed),
        headlines(results),
        losses(results),
        sections.collect::<String>(),
    )
}

/// What the page is, and where it was made.
fn introduction(elapsed: Duration) -> String {
    format!(
        "<p>kinstep {} steps bodies exactly where an exact answer exists. This page measures it against the \
         schemes of the textbooks, the rules of game engines and solvers of another crate. Every number and every \
         finding on it was computed in one run of {}, on {} {}. Times are those of this machine on that occasion: \
         only their ratios mean something.</p>\n",
        env!("CARGO_PKG_VERSION"),
        seconds(elapsed.as_secs_f64()),
        std::env::consts::OS,
        std::env::consts::ARCH,
    )
}

/// The headlines of all experiments, with links to them.
fn headlines(results: &[(&Experiment, Section)]) -> String {
    let mut rows = String::new();
    for (experiment, section) in results {
        for (what, result) in &section.headlines {
            rows += &format!(
                "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td></tr>\n",
                experiment.name,
                escaped(what),
                escaped(result)
            );
        }
    }
    format!("<table>\n<tbody>\n{rows}</tbody>\n</table>\n")
}

/// Where kinstep is not the best.
fn losses(results: &[(&Experiment, Section)]) -> String {
    let mut items = String::new();
    for (experiment, section) in results {
        for loss in &section.losses {
            let name = experiment.name;
            items += &format!(
                "<li>{} <a href=\"#{name}\">({name})</a></li>\n",
                escaped(loss)
            );
        }
    }
    if items.is_empty() {
        return String::new();
    }
    format!("<div class=\"losses\">\n<h3>Where kinstep loses</h3>\n<ul>\n{items}</ul>\n</div>\n")
}

/// A section with its figures and tables.
fn section(experiment: &Experiment, section: &Section) -> String {
    let text = section
        .text
        .iter()
        .map(|text| format!("<p>{}</p>\n", escaped(text)));
    let parts = section.parts.iter().map(|part| match part {
        Part::Figure(figure) => self::figure(experiment.name, figure),
        Part::Table(table) => self::table(table),
    });
    format!(
        "<section id=\"{}\">\n<h2>{}</h2>\n{}<div class=\"parts\">\n{}</div>\n</section>\n",
        experiment.name,
        escaped(experiment.title),
        text.collect::<String>(),
        parts.collect::<String>(),
    )
}

/// A plot above its finding.
fn figure(experiment: &str, figure: &Figure) -> String {
    let name = format!("{experiment}-{}", figure.name);
    // names within a drawing are names within the page
    let svg = figure.chart.svg().replace("kuva-", &format!("{name}-"));
    let label = escaped(figure.chart.title());
    let svg = svg.replacen(
        "<svg ",
        &format!("<svg role=\"img\" aria-label=\"{label}\" "),
        1,
    );
    let finding = escaped(&figure.finding);
    format!("<figure id=\"{name}\">\n{svg}\n<figcaption>{finding}</figcaption>\n</figure>\n")
}

fn table(table: &Table) -> String {
    let Records { header, rows } = &table.records;
    let headings = header.iter().enumerate().map(|(column, heading)| {
        let below = rows.first().and_then(|cells| cells.get(column));
        let alignment = alignment(below.map_or("", String::as_str));
        format!("<th{alignment}>{}</th>", escaped(heading))
    });
    let rows = rows.iter().map(|cells| {
        let cell = |cell: &String| format!("<td{}>{}</td>", alignment(cell), escaped(cell));
        format!("<tr>{}</tr>\n", cells.iter().map(cell).collect::<String>())
    });
    let finding = (table.finding.iter()).map(|finding| format!("<p>{}</p>\n", escaped(finding)));
    let class = match table.cells {
        Cells::Numbers => "table",
        Cells::Words => "table words",
    };
    format!(
        "<div class=\"{class}\">\n<table>\n<caption>{}</caption>\n<thead>\n<tr>{}</tr>\n</thead>\n\
         <tbody>\n{}</tbody>\n</table>\n{}</div>\n",
        escaped(&table.title),
        headings.collect::<String>(),
        rows.collect::<String>(),
        finding.collect::<String>(),
    )
}

/// Numbers and words stand on the right of a cell, phrases on the left.
fn alignment(cell: &str) -> &'static str {
    if cell.contains(' ') {
        " class=\"text\""
    } else {
        ""
    }
}

/// Text that HTML takes for text.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
