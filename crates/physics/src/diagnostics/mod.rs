//! Quantities for display: energy, stretch, tension.

pub mod measure;
pub mod tension;
