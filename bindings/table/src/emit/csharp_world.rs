//! What C# shows as it is in C: structs of plain numbers, ids, and the methods of worlds that take and answer such.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};
use heck::{ToLowerCamelCase, ToUpperCamelCase};
use quote::ToTokens;
use syn::{Attribute, FnArg, Item, ItemFn, ItemStruct};

use super::csharp::escaped;
use super::{MADE, c};
use crate::read::{paragraph, parsed};

/// Structs of C that are shown, and their names in C#.
const RECORDS: [(&str, &str); 11] = [
    ("KinstepInertia", "Inertia"),
    ("KinstepBody", "Body"),
    ("KinstepMaterial", "ContactMaterial"),
    ("KinstepEnergy", "Energy"),
    ("KinstepEvent", "Moment"),
    ("KinstepAdvanced", "Advanced"),
    ("KinstepClosest", "Closest"),
    ("KinstepOrder", "Order"),
    ("KinstepLaunch", "Launch"),
    ("KinstepSchemeErrors", "SchemeErrors"),
    ("KinstepResponse", "ContactResponse"),
];

/// Structs of C that are shown with ids of their world, by properties.
const VIEWS: [(&str, &str); 2] = [
    ("KinstepCollision", "Impact"),
    ("KinstepContact", "Contact"),
];

/// Types of C that are arguments and answers: their names in C#, how one is passed, and its neutral value.
const TYPES: [(&str, &str, &str, &str); 11] = [
    ("f64", "double", "", ""),
    ("u64", "ulong", "", ""),
    ("u32", "uint", "", ""),
    ("KinstepVector", "Vec", ".Native", ""),
    (
        "KinstepOrientation",
        "Orientation",
        ".Native",
        "default(Orientation)",
    ),
    ("KinstepInertia", "Inertia", ".Native", ""),
    (
        "KinstepMaterial",
        "ContactMaterial",
        ".Native",
        "default(ContactMaterial)",
    ),
    ("KinstepEnergy", "Energy", "", ""),
    ("KinstepBodyId", "BodyId", ".In(this)", ""),
    ("KinstepForceId", "ForceId", ".In(this)", ""),
    ("KinstepSurfaceId", "SurfaceId", ".In(this)", ""),
];

/// Functions of worlds that C# has by hand: they keep functions of the caller, or answer another type.
const BY_HAND: [&str; 10] = [
    "step",
    "snapshot",
    "scene",
    "contains",
    "clone",
    "free",
    "remove_body",
    "clear",
    "remove_force",
    "remove_surface",
];

fn type_of(
    name: &str,
) -> Option<&'static (&'static str, &'static str, &'static str, &'static str)> {
    TYPES.iter().find(|(from, ..)| *from == name)
}

/// The first paragraph of a documentation, as a summary of C#.
fn summary(attributes: &[Attribute]) -> String {
    let text = paragraph(attributes).replace(" Writes its id, unless the pointer is null.", "");
    let text = match text.strip_prefix("Writes ") {
        Some(rest) => rest[..1].to_uppercase() + &rest[1..],
        None => text,
    };
    escaped(&text)
}

fn items(root: &Path, made: &[(&'static str, String)]) -> Result<Vec<Item>> {
    c::with_sources(root, made, |paths, _| {
        let mut items = Vec::new();
        for path in paths {
            items.extend(parsed(&path)?);
        }
        Ok(items)
    })
}

fn found<'a>(items: &'a [Item], name: &str) -> Result<&'a ItemStruct> {
    (items.iter())
        .find_map(|item| match item {
            Item::Struct(item) if item.ident == name => Some(item),
            _ => None,
        })
        .with_context(|| format!("there is no struct {name}"))
}

