//! What the items of a module bring.

use syn::punctuated::Punctuated;
use syn::{Attribute, Fields, ImplItem, Item, ItemImpl, Meta, Token, TraitItem, Type, Visibility};

/// The name of an item, and whether others see it.
pub(super) fn named(item: &Item) -> Option<(String, bool)> {
    let (name, visibility) = match item {
        Item::Struct(item) => (&item.ident, &item.vis),
        Item::Enum(item) => (&item.ident, &item.vis),
        Item::Trait(item) => (&item.ident, &item.vis),
        Item::Type(item) => (&item.ident, &item.vis),
        Item::Fn(item) => (&item.sig.ident, &item.vis),
        Item::Const(item) => (&item.ident, &item.vis),
        _ => return None,
    };
    Some((name.to_string(), is_public(visibility)))
}

/// What a type or trait has: fields, variants, items of a trait, what it derives.
pub(super) fn members(item: &Item, path: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut derive_all = |attributes: &[Attribute]| {
        let derived = attributes.iter().flat_map(derived);
        names.extend(derived.map(|name| format!("impl {name} for {path}")));
    };
    match item {
        Item::Struct(item) => {
            derive_all(&item.attrs);
            names.extend(fields(&item.fields, path, true));
        }
        Item::Enum(item) => {
            derive_all(&item.attrs);
            for variant in &item.variants {
                let path = format!("{path}::{}", variant.ident);
                names.push(format!("variant {path}"));
                names.extend(fields(&variant.fields, &path, false));
            }
        }
        Item::Trait(item) => names.extend(item.items.iter().filter_map(|item| match item {
            TraitItem::Fn(item) => Some(format!("fn {path}::{}", item.sig.ident)),
            TraitItem::Type(item) => Some(format!("type {path}::{}", item.ident)),
            TraitItem::Const(item) => Some(format!("const {path}::{}", item.ident)),
            _ => None,
        })),
        _ => {}
    }
    names
}

/// The fields that others see; those of a variant are seen by all.
fn fields(fields: &Fields, path: &str, only_public: bool) -> Vec<String> {
    let visible = (fields.iter().enumerate()).filter(|(_, it)| !only_public || is_public(&it.vis));
    let name = visible.map(|(place, field)| match &field.ident {
        Some(name) => format!("field {path}::{name}"),
        None => format!("field {path}::{place}"),
    });
    name.collect()
}

/// What an attribute derives, under any feature.
fn derived(attribute: &Attribute) -> Vec<String> {
    let Meta::List(list) = &attribute.meta else {
        return Vec::new();
    };
    let parsed = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let Ok(inner) = parsed else {
        return Vec::new();
    };
    let last = |path: &syn::Path| path.segments.last().map(|it| it.ident.to_string());
    if list.path.is_ident("derive") {
        return inner.iter().filter_map(|it| last(it.path())).collect();
    }
    // cfg_attr(feature = "serde", derive(serde::Serialize))
    let lists = inner.iter().filter_map(|it| it.require_list().ok());
    let derives = lists.filter(|it| it.path.is_ident("derive"));
    let parsed = derives.filter_map(|it| {
        let traits = it.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
        traits.ok()
    });
    parsed.flatten().filter_map(|path| last(&path)).collect()
}

/// The name of the type that an implementation is for.
pub(super) fn subject(block: &ItemImpl) -> Option<String> {
    let Type::Path(path) = &*block.self_ty else {
        return None;
    };
    Some(path.path.segments.last()?.ident.to_string())
}

/// The name of the trait that is implemented.
pub(super) fn trait_of(block: &ItemImpl) -> Option<String> {
    let (_, path, _) = block.trait_.as_ref()?;
    Some(path.segments.last()?.ident.to_string())
}

/// What an implementation adds: its public items, or the trait.
pub(super) fn of_impl(block: &ItemImpl, path: &str) -> Vec<String> {
    if let Some(name) = trait_of(block) {
        return vec![format!("impl {name} for {path}")];
    }
    let items = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(item) if is_public(&item.vis) => Some(("fn", &item.sig.ident)),
        ImplItem::Const(item) if is_public(&item.vis) => Some(("const", &item.ident)),
        _ => None,
    });
    items
        .map(|(kind, name)| format!("{kind} {path}::{name}"))
        .collect()
}

pub(super) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let condition = attribute.meta.require_list().ok();
        condition.is_some_and(|list| {
            list.path.is_ident("cfg")
                && list.parse_args::<syn::Ident>().is_ok_and(|it| it == "test")
        })
    })
}
