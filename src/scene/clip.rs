//! Copied things as text, for the clipboard of the system: `(ropewalk: 1, things: (...))`.

use serde::{Deserialize, Serialize};

use super::file::{FileError, from_text};
use crate::physics::Clip;

/// Largest text that is read, bytes.
pub const MAX_CLIP_BYTES: usize = 32 << 20;

/// Version of the text.
const VERSION: u32 = 1;

/// How a copy begins.
const START: &str = "(ropewalk:";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Copied {
    ropewalk: u32,
    things: Clip,
}

/// The text of copied things.
pub fn clip_to_text(clip: &Clip) -> String {
    let copied = Copied { ropewalk: VERSION, things: clip.clone() };
    // Nothing in a clip has no text form.
    ron::to_string(&copied).unwrap_or_default()
}

/// Whether a text was written by [`clip_to_text`], of whatever version.
pub fn is_clip(text: &str) -> bool {
    text.trim_start().starts_with(START)
}

/// Reads copied things.
///
/// # Errors
/// With a sentence: what is wrong with the text, and what to do.
pub fn clip_from_text(text: &str) -> Result<Clip, String> {
    if text.len() > MAX_CLIP_BYTES {
        let mebibytes = text.len().div_ceil(1 << 20);
        return Err(format!(
            "a paste of {mebibytes} MB is too large (at most {}): copy less at a time",
            MAX_CLIP_BYTES >> 20
        ));
    }
    if !is_clip(text) {
        return Err("the clipboard holds no things of Ropewalk: select some and copy them".to_owned());
    }
    let Copied { ropewalk: version, things } = from_text::<Copied>("the copy", text).map_err(|error| match error {
        FileError::Parse { line, column, .. } => {
            format!("the copied text is damaged at {line}:{column}: copy the things once more")
        }
        other => other.to_string(),
    })?;
    if version > VERSION {
        return Err(format!("the copy is of a newer Ropewalk (format {version}): paste it there"));
    }
    Ok(things)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::{ClipLink, ClipParticle, LinkKind};

    fn clip() -> Clip {
        let particle = |x: f32| ClipParticle { at: glam::Vec2::new(x, 0.1), mass: 0.02, pinned: x == 0.0 };
        let link =
            ClipLink { a: 0, b: 1, length: 0.1, stiffness: 0.5, compliance: 0.01, kind: LinkKind::Net, material: 0 };
        Clip { particles: vec![particle(0.0), particle(0.1)], links: vec![link], ..Clip::default() }
    }

    #[test]
    fn copied_things_survive_as_text() {
        let text = clip_to_text(&clip());
        assert_eq!(clip_from_text(&text), Ok(clip()), "{text}");
    }

    #[test]
    fn pasted_garbage_gets_one_clear_sentence() {
        let text = clip_to_text(&clip());
        for (garbage, said) in [
            ("https://example.org", "holds no things"),
            ("", "holds no things"),
            (&text[..text.len() - 9], "damaged at 1:"),
            (&text.replace("ropewalk:1", "ropewalk:7"), "newer"),
            (&text.replace("mass:0.02", "mass:heavy"), "damaged"),
            (&"x".repeat(MAX_CLIP_BYTES + 1), "33 MB is too large"),
        ] {
            let error = clip_from_text(garbage).expect_err("it is no copy");
            assert!(error.contains(said) && error.len() < 120 && !error.contains('\n'), "{error}");
        }
    }
}
