//! The names that users write: a change of any of them is a change of the crate's version.
//!
//! `UPDATE_API=1 cargo test -p trust public_api` writes the list anew.

use std::collections::BTreeSet;
use std::path::Path;

use crate::rust_source::Crate;

/// One name a line, sorted; `#` begins a remark.
const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../public_api.txt");

const HEAD: &str = "\
# Every public name of the crate: modules, types, functions, fields, variants, traits and what is derived.
# `UPDATE_API=1 cargo test -p trust public_api` writes this list anew. A line that goes away breaks users.
";

#[test]
fn public_names_are_those_of_the_list() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src");
    let names = Crate::read(&source).public_names("kinstep");
    // the reader itself: what every program with this crate writes
    for name in [
        "struct kinstep::World",
        "type kinstep::World3",
        "fn kinstep::World::step",
        "field kinstep::Body::position",
        "variant kinstep::Scheme::FlowKick",
        "fn kinstep::ballistics::Trajectory::crossing",
        "impl Clone for kinstep::World",
        "impl Serialize for kinstep::Body",
    ] {
        assert!(names.contains(name), "{name} was not found in src");
    }
    if std::env::var_os("UPDATE_API").is_some() {
        let lines: String = names.iter().map(|name| format!("{name}\n")).collect();
        std::fs::write(LIST, format!("{HEAD}{lines}")).expect("tests can be written to");
        return;
    }
    let list = std::fs::read_to_string(LIST).expect("the list is there");
    let listed: BTreeSet<String> = (list.lines())
        .filter(|line| !line.starts_with('#'))
        .map(String::from)
        .collect();
    let lines = |sign: &str, of: &BTreeSet<String>, without: &BTreeSet<String>| -> String {
        let changed = of.difference(without);
        changed.map(|name| format!("{sign} {name}\n")).collect()
    };
    assert!(
        names == listed,
        "public names changed; `UPDATE_API=1 cargo test -p trust public_api` accepts it:\n{}{}",
        lines("-", &listed, &names),
        lines("+", &names, &listed),
    );
}
