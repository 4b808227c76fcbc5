//! Numbers as text.

/// A number in at most four digits if it is small, and as an integer if it is large.
#[must_use]
pub fn digits(value: f64) -> String {
    let size = value.abs();
    let decimals = match size {
        0.0 => 0,
        _ if size >= 1_000.0 => 0,
        _ => (3 - size.log10().floor() as i32).clamp(0, 7) as usize,
    };
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 1.0, -9.81, 16.666_667, 0.001_25, 1e6, 1_234.5, 0.3].map(digits);
        assert_eq!(texts, ["0", "1", "-9.81", "16.67", "0.00125", "1000000", "1234", "0.3"]);
    }
}
