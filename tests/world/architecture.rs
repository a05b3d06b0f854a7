//! The drawings of ARCHITECTURE.md agree with the imports.

use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The names on each line of a drawing, from the top. More than one space separates names from each
/// other and from the description; only the description has single spaces.
fn drawings() -> Vec<Vec<Vec<String>>> {
    let text = read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let drawings = text.split("```text\n").skip(1).map(|rest| {
        let drawing = rest.split("```").next().unwrap();
        let names = |line: &str| {
            let parts = line
                .split("  ")
                .map(str::trim)
                .filter(|part| !part.is_empty());
            let names = parts.take_while(|part| !part.contains(' '));
            names.map(str::to_owned).collect()
        };
        drawing.lines().map(names).collect()
    });
    drawings.collect()
}

/// All code of a module, without its tests and comments.
fn code(path: &Path) -> String {
    if path.is_dir() {
        let mut entries: Vec<_> = read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        entries.sort();
        return entries.iter().map(|entry| code(entry)).collect();
    }
    let is_test = path
        .file_stem()
        .is_some_and(|stem| stem.to_string_lossy().contains("test"));
    if is_test || path.extension().is_none_or(|extension| extension != "rs") {
        return String::new();
    }
    let text = read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The modules of a folder of source.
fn modules(source: &Path) -> Vec<(String, String)> {
    let entries = read_dir(source).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    entries.map(|path| (name(&path), code(&path))).collect()
}

/// Asserts that a name imports only names on its line or below it. Names that are not drawn are
/// ignored.
fn check(lines: &[Vec<String>], imports: impl Fn(&str, &str) -> bool) {
    let mut count = 0;
    for (line, names) in lines.iter().enumerate() {
        for name in names {
            for other in lines[..line].iter().flatten() {
                assert!(
                    !imports(name, other),
                    "{name} imports {other}, which stands above it"
                );
            }
            count += lines[line..]
                .iter()
                .flatten()
                .filter(|other| imports(name, other))
                .count();
        }
    }
    assert!(
        count >= lines.len() - 1,
        "hardly anything imports anything: {count}"
    );
}

#[test]
fn modules_import_what_stands_below_them() {
    let [_, src, flow] = drawings().try_into().unwrap();
    for (lines, source) in [(src, "src"), (flow, "crates/kinstep-flow/src")] {
        let modules = modules(&root().join(source));
        let drawn: BTreeSet<_> = lines.iter().flatten().cloned().collect();
        let there: BTreeSet<_> = modules.iter().map(|(name, _)| name.clone()).collect();
        // modules without code of their own
        let texts = ["compiled", "derivations", "guide", "lib", "saved"].map(str::to_owned);
        let missing: Vec<_> = there
            .difference(&drawn)
            .filter(|name| !texts.contains(name))
            .collect();
        assert!(missing.is_empty(), "not drawn: {missing:?}");
        assert!(drawn.is_subset(&there), "drawn and not there");
        check(&lines, |name, other| {
            let (_, code) = modules.iter().find(|module| module.0 == name).unwrap();
            // imports name one module per line
            code.contains(&format!("crate::{other}"))
        });
    }
}

#[test]
fn crates_depend_on_what_stands_below_them() {
    let [crates, ..] = <[_; 3]>::try_from(drawings()).unwrap();
    let manifest = |name: &str| {
        let folder = if name == "kinstep" {
            root()
        } else {
            root().join("crates").join(name)
        };
        let text = read_to_string(folder.join("Cargo.toml")).unwrap();
        let dependencies = text.split("\n[dependencies]\n").nth(1).unwrap();
        dependencies.split("\n[").next().unwrap().to_owned()
    };
    let drawn: BTreeSet<_> = crates.iter().flatten().cloned().collect();
    let folders = read_dir(root().join("crates")).unwrap();
    let names = folders.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let there: BTreeSet<_> = names.chain(["kinstep".to_owned()]).collect();
    assert_eq!(drawn, there);
    check(&crates, |name, other| {
        let depends = |line: &str| {
            line.starts_with(&format!("{other} =")) || line.starts_with(&format!("{other}."))
        };
        manifest(name).lines().any(depends)
    });
}
