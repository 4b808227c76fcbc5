//! Collision: contacts of particles and links with shapes, and of particles with each other.
//!
//! A contact of a wheel, a corner or a link is one **row** ([`Contact`]). Finders for pairs of features fill rows; one place
//! resolves rows in a substep, one resolves the hits among them. Discs on each other have rows of their own; a particle
//! alone on a surface needs none (`respond`). A new feature is a finder; `docs/architecture.md` lists where it is called.
//!
//! | File | Holds |
//! |---|---|
//! | `contact` | the row: two sides, normal, separation, friction, restitution; the hit: a contact that begins |
//! | `row_solver` | the solution of rows in a substep, in rounds |
//! | `impact`, `impact_region` | the solution of hits: rows with restitution together with links, by regions |
//! | `shape_finder/` | finder: wheels against shapes, links against their corners; particles; swept, so nothing passes |
//! | `disc_finder` | finder: particles and links against wheels and corners of bodies, wheels against each other |
//! | `plane_finder` | finder: wheels against planes |
//! | `shape_contacts` | what is near shapes: the phases of a substep |
//! | `broad_phase/` | candidate pairs, from blocks with bounding boxes, within one margin |
//! | `ignored_pairs` | what overlaps when it is first seen ignores each other until it has separated |
//! | `passing` | bodies that ignore each other, and what has separated |
//! | `motor` | motors of moving shapes: load, limits, lag |
//! | `rigid` | a wheel in contacts: one rigid body |
//! | `body_discs` | the wheels of a world and the corners of its solid bodies, found in its links |
//! | `obstacles` | shapes and wheels as one: where ropes lie |
//! | `particle_contact/` | particles against each other: piles of discs, with rows and a solver of their own; islands, sleep |
//!
//! Contacts with the ground and walls are in `plane_contact`.

pub mod body_discs;
pub mod broad_phase;
pub mod contact;
pub mod disc_finder;
pub mod ignored_pairs;
pub mod impact;
pub mod impact_region;
pub mod motor;
pub mod obstacles;
pub mod particle_contact;
pub mod passing;
pub mod plane_finder;
pub mod rigid;
pub mod row_solver;
pub mod shape_contacts;
pub mod shape_finder;

pub(crate) use self::{
    body_discs::*, broad_phase::*, contact::*, disc_finder::*, ignored_pairs::*, impact::*, impact_region::*,
    motor::Push, obstacles::*, passing::*, plane_finder::*, rigid::*, row_solver::*, shape_contacts::*,
    shape_finder::*,
};
