//! The figures in which two pages of tables differ.

use std::fmt::Write;

/// Tolerances by the unit after the comma of a column's name: the unit, absolute, relative. A figure differs if its
/// change exceeds both.
const TOLERANCES: &[(&str, f64, f64)] = &[
    ("m", 0.01, 0.01),
    ("%", 0.01, 0.05),
    ("J", 0.002, 0.02),
    ("s", 0.5, 0.05),
    ("m/s", 0.05, 0.05),
    ("asleep", 0.5, 0.02),
    // Costs: the load of the machine changes them.
    ("ms", 0.02, 0.25),
    ("sweeps", 1.0, 0.15),
];

/// Tolerance of figures without a unit: counts and ratios.
const TOLERANCE: (f64, f64) = (0.005, 0.005);

/// A figure of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Figure<'a> {
    table: &'a str,
    row: &'a str,
    column: &'a str,
    value: &'a str,
}

impl Figure<'_> {
    fn has_place_of(self, other: Self) -> bool {
        (self.table, self.row, self.column) == (other.table, other.row, other.column)
    }

    /// Whether two values of this column differ by more than its tolerance. Texts differ if they are not equal.
    fn differs(self, before: &str) -> bool {
        let (Ok(before), Ok(after)) = (before.parse::<f64>(), self.value.parse::<f64>()) else {
            return before != self.value;
        };
        let unit = self.column.rsplit_once(", ").map_or("", |(_, unit)| unit);
        let (absolute, relative) = TOLERANCES
            .iter()
            .find(|(known, ..)| *known == unit)
            .map_or(TOLERANCE, |(_, absolute, relative)| (*absolute, *relative));
        let change = (after - before).abs();
        change.is_nan() || change > f64::max(absolute, relative * before.abs().max(after.abs()))
    }
}

/// The figures of all tables of a page.
fn figures(page: &str) -> Vec<Figure<'_>> {
    let (mut table, mut columns, mut figures) = ("", Vec::new(), Vec::new());
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            (table, columns) = (title, Vec::new());
        } else if let Some(cells) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) {
            let cells: Vec<_> = cells.split(" | ").collect();
            if columns.is_empty() {
                columns = cells;
            } else {
                let row = cells[0];
                let cells = columns.iter().zip(cells).skip(1);
                figures.extend(cells.map(|(column, value)| Figure { table, row, column, value }));
            }
        }
    }
    figures
}

/// The figures in which two pages differ, as a table. `is_whole` tells whether what only `before` has is gone, or was
/// not asked for.
pub fn compare(before: &str, after: &str, is_whole: bool) -> String {
    let (before, after) = (figures(before), figures(after));
    let (mut rows, mut changes) = (String::new(), 0);
    let mut add = |figure: Figure, before: &str, after: &str| {
        let Figure { table, row, column, .. } = figure;
        let change = match (before.parse::<f64>(), after.parse::<f64>()) {
            (Ok(before), Ok(after)) if before != 0.0 => format!("{:+.1} %", 100.0 * (after - before) / before.abs()),
            _ => String::new(),
        };
        let _ = writeln!(rows, "| {table} | {row} | {column} | {before} | {after} | {change} |");
        changes += 1;
    };
    for &figure in &after {
        match before.iter().find(|other| other.has_place_of(figure)) {
            Some(other) if !figure.differs(other.value) => {}
            other => add(figure, other.map_or("none", |other| other.value), figure.value),
        }
    }
    for &figure in before.iter().filter(|_| is_whole) {
        if !after.iter().any(|other| other.has_place_of(figure)) {
            add(figure, figure.value, "none");
        }
    }
    let mut page = format!("{changes} of {} figures differ by more than their tolerance:\n", after.len());
    for (unit, absolute, relative) in [("no unit", TOLERANCE.0, TOLERANCE.1)].iter().chain(TOLERANCES) {
        let _ = writeln!(page, "* {unit}: {absolute} and {} %", 100.0 * relative);
    }
    page + "\n| Table | Row | Column | Before | After | Change |\n|---|---|---|---|---|---|\n" + &rows
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "# Page\n\n## One\n\nA note.\n\n| Scene | Links | Low, m | At rest, s |\n|---|---|---|---|\n\
                          | a | 9 | -1.000 | 3.0 |\n| b | 12 | 2.000 | - |\n\n## Two\n\n| Scene | Step, ms |\n|---|---|\n\
                          | a | 1.00 |\n";

    /// Rows of the comparison, without those that name its columns.
    fn changed(after: &str, is_whole: bool) -> Vec<String> {
        let page = compare(BEFORE, after, is_whole);
        page.lines().filter(|line| line.starts_with("| ")).skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn equal_pages_do_not_differ() {
        assert!(changed(BEFORE, true).is_empty());
    }

    #[test]
    fn figures_differ_beyond_the_tolerance_of_their_unit() {
        let within = BEFORE.replace("-1.000", "-1.009").replace("1.00 |", "1.20 |");
        assert!(changed(&within, true).is_empty(), "{within}");
        let beyond = BEFORE.replace("-1.000", "-1.100").replace("| 12 ", "| 13 ");
        let rows = ["| One | a | Low, m | -1.000 | -1.100 | -10.0 % |", "| One | b | Links | 12 | 13 | +8.3 % |"];
        assert_eq!(changed(&beyond, true), rows);
    }

    #[test]
    fn figure_that_appears_or_goes_differs() {
        let after = BEFORE.replace("| - |", "| 7.0 |").replace("| a | 1.00 |\n", "| c | NaN |\n");
        let appeared = ["| One | b | At rest, s | - | 7.0 |  |", "| Two | c | Step, ms | none | NaN |  |"];
        assert_eq!(changed(&after, false), appeared);
        assert_eq!(changed(&after, true)[2], "| Two | a | Step, ms | 1.00 | none |  |");
    }
}
