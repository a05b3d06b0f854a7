//! The picture: figures of the page, one below the other in one file.

use anyhow::{Context, Result};
use kuva::prelude::Figure;
use support::drawing::svg;

use crate::chart::Chart;
use crate::experiment::Experiment;
use crate::section::{Part, Section};

/// Experiments, and the figures of theirs that are in the picture.
const PANELS: [(&str, &str); 2] = [("drift", "two-springs"), ("orders", "spring-drag-gravity")];
const TITLE: &str = "Springs, drag and gravity: FlowKick is off by rounding only, at any step";

/// Whether the picture shows a figure of this experiment.
pub(crate) fn needs(experiment: &str) -> bool {
    PANELS.iter().any(|(name, _)| *name == experiment)
}

/// The picture as SVG.
pub(crate) fn svg(results: &[(&Experiment, Section)]) -> Result<String> {
    let mut charts = Vec::new();
    let mut drawing = Figure::new(PANELS.len(), 1).with_col_width(0, svg::column(1));
    for (row, (experiment, figure)) in PANELS.into_iter().enumerate() {
        let chart = chart(results, experiment, figure)?;
        drawing = drawing.with_row_height(row, chart.height());
        charts.push(chart);
    }
    let (layouts, plots) = charts.into_iter().map(Chart::panel).unzip();
    let figure = drawing.with_plots(plots).with_layouts(layouts);
    Ok(renamed(svg::svg(TITLE, figure)))
}

/// The same drawing with names that do not depend on what was drawn before.
fn renamed(svg: String) -> String {
    const NAME: &str = "kuva-clip-";
    let start = format!("id=\"{NAME}");
    let names = svg.split(&start).skip(1);
    let numbers: Vec<String> = (names.filter_map(|rest| rest.split('"').next()))
        .map(str::to_owned)
        .collect();
    (numbers.into_iter().enumerate()).fold(svg, |svg, (panel, number)| {
        svg.replace(
            &format!("\"{NAME}{number}\""),
            &format!("\"panel-{panel}\""),
        )
        .replace(&format!("#{NAME}{number})"), &format!("#panel-{panel})"))
    })
}

/// A figure that was drawn.
fn chart<'a>(
    results: &'a [(&Experiment, Section)],
    experiment: &'static str,
    figure: &str,
) -> Result<&'a Chart> {
    let section = results.iter().find(|(other, _)| other.name == experiment);
    let mut parts = section.into_iter().flat_map(|(_, section)| &section.parts);
    let found = parts.find_map(|part| match part {
        Part::Figure(found) if found.name == figure => Some(&found.chart),
        Part::Figure(_) | Part::Table(_) => None,
    });
    found.with_context(|| format!("experiment {experiment} has not drawn {figure}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axis::Axis;
    use crate::chart::Series;
    use crate::{drift, orders};
    use kinstep::Scheme;
    use support::drawing::well_formed::assert_well_formed;

    /// A section with one figure of one curve.
    fn section(figure: &'static str, scheme: Scheme) -> Section {
        let mut chart = Chart::new(figure, Axis::logarithmic("x"), Axis::logarithmic("y"));
        let points = vec![(1.0, 1e-3), (10.0, 1e-9)];
        chart.add(Series::of(scheme, points));
        let mut section = Section::new(["text"]);
        section.draw(figure, chart, "A finding.".to_owned());
        section
    }

    #[test]
    fn it_shows_figures_of_two_experiments() {
        let results = [
            (
                &orders::EXPERIMENT,
                section("spring-drag-gravity", Scheme::Rk4),
            ),
            (&drift::EXPERIMENT, section("two-springs", Scheme::FlowKick)),
        ];
        let svg = svg(&results).unwrap();
        assert_well_formed(&svg);
        for text in [TITLE, "Rk4", "FlowKick", "two-springs"] {
            assert!(svg.contains(&format!(">{text}<")), "{text}");
        }
        assert!(results.iter().all(|(experiment, _)| needs(experiment.name)));
        // whatever was drawn before
        assert_eq!(super::svg(&results).unwrap(), svg);
    }

    #[test]
    fn a_figure_that_is_missing_is_a_sentence() {
        let results = [(&drift::EXPERIMENT, section("two-springs", Scheme::FlowKick))];
        let sentence = svg(&results).unwrap_err().to_string();
        assert_eq!(
            sentence,
            "experiment orders has not drawn spring-drag-gravity"
        );
    }
}
