//! Links: a session as part of an address. A link holds the start and the commands, not the state at the end: opening
//! it plays the session again, to the same bits.

use thiserror::Error;

use super::limits::{MAX_LINK_LENGTH, MAX_LINK_TEXT};
use super::recording::Recording;
use crate::host::pack::{CompressionLevel, pack, unpack, unpack_first};
use crate::host::text::is_unprintable;
use crate::scene::FileError;

/// Prefix of a link, with the version of its format.
const PREFIX: &str = "r1.";

/// Name of a link's text in errors.
const NAME: &str = "the link";

/// Longest text in which a link is looked for, bytes: a long mail.
const MAX_LINK_SOURCE: usize = 1 << 20;

/// Characters that people and programs put around an address.
const BRACKETS: &str = "<>()[]{}\"'`\u{2018}\u{2019}\u{201c}\u{201d}\u{ab}\u{bb}";

/// Reason why a link cannot be made or opened.
#[derive(Debug, Error)]
pub enum LinkError {
    /// The session is too long.
    #[error("this is too long for a link ({characters} characters, at most {MAX_LINK_LENGTH}): save it as a file")]
    TooMuch {
        /// Length of the link.
        characters: usize,
    },
    /// The session is too long when unpacked.
    #[error("this is too long for a link ({bytes} bytes of text, at most {MAX_LINK_TEXT}): save it as a file")]
    TooMuchText {
        /// Length of its text.
        bytes: usize,
    },
    /// The link is longer than any that is written.
    #[error("the link is too long: it has {characters} characters, at most {MAX_LINK_LENGTH} expected")]
    TooLong {
        /// Length of the link.
        characters: usize,
    },
    /// The link has another prefix.
    #[error("the link is not one of Ropewalk's, or of a later version")]
    Unknown,
    /// The link was cut off or changed.
    #[error("the link is damaged: a part of it is missing or was changed")]
    Damaged,
    /// The session in the link cannot be played.
    #[error(transparent)]
    Content(#[from] FileError),
}

/// Finds the link in a name, a pasted text or a file, and takes out what programs have put into it: line breaks,
/// spaces, marks of quoted lines, invisible characters. Text may stand before and after it, brackets and quotes around
/// it. A text that is nothing but a damaged link, or the address of one, counts, so that its error says so.
#[must_use]
pub fn find_link(text: &str) -> Option<String> {
    if text.len() > MAX_LINK_SOURCE {
        return None;
    }
    let words = text.split_whitespace().map(|word| word.trim_start_matches('>').trim_end_matches(['=', '\\']));
    let joined: String = words.flat_map(str::chars).filter(|&character| !is_unprintable(character)).collect();
    let whole = joined.match_indices(PREFIX).find_map(|(at, _)| {
        let packed = at + PREFIX.len();
        let (length, unpacked) = unpack_first(&joined[packed..], MAX_LINK_TEXT)?;
        // What follows a full stop in a text may unpack by chance.
        unpacked.starts_with(b"(").then(|| joined[at..packed + length].to_owned())
    });
    whole.or_else(|| {
        let bare = joined.trim_matches(|character: char| BRACKETS.contains(character));
        let link = bare.split_once('#').map_or(bare, |(_, link)| link);
        link.starts_with(PREFIX).then(|| link.to_owned())
    })
}

impl Recording {
    /// The recording in the link that a file's text holds; `None` if it holds none. `file`: its name in errors.
    pub fn in_text(file: &str, text: &str) -> Option<Result<Self, FileError>> {
        let linked = Self::from_link(&find_link(text)?);
        Some(linked.map_err(|error| match error {
            LinkError::Content(error) => error,
            other => FileError::Parse { file: file.to_owned(), line: 1, column: 1, message: other.to_string() },
        }))
    }

    /// Link to this recording: the end of an address, in characters that need no escaping there.
    ///
    /// # Errors
    /// When it would be longer than `MAX_LINK_LENGTH` characters, or its text than `MAX_LINK_TEXT` bytes.
    pub fn to_link(&self) -> Result<String, LinkError> {
        let mut bare = self.clone();
        // The hash at the end shows whether a replay diverges. The others would show where, but cannot be compressed.
        bare.now = None;
        bare.hashes.clear();
        bare.parts.clear();
        let text = bare.to_unsigned_text();
        if text.len() > MAX_LINK_TEXT {
            return Err(LinkError::TooMuchText { bytes: text.len() });
        }
        let link = format!("{PREFIX}{}", pack(text.as_bytes(), CompressionLevel(10)));
        if link.len() > MAX_LINK_LENGTH { Err(LinkError::TooMuch { characters: link.len() }) } else { Ok(link) }
    }

