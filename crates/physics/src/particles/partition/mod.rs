//! The partitions of the particles into sets that links join.
//!
//! | File | A set | It ends at | Its name |
//! |---|---|---|---|
//! | `components` | what links of any kind join, through pins, too | nothing | a number, in the order of lowest particles |
//! | `pieces` | free particles that links of any kind join | a pin, a lifted or a led particle | its lowest particle |
//! | `solid_bodies` | what rigid bars, braces and stops join, with at least one bar | any other link | its lowest particle |
//!
//! Links decide all three, and what is fixed the pieces. They are found once after each change. Neither sleep nor a contact
//! changes any. Others are made of these where they are used:
//!
//! | Where | A set | It ends at |
//! |---|---|---|
//! | `solver/direct/forest.rs`: `StrandGroup` | the trees of strands in a component, for one exact solve | nothing; its trees at a pin, a sleeper, a loop |
//! | `world/sleeping.rs`: an island | a piece, which sleeps and wakes as a whole | as a piece; a contact wakes the next, and joins none |
//! | `collision/row_solver.rs`: a group of rows | components that the rows of a substep join | nothing |
//! | `collision/motor.rs`: `ConnectedMasses` | components that contacts of particles join in a substep | nothing |
//! | `collision/impact.rs`: a region | what rigid links, hits and contacts join to the first hit | a pin, a sleeper |
//! | `world/edit/pose/mod.rs`: `gather` | what a paused drag moves | a pin, a grabbed or a lifted particle |

mod components;
mod pieces;
mod solid_bodies;

use crate::containers::{Refill, union_find};
use crate::particles::DistanceConstraint;

pub(crate) use self::{components::*, pieces::*, solid_bodies::*};

/// Names the set of each of a number of particles, as links join them, by its lowest particle.
fn join<'a>(set: &mut Vec<u32>, particles: usize, links: impl Iterator<Item = &'a DistanceConstraint>) {
    set.refill_with(0..particles as u32);
    for link in links {
        union_find::union(set, link.a.0, link.b.0);
    }
    for index in 0..particles {
        // The root of a set is its lowest member, whose entry is final by now.
        set[index] = set[set[index] as usize];
    }
}
