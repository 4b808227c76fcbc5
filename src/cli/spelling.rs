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
