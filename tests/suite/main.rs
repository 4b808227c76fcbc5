//! The tests without a screen or a browser. One program, so that all cores are busy to its end.

#![allow(clippy::disallowed_methods, reason = "tests read and write small files of their own")]

mod building;
mod built_machines;
mod cli;
mod compat;
mod design;
mod docs;
mod files;
mod fuzz;
mod generators;
mod ghost;
mod hands;
mod help;
mod layers;
mod machines;
mod nets;
mod panel;
mod particle_contact;
mod physics;
#[cfg(unix)]
mod pipes;
mod properties;
mod render;
mod replay;
mod scene_format;
#[path = "../script/mod.rs"]
mod script;
mod selection;
mod serve;
mod shapes;
mod source;
mod starters;
mod states;
mod strands;
mod streams;
mod surroundings;
mod tearing;
mod timeline;
mod weights;
mod wind;
