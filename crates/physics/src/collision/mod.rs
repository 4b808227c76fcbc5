//! Collision: contacts of particles and links with shapes, and of particles with each other.
//!
//! Contacts with shapes (`particle_contact/` comes before them in a substep, planes after them):
//!
//! | File | Holds |
//! |---|---|
//! | `shape_contacts` | the phases of a substep |
//! | `broad_phase` | candidate pairs, from bounding boxes with a margin |
//! | `swept_contact` | narrow phase: swept tests and contact response; nothing passes a shape |
//! | `ignored_pairs` | what overlaps when it is first seen ignores each other until it has separated |
//! | `passing` | bodies that ignore each other, and what has separated |
//! | `corner_friction` | friction of ropes at corners and posts, in rounds |
//! | `motor` | motors of moving shapes: load, limits, lag |
//! | `impact` | restitution and friction together with links: which particles, and when |
//! | `impact_region` | the rows of an impact, and their solution |
//! | `wheels` | the wheels of a world and the corners of its solid bodies, found in its links |
//! | `wheel_broad_phase` | what is near wheels and corners |
//! | `wheel_sections` | particles and links in blocks with bounds, to be searched |
//! | `wheel_contacts` | contacts with wheels and corners: the phases of a substep |
//! | `wheel_contact` | one contact with a wheel, which is a rigid body in it |
//! | `obstacles` | shapes and wheels as one: where ropes lie |
//! | `particle_contact/` | contacts of particles with each other, islands and sleep |
//!
//! Contacts with the ground and walls are in `plane_contact`.

pub mod broad_phase;
pub mod corner_friction;
pub mod ignored_pairs;
pub mod impact;
pub mod impact_region;
pub mod motor;
pub mod obstacles;
pub mod particle_contact;
pub mod passing;
pub mod shape_contacts;
pub mod swept_contact;
pub mod wheel_broad_phase;
pub mod wheel_contact;
pub mod wheel_contacts;
pub mod wheel_sections;
pub mod wheels;

pub(crate) use self::{
    broad_phase::*, corner_friction::*, ignored_pairs::*, impact::*, impact_region::*, motor::Push, obstacles::*,
    passing::*, shape_contacts::*, swept_contact::*, wheel_broad_phase::*, wheel_contact::*, wheel_contacts::*,
    wheel_sections::*, wheels::*,
};
