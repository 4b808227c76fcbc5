//! The timeline: records a session, step by step, takes edits back and plays them again.
//!
//! Every change of a sandbox is a command, and every step gives the same bits each time. One mechanism therefore serves
//! undo, rewind, replays and saved sessions: a start, the commands with their steps, and keyframes to play them from.
//!
//! | Part | Holds |
//! |---|---|
//! | `recording` | the file: a start, commands and hashes; `web_link`: the same in an address; `document`: scene or recording |
//! | `history` | everything since the start: commands, hashes, `edits` (the units of undo), `keyframes` |
//! | `scrub_cache` | snapshots close together, over the stretch that is scrubbed through |
//! | `session` | [`Timeline`]: the sandbox and its history; `undo` and `seek` move it back and forth |
//! | `replay` | plays a recording and compares hashes; `resume` continues a saved session; `player` keeps no history |
//! | `goal` | notices that the goal of a scene is reached |
//! | `limits` | bounds of recordings and links |
//! | `export` | a copy of the session that another thread can turn into a file |

mod document;
mod edits;
mod export;
mod goal;
mod history;
mod keyframes;
mod limits;
mod player;
mod recording;
mod replay;
mod resume;
mod scrub_cache;
mod session;
mod web_link;

pub use document::Document;
pub use export::Session;
pub use goal::GoalWatch;
pub use keyframes::KeyframeStats;
pub use limits::MAX_LINK_LENGTH;
pub use player::Player;
pub use recording::{
    Checked, Hash, PartHashes, Recording, Stamped, TooMuchWork, check as check_text, sign as sign_text,
};
pub use replay::{Divergence, DivergentPart, Replay, ReplayProgress};
pub use resume::{PastReplay, ResumeError};
pub use session::{MEMORY_BUDGET, Revision, Timeline};
pub use web_link::{LinkError, find_link};
