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

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// One factory for each way to make a force, as methods of `Force`: types would clash with those of engines.
pub fn forces(forces: &[Force]) -> String {
    let mut out = format!(
        "// {MADE}\n\nnamespace Kinstep\n{{\n    public readonly partial struct Force\n    {{"
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
                    escaped(&it.doc.replace("`None`", "NaN"))
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

/// A factory of `Model` for each engine, and a method of `Aim` for each plan.
pub fn models(enums: &[Enum]) -> String {
    let mut out = format!(
        "// {MADE}\n\nnamespace Kinstep\n{{\n    public readonly unsafe partial struct Model\n    {{\n"
    );
    let kinds = enums.iter().filter(|item| item.name == "ModelKind");
    // the first three are airs
    for (index, it) in kinds
        .flat_map(|item| item.variants.iter().skip(3))
        .enumerate()
    {
        if index > 0 {
            out.push('\n');
        }
        let kind = it.name.to_upper_camel_case();
        let name = match kind.as_str() {
            "Box2d" => "Box2D",
            "Physx" => "PhysX",
            name => name,
        };
        writeln!(
            out,
            "        /// <summary>{}</summary>\n        public static Model {name}(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>\n            Engine(ModelKind.{kind}, gravity, timeStep, damping, substeps);",
            escaped(&it.doc)
        )
        .unwrap();
    }
    out + "    }\n\n" + &plans(enums) + "}\n"
}

/// Plans: the name of each as a method, its parameters, and how they are the plan.
const PLANS: [(&str, &str, &str, &str); 17] = [
    ("Time", "InTime", "double time", "Value = time"),
    (
        "StraightLineSpeed",
        "AtStraightLineSpeed",
        "double speed",
        "Value = speed",
    ),
    (
        "Speed",
        "AtSpeed",
        "double speed, bool isLofted = false",
        "Value = speed, IsLofted = isLofted",
    ),
    (
        "EarliestAtSpeed",
        "EarliestAtSpeed",
        "double speed",
        "Value = speed",
    ),
    ("LeastSpeed", "WithLeastSpeed", "", ""),
    ("Through", "Through", "Vec point", "Vector = point"),
    (
        "Touching",
        "Touching",
        "Vec normal, double distance",
        "Vector = normal, Value = distance",
    ),
    ("Apex", "WithApex", "double height", "Value = height"),
    (
        "ArcHeight",
        "WithArcHeight",
        "double height",
        "Value = height",
    ),
    (
        "Curviness",
        "WithCurviness",
        "double curviness",
        "Value = curviness",
    ),
    ("Slope", "AtSlope", "double slope", "Value = slope"),
    (
        "ArrivalSlope",
        "ArrivingAtSlope",
        "double slope",
        "Value = slope",
    ),
    (
        "ClimbSpeed",
        "WithClimbSpeed",
        "double speed",
        "Value = speed",
    ),
    ("Lob", "Lob", "double factor", "Value = factor"),
    ("Steps", "InSteps", "ulong steps", "Value = steps"),
    (
        "Clearing",
        "Clearing",
        "params Vec[] points",
        "Points = points",
    ),
    ("Attempt", "Attempt", "double speed", "Value = speed"),
];

fn lower(text: &str) -> String {
    let text = escaped(text);
    text[..1].to_lowercase() + &text[1..]
}

/// A method of `Aim` for each plan.
fn plans(enums: &[Enum]) -> String {
    let mut out = String::from("    public readonly unsafe partial struct Aim\n    {\n");
    let kinds = enums.iter().filter(|item| item.name == "PlanKind");
    for (index, it) in kinds.flat_map(|item| &item.variants).enumerate() {
        let kind = it.name.to_upper_camel_case();
        let plan = PLANS.iter().find(|(name, ..)| *name == kind);
        let (_, name, parameters, values) =
            plan.unwrap_or_else(|| panic!("name the plan {kind} for C#"));
        let (empty, comma) = (
            if index > 0 { "\n" } else { "" },
            if values.is_empty() { "" } else { ", " },
        );
        writeln!(
            out,
            "{empty}        /// <summary>Holds fixed: {}</summary>\n        public Launch? {name}({parameters}) => By(new Plan {{ Kind = PlanKind.{kind}{comma}{values} }});",
            lower(&it.doc.replace(", without a value", "").replace("and, as the value, ", "and "))
        )
        .unwrap();
    }
    out + "    }\n"
}

/// The functions of the library, by csbindgen.
pub fn imports(root: &Path, made: &[(&'static str, String)]) -> Result<String> {
    c::with_sources(root, made, |paths, folder| {
        let mut builder = csbindgen::Builder::default();
        for path in paths {
            builder = builder.input_extern_file(path);
        }
        let out = folder.join("Native.cs");
        builder
            .csharp_dll_name("kinstep_c")
            .csharp_dll_name_if("UNITY_IOS && !UNITY_EDITOR", "__Internal")
            .csharp_namespace("Kinstep.Native")
            .csharp_class_name("Methods")
            .csharp_class_accessibility("internal")
            .csharp_use_function_pointer(false)
            .csharp_use_nint_types(false)
            // it does not see those that are only written to buffers
            .always_included_types(["KinstepContact", "KinstepSchemeErrors"])
            .generate_csharp_file(&out)
            .map_err(|error| anyhow!("{error}"))?;
        Ok(std::fs::read_to_string(&out)?)
    })
}
