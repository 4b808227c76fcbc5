//! Text that others wrote: names, titles and hints in files, links and folders. Terminals, windows, names of files and
//! JSON get it through this module, so that it is shown and never steers them.

/// Longest name or title that is shown, characters.
pub const MAX_NAME: usize = 120;

/// Longest message that is shown, characters.
pub const MAX_MESSAGE: usize = 500;

/// Longest name that is made for a file, bytes.
const MAX_FILE_NAME: usize = 60;

/// Characters without a visible glyph: those that Unicode ignores by default, marks of direction, separators of
/// lines, annotations. First and last of each range, sorted.
const UNSEEN: &[(char, char)] = &[
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Whether a character steers a terminal or is not seen by itself.
#[must_use]
pub fn is_unprintable(character: char) -> bool {
    character.is_control() || UNSEEN.iter().any(|&(first, last)| (first..=last).contains(&character))
}

/// Makes a text printable: one line, with unprintable characters as escapes (`\n`, `\u{202e}`). A text of more than
/// `max` characters is cut off and ends in dots.
#[must_use]
pub fn printable(text: &str, max: usize) -> String {
    let (mut line, mut length) = (String::new(), 0);
    for character in text.chars() {
        let is_escaped = is_unprintable(character);
        length += if is_escaped { character.escape_default().count() } else { 1 };
        if length > max {
            line.push_str("...");
            break;
        }
        if is_escaped {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

/// A name or a title as it is shown: [`printable`], of at most [`MAX_NAME`] characters.
#[must_use]
pub fn label(name: &str) -> String {
    printable(name, MAX_NAME)
}

/// Whether some system forbids a character in the names of files, or it is unprintable.
#[must_use]
pub fn is_forbidden_in_file_names(character: char) -> bool {
    is_unprintable(character) || r#"<>:"/|?*\"#.contains(character)
}

/// A name for a file, without extension, made from a title: at most 60 bytes, without dots and characters that some
/// system forbids; never empty.
#[must_use]
pub fn file_name(title: &str) -> String {
    let allowed =
        |character: char| if is_forbidden_in_file_names(character) || character == '.' { ' ' } else { character };
    let mut length = 0;
    // Letters beyond these would be cut off anyway.
    let short: String = title.chars().take(4 * MAX_FILE_NAME).map(allowed).collect();
    let short: String = (short.trim().chars())
        .take_while(|character| {
            length += character.len_utf8();
            length <= MAX_FILE_NAME
        })
        .collect();
    let name = short.trim_end();
    if name.is_empty() { "scene".to_owned() } else { name.to_owned() }
}

/// The name of a path's file without its extension, whatever the system that wrote the path.
#[must_use]
pub fn file_stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}

/// The candidate that a misspelt name is near to: at most one of three characters differs, or two neighbours are
/// swapped.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |candidate: &str| strsim::osa_distance(&name.to_lowercase(), candidate);
    let is_near = |found: &(usize, &str)| found.0 <= (name.chars().count().max(found.1.chars().count()) / 3).max(1);
    let longest = |candidate: &&str| name.len() <= 4 * candidate.len() + 8;
    let found = candidates.into_iter().filter(longest).map(|candidate| (distance(candidate), candidate));
    found.filter(is_near).min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_that_steers_a_terminal_is_escaped() {
        let forged = "a\u{1b}[2J\u{7}\nstate_hash 0\u{9b}31m\u{202e}b\u{2066}\u{200f}\u{61c}\u{200b}\u{feff}\u{e0041}";
        let shown = printable(forged, 500);
        assert_eq!(
            shown,
            "a\\u{1b}[2J\\u{7}\\nstate_hash 0\\u{9b}31m\\u{202e}b\\u{2066}\\u{200f}\\u{61c}\\u{200b}\\u{feff}\\u{e0041}"
        );
        assert_eq!(printable(&shown, 500), shown, "it is shown as it is");
        assert_eq!(printable("Łódź, 東京, e\u{301}", 500), "Łódź, 東京, e\u{301}");
    }

    #[test]
    fn long_text_is_cut_off() {
        assert_eq!(label(&"ä".repeat(1_000_000)), "ä".repeat(MAX_NAME) + "...");
        assert_eq!(printable("ab\u{1b}", 3), "ab...");
        assert_eq!(printable("abc", 3), "abc");
    }

    #[test]
    fn file_name_is_plain_and_never_empty() {
        assert_eq!(file_name("nehe 40: ropes/springs..."), "nehe 40  ropes springs");
        assert_eq!(file_name("..\\..\u{202e}/\u{1b}[2Jx\ny"), "[2Jx y");
        for empty in ["", " . ", "\u{200b}"] {
            assert_eq!(file_name(empty), "scene");
        }
        assert_eq!(file_name(&"ä".repeat(100)), "ä".repeat(30));
    }

    #[test]
    fn stem_is_that_of_any_systems_path() {
        for (path, stem) in [
            ("/home/someone/my.rope.ron", "my.rope"),
            ("C:\\Users\\someone\\rope.ron", "rope"),
            ("rope.ron", "rope"),
            ("welcome", "welcome"),
            (".ron", ".ron"),
            ("folder/", "folder"),
            ("", ""),
        ] {
            assert_eq!(file_stem(path), stem, "{path}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

        #[test]
        fn any_text_becomes_one_bounded_line(text in any::<String>(), max in 0..50_usize) {
            let line = printable(&text, max);
            prop_assert!(!line.chars().any(is_unprintable) && line.chars().count() <= max + 3, "{line:?}");
            let name = file_name(&text);
            prop_assert!(!name.chars().any(is_forbidden_in_file_names) && !name.is_empty() && name.len() <= 60);
        }
    }
}
