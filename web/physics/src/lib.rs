//! The physics of Ropewalk, from the same files, as a crate of its own: for the page alone. What a page loads is to be small,
//! and what is small is slow; cargo chooses between the two for a crate at a time, and the steps have to be fast.

#[path = "../../../src/physics/mod.rs"]
pub mod physics;
