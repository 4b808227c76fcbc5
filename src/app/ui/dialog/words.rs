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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn times_and_sizes_are_shown_in_words() {
        let now = SystemTime::now();
        let before = |seconds| ago(now, Some(now - Duration::from_secs(seconds)));
        assert_eq!([before(3), before(61), before(7_300)], ["just now", "1 minute ago", "2 hours ago"]);
        assert_eq!(ago(now, Some(now + Duration::from_secs(99))), "just now", "the clock was set back");
        assert_eq!([size(12), size(34_567), size(56_000_000)], ["12 B", "34 kB", "56 MB"]);
    }
}
