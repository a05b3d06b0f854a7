//! Which names a crate exports, read from its source.

mod items;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::{Item, UseTree};

use items::{is_public, is_test, members, named, of_impl, subject, trait_of};

/// Names from the root of the crate, without its own.
type Route = Vec<String>;

/// All modules of a crate.
pub(crate) struct Crate {
    modules: BTreeMap<Route, Module>,
}

/// One module: its items, and what it names of others.
#[derive(Default)]
struct Module {
    items: Vec<Item>,
    /// The name here, where it is from, and whether others see it.
    uses: Vec<(String, Route, bool)>,
    /// The modules in it that others see.
    public: BTreeSet<String>,
}

impl Crate {
    /// Reads `lib.rs` in this directory and all modules that it names.
    pub(crate) fn read(source: &Path) -> Self {
        let mut modules = BTreeMap::new();
        let root = parse(&source.join("lib.rs"));
        read_module(&mut modules, Vec::new(), root.items, source);
        Self { modules }
    }

    /// All public names, each with its kind before it; `name` is that of the crate.
    pub(crate) fn public_names(&self, name: &str) -> BTreeSet<String> {
        // where each definition is seen; the first, shortest place is the one its members are listed under
        let mut seen: BTreeMap<Route, BTreeSet<Route>> = BTreeMap::new();
        self.walk(&Vec::new(), &mut seen);
        let path = |route: &Route| format!("{name}::{}", route.join("::"));
        let mut names = BTreeSet::new();
        for (definition, places) in &seen {
            for place in places {
                names.insert(format!("{} {}", self.kind(definition), path(place)));
            }
            if let Some(item) = self.item(definition) {
                names.extend(members(item, &path(home(places))));
            }
        }
        for (route, module) in &self.modules {
            for item in &module.items {
                if let Item::Impl(block) = item
                    && let Some(subject) = subject(block)
                    && let Some(places) = self.resolve(route, &subject).and_then(|it| seen.get(&it))
                    // a trait of this crate that nobody sees is nobody's business
                    && trait_of(block)
                        .and_then(|name| self.resolve(route, &name))
                        .is_none_or(|it| seen.contains_key(&it))
                {
                    names.extend(of_impl(block, &path(home(places))));
                }
            }
        }
        names
    }

    /// Notes all that is seen in a public module and in the public modules in it.
    fn walk(&self, route: &Route, seen: &mut BTreeMap<Route, BTreeSet<Route>>) {
        let Some(module) = self.modules.get(route) else {
            return;
        };
        let mut note = |definition: Route, name: &str| {
            let places = seen.entry(definition).or_default();
            places.insert(joined(route, name));
        };
        for item in &module.items {
            if let Some((name, true)) = named(item) {
                note(joined(route, &name), &name);
            }
        }
        for (name, from, is_public) in &module.uses {
            if *is_public {
                let definition = self.resolve(route, name).unwrap_or_else(|| from.clone());
                note(definition, name);
            }
        }
        for name in &module.public {
            note(joined(route, name), name);
        }
        for name in &module.public {
            self.walk(&joined(route, name), seen);
        }
    }

    /// The definition that a name in a module stands for, if it is in this crate.
    fn resolve(&self, route: &[String], name: &str) -> Option<Route> {
        let module = self.modules.get(route)?;
        let is_here = |item| named(item).is_some_and(|(here, _)| here == name);
        if module.items.iter().any(is_here) {
            return Some(joined(route, name));
        }
        let (_, from, _) = module.uses.iter().find(|(here, _, _)| here == name)?;
        let (last, parent) = from.split_last()?;
        // `use nalgebra;` names another crate, not itself
        let is_itself = last == name && parent == route;
        (!is_itself).then(|| self.resolve(parent, last))?
    }

    fn item(&self, definition: &Route) -> Option<&Item> {
        let (last, parent) = definition.split_last()?;
        let items = &self.modules.get(parent)?.items;
        (items.iter()).find(|item| named(item).is_some_and(|(name, _)| name == *last))
    }

    fn kind(&self, definition: &Route) -> &'static str {
        match self.item(definition) {
            Some(Item::Struct(_)) => "struct",
            Some(Item::Enum(_)) => "enum",
            Some(Item::Trait(_)) => "trait",
            Some(Item::Type(_)) => "type",
            Some(Item::Fn(_)) => "fn",
            Some(Item::Const(_)) => "const",
            _ if self.modules.contains_key(definition) => "mod",
            // another crate, or what a macro made
            _ => "use",
        }
    }
}

fn parse(file: &Path) -> syn::File {
    let text =
        std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Notes a module whose own modules are in `directory`, and these.
fn read_module(
    modules: &mut BTreeMap<Route, Module>,
    route: Route,
    items: Vec<Item>,
    directory: &Path,
) {
    let mut module = Module::default();
    for item in items {
        match item {
            Item::Use(item) => {
                let is_public = is_public(&item.vis);
                let mut uses = Vec::new();
                leaves(&item.tree, &mut Vec::new(), &mut uses);
                for (name, path) in uses {
                    let from = absolute(&route, path);
                    module.uses.push((name, from, is_public));
                }
            }
            Item::Mod(item) if !is_test(&item.attrs) => {
                let name = item.ident.to_string();
                if is_public(&item.vis) {
                    module.public.insert(name.clone());
                }
                let inner = directory.join(&name);
                let items = match item.content {
                    Some((_, items)) => items,
                    None => parse(&file_of(directory, &name)).items,
                };
                read_module(modules, joined(&route, &name), items, &inner);
            }
            Item::Mod(_) => {}
            item => module.items.push(item),
        }
    }
    modules.insert(route, module);
}

fn file_of(directory: &Path, name: &str) -> PathBuf {
    let file = directory.join(format!("{name}.rs"));
    if file.is_file() {
        file
    } else {
        directory.join(name).join("mod.rs")
    }
}

/// All names that a `use` brings, each with its path as it is written.
fn leaves(tree: &UseTree, before: &mut Route, names: &mut Vec<(String, Route)>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            leaves(&path.tree, before, names);
            before.pop();
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            names.push((name.clone(), joined(before, &name)));
        }
        UseTree::Rename(rename) => {
            let path = joined(before, &rename.ident.to_string());
            names.push((rename.rename.to_string(), path));
        }
        UseTree::Group(group) => (group.items.iter()).for_each(|tree| leaves(tree, before, names)),
        UseTree::Glob(_) => {}
    }
}

/// A path as it is written in a module, from the root of the crate.
fn absolute(route: &Route, path: Route) -> Route {
    let mut from = route.clone();
    for (place, name) in path.into_iter().enumerate() {
        match name.as_str() {
            "crate" if place == 0 => from.clear(),
            "super" => drop(from.pop()),
            "self" => {}
            _ => from.push(name),
        }
    }
    from
}

fn joined(route: &[String], name: &str) -> Route {
    let mut longer = route.to_vec();
    longer.push(name.into());
    longer
}

/// The place with the fewest names.
fn home(places: &BTreeSet<Route>) -> &Route {
    let shortest = places.iter().min_by_key(|place| place.len());
    shortest.expect("what is seen is seen somewhere")
}
