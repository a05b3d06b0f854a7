//! Reads forces and enums from the source of the crates.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context, Result, bail, ensure};
use heck::ToSnakeCase;
use quote::ToTokens;
use regex::Regex;
use syn::parse::ParseStream;
use syn::{
    Attribute, Expr, Fields, Ident, Item, ItemEnum, ItemStruct, Lit, Meta, Token, Type,
    parenthesized,
};

/// What a parameter of a force is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Number,
    /// A number that may be absent, which is NaN.
    Optional,
    Flag,
    Vector,
    /// A number in the plane, a vector in space.
    Axial,
    /// An angle in the plane, a quaternion in space.
    Orientation,
}

/// What a parameter is when it is not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neutral {
    /// It must be given.
    Required,
    Zero,
    One,
    Upright,
    /// No number; NaN where a number must stand.
    Absent,
}

/// A parameter of a force, as languages name it.
#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: String,
    /// The first paragraph of its documentation, with the unit.
    pub doc: String,
    pub sort: Sort,
    pub neutral: Neutral,
    /// The index of the alternative that it belongs to.
    pub alternative: Option<usize>,
}

/// A field of a force: one parameter, or alternatives of which one is given.
#[derive(Debug, Clone)]
pub struct Field {
    pub parameters: Vec<Parameter>,
    /// The names of the alternatives, and how many numbers each has.
    pub alternatives: Vec<(String, usize)>,
    pub name: String,
}

/// A force of the crate.
#[derive(Debug, Clone)]
pub struct Force {
    pub name: String,
    pub doc: String,
    pub fields: Vec<Field>,
}

/// One way to make a force: its name, and the parameters that it has.
pub struct Way<'a> {
    pub name: String,
    pub parameters: Vec<&'a Parameter>,
}

impl Force {
    /// All parameters, in the order in which their numbers cross the border.
    pub fn parameters(&self) -> impl Iterator<Item = &Parameter> {
        self.fields.iter().flat_map(|field| &field.parameters)
    }

    /// Whether one of several parameters is given.
    pub fn has_alternatives(&self) -> bool {
        self.parameters()
            .any(|parameter| parameter.alternative.is_some())
    }

    /// The alternatives in words, such as "force, or friction and load, or deceleration"; `None` without alternatives.
    pub fn alternatives(&self, written: impl Fn(&str) -> String) -> Option<String> {
        let mut groups: Vec<String> = Vec::new();
        for parameter in self.parameters() {
            let Some(index) = parameter.alternative else {
                continue;
            };
            let name = written(&parameter.name);
            match groups.get_mut(index) {
                Some(group) => *group += &format!(" and {name}"),
                None => groups.push(name),
            }
        }
        (!groups.is_empty()).then(|| groups.join(", or "))
    }

    /// The ways to make this force, one for each alternative; the required parameters come first.
    pub fn ways(&self) -> Vec<Way<'_>> {
        let alternatives = (self.fields.iter()).find(|field| !field.alternatives.is_empty());
        let names = alternatives.map_or(vec![""], |field| {
            field
                .alternatives
                .iter()
                .map(|(name, _)| name.as_str())
                .collect()
        });
        let way = |(index, name): (usize, &&str)| {
            let is_given =
                |parameter: &&Parameter| parameter.alternative.is_none_or(|it| it == index);
            let is_required = |parameter: &&Parameter| {
                parameter.neutral == Neutral::Required || parameter.alternative.is_some()
            };
            let (mut parameters, rest): (Vec<_>, Vec<_>) =
                self.parameters().filter(is_given).partition(is_required);
            parameters.extend(rest);
            Way {
                name: format!("{}{name}", self.name),
                parameters,
            }
        };
        names.iter().enumerate().map(way).collect()
    }
}

impl Parameter {
    /// Whether it must be given in the ways that have it.
    pub fn is_required(&self) -> bool {
        self.neutral == Neutral::Required || self.alternative.is_some()
    }
}

