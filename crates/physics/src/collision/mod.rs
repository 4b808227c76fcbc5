//! Contacts of particles and links with shapes, and of particles with each other.

pub mod broad_phase;
pub mod corner_friction;
pub mod depenetration;
pub mod detour;
pub mod ignored_pairs;
pub mod particle_contact;
pub mod swept_contact;
