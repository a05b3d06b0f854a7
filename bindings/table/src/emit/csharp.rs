//! Factories of forces, and the imports of the library.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, anyhow};
use heck::{ToLowerCamelCase, ToUpperCamelCase};

use super::{MADE, c};
use crate::read::{Enum, Force, Neutral, Parameter, Sort};

fn kind_of(parameter: &Parameter) -> &'static str {
    match parameter.sort {
        Sort::Number | Sort::Optional => "double",
        Sort::Flag => "bool",
        Sort::Vector | Sort::Axial => "Vec",
        Sort::Orientation => "Orientation",
    }
}

/// A name that is no keyword of C#.
fn argument(name: &str) -> String {
    let name = name.to_lower_camel_case();
    if name == "params" || name == "fixed" {
        format!("@{name}")
    } else {
        name
    }
}

fn declared(parameter: &Parameter) -> String {
    let (kind, name) = (kind_of(parameter), argument(&parameter.name));
    let neutral = match (parameter.sort, parameter.neutral) {
        _ if parameter.is_required() => return format!("{kind} {name}"),
        (Sort::Flag, _) => "false",
        (Sort::Optional, _) => "double.NaN",
        (Sort::Number, Neutral::One) => "1.0",
        (Sort::Number, _) => "0.0",
        (Sort::Orientation, _) => "default(Orientation)",
        _ => "default(Vec)",
    };
    format!("{kind} {name} = {neutral}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// One factory for each way to make a force, as methods of `Force`: types would clash with those of engines.
pub fn forces(forces: &[Force]) -> String {
    let mut out = format!(
        "// {MADE}\n\nnamespace Kinstep\n{{\n    public sealed partial class Force\n    {{"
    );
    for (kind, force) in forces.iter().enumerate() {
        for way in force.ways() {
            let declared: Vec<String> = way.parameters.iter().map(|it| declared(it)).collect();
            let puts: String = force
                .parameters()
                .map(|it| {
                    let is_given = way.parameters.iter().any(|given| given.name == it.name);
                    if is_given {
                        format!(".Put({})", argument(&it.name))
                    } else {
                        ".Put(double.NaN)".into()
                    }
                })
                .collect();
            writeln!(
                out,
                "\n        /// <summary>{}</summary>",
                escaped(&force.doc)
            )
            .unwrap();
            for it in &way.parameters {
                writeln!(
                    out,
                    "        /// <param name=\"{}\">{}</param>",
                    it.name.to_lower_camel_case(),
                    escaped(&it.doc)
                )
                .unwrap();
            }
            writeln!(
                out,
                "        public static Force {}({}) => new Force(new Writer({kind}){puts});",
                way.name,
                declared.join(", ")
            )
            .unwrap();
        }
    }
    out + "    }\n}\n"
}

/// The enums that C# shows.
pub fn enums(enums: &[Enum]) -> String {
    let mut out = format!("// {MADE}\n\nnamespace Kinstep\n{{\n");
    for (index, item) in enums.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        writeln!(
            out,
            "    /// <summary>{}</summary>\n    public enum {} : uint\n    {{",
            escaped(&item.doc),
            item.name
        )
        .unwrap();
        for it in &item.variants {
            writeln!(
                out,
                "        /// <summary>{}</summary>\n        {} = {},",
                escaped(&it.doc),
                it.name.to_upper_camel_case(),
                it.number
            )
            .unwrap();
        }
        out.push_str("    }\n");
    }
    out + "}\n"
}

/// The functions of the library, by csbindgen.
pub fn imports(root: &Path, made: &[(&'static str, String)]) -> Result<String> {
    let scratch = std::env::temp_dir().join(format!("kinstep-imports-{}", std::process::id()));
    std::fs::create_dir_all(&scratch)?;
    let mut builder = csbindgen::Builder::default();
    for path in c::sources(root, made, &scratch)? {
        builder = builder.input_extern_file(path);
    }
    let out = scratch.join("Native.cs");
    builder
        .csharp_dll_name("kinstep_c")
        .csharp_dll_name_if("UNITY_IOS && !UNITY_EDITOR", "__Internal")
        .csharp_namespace("Kinstep.Native")
        .csharp_class_name("Methods")
        .csharp_class_accessibility("internal")
        .csharp_use_function_pointer(false)
        .csharp_use_nint_types(false)
        .generate_csharp_file(&out)
        .map_err(|error| anyhow!("{error}"))?;
    let text = std::fs::read_to_string(&out)?;
    std::fs::remove_dir_all(&scratch)?;
    Ok(text)
}
