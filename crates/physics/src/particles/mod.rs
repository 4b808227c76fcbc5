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
//! - `constraint_graph`: the links at each particle
//! - `partition/`: the sets of particles that links join: components, pieces up to fixed particles, solid bodies
//! - `cut_query`: the links that a moving disc touches (scissors)

pub mod bend;
pub mod cloth_faces;
pub mod constraint_graph;
pub mod cut_query;
pub mod distance_constraint;
pub mod friction;
pub mod links;
pub mod material;
pub mod partition;
pub mod storage;
pub mod weight;

pub(crate) use self::{bend::*, constraint_graph::*, cut_query::*, friction::*, links::*, partition::*};
pub use self::{cloth_faces::*, distance_constraint::*, material::*, storage::*, weight::*};
