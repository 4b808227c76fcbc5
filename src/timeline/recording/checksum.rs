//! The checksum of a session's file. It is a comment in the last line, so that the text is RON as a whole.

use xxhash_rust::xxh64::Xxh64;

/// Label of the checksum in its line.
const LABEL: &str = "// checksum: ";

/// Result of the comparison of a text with its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The text is the one that was written.
    Unchanged,
    /// The text was changed after it was written.
    Changed,
    /// The text has no checksum: it was written by hand.
    Unsigned,
}

/// Appends its checksum to a text, which ends with a line end.
pub fn sign(text: String) -> String {
    let sum = checksum(&text);
    format!("{text}{LABEL}{sum:016x}\n")
}

/// Compares a text with the checksum in its last line.
pub fn check(text: &str) -> Checked {
    let text = text.trim_end();
    let (body, line) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
    let Some(sum) = line.strip_prefix(LABEL) else { return Checked::Unsigned };
    let recorded = u64::from_str_radix(sum, 16);
    if recorded == Ok(checksum(body)) { Checked::Unchanged } else { Checked::Changed }
}

/// A hash of the text. Carriage returns do not count, because editors and version control add and remove them.
fn checksum(text: &str) -> u64 {
    let mut hash = Xxh64::new(0);
    text.split('\r').for_each(|piece| hash.update(piece.as_bytes()));
    hash.digest()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_notices_changes_but_not_line_ends() {
        let text = sign("(\n    version: 1,\n)\n".to_owned());
        assert_eq!(check(&text), Checked::Unchanged);
        assert_eq!(check(&text.replace('\n', "\r\n")), Checked::Unchanged);
        assert_eq!(check(text.trim_end()), Checked::Unchanged);
        assert_eq!(check(&text.replace("version: 1", "version: 2")), Checked::Changed);
        assert_eq!(check(&format!("{}?", text.trim_end())), Checked::Changed);
        assert_eq!(check("(\n    version: 1,\n)\n"), Checked::Unsigned);
        let titled = "(\n    version: 1,\n    title: \"// checksum: none\",\n)\n";
        assert_eq!(check(titled), Checked::Unsigned, "only the last line is a checksum");
        assert_eq!(check(&sign(titled.to_owned())), Checked::Unchanged);
    }
}
