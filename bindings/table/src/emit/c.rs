//! Structs of the C ABI, constructors, and the header.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use heck::ToSnakeCase;

use super::MADE;
use crate::read::{Enum, Force, Neutral, Parameter, Sort};

/// The files of the crate that the header shows, in its order.
const SOURCES: [&str; 15] = [
    "status",
    "enums",
    "types",
    "handles",
    "world",
    "bodies",
    "forces",
    "made",
    "contacts",
    "motion",
    "saved",
    "flights",
    "aims",
    "swarms",
    "diagnostics",
];

fn kind_of(parameter: &Parameter) -> &'static str {
    match parameter.sort {
        Sort::Number | Sort::Optional | Sort::Flag => "f64",
        Sort::Vector | Sort::Axial => "KinstepVector",
        Sort::Orientation => "KinstepOrientation",
    }
}

fn neutral_of(parameter: &Parameter) -> &'static str {
    match (parameter.sort, parameter.neutral) {
        (Sort::Number | Sort::Optional | Sort::Flag, Neutral::One) => "1.0",
        (Sort::Number | Sort::Optional | Sort::Flag, Neutral::Absent) => "f64::NAN",
        (Sort::Number | Sort::Optional | Sort::Flag, _) => "0.0",
        (Sort::Vector | Sort::Axial, _) => "KinstepVector { x: 0.0, y: 0.0, z: 0.0 }",
        (Sort::Orientation, _) => "KinstepOrientation { x: 0.0, y: 0.0, z: 0.0, w: 0.0 }",
    }
}

/// What a comment adds about a parameter that may be left out.
fn note(parameter: &Parameter) -> &'static str {
    match (parameter.sort, parameter.neutral, parameter.alternative) {
        (_, _, Some(_)) => " NaN if another alternative is given.",
        (Sort::Optional, ..) if !parameter.doc.contains("`None`") => " NaN: none.",
        (Sort::Flag, ..) => " 0 or 1.",
        (_, Neutral::One, _) => " 1 unless set.",
        _ => "",
    }
}

/// The structs of all forces, their union, and a constructor for each way to make one.
pub fn structs(forces: &[Force]) -> String {
    let mut out = format!(
        "//! {MADE}\n\nuse crate::forces::{{KinstepCallback, KinstepForce}};\nuse crate::types::{{KinstepOrientation, KinstepVector}};\n"
    );
    for force in forces {
        let name = &force.name;
        writeln!(
            out,
            "\n/// {}\n#[repr(C)]\n#[derive(Debug, Clone, Copy)]\npub struct Kinstep{name} {{",
            force.doc
        )
        .unwrap();
        for it in force.parameters() {
            writeln!(
                out,
                "    /// {}{}\n    pub {}: {},",
                it.doc.replace("`None`", "NaN"),
                note(it),
                it.name,
                kind_of(it)
            )
            .unwrap();
        }
        out.push_str("}\n");
    }
    out.push_str("\n/// The parameters of a force; its kind tells which.\n#[repr(C)]\n#[derive(Clone, Copy)]\npub union KinstepParameters {\n");
    for force in forces {
        writeln!(
            out,
            "    pub {}: Kinstep{},",
            force.name.to_snake_case(),
            force.name
        )
        .unwrap();
    }
    out.push_str("    pub callback: KinstepCallback,\n}\n");
    for (kind, force) in forces.iter().enumerate() {
        for way in force.ways() {
            let given: Vec<&Parameter> = way
                .parameters
                .iter()
                .copied()
                .filter(|it| it.is_required())
                .collect();
            let arguments: Vec<String> = given
                .iter()
                .map(|it| format!("{}: {}", it.name, kind_of(it)))
                .collect();
            let fields: Vec<String> = force
                .parameters()
                .map(|it| {
                    let is_given = given.iter().any(|given| given.name == it.name);
                    if is_given {
                        it.name.clone()
                    } else {
                        format!("{}: {}", it.name, neutral_of(it))
                    }
                })
                .collect();
            let (name, member) = (&force.name, force.name.to_snake_case());
            writeln!(out, "\n/// {}", force.doc).unwrap();
            out.push_str("///\n");
            for it in &given {
                writeln!(
                    out,
                    "/// `{}`: {}",
                    it.name,
                    it.doc.replace("`None`", "NaN")
                )
                .unwrap();
            }
            if given.len() < force.parameters().count() {
                writeln!(out, "/// What else it has is in `parameters.{member}`.").unwrap();
            }
            writeln!(
                out,
                "#[unsafe(no_mangle)]\npub extern \"C\" fn kinstep_{}({}) -> KinstepForce {{\n    let {member} = Kinstep{name} {{ {} }};\n    KinstepForce::new({kind}, KinstepParameters {{ {member} }})\n}}",
                way.name.to_snake_case(), arguments.join(", "), fields.join(", "),
            ).unwrap();
        }
    }
    out
}

/// Enums for the header alone: the library takes any number, and checks it.
pub fn enums(forces: &[Force], enums: &[Enum]) -> String {
    let mut out = format!(
        "// {MADE} Read by the generators of the header and of the imports of C#; not compiled.\n\n"
    );
    out.push_str("/// The kinds of forces; `kinstep_spring` and its like set them.\n#[repr(C)]\npub enum KinstepForceKind {\n");
    for (kind, force) in forces.iter().enumerate() {
        writeln!(out, "    {} = {kind},", force.name).unwrap();
    }
    out.push_str("    Function = 100,\n    Torque = 101,\n    Field = 102,\n}\n");
    for item in enums {
        writeln!(
            out,
            "\n/// {}\n#[repr(C)]\npub enum Kinstep{} {{",
            item.doc, item.name
        )
        .unwrap();
        for it in &item.variants {
            writeln!(out, "    /// {}\n    {} = {},", it.doc, it.name, it.number).unwrap();
        }
        out.push_str("}\n");
    }
    out
}

/// Works with the paths of the sources, and with a folder that is removed afterwards. What is made here is written to that
/// folder, as it may be newer than what is on the disk.
pub fn with_sources<A>(
    root: &Path,
    made: &[(&'static str, String)],
    work: impl FnOnce(Vec<PathBuf>, &Path) -> Result<A>,
) -> Result<A> {
    let scratch = std::env::temp_dir().join(format!("kinstep-table-{}", std::process::id()));
    std::fs::create_dir_all(&scratch)?;
    let mut paths = Vec::new();
    for name in SOURCES {
        let file = format!("c/src/{name}.rs");
        match made.iter().find(|(path, _)| *path == file) {
            Some((_, text)) => {
                let path = scratch.join(format!("{name}.rs"));
                std::fs::write(&path, text)?;
                paths.push(path);
            }
            None => paths.push(root.join("bindings").join(file)),
        }
    }
    let done = work(paths, &scratch);
    std::fs::remove_dir_all(&scratch)?;
    done
}

/// The header, by cbindgen.
pub fn header(root: &Path, made: &[(&'static str, String)]) -> Result<String> {
    let folder = root.join("bindings/c");
    let version = super::version(root)?;
    let mut config =
        cbindgen::Config::from_file(folder.join("cbindgen.toml")).map_err(anyhow::Error::msg)?;
    config.after_includes = Some(format!(
        "\n// The version of the library that this header belongs to.\n#define KINSTEP_VERSION \"{version}\""
    ));
    with_sources(root, made, |paths, _| {
        let mut builder = cbindgen::Builder::new().with_config(config);
        for path in paths {
            builder = builder.with_src(path);
        }
        let mut header = Vec::new();
        builder.generate().context("no header")?.write(&mut header);
        Ok(String::from_utf8(header)?)
    })
}
