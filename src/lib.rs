//! Ropewalk.
pub mod app;
pub mod cli;
pub mod headless;
pub mod physics;
pub mod sandbox;
pub mod scene;
pub mod timeline;
pub mod tool;
pub mod view;
