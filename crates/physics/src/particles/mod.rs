//! The simulated data: particles, the links and cloth faces between them, and the graph that these make.

pub mod cloth_faces;
pub mod constraint_graph;
pub mod cut_query;
pub mod distance_constraint;
pub mod links;
pub mod storage;
pub mod weight;
