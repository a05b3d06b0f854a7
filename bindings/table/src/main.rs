//! Writes the forces of kinstep for each language.
//!
//! `cargo run -p table` reads the forces from the source of the crate, and writes the files below. They are committed, so
//! that nobody needs this program to build a binding; its test compares them. A new force of the crate, or a new
//! parameter, needs nothing else.

mod emit;
mod read;

use std::path::Path;

use anyhow::{Context, Result};

/// Returns the files to write, by their paths below `bindings`.
fn made(root: &Path) -> Result<Vec<(&'static str, String)>> {
    let (forces, enums) = (read::forces(root)?, read::enums(root)?);
    let mut made = vec![
        ("common/src/table.rs", emit::rust::table(&forces)),
        ("c/src/made.rs", emit::c::structs(&forces)),
        ("c/src/enums.rs", emit::c::enums(&forces, &enums)),
    ];
    made.push(("c/include/kinstep.h", emit::c::header(root, &made)?));
    made.push(("csharp/Native.cs", emit::csharp::imports(root, &made)?));
    made.push(("csharp/Forces.cs", emit::csharp::forces(&forces)));
    made.push(("csharp/Enums.cs", emit::csharp::enums(&enums)));
    made.push(("csharp/Models.cs", emit::csharp::models(&enums)));
    made.push((
        "csharp/Records.cs",
        emit::csharp_world::records(root, &made)?,
    ));
    made.push(("csharp/Calls.cs", emit::csharp_world::methods(root, &made)?));
    made.push((
        "python/python/kinstep/forces.py",
        emit::python::forces(&forces),
    ));
    made.push((
        "python/python/kinstep/words.py",
        emit::python::words(&enums),
    ));
    made.push((
        "javascript/package/forces.js",
        emit::javascript::forces(&forces),
    ));
    made.push((
        "javascript/package/forces.d.ts",
        emit::javascript::types(&forces, &enums),
    ));
    Ok(made)
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn main() -> Result<()> {
    for (path, text) in made(root())? {
        let path = root().join("bindings").join(path);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn committed_files_are_those_that_this_program_makes() {
        for (path, text) in made(root()).unwrap() {
            let committed = std::fs::read_to_string(root().join("bindings").join(path)).unwrap();
            assert!(
                committed == text,
                "bindings/{path} is not what `cargo run -p table` makes"
            );
        }
    }

    /// Each public method of `World` has a line in `coverage.md`, and each name there stands in the source of its language.
    #[test]
    fn every_method_of_world_is_bound_or_left_out_with_a_reason() {
        let table = std::fs::read_to_string(root().join("bindings/coverage.md")).unwrap();
        let rows: Vec<Vec<&str>> = (table.lines().filter(|line| line.starts_with("| `")))
            .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
            .collect();
        let listed: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
        assert_eq!(listed, read::methods_of_world(root()).unwrap());
        let languages = [
            ("C", "c/include", "h"),
            ("C#", "csharp", "cs"),
            ("Python", "python/python/kinstep", "py"),
            ("JavaScript", "javascript/package", "ts"),
        ];
        for (column, (language, folder, extension)) in languages.into_iter().enumerate() {
            let source = source(&root().join("bindings").join(folder), extension);
            for row in &rows {
                let cell = row[column + 1];
                let left_out = cell
                    .strip_prefix("- ")
                    .is_some_and(|reason| reason.len() > 10);
                let name = cell.trim_matches('`');
                let is_bound = name != cell && source.contains(name);
                assert!(is_bound || left_out, "{language}: {} is {cell}", row[0]);
            }
        }
    }

    /// The text of all files in a folder.
    fn source(folder: &Path, extension: &str) -> String {
        let files = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let wanted = files.filter(|path| {
            path.extension()
                .is_some_and(|it| it.to_string_lossy().starts_with(extension))
        });
        wanted
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect()
    }

    #[test]
    fn every_force_of_the_list_is_read() {
        let forces = read::forces(root()).unwrap();
        let names: Vec<&str> = forces.iter().map(|force| force.name.as_str()).collect();
        assert_eq!(
            (names[0], names.last()),
            ("UniformGravity", Some(&"MutualGravity"))
        );
        let drag = &forces[2];
        let ways: Vec<String> = drag.ways().into_iter().map(|way| way.name).collect();
        assert_eq!(ways, ["LinearDragRate", "LinearDragCoefficient"]);
        let coefficient = drag.parameters().nth(1).unwrap();
        assert_eq!(
            (coefficient.name.as_str(), coefficient.doc.as_str()),
            ("coefficient", "Coefficient [kg/s].")
        );
    }
}
