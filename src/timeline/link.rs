//! A session as a part of an address: what it starts from and what was done, without the state at its end, so that
//! whoever opens it plays it again and comes to the same bits.

use thiserror::Error;

use super::recording::Recording;
use crate::{
    host::pack::{Effort, pack, unpack},
    scene::FileError,
};

/// What a link begins with: which form of it this is.
const MARK: &str = "r1.";

/// Longest link, letters. Browsers take addresses of 80 000 letters (Safari) to 2 million (Chrome); what passes links on
/// often takes fewer.
pub const LONGEST: usize = 60_000;

/// Longest text in a link, bytes: a hundred times the longest that is written.
const MOST: usize = 4 << 20;

/// What a link's text is called in messages.
const NAME: &str = "the link";

/// Why there is no link, or nothing is behind one.
#[derive(Debug, Error)]
pub enum LinkError {
    /// More was done than goes into one.
    #[error("this is too long for a link ({letters} letters, {LONGEST} at the most): save it as a file")]
    TooMuch {
        /// How many it would be.
        letters: usize,
    },
    /// It is longer than any that we write.
    #[error("the link is too long: it has {letters} letters, {LONGEST} at the most were expected")]
    TooLong {
        /// How many it is.
        letters: usize,
    },
    /// It does not begin as one of ours.
    #[error("the link is not one of Ropewalk's, or of a later version")]
    Unknown,
    /// It was cut off or changed.
    #[error("the link is damaged: a part of it is missing or was changed")]
    Damaged,
    /// What is in it cannot be played.
    #[error(transparent)]
    Content(#[from] FileError),
}

/// The link in what was given as a name: all of it, or what stands behind the `#` of an address.
pub(super) fn within(name: &str) -> Option<&str> {
    let link = name.split_once('#').map_or(name, |(_, link)| link);
    (link.starts_with(MARK) && !name.contains('\n')).then_some(link)
}

impl Recording {
    /// It as the end of an address, of letters that need no quoting there.
    ///
    /// # Errors
    /// When it is too long for that.
    pub fn to_link(&self) -> Result<String, LinkError> {
        let mut bare = self.clone();
        // The hash at the end says whether all is well. Those before it would say where it is not, and cannot be compressed.
        bare.now = None;
        bare.hashes.clear();
        bare.parts.clear();
        let link = format!("{MARK}{}", pack(bare.to_text().as_bytes(), Effort(10)));
        if link.len() > LONGEST { Err(LinkError::TooMuch { letters: link.len() }) } else { Ok(link) }
    }

    /// What a link says.
    ///
    /// # Errors
    /// When it is too long, damaged, or says nothing that can be played.
    pub fn from_link(link: &str) -> Result<Self, LinkError> {
        if link.len() > LONGEST {
            return Err(LinkError::TooLong { letters: link.chars().count() });
        }
        let packed = link.strip_prefix(MARK).ok_or(LinkError::Unknown)?;
        let text = unpack(packed, MOST).and_then(|bytes| String::from_utf8(bytes).ok()).ok_or(LinkError::Damaged)?;
        Ok(Self::parse(NAME, &text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sandbox::{Command, Sandbox},
        scene,
        timeline::{Replay, Timeline},
    };

    fn session(edits: u32) -> Recording {
        let scene = scene::named("first-rope").expect("it is in the gallery");
        let mut timeline = Timeline::new(Sandbox::new(scene).expect("it builds"), true);
        for _ in 0..edits {
            timeline.apply(Command::PinAtRandom);
            timeline.step();
        }
        timeline.recording()
    }

    #[test]
    fn a_link_comes_to_the_same_state() {
        let recording = session(30);
        let link = recording.to_link().expect("it is short");
        assert!(link.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"-_.".contains(&letter)), "{link}");
        let again = Recording::from_link(&link).expect("what we write, we read");
        assert_eq!(again.end, recording.end);
        let mut timeline = Timeline::new(again.first().expect("it builds"), true);
        timeline.play(Replay::new(again));
        (0..30).for_each(|_| timeline.step());
        assert_eq!(timeline.sandbox().world().state_hash(), recording.end.1.0);
        assert!(timeline.divergence().is_none());
    }

    #[test]
    fn a_damaged_link_is_one_sentence() {
        let link = session(5).to_link().expect("it is short");
        let mut changed = link.clone();
        changed.replace_range(60..61, if link.as_bytes()[60] == b'A' { "B" } else { "A" });
        let bomb = format!("{MARK}{}", pack(&vec![b' '; MOST + 1], Effort(10)));
        let odd = format!("{MARK}{}", pack(b"(version: 1, start: (", Effort(10)));
        let long = format!("{MARK}{}", "A".repeat(LONGEST));
        for bad in ["", "r1.", "r2.AAAA", "r1.%3Cscript%3E", &link[..link.len() / 2], &changed, &bomb, &odd, &long] {
            let said = Recording::from_link(bad).map(drop).expect_err("it is not whole").to_string();
            assert!(said.len() < 200 && !said.contains('\n') && said.contains("the link"), "{said}");
        }
    }

    #[test]
    fn what_is_too_long_for_a_link_is_said() {
        let mut recording = session(1);
        // Places that are all different, as a hand makes them.
        let point = |i: u32| glam::Vec2::new((i as f32).sqrt(), (i as f32 * 1.7).sqrt());
        let cut = |i| Command::Cut { from: point(i), to: point(i + 1), radius: 0.01 };
        recording.commands = (0..9_000).map(|i| crate::timeline::Stamped(0, cut(i))).collect();
        assert!(matches!(recording.to_link(), Err(LinkError::TooMuch { letters }) if letters > LONGEST));
    }
}
