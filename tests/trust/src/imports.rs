//! Modules use only modules above them in the guide's list.

use std::fs;
use std::path::{Path, PathBuf};

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src");

/// The modules in the order of the guide.
fn modules() -> Vec<String> {
    let guide = fs::read_to_string(format!("{SOURCE}/guide/choosing.md")).unwrap();
    let diagram = guide.split("```text\n").nth(1).unwrap();
    let lines = diagram.split("```").next().unwrap().lines();
    lines
        .map(|line| line.split_whitespace().next().unwrap().to_owned())
        .collect()
}

/// All source files of a module.
fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.with_extension("rs")];
    }
    let entries = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

#[test]
fn modules_use_only_those_above_them() {
    let modules = modules();
    let mut uses = 0;
    for (place, module) in modules.iter().enumerate() {
        for file in files(&Path::new(SOURCE).join(module)) {
            let text = fs::read_to_string(&file).unwrap();
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                for used in line.split("crate::").skip(1) {
                    let used = used
                        .split(|end: char| !end.is_alphanumeric() && end != '_')
                        .next()
                        .unwrap();
                    let Some(above) = modules.iter().position(|other| other == used) else {
                        continue;
                    };
                    uses += 1;
                    assert!(above <= place, "{}: {line}", file.display());
                }
            }
        }
    }
    // the test sees the imports: there are some 470
    assert!(uses > 400, "{uses}");
}

#[test]
fn every_module_is_in_the_list() {
    let lib = fs::read_to_string(format!("{SOURCE}/lib.rs")).unwrap();
    let declared = lib.lines().filter_map(|line| {
        let rest = line
            .strip_prefix("pub ")
            .unwrap_or(line)
            .strip_prefix("mod ")?;
        rest.strip_suffix(';')
    });
    let modules = modules();
    for module in declared.filter(|&module| module != "derivations") {
        assert!(modules.iter().any(|listed| listed == module), "{module}");
    }
}
