//! Sentences from data.

/// A number with two digits: 0.052, 1.3, 34, 12,000, 3.1e-15.
pub(crate) fn number(value: f64) -> String {
    let rounded: f64 = format!("{value:.1e}").parse().unwrap_or(value);
    match rounded.abs() {
        0.0 => "0".to_owned(),
        size if (1e-2..1e1).contains(&size) => rounded.to_string(),
        size if (1e1..1e6).contains(&size) => grouped(rounded),
        _ => format!("{value:.1e}"),
    }
}

/// A whole number with commas between thousands.
pub(crate) fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 {
        text.insert(0, '-');
    }
    text
}

/// "a", "a and b", "a, b and c".
pub(crate) fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The verb that goes with a list of so many: "is" or "are", "loses" or "lose".
pub(crate) fn verb(count: usize, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

/// The same text with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_digits() {
        let numbers = [
            0.0, 0.0523, 1.26, 34.2, 12_345.0, 3.14e-15, -0.994, 9.96, 1e7,
        ];
        let written = [
            "0", "0.052", "1.3", "34", "12,000", "3.1e-15", "-0.99", "10", "1.0e7",
        ];
        assert_eq!(numbers.map(number), written);
        assert_eq!(grouped(262_144.0), "262,144");
    }

    #[test]
    fn lists_are_english() {
        assert_eq!(list(["a"]), "a");
        assert_eq!(list(["a", "b"]), "a and b");
        assert_eq!(list(["a", "b", "c"]), "a, b and c");
        assert_eq!(verb(1, "is", "are"), "is");
    }
}
