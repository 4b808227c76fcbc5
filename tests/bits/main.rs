//! The same bits on one thread and on several, in lanes and without, in debug and in release, on every machine. All of
//! them: `cargo test --release --test bits -- --include-ignored`.

mod determinism;
mod golden;
mod million;
#[path = "../script/mod.rs"]
mod script;
