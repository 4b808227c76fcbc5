//! Ropewalk: a rope and cloth sandbox.
//!
//! The engine is the package [`ropewalk_physics`]; this package is the program around it. Data flows one way: a layer
//! imports only layers to its left, siblings in braces never each other (`tests/suite/layers.rs` checks it).
//!
//! ```text
//! { physics, host } -> scene -> sandbox -> { tool, timeline, view } -> raster -> { app, headless } -> cli -> main
//! ```
//!
//! One frame:
//!
//! ```text
//! input (pixels, keys) -> tool -> Command -> timeline (records it) -> Sandbox::apply
//!                                 clock says n steps               -> n x World::step
//!         screen <- app::renderer <- view::paint (plain draw data) <- Sandbox
//! ```
//!
//! Everything that changes a [`Sandbox`](sandbox::Sandbox) is a [`Command`](sandbox::Command). Equal commands at equal
//! steps lead to equal bits on every machine, so undo, replay and links need nothing but the commands.
//!
//! # Further reading
//! In the repository: `docs/architecture.md` (map, invariants, where to change what), `docs/algorithm.md` (how a step
//! works), `docs/benchmarks.md`, `docs/rejected.md` (experiments that did not land) and `CONTRIBUTING.md`.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read and write small files of their own"))]

pub mod app;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
#[cfg(not(target_arch = "wasm32"))]
pub mod headless;
pub mod host;
pub mod raster;
pub mod sandbox;
pub mod scene;
pub mod timeline;
pub mod tool;
pub mod view;

/// The engine, a package of its own: `ropewalk-physics`.
pub use ropewalk_physics as physics;
