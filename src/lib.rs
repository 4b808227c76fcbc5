//! Ropewalk.
pub mod physics;
pub mod view {
    pub mod draw;
}
