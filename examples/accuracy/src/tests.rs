//! The program and its page.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Parser;
use support::drawing::well_formed::assert_well_formed;

use crate::arguments::Arguments;

/// A place for the files of a test.
fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("kinstep-accuracy-{}-{name}", std::process::id()))
}

/// The whole program with its quickest experiment, without the process.
fn program(page: &Path, arguments: &[&str]) -> Result<String> {
    let page = page.display().to_string();
    let start = ["accuracy", "--experiment", "frame_rate", "--out", &page];
    crate::run(&Arguments::try_parse_from([&start, arguments].concat()).unwrap())
}

/// What stands between two texts, each time.
fn between<'a>(page: &'a str, from: &'a str, until: &'a str) -> impl Iterator<Item = &'a str> {
    let parts = page.split(from).skip(1);
    parts.map(move |part| part.split(until).next().unwrap())
}

#[test]
fn the_page_needs_nothing_but_itself() {
    let directory = place("page");
    // directories are made
    let file = directory.join("deeper/index.html");
    program(&file, &[]).unwrap();
    let page = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&directory).unwrap();

    for asking in ["src=", "url(http", "@import", "fetch(", "href=\"http"] {
        assert!(!page.contains(asking), "{asking}");
    }
    // what the script makes has names of its own
    let (page, _) = page.rsplit_once("<script>").unwrap();
    let mut names: Vec<&str> = between(page, " id=\"", "\"").collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name is given twice");
    for name in between(page, "url(#", ")") {
        assert!(names.contains(&name), "{name} is nowhere");
    }
}

#[test]
fn every_figure_has_a_picture_and_a_finding() {
    let directory = place("figures");
    let file = directory.join("index.html");
    program(&file, &[]).unwrap();
    let page = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&directory).unwrap();

    let mut figures = 0;
    for figure in between(&page, "<figure", "</figure>") {
        let svg = figure.split_once("<svg").unwrap().1;
        let (svg, caption) = svg.split_once("</svg>").unwrap();
        assert_well_formed(&format!("<svg{svg}</svg>"));
        let finding = between(caption, "<figcaption>", "</figcaption>")
            .next()
            .unwrap();
        assert!(
            finding.ends_with('.') && !finding.contains("NaN"),
            "{finding}"
        );
        figures += 1;
    }
    assert_eq!(figures, 4);
}

#[test]
fn data_and_pictures_are_files() {
    let directory = place("data");
    let (csv, svg) = (directory.join("csv"), directory.join("svg"));
    let [csv_name, svg_name] = [&csv, &svg].map(|path| path.display().to_string());
    let page = directory.join("index.html");
    program(&page, &["--csv", &csv_name, "--svg", &svg_name]).unwrap();
    let findings = std::fs::read_to_string(csv.join("findings.csv")).unwrap();
    let jump = std::fs::read_to_string(csv.join("frame_rate-jump.csv")).unwrap();
    let picture = std::fs::read_to_string(svg.join("frame_rate-jump.svg")).unwrap();
    std::fs::remove_dir_all(&directory).unwrap();

    assert!(findings.contains("\nframe_rate,jump,"), "{findings}");
    assert!(
        jump.starts_with("series,frame rate [Hz],height [m]\n"),
        "{jump}"
    );
    assert!(jump.contains(",144,"));
    assert_well_formed(&picture);
}

#[test]
fn what_cannot_be_written_is_a_sentence() {
    let directory = place("unwritable");
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("file");
    std::fs::write(&file, "here").unwrap();
    let page = directory.join("index.html");
    let beyond = file.join("beyond").display().to_string();

    let failures = [
        program(&directory, &[]),
        program(&file.join("index.html"), &[]),
        program(&page, &["--csv", &beyond]),
        program(&page, &["--svg", &beyond]),
    ];
    std::fs::remove_dir_all(&directory).unwrap();
    for failure in failures {
        let sentence = format!("{:#}", failure.unwrap_err());
        assert!(
            sentence.contains("kinstep-accuracy") && sentence.contains(" cannot be written: "),
            "{sentence}"
        );
    }
}

#[test]
fn an_unknown_experiment_is_told_the_names_of_all() {
    let unknown = Arguments::try_parse_from(["accuracy", "--experiment", "alchemy"]).unwrap_err();
    let sentence = unknown.to_string();
    for word in ["alchemy", "orders", "work_precision", "frame_rate"] {
        assert!(sentence.contains(word), "{sentence}");
    }
}

#[test]
fn experiments_run_once_in_the_order_of_the_page() {
    let asked = [
        "accuracy",
        "--experiment",
        "precision",
        "--experiment",
        "orders",
        "--experiment",
        "precision",
    ];
    let arguments = Arguments::try_parse_from(asked).unwrap();
    let names: Vec<&str> = arguments
        .chosen()
        .iter()
        .map(|experiment| experiment.name)
        .collect();
    assert_eq!(names, ["orders", "precision"]);
}
