//! The table by which rows of numbers are read.

use std::fmt::Write;

use super::MADE;
use crate::read::{Force, Sort};

pub fn table(forces: &[Force]) -> String {
    let mut out = format!(
        "//! {MADE}\n\nuse crate::flat::{{Field, Sort}};\n\n/// Names and fields of all forces, by their kinds.\npub static FORCES: &[(&str, &[Field])] = &[\n"
    );
    for force in forces {
        writeln!(out, "    ({:?}, &[", force.name).unwrap();
        for field in &force.fields {
            let names: Vec<&str> = field.parameters.iter().map(|it| it.name.as_str()).collect();
            let sort = match field.parameters[0].sort {
                _ if !field.alternatives.is_empty() => {
                    let widths: Vec<(&str, usize)> = field
                        .alternatives
                        .iter()
                        .map(|(name, width)| (name.as_str(), *width))
                        .collect();
                    format!("Sort::Alternatives(&{widths:?}, &{names:?})")
                }
                Sort::Number => "Sort::Number".into(),
                Sort::Optional => "Sort::Optional".into(),
                Sort::Flag => "Sort::Flag".into(),
                Sort::Vector => "Sort::Vector".into(),
                Sort::Axial => "Sort::Axial".into(),
                Sort::Orientation => "Sort::Orientation".into(),
            };
            writeln!(out, "        Field::new({:?}, {sort}),", field.name).unwrap();
        }
        out.push_str("    ]),\n");
    }
    out + "];\n"
}
