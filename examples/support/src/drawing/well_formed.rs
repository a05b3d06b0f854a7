//! A check of SVG pictures.

/// Checks that every opened tag is closed, in the right order.
pub fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains('>'), "a stray > after {text}");
        let (tag, after) = after.split_once('>').unwrap();
        rest = after;
        if tag.starts_with("!--") {
            continue;
        }
        assert!(tag.matches('"').count() % 2 == 0, "quotes of <{tag}>");
        let name = tag.split_whitespace().next().unwrap();
        match name.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed)),
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    let entities = svg.split('&').skip(1);
    for entity in entities {
        let known = ["amp;", "lt;", "gt;", "quot;", "apos;"];
        assert!(known.iter().any(|known| entity.starts_with(known)));
    }
}
