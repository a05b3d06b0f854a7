//! What a `BuiltInForce` passes on to the force inside: all that a force can be asked, also what has a default;
//! except for the increment, which follows from the effect.

use std::collections::BTreeSet;
use std::path::Path;

use syn::{ImplItem, Item, Type};

use crate::rust_source::Crate;

#[test]
fn all_that_a_force_can_be_asked() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src");
    let names = Crate::read(&source).public_names("kinstep");
    let mut asked: BTreeSet<String> = (names.iter())
        .filter_map(|name| Some(name.strip_prefix("fn kinstep::Force::")?.into()))
        .collect();
    let text =
        std::fs::read_to_string(source.join("force/built_in.rs")).expect("the source is there");
    let passed_on: BTreeSet<String> = (syn::parse_file(&text)
        .expect("it compiles")
        .items
        .into_iter())
    .filter_map(|item| match item {
        Item::Impl(block) => match *block.self_ty {
            Type::Path(path) if path.path.segments[0].ident == "BuiltInForce" => Some(block.items),
            _ => None,
        },
        _ => None,
    })
    .flatten()
    .filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
        _ => None,
    })
    .collect();
    assert!(asked.contains("acceleration") && asked.contains("effect"));
    assert!(asked.remove("increment"));
    assert_eq!(passed_on, asked);
}
