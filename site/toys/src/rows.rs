//! Tables in text.

/// A table: a header, rows, and remarks under it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rows(Vec<String>);

impl Rows {
    /// A table with this header.
    pub(crate) fn new<const N: usize>(header: [&str; N]) -> Self {
        Self(vec![header.join("\t")])
    }

    /// Appends a row, with as many cells as the header.
    pub(crate) fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.0.push(cells.join("\t"));
    }

    /// Appends a sentence under the table: a line without tabs.
    pub(crate) fn remark(&mut self, sentence: String) {
        self.0.push(sentence);
    }

    /// Lines with tabs between cells, the header first.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        &self.0
    }

    /// All lines as one text.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.join("\n")
    }
}

/// A length \[m\] with the digits that tell something.
pub(crate) fn metres(length: f64) -> String {
    match length.abs() {
        size if size.is_nan() => "–".to_owned(),
        // below a hundredth of a millimetre, as a power of ten
        size if size > 0.0 && size < 1e-5 => format!("{length:.0e} m"),
        size if size < 0.01 && size > 0.0 => format!("{:.2} mm", 1e3 * length),
        _ => format!("{length:.2} m"),
    }
}

/// A share of one, as a power of ten unless it is near one.
pub(crate) fn share(value: f64) -> String {
    match value.abs() {
        size if size.is_nan() => "–".to_owned(),
        size if (0.01..1000.0).contains(&size) => format!("{value:+.3}"),
        0.0 => "0".to_owned(),
        _ => format!("{value:+.0e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_that_tell_something() {
        assert_eq!(metres(12.345), "12.35 m");
        assert_eq!(metres(0.0012), "1.20 mm");
        assert_eq!(metres(3e-15), "3e-15 m");
        assert_eq!(metres(0.0), "0.00 m");
        assert_eq!(share(-0.25), "-0.250");
        assert_eq!(share(2e-15), "+2e-15");
        assert_eq!(share(f64::NAN), "–");
    }
}
