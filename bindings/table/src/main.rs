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
