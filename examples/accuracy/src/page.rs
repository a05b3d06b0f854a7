//! The page: HTML that needs nothing but itself.

use std::time::Duration;

use support::drawing::numbers::{self, seconds};

use crate::experiment::Experiment;
use crate::palette;
use crate::section::{Cells, Figure, Part, Records, Section, Table};

/// The style sheet without the colours of curves on dark paper, and the script.
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The figure before all others, and the line of the summary that is its title.
const HERO: (&str, &str, &str) = ("drift", "two-springs", "energy of two springs");
/// The findings beside it: lines of the summary, by their experiments and beginnings.
const FINDINGS: [(&str, &str); 3] = [
    ("one_step", "one step against 1000"),
    ("frame_rate", "distance of a throw"),
    ("rotation", "orientation of a book"),
];

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
         <h1>The accuracy of kinstep</h1>\n{}{}{}{}{}{}<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        palette::dark_rules(),
        hero(results),
        contents(results),
        introduction(elapsed),
        headlines(results),
        losses(results),
        sections.collect::<String>(),
    )
}

/// One plot and three findings.
fn hero(results: &[(&Experiment, Section)]) -> String {
    let headline = |experiment: &str, start: &str| {
        let (_, section) = (results.iter()).find(|(other, _)| other.name == experiment)?;
        (section.headlines.iter()).find(|(what, _)| what.starts_with(start))
    };
    let (experiment, name, start) = HERO;
    let plot = (results.iter())
        .filter(|(other, _)| other.name == experiment)
        .flat_map(|(_, section)| &section.parts)
        .find_map(|part| match part {
            Part::Figure(figure) if figure.name == name => Some(figure),
            Part::Figure(_) | Part::Table(_) => None,
        });
    let plot = plot
        .zip(headline(experiment, start))
        .map(|(plot, (what, result))| {
            let title = escaped(&format!("Error of the {what}: {result}"));
            format!("<h2>{title}</h2>\n{}", figure("first", plot))
        });
    let findings = FINDINGS.iter().filter_map(|&(experiment, start)| {
        let (what, result) = headline(experiment, start)?;
        Some(format!(
            "<li><a href=\"#{experiment}\">{}</a>: <strong>{}</strong></li>\n",
            escaped(what),
            escaped(result)
        ))
    });
    let findings: String = findings.collect();
    let list = if findings.is_empty() {
        String::new()
    } else {
        format!("<ul class=\"findings\">\n{findings}</ul>\n")
    };
    format!(
        "<div class=\"hero\">\n{}{list}</div>\n",
        plot.unwrap_or_default()
    )
}

/// Links to all sections.
fn contents(results: &[(&Experiment, Section)]) -> String {
    let links = results.iter().map(|(experiment, _)| {
        format!(
            "<li><a href=\"#{}\">{}</a></li>\n",
            experiment.name,
            escaped(experiment.title)
        )
    });
    format!(
        "<nav>\n<details>\n<summary>Contents</summary>\n<ul>\n<li><a href=\"#summary\">All results in a line each</a></li>\n\
         <li><a href=\"#losses\">Where kinstep loses</a></li>\n{}</ul>\n</details>\n</nav>\n",
        links.collect::<String>()
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
                "<tr><td><a href=\"#{}\">{}</a></td><td class=\"text\">{}</td></tr>\n",
                experiment.name,
                escaped(what),
                escaped(result)
            );
        }
    }
    format!(
        "<section id=\"summary\">\n<details>\n<summary><h2>All results in a line each</h2></summary>\n\
         <table>\n<tbody>\n{rows}</tbody>\n</table>\n</details>\n</section>\n"
    )
}

/// Where kinstep is not the best.
fn losses(results: &[(&Experiment, Section)]) -> String {
    let mut items = String::new();
    for (experiment, section) in results {
        for loss in &section.losses {
            items += &format!(
                "<li>{} <a href=\"#{}\">{}</a></li>\n",
                escaped(loss),
                experiment.name,
                escaped(experiment.title),
            );
        }
    }
    if items.is_empty() {
        return String::new();
    }
    format!(
        "<section id=\"losses\" class=\"losses\">\n<details>\n<summary><h2>Where kinstep loses</h2></summary>\n\
         <ul>\n{items}</ul>\n</details>\n</section>\n"
    )
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
        "<section id=\"{}\">\n<details>\n<summary><h2>{}</h2></summary>\n{}<div class=\"parts\">\n{}</div>\n</details>\n\
         </section>\n",
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
    // what would end the script ends nothing this way
    let data = serde_json::to_string(&figure.chart.data()).map(|data| data.replace('<', "\\u003c"));
    format!(
        "<figure id=\"{name}\">\n<div class=\"plot\">{svg}</div>\n\
         <script type=\"application/json\">{}</script>\n<figcaption>{finding}</figcaption>\n</figure>\n",
        data.unwrap_or_default()
    )
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

/// Text that HTML takes for text, with raised powers of ten.
fn escaped(text: &str) -> String {
    powers_raised(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Numbers with an `e` as people write them: `3e-12` becomes 3·10⁻¹², and `3e-2` 0.03.
fn powers_raised(text: &str) -> String {
    let is_part =
        |character: char| character.is_ascii_digit() || matches!(character, '.' | 'e' | '-');
    let mut raised = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let end = number
            .find(|character| !is_part(character))
            .unwrap_or(number.len());
        // a full stop or a dash behind a number is none of it
        let number = number[..end].trim_end_matches(['.', '-', 'e']);
        raised += before;
        let is_word =
            before.ends_with(|character: char| character.is_alphanumeric() || character == '_');
        raised += &match (number.split_once('e'), number.parse::<f64>()) {
            (Some((digits, _)), Ok(value)) if !is_word => {
                let decimals = digits
                    .split_once('.')
                    .map_or(0, |(_, decimals)| decimals.len());
                if (1e-3..1e3).contains(&value) || value == 0.0 {
                    numbers::six_digits(value).to_string()
                } else {
                    numbers::power_of_ten(value, decimals)
                }
            }
            _ => number.to_owned(),
        };
        rest = &rest[start + number.len()..];
    }
    raised + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_people_write_them() {
        for (given, written) in [
            ("5e-14 m off", "5·10⁻¹⁴ m off"),
            ("1e-12.", "10⁻¹²."),
            ("-9.5e-15, +8e-9", "-9.5·10⁻¹⁵, +8·10⁻⁹"),
            ("3e-2 and 1e0", "0.03 and 1"),
            ("Rk4, 4.17 ms, x1e4", "Rk4, 4.17 ms, x1e4"),
            ("20 to 240 Hz", "20 to 240 Hz"),
            ("", ""),
        ] {
            assert_eq!(powers_raised(given), written);
        }
    }
}