fn record(out: &mut String, item: &ItemStruct, name: &str) {
    let native = &item.ident;
    write!(
        out,
        "\n    /// <summary>{}</summary>\n    [StructLayout(LayoutKind.Sequential)]\n    public unsafe partial struct {name}\n    {{\n",
        summary(&item.attrs)
    )
    .unwrap();
    for field in &item.fields {
        let kind = field.ty.to_token_stream().to_string();
        let (kind, doc) = (
            type_of(&kind).map_or(kind.as_str(), |it| it.1),
            summary(&field.attrs).replace("Not zero: the", "The"),
        );
        let field = field
            .ident
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        if !doc.is_empty() {
            writeln!(out, "        /// <summary>{doc}</summary>").unwrap();
        }
        let upper = field.to_upper_camel_case();
        if field == "passes" {
            writeln!(out, "        public bool {upper} {{ get => {field} != 0; set => {field} = value ? 1u : 0u; }}\n        uint {field};").unwrap();
        } else {
            writeln!(out, "        public {kind} {upper};").unwrap();
        }
    }
    if type_of(&native.to_string()).is_some_and(|it| it.2 == ".Native") {
        writeln!(
            out,
            "\n        internal {native} Native {{ get {{ var copy = this; return *({native}*)&copy; }} }}"
        )
        .unwrap();
    }
    out.push_str("    }\n");
}

fn view(out: &mut String, item: &ItemStruct, name: &str) {
    let native = &item.ident;
    write!(
        out,
        "\n    /// <summary>{}</summary>\n    public readonly struct {name}\n    {{\n        readonly {native} native;\n        readonly ulong family;\n\n        internal {name}({native} native, ulong family) {{ this.native = native; this.family = family; }}\n\n",
        summary(&item.attrs)
    )
    .unwrap();
    for field in &item.fields {
        let doc = summary(&field.attrs);
        let from = field
            .ident
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        let kind = field.ty.to_token_stream().to_string();
        let (upper, id) = (
            from.to_upper_camel_case(),
            format!("(family, native.{from}.bits)"),
        );
        let property = match (from.as_str(), kind.as_str()) {
            ("is_with_body", _) => continue,
            ("surface", _) => format!(
                "SurfaceId? {upper} => native.is_with_body == 0 ? new SurfaceId{id} : (SurfaceId?)null"
            ),
            ("other", _) => format!(
                "BodyId? {upper} => native.is_with_body != 0 ? new BodyId{id} : (BodyId?)null"
            ),
            (_, "KinstepBodyId") => format!("BodyId {upper} => new BodyId{id}"),
            (_, "KinstepVector") => format!("Vec {upper} => Vec.Of(native.{from})"),
            (_, "KinstepContactKind") => {
                format!("ContactKind {upper} => (ContactKind)native.{from}")
            }
            _ => format!("double {upper} => native.{from}"),
        };
        let doc = match from.as_str() {
            "surface" => "The surface; null: it is another body.",
            "other" => "The other body; null: it is a surface.",
            _ => doc.as_str(),
        };
        if !doc.is_empty() {
            writeln!(out, "        /// <summary>{doc}</summary>").unwrap();
        }
        writeln!(out, "        public {property};").unwrap();
    }
    out.push_str("    }\n");
}

fn id(out: &mut String, item: &ItemStruct) {
    let native = item.ident.to_string();
    let name = native.trim_start_matches("Kinstep");
    let thing = name.trim_end_matches("Id");
    let word = thing.to_lowercase();
    write!(
        out,
        r#"
    /// <summary>{doc} The clones of a world have its ids.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly struct {name} : IEquatable<{name}>
    {{
        internal readonly ulong Family;
        /// <summary>The id as a number, to be saved.</summary>
        public readonly ulong Bits;

        internal {name}(ulong family, ulong bits) {{ Family = family; Bits = bits; }}

        /// <summary>The id of these bits in a world, such as one made from a scene.</summary>
        public {name}(World world, ulong bits) : this((world ?? throw new ArgumentNullException(nameof(world))).Family, bits) {{ }}

        public static bool operator ==({name} a, {name} b) => a.Equals(b);
        public static bool operator !=({name} a, {name} b) => !a.Equals(b);
        public bool Equals({name} other) => Bits == other.Bits && Family == other.Family;
        public override bool Equals(object other) => other is {name} id && Equals(id);
        public override int GetHashCode() => (Bits * 31 + Family).GetHashCode();
        public override string ToString() => $"{word} {{Bits:x}}";

        internal {native} In(World world)
        {{
            if (Family == world.Family) return new {native} {{ bits = Bits }};
            throw new KinstepException(Status.NoSuch{thing}, Family == 0 ? "the id is of no {word}" : "the {word} is of another world");
        }}
    }}
"#,
        doc = summary(&item.attrs)
    )
    .unwrap();
}