/// An enum that crosses the border as a number or a word.
#[derive(Debug, Clone)]
pub struct Enum {
    pub name: String,
    pub doc: String,
    pub variants: Vec<Variant>,
}

/// A variant of an enum.
#[derive(Debug, Clone)]
pub struct Variant {
    pub name: String,
    pub doc: String,
    pub number: u32,
    /// Its name in files.
    pub word: String,
}

/// Parameters that have no unit.
const PURE: [&str; 3] = ["throttle", "pulls_only", "friction"];

/// The names of two values of one alternative.
const TWO_VALUES: [(&str, [&str; 2]); 1] = [("Load", ["friction", "load"])];

/// Enums, and the files that have them.
const ENUMS: [(&str, &str); 6] = [
    ("Scheme", "src/step/mod.rs"),
    ("ContactKind", "src/contact/parameters.rs"),
    (
        "Crossing",
        "crates/kinstep-flow/src/trajectory/event/mod.rs",
    ),
    ("ModelKind", "bindings/common/src/model.rs"),
    ("PlanKind", "bindings/common/src/aim.rs"),
    ("UntilKind", "bindings/common/src/events.rs"),
];

/// Reads all forces of the list `built_in!`, in its order.
pub fn forces(root: &Path) -> Result<Vec<Force>> {
    let (mut items, mut order) = (BTreeMap::new(), Vec::new());
    for item in items_below(root.join("src/force"))? {
        match item {
            Item::Struct(it) => drop(items.insert(it.ident.to_string(), Item::Struct(it))),
            Item::Enum(it) => drop(items.insert(it.ident.to_string(), Item::Enum(it))),
            Item::Macro(it) if it.mac.path.is_ident("built_in") => {
                order = it.mac.parse_body_with(names_of_list)?;
            }
            _ => {}
        }
    }
    ensure!(!order.is_empty(), "there is no list of forces");
    let force = |name: String| match items.get(&name) {
        Some(Item::Struct(it)) => force(it, &items).with_context(|| format!("in {name}")),
        _ => bail!("{name} of the list is no struct in src/force"),
    };
    order.into_iter().map(force).collect()
}

/// The names of a list such as `Spring(Spring<T, D>), Magnus(Magnus<T, D>),`.
fn names_of_list(list: ParseStream<'_>) -> syn::Result<Vec<String>> {
    let mut names = Vec::new();
    while !list.is_empty() {
        list.call(Attribute::parse_outer)?;
        names.push(list.parse::<Ident>()?.to_string());
        let inner;
        parenthesized!(inner in list);
        inner.parse::<Type>()?;
        list.parse::<Option<Token![,]>>()?;
    }
    Ok(names)
}

/// Reads the enums that cross the border.
pub fn enums(root: &Path) -> Result<Vec<Enum>> {
    let read = |(name, path): (&str, &str)| -> Result<Enum> {
        let item = named_enum(root, name, path)?;
        let is_snake = serde_value(&item.attrs, "rename_all").as_deref() == Some("snake_case");
        let mut next = 0;
        let mut variants = Vec::new();
        for it in &item.variants {
            let name = it.ident.to_string();
            if let Some((_, Expr::Lit(number))) = &it.discriminant {
                next = match &number.lit {
                    Lit::Int(number) => number.base10_parse()?,
                    _ => bail!("the number of {name} is no whole number"),
                };
            }
            let word = if is_snake {
                name.to_snake_case()
            } else {
                name.clone()
            };
            variants.push(Variant {
                doc: paragraph(&it.attrs),
                name,
                number: next,
                word,
            });
            next += 1;
        }
        Ok(Enum {
            name: name.into(),
            doc: paragraph(&item.attrs),
            variants,
        })
    };
    ENUMS.into_iter().map(read).collect()
}

