//! Integration and constraint solving: coloured sweeps, direct solves of trees, multigrid for nets, tiling.

pub mod colouring;
pub mod direct;
pub mod gauss_seidel;
pub mod mass_spring;
pub mod multigrid;
pub mod tiling;
pub mod verlet;
