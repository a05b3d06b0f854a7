//! What a `BuiltInForce`, a box and a shared pointer pass on to the force inside: all that a force can be asked, also what
//! has a default.

use std::collections::BTreeSet;
use std::path::Path;

use crate::rust_source::Crate;

#[test]
fn all_that_a_force_can_be_asked() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src");
    let names = Crate::read(&source).public_names("kinstep");
    let asked: BTreeSet<String> = (names.iter())
        .filter_map(|name| Some(name.strip_prefix("fn kinstep::Force::")?.into()))
        .collect();
    let text =
        std::fs::read_to_string(source.join("force/wrapped.rs")).expect("the source is there");
    // the one list of methods, for the enum and for pointers
    let (_, list) = (text.split_once("macro_rules! forward_to")).expect("there is a list");
    let (list, _) = (list.split_once("pub(super) use")).expect("the list ends");
    let passed_on: BTreeSet<String> = (list.split(" fn ").skip(1))
        .filter_map(|method| Some(method.split_once('(')?.0.into()))
        .collect();
    assert!(asked.contains("acceleration") && asked.contains("effect"));
    assert_eq!(passed_on, asked);
}
