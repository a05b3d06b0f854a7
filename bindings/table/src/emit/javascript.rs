//! Forces as functions of one object, and their types.

use std::fmt::Write;

use heck::{ToLowerCamelCase, ToUpperCamelCase};

use super::{MADE, without_numbers};
use crate::read::{Enum, Force, Neutral, Parameter, Sort};

/// The letter of a parameter, by which `force.js` writes its numbers; capital if it may be left out, a digit for a number
/// with this value then.
fn letter(parameter: &Parameter) -> char {
    let letter = match (parameter.alternative, parameter.sort, parameter.neutral) {
        (Some(_), ..) | (_, Sort::Optional, _) => 'N',
        (_, Sort::Number, Neutral::One) => return '1',
        (_, Sort::Number, Neutral::Zero) => return '0',
        (_, Sort::Number, _) => 'n',
        (_, Sort::Flag, _) => 'b',
        (_, Sort::Vector, _) => 'v',
        (_, Sort::Axial, _) => 'a',
        (_, Sort::Orientation, _) => 'o',
    };
    if parameter.neutral == Neutral::Required {
        letter
    } else {
        letter.to_ascii_uppercase()
    }
}

/// One line for each force.
pub fn forces(forces: &[Force]) -> String {
    let mut out = format!("// {MADE}\n\nimport {{ maker }} from './force.js';\n\n");
    for (kind, force) in forces.iter().enumerate() {
        let parameters: Vec<String> = force
            .parameters()
            .map(|it| format!("{}: '{}'", it.name.to_lower_camel_case(), letter(it)))
            .collect();
        writeln!(
            out,
            "export const {} = maker({kind}, '{}', {{ {} }});",
            force.name.to_lower_camel_case(),
            force.name,
            parameters.join(", ")
        )
        .unwrap();
    }
    out
}

/// The types of these functions, and of words.
pub fn types(forces: &[Force], enums: &[Enum]) -> String {
    let mut out = format!(
        "// {MADE}\n\nimport type {{ Axial, Force, Orientation, Vector }} from './force.js';\n"
    );
    for force in forces {
        let alternatives = force.alternatives(|name| format!("`{}`", name.to_lower_camel_case()));
        writeln!(
            out,
            "\n/** {}{} */\nexport declare function {}(parameters: {{",
            force.doc,
            alternatives.map_or(String::new(), |names| format!(" Give {names}.")),
            force.name.to_lower_camel_case()
        )
        .unwrap();
        for it in force.parameters() {
            let kind = match it.sort {
                Sort::Number | Sort::Optional => "number",
                Sort::Flag => "boolean",
                Sort::Vector => "Vector",
                Sort::Axial => "Axial",
                Sort::Orientation => "Orientation",
            };
            let mark = if it.is_required() && it.alternative.is_none() {
                ""
            } else {
                "?"
            };
            writeln!(
                out,
                "  /** {}{} */\n  {}{mark}: {kind};",
                it.doc.replace("`None`", "`undefined`"),
                if it.neutral == Neutral::One {
                    " 1 unless given."
                } else {
                    ""
                },
                it.name.to_lower_camel_case()
            )
            .unwrap();
        }
        out.push_str("}): Force;\n");
    }
    for item in enums {
        let words: Vec<String> = item
            .variants
            .iter()
            .map(|it| format!("'{}'", it.word))
            .collect();
        let docs: Vec<String> = (item.variants.iter())
            .map(|it| format!(" * - `'{}'`: {}\n", it.word, it.doc))
            .collect();
        writeln!(
            out,
            "\n/**\n * {}\n *\n{} */\nexport type {} = {};",
            without_numbers(&item.doc),
            docs.concat(),
            item.name.to_upper_camel_case(),
            words.join(" | ")
        )
        .unwrap();
    }
    out
}
