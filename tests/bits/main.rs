//! The same bits, whatever runs them: on one thread and on several, in lanes and without, in debug and in release, on every
//! machine. Run in release as well: `cargo test --release --test bits`.

mod determinism;
mod golden;
mod million;
#[path = "../script/mod.rs"]
mod script;