/// The structs, ids and statuses.
pub fn records(root: &Path, made: &[(&'static str, String)]) -> Result<String> {
    let items = items(root, made)?;
    let mut out = format!(
        "// {MADE}\n\nusing System;\nusing System.Runtime.InteropServices;\nusing Kinstep.Native;\n\nnamespace Kinstep\n{{\n"
    );
    let status = items.iter().find_map(|item| match item {
        Item::Enum(item) if item.ident == "KinstepStatus" => Some(item),
        _ => None,
    });
    let status = status.context("there is no status")?;
    out.push_str(
        "    /// <summary>How a call ended.</summary>\n    public enum Status : uint\n    {\n",
    );
    for it in &status.variants {
        let number = it
            .discriminant
            .as_ref()
            .context("a status without a number")?
            .1
            .to_token_stream();
        writeln!(
            out,
            "        /// <summary>{}</summary>\n        {} = {number},",
            summary(&it.attrs),
            it.ident
        )
        .unwrap();
    }
    out.push_str("    }\n");
    for name in ["KinstepBodyId", "KinstepForceId", "KinstepSurfaceId"] {
        id(&mut out, found(&items, name)?);
    }
    for (from, name) in RECORDS {
        record(&mut out, found(&items, from)?, name);
    }
    for (from, name) in VIEWS {
        view(&mut out, found(&items, from)?, name);
    }
    Ok(out + "}\n")
}

/// Whose methods they are.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    World,
    Flight,
    Inertia,
}

impl Owner {
    fn prefix(self) -> &'static str {
        match self {
            Self::World => "kinstep_world_",
            Self::Flight => "kinstep_flight_",
            Self::Inertia => "kinstep_inertia_",
        }
    }

    /// The type of the first argument, what is done before a call, and how the first argument is passed.
    fn first(self) -> Option<(&'static str, &'static str, &'static str)> {
        match self {
            Self::World => Some(("KinstepWorld", "", "handle")),
            Self::Flight => Some(("Option<&KinstepFlight>", "var flight = native;", "&flight")),
            Self::Inertia => None,
        }
    }

    /// The name of a method in C#.
    fn name(self, short: &str) -> String {
        match (self, short) {
            (Self::World, "body") => "this".into(),
            (Self::World, "set_surface_layers") => "SetLayers".into(),
            (Self::World, "forces") => "ForceIds".into(),
            (Self::World, "add_force") => "Add".into(),
            (Self::World, "add_force_on") => "AddOn".into(),
            (Self::World, "replace_force") => "Replace".into(),
            (Self::Flight, "crossing") => "Crosses".into(),
            _ => short.to_upper_camel_case(),
        }
    }
}

/// An argument: its type in C#, what is done before the call, how it is passed, and its neutral value.
fn argument(kind: &str, name: &str) -> Option<(&'static str, String, String, &'static str)> {
    let (native, bits) = (format!("{name}Native"), format!("{name}Bits"));
    Some(match kind {
        "Option<&KinstepForce>" => (
            "Force",
            format!("var {native} = {name}.Native;"),
            format!("&{native}"),
            "",
        ),
        "Option<&KinstepUntil>" => (
            "Until",
            format!("var {native} = {name}.In(this);"),
            format!("&{native}"),
            "",
        ),
        "KinstepCrossing" => (
            "Crossing",
            String::new(),
            format!("(KinstepCrossing){name}"),
            "Crossing.Any",
        ),
        _ => {
            let (_, shown, pass, neutral) = *type_of(kind)?;
            if pass == ".In(this)" {
                (shown, format!("var {bits} = {name}{pass};"), bits, "")
            } else {
                (shown, String::new(), format!("{name}{pass}"), neutral)
            }
        }
    })
}

