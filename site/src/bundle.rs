//! Joins modules of JavaScript into one script.
//!
//! Each module becomes a function that returns its exports. Imports and exports must begin a line and end in it.

/// Joins modules by their names, each after those that it imports. The package is imported as `kinstep`.
pub(crate) fn script(modules: &[(&str, String)]) -> String {
    let functions = modules.iter().map(|(name, text)| module(name, text));
    // in a block, so that modules are no variables of the page
    format!("\"use strict\";\n{{\n{}}}\n", functions.collect::<String>())
}

/// The variable of the module that this path imports.
fn variable(path: &str) -> String {
    let name = path.trim_matches(['\'', '"', ';', '.', '/']);
    let name = name.trim_end_matches(".js").trim_start_matches('/');
    let name = if name == "kinstep" { "index" } else { name };
    format!("${}", name.replace('/', "_"))
}

fn module(name: &str, text: &str) -> String {
    let mut body = String::new();
    let mut exports = Vec::new();
    for line in text.lines() {
        if let Some((names, from)) = words(line, "import ") {
            let names = names.trim_start_matches("* as ").replace(" as ", ": ");
            body += &format!("const {names} = {};\n", variable(from));
        } else if let Some(("*", from)) = words(line, "export ") {
            exports.push(format!("...{}", variable(from)));
        } else if let Some(list) = line.strip_prefix("export {") {
            let (names, from) = list.split_once('}').unwrap_or((list, ""));
            let from = from.strip_prefix(" from ");
            let from = from.map_or_else(String::new, |from| variable(from) + ".");
            exports.extend(names.split(',').map(|name| {
                let (local, name) = name.split_once(" as ").unwrap_or((name, name));
                format!("{}: {from}{}", name.trim(), local.trim())
            }));
        } else if let Some(declared) = line.strip_prefix("export ") {
            let mut words =
                declared.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let keywords = ["async", "function", "class", "const"];
            exports.extend(
                words
                    .find(|word| !keywords.contains(word))
                    .map(str::to_owned),
            );
            body += &format!("{declared}\n");
        } else {
            body += &format!("{line}\n");
        }
    }
    // a script has no address of its own
    let body = body.replace("import.meta.url", "document.baseURI");
    let exports = exports.join(", ");
    format!(
        "const {} = (() => {{\n{body}return {{ {exports} }};\n}})();\n",
        variable(name)
    )
}

/// What is between a word at the start of a line and ` from `, and what is after it.
fn words<'a>(line: &'a str, start: &str) -> Option<(&'a str, &'a str)> {
    line.strip_prefix(start)?.split_once(" from ")
}

#[test]
fn names_pass_between_modules() {
    let one = "import { a as b } from './two.js';\nexport const c = b;\nexport { d as default };\nexport * from '../three.js';\n";
    let expected = "const $one = (() => {\nconst { a: b } = $two;\nconst c = b;\nreturn { c, default: d, ...$three };\n})();\n";
    assert_eq!(module("one", one), expected);
    let again = module("x/y", "export { K } from './two.js';");
    assert_eq!(
        again,
        "const $x_y = (() => {\nreturn { K: $two.K };\n})();\n"
    );
}