    /// The recording in a link.
    ///
    /// # Errors
    /// When the link is too long or damaged, or its session cannot be played.
    pub fn from_link(link: &str) -> Result<Self, LinkError> {
        if link.len() > MAX_LINK_LENGTH {
            return Err(LinkError::TooLong { characters: link.chars().count() });
        }
        let packed = link.strip_prefix(PREFIX).ok_or(LinkError::Unknown)?;
        let text =
            unpack(packed, MAX_LINK_TEXT).and_then(|bytes| String::from_utf8(bytes).ok()).ok_or(LinkError::Damaged)?;
        Ok(Self::parse(NAME, &text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{Command, Sandbox};
    use crate::scene;
    use crate::timeline::{Replay, Timeline};

    fn session(edits: u32) -> Recording {
        let scene = scene::named("first-rope").expect("a scene of the gallery");
        let mut timeline = Timeline::new(Sandbox::new(scene).expect("the scene builds"), true);
        for _ in 0..edits {
            timeline.apply(Command::PinAtRandom);
            timeline.step();
        }
        timeline.recording()
    }

    #[test]
    fn link_replays_to_the_same_state() {
        let recording = session(30);
        let link = recording.to_link().expect("the link is short");
        assert!(
            link.bytes().all(|character| character.is_ascii_alphanumeric() || b"-_.".contains(&character)),
            "{link}"
        );
        let again = Recording::from_link(&link).expect("written text is valid");
        assert_eq!(again.end, recording.end);
        let mut timeline = Timeline::new(again.start_sandbox().expect("the scene builds"), true);
        timeline.play(Replay::new(again));
        (0..30).for_each(|_| timeline.step());
        assert_eq!(timeline.sandbox().world().state_hash(), recording.end.1.0);
        assert!(timeline.divergence().is_none());
    }

    #[test]
    fn link_is_found_alone_and_in_an_address() {
        for text in
            ["r1.AB", " r1.AB\n", "https://example.org/ropewalk/?scene=x#r1.AB", "http://localhost:8080/#r1.AB "]
        {
            assert_eq!(find_link(text).as_deref(), Some("r1.AB"), "{text:?}");
        }
        for text in ["", "rope", "(version: 1)", "#", "https://example.org/", "/tmp/r1.ron#r2.AB", "see r1.AB", "r1"] {
            assert_eq!(find_link(text), None, "{text:?}");
        }
    }

    #[test]
    fn link_is_found_as_mail_and_chat_programs_change_it() {
        let link = session(30).to_link().expect("the link is short");
        let address = format!("https://example.org/ropewalk/?scene=x#{link}");
        let wrap = |text: &str, width: usize, between: &str| {
            let letters: Vec<char> = text.chars().collect();
            letters.chunks(width).map(String::from_iter).collect::<Vec<_>>().join(between)
        };
        for plain in [&link, &address] {
            let pairs =
                [("<", ">"), ("(", ")"), ("[", "]"), ("\"", "\""), ("\u{201c}", "\u{201d}"), ("see ", "."), ("", ", ")];
            let mut texts = pairs.map(|(open, close)| format!("{open}{plain}{close}")).to_vec();
            for between in
                ["\n", "\r\n", " \n", "\n    ", "\n> ", "\n>> ", "=\r\n", "\\\n", " ", "\u{ad}", "\u{200b}\n"]
            {
                texts.extend([76, 40, 2].map(|width| wrap(plain, width, between)));
            }
            for text in texts {
                assert_eq!(find_link(&text).as_ref(), Some(&link), "{text}");
                let mail = format!("Dear all,\r\nlook at <{text}>\r\nYours\r\n-- \r\nr1.Bob");
                assert_eq!(find_link(&mail).as_ref(), Some(&link), "{mail}");
                let last = format!("> look: {text}\nCheers, Bob");
                assert_eq!(find_link(&last).as_ref(), Some(&link), "{last}");
                assert!(Recording::in_text("mail.txt", &mail).is_some_and(|linked| linked.is_ok()), "{mail}");
            }
        }
        let cut = wrap(&address[..address.len() - 9], 76, "\n");
        let said = Recording::in_text("mail.txt", &cut).expect("it is a link").map(drop).expect_err("it is cut off");
        assert!(said.to_string().contains("damaged"), "{said}");
    }

    #[test]
    fn damaged_link_is_reported_in_one_sentence() {
        let link = session(5).to_link().expect("the link is short");
        let mut changed = link.clone();
        changed.replace_range(60..61, if link.as_bytes()[60] == b'A' { "B" } else { "A" });
        let bomb = format!("{PREFIX}{}", pack(&vec![b' '; MAX_LINK_TEXT + 1], CompressionLevel(10)));
        let odd = format!("{PREFIX}{}", pack(b"(version: 1, start: (", CompressionLevel(10)));
        let long = format!("{PREFIX}{}", "A".repeat(MAX_LINK_LENGTH));
        for bad in ["", "r1.", "r2.AAAA", "r1.%3Cscript%3E", &link[..link.len() / 2], &changed, &bomb, &odd, &long] {
            let said = Recording::from_link(bad).map(drop).expect_err("it is not whole").to_string();
            assert!(said.len() < 200 && !said.contains('\n') && said.contains("the link"), "{said}");
        }
    }

    #[test]
    fn session_of_more_text_than_a_link_may_hold_is_refused() {
        let mut recording = session(1);
        recording.commands = vec![crate::timeline::Stamped(0, Command::Reset); MAX_LINK_TEXT / 16];
        let said = recording.to_link().map(drop).expect_err("it could not be read again").to_string();
        assert!(said.contains("save it as a file"), "{said}");
    }
}