/// Reads the items of all sources in a folder and the folders in it.
fn items_below(folder: PathBuf) -> Result<Vec<Item>> {
    let (mut items, mut folders) = (Vec::new(), vec![folder]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                items.extend(parsed(&path)?);
            }
        }
    }
    Ok(items)
}

/// Reads the items of a file.
pub fn parsed(path: &Path) -> Result<Vec<Item>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(syn::parse_file(&text)
        .with_context(|| format!("cannot parse {}", path.display()))?
        .items)
}

fn named_enum(root: &Path, name: &str, path: &str) -> Result<ItemEnum> {
    let found = parsed(&root.join(path))?
        .into_iter()
        .find_map(|item| match item {
            Item::Enum(it) if it.ident == name => Some(it),
            _ => None,
        });
    found.with_context(|| format!("there is no enum {name} in {path}"))
}

fn force(item: &ItemStruct, items: &BTreeMap<String, Item>) -> Result<Force> {
    let field = |it: &syn::Field| {
        let name = serde_value(&it.attrs, "rename")
            .unwrap_or_else(|| it.ident.to_token_stream().to_string());
        field(&name, it, items).with_context(|| format!("in the field {name}"))
    };
    let fields = item.fields.iter().map(field).collect::<Result<_>>()?;
    Ok(Force {
        name: item.ident.to_string(),
        doc: paragraph(&item.attrs),
        fields,
    })
}

fn field(name: &str, it: &syn::Field, items: &BTreeMap<String, Item>) -> Result<Field> {
    let doc = paragraph(&it.attrs);
    let neutral = match serde_value(&it.attrs, "default").as_deref() {
        None if has_serde_word(&it.attrs, "default") => Neutral::Absent,
        None => Neutral::Required,
        Some("nalgebra::zero" | "T::zero") => Neutral::Zero,
        Some("T::one") => Neutral::One,
        Some("T::upright") => Neutral::Upright,
        Some(other) => bail!("the default {other} is unknown"),
    };
    let kind = it.ty.to_token_stream().to_string().replace(' ', "");
    let sort = match kind.as_str() {
        "T" => Sort::Number,
        "Option<T>" => Sort::Optional,
        "bool" => Sort::Flag,
        "SVector<T,D>" => Sort::Vector,
        "T::Axial" => Sort::Axial,
        "T::Orientation" => Sort::Orientation,
        other => match items.get(other.trim_end_matches("<T>")) {
            Some(Item::Enum(it)) => return alternatives(name, &doc, it),
            _ => bail!("the type {other} is unknown"),
        },
    };
    let neutral = if sort == Sort::Flag {
        Neutral::Zero
    } else {
        neutral
    };
    ensure!(
        !units(&doc).is_empty() || PURE.contains(&name),
        "there is no unit in its documentation"
    );
    let parameter = Parameter {
        name: name.into(),
        doc,
        sort,
        neutral,
        alternative: None,
    };
    Ok(Field {
        name: name.into(),
        parameters: vec![parameter],
        alternatives: vec![],
    })
}

/// A field of which one variant is given. Its documentation may state the units of all variants.
fn alternatives(name: &str, doc: &str, item: &ItemEnum) -> Result<Field> {
    let (mut parameters, mut alternatives) = (Vec::new(), Vec::new());
    let field_units = units(doc);
    let has_units = field_units.len() == item.variants.len();
    for (index, variant) in item.variants.iter().enumerate() {
        let variant_name = variant.ident.to_string();
        let Fields::Unnamed(values) = &variant.fields else {
            bail!("{variant_name} has no values")
        };
        let mut doc = paragraph(&variant.attrs);
        let own = units(&doc);
        if has_units && own.is_empty() {
            doc = format!(
                "{} [{}].",
                doc.split([';', ':'])
                    .next()
                    .unwrap_or_default()
                    .trim_end_matches('.'),
                field_units[index]
            );
        }
        let two = TWO_VALUES.iter().find(|(name, _)| *name == variant_name);
        let names: Vec<String> = match (values.unnamed.len(), two) {
            (1, _) => vec![variant_name.to_snake_case()],
            (2, Some((_, names))) => names.map(String::from).to_vec(),
            _ => bail!("the values of {variant_name} have no names"),
        };
        alternatives.push((variant_name, names.len()));
        for name in names {
            ensure!(
                !units(&doc).is_empty() || PURE.contains(&name.as_str()),
                "{name} has no unit"
            );
            let (sort, neutral, alternative) = (Sort::Number, Neutral::Absent, Some(index));
            parameters.push(Parameter {
                name,
                doc: doc.clone(),
                sort,
                neutral,
                alternative,
            });
        }
    }
    Ok(Field {
        name: name.into(),
        parameters,
        alternatives,
    })
}

