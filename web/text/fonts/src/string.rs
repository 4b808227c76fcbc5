//! Names of axes, of which the font has none.

/// The number of a name.
pub struct StringId;

/// No names.
pub struct LocalizedStrings;

/// A name, of which there is none.
pub enum LocalizedString {}

impl LocalizedStrings {
    pub fn english_or_first(self) -> Option<LocalizedString> {
        None
    }
}

impl LocalizedString {
    pub fn chars(&self) -> std::iter::Empty<char> {
        match *self {}
    }
}
