//! Forces as dataclasses, and words as types.

use std::fmt::Write;

use super::{MADE, without_numbers};
use crate::read::{Enum, Force, Neutral, Parameter, Sort};

/// The letter of a parameter, by which `_types.py` writes its numbers.
fn letter(parameter: &Parameter) -> char {
    match (parameter.alternative, parameter.sort) {
        (Some(_), _) | (_, Sort::Optional) => 'n',
        (_, Sort::Number) => 'f',
        (_, Sort::Flag) => 'b',
        (_, Sort::Vector) => 'v',
        (_, Sort::Axial) => 'a',
        (_, Sort::Orientation) => 'o',
    }
}

/// The line of a field.
fn line(parameter: &Parameter) -> String {
    let name = &parameter.name;
    let kind = match parameter.sort {
        Sort::Number | Sort::Optional => "float",
        Sort::Flag => return format!("{name}: bool = False"),
        Sort::Vector => "Vector",
        Sort::Axial | Sort::Orientation => "Axial",
    };
    match (parameter.sort, parameter.neutral) {
        _ if parameter.alternative.is_some() => format!("{name}: Optional[float] = None"),
        (_, Neutral::Required) => format!("{name}: {kind}"),
        (Sort::Number, Neutral::One) => format!("{name}: float = 1.0"),
        (Sort::Number, _) => format!("{name}: float = 0.0"),
        _ => format!("{name}: Optional[{kind}] = None"),
    }
}

/// The forces of the crate, as frozen dataclasses.
pub fn forces(forces: &[Force]) -> String {
    let mut out = format!(
        "\"\"\"The forces of the crate. {MADE}\n\nVectors are in the world frame unless said otherwise. Parameters are checked when a force is added to a world.\n\"\"\"\n\n\
         from __future__ import annotations\n\nfrom dataclasses import dataclass\nfrom typing import ClassVar, Optional, Tuple\n\n\
         from ._types import Axial, Force, Vector\n"
    );
    for (kind, force) in forces.iter().enumerate() {
        let decorator = if force.has_alternatives() {
            "@dataclass(frozen=True, eq=False, init=False)"
        } else {
            "@dataclass(frozen=True, eq=False)"
        };
        writeln!(
            out,
            "\n\n{decorator}\nclass {}(Force):\n    \"\"\"{}\n",
            force.name, force.doc
        )
        .unwrap();
        for it in force.parameters() {
            writeln!(out, "    {}: {}", it.name, it.doc).unwrap();
        }
        if let Some(alternatives) = force.alternatives(str::to_string) {
            writeln!(out, "\n    Give {alternatives}, by name.").unwrap();
        }
        let layout: Vec<String> = force
            .parameters()
            .map(|it| format!("(\"{}\", \"{}\")", it.name, letter(it)))
            .collect();
        writeln!(out, "    \"\"\"\n\n    _kind: ClassVar[int] = {kind}\n    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = ({},)", layout.join(", ")).unwrap();
        out.push('\n');
        let lines: Vec<String> = {
            let (mut first, rest): (Vec<&Parameter>, Vec<&Parameter>) = force
                .parameters()
                .partition(|it| it.neutral == Neutral::Required && it.alternative.is_none());
            first.extend(rest);
            first.into_iter().map(line).collect()
        };
        for line in &lines {
            writeln!(out, "    {line}").unwrap();
        }
        if force.has_alternatives() {
            // Python 3.9 has no `kw_only`
            let names: Vec<&str> = lines
                .iter()
                .map(|line| line.split(':').next().unwrap_or_default())
                .collect();
            writeln!(
                out,
                "\n    def __init__(self, *, {}) -> None:",
                lines.join(", ")
            )
            .unwrap();
            for name in names {
                writeln!(out, "        object.__setattr__(self, \"{name}\", {name})").unwrap();
            }
        }
    }
    let names: Vec<String> = forces
        .iter()
        .map(|force| format!("    \"{}\",\n", force.name))
        .collect();
    write!(out, "\n\n__all__ = [\n{}]\n", names.concat()).unwrap();
    out
}

/// The words of enums, for type checkers.
pub fn words(enums: &[Enum]) -> String {
    let mut out =
        format!("\"\"\"Names that calls take. {MADE}\"\"\"\n\nfrom typing import Literal\n");
    for item in enums {
        let words: Vec<String> = item
            .variants
            .iter()
            .map(|it| format!("    # {}\n    \"{}\",\n", it.doc, it.word))
            .collect();
        write!(
            out,
            "\n#: {}\n{} = Literal[\n{}]\n",
            without_numbers(&item.doc),
            item.name,
            words.concat()
        )
        .unwrap();
    }
    out
}
