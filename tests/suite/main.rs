//! What needs no screen and no browser: one program, so that all cores have something to do up to its end.

mod cli;
mod compat;
mod discs;
mod files;
mod fuzz;
mod ghost;
mod layers;
mod nets;
mod panel;
mod physics;
mod properties;
mod render;
mod replay;
mod scene_format;
#[path = "../script/mod.rs"]
mod script;
mod shapes;
mod source;
mod states;
mod strands;
mod tearing;
mod timeline;
mod weights;
mod wild;
mod wind;
