//! Numbers as text.

use std::f64::consts::TAU;

/// A number in at most four digits if it is small, and as an integer if it is large.
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

/// An angular velocity, rad/s, in turns per second.
pub fn turns_per_second(spin: f32) -> String {
    format!("{:.2} turns/s", f64::from(spin) / TAU)
}

/// A number in about five characters: 12 000 -> 12k.
pub fn short(value: f64) -> String {
    let (scale, suffix) = match value.abs() {
        size if size >= 1e12 => return format!("{value:.0e}"),
        size if size >= 1e9 => (1e9, "G"),
        size if size >= 1e6 => (1e6, "M"),
        size if size >= 1e4 => (1e3, "k"),
        size if size > 0.0 && size < 1e-3 => return scientific(value),
        _ => (1.0, ""),
    };
    format!("{}{suffix}", digits(value / scale))
}

/// A number in at most four digits and its power of ten.
fn scientific(value: f64) -> String {
    let text = format!("{value:.3e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{power}", digits.trim_end_matches('0').trim_end_matches('.'))
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
