//! What a `BuiltInForce` passes on to the force inside: all that a force can be asked, also what has a default.

use std::collections::BTreeSet;
use std::path::Path;

use syn::{ImplItem, Item, TraitItem, Type};

fn items(file: &str) -> Vec<Item> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../src/force")
        .join(file);
    let text = std::fs::read_to_string(&file).expect("the source is there");
    syn::parse_file(&text).expect("it compiles").items
}

#[test]
fn all_that_a_force_can_be_asked() {
    let asked: BTreeSet<String> = (items("mod.rs").into_iter())
        .filter_map(|item| match item {
            Item::Trait(item) if item.ident == "Force" => Some(item.items),
            _ => None,
        })
        .flatten()
        .filter_map(|item| match item {
            TraitItem::Fn(method) => Some(method.sig.ident.to_string()),
            _ => None,
        })
        .collect();
    let passed_on: BTreeSet<String> = (items("built_in.rs").into_iter())
        .filter_map(|item| match item {
            Item::Impl(block) => match *block.self_ty {
                Type::Path(path) if path.path.segments[0].ident == "BuiltInForce" => {
                    Some(block.items)
                }
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
    assert!(asked.contains("acceleration") && asked.contains("law"));
    assert_eq!(passed_on, asked);
}