/// A method or property; none if it takes or answers more than it can show.
fn method(item: &ItemFn, owner: Owner) -> Option<String> {
    let full = item.sig.ident.to_string();
    let short = full.strip_prefix(owner.prefix())?;
    if owner == Owner::World && BY_HAND.contains(&short) {
        return None;
    }
    let mut arguments = Vec::new();
    for argument in &item.sig.inputs {
        let FnArg::Typed(argument) = argument else {
            return None;
        };
        let kind = argument.ty.to_token_stream().to_string().replace(' ', "");
        arguments.push((argument.pat.to_token_stream().to_string(), kind));
    }
    let (mut before, mut passed) = (Vec::new(), Vec::new());
    if let Some((first, prepare, pass)) = owner.first() {
        if arguments.first()?.1 != first {
            return None;
        }
        arguments.remove(0);
        before.push(prepare.to_string());
        passed.push(pass.to_string());
    }
    // an answer, or a buffer with its capacity and the count
    let inside = |kind: &str| {
        Some(
            kind.strip_prefix("Option<&mutMaybeUninit<")?
                .trim_end_matches('>')
                .to_string(),
        )
    };
    let mut answer = inside(&arguments.last()?.1);
    let buffer = match arguments.iter().position(|(name, _)| name == "buffer") {
        None => None,
        Some(at) => {
            let element = arguments[at]
                .1
                .strip_prefix("*mutMaybeUninit<")?
                .trim_end_matches('>')
                .to_string();
            arguments.truncate(at);
            answer = None;
            Some(element)
        }
    };
    if answer.is_some() {
        arguments.pop();
    }
    let (mut declared, mut names) = (Vec::new(), Vec::new());
    for (index, (name, kind)) in arguments.iter().enumerate() {
        let name = name.to_lower_camel_case();
        let (shown, prepare, pass, neutral) = argument(kind, &name)?;
        let is_last = arguments[index..]
            .iter()
            .all(|(name, kind)| argument(kind, name).is_some_and(|it| !it.3.is_empty()));
        let may_be_left_out = is_last && (short.starts_with("add") || kind == "KinstepCrossing");
        declared.push(if may_be_left_out {
            format!("{shown} {name} = {neutral}")
        } else {
            format!("{shown} {name}")
        });
        before.push(prepare);
        passed.push(pass);
        names.push(name);
    }
    let (declared, names, name) = (declared.join(", "), names.join(", "), owner.name(short));
    let is_optional = item.attrs.iter().any(|it| {
        it.to_token_stream()
            .to_string()
            .contains("KINSTEP_STATUS_NO_ANSWER")
    });
    let doc = summary(&item.attrs)
        .replace(
            "the status is `KINSTEP_STATUS_NO_ANSWER`",
            "the answer is null",
        )
        .replace("`KINSTEP_STATUS_NO_ANSWER`", "null");
    let head = format!("\n        /// <summary>{doc}</summary>\n        public");
    if let Some(element) = buffer {
        return Some(filled(
            &full,
            (&name, &declared, &names),
            &element,
            (before, passed),
        ));
    }
    if owner == Owner::World {
        before.push("var call = Call.Begin(owned);".into());
    }
    let (mut kind, mut end) = ("void".to_string(), String::new());
    let call = |passed: &[String], status: &str| match owner {
        Owner::World => format!("End(call, Methods.{full}({})){status}", passed.join(", ")),
        _ => format!(
            "Failure.Found(Methods.{full}({})){status}",
            passed.join(", ")
        ),
    };
    let force = || format!("Methods.{full}({})", passed.join(", "));
    let body = match answer.as_deref() {
        Some("KinstepForceId") => {
            passed.push("&id".into());
            before.insert(0, "KinstepForceId id;".into());
            kind = "ForceId".into();
            format!(
                "return Kept(call, Methods.{full}({}), &id, force);",
                passed.join(", ")
            )
        }
        None if short == "replace_force" => format!("Kept(call, {}, &idBits, force);", force()),
        None => call(&passed, ";"),
        Some("KinstepSurfaceId") => {
            passed.push("&id".into());
            before.insert(0, "KinstepSurfaceId id;".into());
            kind = "SurfaceId".into();
            end = "return new SurfaceId(Family, id.bits);".into();
            call(&passed, ";")
        }
        Some(answer) => {
            let record = RECORDS
                .iter()
                .find(|(from, _)| *from == answer)
                .map(|it| it.1);
            let shown = record.or(type_of(answer).map(|it| it.1))?;
            let cast = if answer.starts_with("Kinstep") {
                format!("({answer}*)")
            } else {
                String::new()
            };
            passed.push(format!("{cast}&answer"));
            before.insert(0, format!("{shown} answer;"));
            if is_optional {
                kind = format!("{shown}?");
                format!("return {} ? answer : ({shown}?)null;", call(&passed, ""))
            } else {
                kind = shown.into();
                end = "return answer;".into();
                call(&passed, ";")
            }
        }
    };
    let lines = before
        .into_iter()
        .chain([body, end])
        .filter(|line| !line.is_empty());
    let lines: Vec<String> = lines.collect();
    let is_getter =
        owner == Owner::World && kind != "void" && (arguments.is_empty() || name == "this");
    let fixed = if owner == Owner::Inertia {
        " static"
    } else {
        ""
    };
    Some(if is_getter {
        let name = if name == "this" {
            format!("this[{declared}]")
        } else {
            name
        };
        let lines = lines.join("\n                ");
        format!(
            "{head} {kind} {name}\n        {{\n            get\n            {{\n                {lines}\n            }}\n        }}\n"
        )
    } else {
        let lines = lines.join("\n            ");
        format!(
            "{head}{fixed} {kind} {name}({declared})\n        {{\n            {lines}\n        }}\n"
        )
    })
}

