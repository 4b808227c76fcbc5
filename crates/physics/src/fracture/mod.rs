//! Fracture of links: by strain, and by the load of heavy particles.
//!
//! | File | Holds |
//! |---|---|
//! | `strain` | links stretched beyond a limit; constants and buffers |
//! | `overload` | load of heavy particles, which long-range attachments keep from stretching links |

pub mod overload;
pub mod strain;
