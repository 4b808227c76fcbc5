//! Fracture of links: by strain, by the load of heavy particles, and by tension.
//!
//! | File | Holds |
//! |---|---|
//! | `strain` | constants and buffers of tearing by strain; `world/tearing.rs` finds the links |
//! | `overload` | load of heavy particles, which long-range attachments keep from stretching links |
//! | `tension` | tension beyond the strength of a material; `world/tension_tearing.rs` finds the links |

pub mod overload;
pub mod strain;
pub mod tension;

pub(crate) use self::{overload::*, strain::*, tension::*};