/// The first paragraph of a documentation, as plain text.
pub fn paragraph(attributes: &[Attribute]) -> String {
    static LINKS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\[([^\]\[]+)\](?:\([^)]*\)|\[[^\]]*\])").unwrap());
    static CODE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\[(`[^`\]]+`)\]").unwrap());
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(value) => match &value.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let lines: Vec<String> = attributes
        .iter()
        .filter_map(line)
        .take_while(|line| !line.is_empty())
        .collect();
    let text = lines
        .join(" ")
        .replace(r"\[", "\u{1}")
        .replace(r"\]", "\u{2}");
    let text = CODE
        .replace_all(&LINKS.replace_all(&text, "$1"), "$1")
        .into_owned();
    text.replace('\u{1}', "[").replace('\u{2}', "]")
}

/// The units in a text: what is in brackets.
fn units(doc: &str) -> Vec<&str> {
    doc.split('[')
        .skip(1)
        .filter_map(|part| Some(part.split_once(']')?.0))
        .collect()
}

/// The value of a key of serde, as `default = "T::one"`.
fn serde_value(attributes: &[Attribute], key: &str) -> Option<String> {
    serde_texts(attributes).find_map(|text| {
        let (_, after) = text.split_once(&format!("{key} = \""))?;
        Some(after.split('"').next()?.to_owned())
    })
}

/// Whether serde has a word without a value.
fn has_serde_word(attributes: &[Attribute], word: &str) -> bool {
    serde_texts(attributes).any(|text| text.contains(&format!("({word})")))
}

fn serde_texts(attributes: &[Attribute]) -> impl Iterator<Item = String> {
    let of_serde = |it: &&Attribute| it.path().is_ident("cfg_attr") || it.path().is_ident("serde");
    attributes.iter().filter(of_serde).map(|it| {
        it.meta
            .to_token_stream()
            .to_string()
            .replace(" (", "(")
            .replace("( ", "(")
            .replace(" )", ")")
    })
}

/// The names of all public methods of `World`, in alphabetical order.
#[cfg(test)]
pub fn methods_of_world(root: &Path) -> Result<Vec<String>> {
    let mut names = std::collections::BTreeSet::new();
    for item in items_below(root.join("src"))? {
        names.extend(public_methods(&item));
    }
    Ok(names.into_iter().collect())
}

#[cfg(test)]
fn public_methods(item: &Item) -> Vec<String> {
    let Item::Impl(block) = item else {
        return Vec::new();
    };
    let of_world = block.self_ty.to_token_stream().to_string().replace(' ', "") == "World<T,D>";
    if !of_world || block.trait_.is_some() {
        return Vec::new();
    }
    let is_hidden = |it: &syn::ImplItemFn| {
        it.attrs
            .iter()
            .any(|it| it.meta.to_token_stream().to_string().contains("hidden"))
    };
    let methods = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(it) if matches!(it.vis, syn::Visibility::Public(_)) && !is_hidden(it) => {
            Some(it.sig.ident.to_string())
        }
        _ => None,
    });
    methods.collect()
}
