//! Misspelt flags and commands: one sentence for an error of clap, with a tip only if it is near.

use clap::error::{ContextKind, ContextValue};

use crate::host::text::nearest;

/// The name that was meant, as the end of a sentence; empty if no candidate is near.
pub(super) fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, candidates).map_or(String::new(), |name| format!("; did you mean \"{name}\"?"))
}

/// The first paragraph of an error of clap, and its tip if that is near, on one line.
pub(super) fn one_sentence(error: &clap::Error) -> String {
    let text = error.to_string();
    let has_tip = has_near_tip(error);
    let about = text.split("\n\n").take_while(|paragraph| !paragraph.starts_with("Usage"));
    let lines = about
        .filter(|paragraph| !paragraph.starts_with("For more"))
        .filter(|paragraph| has_tip || !paragraph.trim_start().starts_with("tip:"))
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let sentence = lines.collect::<Vec<_>>().join("; ");
    format!("{} (`ropewalk --help` lists the flags)", sentence.trim_start_matches("error: "))
}

/// Whether clap's suggestion differs little from the given word.
fn has_near_tip(error: &clap::Error) -> bool {
    let texts = |kinds: [ContextKind; 3]| {
        kinds.into_iter().filter_map(|kind| error.get(kind)).flat_map(|value| match value {
            ContextValue::String(text) => std::slice::from_ref(text),
            ContextValue::Strings(texts) => &texts[..],
            _ => &[],
        })
    };
    let given = texts([ContextKind::InvalidSubcommand, ContextKind::InvalidValue, ContextKind::InvalidArg]).next();
    let offered = texts([ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue, ContextKind::SuggestedArg]);
    given.is_some_and(|given| nearest(given, offered.map(String::as_str)).is_some())
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::super::Args;
    use super::one_sentence;

    #[test]
    fn wrong_flag_gives_one_sentence() {
        let sentence = |args: &[&str]| {
            let args = ["ropewalk"].iter().chain(args);
            one_sentence(&Args::try_parse_from(args).expect_err("there is no such flag"))
        };
        let near = sentence(&["--pausd"]);
        assert!(near.contains("--pausd") && near.contains("--paused"), "{near}");
        assert!(!near.contains('\n') && !near.contains("Usage"), "{near}");
        for far in [&["--xyzzy"][..], &["simulate", "--qqq"], &["render", "--theme", "mauve", "-o", "a.png"]] {
            assert!(!sentence(far).contains("tip:"), "{}", sentence(far));
        }
        assert!(sentence(&["render", "--theme", "drak", "-o", "a.png"]).contains("'dark'"));
    }
}