/// Two methods that read many: one makes an array, the other one fills it.
fn filled(
    full: &str,
    (name, declared, names): (&str, &str, &str),
    element: &str,
    (before, passed): (Vec<String>, Vec<String>),
) -> String {
    let shown = element.trim_start_matches("Kinstep");
    let call = |buffer: &str, room: &str| {
        format!(
            "Methods.{full}({}, {buffer}, {room}, &count)",
            passed.join(", ")
        )
    };
    let comma = if declared.is_empty() { "" } else { ", " };
    let thing = match shown {
        "Body" => "the states of all bodies",
        "BodyId" => "the ids of all bodies (in the order of their states)",
        "ForceId" => "the ids of all forces and links",
        "Contact" => "the contacts of the last step (in the order of time)",
        _ => "the surfaces on which a body rests, slides or rolls",
    };
    // what is here is longer than what was written: it is made of that from the end of the array
    let spread = match shown {
        "Body" => "",
        "Contact" => {
            "\n                for (var i = (int)count - 1; i >= 0; i--) pointer[i] = new Contact(((KinstepContact*)pointer)[i], Family);"
        }
        _ => &format!(
            "\n                for (var i = (int)count - 1; i >= 0; i--) pointer[i] = new {shown}(Family, ((ulong*)pointer)[i]);"
        ),
    };
    let before: String = before
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| format!("            {line}\n"))
        .collect();
    format!(
        r#"
        /// <summary>Makes an array of {thing}.</summary>
        public {shown}[] {name}({declared})
        {{
            var count = UIntPtr.Zero;
{before}            var status = {none};
            if (status != KinstepStatus.BufferTooSmall) Check(status);
            var array = new {shown}[(int)count];
            {name}({names}{comma}array);
            return array;
        }}

        /// <summary>Writes {thing} to an array, which may be longer, and returns their number.</summary>
        public int {name}({declared}{comma}{shown}[] array)
        {{
            UIntPtr count;
{before}            fixed ({shown}* pointer = array ?? throw new ArgumentNullException(nameof(array)))
            {{
                Check({some});{spread}
            }}
            return (int)count;
        }}
"#,
        none = call("null", "count"),
        some = call(&format!("({element}*)pointer"), "(UIntPtr)array.Length"),
    )
}

/// The methods that need no more than a call.
pub fn methods(root: &Path, made: &[(&'static str, String)]) -> Result<String> {
    let mut out =
        format!("// {MADE}\n\nusing System;\nusing Kinstep.Native;\n\nnamespace Kinstep\n{{");
    for (owner, head) in [
        (Owner::Inertia, "unsafe partial struct Inertia"),
        (Owner::Flight, "readonly unsafe partial struct Flight"),
        (Owner::World, "sealed unsafe partial class World"),
    ] {
        write!(out, "\n    public {head}\n    {{").unwrap();
        let before = out.len();
        for item in items(root, made)? {
            if let Item::Fn(item) = item {
                out.push_str(&method(&item, owner).unwrap_or_default());
            }
        }
        // no empty line after a brace
        out.replace_range(before..=before, "\n");
        if out[before..].starts_with("\n\n") {
            out.remove(before);
        }
        out.push_str("    }\n");
    }
    Ok(out + "}\n")
}
