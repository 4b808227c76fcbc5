//! Keys that can work machines: those that print a character, as named on a US keyboard.

use super::key_names::as_printed;
use super::keyboard_layout::code_of;

/// Whether a key can work machines. Space, Esc, Enter, Tab and the F-keys keep their own meaning.
pub fn is_bindable(key: char) -> bool {
    code_of(key).is_some()
}

/// The key that prints a typed character, by its name: a capital letter, a digit or a sign. `None` if it cannot work
/// machines.
pub fn bindable_key(typed: char) -> Option<char> {
    let mut capitals = typed.to_uppercase();
    let capital = capitals.next().filter(|_| capitals.next().is_none()).unwrap_or(typed);
    let keys = ('!'..='~').filter(|key| is_bindable(*key) && !key.is_ascii_lowercase());
    keys.into_iter().find(|key| as_printed(&key.to_string()).chars().eq([capital]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_digits_and_signs_work_machines_and_space_does_not() {
        let keys = [('d', Some('D')), ('D', Some('D')), ('7', Some('7')), ('[', Some('[')), (' ', None), ('\t', None)];
        assert_eq!(keys.map(|(typed, _)| bindable_key(typed)), keys.map(|(_, key)| key));
        assert!(is_bindable('d') && !is_bindable(' ') && !is_bindable('\u{1b}') && !is_bindable('\n'));
    }
}
