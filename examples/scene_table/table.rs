//! A table as Markdown.

use std::fmt;

/// A table. The first column names the rows. The other columns end in their unit, by which figures are compared: see
/// [`compare`](crate::compare).
#[derive(Clone, Debug)]
pub struct Table {
    /// Heading, unique on the page.
    pub title: &'static str,
    /// Meaning of the columns.
    pub note: &'static str,
    /// Names of the columns.
    pub columns: &'static [&'static str],
    /// Cells of each row.
    pub rows: Vec<Vec<String>>,
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, note, columns, rows } = self;
        writeln!(f, "## {title}\n\n{note}\n\n| {} |", columns.join(" | "))?;
        writeln!(f, "|{}", "---|".repeat(columns.len()))?;
        rows.iter().try_for_each(|row| writeln!(f, "| {} |", row.join(" | ")))
    }
}

/// A figure with this number of decimals.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.chars().all(|digit| matches!(digit, '-' | '0' | '.'));
    if is_zero { "0".to_owned() } else { text }
}

/// A figure with four significant digits, or more before the point, and at most five decimals.
pub fn significant(value: f64) -> String {
    let magnitude = value.abs().max(1e-9).log10().floor() as i32;
    fixed(value, (3 - magnitude).clamp(0, 5) as usize)
}

/// A figure that may not exist.
pub fn optional(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| fixed(value, decimals))
}
