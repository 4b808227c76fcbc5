//! Limits of recordings: real sessions of many hours stay below them, and no file that keeps them blocks the program.

/// Maximum number of steps of a recording: half a year of play.
pub const MAX_STEPS: u64 = 1_000_000_000;

/// Maximum number of commands of a recording: a day of dragging without a pause.
pub const MAX_COMMANDS: usize = 10_000_000;

/// Maximum number of commands of a session that is not recorded: some hours of dragging. Beyond that, the older half
/// of the session is forgotten.
pub const MAX_KEPT_COMMANDS: usize = 1_000_000;

/// Maximum number of particles and links that a recording may build again, by resets and other scenes, in a run
/// without a window: some 20 s of work. A window does that work over many frames, and can be stopped.
pub const MAX_REBUILT: u64 = 1_000_000_000;

/// Maximum length of a link, characters. Browsers take addresses of 80 000 characters (Safari) to 2 million (Chrome);
/// mail and chat programs often take fewer.
pub const MAX_LINK_LENGTH: usize = 60_000;

/// Maximum size of the unpacked text of a link, bytes: far more than the text of most sessions whose link is short
/// enough.
pub const MAX_LINK_TEXT: usize = 4 << 20;
