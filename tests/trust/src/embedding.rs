//! The code of the page "Embedding in an hour" is part of the programs.

const PAGE: &str = include_str!("../../../src/guide/embedding.md");

const PROGRAMS: [(&str, &str); 3] = [
    (
        "platformer_loop",
        include_str!("../../../examples/platformer_loop.rs"),
    ),
    ("towers", include_str!("../../../examples/towers.rs")),
    (
        "oscillator_csv",
        include_str!("../../../examples/oscillator_csv.rs"),
    ),
];

/// Lines without their indentation, each with an end.
fn flat(code: &str) -> String {
    code.lines()
        .map(|line| format!("{}\n", line.trim_start()))
        .collect()
}

#[test]
fn every_block_of_the_page_is_part_of_a_program() {
    let blocks = PAGE.split("\n```rust,ignore\n").skip(1);
    let blocks: Vec<_> = blocks
        .filter_map(|part| part.split("\n```").next())
        .collect();
    // the other block shows the dependency
    assert_eq!(PAGE.matches("\n```").count(), 2 * (blocks.len() + 1));
    let programs = PROGRAMS.map(|(name, source)| (name, format!("\n{}", flat(source))));
    let mut quoted = [0; PROGRAMS.len()];
    for block in blocks {
        let lines = format!("\n{}", flat(block));
        let place = programs
            .iter()
            .position(|(_, source)| source.contains(&lines));
        quoted[place.unwrap_or_else(|| panic!("in no program:\n{block}"))] += 1;
    }
    assert!(quoted.iter().all(|count| *count > 0), "{quoted:?}");
    for (name, _) in programs {
        assert!(PAGE.contains(&format!("`{name}`")), "{name} is not named");
    }
}
