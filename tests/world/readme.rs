//! The code of the README is that of the guide, where it runs.

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
    assert_eq!(readme.len(), 6);
    for block in readme {
        let is_run = guide.iter().any(|run| run.contains(block.as_str()));
        assert!(is_run, "not in the guide:\n{block}");
    }
}
