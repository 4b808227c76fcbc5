//! Integration and constraint solving.
//!
//! - `verlet`: integration of a substep (Störmer-Verlet, displacement form)
//! - `colouring`: graph colouring of the links
//! - `bending`: wires, which resist bending
//! - `compliance`: links that a force lengthens, in sweeps (XPBD: Macklin et al. 2016)
//! - `gauss_seidel`: sweeps that project each link once (Jakobsen 2001; PBD: Müller et al. 2007; small substeps:
//!   Macklin et al. 2019)
//! - `mass_spring`: explicit springs, as in the published system `nehe-40`
//! - `direct`: direct solve of strands, which are trees of links
//! - `tiling`: steps of large scenes, tiled for caches and threads

pub mod bending;
pub mod colouring;
pub mod compliance;
pub mod direct;
pub mod gauss_seidel;
pub mod mass_spring;
pub mod tiling;
pub mod verlet;

pub(crate) use self::{colouring::*, gauss_seidel::*};
