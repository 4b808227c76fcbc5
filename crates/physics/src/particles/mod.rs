//! The simulated bodies: particles, the links and cloth faces between them, and queries on the graph that they form.
//!
//! - `storage`: positions, displacements and masses of the particles
//! - `distance_constraint`: a link and its kinds
//! - `links`: the list of links
//! - `material`: what links are made of
//! - `friction`: friction of particles by the materials of their links
//! - `bend`: the shape that a wire keeps
//! - `weight`: weights that hang on particles
//! - `cloth_faces`: four-cornered faces of cloth
//! - `components`: connected components by links
//! - `constraint_graph`: the links at each particle; how deep a scene hangs
//! - `pieces`: pieces up to fixed particles
//! - `solid_bodies`: sets of particles that rigid links join
//! - `cut_query`: the links that a moving disc touches (scissors)

pub mod bend;
pub mod cloth_faces;
pub mod components;
pub mod constraint_graph;
pub mod cut_query;
pub mod distance_constraint;
pub mod friction;
pub mod links;
pub mod material;
pub mod pieces;
pub mod solid_bodies;
pub mod storage;
pub mod weight;

pub(crate) use self::{
    bend::*, components::*, constraint_graph::*, cut_query::*, friction::*, links::*, pieces::*, solid_bodies::*,
};
pub use self::{cloth_faces::*, distance_constraint::*, material::*, storage::*, weight::*};
