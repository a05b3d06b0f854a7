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
    let forces = read::forces(root)?;
    Ok(vec![
        ("common/src/table.rs", emit::rust::table(&forces)),
    ])
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
            assert!(committed == text, "bindings/{path} is not what `cargo run -p table` makes");
        }
    }

    #[test]
    fn every_force_of_the_list_is_read() {
        let forces = read::forces(root()).unwrap();
        let names: Vec<&str> = forces.iter().map(|force| force.name.as_str()).collect();
        assert_eq!((names[0], names.last()), ("UniformGravity", Some(&"MutualGravity")));
        let drag = &forces[2];
        let ways: Vec<String> = drag.ways().into_iter().map(|way| way.name).collect();
        assert_eq!(ways, ["LinearDragRate", "LinearDragCoefficient"]);
        let coefficient = drag.parameters().nth(1).unwrap();
        assert_eq!((coefficient.name.as_str(), coefficient.doc.as_str()), ("coefficient", "Coefficient [kg/s]."));
    }
}
