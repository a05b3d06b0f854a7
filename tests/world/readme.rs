//! The code of the README is part of the guide, where it runs.

/// The blocks of code of a text, without the lines that documentation hides.
fn blocks<'a>(text: &'a str, fence: &str) -> Vec<String> {
    let opening = format!("\n{fence}\n");
    let parts = text.split(opening.as_str()).skip(1);
    let blocks = parts.filter_map(|part: &'a str| part.split("\n```").next());
    let shown = |block: &str| {
        let lines = block.lines().filter(|line| !line.starts_with("# "));
        lines.collect::<Vec<_>>().join("\n")
    };
    blocks.map(shown).collect()
}

#[test]
fn every_block_of_the_readme_is_part_of_one_that_runs() {
    let guide = blocks(include_str!("../../src/guide/tour.md"), "```");
    let readme = blocks(include_str!("../../README.md"), "```rust");
    assert_eq!(readme.len(), 1);
    for block in readme {
        let is_run = guide.iter().any(|run| run.contains(block.as_str()));
        assert!(is_run, "not in the guide:\n{block}");
    }
}

/// GitHub takes a line that starts with a comment for HTML, which splits the sentence and shows its
/// backticks.
#[test]
fn no_line_starts_with_a_comment() {
    let texts = [
        include_str!("../../README.md"),
        include_str!("../../docs/accuracy.md"),
    ];
    for line in texts.into_iter().flat_map(str::lines) {
        assert!(!line.trim_start().starts_with("<!--"), "{line}");
    }
}

#[test]
fn the_readme_is_short() {
    let text = include_str!("../../README.md");
    assert!(text.lines().count() <= 120);
    assert!(text.split_whitespace().count() <= 900);
    let code = text.lines().position(|line| line == "```rust").unwrap();
    assert!(code < 15, "ten lines of code within the first 25");
}
