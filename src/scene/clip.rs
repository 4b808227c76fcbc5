//! Copied things as text, for the clipboard of the system: `(ropewalk: 1, things: (...))`.

use serde::{Deserialize, Serialize};

use super::file::{FileError, from_text};
use crate::physics::Clip;

/// Largest text that is written and read, bytes.
pub const MAX_CLIP_BYTES: usize = 32 << 20;

/// Version of the text.
const VERSION: u32 = 1;

/// How a copy begins.
const START: &str = "(ropewalk:";

/// Fewest bytes of a particle and of a link in the text.
const LEAST_BYTES: usize = 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Copied<T> {
    ropewalk: u32,
    things: T,
}

/// The text of copied things.
///
/// # Errors
/// With a sentence, when [`clip_from_text`] would refuse the text as too large.
pub fn clip_to_text(clip: &Clip) -> Result<String, String> {
    text_within(clip, MAX_CLIP_BYTES)
}

/// The text of copied things, of at most `max` bytes.
fn text_within(clip: &Clip, max: usize) -> Result<String, String> {
    let too_large = || format!("this is too much to copy (at most {} MB): select less", max >> 20);
    // To write hundreds of megabytes would take seconds.
    if LEAST_BYTES * (clip.particles.len() + clip.links.len()) > max {
        return Err(too_large());
    }
    // Nothing in a clip has no text form.
    let text = ron::to_string(&Copied { ropewalk: VERSION, things: clip }).unwrap_or_default();
    if text.len() > max { Err(too_large()) } else { Ok(text) }
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
    if !text.trim_start().starts_with(START) {
        return Err("the clipboard holds no things of Ropewalk: select some and copy them".to_owned());
    }
    let Copied { ropewalk: version, things } =
        from_text::<Copied<Clip>>("the copy", text).map_err(|error| match error {
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
        let text = clip_to_text(&clip()).expect("it is small");
        assert_eq!(clip_from_text(&text), Ok(clip()), "{text}");
    }

    #[test]
    fn copy_that_could_not_be_pasted_is_refused() {
        let text = clip_to_text(&clip()).expect("it is small");
        assert_eq!(text_within(&clip(), text.len()), Ok(text.clone()));
        for max in [text.len() - 1, 3 * LEAST_BYTES - 1] {
            assert!(text_within(&clip(), max).expect_err("it is larger").contains("too much to copy"));
        }
        let least = text_within(&Clip { links: clip().links, ..Clip::default() }, MAX_CLIP_BYTES).expect("it is small");
        assert!(least.len() > LEAST_BYTES);
    }

    #[test]
    fn pasted_garbage_gets_one_clear_sentence() {
        let text = clip_to_text(&clip()).expect("it is small");
        for (garbage, said) in [
            ("https://example.org", "holds no things"),
            ("", "holds no things"),
            (&text[..text.len() - 9], "damaged at 1:"),
            (&text.replace("ropewalk:1", "ropewalk:7"), "newer"),
            (&text.replace("mass:0.02", "mass:heavy"), "damaged"),
            (&text.replace("mass:0.02", "mass:-"), "damaged"),
            (&text.replace(START, "(ropewalk:1,things:(((((((("), "damaged"),
            (&"x".repeat(MAX_CLIP_BYTES + 1), "33 MB is too large"),
        ] {
            let error = clip_from_text(garbage).expect_err("it is no copy");
            assert!(error.contains(said) && error.len() < 120 && !error.contains('\n'), "{error}");
        }
    }
}
