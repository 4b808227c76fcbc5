//! The part of `unicode-segmentation` that egui needs, in the place of that crate (`[patch.crates-io]`).
//!
//! `unicode-segmentation` splits texts of all scripts by tables of 50 kB, and the interface's font has letters of Latin,
//! Greek and Cyrillic alone. For these a character is its letter and the marks upon it, and a word is a run of letters
//! and digits. A page would load the tables each time.

/// Texts in characters as readers see them, and in words.
pub trait UnicodeSegmentation {
    /// Letters, each with the marks upon it. The option has no effect: all are extended.
    fn graphemes(&self, is_extended: bool) -> Graphemes<'_>;

    /// The same, with the places where they begin, bytes.
    fn grapheme_indices(&self, is_extended: bool) -> impl Iterator<Item = (usize, &str)>;

    /// Words, spaces, and what is between, with the places where they begin, bytes.
    fn split_word_bound_indices(&self) -> impl Iterator<Item = (usize, &str)>;
}

/// See [`UnicodeSegmentation::graphemes`].
pub struct Graphemes<'a>(&'a str);

/// The kind of a character, by which words are divided.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Letter,
    Space,
    Other,
}

impl UnicodeSegmentation for str {
    fn graphemes(&self, _is_extended: bool) -> Graphemes<'_> {
        Graphemes(self)
    }

    fn grapheme_indices(&self, is_extended: bool) -> impl Iterator<Item = (usize, &str)> {
        with_places(self.graphemes(is_extended))
    }

    fn split_word_bound_indices(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut rest = self;
        with_places(std::iter::from_fn(move || {
            let word;
            (word, rest) = rest.split_at_checked(word_length(rest)).filter(|(word, _)| !word.is_empty())?;
            Some(word)
        }))
    }
}

impl<'a> Iterator for Graphemes<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let mut chars = self.0.char_indices();
        let (_, mut last) = chars.next()?;
        let mut end = self.0.len();
        for (at, next) in chars {
            if !joins(last, next) {
                end = at;
                break;
            }
            last = next;
        }
        let first;
        (first, self.0) = self.0.split_at(end);
        Some(first)
    }
}

impl DoubleEndedIterator for Graphemes<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let mut chars = self.0.char_indices().rev();
        let (mut start, mut first) = chars.next()?;
        for (at, before) in chars {
            if !joins(before, first) {
                break;
            }
            (start, first) = (at, before);
        }
        let last;
        (self.0, last) = self.0.split_at(start);
        Some(last)
    }
}

/// Pieces with the places where they begin, bytes.
fn with_places<'a>(pieces: impl Iterator<Item = &'a str>) -> impl Iterator<Item = (usize, &'a str)> {
    pieces.scan(0, |end, piece| {
        let start = *end;
        *end += piece.len();
        Some((start, piece))
    })
}

/// Whether a character belongs to the one before it: a mark, or the second half of a line end.
fn joins(before: char, next: char) -> bool {
    let is_mark = matches!(next, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{200d}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}');
    (is_mark && !before.is_control()) || (before, next) == ('\r', '\n')
}

/// Length of the first word, bytes.
fn word_length(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    let Some((_, mut last)) = chars.next() else { return 0 };
    let of_word = kind(last);
    while let Some((at, next)) = chars.next() {
        let mut is_within = || is_within_words(next) && chars.peek().is_some_and(|&(_, after)| after.is_alphanumeric());
        let goes_on = match (of_word, kind(next)) {
            _ if joins(last, next) => true,
            (Kind::Letter, Kind::Other) => is_within(),
            (Kind::Other, _) => false,
            (word, next) => word == next,
        };
        if !goes_on {
            return at;
        }
        last = next;
    }
    text.len()
}

fn kind(character: char) -> Kind {
    match character {
        '_' => Kind::Letter,
        '\r' | '\n' => Kind::Other,
        _ if character.is_alphanumeric() => Kind::Letter,
        _ if character.is_whitespace() => Kind::Space,
        _ => Kind::Other,
    }
}

/// Whether a character between two letters or digits divides no word.
fn is_within_words(character: char) -> bool {
    matches!(character, '\'' | '\u{2019}' | '.')
}
