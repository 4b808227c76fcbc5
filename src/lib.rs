//! Ropewalk: a rope and cloth sandbox.
//!
//! # Ways through the house
//! Data flows one way. A layer imports only layers to its left; siblings in braces never import each other
//! (`tests/suite/layers.rs` checks it).
//!
//! ```text
//! { physics, host } -> scene -> sandbox -> { tool, timeline, view } -> raster -> { app, headless } -> cli -> main
//! ```
//!
//! One frame:
//!
//! ```text
//! input (pixels, keys) -> tool -> Command -> timeline (records it) -> Sandbox::apply
//!                                           clock says n steps    -> n x World::step
//!                     screen <- app::render <- view::paint (plain draw data) <- Sandbox
//! ```
//!
//! | Folder | What is in it |
//! |---|---|
//! | [`physics`] | particles, distance constraints, the step; no window, files, clock or host randomness |
//! | [`host`] | clock, files, clipboard: those of the system, or of the page of a browser |
//! | [`scene`] | what a scene file says, how it is read and built; the gallery |
//! | [`sandbox`] | a world, its scene, its ghost, and the [`Command`](sandbox::Command)s that alone change them; the clock |
//! | [`tool`] | one file a gesture: pointer events in, commands out |
//! | [`timeline`] | recording what is done; undo, redo, looking back; doing it again |
//! | [`view`] | camera, style, palettes, draw data, painting, effects |
//! | [`raster`] | draw data to pixels and animations, by the processor alone |
//! | [`app`] | the window: the only folder that knows macroquad and egui |
//! | [`headless`] | running without a window; drawing to files; measuring |
//! | [`cli`] | the command line |
//!
//! # Invariants
//! 1. [`World::step`](physics::World::step) never panics and never makes a NaN or an infinity, whatever the commands and
//!    settings. What would blow up is held at a speed limit and counted, and the status line says so.
//! 2. Same scene, same commands at the same steps: the same bits, on every run and platform, debug and release. So in
//!    the stepping code: IEEE add, sub, mul, div and sqrt only, in a fixed order; no fused multiply-add, no libm;
//!    randomness from a seed in the world's state.
//! 3. Everything that changes a sandbox is a [`Command`](sandbox::Command), in world units and step numbers. Applying one
//!    cannot fail: an id that is gone is a no-op.
//! 4. Pinned and held particles move only by command.
//! 5. Solve order is state: a cut or a tear does not change the order in which the rest is solved.
//! 6. The speed of play does not depend on the frame rate: [`FixedClock`](sandbox::FixedClock).
//! 7. Whatever copies, hashes or saves a struct destructures every field.
//!
//! # What was measured while this was built
//! - One sweep a substep through more than a few colours is not stable by itself; see
//!   `Batches::sweeps_there_and_back` in `crates/physics/src/batches.rs`. Reversing the order from substep to substep makes
//!   even plain ropes explode (energy x 1000 within a second).
//! - Limiting the speed at which a stretched link comes back (to 0.1-5 m/s) damps what rings in a taut rope, but at
//!   twice the cost of a projection, and it lets a yanked rope of 200 links stretch 2 to 4 times as long instead of 15 %.
//! - Free fall at 200 substeps is 0.012 % short after 2 s: the rounding of an `f32` displacement, and nothing else.

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

#[doc = include_str!("speed.md")]
pub mod speed {}
