//! State as data: snapshots, text, and hashes.
//!
//! | File | Holds |
//! |---|---|
//! | `digest` | a digest: short hashes of six parts of the state, which say where two worlds differ |
//! | `hash` | the state hash: 64 bits over all that the next step depends on |
//! | `snapshot` | snapshots of a world, to restore later |
//! | `text` | the text form of a `Snapshot`, exact to the bit |

pub mod digest;
pub mod hash;
pub mod snapshot;
pub mod text;

pub use self::{digest::*, snapshot::*};
