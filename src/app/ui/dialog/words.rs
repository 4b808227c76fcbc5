//! Ages and sizes of files in words.

use crate::host::SystemTime;

/// The time since a moment, in words.
pub(super) fn ago(now: SystemTime, then: Option<SystemTime>) -> String {
    let Some(then) = then else { return String::new() };
    let seconds = now.duration_since(then).map_or(0, |since| since.as_secs());
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    unit.map_or("just now".to_owned(), |(length, name)| {
        let count = seconds / length;
        format!("{count} {name}{} ago", if count == 1 { "" } else { "s" })
    })
}

/// A size in words.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} B"),
        10_000..10_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}
