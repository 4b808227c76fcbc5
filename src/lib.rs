//! Ropewalk.
pub mod physics;
pub mod scene;
pub mod view {
    pub mod draw;
}
